"""The ground of a map without shapes: provinces as the nodes of a graph, borders as its edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from resolvent.board import Map, Province
from resolvent.picture.ground import Ground, Point
from resolvent.picture.spread import spread

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["graph_ground"]

_WIDTH = 1000.0
_EDGE = 120.0  # units from province to province, where the map is small enough
_MARGIN = 40.0
_CLEAR = 8.0  # units between two nodes
_PUSHES = 200
_GRID = 10
_LOW, _WIDE = 17.0, 26.0  # half the height and width of a node
_COAST = {"NC": (0.0, -9.0), "SC": (0.0, 8.0), "EC": (12.0, 0.0), "WC": (-12.0, 0.0)}


def graph_ground(board: Map) -> Ground:
    """The ground of a map as a graph.

    Args:
        board: any map.
    """
    nodes, size = _scaled(spread(board_graph(board)))
    return Ground(
        size=size,
        grid=_GRID,
        units={place.id: _unit(nodes[place.province.id], place.coast) for place in board.places.values()},
        labels={id: (x, y + _LOW + 9.0) for id, (x, y) in nodes.items()},
        fills={id: _node(nodes[id], p.kind == "sea") for id, p in board.provinces.items()},
        boxes={id: (x - _WIDE, y - _LOW, x + _WIDE, y + _LOW + 16.0) for id, (x, y) in nodes.items()},
        seas=frozenset(id for id, p in board.provinces.items() if p.kind == "sea"),
        lines={
            "fleet-edge": _edges(nodes, _only_fleets(board)),
            "army-edge": _edges(nodes, _pairs(board, "army")),
        },
        graph=True,
    )


def board_graph(board: Map) -> nx.Graph:
    """The borders of a map, whoever may cross them: a graph of the ids of provinces."""
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(board.provinces)
    graph.add_edges_from(sorted(_pairs(board, "army") | _pairs(board, "fleet")))
    return graph


def _pairs(board: Map, kind: str) -> set[tuple[str, str]]:
    return {pair for province in board.provinces.values() for pair in _borders(province, kind)}


def _borders(province: Province, kind: str) -> Iterator[tuple[str, str]]:
    for place in province.places:
        for other in place.army if kind == "army" else place.fleet:
            low, high = sorted((province.id, other.province.id))
            yield low, high


def _only_fleets(board: Map) -> set[tuple[str, str]]:
    return _pairs(board, "fleet") - _pairs(board, "army")


def _scaled(at: dict[str, Point]) -> tuple[dict[str, Point], Point]:
    """Positions in units, and the size of the whole."""
    wide = max(x for x, _ in at.values())
    scale = min(_EDGE, (_WIDTH - 2 * _MARGIN) / wide) if wide else _EDGE
    nodes = {id: (round(_MARGIN + x * scale, 1), round(_MARGIN + y * scale, 1)) for id, (x, y) in at.items()}
    width = max(x for x, _ in nodes.values()) + _MARGIN
    if width < _WIDTH / 2:  # a few provinces: not larger than life, but in the middle
        aside = round((_WIDTH / 2 - width) / 2, 1)
        nodes = {id: (x + aside, y) for id, (x, y) in nodes.items()}
        width = _WIDTH / 2
    nodes = _apart(nodes)
    return nodes, (round(width, 1), round(max(y for _, y in nodes.values()) + _MARGIN + 10, 1))


def _apart(nodes: dict[str, Point]) -> dict[str, Point]:
    """The same nodes, those that overlap pushed apart."""
    at = {id: list(point) for id, point in nodes.items()}
    ids = sorted(at)
    wide, high = 2 * _WIDE + _CLEAR, 2 * _LOW + 18.0 + _CLEAR
    left, right = _MARGIN, max(x for x, _ in at.values())
    for _ in range(_PUSHES):
        calm = True
        for i, a in enumerate(ids):
            for b in ids[i + 1 :]:
                dx, dy = at[b][0] - at[a][0], at[b][1] - at[a][1]
                x, y = wide - abs(dx), high - abs(dy)
                if x > 0.01 and y > 0.01:
                    calm = False
                    axis, push = (0, x) if x < y else (1, y)
                    push = push / 2 if (dx, dy)[axis] >= 0 else -push / 2
                    at[a][axis] -= push
                    at[b][axis] += push
        for point in at.values():
            point[0] = min(max(point[0], left), right)
        if calm:
            break
    top = min(y for _, y in at.values()) - _MARGIN
    return {id: (round(x, 1), round(y - top, 1)) for id, (x, y) in at.items()}


def _unit(node: Point, coast: str) -> Point:
    dx, dy = _COAST.get(coast, (0.0, 0.0))
    return node[0] + dx, node[1] + dy


def _node(node: Point, sea: bool) -> str:
    """An ellipse for a sea, a box with cut corners for land."""
    x, y = round(node[0] * _GRID), round(node[1] * _GRID)
    w, h = round(_WIDE * _GRID), round(_LOW * _GRID)
    if sea:
        return f"M{x - w} {y}a{w} {h} 0 1 0 {2 * w} 0a{w} {h} 0 1 0-{2 * w} 0z"
    c = h // 3
    return (
        f"M{x - w} {y - h + c}l{c}-{c}h{2 * (w - c)}l{c} {c}v{2 * (h - c)}l-{c} {c}h-{2 * (w - c)}l-{c}-{c}z"
    )


def _edges(nodes: dict[str, Point], pairs: Iterable[tuple[str, str]]) -> str:
    def grid(id: str) -> str:
        return f"{round(nodes[id][0] * _GRID)} {round(nodes[id][1] * _GRID)}"

    return "".join(f"M{grid(a)}L{grid(b)}" for a, b in sorted(pairs))
