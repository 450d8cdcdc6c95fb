"""Small positions of legal orders, aimed at the places where adjudicators go wrong.

A scene begins with a *theme*, a handful of units whose orders make one knot (a convoyed army against the
supporter of the attack on its own fleet, a rotation, a swap by sea, a beleaguered garrison …), now and then
with two.  Units are then added next to it, and their orders drawn from the legal ones with a bent for
meddling: helping, cutting, bouncing, convoying what is already there.

All randomness goes through one function that chooses from a sequence, so the same code serves hypothesis
(:func:`scenes`, which shrinks) and seeded bulk runs (:func:`random_position`).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from .builder import Builder, Choose, meddle
from .legality import Written, is_legal, order_text, routed, unit_text
from .rules import Position, Unit
from .themes import THEMES

ROOM = 4  # units left over for a second theme


@dataclass(frozen=True)
class Scene:
    """Units with one legal order each (DATC 4.E.1, 2.5:d).

    Attributes:
        units: province to (power, type, coast).
        orders: province to its order, routes decided (DATC 4.A.3 c).
        theme: the name of the theme it grew from, or of both: ``"knot + swap"``.
    """

    units: Mapping[str, Unit]
    orders: Mapping[str, Written]
    theme: str = ""


def to_brute(scene: Scene) -> Position:
    """The scene as input of the brute-force referee."""
    return Position(dict(scene.units), {p: written.order for p, written in scene.orders.items()})


def to_phase(scene: Scene) -> dict[str, dict[str, list[str]]]:
    """The scene as a phase of the JSON contract: ``{"units": {power: […]}, "orders": {power: […]}}``."""
    units: dict[str, list[str]] = {}
    orders: dict[str, list[str]] = {}
    for p, (power, _, _) in sorted(scene.units.items()):
        units.setdefault(power, []).append(unit_text(scene.units, p))
        orders.setdefault(power, []).append(order_text(scene.units, p, scene.orders[p]))
    return {"units": units, "orders": orders}


def build(choose: Choose, size: int) -> Scene:
    """Build a scene of at most ``size`` units (and so of at most as many decisions)."""
    b = Builder(choose, size)
    themes = [choose(THEMES)]
    themes[0](b)
    if size - len(b.units) >= ROOM and b.chance(40):
        themes.append(choose(THEMES))
        themes[1](b)
    while len(b.units) < size and b.chance(85):
        meddle(b)
    # What has turned out illegal in the end holds.
    orders = {p: w if is_legal(b.units, p, w) else Written(("H",)) for p, w in b.orders.items()}
    return Scene(dict(b.units), routed(b.units, orders), " + ".join(t.__name__ for t in themes))


def random_position(rng: random.Random, size: int = 8) -> Scene:
    """A scene of at most ``size`` units from a seeded generator."""
    return build(rng.choice, size)


@st.composite
def scenes(draw: st.DrawFn, max_units: int = 8) -> Scene:
    """Scenes of four to ``max_units`` units; ``to_brute`` and ``to_phase`` make input of them."""

    def choose(options: Sequence[Any]) -> Any:
        return draw(st.sampled_from(options))

    return build(choose, draw(st.integers(4, max_units)))
