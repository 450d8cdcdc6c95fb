"""A position: the units of one phase on their map, ready for rules to ask about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from resolvent.board.map import Map
from resolvent.board.province import Province
from resolvent.board.seas import SeaMap, Seas
from resolvent.orders.entities import Unit
from resolvent.records.units import Placed, place_units

__all__ = ["Position", "unit_of"]


class _Shared:
    """What all positions on one map share: its seas, and one object for each unit it can hold."""

    def __init__(self, board: Map) -> None:
        self.seas = SeaMap(board)
        self.units: dict[Placed, Unit] = {}


_shared: dict[Map, _Shared] = {}


def unit_of(placed: Placed, board: Map) -> Unit:
    """The unit as rules see it, one object for each map.

    Args:
        placed: a unit on the board, or one that may be put there.
        board: the map.
    """
    shared = _shared.get(board)
    if shared is None:
        shared = _shared[board] = _Shared(board)
    unit = shared.units.get(placed)
    if unit is None:
        unit = shared.units[placed] = Unit(placed.power, placed.unit, placed.place)
    return unit


class Position:
    """Units on a map.

    Args:
        units: power to units, ``{"FRANCE": ("A PAR", "F SPA/NC")}``, in any order.
        board: the map.

    Attributes:
        board: the map.
        units: the units by power and then by province, whatever order they were given in.
        at: province -> a tuple with the unit there.
        seas: the fleets at sea and their routes.

    Raises:
        InputError: a power or place is unknown, a unit cannot be where it is, or two are in one province.
    """

    __slots__ = ("at", "board", "seas", "units")

    def __init__(self, units: Mapping[str, Sequence[str]], board: Map) -> None:
        shared = _shared.get(board)
        if shared is None:
            shared = _shared[board] = _Shared(board)
        known = shared.units
        found: list[Unit] = []
        for placed in place_units(units, board):
            unit = known.get(placed)
            if unit is None:
                unit = known[placed] = Unit(placed.power, placed.unit, placed.place)
            found.append(unit)
        self.board = board
        self.units = tuple(found)
        self.at: dict[Province, tuple[Unit, ...]] = {u.province: (u,) for u in found}
        self.seas = Seas(shared.seas, [u.province for u in found if u.fleet and u.province.kind == "sea"])
