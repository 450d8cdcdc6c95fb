"""``resolvent mutants``"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, TextIO

import msgspec
from cyclopts import App, Parameter

from resolvent.cli import DONE, FINDING
from resolvent.cli.options import DASH, Flag, Format, Output, Rules
from resolvent.cli.paint import paint_for, width_of
from resolvent.cli.progress import counted
from resolvent.cli.prose import wrap
from resolvent.cli.streams import open_output
from resolvent.cli.tables import write_table
from resolvent.datc.cases import Case, load_cases, read_cases
from resolvent.errors import InputError
from resolvent.oracle.case_text import case_text
from resolvent.oracle.limits import check_count
from resolvent.oracle.mutate import mutants_of
from resolvent.oracle.rule_case import RuleCase
from resolvent.oracle.suite import Fate, Suite, Witnesses, judge_mutants
from resolvent.records.phase import phase_to_dict
from resolvent.rules.encodings import read_text
from resolvent.rules.reading import Reading, load_reading

__all__ = ["app"]

app = App(
    name="mutants",
    help_epilogue="""\
Examples::

  resolvent mutants
  resolvent mutants --cases tests/cases
  resolvent mutants --rule attack --every

Exit status: 0 every mutant is killed, or nothing tells it from the rules; 1 some survive, each with the \
smallest phase on which it differs; 2 the cases or the rulebook cannot be used.""",
)


@app.default
def mutants(
    *,
    rules: Rules = "datc",
    cases: Annotated[tuple[str, ...], Parameter(show_default=False, negative="")] = (),
    rule: Annotated[tuple[str, ...], Parameter(show_default=False, negative="")] = (),
    phases: int = 1000,
    seed: str = "0",
    every: Flag = False,
    format: Format = "text",
    output: Output = DASH,
) -> int:
    """Make wrong rules, and see which the test cases notice.

    Each mutant is a rulebook with one small change: a condition dropped or negated, a comparison or a
    strength replaced. The cases of DATC, and those of further files, are run under each. For those that
    survive, generated phases are searched for one that comes out otherwise; where there is none, the
    change is taken to make no difference.

    Args:
        cases: A further file of cases, or a folder of them; may be given several times.
        rule: Only mutants of this rule; may be given several times.
        phases: Generated phases on which a difference is looked for; 0 for not at all.
        seed: The same seed gives the same phases.
        every: Name all the cases that kill a mutant, not only the first.
    """
    reading = load_reading(rules)
    if unknown := [name for name in rule if name not in reading.definitions]:
        raise InputError(f"this rulebook has no rule '{unknown[0][:40]}'", "--rule")
    check_count(phases, "--phases", least=0)
    suites = _suites(cases, reading)
    chosen = (m for m in mutants_of(reading) if not rule or m.rule in rule)
    witnesses = Witnesses(reading, phases, seed) if phases else None
    with open_output(output) as out:
        fates = list(counted(judge_mutants(chosen, suites, witnesses, every), "mutants", out.isatty()))
        if format == "json":
            out.writelines(msgspec.json.encode(_record(fate)).decode() + "\n" for fate in fates)
        else:
            _write(fates, suites, every, out)
    return FINDING if any(fate.survives for fate in fates) else DONE


def _suites(files: Sequence[str], reading: Reading) -> list[Suite]:
    suites: list[Sequence[Case]] = [load_cases()]
    for name in files:
        path = Path(name)
        found = sorted(path.glob("*.toml")) if path.is_dir() else [path]
        if not found:
            raise InputError("there is no file of cases (*.toml) in this folder", name)
        suites += [read_cases(read_text(file), RuleCase, str(file)) for file in found]
    return [Suite(suite, reading) for suite in suites]


def _record(fate: Fate) -> dict[str, object]:
    witness = None if fate.witness is None else phase_to_dict(fate.witness)
    return {
        "id": fate.id,
        "rule": fate.rule,
        "file": fate.file,
        "change": fate.change,
        "killed_by": list(fate.killed_by),
        "witness": witness,
        "tried": fate.tried,
    }


def _write(fates: list[Fate], suites: list[Suite], every: bool, out: TextIO) -> None:
    rows: dict[str, list[int]] = {}
    for fate in fates:
        row = rows.setdefault(fate.rule, [0, 0, 0, 0])
        row[0] += 1
        row[1 if fate.killed_by else 2 if fate.survives else 3] += 1
    table = [[rule, *row] for rule, row in rows.items()]
    table.append(["all", *(sum(row[i] for row in rows.values()) for i in range(4))])
    write_table(out, ["rule", "mutants", "killed", "survive", "no difference found"], table)
    for fate in fates:
        out.writelines(f"{line}\n" for line in _fate_lines(fate, every, out))
    out.write(f"\n{sum(map(len, suites))} cases\n")


def _fate_lines(fate: Fate, every: bool, out: TextIO) -> Iterator[str]:
    if fate.killed_by and not every:
        return
    paint = paint_for(out)
    word = "killed" if fate.killed_by else "survives" if fate.survives else "no difference"
    yield ""
    yield paint(f"{word}  {fate.id}", "fails" if fate.survives else "dim")
    yield from wrap(fate.change, width_of(out), "  ")
    if fate.killed_by:
        yield from wrap(f"by {', '.join(fate.killed_by)}", width_of(out), "  ")
    elif fate.witness is not None:
        yield from (f"    {line}".rstrip() for line in case_text(fate.witness).splitlines())
    else:
        yield f"  on {fate.tried} phases"
