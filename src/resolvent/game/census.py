"""Units and centres counted: the relations that the rules about adjustments speak of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from resolvent.board import Province
from resolvent.game.distances import Distances
from resolvent.logic.algebra import ThreeValued
from resolvent.orders.entities import Build, OrderEntity, Removal, Unit, Waive
from resolvent.orders.position import Position
from resolvent.rules.grounded import Grounded
from resolvent.rules.reading import Reading

__all__ = ["Census"]


class Census:
    """The units and centres of a moment, and the rules over them.

    Args:
        standing: the units.
        centres: power -> its supply centres.
        reading: the rules.

    Attributes:
        rules: the rules about adjustments.
        written_by: power -> the orders it wrote, every set.
    """

    def __init__(
        self, standing: Position, centres: Mapping[str, tuple[Province, ...]], reading: Reading
    ) -> None:
        board = standing.board
        self.board = board
        self.centres = centres
        units_of: dict[str, list[Unit]] = {}
        for unit in standing.units:
            units_of.setdefault(unit.power, []).append(unit)
        homes = {power: tuple(board.provinces[id] for id in ids) for power, ids in board.homes.items()}
        self.written_by: dict[str, list[OrderEntity]] = {}
        self._builds: dict[str, list[Build]] = {}
        self._removals: dict[str, list[Removal]] = {}
        self._waives: dict[str, list[Waive]] = {}
        self.rules: Grounded = reading.maker("adjust")(
            standing.at, standing.seas, self.written_by, {}, _no_others, set(),
            units_of, centres, homes, Distances(standing), self._builds, self._removals, self._waives,
            ThreeValued(),
        )  # fmt: skip

    def take(self, order: OrderEntity) -> None:
        """Add a legal order, in the order of writing."""
        if isinstance(order, Build):
            self._builds.setdefault(order.power, []).append(order)
        elif isinstance(order, Removal):
            self._removals.setdefault(order.power, []).append(order)
        elif isinstance(order, Waive):
            self._waives.setdefault(order.power, []).append(order)

    def owners(self) -> dict[str, tuple[str, ...]]:
        """Who owns which centre when the autumn is over: power -> ids, sorted; only powers that own one."""
        belongs_to = self.rules["belongs_to"]
        found: dict[str, tuple[str, ...]] = {}
        for power in self.board.powers:
            owned = [p.id for p in self.board.provinces.values() if belongs_to(p, power)]
            if owned:
                found[power] = tuple(owned)
        return found

    def anything_due(self) -> bool:
        """Whether any power has to remove or may build."""
        may_build, must_remove = self.rules["may_build"], self.rules["must_remove"]
        return any(may_build(power) or must_remove(power) for power in self.board.powers)


def _no_others(order: OrderEntity) -> Iterable[OrderEntity]:
    return ()
