"""Orders of a record: into the notation, and apart again for formats that write them otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import msgspec

from resolvent.board import Map, load_map
from resolvent.board.entries import map_names
from resolvent.errors import InputError, MapError
from resolvent.orders import Kind, Order, Unreadable, format_order, order_reader
from resolvent.orders.grammar import Season
from resolvent.records.game import Aftermath, ByPower, DislodgedUnits, GameRecord, RecordedPhase
from resolvent.records.sightings import Sightings
from resolvent.records.units import unit_fault

__all__ = [
    "Standing",
    "Stands",
    "board_for",
    "board_of",
    "canonical",
    "convoy_route",
    "dislodged_units",
    "find_place",
    "only_set",
    "parsed_orders",
    "power_at",
    "province_of",
    "units_of_orders",
]


class Stands(NamedTuple):
    """A unit of a board.

    Attributes:
        power: whose it is.
        unit: ``"F SPA/NC"``.
    """

    power: str
    unit: str

    @property
    def kind(self) -> str:
        """``"A"`` or ``"F"``."""
        return self.unit[:1]

    @property
    def place(self) -> str:
        """The id of the place, with its coast."""
        return self.unit[2:]


def board_of(map: str) -> Map:
    """The map that a record names; only maps of the package, never a file that a record points to.

    Args:
        map: the name of a map.

    Raises:
        MapError: no map of the package has that name.
    """
    if map not in map_names():
        raise MapError(f"there is no map {map[:40]!r}; the maps are: {', '.join(map_names())}")
    return load_map(map)


def board_for(record: GameRecord) -> Map:
    """The map of a record that is to be written, after making sure that its units are on it.

    Args:
        record: any record.

    Raises:
        MapError: no map of the package has that name.
        InputError: a power, unit or place of the record is not on the map, or not written like the
            map writes it.
    """
    board = board_of(record.map)
    for phase in record.phases:
        after = phase.after or Aftermath()
        for units in (phase.units, after.units, *map(dislodged_units, (phase.dislodged, after.dislodged))):
            for power, own in (units or {}).items():
                _check(power, own, _is_unit, "unit", board, phase)
        for centers in (phase.centers, after.centers):
            for power, own in (centers or {}).items():
                _check(power, own, lambda board, text: text in board.provinces, "centre", board, phase)
        for units_of in ((phase.dislodged or {}), (after.dislodged or {})):
            for power, told in units_of.items():
                goals = [goal for known in told.values() for goal in known.retreats or ()]
                _check(power, goals, lambda board, text: text in board.places, "place", board, phase)
        for power in phase.orders:
            _check(power, (), _is_unit, "unit", board, phase)
    return board


def _is_unit(board: Map, text: str) -> bool:
    place = board.places.get(text[2:])
    return place is not None and text[:2] in ("A ", "F ") and not unit_fault(text[0], place)


def _check(
    power: str,
    texts: Iterable[str],
    good: Callable[[Map, str], bool],
    noun: str,
    board: Map,
    phase: RecordedPhase,
) -> None:
    if power not in board.power_names:
        raise InputError(f"{power[:40]!r} is no power of the map {board.name!r}", phase.name)
    for text in texts:
        if not good(board, text):
            raise InputError(
                f"{text[:40]!r} is no {noun} of the map {board.name!r}", f"{phase.name}: {power}"
            )


def province_of(place: str) -> str:
    """The province of a place: ``"SPA"`` for ``"SPA/NC"``."""
    return place.partition("/")[0]


class Standing(dict[str, Stands]):
    """Province to the unit in it.

    Args:
        units: power to units, written like ``"F SPA/NC"``; entries that are no units are left out.
    """

    def __init__(self, *units: ByPower | None) -> None:
        super().__init__(
            (province_of(text[2:]), Stands(power, text))
            for by_power in units
            for power, texts in (by_power or {}).items()
            for text in texts
            if text[:2] in ("A ", "F ")
        )

    def complete(self, order: Order) -> Order:
        """Fill in what an order leaves out of the units it names: types, coasts of fleets.

        Args:
            order: any order.

        Returns:
            The order; a unit that stands nowhere stays as it was named.
        """
        changes: dict[str, str] = {}
        own = self.get(province_of(order.location))
        if own is not None and order.kind is not Kind.BUILD and order.unit in ("", own.kind):
            changes |= {"unit": own.kind, "location": own.place}
        other = self.get(province_of(order.other)) if order.other else None
        if other is not None and order.other_unit in ("", other.kind):
            changes |= {"other_unit": other.kind, "other": other.place}
        return msgspec.structs.replace(order, **changes) if changes else order


def dislodged_units(dislodged: DislodgedUnits | None) -> ByPower:
    """The dislodged units as if they stood."""
    return {power: tuple(units) for power, units in (dislodged or {}).items()}


def canonical(text: str, board: Map, season: Season) -> str:
    """An order in the notation, where the notation says all that was written.

    Args:
        text: an order as written.
        board: the map.
        season: how it is to be read.

    Returns:
        The notation; the text itself if it is no order, or names a route or a nationality.
    """
    reader = order_reader(board, season)
    order = reader[text]
    if isinstance(order, Unreadable):
        return text
    written = format_order(order)
    return written if reader[written] == order else text


def only_set(phase: RecordedPhase, power: str) -> tuple[str, ...]:
    """The orders of a power, for formats that know one set only.

    Raises:
        InputError: the power handed in several sets.
    """
    orders = phase.orders.get(power, ())
    if orders and not isinstance(orders[0], str):
        if len(orders) > 1:
            raise InputError("a power handed in several sets of orders", f"{phase.name}: {power}")
        return phase.order_texts(power)
    return tuple(text for text in orders if isinstance(text, str))


def parsed_orders(phase: RecordedPhase, board: Map) -> Iterator[tuple[str, str, Order]]:
    """The orders of a phase, read and completed, for formats with a notation of their own.

    Args:
        phase: a phase of a record.
        board: its map.

    Yields:
        Power, the text, the order.

    Raises:
        InputError: an order cannot be read, or a power has several sets of orders.
    """
    ordered = dislodged_units(phase.dislodged) if phase.type == "R" else phase.units
    standing = Standing(ordered)
    reader = order_reader(board, phase.season)
    for power in phase.orders:
        for text in only_set(phase, power):
            order = reader[text]
            if isinstance(order, Unreadable):
                shown = text if len(text) <= 40 else f"{text[:40]}…"
                raise InputError(f"{shown!r} is no order: {order.why}", f"{phase.name}: {power}")
            yield power, text, standing.complete(order)


def units_of_orders(orders: Iterable[tuple[str, Order]], board: Map, place: str) -> ByPower:
    """The units that orders speak of.

    Args:
        orders: power and order.
        board: the map.
        place: where the orders stand, for messages.

    Raises:
        InputError: the orders contradict each other about a unit.
    """
    seen = Sightings(board)
    for power, order in orders:
        seen.order(power, order, 0)
    try:
        return seen.units()
    except InputError as error:
        raise InputError(error.message, place) from None


def find_place(text: str, board: Map, place: str) -> str:
    """Find a place by any usual spelling.

    Raises:
        InputError: there is none.
    """
    found = board.find(text.strip())
    if found is None:
        raise InputError(f"{text.strip()[:40]!r} is no place of the map {board.name!r}", place)
    return found.id


def power_at(text: str, board: Map, place: str) -> str:
    """Find a power by any usual spelling.

    Raises:
        InputError: there is none.
    """
    found = board.find_power(text.strip())
    if found is None:
        raise InputError(f"{text.strip()[:40]!r} is no power of the map {board.name!r}", place)
    return found


def convoy_route(order: Order, convoys: Iterable[Order] | None, board: Map) -> tuple[str, ...]:
    """The sea provinces of a shortest way for a convoyed army.

    Args:
        order: the army's move.
        convoys: the convoy orders of the phase, of which those for this move count; ``None``: as if
            there were fleets in every sea.
        board: the map.

    Returns:
        The provinces in order; empty if there is no way.
    """
    start, goal = province_of(order.location), province_of(order.destination)
    seas = {id for id, province in board.provinces.items() if province.kind == "sea"}
    if convoys is not None:
        seas &= {
            province_of(c.location)
            for c in convoys
            if (province_of(c.other), province_of(c.destination)) == (start, goal)
        }
    ways: list[tuple[str, ...]] = [(sea,) for sea in sorted(seas & _beside(start, board))]
    seen = {way[0] for way in ways}
    for way in ways:
        around = _beside(way[-1], board)
        if goal in around:
            return way
        ways += [(*way, sea) for sea in sorted(seas & around - seen)]
        seen |= seas & around
    return ()


def _beside(province: str, board: Map) -> set[str]:
    found = board.provinces.get(province)
    return {p.province.id for place in (found.places if found else ()) for p in place.fleet}
