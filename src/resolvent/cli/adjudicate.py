"""``resolvent adjudicate``"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Annotated, TextIO

import msgspec
from cyclopts import App, Parameter

from resolvent.board import Map, load_map
from resolvent.cli import DONE, FINDING
from resolvent.cli.options import DASH, Flag, Format, Output, Rules
from resolvent.cli.paint import paint_for, width_of
from resolvent.cli.progress import counted
from resolvent.cli.resolution_text import Style, resolution_lines, solutions_lines
from resolvent.cli.streams import open_output, open_phases, placed
from resolvent.errors import InputError
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER, SOLVERS
from resolvent.outcomes import Status
from resolvent.records import Phase
from resolvent.resolution.adjudicate import adjudicate as resolve
from resolvent.resolution.adjudicate import consistent_resolutions
from resolvent.rules.reading import Reading, load_reading

__all__ = ["app"]

app = App(
    name="adjudicate",
    help_epilogue="""\
Examples::

  resolvent adjudicate examples/fall-1907.txt
  resolvent adjudicate examples/pandin.txt --rules 1982
  resolvent adjudicate - --format json < examples/phases.jsonl

Exit status: 0 done; 1 a cycle stays open, because the rulebook has no rule for it; 2 the input cannot \
be used: standard error says why and where, and in a stream the results so far stand.""",
)


@app.default
def adjudicate(
    *files: str,
    rules: Rules = "datc",
    map_name: Annotated[str | None, Parameter(name="--map")] = None,
    format: Format | None = None,
    every: Annotated[Flag, Parameter(name="--all")] = False,
    limit: int = 100,
    positions: Flag = False,
    solver: str = DEFAULT_SOLVER,
    budget: int = DEFAULT_BUDGET,
    output: Output = DASH,
) -> int:
    """Resolve the orders of a phase, or of many.

    A file holds order text, one phase as JSON, or JSON Lines, a phase on each line. Of JSON Lines
    the result is JSON Lines, else text.

    Args:
        files: Files to read one after the other; - is standard input.
        map_name: A map's name or file, in place of the one the phase names.
        format: Text for people, or JSON with one resolution a line.
        every: Every consistent solution of the bare equations, no rule for cycles applied.
        limit: With --all: how many solutions at most.
        positions: Tell the units after the moves too.
        solver: The SAT solver: minisat, glucose, cadical, minicard or maplesat.
        budget: Conflicts that one question to the solver may cost.
    """
    if solver not in SOLVERS:
        raise InputError(f"unknown solver '{solver[:40]}'; there are {', '.join(SOLVERS)}", "--solver")
    for name, number in (("--limit", limit), ("--budget", budget)):
        if number < 1:
            raise InputError(f"must be at least 1, not {number}", name)
    board = load_map(map_name) if map_name is not None else None
    job = _Job(load_reading(rules), board, every, limit, positions, solver, budget)
    with open_output(output) as out:
        return job.run(files or (_standard_input(),), format, out)


def _standard_input() -> str:
    if sys.stdin.isatty():
        raise InputError("no file to read; give one, or - to type the orders, or see --help")
    return DASH


class _Job(msgspec.Struct, frozen=True):
    """What to do with every phase."""

    reading: Reading
    board: Map | None
    every: bool
    limit: int
    positions: bool
    solver: str
    budget: int

    def run(self, files: Sequence[str], format: Format | None, out: TextIO) -> int:
        """Work through the files; the worst exit status."""
        return max([self.file(file, format, len(files) > 1, out) for file in files])

    def file(self, file: str, format: Format | None, several: bool, out: TextIO) -> int:
        """Work through one file; ``several``: there are others, so its name is told."""
        worst = DONE
        with open_phases(file, self.board) as source:
            lines = source.is_lines() if format is None else source.json
            as_json = format == "json" or (format is None and lines)
            for place, phase in counted(source.phases, "phases", out.isatty()):
                with placed(place):
                    text, status = self.result(phase, as_json, out)
                if not as_json and (lines or several):
                    text = f"== {place}\n{text}\n"
                out.write(text)
                out.flush()
                worst = max(worst, status)
        return worst

    def result(self, phase: Phase, as_json: bool, out: TextIO) -> tuple[str, int]:
        """What to write about a phase, and its exit status."""
        if self.every:
            return self.solutions(phase, as_json, out), DONE
        found = resolve(phase, self.reading, board=self.board, solver=self.solver, budget=self.budget)
        status = FINDING if found.status is Status.OPEN else DONE
        if as_json:
            return found.to_json().decode() + "\n", status
        return _text(resolution_lines(found, self.style(phase, out))), status

    def solutions(self, phase: Phase, as_json: bool, out: TextIO) -> str:
        """Every solution of the bare equations."""
        one_more = self.limit + 1  # to know whether there are more
        found = list(
            consistent_resolutions(
                phase,
                self.reading,
                limit=one_more,
                board=self.board,
                solver=self.solver,
                budget=self.budget,
            )
        )
        complete = len(found) <= self.limit
        found = found[: self.limit]
        if not as_json:
            return _text(solutions_lines(phase.phase, found, complete, self.style(phase, out)))
        record = {"rules": self.reading.name, "map": phase.map, "phase": phase.phase}
        return msgspec.json.encode({**record, "complete": complete, "solutions": found}).decode() + "\n"

    def style(self, phase: Phase, out: TextIO) -> Style:
        board = self.board or load_map(phase.map)
        return Style(board, self.reading, paint_for(out), width_of(out), self.positions)


def _text(lines: Iterator[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
