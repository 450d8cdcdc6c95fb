"""Curves as lists of points: bending, cutting to length, waves, and writing them as paths."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeAlias

from resolvent.picture.ground import Point

__all__ = [
    "Curve",
    "along",
    "arc",
    "between",
    "clearance",
    "direction",
    "distance",
    "length",
    "nearest",
    "number",
    "path",
    "through",
    "trimmed",
    "waved",
]

Curve: TypeAlias = list[Point]

_PIECES = 14
_WAVE_LENGTH, _WAVE_HEIGHT = 11.0, 2.6  # pixels


def number(x: float) -> str:
    """A number as it is written in a picture: one digit after the point, none if it is 0."""
    text = f"{x:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


def path(curve: Iterable[Point], end: str = "") -> str:
    """A curve as the data of a path; ``end="z"`` closes it."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in curve) + end


def distance(a: Point, b: Point) -> float:
    """The distance of two points."""
    return math.hypot(a[0] - b[0], a[1] - b[1])


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    """The point a share of the way from one point to another."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def arc(a: Point, b: Point, bend: float) -> Curve:
    """A curve from a to b.

    Args:
        a, b: its ends.
        bend: how far its middle lies to the left, in parts of its length; 0 is a straight line.
    """
    if not bend:
        return [a, b]
    mx, my = between(a, b)
    # the middle of the curve is half as far out as the point that pulls it
    cx, cy = mx + 2 * bend * (b[1] - a[1]), my - 2 * bend * (b[0] - a[0])
    found = []
    for i in range(_PIECES + 1):
        t = i / _PIECES
        u = 1 - t
        p, q, r = u * u, 2 * u * t, t * t
        found.append((p * a[0] + q * cx + r * b[0], p * a[1] + q * cy + r * b[1]))
    return found


def through(points: Sequence[Point]) -> Curve:
    """A smooth curve through points (Catmull and Rom)."""
    found: Curve = []
    for i in range(len(points) - 1):
        p0, p1, p2 = points[max(i - 1, 0)], points[i], points[i + 1]
        p3 = points[min(i + 2, len(points) - 1)]
        for step in range(8):
            t = step / 8
            found.append((_spline(p0[0], p1[0], p2[0], p3[0], t), _spline(p0[1], p1[1], p2[1], p3[1], t)))
    return [*found, points[-1]]


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t
    )


def length(curve: Curve) -> float:
    """The length of a curve."""
    return sum(distance(a, b) for a, b in pairwise(curve))


def along(curve: Curve, share: float) -> Point:
    """The point a share of the way along a curve."""
    return trimmed(curve, share * length(curve), 0.0)[0]


def trimmed(curve: Curve, start: float, end: float) -> Curve:
    """A curve without some pixels at its start and at its end; a tenth of it stays in any case."""
    total = length(curve)
    if start + end > 0.9 * total:
        shrink = 0.9 * total / (start + end)
        start, end = start * shrink, end * shrink
    found: Curve = []
    done, stop = 0.0, total - end
    for a, b in pairwise(curve):
        step = distance(a, b)
        after = done + step
        if after > start and done < stop and step:
            first, last = max(start, done), min(stop, after)
            if not found:
                found.append(between(a, b, (first - done) / step))
            found.append(between(a, b, (last - done) / step))
        done = after
    return found or [curve[0], curve[-1]]


def direction(curve: Curve) -> Point:
    """The direction in which a curve ends, of length 1."""
    b = curve[-1]
    for a in reversed(curve[:-1]):
        long = distance(a, b)
        if long > 0.5:
            return (b[0] - a[0]) / long, (b[1] - a[1]) / long
    return 1.0, 0.0


def nearest(curve: Curve, point: Point, low: float, high: float) -> Point:
    """The point of a curve that is nearest to another, between two shares of its length."""
    inner = trimmed(curve, low * length(curve), (1 - high) * length(curve))
    found = [_foot(a, b, point) for a, b in pairwise(inner)]
    return min(found, key=lambda p: distance(p, point)) if found else inner[0]


def clearance(curve: Curve, point: Point) -> float:
    """How far a point is from a curve."""
    return min(distance(_foot(a, b, point), point) for a, b in pairwise(curve))


def _foot(a: Point, b: Point, p: Point) -> Point:
    """The point of a line from a to b that is nearest to p."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    if not square:
        return a
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square
    t = 0.0 if t < 0 else 1.0 if t > 1 else t
    return a[0] + t * dx, a[1] + t * dy


def waved(curve: Curve) -> Curve:
    """A curve as a wave around itself; it starts and ends on the curve."""
    total = length(curve)
    waves = max(1, round(total / _WAVE_LENGTH))
    steps = waves * 6
    found: Curve = []
    for i, (p, normal) in enumerate(_normals(curve, steps)):
        height = _WAVE_HEIGHT * math.sin(2 * math.pi * waves * i / steps)
        found.append((p[0] + normal[0] * height, p[1] + normal[1] * height))
    return found


def _normals(curve: Curve, steps: int) -> list[tuple[Point, Point]]:
    """Points at even distances, each with the direction across the curve there."""
    step = length(curve) / steps
    found = []
    done, i = 0.0, 0
    for a, b in pairwise(curve):
        long = distance(a, b)
        if not long:
            continue
        across = (-(b[1] - a[1]) / long, (b[0] - a[0]) / long)
        while i <= steps and i * step <= done + long + 1e-6:
            found.append((between(a, b, (i * step - done) / long), across))
            i += 1
        done += long
    return found
