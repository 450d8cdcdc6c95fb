"""Around the picture: the heading above, the legend and what cannot be drawn below."""

from __future__ import annotations

from collections.abc import Iterator

from resolvent.board import Map
from resolvent.orders.order import Kind
from resolvent.picture.arrows import sample
from resolvent.picture.curves import number
from resolvent.picture.scene import Drawn, Scene
from resolvent.picture.symbols import MARKS, burst, mark, refuge, unit_sign
from resolvent.picture.text import clip, escape, measure
from resolvent.picture.theme import power_letters
from resolvent.picture.view import LAYOUT_WIDTH

__all__ = ["HEADING", "heading", "legend"]

HEADING = 30.0
"""Pixels of the heading."""

_ROW, _INDENT, _GAP = 25.0, 12.0, 16.0
_NOTE_ROW, _NOTES = 16.0, 6
_NOTE_SIZE = 11.0

_Item = tuple[str, float, str]  # a sign drawn from (0, 0), how wide it is, its words


def heading(scene: Scene) -> str:
    """The phase on the left, the rules and the status on the right."""
    return (
        f'<rect class="rs-paper" width="{number(LAYOUT_WIDTH)}" height="{number(HEADING)}"/>'
        f'<text class="rs-title" x="{number(_INDENT)}" y="20">{escape(clip(scene.title, 60))}</text>'
        f'<text class="rs-note" x="{number(LAYOUT_WIDTH - _INDENT)}" y="20" text-anchor="end">'
        f"{escape(clip(scene.aside, 70))}</text>"
    )


def legend(scene: Scene, board: Map, top: float) -> tuple[str, float]:
    """The signs that occur in a scene, with their meaning, and its notes.

    Args:
        scene: what is drawn.
        board: the map, for the names of powers.
        top: where the legend begins, in pixels.

    Returns:
        The legend, and where it ends.
    """
    parts = []
    x, y = _INDENT, top + _ROW / 2 + 3
    for sign, wide, words in _items(scene, board):
        width = wide + 6 + measure(words, _NOTE_SIZE)
        if x + width > LAYOUT_WIDTH - _INDENT and x > _INDENT:
            x, y = _INDENT, y + _ROW
        parts.append(
            f'<g transform="translate({number(x)} {number(y)})">{sign}'
            f'<text class="rs-key" x="{number(wide + 6)}" y="4">{escape(words)}</text></g>'
        )
        x += width + _GAP
    end = y + _ROW / 2 if parts else top
    for note in _notes(scene):
        parts.append(
            f'<text class="rs-note" x="{number(_INDENT)}" y="{number(end + 11)}">{escape(note)}</text>'
        )
        end += _NOTE_ROW
    # a little too high, so that no line of pixels of the map shines through below
    size = f'width="{number(LAYOUT_WIDTH)}" height="{number(end + 20 - top)}"'
    paper = f'<rect class="rs-paper" y="{number(top)}" {size}/>'
    return paper + "".join(parts), end + 6


def _notes(scene: Scene) -> Iterator[str]:
    shown = scene.notes if len(scene.notes) <= _NOTES else scene.notes[: _NOTES - 1]
    yield from (clip(note, 140) for note in shown)
    if len(shown) < len(scene.notes):
        yield f"and {len(scene.notes) - len(shown)} more"


def _items(scene: Scene, board: Map) -> Iterator[_Item]:
    letters = power_letters(board.powers)
    powers = {unit.power for unit in scene.units}
    for power in board.powers:
        if power in powers:
            sign = unit_sign("A", power, letters[power], (9.0, 0.0))
            yield f'<g transform="scale(.85)">{sign}</g>', 16.0, board.power_names[power]
    yield from _shapes(scene.units)
    yield from _lines(scene.units)
    yield from _marks(scene)


def _shapes(units: tuple[Drawn, ...]) -> Iterator[_Item]:
    for kind, word in (("A", "army"), ("F", "fleet")):
        if any(unit.unit.startswith(kind) for unit in units):
            sign = unit_sign(kind, "", "", (13.0, 0.0), ghost=True)
            yield f'<g transform="scale(.8)">{sign}</g>', 22.0, word
    if any(unit.order is not None and unit.order.kind is Kind.HOLD for unit in units):
        sign = unit_sign("A", "", "", (15.0, 0.0), ghost=True, hold=True)
        yield f'<g transform="scale(.8)">{sign}</g>', 24.0, "hold"


def _lines(units: tuple[Drawn, ...]) -> Iterator[_Item]:
    orders = [unit.order for unit in units if unit.order is not None]
    held = {not order.destination for order in orders if order.kind is Kind.SUPPORT}
    for kind, hold, words in (
        (Kind.MOVE, False, "move"),
        (Kind.SUPPORT, False, "support to move"),
        (Kind.SUPPORT, True, "support to hold"),
        (Kind.CONVOY, False, "convoy"),
        (Kind.RETREAT, False, "retreat"),
    ):
        if any(order.kind is kind for order in orders) and (kind is not Kind.SUPPORT or hold in held):
            yield sample(kind, hold, (0.0, 0.0)), 32.0, words


def _marks(scene: Scene) -> Iterator[_Item]:
    outcomes = {unit.outcome for unit in scene.units}
    for outcome, what in MARKS.items():
        if outcome in outcomes:
            yield mark(what, (5.0, 0.0)), 10.0, str(outcome)
    if any(unit.out for unit in scene.units):
        sign = unit_sign("A", "", "", (14.0, 0.0), ghost=True, out=True)
        yield f'<g transform="scale(.8)">{sign}</g>', 26.0, "dislodged"
    if any(scene.retreats.values()):
        line = '<path class="rs-retreat" d="M0 0L16 0"/>'
        yield line + refuge((20.0, 0.0)), 24.0, "may retreat"
    if scene.contested:
        yield burst((9.0, 0.0)), 18.0, "contested"
    kinds = {unit.order.kind for unit in scene.units if unit.order is not None}
    if Kind.BUILD in kinds:
        yield mark("plus", (5.0, 0.0)), 10.0, "build"
    if Kind.DISBAND in kinds:
        yield mark("minus", (5.0, 0.0)), 10.0, "disband"
