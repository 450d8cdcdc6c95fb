"""``resolvent explain``"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, TextIO

import msgspec
from cyclopts import App, Parameter

from resolvent.board import load_map
from resolvent.cli import DONE
from resolvent.cli.options import DASH, Flag, Output, Rules
from resolvent.cli.paint import Paint, paint_for, width_of
from resolvent.cli.prose import wrap
from resolvent.cli.streams import open_output, open_phases, placed
from resolvent.explain.alternatives import Alternatives
from resolvent.explain.change import Change, Forcing
from resolvent.explain.cycles import CycleStory, tell_cycles
from resolvent.explain.explainer import Explainer, explainer_for, find_order
from resolvent.explain.explanation import Explanation
from resolvent.explain.movement import MovementExplainer
from resolvent.explain.sentences import phase_title
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER
from resolvent.resolution.knot import Solver
from resolvent.rules.reading import Reading, load_reading

__all__ = ["app"]

_ORDER = re.compile(r"\b[AF] [A-Z][A-Z/]+( [SC])?( [AF] [A-Z][A-Z/]+)?( - [A-Z][A-Z/]+)?")
_JOINED = "\N{WORD JOINER}"
"""Stands for a blank at which no line is broken."""

app = App(
    name="explain",
    help_epilogue="""\
Examples::

  resolvent explain examples/pandin.txt
  resolvent explain examples/fall-1907.txt --order "A RUH - HOL" --alternatives
  resolvent explain examples/pandin.txt --rules 1982 --format markdown

Exit status: 0 done; 2 the input cannot be used, or there is no such order.""",
)


@app.default
def explain(
    file: str,
    /,
    *,
    order: str | None = None,
    alternatives: Flag = False,
    rules: Rules = "datc",
    map_name: Annotated[str | None, Parameter(name="--map")] = None,
    format: Literal["text", "json", "markdown"] = "text",
    budget: int = DEFAULT_BUDGET,
    output: Output = DASH,
) -> int:
    """Say why orders fared as they did: the fewest rule instances from which the outcome follows.

    Of every order, or of one. Cycles without a unique resolution are told too: what could have been,
    which rule spoke, and what other rulebooks say.

    Args:
        file: Order text, a phase as JSON, or JSON Lines; - is standard input.
        order: An order, "A MUN - SIL", or its unit.
        alternatives: Also tell which orders the outcome took, whatever the other units do, and the fewest
            orders to alter so that it would have been different.
        map_name: A map's name or file, in place of the one the phase names.
        format: Text for people; JSON, a phase on each line, reasons as trees; or Markdown.
        budget: Conflicts that one question to the solver may cost.
    """
    board = load_map(map_name) if map_name is not None else None
    reading = load_reading(rules)
    with open_phases(file, board) as source, open_output(output) as out:
        for place, phase in source.phases:
            with placed(place):
                told = _Told(
                    explainer_for(phase, reading, board, Solver(DEFAULT_SOLVER, budget)), order, alternatives
                )
            _WRITERS[format](told, reading, out)
    return DONE


class _Told:
    """What is to be told of a phase."""

    def __init__(self, explainer: Explainer, order: str | None, alternatives: bool) -> None:
        self.resolution = explainer.resolution
        if order is None:
            self.explanations = tuple(explainer.explanations())
        else:
            self.explanations = (explainer.explanation(find_order(self.resolution, order)),)
        self.cycles = self._cycles(explainer) if self._concerned(order) else ()
        self.alternatives: dict[str, list[Forcing | Change]] = {}
        if alternatives and isinstance(explainer, MovementExplainer):
            asked = Alternatives(explainer)
            for result in (e.result for e in self.explanations):
                found = (asked.forcing(result), asked.change(result, result.power), asked.change(result))
                self.alternatives[result.unit] = [f for f in found if f is not None]

    def _concerned(self, order: str | None) -> bool:
        """Whether cycles have to do with it: of one order only if its explanation rests on a ruling."""
        return order is None or any(s.ruling or s.value is None for e in self.explanations for s in e.steps)

    def _cycles(self, explainer: Explainer) -> tuple[CycleStory, ...]:
        if not isinstance(explainer, MovementExplainer):
            return ()
        return tell_cycles(explainer.docket, explainer.reading, solved=explainer.case.solved)


def _write_text(told: _Told, reading: Reading, out: TextIO) -> None:
    paint, width = paint_for(out), width_of(out)
    lines = [paint(_title(told), "heading"), f"Rules: {reading.title} ({reading.name})"]
    for explanation in told.explanations:
        lines += ["", *_explained(explanation, paint, width)]
        for found in told.alternatives.get(explanation.result.unit, ()):
            lines += _wrapped(f"  {found}", width)
    for cycle in told.cycles:
        lines += ["", *_cycle(cycle, paint, width)]
    out.writelines(f"{line}\n" for line in [*lines, ""])


def _explained(explanation: Explanation, paint: Paint, width: int) -> Iterator[str]:
    head, *rest = explanation.lines()
    yield paint(head, explanation.result.outcome)
    for line in rest:
        yield from _wrapped(line, width)


def _wrapped(line: str, width: int) -> Iterator[str]:
    """A line within the width, its indent kept and no order broken."""
    whole = _ORDER.sub(lambda match: match[0].replace(" ", _JOINED), line)
    for part in wrap(whole, width, " " * (len(line) - len(line.lstrip()))):
        yield part.replace(_JOINED, " ")


def _cycle(cycle: CycleStory, paint: Paint, width: int) -> Iterator[str]:
    head, *rest = cycle.lines()
    yield paint(head, "heading")
    for line in rest:
        yield from [line] if line.startswith("  ") else _wrapped(line, width)


def _write_json(told: _Told, reading: Reading, out: TextIO) -> None:
    record = {
        "rules": reading.name,
        "map": told.resolution.map,
        "phase": told.resolution.phase,
        "explanations": [
            {**e.to_dict(), **_alternatives(told.alternatives.get(e.result.unit, ()))}
            for e in told.explanations
        ],
        "cycles": [cycle.to_dict() for cycle in told.cycles],
    }
    out.write(msgspec.json.encode(record).decode() + "\n")


def _alternatives(found: Iterable[Forcing | Change]) -> dict[str, Any]:
    """What is told of alternatives, by name; nothing where there is none."""
    told: dict[str, Any] = {}
    for one in found:
        if isinstance(one, Forcing):
            told["needed"] = one.to_dict()
        else:
            told.setdefault("changes", []).append(one.to_dict())
    return told


def _write_markdown(told: _Told, reading: Reading, out: TextIO) -> None:
    parts = [f"## {_title(told)}\n\nRules: {reading.title} ({reading.name})\n"]
    for explanation in told.explanations:
        parts.append(explanation.to_markdown())
        parts += [f"{found}\n" for found in told.alternatives.get(explanation.result.unit, ())]
    parts += [cycle.to_markdown() for cycle in told.cycles]
    out.write("\n".join(parts) + "\n")


def _title(told: _Told) -> str:
    return f"{phase_title(told.resolution.phase)} ({told.resolution.phase}, map {told.resolution.map})"


_WRITERS = {"text": _write_text, "json": _write_json, "markdown": _write_markdown}
