"""Drawing phases: one theme or two, a few more units beside them; the same seed, the same phases."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from resolvent.board import Map
from resolvent.oracle.generate import adjustments, retreats
from resolvent.oracle.generate.legal import meddle, redraw
from resolvent.oracle.generate.scene import Draft, Scene
from resolvent.oracle.generate.themes import ADJUSTMENTS, RETREATS, THEMES, kinds_of, themes_named
from resolvent.orders.position import Position
from resolvent.records.phase import Phase

__all__ = ["Drawn", "Generator"]

_ROOM = 4
"""Units left over for a second theme."""


class Drawn(NamedTuple):
    """A phase, and the theme it grew from first."""

    phase: Phase
    theme: str


class Generator:
    """Draws phases.

    Args:
        board: the map.
        seed: the same seed gives the same phases, if they are drawn with the same weights.
        size: the most units.
        themes: names of themes, or ``"movement"``, ``"retreats"``, ``"adjustments"`` for all of a kind;
            left out, all of movement.
        positions: real phases whose units are taken as they stand for every second phase; of them those
            of the kinds that the themes are of.

    Raises:
        InputError: there is no such theme.
    """

    def __init__(
        self,
        board: Map,
        seed: int | str = 0,
        size: int = 9,
        themes: Sequence[str] = (),
        positions: Sequence[Phase] = (),
    ) -> None:
        self.board = board
        self.rng = random.Random(f"resolvent/{seed}")
        self.size = size
        self.themes = themes_named(themes)
        self.positions = tuple(p for p in positions if p.type in kinds_of(self.themes))
        self._movement = tuple(name for name in self.themes if name in THEMES)

    def draw(self, weights: Mapping[str, float] | None = None) -> Drawn:
        """The next phase.

        Args:
            weights: theme -> how likely it is to be drawn; left out, all equally.
        """
        if self.positions and self.rng.random() < 0.5:
            return self.played()
        chances = [1.0 if weights is None else weights.get(name, 1.0) for name in self.themes]
        theme = self.rng.choices(self.themes, chances)[0]
        scene = Scene(self.board, self.rng, self.rng.randint(min(4, self.size), self.size))
        make = RETREATS.get(theme) or ADJUSTMENTS.get(theme)
        if make is not None:
            return Drawn(make(scene), theme)
        while not scene.pieces:  # a theme that finds no room on the map gives way to another
            THEMES[theme](scene)
            theme = theme if scene.pieces else "uniform"
        if scene.size - len(scene.pieces) >= _ROOM and scene.chance(40):
            THEMES[scene.pick(self._movement)](scene)
        while not scene.full and scene.chance(75):
            meddle(scene)
        return Drawn(scene.phase(), theme)

    def played(self) -> Drawn:
        """A real phase, some of its orders drawn anew."""
        phase = self.positions[self.rng.randrange(len(self.positions))]
        if phase.type != "M":
            scene = Scene(self.board, self.rng, self.size)
            redrawn = retreats.redrawn if phase.type == "R" else adjustments.redrawn
            return Drawn(redrawn(phase, scene), "played")
        position = Position(phase.units, self.board)
        scene = Scene(self.board, self.rng, len(position.units))
        texts = {
            " ".join(text.split()[:2]): text
            for power in phase.orders
            for orders in phase.order_sets(power)
            for text in orders
        }
        for unit in position.units:
            scene.stand(unit)
            text = texts.get(unit.name)
            scene.orders[unit.province] = Draft("?", text=text) if text else Draft("H")
        if self.rng.random() < 0.8:
            for unit in position.units:
                if self.rng.random() < 0.2:
                    redraw(scene, unit.province)
        return Drawn(scene.phase(), "played")
