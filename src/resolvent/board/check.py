"""Does a map make sense?  Every fault is named with the entry of the map file it is in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from resolvent.board.entries import MapEntries, ProvinceEntry, map_file, read_entries
from resolvent.board.load import build_map
from resolvent.board.map import Map
from resolvent.board.names import fold
from resolvent.errors import MapError

__all__ = ["Problem", "check_entries", "check_map"]

_UNIT = re.compile(r"([AF]) ([^/\s]+)(/[NSEW]C)?")


class Problem(msgspec.Struct, frozen=True):
    """A fault of a map.

    Attributes:
        entry: the entry of the map file, ``"provinces.SPA.coasts.NC"``.
        message: one sentence in lower case.
    """

    entry: str
    message: str

    def __str__(self) -> str:
        return f"{self.entry}: {self.message}"


def check_map(map: Map | str | Path) -> list[Problem]:
    """Look for faults in a map.

    Args:
        map: a map, the name of a map of the package, or the path of a map file.

    Returns:
        All faults found, in the order of the file; empty if there are none.  A file that cannot
        be read at all is one fault.
    """
    try:
        entries = map.entries if isinstance(map, Map) else read_entries(map_file(map))
    except MapError as error:
        return [Problem(error.place, error.message)]
    return check_entries(entries)


def check_entries(entries: MapEntries) -> list[Problem]:
    """Look for faults in the entries of a map; see `check_map`."""
    problems = [problem for check in _CHECKS for problem in check(entries)]
    return problems or _build_problem(entries)


def _build_problem(entries: MapEntries) -> list[Problem]:
    """Whatever else keeps the map from being loaded."""
    try:
        build_map(entries)
    except MapError as error:
        return [Problem(error.place.removeprefix(f"{entries.file}: "), error.message)]
    return []


def _fleet_borders(id: str, province: ProvinceEntry) -> Iterator[tuple[str, str, list[str]]]:
    """The places of a province where a fleet may stand: entry, id of the place, its borders."""
    if not province.coasts:
        yield f"provinces.{id}.fleet", id, province.fleet.split()
    for coast, borders in province.coasts.items():
        yield f"provinces.{id}.coasts.{coast}", f"{id}/{coast}", borders.split()


def _kinds(map: MapEntries) -> Iterator[Problem]:
    """Each kind of province has the borders that its kind allows."""
    for id, province in map.provinces.items():
        entry = f"provinces.{id}"
        if province.kind != "coastal" and province.coasts:
            yield Problem(f"{entry}.coasts", f"coasts of a province that is {province.kind}")
        if province.kind == "sea" and province.army:
            yield Problem(f"{entry}.army", "a sea has borders for armies")
        if province.kind == "inland" and province.fleet:
            yield Problem(f"{entry}.fleet", "an inland province has borders for fleets")
        if province.fleet and province.coasts:
            yield Problem(f"{entry}.fleet", "fleet borders stand beside coasts that have their own")
        if len(province.coasts) == 1:
            yield Problem(f"{entry}.coasts", "a single coast is not named; use 'fleet'")


def _army_borders(map: MapEntries) -> Iterator[Problem]:
    for id, province in map.provinces.items():
        entry = f"provinces.{id}.army"
        for word in province.army.split():
            other = map.provinces.get(word)
            if word.partition("/")[0] == id:
                yield Problem(entry, "the province borders itself")
            elif other is None:
                yield Problem(entry, f"border to an unknown place {word!r}")
            elif other.kind == "sea":
                yield Problem(entry, f"an army's border to the sea {word!r}")
            elif id not in other.army.split():
                yield Problem(entry, f"border to {word!r}, which has none back")


def _sea_borders(map: MapEntries) -> Iterator[Problem]:
    borders = {place: words for id, p in map.provinces.items() for _, place, words in _fleet_borders(id, p)}
    for id, province in map.provinces.items():
        for entry, place, words in _fleet_borders(id, province):
            if province.kind != "inland" and not words:
                yield Problem(entry, f"a fleet in {place!r} could not leave it")
            for word in words:
                message = _sea_border_fault(map, borders, place, word)
                if message:
                    yield Problem(entry, message)


def _sea_border_fault(map: MapEntries, borders: dict[str, list[str]], place: str, word: str) -> str:
    name = word.partition("/")[0]
    if name == place.partition("/")[0]:
        return "the province borders itself"
    if name not in map.provinces:
        return f"border to an unknown place {word!r}"
    if map.provinces[name].kind == "inland":
        return f"a fleet's border to the inland province {word!r}"
    if word not in borders:
        return (
            f"a fleet's border to {word!r} must name one of its coasts"
            if name == word
            else (f"border to {word!r}, which is no coast of {name}")
        )
    return "" if place in borders[word] else f"border to {word!r}, which has none back"


def _coasts(map: MapEntries) -> Iterator[Problem]:
    for id, province in map.provinces.items():
        named = {"default_coast": province.default_coast} if province.default_coast else {}
        for key, coast in {**named, **province.coast_aliases}.items():
            if coast not in province.coasts:
                yield Problem(f"provinces.{id}", f"{key} names {coast!r}, which is no coast of the province")


def _connected(map: MapEntries) -> Iterator[Problem]:
    """Every province can be reached from every other, by land and sea together."""
    import networkx as nx

    graph = nx.Graph()
    for id, province in map.provinces.items():
        graph.add_node(id)
        words = [*province.army.split(), *(w for _, _, b in _fleet_borders(id, province) for w in b)]
        others = {word.partition("/")[0] for word in words} & set(map.provinces)
        graph.add_edges_from((id, other) for other in others)
    components: list[set[str]] = sorted(nx.connected_components(graph), key=lambda c: (-len(c), min(c)))
    for component in components[1:]:
        ids = sorted(component)
        alone = "the province has no borders" if len(ids) == 1 else f"{ids} cannot be reached from the rest"
        yield Problem(f"provinces.{ids[0]}", alone.replace("'", "").replace("[", "").replace("]", ""))


def _spellings(map: MapEntries) -> Iterator[Problem]:
    """One spelling stands for one province."""
    owners: dict[str, str] = {}
    for id, province in map.provinces.items():
        for spelling in (id, province.name, *province.aliases.split(",")):
            folded = fold(spelling)
            if folded and owners.setdefault(folded, id) != id:
                yield Problem(f"provinces.{id}", f"{spelling.strip()!r} also stands for {owners[folded]}")
    for spelling, ids in map.unclear.items():
        if fold(spelling) in owners:
            message = f"it also stands for {owners[fold(spelling)]} alone"
            yield Problem(f"unclear.{spelling}", message)
        yield from (
            Problem(f"unclear.{spelling}", f"unknown province {id!r}")
            for id in ids.split()
            if id not in map.provinces
        )


def _homes(map: MapEntries) -> Iterator[Problem]:
    owners: dict[str, str] = {}
    for id, power in map.powers.items():
        for home in power.homes.split():
            province = map.provinces.get(home)
            if province is None:
                yield Problem(f"powers.{id}.homes", f"unknown home centre {home!r}")
            elif not province.centre:
                yield Problem(f"powers.{id}.homes", f"home centre {home!r} is no supply centre")
            elif owners.setdefault(home, id) != id:
                yield Problem(f"powers.{id}.homes", f"home centre {home!r} is also one of {owners[home]}")


def _units(map: MapEntries) -> Iterator[Problem]:
    occupied: dict[str, str] = {}
    for id, power in map.powers.items():
        for unit in (text.strip() for text in power.units.split(",") if text.strip()):
            match = _UNIT.fullmatch(unit)
            fault = "it is not written like 'A PAR'" if match is None else _unit_fault(map, match)
            if fault:
                yield Problem(f"powers.{id}.units", f"starting unit {unit!r} is impossible: {fault}")
            elif match and occupied.setdefault(match[2], unit) != unit:
                yield Problem(
                    f"powers.{id}.units", f"{unit!r} and {occupied[match[2]]!r} are in one province"
                )


def _unit_fault(map: MapEntries, match: re.Match[str]) -> str:
    kind, id, coast = match.groups()
    province = map.provinces.get(id)
    if province is None:
        return f"there is no {id!r}"
    if kind == "A":
        return "an army at sea" if province.kind == "sea" else "an army on a coast" if coast else ""
    if province.kind == "inland":
        return "a fleet inland"
    if province.coasts and (coast or "")[1:] not in province.coasts:
        return f"a fleet there stands on one of {', '.join(sorted(province.coasts))}"
    return "there is but one coast" if coast and not province.coasts else ""


_CHECKS = (_kinds, _army_borders, _sea_borders, _coasts, _connected, _spellings, _homes, _units)
