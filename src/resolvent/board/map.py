"""The map: powers, provinces, places, and finding them by any usual spelling."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from resolvent.board.entries import MapEntries
from resolvent.board.names import fold, split_coast
from resolvent.board.province import Place, Province

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Map"]

_SHORTEST_PREFIX = 4  # letters; three are a code, and codes are listed in the map file


class Map:
    """One board.  Compared by identity; never changed once it is loaded.

    Attributes:
        name: ``"standard"``.
        powers: ids of the powers, ``"AUSTRIA"``, in the order of ids.
        power_names: id to name, ``"Austria"``.
        adjectives: id to adjective, ``"Austrian"``.
        homes: id to the ids of its home centres, sorted.
        start: id to its units at the start, ``("A BUD", "A VIE", "F TRI")``.
        provinces: id to province, in the order of ids.
        places: id to place, coasts included: ``"SPA"``, ``"SPA/NC"``.
        centres: the supply centres.
        names: folded spelling to province (see :func:`resolvent.board.names.fold`).
        unclear: folded spelling to the ids it may stand for.
        power_spellings: folded spelling to the id of a power.
        entries: the map file this map was built from.
    """

    def __init__(
        self,
        entries: MapEntries,
        provinces: Mapping[str, Province],
        homes: Mapping[str, tuple[str, ...]],
        start: Mapping[str, tuple[str, ...]],
        names: Mapping[str, Province],
        unclear: Mapping[str, tuple[str, ...]],
        power_spellings: Mapping[str, str],
        coast_aliases: Mapping[str, Place],
    ) -> None:
        self.entries = entries
        self.name = entries.name
        self.provinces = dict(sorted(provinces.items()))
        self.places = {place.id: place for p in self.provinces.values() for place in p.places}
        self.powers = tuple(sorted(entries.powers))
        self.power_names = {id: power.name for id, power in entries.powers.items()}
        self.adjectives = {id: power.adjective or power.name for id, power in entries.powers.items()}
        self.homes = dict(homes)
        self.start = dict(start)
        self.names = dict(names)
        self.unclear = dict(unclear)
        self.power_spellings = dict(power_spellings)
        self.centres = frozenset(p for p in self.provinces.values() if p.centre)
        self._coast_aliases = dict(coast_aliases)

    def __repr__(self) -> str:
        return f"<Map {self.name}: {len(self.powers)} powers, {len(self.provinces)} provinces>"

    def find(self, text: str) -> Place | None:
        """Find a place by any usual spelling.

        Args:
            text: an id, a name or an alias in any case, with or without a coast: ``"SPA/NC"``,
                ``"spa(nc)"``, ``"Spain (north coast)"``, ``"bul-ec"``.  At least four letters
                that begin only one name are enough.

        Returns:
            The place, or ``None`` if the spelling is unknown, unclear, or names a coast that the
            province has not.
        """
        place = self.places.get(text)
        if place is not None or len(text) > 100:
            return place
        folded = fold(text)
        province = self.find_province(folded)
        if province is not None:
            return province.place
        name, coast = split_coast(folded)
        province = self.find_province(name) if coast else None
        return self.coast(province, coast) if province is not None else None

    def find_province(self, folded: str) -> Province | None:
        """Find a province by a folded spelling without a coast.

        Args:
            folded: what :func:`resolvent.board.names.fold` returned.

        Returns:
            The province, or ``None`` if the spelling is unknown or unclear.
        """
        province = self.names.get(folded)
        if province is None and folded not in self.unclear:
            compact = folded.replace(" ", "")
            province = self._compact.get(compact) or self._by_prefix(compact)
        return province

    def coast(self, province: Province, coast: str) -> Place | None:
        """Find a coast of a province.

        Args:
            province: a province of this map.
            coast: ``"NC"``, ``"SC"``, ``"EC"`` or ``"WC"``; another usual name of a coast counts
                (Bulgaria's east coast is often called its north coast).

        Returns:
            The coast, or ``None`` if the province has no such coast.
        """
        id = f"{province.id}/{coast}"
        return self.places.get(id) or self._coast_aliases.get(id)

    def find_power(self, text: str) -> str | None:
        """Find a power by id, name, adjective or alias, in any case.

        Args:
            text: ``"GERMANY"``, ``"Germany"``, ``"german"``, ``"GER"``; or at least three letters
                that begin only one power's name.

        Returns:
            The id of the power, or ``None``.
        """
        if text in self.power_names:
            return text
        if len(text) > 100:
            return None
        folded = fold(text)
        found = self.power_spellings.get(folded)
        if found is None and len(folded) > 2:
            powers = {p for s, p in self.power_spellings.items() if s.startswith(folded)}
            found = powers.pop() if len(powers) == 1 else None
        return found

    @cached_property
    def army_graph(self) -> nx.Graph:
        """The borders armies walk over: an undirected graph of the ids of land provinces."""
        return self._graph("army")

    @cached_property
    def fleet_graph(self) -> nx.Graph:
        """The borders fleets sail over: an undirected graph of ids of places, coasts included."""
        return self._graph("fleet")

    def _graph(self, kind: str) -> nx.Graph:
        import networkx as nx

        graph = nx.Graph()
        for place in self.places.values():
            borders: frozenset[Place] = getattr(place, kind)
            graph.add_edges_from((place.id, other.id) for other in borders)
        return graph

    @cached_property
    def _compact(self) -> dict[str, Province]:
        """Spellings without blanks, where they are clear: ``"midatlanticocean"``."""
        found: dict[str, Province] = {}
        clashes = set()
        for name, province in self.names.items():
            compact = name.replace(" ", "")
            if found.setdefault(compact, province) is not province:
                clashes.add(compact)
        return {name: province for name, province in found.items() if name not in clashes}

    @cached_property
    def _sorted_names(self) -> list[str]:
        return sorted(self._compact)

    def _by_prefix(self, compact: str) -> Province | None:
        if len(compact) < _SHORTEST_PREFIX:
            return None
        province = None
        names = self._sorted_names
        for name in names[bisect_left(names, compact) :]:
            if not name.startswith(compact):
                break
            if province is not None and self._compact[name] is not province:
                return None
            province = self._compact[name]
        return province
