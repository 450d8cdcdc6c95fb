"""Civil disorder from DATC 4.D.8, in plain Python and not from the rule files: small and slow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from resolvent.board import load_map
from tests.referee.geography import geography, linked

__all__ = ["WAYS", "removed"]

Neighbours = Callable[[str], set[str]]
FAR = 99


@cache
def _around(province: str) -> frozenset[str]:
    """All borders of a province, for whatever unit."""
    return geography().land[province] | geography().waters[province]


def _anyhow(place: str) -> set[str]:
    return set(_around(place[:3]))


def _sailing(place: str) -> set[str]:
    return set(geography().sail.get(place, frozenset()))


def _crossing(fleets: frozenset[str]) -> Neighbours:
    """Over land, or from coast to coast over fleets."""

    @cache
    def ferried(province: str) -> frozenset[str]:
        coasts = [p for p, kind in geography().kinds.items() if kind == "coastal" and p != province]
        if geography().kinds[province] != "coastal":
            return frozenset()
        return frozenset(p for p in coasts if linked(province, fleets, p))

    return lambda place: set(geography().land[place[:3]] | ferried(place[:3]))


def _steps(start: str, goals: set[str], near: Neighbours) -> int:
    """Breadth first."""
    edge, seen, steps = {start}, {start}, 0
    while edge:
        if any(place[:3] in goals for place in edge):
            return steps
        edge = set().union(*(near(place) for place in edge)) - seen
        seen |= edge
        steps += 1
    return FAR


def _seas(units: Mapping[str, Sequence[str]], power: str = "") -> frozenset[str]:
    """Where fleets at sea stand: of one power, or of all."""
    standing = [u for p, us in units.items() if power in ("", p) for u in us]
    return frozenset(u[2:] for u in standing if u[0] == "F" and geography().kinds[u[2:5]] == "sea")


ALL_SEAS = frozenset(p for p, kind in geography().kinds.items() if kind == "sea")
WAYS = ("c", "a", "b", "2.5:a", "2.5:b", "2.5:c", "2.5:d", "2.5:e")
"""The choices of 4.D.8 that can be decided."""


def _near(way: str, unit: str, power: str, units: Mapping[str, Sequence[str]]) -> Neighbours:
    if way in ("c", "2.5:e"):
        return _anyhow
    if unit[0] == "F":
        return _sailing
    if way in ("b", "2.5:d"):
        return _anyhow
    return _crossing({"2.5:b": _seas(units, power), "2.5:c": _seas(units)}.get(way, ALL_SEAS))


def removed(
    way: str, power: str, units: Mapping[str, Sequence[str]], centres: Sequence[str], number: int
) -> set[str]:
    """The units of a power that go when nothing is ordered.

    Args:
        way: the choice of 4.D.8.
        power: the power.
        units: power to units, of all powers.
        centres: the centres of the power.
        number: how many units go.
    """
    board = load_map("standard")
    goals = set(centres) if way == "c" else set(board.homes[power])

    def key(unit: str) -> tuple[int, int, str]:
        far = _steps(unit[2:], goals, _near(way, unit, power, units))
        return -far, unit[0] == "A", board.provinces[unit[2:5]].name

    return set(sorted(units[power], key=key)[:number])
