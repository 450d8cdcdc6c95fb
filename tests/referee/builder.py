"""Putting units with orders on the board, one request at a time.

All randomness goes through one function that chooses from a sequence, so that the same code serves hypothesis
and seeded bulk runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from .geography import geography, place_id
from .legality import Written, legal_orders
from .rules import Move, OrderTuple, Support, Unit

T = TypeVar("T")

POWERS = ("ENGLAND", "FRANCE", "ITALY", "TURKEY")


class Choose(Protocol):
    """Picks one element of a sequence that is not empty."""

    def __call__(self, options: Sequence[T], /) -> T: ...


class Builder:
    """A scene in the making.  Requests that cannot be met (a province is taken) are passed over."""

    def __init__(self, choose: Choose, size: int) -> None:
        self.choose = choose
        self.size = size
        self.units: dict[str, Unit] = {}
        self.orders: dict[str, Written] = {}

    def chance(self, percent: int) -> bool:
        """True in about so many of a hundred scenes; hypothesis shrinks towards False."""
        return self.choose(range(100)) >= 100 - percent

    def some(self, options: set[str] | frozenset[str]) -> str | None:
        """One of the provinces that are still free, if there is any."""
        free = sorted(options - self.units.keys())
        return self.choose(free) if free else None

    def power(self, foe: str | None = None) -> str:
        """A power, rather not that of the unit in the foe's province."""
        avoided = self.units[foe][0] if foe in self.units and self.chance(75) else ""
        return self.choose([p for p in POWERS if p != avoided])

    def put(
        self,
        province: str | None,
        kind: str,
        order: OrderTuple = ("H",),
        via: bool = False,
        foe: str | None = None,
    ) -> str | None:
        """Place a unit with an order; a fleet stands, and goes, where it can carry its order out."""
        if province is None or province in self.units or len(self.units) >= self.size:
            return None
        here, there = self.berth(province, order) if kind == "F" else ("", "")
        self.units[province] = (self.power(foe), kind, here)
        self.orders[province] = Written(order, there, via)
        return province

    def berth(self, province: str, order: OrderTuple) -> tuple[str, str]:
        """The coast a fleet needs for a move or a support, and the coast it moves to."""
        board = geography()
        match order:
            case ("M", destination, _):
                target = destination
            case ("S", supported, destination):
                target = destination or supported
            case _:
                return self.choose(board.coasts[province]), ""
        fitting = [
            (here, there)
            for here in board.coasts[province]
            for there in board.coasts[target]
            if place_id(target, there) in board.sail[place_id(province, here)]
        ]
        here, there = self.choose(fitting or [(board.coasts[province][0], "")])
        return here, there if order[0] == "M" else ""

    def back(self, origin: str | None, destination: str) -> str | None:
        """Put a unit that supports a move, somewhere it can."""
        if origin is None:
            return None
        return self.put_near(destination, ("S", origin, destination))

    def put_near(self, target: str, order: Move | Support) -> str | None:
        """Put a unit with this order into a free province from which it can be carried out."""
        board = geography()
        province = self.some(board.land[target] | board.waters[target])
        if province is None:
            return None
        kinds = ["A"] * (province in board.land[target]) + ["F"] * (province in board.waters[target])
        return self.put(province, self.choose(kinds), order, foe=target)

    def attack(self, target: str, helpers: int = 0) -> str | None:
        """Put a unit that moves to a province, with so many supports."""
        origin = self.put_near(target, ("M", target, False))
        for _ in range(helpers):
            self.back(origin, target)
        return origin


def meddle(b: Builder) -> None:
    """Add one unit beside the others, with a legal order that has to do with theirs if there is one."""
    board = geography()
    around = {n for p in b.units for n in board.land[p] | board.waters[p]}
    province = b.some(around)
    if province is None:
        return
    kinds = {"sea": ["F"], "inland": ["A"], "coastal": ["A", "F"]}[board.kinds[province]]
    kind = b.choose(kinds)
    coast = b.choose(board.coasts[province]) if kind == "F" else ""
    b.units[province] = (b.choose(POWERS), kind, coast)
    b.orders[province] = Written(("H",))
    orders = legal_orders(b.units, province)
    groups: dict[str, list[Written]] = {}
    for written in orders:
        groups.setdefault(_bearing(b, province, written), []).append(written)
    weights = {"other": 1, "bounce": 2, "shield": 2, "help": 3, "cut": 3, "carry": 5, "ride": 5}
    tickets = [name for name, weight in weights.items() if name in groups for _ in range(weight)]
    b.orders[province] = b.choose(groups[b.choose(tickets)])


def _bearing(b: Builder, province: str, written: Written) -> str:
    """How an order bears on those already given."""
    given = {p: w.order for p, w in b.orders.items()}
    match written.order:
        case ("M", destination, _):
            if any(o[0] == "C" and o[1] == province and o[2] == destination for o in given.values()):
                return "ride"
            if given.get(destination, ("H",))[0] in ("S", "C"):
                return "cut"
            if destination in given or any(o[0] == "M" and o[1] == destination for o in given.values()):
                return "bounce"
        case ("S", supported, destination):
            order = given[supported]
            if destination is None:
                return "shield" if order[0] != "M" else "other"
            return "help" if order[0] == "M" and order[1] == destination else "other"
        case ("C", army, destination):
            order = given[army]
            return "carry" if order[0] == "M" and order[1] == destination else "other"
    return "other"
