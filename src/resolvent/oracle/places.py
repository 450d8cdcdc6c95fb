"""Simpler places: the same phase somewhere else on the map, where there is less to look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from resolvent.board import Map, Place, Province
from resolvent.errors import InputError
from resolvent.oracle.generate.terrain import terrain
from resolvent.oracle.lines import Line, Lines, Shelf, phase_of
from resolvent.orders import Kind, Order, format_order
from resolvent.records.phase import Phase
from resolvent.resolution.docket import Docket
from resolvent.rules.reading import Reading

__all__ = ["Elsewhere", "Simplicity"]


class Simplicity(NamedTuple):
    """How much there is to look at in the provinces of a phase; the lesser, the simpler.

    Attributes:
        coasts: coasts of the provinces that units stand in or orders name, where there are several.
        coastal: how many of the provinces are coastal, so that armies and fleets both can be there.
        neighbours: how many provinces border on each, added up.
        ids: the ids, in the order in which the lines name them: alphabetical at last.
    """

    coasts: int
    coastal: int
    neighbours: int
    ids: tuple[str, ...]


class Elsewhere:
    """Moves a phase to simpler places, one province at a time.

    A province may give way to another if nothing changes but its name: units can stand there, each order
    is legal that was and illegal that was, for the same reason.

    Args:
        phase: where map, season and language are taken from.
        board: the map.
        reading: the rules that say what is legal.
    """

    def __init__(self, phase: Phase, board: Map, reading: Reading) -> None:
        self.phase = phase
        self.board = board
        self.reading = reading
        self.shelf = Shelf(board, phase.language)
        self._around = {p: terrain(board).around(p) for p in board.provinces.values()}

    def simplicity(self, lines: Lines) -> Simplicity:
        """The measure of some lines."""
        provinces = self._provinces(lines)
        return Simplicity(
            sum(len(p.coasts) for p in provinces),
            sum(p.kind == "coastal" for p in provinces),
            sum(len(self._around[p]) for p in provinces),
            tuple(p.id for p in provinces),
        )

    def simpler(self, lines: Lines) -> Iterator[Lines]:
        """The lines with one province replaced, the simplest first, all strictly simpler than they are."""
        before = self.simplicity(lines)
        moved = [
            (measure, other)
            for old in self._provinces(lines)
            for other in self._moved(lines, old)
            if (measure := self.simplicity(other)) < before
        ]
        legality = self._legality(lines)
        for _, other in sorted(moved) if legality is not None else ():
            if self._legality(other) == legality:
                yield other

    def shorter(self, lines: Lines) -> Iterator[Lines]:
        """The lines without one convoying fleet, its army coming from nearer by or going less far."""
        legality = self._legality(lines)
        if legality is None:
            return
        for number, line in enumerate(lines):
            order = self.shelf.order(line)
            if order is None or order.kind is not Kind.CONVOY:
                continue
            rest = lines[:number] + lines[number + 1 :]
            expected = legality[:number] + legality[number + 1 :]
            for end in (order.destination, order.other):
                for other in self._moved(rest, self.board.places[end].province):
                    if self._legality(other) == expected:
                        yield other

    def _provinces(self, lines: Lines) -> tuple[Province, ...]:
        """The provinces that units stand in or orders name, in the order in which they are named."""
        found: dict[Province, None] = {}
        for line in lines:
            for id in (line.unit.split()[-1], *_named(self.shelf.order(line))):
                place = self.board.find(id)
                if place is not None:
                    found[place.province] = None
        return tuple(found)

    def _moved(self, lines: Lines, old: Province) -> Iterator[Lines]:
        """The lines with a province replaced by each other one that they do not name, where borders allow."""
        named = set(self._provinces(lines))
        bonds = [*self._bonds(lines, old)]
        for new in self.board.provinces.values():
            if new in named or new.coasts:
                continue
            if all(_borders(new, kind, place, out) is was for kind, place, out, was in bonds):
                moved = tuple(self._line(line, old, new) for line in lines)
                if None not in moved:
                    yield tuple(line for line in moved if line is not None)

    def _bonds(self, lines: Lines, old: Province) -> Iterator[tuple[str, Place, bool, bool]]:
        """What units in or bound for a province could do: (type, the other place, going out, could).

        This only saves time: most provinces lie elsewhere, and whether orders are legal is asked later.
        """
        for line in lines:
            order = self.shelf.order(line)
            goal = "" if order is None else order.destination or order.other
            if order is None or not goal or order.kind is Kind.CONVOY:
                continue
            kind, start = line.unit.split()
            here, there = self.board.places[start], self.board.places[goal]
            reach = {p.province for p in (here.army if kind == "A" else here.fleet)}
            if here.province is old and there.province is not old:
                yield kind, there, True, there.province in reach
            elif there.province is old and here.province is not old:
                yield kind, here, False, old in reach

    def _line(self, line: Line, old: Province, new: Province) -> Line | None:
        """A line with a province replaced; ``None`` if it cannot be said without losing something."""
        places: Mapping[str, str] = {place.id: new.id for place in old.places}
        kind, start = line.unit.split()
        order = self.shelf.order(line)
        unit = f"{kind} {places.get(start, start)}"
        if places.keys().isdisjoint(_named(order)):
            return line if unit == line.unit else None if line.text else line._replace(unit=unit)
        assert order is not None
        if format_order(order) != line.text:
            return None
        changed = msgspec.structs.replace(
            order,
            location=places.get(order.location, order.location),
            destination=places.get(order.destination, order.destination),
            other=places.get(order.other, order.other),
        )
        return Line(line.power, unit, format_order(changed))

    def _legality(self, lines: Lines) -> tuple[tuple[str, str], ...] | None:
        """Line by line whether its order is legal, and why not; ``None`` if the units cannot stand there."""
        try:
            sheets = Docket(phase_of(lines, self.phase), self.board).judged(self.reading).sheets
        except InputError:
            return None
        told = {s.unit.name: (str(s.outcome), str(s.reason)) for s in sheets}
        return tuple(told.get(line.unit, ("", "")) for line in lines)


def _named(order: Order | None) -> list[str]:
    """The places an order names."""
    if order is None:
        return []
    return [id for id in (order.location, order.destination, order.other, *order.route) if id]


def _borders(new: Province, kind: str, other: Place, out: bool) -> bool:
    """Whether a unit of a type could go by itself, out of the new province or into it."""
    start, end = (new.place, other.province) if out else (other, new)
    return end in {p.province for p in (start.army if kind == "A" else start.fleet)}
