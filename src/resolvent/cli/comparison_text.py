"""How readings differ, as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TextIO

from resolvent.board import load_map
from resolvent.cli.paint import Paint
from resolvent.cli.prose import wrap
from resolvent.cli.tables import write_table
from resolvent.compare.comparison import PhaseDifference, Totals
from resolvent.compare.sides import (
    Said,
    by_choice,
    causes,
    retreat_sides,
    sides,
    totals_sentence,
    units_retreating,
)
from resolvent.explain.sentences import phase_title
from resolvent.rules.reading import Reading

__all__ = ["ComparisonStyle", "difference_lines", "write_totals"]


@dataclass(frozen=True)
class ComparisonStyle:
    """How to write.

    Attributes:
        readings: the readings that are compared, for their choices.
        paint: how to colour.
        width: columns to wrap prose at.
    """

    readings: Sequence[Reading]
    paint: Paint
    width: int


def difference_lines(found: PhaseDifference, place: str, style: ComparisonStyle) -> Iterator[str]:
    """One phase that readings resolve differently, line by line.

    Args:
        found: how they differ.
        place: where the phase stands, ``"games.jsonl, line 17"``.
        style: how to write.

    Yields:
        Lines without an end.
    """
    board = load_map(found.map)
    yield style.paint(f"== {place}: {phase_title(found.phase)} ({found.phase}, map {found.map})", "heading")
    for order in found.orders:
        yield f"{board.power_names.get(order.power, order.power)}: {order.order}"
        yield from _said(sides(order, board), style)
    for unit in units_retreating(found):
        yield f"Retreats of {unit}"
        yield from _said(retreat_sides(found, unit, board), style)
    if not found.orders and not found.retreats:
        yield "Only which provinces count as contested differs."
    if not found.boards:
        yield style.paint("The board is the same.", "dim")
    for cause in causes(found, style.readings):
        yield from wrap(f"Because of {cause.words}", style.width)
        yield from _said(cause.choices, style)
    yield ""


def _said(said: Iterable[Said], style: ComparisonStyle) -> Iterator[str]:
    """Readings in one column, what they say in the next."""
    rows = [(", ".join(s.readings), s) for s in said]
    limit = style.width // 2
    column = max([len(names) for names, _ in rows if len(names) <= limit], default=2)
    indent = " " * (column + 4)
    for names, side in rows:
        first, *more = wrap(side.words, style.width - len(indent)) or [""]
        colour = side.outcome or "dim"
        if len(names) > column:
            yield f"  {names}"
            names = ""
        yield f"  {names:<{column}}  {style.paint(first, colour)}".rstrip()
        yield from (f"{indent}{style.paint(line, colour)}" for line in more)


def write_totals(totals: Totals, style: ComparisonStyle, out: TextIO) -> None:
    """The counts over all phases, as sentences and tables.

    Args:
        totals: the counts.
        style: how to write.
        out: where to.
    """
    first, *others = style.readings
    out.writelines(f"{line}\n" for line in wrap(totals_sentence(totals), style.width))
    out.write("\n")
    rows = [
        [r.name, r.title, totals.by_reading.get(r.name, 0), totals.boards_by_reading.get(r.name, 0)]
        for r in others
    ]
    write_table(out, ["reading", "title", f"differs from {first.name}", "on the board"], rows)
    responsible = by_choice(totals, style.readings)
    if responsible:
        out.write("\n")
        write_table(out, ["reading", "because of", "phases", "question"], responsible)
