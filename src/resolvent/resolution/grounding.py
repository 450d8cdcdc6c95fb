"""Grounding: the relations over the orders of one position, and the rules put to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy

from resolvent.board.province import Province
from resolvent.orders.entities import Convoy, Move, OrderEntity, Support
from resolvent.orders.judge import Judged
from resolvent.orders.position import Position
from resolvent.rules.grounded import Grounded
from resolvent.rules.reading import Reading

__all__ = ["Grounding"]


class Grounding:
    """The orders of one position, indexed by what the vocabulary asks for.

    Args:
        position: the units.
        orders: the orders that count, in the order of their units.
        judged: what was written, for the rules that ask about that.
        reading: the rules.
        guarded: whether orders carry guards (orders left open).
    """

    __slots__ = (
        "convoys_at",
        "convoys_by",
        "decisions",
        "guarded",
        "judged",
        "moves_from",
        "moves_to",
        "orders",
        "position",
        "reading",
        "supports_at",
    )

    def __init__(
        self,
        position: Position,
        orders: Sequence[OrderEntity],
        judged: Judged,
        reading: Reading,
        guarded: bool = False,
    ) -> None:
        self.position = position
        self.orders = orders
        self.judged = judged
        self.reading = reading
        self.guarded = guarded
        self.moves_to: dict[Province, list[Move]] = {}
        self.moves_from: dict[Province, list[Move]] = {}
        self.supports_at: dict[Province, list[Support]] = {}
        self.convoys_at: dict[Province, list[Convoy]] = {}
        self.convoys_by: dict[Province, list[Convoy]] = {}
        for order in orders:
            if order.__class__ is Move:
                self.moves_to.setdefault(order.destination, []).append(order)
                self.moves_from.setdefault(order.origin, []).append(order)
            elif order.__class__ is Support:
                self.supports_at.setdefault(order.supported, []).append(order)
            elif order.__class__ is Convoy:
                self.convoys_at.setdefault(order.army, []).append(order)
                self.convoys_by.setdefault(order.location, []).append(order)
        self.decisions = [(name, o) for o in orders for name in reading.decided.get(o.sort, ())]

    def under(self, reading: Reading) -> Grounding:
        """The same orders, ready for another reading that judges them alike."""
        if reading is self.reading:
            return self
        twin = copy(self)
        twin.reading = reading
        twin.decisions = [(name, o) for o in self.orders for name in reading.decided.get(o.sort, ())]
        return twin

    def put(self, algebra: object) -> Grounded:
        """The rules over this grounding in an algebra, nothing found yet."""
        return self.reading.maker("resolve", self.guarded)(
            self.position.at, self.position.seas,
            self.judged.written_by, {}, _no_others, self.judged.scribbled,
            self.moves_to, self.moves_from, self.supports_at, self.convoys_at, self.convoys_by, algebra,
        )  # fmt: skip


def _no_others(order: OrderEntity) -> Iterable[OrderEntity]:
    return ()
