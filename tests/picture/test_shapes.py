"""The shapes of the standard map agree with its board."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from resolvent.board import load_map
from resolvent.picture import draw_phase
from resolvent.picture.graph import board_graph
from resolvent.picture.ground import Point
from resolvent.picture.layout import load_ground
from resolvent.picture.shaped import FOLDER, Steps, load_shapes
from resolvent.records import Phase

BOARD = load_map()
SHAPES = load_shapes("standard")

APART = {frozenset({"DEN", "SWE"})}
"""They border, but the Øresund lies between them."""

MEET = {frozenset({"BAL", "SKA"})}
"""They touch in the Danish straits, but do not border: there one passes through Denmark."""

INSIGNIFICANT = 3.0  # units; a border shorter than that cannot be seen


def borders() -> set[frozenset[str]]:
    return {frozenset(edge) for edge in board_graph(BOARD).edges}


def inside(rings: list[Steps], point: Point) -> bool:
    """Whether a point lies in a shape, by counting the edges to its right."""
    x, y = point[0] * SHAPES.grid, point[1] * SHAPES.grid
    crossed = 0
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
            crossed += (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax
    return crossed % 2 == 1


def test_every_province_and_place_is_there() -> None:
    assert SHAPES.provinces == set(BOARD.provinces)
    assert set(SHAPES.units) == set(BOARD.places)
    assert set(SHAPES.labels) == set(BOARD.provinces)
    assert SHAPES.sea == {id for id, p in BOARD.provinces.items() if p.kind == "sea"}


def test_neighbours_touch_and_only_they() -> None:
    touching = {pair for pair, length in SHAPES.borders.items() if length > INSIGNIFICANT}
    touching = {pair for pair in touching if pair <= SHAPES.provinces}
    assert borders() - touching == APART
    assert touching - borders() == MEET


def test_the_strait_is_narrow() -> None:
    corners = {id: [p for ring in SHAPES.rings(id) for p in ring] for id in ("DEN", "SWE")}
    gap = min(math.dist(a, b) for a in corners["DEN"] for b in corners["SWE"]) / SHAPES.grid
    assert gap < 6


def test_shapes_fill_the_drawing_without_overlap() -> None:
    total = sum(abs(sum(area(ring) for ring in SHAPES.rings(name))) for name in SHAPES.shapes)
    width, height = SHAPES.size
    assert total == pytest.approx(width * height, rel=0.001)


def area(ring: Steps) -> float:
    """The signed area of a ring, in square units; holes run the other way."""
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2 / SHAPES.grid**2


@pytest.mark.parametrize("place", sorted(SHAPES.units))
def test_units_and_labels_stand_in_their_province(place: str) -> None:
    province = BOARD.places[place].province.id
    rings = SHAPES.rings(province)
    assert inside(rings, SHAPES.units[place])
    if place == province:
        assert inside(rings, SHAPES.labels[place])


def test_units_do_not_cover_one_another_nor_labels() -> None:
    for a, p in SHAPES.units.items():
        for b, q in SHAPES.units.items():
            apart = BOARD.places[a].province is not BOARD.places[b].province
            assert not apart or math.dist(p, q) > 24, (a, b)
        for id, q in SHAPES.labels.items():
            assert abs(p[0] - q[0]) > 26 or abs(p[1] - q[1]) > 13, (a, id)


def test_no_label_is_cut_and_none_covers_another() -> None:
    width, height = SHAPES.size
    labels = sorted(SHAPES.labels.items())
    for i, (a, (x, y)) in enumerate(labels):
        assert 24 < x < width - 24, a
        assert 10 < y < height - 10, a
        for b, (u, v) in labels[i + 1 :]:
            assert abs(x - u) > 38 or abs(y - v) > 12, (a, b)


def test_a_variant_of_the_same_provinces_has_the_same_shapes(tmp_path: Path) -> None:
    text = Path(BOARD.entries.file).name
    source = (Path(load_map.__code__.co_filename).parent / "maps" / text).read_text()
    path = tmp_path / "fleet-rome.toml"
    path.write_text(source.replace('name = "standard"', 'name = "fleet-rome"').replace("A ROM", "F ROM"))
    variant = load_map(path)
    assert not load_ground(variant).graph
    assert 'data-unit="F ROM"' in draw_phase(Phase(units=dict(variant.start)), board=variant)


def test_whose_work_the_shapes_are_is_told() -> None:
    readme = (FOLDER / "README.md").read_text()
    assert "Natural Earth" in readme
    assert "public domain" in " ".join(readme.replace("*", "").split())


def test_paths_are_plain() -> None:
    for data in load_ground(BOARD).fills.values():
        assert re.fullmatch(r"(M\d+ \d+l[-\d ]+z)+", data)
