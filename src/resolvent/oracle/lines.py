"""A phase as lines: one unit with what is written for it, which shrinking drops, changes and moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from resolvent.board import Map
from resolvent.orders import Kind, Order, Unreadable, format_order, order_reader
from resolvent.orders.language import load_language
from resolvent.records.phase import Phase

__all__ = ["Line", "Lines", "Shelf", "lines_of", "phase_of"]


class Line(NamedTuple):
    """One unit with what is written for it; ``text`` is ``None`` where nothing is."""

    power: str
    unit: str
    text: str | None

    @property
    def hold(self) -> str:
        """``"A PAR H"``"""
        return f"{self.unit} H"


Lines = tuple[Line, ...]


def lines_of(phase: Phase) -> Lines:
    """The units of a phase, each with its order; a text that is for no unit of its power is left out.

    Args:
        phase: any phase; of several order sets the last counts.
    """
    found = []
    for power, units in phase.units.items():
        sets = phase.order_sets(power)
        texts = {" ".join(text.split()[:2]).upper(): text for text in (sets[-1] if sets else ())}
        found += [Line(power, unit, texts.get(unit.upper())) for unit in units]
    return tuple(found)


def phase_of(lines: Sequence[Line], phase: Phase) -> Phase:
    """The lines as a phase again, on the map, in the season and the language of another.

    Args:
        lines: the units.
        phase: where map, season and language are taken from.
    """
    units: dict[str, list[str]] = {}
    orders: dict[str, list[str]] = {}
    for line in lines:
        units.setdefault(line.power, []).append(line.unit)
        if line.text is not None:
            orders.setdefault(line.power, []).append(line.text)
    return Phase(
        phase.map,
        phase.phase,
        {power: tuple(units[power]) for power in sorted(units)},
        {power: tuple(orders[power]) for power in sorted(orders)},
        language=phase.language,
    )


class Shelf:
    """What the lines of one phase say, read once: their orders on their map.

    Args:
        board: the map.
        language: the language of the orders; English if empty.
    """

    def __init__(self, board: Map, language: str = "") -> None:
        self.board = board
        self._read = order_reader(board, "M", load_language(language) if language else None)

    def order(self, line: Line) -> Order | None:
        """The order of a line; ``None`` if nothing is written, or nothing that can be read."""
        read = self._read[line.text] if line.text is not None else None
        return None if isinstance(read, Unreadable) else read

    def simpler(self, line: Line) -> list[Line]:
        """The line with a simpler order, the simplest first: see `weight`."""
        order = self.order(line)
        if line.text is None or line.text == line.hold:
            return []
        found = [line.hold]
        if order is not None and order.kind is Kind.MOVE:
            plain = Order(Kind.MOVE, order.unit, order.location, order.destination)
            found.append(format_order(plain))
        elif order is not None and order.kind is Kind.SUPPORT and order.destination:
            found.append(format_order(Order(Kind.MOVE, order.unit, order.location, order.destination)))
            found.append(_to_hold(order))
        lines = [line._replace(text=text) for text in dict.fromkeys(found)]
        return [other for other in lines if self.weight(other) < self.weight(line)]

    def goal(self, line: Line) -> str:
        """Where a line moves; empty if it does not."""
        order = self.order(line)
        return order.destination if order is not None and order.kind is Kind.MOVE else ""

    def staying(self, line: Line, mover: Line) -> Line:
        """A line as it is if one that moves holds: that one holds, and supports for its move are to hold."""
        if line is mover:
            return line._replace(text=line.hold)
        order, goal = self.order(line), self.goal(mover)
        if order is None or order.kind is not Kind.SUPPORT or order.destination != goal:
            return line
        if order.other != mover.unit.split()[-1]:
            return line
        return line._replace(text=_to_hold(order))

    def weight(self, line: Line) -> int:
        """How much an order asks of a reader: a hold 0, a move 1, by a named way 2, a convoy or a support
        to hold 2, a support to move 3; what cannot be read 4."""
        order = self.order(line)
        if line.text is None or line.text == line.hold:
            return 0
        if order is None:
            return 4
        if order.kind is Kind.MOVE:
            return 1 if format_order(order) == line.text and not order.via else 2
        return {Kind.HOLD: 1, Kind.CONVOY: 2, Kind.SUPPORT: 3 if order.destination else 2}.get(order.kind, 4)


def _to_hold(support: Order) -> str:
    """A support for a move as one to hold."""
    return format_order(
        Order(
            Kind.SUPPORT, support.unit, support.location, other=support.other, other_unit=support.other_unit
        )
    )
