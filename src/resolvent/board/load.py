"""Loading maps: from the entries of a map file to a board."""

from __future__ import annotations

import re
from pathlib import Path

from resolvent.board.entries import MapEntries, map_file, read_entries
from resolvent.board.map import Map
from resolvent.board.names import fold
from resolvent.board.province import Place, Province
from resolvent.errors import MapError

__all__ = ["build_map", "load_map"]

_COASTS = ("EC", "NC", "SC", "WC")
_PROVINCE_ID = re.compile(r"[A-Z0-9]{2,5}")
_POWER_ID = re.compile(r"[A-Z][A-Z0-9_-]*")
_UNIT = re.compile(r"([AF]) ([A-Z0-9]{2,5}(?:/[NSEW]C)?)")
_maps: dict[object, Map] = {}


def load_map(name_or_path: str | Path = "standard") -> Map:
    """Load a map; the same map is loaded once.

    Args:
        name_or_path: the name of a map of the package, or the path of a map file.

    Returns:
        The map.

    Raises:
        MapError: there is no such map, the file cannot be read, or an entry is malformed.
    """
    cached = _maps.get(name_or_path) if isinstance(name_or_path, str) else None
    if cached is not None:
        return cached
    path = map_file(name_or_path)
    if isinstance(name_or_path, str) and path.parent.name == "maps" and path.stem == name_or_path:
        return _maps.setdefault(name_or_path, build_map(read_entries(path)))
    return _load_file(path)


def _load_file(path: Path) -> Map:
    """A file may be edited while the program runs, so its time belongs to the key."""
    try:
        state = path.stat()
        key: object = (str(path.resolve()), state.st_mtime_ns, state.st_size)
    except (OSError, ValueError):
        key = None
    if key not in _maps:
        _maps[key] = build_map(read_entries(path))
    return _maps[key]


def build_map(entries: MapEntries) -> Map:
    """Build the board that entries describe.

    Args:
        entries: the entries of a map file.

    Returns:
        The map.

    Raises:
        MapError: an entry names something unknown, or one spelling stands for two places.
    """
    return _Builder(entries).build()


class _Builder:
    """Builds one map; each step needs the steps before it."""

    def __init__(self, entries: MapEntries) -> None:
        self.entries = entries
        self.provinces: dict[str, Province] = {}
        self.places: dict[str, Place] = {}
        self.coast_aliases: dict[str, Place] = {}

    def error(self, message: str, entry: str) -> MapError:
        return MapError(message, f"{self.entries.file}: {entry}")

    def build(self) -> Map:
        if not self.entries.provinces:
            raise self.error("the map has no provinces", "provinces")
        homes = self.homes()
        self.make_provinces({province: power for power, ids in homes.items() for province in ids})
        for id in self.entries.provinces:
            self.make_borders(id)
        return Map(
            entries=self.entries,
            provinces=self.provinces,
            homes=homes,
            start={id: self.start_units(id, power.units) for id, power in self.entries.powers.items()},
            names=self.spellings(),
            unclear=self.unclear(),
            power_spellings=self.power_spellings(),
            coast_aliases=self.coast_aliases,
        )

    def homes(self) -> dict[str, tuple[str, ...]]:
        owners: dict[str, str] = {}
        homes = {}
        for id, power in self.entries.powers.items():
            if not _POWER_ID.fullmatch(id):
                raise self.error("the id of a power is written in capitals", f"powers.{id}")
            homes[id] = tuple(sorted(power.homes.split()))
            for province in homes[id]:
                if province not in self.entries.provinces:
                    raise self.error(f"unknown home centre {province!r}", f"powers.{id}")
                if not self.entries.provinces[province].centre:
                    raise self.error(f"home centre {province!r} is no supply centre", f"powers.{id}")
                if owners.setdefault(province, id) != id:
                    message = f"home centre {province!r} is also one of {owners[province]}"
                    raise self.error(message, f"powers.{id}")
        return homes

    def make_provinces(self, owners: dict[str, str]) -> None:
        for index, (id, entry) in enumerate(sorted(self.entries.provinces.items())):
            if not _PROVINCE_ID.fullmatch(id):
                raise self.error("the id of a province is two to five capitals", f"provinces.{id}")
            province = Province(id, entry.name, entry.kind, entry.centre, owners.get(id, ""), index)
            province.coasts = tuple(self.coast(province, c) for c in sorted(entry.coasts))
            self.provinces[id] = province
            self.places.update((place.id, place) for place in province.places)
            if entry.default_coast:
                province.default = self.named_coast(id, entry.default_coast, "default_coast")
            for alias, coast in entry.coast_aliases.items():
                if alias not in _COASTS or f"{id}/{alias}" in self.places:
                    raise self.error(f"{alias!r} cannot be another name of a coast", f"provinces.{id}")
                self.coast_aliases[f"{id}/{alias}"] = self.named_coast(id, coast, "coast_aliases")

    def coast(self, province: Province, coast: str) -> Place:
        if coast not in _COASTS:
            raise self.error(
                f"unknown coast {coast!r}; coasts are NC, SC, EC, WC", f"provinces.{province.id}"
            )
        return Place(f"{province.id}/{coast}", province, coast)

    def named_coast(self, id: str, coast: str, key: str) -> Place:
        place = self.places.get(f"{id}/{coast}")
        if place is None:
            raise self.error(f"{key} names {coast!r}, which is no coast of the province", f"provinces.{id}")
        return place

    def make_borders(self, id: str) -> None:
        entry, province = self.entries.provinces[id], self.provinces[id]
        if entry.fleet and entry.coasts:
            raise self.error("fleet borders stand beside coasts that have their own", f"provinces.{id}")
        province.place.army = self.borders(id, entry.army, "army")
        province.place.fleet = self.borders(id, entry.fleet, "fleet")
        for place in province.coasts:
            place.fleet = self.borders(id, entry.coasts[place.coast], f"coasts.{place.coast}")

    def borders(self, id: str, text: str, key: str) -> frozenset[Place]:
        found = []
        for word in text.split():
            place = self.places.get(word)
            if place is None:
                raise self.error(f"border to an unknown place {word!r}", f"provinces.{id}.{key}")
            if key == "army" and place.coast:
                raise self.error(f"an army's border has no coast, but {word!r} has", f"provinces.{id}.{key}")
            if key != "army" and not place.coast and place.province.coasts:
                raise self.error(f"a fleet's border to {word!r} must name the coast", f"provinces.{id}.{key}")
            found.append(place)
        return frozenset(found)

    def start_units(self, power: str, text: str) -> tuple[str, ...]:
        units = tuple(unit.strip() for unit in text.split(",") if unit.strip())
        for unit in units:
            match = _UNIT.fullmatch(unit)
            if match is None or match[2] not in self.places:
                raise self.error(f"{unit!r} is no unit of this map", f"powers.{power}")
        return units

    def spellings(self) -> dict[str, Province]:
        names: dict[str, Province] = {}
        for id, entry in self.entries.provinces.items():
            for spelling in (id, entry.name, *entry.aliases.split(",")):
                folded = fold(spelling)
                if folded and names.setdefault(folded, self.provinces[id]).id != id:
                    message = f"{spelling.strip()!r} also stands for {names[folded].id}"
                    raise self.error(message, f"provinces.{id}")
        return names

    def unclear(self) -> dict[str, tuple[str, ...]]:
        unclear = {}
        for spelling, ids in self.entries.unclear.items():
            unclear[fold(spelling)] = tuple(ids.split())
            for id in ids.split():
                if id not in self.provinces:
                    raise self.error(f"unknown province {id!r}", f"unclear.{spelling}")
        return unclear

    def power_spellings(self) -> dict[str, str]:
        spellings: dict[str, str] = {}
        for id, entry in self.entries.powers.items():
            for spelling in (id, entry.name, entry.adjective, *entry.aliases.split(",")):
                folded = fold(spelling)
                if folded and spellings.setdefault(folded, id) != id:
                    message = f"{spelling.strip()!r} also stands for {spellings[folded]}"
                    raise self.error(message, f"powers.{id}")
        return spellings
