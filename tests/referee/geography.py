"""The standard map as ids: the only thing the referee takes from the package."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from resolvent.board import load_map


class Geography(NamedTuple):
    """The standard map as ids.

    Attributes:
        kinds: province to ``"inland"``, ``"coastal"`` or ``"sea"``.
        coasts: province to the coasts of it, ``("",)`` where there is but one.
        land: province to the provinces an army there borders.
        sail: place to the places a fleet there borders.
        waters: province to the provinces that border it for fleets, whatever the coast.
    """

    kinds: dict[str, str]
    coasts: dict[str, tuple[str, ...]]
    land: dict[str, frozenset[str]]
    sail: dict[str, frozenset[str]]
    waters: dict[str, frozenset[str]]


@cache
def geography() -> Geography:
    """Read the standard map once."""
    provinces = load_map("standard").provinces
    coasts = {p: tuple(c.coast for c in x.coasts) or ("",) for p, x in sorted(provinces.items())}
    berths = {p: x.coasts or (x.place,) for p, x in provinces.items()}
    return Geography(
        kinds={p: provinces[p].kind for p in coasts},
        coasts=coasts,
        land={p: frozenset(n.province.id for n in provinces[p].place.army) for p in coasts},
        sail={b.id: frozenset(n.id for n in b.fleet) for p in coasts for b in berths[p]},
        waters={p: frozenset(n.province.id for b in berths[p] for n in b.fleet) for p in coasts},
    )


def place_id(province: str, coast: str) -> str:
    """``place_id("SPA", "NC") == "SPA/NC"``."""
    return f"{province}/{coast}" if coast else province


def linked(origin: str, fleets: Iterable[str], destination: str) -> bool:
    """Whether some of the fleets make a chain from origin to destination; at least one is needed."""
    waters = geography().waters
    left = set(fleets)
    reached = {origin}
    chain: set[str] = set()
    while reached:
        reached = {f for f in left if not waters[f].isdisjoint(reached)}
        chain |= reached
        left -= reached
    return not waters[destination].isdisjoint(chain)
