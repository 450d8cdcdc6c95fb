"""Make the province shapes of the standard map out of public-domain geography.

The coasts and the borders of today come from Natural Earth (public domain), as the npm package
``world-atlas`` ships it in TopoJSON; everything else is in ``shapes-standard.toml`` beside this script.
How to run it, in a folder of its own::

    npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
    python -m venv tools && tools/bin/pip install "shapely>=2.1"
    tools/bin/python scripts/make_shapes.py package/countries-50m.json

It writes ``src/resolvent/picture/shapes/standard.json`` and is not needed for anything else.  The same
input gives the same output.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import shapely
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient
from shapely.ops import polygonize, unary_union

XY = tuple[float, float]
HERE = Path(__file__).parent
TARGET = HERE.parent / "src" / "resolvent" / "picture" / "shapes" / "standard.json"

NOBODY = "_"  # land that is no province
WATER = "~"  # water that is no province
LABEL_BELOW = 19.0  # units from the middle of a unit to that of the label below it
GRID = 10  # the shapes are stored in tenths of a unit


class Projection:
    """Longitude and latitude to units of the drawing.

    Azimuthal; the distance from the centre grows with the logarithm of the angle, so that the scale
    falls from the middle to the rim.
    """

    def __init__(self, table: dict[str, Any]) -> None:
        self.lon, self.lat = (math.radians(x) for x in table["centre"])
        self.softness = math.radians(table["softness"])
        west, east, south, north = table["window"]
        lon, lat = table["centre"]
        self.scale, self.left, self.top = 1.0, 0.0, 0.0
        left, right = self._flat(west, lat)[0], self._flat(east, lat)[0]
        top, bottom = self._flat(lon, north)[1], self._flat(lon, south)[1]
        self.scale, self.left, self.top = table["width"] / (right - left), left, top
        self.width, self.height = table["width"], round((bottom - top) * self.scale)
        self.bulges = [(self._flat(lon, lat), radius, more) for lon, lat, radius, more in table["bulges"]]

    def __call__(self, lon: float, lat: float) -> XY:
        x, y = self._flat(lon, lat)
        for (cx, cy), radius, more in self.bulges:
            far = math.hypot(x - cx, y - cy) / radius
            if far < 1:
                larger = 1 + more * (1 - far) ** 2
                x, y = cx + (x - cx) * larger, cy + (y - cy) * larger
        return x, y

    def _flat(self, lon: float, lat: float) -> XY:
        a, b = math.radians(lon) - self.lon, math.radians(lat)
        x = math.cos(b) * math.sin(a)
        y = math.cos(self.lat) * math.sin(b) - math.sin(self.lat) * math.cos(b) * math.cos(a)
        z = math.sin(self.lat) * math.sin(b) + math.cos(self.lat) * math.cos(b) * math.cos(a)
        angle = math.atan2(math.hypot(x, y), z)
        radius = self.softness * math.log1p(angle / self.softness)
        length = math.hypot(x, y) or 1.0
        return (
            (radius * x / length - self.left) * self.scale,
            (-radius * y / length - self.top) * self.scale,
        )

    def line(self, points: Iterable[XY]) -> list[XY]:
        return [self(lon, lat) for lon, lat in points]


# ---------------------------------------------------------------- the geography of today


class Atlas:
    """TopoJSON of countries: its arcs, and which countries each of them bounds."""

    def __init__(self, path: Path) -> None:
        topology = json.loads(path.read_text(encoding="utf-8"))
        (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
        self.arcs = [list(_decoded(arc, sx, sy, tx, ty)) for arc in topology["arcs"]]
        self.sides: dict[int, set[str]] = defaultdict(set)
        self.rings: list[list[XY]] = []
        for country in topology["objects"]["countries"]["geometries"]:
            name = country["properties"]["name"].replace(" ", "_")
            polygons = country["arcs"] if country["type"] == "MultiPolygon" else [country["arcs"]]
            for polygon in polygons:
                for ring in polygon:
                    for arc in ring:
                        self.sides[arc if arc >= 0 else ~arc].add(name)
                self.rings.append(self._ring(polygon[0]))

    def _ring(self, arcs: list[int]) -> list[XY]:
        points: list[XY] = []
        for arc in arcs:
            piece = self.arcs[arc] if arc >= 0 else self.arcs[~arc][::-1]
            points += piece[1:] if points else piece
        return points

    def coasts(self) -> Iterator[list[XY]]:
        return (self.arcs[i] for i, countries in self.sides.items() if len(countries) == 1)

    def borders(self, pairs: set[frozenset[str]]) -> Iterator[list[XY]]:
        met = set()
        for i, countries in self.sides.items():
            if frozenset(countries) in pairs:
                met.add(frozenset(countries))
                yield self.arcs[i]
        if pairs - met:
            raise SystemExit(f"no such borders: {sorted('-'.join(sorted(p)) for p in pairs - met)}")


def _decoded(arc: list[list[int]], sx: float, sy: float, tx: float, ty: float) -> Iterator[XY]:
    x = y = 0
    for dx, dy in arc:
        x, y = x + dx, y + dy
        yield x * sx + tx, y * sy + ty


def _near(points: list[XY]) -> bool:
    """Whether a line can reach the drawing at all."""
    return any(-50 < lon < 80 and 15 < lat < 84 for lon, lat in points)


# ---------------------------------------------------------------- lines drawn by hand


def roughened(points: list[XY], name: str) -> list[XY]:
    """A line with the small bends of a real border; the ends stay where they are."""
    chance = random.Random(name)
    for share in (0.09, 0.09, 0.08):
        finer = points[:1]
        for (ax, ay), (bx, by) in pairwise(points):
            bend = chance.uniform(-share, share)
            finer += [((ax + bx) / 2 - (by - ay) * bend, (ay + by) / 2 + (bx - ax) * bend), (bx, by)]
        points = finer
    return points


def smoothed(points: list[XY], name: str) -> list[XY]:
    """A line with its corners cut three times; the ends stay where they are."""
    for _ in range(3):
        finer = points[:1]
        for (ax, ay), (bx, by) in pairwise(points):
            finer += [_between(ax, ay, bx, by, 0.25), _between(ax, ay, bx, by, 0.75)]
        points = [*finer, points[-1]]
    return points


def _between(ax: float, ay: float, bx: float, by: float, share: float) -> XY:
    return ax + share * (bx - ax), ay + share * (by - ay)


def drawn(
    lines: dict[str, list[list[float]]], shape: Callable[[list[XY], str], list[XY]]
) -> Iterator[list[XY]]:
    for name, points in lines.items():
        yield shape([(lon, lat) for lon, lat in points], name)


# ---------------------------------------------------------------- from lines to provinces


class Cutter:
    """Cuts the frame along all lines and gives each piece to a province."""

    def __init__(self, table: dict[str, Any], atlas: Atlas) -> None:
        self.table = table
        self.atlas = atlas
        self.project = Projection(table["projection"])
        self.frame = box(0, 0, self.project.width, self.project.height)

    def provinces(self) -> dict[str, BaseGeometry]:
        """Province -> its shape; the shapes fill the frame without gap or overlap."""
        pieces = [p for p in polygonize(self.noded()) if p.area > 1e-6]
        land = self.land()
        names: dict[int, str] = {}
        dry = [land.contains(p.representative_point()) for p in pieces]
        tree = shapely.STRtree(pieces)
        for section, is_land in (("land", True), ("sea", False)):
            for name, seeds in self.table[section].items():
                for seed in seeds:
                    self.claim(tree, pieces, dry, names, name, seed, is_land)
        self.rest(pieces, dry, names)
        found = sorted(set(names.values()))
        return {name: unary_union([pieces[i] for i in names if names[i] == name]) for name in found}

    def noded(self) -> BaseGeometry:
        pairs = {frozenset(pair.split("-")) for pair in self.table["projection"]["borders"].split()}
        lines = [p for p in (*self.atlas.coasts(), *self.atlas.borders(pairs)) if _near(p)]
        lines += [*drawn(self.table["land_lines"], roughened), *drawn(self.table["sea_lines"], smoothed)]
        wide = self.frame.buffer(60)
        projected = [LineString(self.project.line(points)).intersection(wide) for points in lines]
        noded = unary_union([*projected, self.frame.exterior])
        return noded.intersection(self.frame)

    def land(self) -> BaseGeometry:
        rings = [Polygon(self.project.line(ring)).buffer(0) for ring in self.atlas.rings if _near(ring)]
        land = unary_union([ring for ring in rings if ring.intersects(self.frame)])
        shapely.prepare(land)
        return land

    def claim(
        self,
        tree: shapely.STRtree,
        pieces: list[Polygon],
        dry: list[bool],
        names: dict[int, str],
        name: str,
        seed: list[float],
        is_land: bool,
    ) -> None:
        point = Point(self.project(seed[0], seed[1]))
        if not self.frame.contains(point):
            return
        found = [i for i in tree.query(point, "within") if dry[i] == is_land]
        if not found:
            print(f"warning: {name}: the point {seed} lies on no {'land' if is_land else 'sea'}")
        for i in found:
            if names.setdefault(i, name) != name:
                print(f"warning: {name} and {names[i]} claim the same piece at {seed}")

    def rest(self, pieces: list[Polygon], dry: list[bool], names: dict[int, str]) -> None:
        """Pieces without a point: to the neighbour with the longest border, islands to the nearest land."""
        open_pieces = sorted((i for i in range(len(pieces)) if i not in names), key=lambda i: -pieces[i].area)
        smallest = self.table["projection"]["smallest"]
        while open_pieces:
            later = []
            for i in open_pieces:
                name = self.beside(i, pieces, dry, names)
                if name:
                    names[i] = name
                else:
                    later.append(i)
            if len(later) == len(open_pieces):
                break
            open_pieces = later
        for i in open_pieces:
            piece = pieces[i]
            small = piece.area < smallest
            kind = [j for j in names if dry[j] == (dry[i] and not small)]
            nearest = min(kind, key=lambda j: (round(pieces[j].distance(piece), 6), names[j]))
            names[i] = names[nearest]
            if piece.area > 60:
                kind_word = "land" if dry[i] else "water"
                print(f"note: {kind_word} of {piece.area:.0f} at {self.where(piece)}: {names[i]}")

    def where(self, piece: Polygon) -> str:
        x, y = piece.representative_point().coords[0]
        return f"({x:.0f}, {y:.0f})"

    def beside(self, i: int, pieces: list[Polygon], dry: list[bool], names: dict[int, str]) -> str:
        shared: dict[str, float] = defaultdict(float)
        for j, name in names.items():
            if dry[i] == dry[j] and pieces[i].intersects(pieces[j]):
                shared[name] += pieces[i].boundary.intersection(pieces[j].boundary).length
        best = max(shared, key=lambda name: (shared[name], name), default="")
        return best if best and shared[best] > 0 else ""


# ---------------------------------------------------------------- from provinces to arcs

Cell = tuple[int, int]


def rings_of(shape: BaseGeometry) -> Iterator[list[Cell]]:
    """The rings of a shape on the grid, without repeated points; holes run the other way."""
    polygons = shape.geoms if isinstance(shape, MultiPolygon) else [shape]
    for polygon in map(orient, polygons):
        for ring in (polygon.exterior, *polygon.interiors):
            cells = [(round(x * GRID), round(y * GRID)) for x, y in ring.coords]
            thin = [cell for k, cell in enumerate(cells[:-1]) if cell != cells[k - 1 if k else -2]]
            if len(thin) > 2:
                yield thin


class Arcs:
    """Rings cut where three shapes meet, each common piece stored once."""

    def __init__(self, shapes: dict[str, BaseGeometry]) -> None:
        self.rings = {name: list(rings_of(shape)) for name, shape in shapes.items()}
        self.arcs: list[list[Cell]] = []
        self.index: dict[tuple[Cell, ...], int] = {}
        self.nodes = self._nodes()
        self.shapes = {name: [self._cut(ring) for ring in rings] for name, rings in self.rings.items()}

    def _nodes(self) -> set[Cell]:
        around: dict[Cell, set[Cell]] = defaultdict(set)
        for rings in self.rings.values():
            for ring in rings:
                for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
                    around[a].add(b)
                    around[b].add(a)
        return {cell for cell, others in around.items() if len(others) != 2}

    def _cut(self, ring: list[Cell]) -> list[int]:
        start = next((k for k, cell in enumerate(ring) if cell in self.nodes), None)
        if start is None:
            start = ring.index(min(ring))
        turned = [*ring[start:], *ring[:start], ring[start]]
        found, piece = [], turned[:1]
        for cell in turned[1:]:
            piece.append(cell)
            if cell in self.nodes:
                found.append(self._store(piece))
                piece = [cell]
        if len(piece) > 1:
            found.append(self._store(piece))
        return found

    def _store(self, piece: list[Cell]) -> int:
        # a closed piece has the same ends whichever way it is met; its second point tells
        backwards = (piece[0], piece[1]) > (piece[-1], piece[-2])
        forwards = piece[::-1] if backwards else piece
        number = self.index.setdefault(tuple(forwards), len(self.arcs))
        if number == len(self.arcs):
            self.arcs.append(forwards)
        return ~number if backwards else number


def written(arc: list[Cell]) -> str:
    """An arc as its first point and then the steps from point to point."""
    (x, y), words = arc[0], [*map(str, arc[0])]
    for ax, ay in arc[1:]:
        words += [str(ax - x), str(ay - y)]
        x, y = ax, ay
    return " ".join(words)


def middle(shape: BaseGeometry) -> list[float]:
    """The middle of the largest circle inside a shape."""
    polygons = shape.geoms if isinstance(shape, MultiPolygon) else [shape]
    largest = max(polygons, key=lambda p: p.area)
    x, y = shapely.maximum_inscribed_circle(largest, 0.5).coords[0]
    return [round(x, 1), round(y, 1)]


def anchors(
    project: Projection, shapes: dict[str, BaseGeometry], table: dict[str, Any]
) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Where units and labels stand: as set by hand, else in the middle, the label below the unit."""
    units = {name: middle(shape) for name, shape in shapes.items() if name not in (NOBODY, WATER)}
    units |= {name: _placed(project, point) for name, point in table["units"].items()}
    labels = {name: [x, round(y + LABEL_BELOW, 1)] for name, (x, y) in units.items() if "/" not in name}
    labels |= {name: _placed(project, point) for name, point in table["labels"].items()}
    return dict(sorted(units.items())), dict(sorted(labels.items()))


def _placed(project: Projection, point: list[float]) -> list[float]:
    return [round(z, 1) for z in project(point[0], point[1])]


# ---------------------------------------------------------------- all of it


def make(atlas: Path, table: dict[str, Any]) -> dict[str, Any]:
    cutter = Cutter(table, Atlas(atlas))
    shapes = cutter.provinces()
    simple = shapely.coverage_simplify(list(shapes.values()), table["projection"]["simplify"])
    shapes = dict(zip(shapes, simple, strict=True))
    arcs = Arcs(shapes)
    units, labels = anchors(cutter.project, shapes, table)
    return {
        "about": "Made by scripts/make_shapes.py out of Natural Earth (public domain); see README.md",
        "size": [cutter.project.width, cutter.project.height],
        "grid": GRID,
        "sea": sorted(set(table["sea"]) - {WATER}),
        "units": units,
        "labels": labels,
        "arcs": [written(arc) for arc in arcs.arcs],
        "shapes": arcs.shapes,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the province shapes of the standard map.")
    parser.add_argument("atlas", type=Path, help="countries-50m.json of the npm package world-atlas")
    parser.add_argument("--output", type=Path, default=TARGET)
    arguments = parser.parse_args()
    table = tomllib.loads((HERE / "shapes-standard.toml").read_text(encoding="utf-8"))
    made = make(arguments.atlas, table)
    lines = [f'"{key}": {json.dumps(value, separators=(",", ":"))}' for key, value in made.items()]
    arguments.output.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    points = sum(len(arc.split()) // 2 for arc in made["arcs"])
    print(f"{len(made['shapes'])} shapes, {len(made['arcs'])} arcs, {points} points, {made['size']}")


if __name__ == "__main__":
    main()
