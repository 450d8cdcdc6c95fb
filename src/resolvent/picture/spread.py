"""Laying out a graph in the plane, so that the distances on paper follow those in the graph.

Stress majorization (Gansner, Koren and North, "Graph drawing by stress majorization", 2004), from
positions without crossings if the graph is planar.  No chance is involved.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from resolvent.picture.ground import Point

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["spread"]

_ROUNDS = 120
_NEAR_ENOUGH = 0.0005  # change of a position in a round, in edges


def spread(graph: nx.Graph) -> dict[str, Point]:
    """Lay out a graph.

    Args:
        graph: an undirected graph, connected or not; its nodes are texts.

    Returns:
        Node -> position, where an edge is about 1 long; the least x and y are 0.
    """
    import networkx as nx

    parts = sorted((sorted(part) for part in nx.connected_components(graph)), key=lambda p: (-len(p), p))
    placed: dict[str, Point] = {}
    left = 0.0
    for part in parts:
        positions = _upright(_majorized(graph.subgraph(part), part))
        placed |= {node: (x + left, y) for node, (x, y) in positions.items()}
        left = max(x for x, _ in placed.values()) + 1.0
    return placed


def _majorized(graph: nx.Graph, nodes: list[str]) -> dict[str, Point]:
    import networkx as nx

    steps = dict(nx.all_pairs_shortest_path_length(graph))
    pull = {a: [(b, d, 1.0 / (d * d)) for b in nodes if (d := float(steps[a][b])) > 0] for a in nodes}
    at = _first(graph, nodes)
    for _ in range(_ROUNDS):
        moved = 0.0
        for a in nodes:
            if pull[a]:
                x, y = _better(a, pull[a], at)
                moved = max(moved, abs(x - at[a][0]), abs(y - at[a][1]))
                at[a] = (x, y)
        if moved < _NEAR_ENOUGH:
            break
    return at


def _better(a: str, pulls: list[tuple[str, float, float]], at: Mapping[str, Point]) -> Point:
    """Where a node would best be, all others staying where they are."""
    ax, ay = at[a]
    x = y = total = 0.0
    for b, wanted, weight in pulls:
        bx, by = at[b]
        dx, dy = ax - bx, ay - by
        share = wanted / (math.hypot(dx, dy) or 1e-9)
        x += weight * (bx + dx * share)
        y += weight * (by + dy * share)
        total += weight
    return x / total, y / total


def _first(graph: nx.Graph, nodes: list[str]) -> dict[str, Point]:
    """Positions to begin with: without crossings if that can be, else on a circle."""
    import networkx as nx

    ordered: nx.Graph = nx.Graph()
    ordered.add_nodes_from(nodes)
    ordered.add_edges_from(sorted(tuple(sorted(edge)) for edge in graph.edges))
    planar, embedding = nx.check_planarity(ordered)
    if planar and len(nodes) > 3:
        # the grid of an embedding is much wider than a good drawing: shrink it to the same area
        found = nx.combinatorial_embedding_to_pos(embedding)
        size = math.sqrt(len(nodes)) / max(max(abs(x), abs(y)) for x, y in found.values())
        return {node: (found[node][0] * size, found[node][1] * size) for node in nodes}
    turn = 2 * math.pi / len(nodes)
    radius = len(nodes) / 6
    return {node: (radius * math.cos(turn * i), radius * math.sin(turn * i)) for i, node in enumerate(nodes)}


def _upright(at: dict[str, Point]) -> dict[str, Point]:
    """Turned so that the drawing is as wide as can be, and moved to the corner."""
    count = len(at)
    mx, my = sum(x for x, _ in at.values()) / count, sum(y for _, y in at.values()) / count
    xx = sum((x - mx) ** 2 for x, _ in at.values())
    yy = sum((y - my) ** 2 for _, y in at.values())
    xy = sum((x - mx) * (y - my) for x, y in at.values())
    angle = 0.5 * math.atan2(2 * xy, xx - yy)
    c, s = math.cos(-angle), math.sin(-angle)
    turned = {n: ((x - mx) * c - (y - my) * s, (x - mx) * s + (y - my) * c) for n, (x, y) in at.items()}
    left, top = min(x for x, _ in turned.values()), min(y for _, y in turned.values())
    return {node: (x - left, y - top) for node, (x, y) in turned.items()}
