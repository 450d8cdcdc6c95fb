"""Orders: one group of lines for each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from resolvent.orders.order import Kind
from resolvent.outcomes import Outcome
from resolvent.picture.curves import Curve, direction, length, number, path, trimmed, waved
from resolvent.picture.ground import Point
from resolvent.picture.routes import Routes
from resolvent.picture.scene import Drawn
from resolvent.picture.symbols import MARKS, mark, refuge
from resolvent.picture.theme import colour_class

__all__ = ["order_lines", "order_mark", "retreat_lines", "sample"]

_HEAD, _HALF = 10.0, 4.8  # length and half the width of an arrow's head
_DASHES = {
    Kind.SUPPORT: "6 3",
    Kind.RETREAT: "8 3 2 3",
}
_MOVE_SPOTS = (0.72, 0.8, 0.64, 0.5, 0.4, 0.3)
_SPOTS = (0.45, 0.6, 0.3, 0.72)  # where marks stand on lines, the best first
_IDLE_DASH = "1.5 3.5"  # void, illegal: dotted


class _Pen(NamedTuple):
    """What the lines of an order look like."""

    colour: str
    outcome: Outcome | None

    @property
    def weak(self) -> bool:
        """The order has no effect at all: dotted, with hollow ends."""
        return self.outcome in (Outcome.VOID, Outcome.ILLEGAL, Outcome.UNREADABLE)


_GREY = _Pen("rs-grey", None)


def order_lines(unit: Drawn, routes: Routes) -> str:
    """The lines of a unit's order; empty for orders that have none.

    Args:
        unit: the unit with its order.
        routes: where lines run.
    """
    order = unit.order
    if order is None:
        return ""
    pen = _Pen(colour_class(unit.power), unit.outcome)
    if order.kind in (Kind.MOVE, Kind.RETREAT):
        return _arrow(routes.moves[unit], pen, order.kind)
    if order.kind not in (Kind.SUPPORT, Kind.CONVOY):
        return ""
    aim = routes.aims[unit]
    if length(aim.line) < 2.0:  # it supports itself
        return ""
    ghost = "" if aim.ghost is None else _ghost(aim.ghost, pen)
    if order.kind is Kind.CONVOY:
        return ghost + _convoy(aim.line, pen)
    return ghost + _support(aim.line, pen, aim.to_hold)


def order_mark(unit: Drawn, routes: Routes) -> str:
    """The mark that says what became of a unit's order; empty if it succeeded or nobody asked.

    Args:
        unit: the unit with its order.
        routes: where lines run.
    """
    order = unit.order
    what = MARKS.get(unit.outcome) if unit.outcome is not None else None
    if order is not None and order.kind is Kind.BUILD:
        failed = mark(what, _corner(routes.at[unit], -1)) if what else ""
        return mark("plus", _corner(routes.at[unit])) + failed
    if order is not None and order.kind is Kind.DISBAND:
        return mark("minus", _corner(routes.at[unit]))
    if what is None or (order is not None and order.kind is Kind.HOLD and what == "fails"):
        return ""  # a hold that fails is a unit dislodged, which has its own sign
    if order is not None and order.kind in (Kind.MOVE, Kind.RETREAT):
        curve = routes.moves[unit]
        return mark(what, routes.mark_spot(curve, _MOVE_SPOTS if length(curve) > 60 else _SPOTS))
    if order is not None and order.kind in (Kind.SUPPORT, Kind.CONVOY):
        line = routes.aims[unit].line
        if length(line) > _HEAD:  # no unit that supports itself
            return mark(what, routes.mark_spot(line, _SPOTS))
    return mark(what, _corner(routes.at[unit], -1))


def _corner(at: Point, side: int = 1) -> Point:
    return at[0] + side * 11.0, at[1] - 10.0


def retreat_lines(unit: Drawn, routes: Routes, options: list[str]) -> Iterator[str]:
    """Dotted lines from a dislodged unit to where it may go.

    Args:
        unit: the unit.
        routes: where lines run.
        options: ids of places.
    """
    for place in options:
        curve = routes.retreat(unit, place)
        yield f'<path class="rs-retreat" d="{path(curve)}"/>{refuge(curve[-1])}'


def _strokes(curve: Curve, pen: _Pen, width: float, dash: str = "") -> str:
    """A line in a power's colour, on a broader one in the colour of the paper."""
    data = path(curve)
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path class="rs-case" stroke-width="{number(width + 2)}" d="{data}"/>'
        f'<path class="rs-line {pen.colour}" stroke-width="{number(width)}"{dashes} d="{data}"/>'
    )


def _width(pen: _Pen, broad: float) -> float:
    return broad if pen.outcome in (None, Outcome.SUCCEEDS) else broad * 0.7


def _arrow(curve: Curve, pen: _Pen, kind: Kind) -> str:
    dash = _IDLE_DASH if pen.weak else _DASHES.get(kind, "")
    shaft = trimmed(curve, 0.0, _HEAD - 1.5)
    return _strokes(shaft, pen, _width(pen, 2.8), dash) + _head(curve, pen)


def _head(curve: Curve, pen: _Pen) -> str:
    tip, (dx, dy) = curve[-1], direction(curve)
    back = (tip[0] - dx * _HEAD, tip[1] - dy * _HEAD)
    corners = [
        tip,
        (back[0] - dy * _HALF, back[1] + dx * _HALF),
        (back[0] + dy * _HALF, back[1] - dx * _HALF),
    ]
    weak = pen.weak
    name = "rs-hollow" if weak else "rs-end rs-fill"
    return f'<path class="{name} {pen.colour}" d="{path(corners, "z")}"/>'


def _support(curve: Curve, pen: _Pen, to_hold: bool) -> str:
    dash = _IDLE_DASH if pen.weak else _DASHES[Kind.SUPPORT]
    lines = _strokes(curve, pen, _width(pen, 2.2), dash)
    return lines + (_bar(curve, pen) if to_hold else _dot(curve[-1], pen))


def _convoy(curve: Curve, pen: _Pen) -> str:
    dash = _IDLE_DASH if pen.weak else ""
    return _strokes(waved(curve), pen, _width(pen, 2.0), dash) + _dot(curve[-1], pen)


def _dot(at: Point, pen: _Pen) -> str:
    """The end of a support to move, or of a convoy: a dot on the line of the move."""
    x, y, colour = number(at[0]), number(at[1]), pen.colour
    name = "rs-hollow" if pen.weak else "rs-end rs-fill"
    return f'<circle class="{name} {colour}" cx="{x}" cy="{y}" r="3.2"/>'


def _bar(curve: Curve, pen: _Pen) -> str:
    """The end of a support to hold: a bar before the supported unit."""
    (x, y), (dx, dy) = curve[-1], direction(curve)
    ends = [(x - dy * 6.5, y + dx * 6.5), (x + dy * 6.5, y - dx * 6.5)]
    return _strokes(ends, pen, _width(pen, 3.0))


def _ghost(curve: Curve, pen: _Pen) -> str:
    """A move that a support or a convoy names, but which was not ordered."""
    (x, y), (dx, dy) = curve[-1], direction(curve)
    wings = [(x - dx * 7 - dy * 4, y - dy * 7 + dx * 4), (x, y), (x - dx * 7 + dy * 4, y - dy * 7 - dx * 4)]
    return _strokes(curve, pen, 1.3, _IDLE_DASH) + _strokes(wings, pen, 1.3)


def sample(kind: Kind, to_hold: bool, at: Point) -> str:
    """A short line as the legend shows it, in grey.

    Args:
        kind: a move, a retreat, a support or a convoy.
        to_hold: a support is to hold.
        at: its left end.
    """
    curve = [at, (at[0] + 30.0, at[1])]
    if kind is Kind.SUPPORT:
        return _support(curve, _GREY, to_hold)
    return _convoy(curve, _GREY) if kind is Kind.CONVOY else _arrow(curve, _GREY, kind)
