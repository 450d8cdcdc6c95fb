"""Province shapes, stored as arcs that neighbours share."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import msgspec

from resolvent.board import Map
from resolvent.picture.ground import Box, Ground, Point

__all__ = ["Shapes", "load_shapes", "shaped_ground"]

FOLDER = Path(__file__).parent / "shapes"
NOBODY = "_"
WATER = "~"

Steps = list[tuple[int, int]]


class Shapes(msgspec.Struct, frozen=True, dict=True):
    """The file of a map, see the README beside it."""

    size: tuple[int, int]
    grid: int
    sea: frozenset[str]
    units: dict[str, Point]
    labels: dict[str, Point]
    arcs: tuple[str, ...]
    shapes: dict[str, tuple[tuple[int, ...], ...]]

    @property
    def provinces(self) -> frozenset[str]:
        """The provinces that have a shape."""
        return frozenset(self.shapes) - {NOBODY, WATER}

    @cached_property
    def points(self) -> list[Steps]:
        """Every arc as points on the grid."""
        return [_points(arc) for arc in self.arcs]

    @cached_property
    def sides(self) -> list[frozenset[str]]:
        """For every arc the shapes that it bounds: two, or one at the edge of the drawing."""
        found: list[set[str]] = [set() for _ in self.arcs]
        for name, rings in self.shapes.items():
            for ring in rings:
                for arc in ring:
                    found[arc if arc >= 0 else ~arc].add(name)
        return [frozenset(names) for names in found]

    @cached_property
    def borders(self) -> dict[frozenset[str], float]:
        """Two shapes that touch -> the length of their border, in units."""
        found: dict[frozenset[str], float] = {}
        for points, names in zip(self.points, self.sides, strict=True):
            if len(names) == 2:
                found[names] = found.get(names, 0.0) + _length(points) / self.grid
        return found

    def ring(self, arcs: tuple[int, ...]) -> Steps:
        """The points of a ring; the last one is not the first again."""
        found: Steps = []
        for arc in arcs:
            points = self.points[arc] if arc >= 0 else self.points[~arc][::-1]
            found += points[:-1]
        return found

    def rings(self, name: str) -> list[Steps]:
        """The rings of a shape."""
        return [self.ring(arcs) for arcs in self.shapes[name]]


def _points(arc: str) -> Steps:
    numbers = [int(word) for word in arc.split()]
    x = y = 0
    found = []
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        found.append((x, y))
    return found


def _length(points: Steps) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))


def load_shapes(name: str) -> Shapes:
    """Read the shapes that lie beside this module.

    Args:
        name: the name of their file, without suffix.
    """
    return msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Shapes)


def shaped_ground(board: Map) -> Ground | None:
    """The ground of a map that has shapes.

    Args:
        board: any map.

    Returns:
        The ground, or ``None``: there are no shapes of exactly its provinces.
    """
    for path in sorted(FOLDER.glob("*.json")):
        shapes = load_shapes(path.stem)
        if shapes.provinces == set(board.provinces) and set(board.places) <= set(shapes.units):
            return _ground(shapes)
    return None


def _ground(shapes: Shapes) -> Ground:
    rings = {("" if n == NOBODY else n): shapes.rings(n) for n in sorted(shapes.shapes) if n != WATER}
    return Ground(
        size=shapes.size,
        grid=shapes.grid,
        units=shapes.units,
        labels=shapes.labels,
        fills={name: "".join(_path(ring, "z") for ring in found) for name, found in rings.items()},
        boxes={name: _box(found, shapes.grid) for name, found in rings.items()},
        seas=shapes.sea,
        lines={"sea-line": "".join(_path(points, "") for points in _sea_borders(shapes))},
        graph=False,
    )


def _sea_borders(shapes: Shapes) -> Iterator[Steps]:
    for points, names in zip(shapes.points, shapes.sides, strict=True):
        if len(names) == 2 and names <= shapes.sea:
            yield points


def _path(points: Steps, end: str) -> str:
    """Points as the data of a path: the first one absolute, then steps."""
    (x, y), parts = points[0], []
    for px, py in points[1:]:
        parts.append(f"{px - x} {py - y}")
        x, y = px, py
    steps = " ".join(parts).replace(" -", "-")
    return f"M{points[0][0]} {points[0][1]}l{steps}{end}"


def _box(rings: list[Steps], grid: int) -> Box:
    xs = [x for ring in rings for x, _ in ring]
    ys = [y for ring in rings for _, y in ring]
    return min(xs) / grid, min(ys) / grid, max(xs) / grid, max(ys) / grid
