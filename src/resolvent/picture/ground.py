"""What a picture is drawn on: where the places of a map are, and the shapes of its provinces."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

__all__ = ["Box", "Ground", "Point"]

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]  # left, top, right, bottom


class Ground(msgspec.Struct, frozen=True, eq=False):
    """A map laid out in the plane.  Compared by identity; there is one for each map.

    Attributes:
        size: width and height, in units of its own.
        grid: how many units of the paths make one unit of everything else.
        units: place, coasts included -> where a unit stands there.
        labels: province -> the middle of its label.
        fills: province -> its shape as the data of an SVG path; ``""`` stands for all other land.
        boxes: the same keys -> the box around the shape.
        seas: the provinces that are sea.
        lines: class of line -> data of a path: borders at sea, or the edges of a graph.
        graph: the provinces are the nodes of a graph, with lines between them.
    """

    size: Point
    grid: int
    units: dict[str, Point]
    labels: dict[str, Point]
    fills: dict[str, str]
    boxes: dict[str, Box]
    seas: frozenset[str]
    lines: dict[str, str]
    graph: bool
