"""How far a unit is from a province, by each way of counting that the rules know (DATC 4.D.8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from resolvent.board.map import Map
from resolvent.board.province import Place, Province
from resolvent.board.seas import Seas
from resolvent.orders.position import Position
from resolvent.rules.vocabulary import FARTHEST

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Distances"]


class _Graphs:
    """The graphs of one map, and what was measured on them before."""

    def __init__(self, board: Map) -> None:
        self.board = board
        self.measured: dict[tuple[str, str], Mapping[str, int]] = {}

    @cached_property
    def anyhow(self) -> nx.Graph:
        """Provinces, joined where any unit can pass."""
        import networkx as nx

        graph = nx.Graph()
        for place in self.board.places.values():
            borders = place.army | place.fleet
            graph.add_edges_from((place.province.id, other.province.id) for other in borders)
        return graph

    @cached_property
    def crossing(self) -> nx.Graph:
        """Land provinces, joined where an army can walk, or where one stretch of water lies between."""
        seas = [p for p in self.board.provinces.values() if p.kind == "sea"]
        return _with_ferries(self.board, seas, Position({}, self.board).seas)

    def steps(self, name: str, start: str, graph: nx.Graph) -> Mapping[str, int]:
        """Steps to everywhere on a graph of the map."""
        found = self.measured.get((name, start))
        if found is None:
            found = self.measured[name, start] = _steps(graph, start)
        return found


_graphs: dict[Map, _Graphs] = {}


class Distances:
    """Distances on the map of a position.

    Args:
        position: the units; the fleets among them matter to some ways of counting.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.board = position.board
        if self.board not in _graphs:
            _graphs[self.board] = _Graphs(self.board)
        self.graphs = _graphs[self.board]
        self._ferried: dict[str, nx.Graph] = {}

    def anyhow(self, start: Province, goal: Province) -> int:
        """Steps over every border, of land and water alike.

        Args:
            start, goal: provinces of the map.

        Returns:
            The number of steps; 99 if there is no way.
        """
        return self.graphs.steps("anyhow", start.id, self.graphs.anyhow).get(goal.id, FARTHEST)

    def sailing(self, start: Place, goal: Province) -> int:
        """Steps of a fleet, coasts counted, to any place of a province; 99 if there is no way."""
        steps = self.graphs.steps("sailing", start.id, self.board.fleet_graph)
        return min([steps.get(place.id, FARTHEST) for place in goal.places])

    def crossing(self, start: Province, goal: Province) -> int:
        """Steps of an army that crosses any stretch of water in one; 99 if there is no way."""
        return self.graphs.steps("crossing", start.id, self.graphs.crossing).get(goal.id, FARTHEST)

    def over_fleets(self, start: Province, goal: Province, power: str = "") -> int:
        """Steps of an army that crosses water in one where fleets stand; 99 if there is no way.

        Args:
            start, goal: provinces of the map.
            power: whose fleets count; everybody's if left out.
        """
        if power not in self._ferried:
            fleets = [u.province for u in self.position.units if u.fleet and power in ("", u.power)]
            at_sea = [p for p in fleets if p.kind == "sea"]
            self._ferried[power] = _with_ferries(self.board, at_sea, self.position.seas)
        return _steps(self._ferried[power], start.id).get(goal.id, FARTHEST)


def _steps(graph: nx.Graph, start: str) -> Mapping[str, int]:
    import networkx as nx

    if start not in graph:
        return {start: 0}
    found: Mapping[str, int] = nx.single_source_shortest_path_length(graph, start)
    return found


def _with_ferries(board: Map, waters: Iterable[Province], any_seas: Seas) -> nx.Graph:
    """The ways of armies, with an edge between every two coasts of the same stretch of water."""
    graph = board.army_graph.copy()
    seas = Seas(any_seas.sea_map, waters)
    coasts = [p for p in board.provinces.values() if p.kind == "coastal"]
    graph.add_edges_from((p.id, q.id) for p, q in combinations(coasts, 2) if seas.route(p, q))
    found: nx.Graph = graph
    return found
