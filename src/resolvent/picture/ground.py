"""What a picture is drawn on: where the places of a map are, and the shapes of its provinces."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from resolvent.board import Map

__all__ = ["Box", "Ground", "Point", "load_ground"]

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


_grounds: dict[Map, Ground] = {}


def load_ground(board: Map) -> Ground:
    """The ground of a map: its shapes if there are any, else a graph; made once for each map.

    Args:
        board: any map.
    """
    ground = _grounds.get(board)
    if ground is None:
        from resolvent.picture.shaped import shaped_ground

        ground = shaped_ground(board)
        if ground is None:
            from resolvent.picture.graph import graph_ground

            ground = graph_ground(board)
        ground = _grounds.setdefault(board, ground)
    return ground
