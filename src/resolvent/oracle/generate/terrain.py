"""The map as generators see it: which provinces border which, found by search, no province by name."""

from __future__ import annotations

from collections import deque
from functools import cache

from resolvent.board import Map, Province
from resolvent.board.seas import SeaMap

__all__ = ["Terrain", "terrain"]


class Terrain:
    """What is where on one map.

    Attributes:
        board: the map.
        provinces: every province, in the order of the map.
        land: province -> the provinces that armies reach from it.
        waters: province -> the provinces that fleets reach from any of its coasts.
        shores: sea -> the coastal provinces beside it.
        ferries: the seas with two shores or more, where a convoy has room.
        split: the provinces with several coasts.
        seas: for routes of convoys.
    """

    def __init__(self, board: Map) -> None:
        self.board = board
        self.provinces = tuple(board.provinces.values())
        self.land = {p: frozenset(n.province for n in p.place.army) for p in self.provinces}
        self.waters = {
            p: frozenset(n.province for place in p.places for n in place.fleet) for p in self.provinces
        }
        self.shores = {
            p: frozenset(n for n in self.waters[p] if n.kind == "coastal")
            for p in self.provinces
            if p.kind == "sea"
        }
        self.ferries = tuple(p for p, shores in self.shores.items() if len(shores) > 1)
        self.split = tuple(p for p in self.provinces if p.coasts)
        self.seas = SeaMap(board)

    def around(self, province: Province) -> frozenset[Province]:
        """The provinces beside one, by land or by sea."""
        return self.land[province] | self.waters[province]

    def near(self, province: Province, number: int) -> list[Province]:
        """So many provinces around one, nearest first."""
        found = {province: None}
        edge = deque([province])
        while edge and len(found) < number:
            for other in sorted(self.around(edge.popleft()), key=_index):
                if other not in found:
                    found[other] = None
                    edge.append(other)
        return list(found)[:number]

    def rings(self, size: int, kind: str) -> tuple[tuple[Province, ...], ...]:
        """Closed walks of three or more different provinces, each begun at its first province."""
        return _rings(self, size, kind)


@cache
def _rings(terrain: Terrain, size: int, kind: str) -> tuple[tuple[Province, ...], ...]:
    borders = terrain.land if kind == "A" else terrain.waters
    found: list[tuple[Province, ...]] = []

    def extend(walk: tuple[Province, ...]) -> None:
        if len(walk) == size:
            if walk[0] in borders[walk[-1]]:
                found.append(walk)
            return
        for other in sorted(borders[walk[-1]], key=_index):
            if other.index > walk[0].index and other not in walk:
                extend((*walk, other))

    for province in terrain.provinces:
        if kind == "F" or province.kind != "sea":
            extend((province,))
    return tuple(found)


def _index(province: Province) -> int:
    return province.index


_known: dict[Map, Terrain] = {}


def terrain(board: Map) -> Terrain:
    """The terrain of a map, found once."""
    if board not in _known:
        _known[board] = Terrain(board)
    return _known[board]
