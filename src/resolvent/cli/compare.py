"""``resolvent compare``"""

from __future__ import annotations

import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any, Literal, TextIO

import msgspec
from cyclopts import App, Parameter

from resolvent.cli import DONE, FINDING
from resolvent.cli.comparison_text import ComparisonStyle, difference_lines, write_totals
from resolvent.cli.options import DASH, Flag, Output
from resolvent.cli.paint import paint_for, width_of
from resolvent.cli.progress import counted
from resolvent.cli.streams import open_either, open_output, read_text_phase
from resolvent.compare.comparison import PhaseDifference, Totals
from resolvent.compare.page import page_lines, phase_section
from resolvent.compare.parallel import Compared, compare_lines
from resolvent.errors import InputError
from resolvent.explain.page import MOST_PICTURES
from resolvent.records.json_lines import read_lines
from resolvent.rules.reading import Reading, load_reading
from resolvent.rules.rulebook import rulebook_names

__all__ = ["app"]

app = App(
    name="compare",
    help_epilogue="""\
Examples::

  resolvent compare datc 1971 1982 2000 2023 examples/pandin.txt
  resolvent compare datc house.toml games.jsonl --jobs 4 --format html -o report.html
  resolvent compare 2000 2023 - --format json < games.jsonl

Exit status: 0 the readings resolve every phase alike; 1 they do not; 2 the input or a rulebook cannot be \
used: standard error says why and where, and the differences found so far stand.""",
)


@app.default
def compare(
    *arguments: Annotated[str, Parameter(name="RULES RULES... FILE")],
    jobs: int = 1,
    format: Literal["text", "json", "html"] = "text",
    totals: Annotated[Flag, Parameter(name="--totals")] = False,
    output: Output = DASH,
) -> int:
    """Resolve phases under several rulebooks, and tell where they differ and which choice is the reason.

    The file holds order text, one phase as JSON, or JSON Lines, a phase on each line; it is read as a
    stream. Phases that are no movement phases are left out and counted. The first rulebook is the one
    the others are compared with; the choices that make one of them differ are found by making them in
    the first, one at a time.

    Args:
        arguments: Two or more rulebooks (a name, or a .toml file), and the file of phases; - is standard
            input.
        jobs: Processes to work on it. The output does not depend on it.
        format: Text for people; JSON Lines, a phase that differs on each and the totals on the last; or
            one HTML page.
        totals: Tell the totals only.
    """
    *rules, file = _rules_and_file(arguments)
    if jobs < 1:
        raise InputError(f"must be at least 1, not {jobs}", "--jobs")
    readings = [load_reading(name) for name in rules]
    with open_either(file) as (stream, shown, json), open_output(output) as out:
        lines = read_lines(stream, shown) if json else iter([(1, read_text_phase(stream, shown))])
        compared = counted(compare_lines(lines, rules, shown, jobs), "phases", out.isatty())
        with closing(_WRITERS[format](readings, shown, json, out)) as writer:
            counts = _written(compared, writer, totals)
    return FINDING if counts.differing else DONE


def _written(compared: Iterable[Compared], writer: _Writer, totals: bool) -> Totals:
    """Write what is found, as it is found; only the totals, if that is wanted."""
    counts = Totals()
    for one in compared:
        if one.compared:
            counts.add(one.difference)
        else:
            counts.left_out += 1
        if one.difference is not None and not totals:
            writer.difference(one.difference, one.line)
    writer.end(counts)
    return counts


def _rules_and_file(arguments: Sequence[str]) -> Sequence[str]:
    """The arguments, if they can be two rulebooks or more and a file."""
    if len(set(arguments[:-1])) < 2:
        raise InputError("to compare takes two rulebooks or more, and then a file of phases; see --help")
    file = arguments[-1]
    if file in rulebook_names() and not Path(file).exists():
        raise InputError(f"'{file}' is a rulebook; the last argument is the file of phases, or -")
    return arguments


class _Writer(ABC):
    """Writes what is found.

    Args:
        readings: the readings that are compared.
        source: the name of the input.
        lines: the input has lines that are worth naming.
        out: where to.
    """

    def __init__(self, readings: Sequence[Reading], source: str, lines: bool, out: TextIO) -> None:
        self.readings = tuple({reading.name: reading for reading in readings}.values())
        self.source = source
        self.lines = lines
        self.out = out

    @abstractmethod
    def difference(self, found: PhaseDifference, line: int) -> None:
        """Write a phase that differs."""

    @abstractmethod
    def end(self, counts: Totals) -> None:
        """Write the totals."""

    def close(self) -> None:  # noqa: B027 - only one of the writers has anything to let go of
        """Let go of what was needed for writing."""

    def place(self, line: int) -> str:
        """``"games.jsonl, line 17"``"""
        return f"{self.source}, line {line}" if self.lines else self.source


class _Text(_Writer):
    """For people."""

    @property
    def style(self) -> ComparisonStyle:
        return ComparisonStyle(self.readings, paint_for(self.out), width_of(self.out))

    def difference(self, found: PhaseDifference, line: int) -> None:
        lines = difference_lines(found, self.place(line), self.style)
        self.out.writelines(f"{text}\n" for text in lines)
        self.out.flush()

    def end(self, counts: Totals) -> None:
        write_totals(counts, self.style, self.out)


class _Json(_Writer):
    """JSON Lines."""

    def difference(self, found: PhaseDifference, line: int) -> None:
        self.record({"line": line, **found.to_dict()})
        self.out.flush()

    def end(self, counts: Totals) -> None:
        names = [reading.name for reading in self.readings]
        self.record({"totals": {"rules": names, **counts.to_dict()}})

    def record(self, record: dict[str, Any]) -> None:
        self.out.write(msgspec.json.encode(record).decode() + "\n")


class _Html(_Writer):
    """One page; its phases wait in a file, since the totals stand before them."""

    def __init__(self, readings: Sequence[Reading], source: str, lines: bool, out: TextIO) -> None:
        super().__init__(readings, source, lines, out)
        self.phases = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115
        self.pictures = 0

    def difference(self, found: PhaseDifference, line: int) -> None:
        drawn = self.pictures < MOST_PICTURES
        self.pictures += drawn
        self.phases.write(phase_section(found, self.place(line), self.readings, drawn))

    def end(self, counts: Totals) -> None:
        self.phases.seek(0)
        self.out.writelines(page_lines(self.readings, self.source, counts, self.phases))

    def close(self) -> None:
        self.phases.close()


_WRITERS: dict[str, type[_Writer]] = {"text": _Text, "json": _Json, "html": _Html}
