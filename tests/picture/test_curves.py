"""The geometry of lines."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resolvent.picture.curves import (
    along,
    arc,
    clearance,
    direction,
    length,
    nearest,
    number,
    path,
    through,
    trimmed,
    waved,
)
from resolvent.picture.ground import Point

coordinate = st.floats(0, 900).map(lambda x: round(x, 1))
points = st.tuples(coordinate, coordinate)
bends = st.sampled_from([0.0, 0.1, -0.2, 0.32])


@pytest.mark.parametrize(("x", "text"), [(1.0, "1"), (1.25, "1.2"), (-0.04, "0"), (-3.5, "-3.5"), (0, "0")])
def test_number(x: float, text: str) -> None:
    assert number(x) == text


def test_path() -> None:
    assert path([(0.0, 0.0), (10.0, 2.5)], "z") == "M0 0L10 2.5z"


@given(points, points, bends)
def test_an_arc_keeps_its_ends(a: Point, b: Point, bend: float) -> None:
    curve = arc(a, b, bend)
    assert math.dist(curve[0], a) < 1e-6
    assert math.dist(curve[-1], b) < 1e-6
    if math.dist(a, b) > 1:
        assert clearance(curve, along(curve, 0.5)) < 1e-6


def test_a_bend_is_as_deep_as_told() -> None:
    curve = arc((0.0, 0.0), (100.0, 0.0), 0.2)
    assert along(curve, 0.5)[1] == pytest.approx(-20, abs=0.5)


@given(points, points, bends, st.floats(0, 40), st.floats(0, 40))
def test_trimming(a: Point, b: Point, bend: float, start: float, end: float) -> None:
    curve = arc(a, b, bend)
    rest = length(trimmed(curve, start, end))
    assert rest >= 0.09 * length(curve) - 1e-6
    if start + end < 0.9 * length(curve):
        assert rest == pytest.approx(length(curve) - start - end, abs=1e-6)


@given(points, points, bends)
def test_waves_stay_near(a: Point, b: Point, bend: float) -> None:
    curve = arc(a, b, bend)
    wave = waved(curve)
    if math.dist(a, b) > 1:
        assert len(wave) > 5
        assert all(clearance(curve, p) < 3 for p in wave)


def test_a_smooth_curve_passes_its_points() -> None:
    way = [(0.0, 0.0), (50.0, 30.0), (100.0, 0.0), (150.0, 60.0)]
    assert all(clearance(through(way), p) < 1e-6 for p in way)


def test_nearest_stays_within_its_shares() -> None:
    assert nearest([(0.0, 0.0), (100.0, 0.0)], (5.0, 9.0), 0.3, 0.6) == (30.0, 0.0)
    assert nearest([(0.0, 0.0), (100.0, 0.0)], (45.0, 9.0), 0.3, 0.6) == (45.0, 0.0)


def test_direction() -> None:
    assert direction([(0.0, 0.0), (0.0, 10.0)]) == (0.0, 1.0)
    assert direction([(1.0, 1.0), (1.0, 1.0)]) == (1.0, 0.0)
