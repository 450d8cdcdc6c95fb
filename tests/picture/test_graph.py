"""Maps without shapes are drawn as graphs."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path

import networkx as nx
import pytest

from resolvent import Map, adjudicate, load_map, read_phase
from resolvent.picture import draw_phase
from resolvent.picture.graph import graph_ground
from resolvent.picture.layout import load_ground
from resolvent.picture.spread import spread
from tests.picture.pictures import Picture

ISLES = """
name = "isles"
[powers.NORTH]
name = "North & <East>"
homes = "AAA"
units = "A AAA"
[powers.NORSE]
name = "Norse"
homes = "CCC"
units = "F CCC/SC"
[provinces.AAA]
name = "Ayland"
kind = "coastal"
centre = true
army = "CCC"
fleet = "BBB CCC/NC"
[provinces.BBB]
name = "Bay"
kind = "sea"
fleet = "AAA CCC/NC CCC/SC DDD"
[provinces.CCC]
name = "Ceeland"
kind = "coastal"
centre = true
army = "AAA"
coasts = { NC = "AAA BBB", SC = "BBB" }
[provinces.DDD]
name = "Deep"
kind = "sea"
fleet = "BBB"
"""


@pytest.fixture
def isles(tmp_path: Path) -> Map:
    path = tmp_path / "isles.toml"
    path.write_text(ISLES)
    return load_map(path)


def test_units_orders_and_names(isles: Map) -> None:
    phase = read_phase(
        {
            "units": {power: list(units) for power, units in isles.start.items()},
            "orders": {"NORTH": ["A AAA - CCC"], "NORSE": ["F CCC/SC - BBB"]},
            "centers": {power: list(homes) for power, homes in isles.homes.items()},
        }
    )
    picture = Picture(draw_phase(phase, adjudicate(phase, board=isles), board=isles))
    assert sorted(picture.pieces()) == ["A AAA", "F CCC/SC"]
    assert picture.orders() == ["F CCC/SC - BBB", "A AAA - CCC"]
    assert {"AAA", "BBB", "CCC", "DDD", "North & <East>"} <= set(picture.texts())
    assert {"rs-sea-node", "rs-land", "rs-army-edge", "rs-fleet-edge"} <= picture.classes()


def test_letters_tell_powers_apart(isles: Map) -> None:
    texts = set(Picture(draw_phase(read_phase({"units": dict(isles.start)}), board=isles)).texts())
    assert {"NOR"} <= texts  # NORTH and NORSE share three letters; more do not fit


def test_a_knot(isles: Map) -> None:
    phase = read_phase({"units": {"NORTH": ["A AAA"]}, "orders": {"NORTH": ["A AAA - CCC"]}})
    assert "rs-veil" in Picture(draw_phase(phase, board=isles, knot=["A AAA"])).classes()


def test_nodes_do_not_overlap() -> None:
    """The standard board is large, and not planar: its graph is the hardest there is here."""
    ground = graph_ground(load_map())
    for (_, a), (_, b) in combinations(sorted(ground.boxes.items()), 2):
        assert a[2] < b[0] + 1 or b[2] < a[0] + 1 or a[3] < b[1] + 1 or b[3] < a[1] + 1
    for left, top, right, bottom in ground.boxes.values():
        assert 0 <= left < right <= ground.size[0]
        assert 0 <= top < bottom <= ground.size[1]


def test_the_same_layout_every_time() -> None:
    first, second = graph_ground(load_map()), graph_ground(load_map())
    assert (first.units, first.fills, first.lines) == (second.units, second.fills, second.lines)


def test_a_ground_is_made_once(isles: Map) -> None:
    assert load_ground(isles) is load_ground(isles)


@pytest.mark.parametrize(
    "graph",
    [nx.path_graph(1), nx.path_graph(2), nx.path_graph(6), nx.complete_graph(5), nx.grid_graph((4, 5))],
)
def test_spread(graph: nx.Graph) -> None:
    named = nx.relabel_nodes(graph, {node: str(node) for node in graph})
    at = spread(named)
    assert set(at) == set(named)
    assert all(math.dist(at[a], at[b]) > 0.4 for a, b in combinations(at, 2))
    assert all(math.dist(at[a], at[b]) < 2.0 for a, b in named.edges)


def test_spread_without_crossings_stays_so_on_a_grid() -> None:
    graph = nx.relabel_nodes(nx.grid_graph((5, 5)), str)
    at = spread(graph)
    edges = [(at[a], at[b]) for a, b in graph.edges]
    for (a, b), (c, d) in combinations(edges, 2):
        if len({a, b, c, d}) == 4:
            assert not (turn(a, b, c) != turn(a, b, d) and turn(c, d, a) != turn(c, d, b))


def turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])


def test_parts_lie_side_by_side() -> None:
    at = spread(nx.Graph([("a", "b"), ("c", "d")]))
    assert max(at["a"][0], at["b"][0]) < min(at["c"][0], at["d"][0])
