"""``resolvent verify``"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal, TextIO

import msgspec
from cyclopts import App, Parameter

from resolvent.board import load_map
from resolvent.cli import DONE, FINDING
from resolvent.cli.options import DASH, Output, Rules
from resolvent.cli.paint import paint_for, width_of
from resolvent.cli.progress import counted
from resolvent.cli.prose import wrap
from resolvent.cli.streams import open_input, open_output, placed
from resolvent.errors import InputError, ResolventError
from resolvent.explain.page import MOST_PICTURES
from resolvent.logic.session import DEFAULT_BUDGET
from resolvent.oracle.checker import Answer, Checker, Finding
from resolvent.oracle.finding_text import finding_sentences, head_words, many
from resolvent.oracle.junit import JUnitWriter
from resolvent.oracle.limits import check_count
from resolvent.oracle.page import claims_page, finding_section
from resolvent.oracle.read import read_claims
from resolvent.records.phase import Phase

__all__ = ["app"]

app = App(
    name="verify",
    help_epilogue="""\
Examples::

  resolvent verify examples/claims.jsonl
  resolvent verify claims.jsonl --rules 1982 --choices 0
  my-adjudicator < phases.jsonl | resolvent verify - --format junit -o report.xml

Exit status: 0 every claim is right; 1 some are not; 2 the input cannot be used: standard error says why \
and where, and the answers so far stand.""",
)

ClaimFormat = Annotated[
    Literal["text", "json", "junit", "html"],
    Parameter(help="Text for people, JSON Lines, JUnit XML, or one page of HTML."),
]


@app.default
def verify(
    *files: str,
    rules: Rules = "datc",
    map_name: Annotated[str | None, Parameter(name="--map")] = None,
    format: ClaimFormat = "text",
    choices: int = 2,
    budget: int = DEFAULT_BUDGET,
    output: Output = DASH,
) -> int:
    """Say whether what a program claims of phases is right, and which rule it breaks.

    A file holds JSON Lines, each line a phase with "claim": any of "outcomes", "positions", "dislodged" and
    "retreats". What is left out is not claimed.

    Args:
        files: Files to read one after the other; - is standard input.
        map_name: A map's name or file, in place of the one the phase names.
        choices: Choices changed together at most to find a reading under which a claim is right.
        budget: Conflicts that one question to the solver may cost.
    """
    if choices < 0:
        raise InputError(f"must not be negative: {choices}", "--choices")
    check_count(budget, "--budget")
    board = load_map(map_name) if map_name is not None else None
    checker = Checker(rules, board=board, budget=budget, most_choices=choices)
    tally: dict[Answer, int] = {}
    unusable: ResolventError | None = None
    with open_output(output) as out:
        found = _findings(files or (DASH,), checker, tally, out)
        if format == "html":
            _write_page(found, checker, tally, out)
        elif format == "junit":
            unusable = _write_report(found, JUnitWriter(out, f"resolvent verify, {rules}"))
        elif format == "json":
            for place, _, finding in found:
                out.write(msgspec.json.encode({"place": place, **finding.to_dict()}).decode() + "\n")
        else:
            for place, _, finding in found:
                _write_text(place, finding, out)
            counts = ", ".join(f"{tally[a]} {a}" for a in Answer if a in tally)
            out.write(f"{many(sum(tally.values()), 'claim')}: {counts or 'none'}\n")
    if unusable is not None:
        raise unusable
    return FINDING if tally.keys() - {Answer.RIGHT} else DONE


def _findings(
    files: Sequence[str], checker: Checker, tally: dict[Answer, int], out: TextIO
) -> Iterator[tuple[str, Phase, Finding]]:
    """Work through the files: the place of each claim, the phase, and what is to be said.

    Args:
        files: their names.
        checker: what checks the claims.
        tally: answer -> how often it was given; counted here.
        out: where the answers go, each at once.
    """
    for file in files:
        with open_input(file) as (stream, name):
            for place, phase, claim in counted(read_claims(stream, name), "claims", out.isatty()):
                with placed(place):
                    finding = checker.check(phase, claim)
                tally[finding.answer] = tally.get(finding.answer, 0) + 1
                yield place, phase, finding
                out.flush()


def _write_page(
    found: Iterable[tuple[str, Phase, Finding]], checker: Checker, tally: dict[Answer, int], out: TextIO
) -> None:
    """The page; what is wrong waits in a file, since the counts stand before it."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as sections:
        drawn = 0
        for place, phase, finding in found:
            if finding.answer is not Answer.RIGHT:
                picture = drawn < MOST_PICTURES
                drawn += picture
                section = finding_section(place, phase, finding, checker.reading, checker.board, picture)
                sections.write(section)
        sections.seek(0)
        out.writelines(claims_page(checker.reading, tally, sections))


def _write_report(found: Iterable[tuple[str, Phase, Finding]], report: JUnitWriter) -> ResolventError | None:
    """The report, which is complete also where the input is unusable: then what is wrong with it."""
    try:
        with report:
            for place, _, finding in found:
                _write_case(report, place, finding)
    except ResolventError as error:
        return error
    return None


def _write_text(place: str, finding: Finding, out: TextIO) -> None:
    right = finding.answer is Answer.RIGHT
    head = paint_for(out)(head_words(finding), "succeeds" if right else "fails")
    out.write(f"{place}: {head}\n")
    for sentence in () if right else finding_sentences(finding):
        out.writelines(f"{line}\n" for line in wrap(sentence, width_of(out), "  "))


def _write_case(report: JUnitWriter, place: str, finding: Finding) -> None:
    group = f"{finding.resolution.map}.{finding.resolution.phase}"
    if finding.answer is Answer.RIGHT:
        report.passed(group, place)
    else:
        report.failed(group, place, head_words(finding), finding_sentences(finding))
