"""Which units orders speak of, where nobody has listed them."""

from __future__ import annotations

from typing import NamedTuple

from resolvent.board import Map, Place
from resolvent.errors import InputError
from resolvent.orders import Kind, Order
from resolvent.records.units import unit_fault

__all__ = ["Sightings"]


class _Sighting(NamedTuple):
    power: str
    unit: str
    place: Place
    line: int


class Sightings:
    """Collects units from orders and settles what single orders leave out."""

    def __init__(self, board: Map) -> None:
        self.board = board
        self.own: dict[str, list[_Sighting]] = {}  # by province: what the unit's own orders say
        self.mentions: dict[str, list[tuple[str, Place]]] = {}  # and what supports and convoys say

    def order(self, power: str, order: Order, line: int) -> None:
        """Take down the units of an order.

        Args:
            power: who gives it.
            order: the order.
            line: the line it stands on, for messages.
        """
        if order.kind in (Kind.BUILD, Kind.WAIVE):
            return
        self.unit(power, order.unit, order.location, line)
        if order.other:
            place = self.board.places[order.other]
            self.mentions.setdefault(place.province.id, []).append((order.other_unit, place))

    def unit(self, power: str, unit: str, location: str, line: int) -> None:
        """Take down a unit.

        Args:
            power: whose it is.
            unit: ``"A"``, ``"F"`` or ``""``.
            location: the id of its place.
            line: the line it stands on, for messages.
        """
        place = self.board.places[location]
        self.own.setdefault(place.province.id, []).append(_Sighting(power, unit, place, line))

    def units(self) -> dict[str, tuple[str, ...]]:
        """Settle which units there are.

        Returns:
            Power to units, in the order they were first seen.

        Raises:
            InputError: two powers name a unit in one province, its type or coast is contradicted
                or said nowhere, or it cannot be there; ``place`` is ``line 3``.
        """
        found: dict[str, list[str]] = {}
        for province, sightings in self.own.items():
            power = self._power(province, sightings)
            kind = self._kind(province, sightings)
            place = self._place(province, sightings, kind)
            fault = unit_fault(kind, place)
            if fault:
                raise InputError(f"'{kind} {place.id}' is impossible: {fault}", f"line {sightings[0].line}")
            found.setdefault(power, []).append(f"{kind} {place.id}")
        return {power: tuple(units) for power, units in found.items()}

    def _power(self, province: str, sightings: list[_Sighting]) -> str:
        first = sightings[0]
        for other in sightings:
            if other.power != first.power:
                message = f"{other.power} and {first.power} both order a unit in {province}; list the units"
                raise InputError(f"{message} in a section UNITS", f"line {other.line}")
        return first.power

    def _kind(self, province: str, sightings: list[_Sighting]) -> str:
        typed = [s for s in sightings if s.unit]
        for other in typed:
            if other.unit != typed[0].unit:
                raise InputError(f"army and fleet are both ordered in {province}", f"line {other.line}")
        if typed:
            return typed[0].unit
        kind = self.board.provinces[province].kind
        if kind != "coastal":
            return "F" if kind == "sea" else "A"
        mentioned = {unit for unit, _ in self.mentions.get(province, []) if unit}
        if len(mentioned) != 1:
            message = f"nothing says whether the unit in {province} is an army or a fleet"
            raise InputError(message, f"line {sightings[0].line}")
        return mentioned.pop()

    def _place(self, province: str, sightings: list[_Sighting], kind: str) -> Place:
        board = self.board.provinces[province]
        if kind == "A" or not board.coasts:
            return board.place
        named = [(s.place, s.line) for s in sightings if s.place.coast]
        for place, line in named:
            if place is not named[0][0]:
                raise InputError(f"the fleet in {province} is ordered on two coasts", f"line {line}")
        if named:
            return named[0][0]
        mentioned = {place for _, place in self.mentions.get(province, []) if place.coast}
        return mentioned.pop() if len(mentioned) == 1 else board.place
