"""Readings made from a piece of rule text, and small positions to ground them in."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from resolvent import load_map, load_reading, read_phase
from resolvent.orders.entities import OrderEntity
from resolvent.orders.judge import Judged, judge
from resolvent.orders.position import Position
from resolvent.resolution.grounding import Grounding
from resolvent.rules.check import check_rules
from resolvent.rules.parse import parse_rules
from resolvent.rules.passes import optimise
from resolvent.rules.reading import Reading
from resolvent.rules.rulebook import Rulebook
from resolvent.rules.syntax import Definition
from tests.referee.legality import legal_orders, order_text
from tests.referee.positions import random_position, to_phase

__all__ = ["AsWritten", "Orders", "Through", "definitions_of", "ground", "orders_of", "reading_of"]


class AsWritten(Reading):
    """A reading whose compiler leaves out all passes."""

    def stage(self, stage: str) -> dict[str, Definition]:
        """Everything, as it was checked."""
        return self.definitions


class Through(Reading):
    """A reading whose compiler goes through all passes and keeps every function."""

    def stage(self, stage: str) -> dict[str, Definition]:
        """Everything, after the passes."""
        return optimise(self.definitions, self.definitions)


def definitions_of(text: str, file: str = "test.rules") -> dict[str, Definition]:
    """The functions of one rule file that stands alone."""
    return check_rules({stated.name: stated for stated in parse_rules(text, file)})


def reading_of(kind: type[Reading], definitions: Mapping[str, Definition]) -> Reading:
    """A reading of nothing but these functions."""
    return kind("test", (Rulebook("test", "Test"),), choices={}, definitions=definitions, changed={})


class Orders(NamedTuple):
    """Units, and orders that count; perhaps several for one unit."""

    position: Position
    orders: tuple[OrderEntity, ...]


@cache
def orders_of(seed: int, size: int, more: int = 0) -> Orders:
    """The legal orders of a seeded scene of at most ``size`` units, and so many more for the same units."""
    rng = random.Random(seed)
    scene = random_position(rng, size)
    written = to_phase(scene)
    position = Position(read_phase(written).units, load_map())
    texts = [(power, text) for power, lines in written["orders"].items() for text in lines]
    for province in rng.choices(sorted(scene.units), k=more):
        order = rng.choice(legal_orders(scene.units, province))
        texts.append((scene.units[province][0], order_text(scene.units, province, order)))
    found: dict[str, OrderEntity] = {}
    for power, text in texts:
        for sheet in judge(position, {power: [[text]]}, load_reading()).sheets:
            if sheet.order is not None:
                found[sheet.order.notation] = sheet.order
    return Orders(position, tuple(found.values()))


def ground(
    reading: Reading, position: Position, orders: Sequence[OrderEntity], guarded: bool = False
) -> Grounding:
    """The orders, ready for the rules of a reading."""
    return Grounding(position, orders, Judged([]), reading, guarded)
