"""The part of the ground that is shown, and how large."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from resolvent.picture.ground import Box, Ground, Point

__all__ = ["LAYOUT_WIDTH", "View", "close_up", "whole"]

LAYOUT_WIDTH = 900.0
"""Pixels of a picture's own coordinates; what is asked for only scales them."""

_AROUND = 62.0  # units of ground shown around what matters
_CLOSEST = 2.6  # how much larger than the whole board a part is drawn at most
_FLATTEST, _TALLEST = 0.55, 0.95  # height by width


class View(msgspec.Struct, frozen=True, eq=False):
    """A window onto a ground.

    Attributes:
        box: what is shown, in units of the ground.
        scale: pixels a unit.
        top: pixels above the window.
    """

    box: Box
    scale: float
    top: float

    @property
    def height(self) -> float:
        """Pixels from the upper edge of the window to the lower one."""
        return (self.box[3] - self.box[1]) * self.scale

    def __call__(self, point: Point) -> Point:
        """A point of the ground in pixels."""
        return (point[0] - self.box[0]) * self.scale, (point[1] - self.box[1]) * self.scale + self.top

    def shows(self, box: Box) -> bool:
        """Whether something in a box can be seen."""
        left, top, right, bottom = self.box
        return box[0] < right and box[2] > left and box[1] < bottom and box[3] > top


def whole(ground: Ground, top: float) -> View:
    """All of a ground.

    Args:
        ground: the ground.
        top: pixels to leave free above.
    """
    return View((0.0, 0.0, *ground.size), LAYOUT_WIDTH / ground.size[0], top)


def close_up(ground: Ground, points: Collection[Point], top: float) -> View:
    """The part of a ground around some points.

    Args:
        ground: the ground.
        points: what must be seen, at least one.
        top: pixels to leave free above.
    """
    left, right = min(x for x, _ in points) - _AROUND, max(x for x, _ in points) + _AROUND
    upper, lower = min(y for _, y in points) - _AROUND, max(y for _, y in points) + _AROUND
    width = max(right - left, (lower - upper) / _TALLEST, ground.size[0] / _CLOSEST)
    width = min(width, ground.size[0])
    height = min(max(lower - upper, width * _FLATTEST), ground.size[1])
    left = _within((left + right - width) / 2, ground.size[0] - width)
    upper = _within((upper + lower - height) / 2, ground.size[1] - height)
    return View((left, upper, left + width, upper + height), LAYOUT_WIDTH / width, top)


def _within(x: float, most: float) -> float:
    return min(max(x, 0.0), max(most, 0.0))
