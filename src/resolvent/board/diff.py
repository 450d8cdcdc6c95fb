"""The differences of two maps, entry by entry; the order of lists means nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from resolvent.board.entries import MapEntries, PowerEntry, ProvinceEntry
from resolvent.board.map import Map
from resolvent.board.names import fold

__all__ = ["MapDifference", "diff_maps"]


class MapDifference(msgspec.Struct, frozen=True):
    """One entry in which two maps differ.

    Attributes:
        entry: the entry of the map file, ``"provinces.SPA.army"``.
        only_a: what only the first map has there, sorted.
        only_b: what only the second map has there.
    """

    entry: str
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]

    def __str__(self) -> str:
        parts = [f"- {item}" for item in self.only_a] + [f"+ {item}" for item in self.only_b]
        return f"{self.entry}: {', '.join(parts)}"


Facts = Iterator[tuple[str, frozenset[str]]]


def diff_maps(a: Map | MapEntries, b: Map | MapEntries, spellings: bool = True) -> list[MapDifference]:
    """Compare two maps.

    Args:
        a: a map, or the entries of one.
        b: another.
        spellings: names, adjectives and other spellings count too, and not the board alone.

    Returns:
        The differences in the order of the first map; empty if there are none.
    """
    first = dict(_facts(a.entries if isinstance(a, Map) else a, spellings))
    second = dict(_facts(b.entries if isinstance(b, Map) else b, spellings))
    found = []
    for entry in [*first, *(e for e in second if e not in first)]:
        left, right = first.get(entry, frozenset()), second.get(entry, frozenset())
        if left != right:
            found.append(MapDifference(entry, tuple(sorted(left - right)), tuple(sorted(right - left))))
    return found


def _facts(map: MapEntries, spellings: bool) -> Facts:
    """Entry to the facts in it; what is missing is no fact."""
    yield "powers", frozenset(map.powers)
    yield "provinces", frozenset(map.provinces)
    for id, power in map.powers.items():
        yield from _power(f"powers.{id}", power, spellings)
    for id, province in map.provinces.items():
        yield from _province(f"provinces.{id}", province, spellings)
    if spellings:
        yield from ((f"unclear.{fold(key)}", frozenset(ids.split())) for key, ids in map.unclear.items())


def _power(entry: str, power: PowerEntry, spellings: bool) -> Facts:
    yield f"{entry}.homes", frozenset(power.homes.split())
    yield f"{entry}.units", _words(power.units)
    if spellings:
        yield f"{entry}.name", frozenset({power.name})
        yield f"{entry}.adjective", frozenset({power.adjective} - {""})
        yield f"{entry}.aliases", _spellings(power.aliases)


def _province(entry: str, province: ProvinceEntry, spellings: bool) -> Facts:
    yield f"{entry}.kind", frozenset({province.kind})
    yield f"{entry}.centre", frozenset({"centre"} if province.centre else ())
    yield f"{entry}.army", frozenset(province.army.split())
    yield f"{entry}.fleet", frozenset(province.fleet.split())
    for coast, borders in province.coasts.items():
        yield f"{entry}.coasts.{coast}", frozenset(borders.split())
    yield f"{entry}.default_coast", frozenset({province.default_coast} - {""})
    yield f"{entry}.coast_aliases", _pairs(province.coast_aliases)
    if spellings:
        yield f"{entry}.name", frozenset({province.name})
        yield f"{entry}.aliases", _spellings(province.aliases)


def _words(text: str) -> frozenset[str]:
    return frozenset(word.strip() for word in text.split(",") if word.strip())


def _spellings(text: str) -> frozenset[str]:
    return frozenset(folded for word in text.split(",") if (folded := fold(word)))


def _pairs(table: Mapping[str, str]) -> frozenset[str]:
    return frozenset(f"{key} for {value}" for key, value in table.items())
