"""Signs: units, supply centres, marks for what became of an order."""

from __future__ import annotations

from typing import Literal, TypeAlias

from resolvent.outcomes import Outcome
from resolvent.picture.curves import number
from resolvent.picture.ground import Point
from resolvent.picture.theme import colour_class

__all__ = ["MARKS", "UNIT_RADIUS", "Mark", "burst", "centre", "mark", "refuge", "unit_sign"]

UNIT_RADIUS = 12.0
"""Pixels around the middle of a unit that lines keep free."""

Mark: TypeAlias = Literal["fails", "void", "illegal", "open", "plus", "minus"]

MARKS: dict[Outcome, Mark] = {
    Outcome.FAILS: "fails",
    Outcome.VOID: "void",
    Outcome.ILLEGAL: "illegal",
    Outcome.UNREADABLE: "open",
    Outcome.OPEN: "open",
}
"""Outcome -> the mark on its order; an order that succeeds has none."""

_SIGNS: dict[Mark, str] = {
    "fails": "M-2.6-2.6l5.2 5.2M2.6-2.6l-5.2 5.2",
    "void": "M-2.4 2.4l4.8-4.8",
    "illegal": "M0-3.2v3.4M0 2.9v.3",
    "open": "M-1.7-1.5c0-2.4 3.6-2.2 3.4 0c-.1 1.2-1.7 1.2-1.7 2.6M0 3.1v.2",
    "plus": "M-3 0h6M0-3v6",
    "minus": "M-3 0h6",
}
_BAD = frozenset({"fails", "minus"})

_ARMY = "M-8.5-8.5h17v17h-17z"
_FLEET = "M-12.5-7.5h25c-1 7-3.5 12-8 15h-9c-4.5-3-7-8-8-15z"
_BURST = (
    "M0-9l2.2 4.2 4.6-1.5-1.6 4.5 4.3 2-4.4 2"
    " 1.5 4.6-4.5-1.7-2.1 4.4-2.1-4.4-4.5 1.7 1.5-4.6-4.4-2 4.3-2-1.6-4.5 4.6 1.5z"
)


def _at(point: Point) -> str:
    return f'transform="translate({number(point[0])} {number(point[1])})"'


def unit_sign(
    kind: str,
    power: str,
    letter: str,
    at: Point,
    *,
    ghost: bool = False,
    hold: bool = False,
    out: bool = False,
) -> str:
    """A unit: a square is an army, a hull is a fleet.

    Args:
        kind: ``"A"`` or ``"F"``.
        power: whose it is, for the colour.
        letter: the first letters of the power.
        at: its middle.
        ghost: it is not there yet, or no longer: an outline.
        hold: a ring around it, it was told to hold.
        out: a broken ring around it and a cross, it is dislodged.
    """
    outline = _ARMY if kind == "A" else _FLEET
    colour = colour_class(power)
    body = "rs-ghost" if ghost else "rs-unit rs-fill"
    initial = "rs-initial rs-ghost-initial" if ghost else "rs-initial"
    low = 4 if kind == "A" else 3
    size = "" if len(letter) == 1 else f' style="font-size:{11 - 2 * len(letter)}px"'
    parts = [f'<path class="{body} {colour}" d="{outline}"/>']
    if hold and not out:
        parts.append(_ring(kind, "rs-ring", 3.6))
    if out:
        parts.append(_ring(kind, "rs-out", 3.8))
    parts.append(f'<text class="{initial}" y="{low}"{size}>{letter}</text>')
    if out:
        parts.append(f'<g class="rs-bad" transform="translate(11-10)">{_mark("fails")}</g>')
    return f"<g {_at(at)}>{''.join(parts)}</g>"


def _ring(kind: str, name: str, gap: float) -> str:
    wide, high = (8.5 + gap, 8.5 + gap) if kind == "A" else (12.5 + gap, 7.5 + gap)
    w, h = number(wide), number(high)
    size = f'width="{number(2 * wide)}" height="{number(2 * high)}"'
    return f'<rect class="{name}" x="-{w}" y="-{h}" {size} rx="4"/>'


def _mark(what: Mark) -> str:
    return f'<circle class="rs-mark" r="5"/><path class="rs-sign" d="{_SIGNS[what]}"/>'


def mark(what: Mark, at: Point) -> str:
    """A round mark.

    Args:
        what: what it says.
        at: its middle.
    """
    bad = ' class="rs-bad"' if what in _BAD else ""
    return f"<g{bad} {_at(at)}>{_mark(what)}</g>"


def centre(at: Point, power: str | None, faint: bool = False) -> str:
    """A supply centre: a ring, with a dot in the colour of its owner if it has one.

    Args:
        at: its middle.
        power: its owner, or ``None``.
        faint: it does not matter in this picture.
    """
    x, y = number(at[0]), number(at[1])
    ring = f'<circle class="rs-centre" cx="{x}" cy="{y}" r="3.7"/>'
    dot = f'<circle class="rs-fill {colour_class(power)}" cx="{x}" cy="{y}" r="2.3"/>' if power else ""
    return f'<g opacity=".45">{ring}{dot}</g>' if faint else ring + dot


def burst(at: Point) -> str:
    """A province that is contested.

    Args:
        at: the middle of the sign.
    """
    return f'<path class="rs-burst" {_at(at)} d="{_BURST}"/>'


def refuge(at: Point) -> str:
    """Where a dislodged unit may go.

    Args:
        at: the middle of the sign.
    """
    return f'<circle class="rs-refuge" cx="{number(at[0])}" cy="{number(at[1])}" r="3"/>'
