"""``resolvent fuzz``"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Literal, TextIO

import msgspec
from cyclopts import App, Parameter

from resolvent.board import Map, load_map
from resolvent.cli import DONE, FINDING
from resolvent.cli.options import DASH, Flag, Output, Rules
from resolvent.cli.paint import paint_for, width_of
from resolvent.cli.prose import wrap
from resolvent.cli.streams import open_output, open_phases
from resolvent.cli.tables import write_table
from resolvent.oracle.case_text import case_text
from resolvent.oracle.coverage import Coverage
from resolvent.oracle.finding_text import choices_words, many
from resolvent.oracle.fuzz import Fault, Report
from resolvent.oracle.generate import KINDS, kinds_of, themes_named
from resolvent.oracle.limits import MOST_JOBS, check_count, check_seconds
from resolvent.oracle.page import report_page
from resolvent.oracle.parallel import Job, run_jobs
from resolvent.records.phase import Phase, phase_to_dict
from resolvent.rules.reading import load_reading

__all__ = ["app"]

_THEMES = " ".join(f"Themes of {kind}: {', '.join(themes)}." for kind, themes in KINDS.items())

app = App(
    name="fuzz",
    help_epilogue=f"""\
Examples::

  resolvent fuzz --judge "python examples/judges/judge.py"
  resolvent fuzz --judge "node examples/judges/judge.js" --phases 10000 --jobs 2
  resolvent fuzz --judge rules:1982 --theme knot --theme double_knot
  resolvent fuzz --judge rules:2000 --theme retreats --theme adjustments
  resolvent fuzz --judge package:diplomacy --positions games.jsonl

A judge is a command, package:diplomacy, or rules:NAME for this program under a rulebook. A command is given \
phases and answers claims, one line of JSON each; resolvent schema prints their shapes.

{_THEMES}

Exit status: 0 nothing is wrong; 1 something is; 2 the judge cannot be started, or the input be used; \
130 interrupted, 143 ended by a signal: what was found so far is told.""",
)


FuzzFormat = Annotated[
    Literal["text", "json", "html"], Parameter(help="Text for people, JSON, or one page of HTML.")
]


@app.default
def fuzz(
    *,
    judge: str,
    rules: Rules = "datc",
    map_name: Annotated[str, Parameter(name="--map")] = "standard",
    phases: int = 1000,
    seconds: Annotated[float | None, Parameter(show_default=False)] = None,
    seed: str = "0",
    size: int = 9,
    theme: Annotated[tuple[str, ...], Parameter(show_default=False, negative="")] = (),
    positions: Annotated[str, Parameter(show_default=False)] = "",
    timeout: float = 10.0,
    jobs: int = 1,
    faults: Annotated[int | None, Parameter(show_default=False)] = None,
    choices: int = 0,
    coverage: Flag = False,
    format: FuzzFormat = "text",
    output: Output = DASH,
) -> int:
    """Judge another program: find the smallest phases on which it is wrong.

    Args:
        judge: Who is judged: a command, package:diplomacy, or rules:NAME.
        map_name: A map's name or file.
        phases: How many phases to ask about.
        seconds: Stop after this time.
        seed: The same seed asks about the same phases, with the same --jobs, --rules and --theme.
        size: The most units of a phase.
        theme: Only phases that grow from this theme, or all of movement, retreats or adjustments; may be
            given several times. Left out, movement.
        positions: A file of phases; every second phase takes its units from there.
        timeout: Seconds that one answer of a command may take.
        jobs: Processes, each with its own judge; no more than there are phases.
        faults: Stop when so many causes are known.
        choices: Choices changed together at most to find a reading under which a judge is right.
        coverage: Tell which conditions of the rules have decided something.
    """
    check_count(phases, "--phases")
    check_count(size, "--size", least=2)
    check_count(jobs, "--jobs", most=MOST_JOBS)
    check_count(faults, "--faults")
    check_count(choices, "--choices", least=0)
    check_seconds(timeout, "--timeout")
    check_seconds(seconds, "--seconds")
    themes = themes_named(theme)
    board = load_map(map_name)
    kinds = kinds_of(themes)
    job = Job(
        judge, rules, map_name, seed, phases, size, themes, _positions(positions, kinds), timeout, seconds,
        faults,
        most_choices=choices,
    )  # fmt: skip
    with open_output(output) as out:
        report, ending = _report(job, jobs, out)
        if format == "json":
            out.write(msgspec.json.encode(_record(report, rules, seed)).decode() + "\n")
        elif format == "html":
            out.writelines(report_page(report, load_reading(rules), board))
        else:
            _write(report, board, out)
            if coverage:
                _write_coverage(Coverage(load_reading(rules), kinds, report.seen), report.watched, out)
        out.flush()
    if ending is not None:
        raise ending
    return FINDING if report.faults else DONE


def _report(job: Job, jobs: int, out: TextIO) -> tuple[Report, BaseException | None]:
    """What was found; and if that was interrupted, with what this command is to end when it is told."""
    so_far: list[Report] = []
    try:
        with _progress(out) as progress:
            return run_jobs(job, jobs, progress, so_far.append), None
    except (KeyboardInterrupt, SystemExit) as ending:
        if not so_far:
            raise
        return so_far[0], ending


def _positions(file: str, kinds: str) -> tuple[Phase, ...]:
    if not file:
        return ()
    with open_phases(file, None) as source:
        return tuple(phase for _, phase in source.phases if phase.type in kinds)


@contextmanager
def _progress(out: TextIO) -> Iterator[Callable[[Report], None] | None]:
    """A line on a terminal that tells how far it is."""
    if out.isatty() or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    shown = time.monotonic()
    with Console(stderr=True).status("") as status:

        def show(report: Report) -> None:
            nonlocal shown
            now = time.monotonic()
            if now - shown > 0.2:
                status.update(f"{many(report.phases, 'phase')}, {many(len(report.faults), 'cause')}")
                shown = now

        yield show


def _record(report: Report, rules: str, seed: str) -> dict[str, object]:
    return {
        "judge": report.judge,
        "rules": rules,
        "seed": seed,
        "phases": report.phases,
        "wrong": report.wrong,
        "stopped": report.stopped or None,
        "seconds": round(report.seconds, 3),
        "judge_seconds": round(report.judge_seconds, 3),
        "faults": [fault.to_dict() for fault in report.faults.values()],
    }


def _write(report: Report, board: Map, out: TextIO) -> None:
    listed = report.listed()
    for number, found in enumerate(listed, 1):
        out.writelines(f"{line}\n" for line in _fault_lines(number, found.fault, board, out))
        for case in found.fault.others:
            out.write("  and the same cause in another shape:\n\n")
            out.writelines(
                f"    {line}".rstrip() + "\n" for line in case_text(case.phase, board).splitlines()
            )
            out.write("\n")
        for other in found.also:
            words = f"also seen as, on {many(other.count, 'phase')}: {'; '.join(other.cause)}"
            out.writelines(f"{line}\n" for line in wrap(words, width_of(out), "  "))
            orders = ", ".join(str(text) for texts in other.phase.orders.values() for text in texts)
            out.writelines(f"{line}\n" for line in wrap(f"for example {orders}", width_of(out), "    "))
        if found.also:
            out.write("\n")
    if report.stopped:
        out.write(f"{report.stopped}\n")
    speed = report.phases / report.seconds if report.seconds else 0.0
    out.write(
        f"{many(report.phases, 'phase')}, {report.wrong:,} wrong, {many(len(listed), 'cause')}; "
        f"{speed:,.0f} phases a second, {report.judge_seconds:.1f} of {report.seconds:.1f} s in the judge\n"
    )


def _fault_lines(number: int, fault: Fault, board: Map, out: TextIO) -> Iterator[str]:
    paint = paint_for(out)
    yield paint(f"cause {number}, on {many(fault.count, 'phase')}: {'; '.join(fault.cause)}", "heading")
    for sentence in fault.sentences:
        yield from wrap(sentence, width_of(out), "  ")
    for choices in fault.readings:
        yield from wrap(f"it would be right with {choices_words(choices)}", width_of(out), "  ")
    yield ""
    for line in case_text(fault.phase, board).splitlines():
        yield f"    {line}".rstrip()
    yield ""
    yield "  " + msgspec.json.encode({**phase_to_dict(fault.phase), "claim": fault.claim}).decode()
    yield ""


def _write_coverage(coverage: Coverage, watched: int, out: TextIO) -> None:
    rows = [
        [*row.condition, row.true, row.false, "" if row.true and row.false else "one-sided"]
        for row in coverage.rows()
    ]
    out.write(f"\nOf {watched:,} watched phases, those in which a condition decided, as true and as false:\n")
    write_table(out, ["rule", "condition", "true", "false", ""], rows)
    both = sum(not row[4] for row in rows)
    out.write(
        f"{both} of {len(rows)} conditions decided both ways; {coverage.share:.0%} of their values decided\n"
    )
