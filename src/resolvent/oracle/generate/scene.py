"""A scene: units with orders put on the board one by one, all chance from one seeded source."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from resolvent.board import Map, Place, Province
from resolvent.board.seas import Seas
from resolvent.oracle.generate.terrain import terrain
from resolvent.orders.entities import Unit
from resolvent.records.phase import Phase

__all__ = ["Draft", "Piece", "Scene"]

T = TypeVar("T")


class Piece(NamedTuple):
    """A unit on the board."""

    power: str
    kind: str
    place: Place

    @property
    def name(self) -> str:
        """``"F SPA/NC"``"""
        return f"{self.kind} {self.place.id}"


class Draft(NamedTuple):
    """An order before it is written.

    Attributes:
        verb: ``"H"``, ``"-"``, ``"S"``, ``"C"``, or ``"?"`` for a text of its own.
        other: the province of the unit that is supported or convoyed.
        goal: where it leads; of a support to hold ``None``.
        via: it says via convoy.
        text: of ``"?"``, what is written.
    """

    verb: str
    other: Province | None = None
    goal: Place | None = None
    via: bool = False
    text: str = ""


HOLD = Draft("H")


class Scene:
    """A phase in the making; what cannot be put where it should go is left out.

    Args:
        board: the map.
        rng: where all chance comes from.
        size: the most units.
    """

    def __init__(self, board: Map, rng: random.Random, size: int) -> None:
        self.board = board
        self.terrain = terrain(board)
        self.rng = rng
        self.size = size
        self.pieces: dict[Province, Piece] = {}
        self.orders: dict[Province, Draft] = {}
        self.powers = sorted(rng.sample(board.powers, min(len(board.powers), rng.randint(2, 4))))

    # -- chance

    def chance(self, percent: int) -> bool:
        """True in about so many of a hundred cases."""
        return self.rng.random() * 100 < percent

    def pick(self, options: Sequence[T]) -> T:
        """One of several."""
        return options[self.rng.randrange(len(options))]

    def some(self, options: Iterable[Province]) -> Province | None:
        """One of the provinces that are free, if any is."""
        free = sorted((p for p in options if p not in self.pieces), key=lambda p: p.index)
        return self.pick(free) if free else None

    def power(self, foe: Province | None = None) -> str:
        """A power, rather another than that of the unit in a province."""
        there = self.pieces.get(foe) if foe is not None else None
        avoided = there.power if there is not None and self.chance(75) else ""
        return self.pick([p for p in self.powers if p != avoided] or self.powers)

    # -- units and orders

    @property
    def full(self) -> bool:
        """No further unit has room."""
        return len(self.pieces) >= self.size

    def put(
        self, province: Province | None, kind: str, order: Draft = HOLD, foe: Province | None = None
    ) -> Province | None:
        """Put a unit with an order; a fleet stands, and goes, where it can carry the order out.

        Args:
            province: where; nothing happens if it is ``None``, taken, or no place for the unit.
            kind: ``"A"`` or ``"F"``.
            order: its order; a goal is adjusted to the coast that can be reached.
            foe: the unit there is rather of another power.

        Returns:
            The province, or ``None`` if there is no unit now.
        """
        if province is None or province in self.pieces or self.full:
            return None
        if province.kind == ("sea" if kind == "A" else "inland"):
            return None
        place, order = self.berth(province, kind, order)
        self.pieces[province] = Piece(self.power(foe), kind, place)
        self.orders[province] = order
        return province

    def stand(self, unit: Unit) -> None:
        """Put a unit of a real position where it stands, without an order."""
        self.pieces[unit.province] = Piece(unit.power, unit.name[0], unit.place)

    def berth(self, province: Province, kind: str, order: Draft) -> tuple[Place, Draft]:
        """The coast a fleet needs for a move or a support, and the order with the coast it goes to."""
        if kind == "A":
            return province.place, order
        berths = province.coasts or (province.place,)
        aim = order.goal.province if order.goal is not None else order.other
        if aim is None or order.verb not in ("-", "S"):
            return self.pick(berths), order
        fitting = [(b, n) for b in berths for n in sorted(b.fleet, key=lambda n: n.id) if n.province is aim]
        if not fitting:
            return self.pick(berths), order
        berth, goal = self.pick(fitting)
        return berth, order._replace(goal=goal) if order.verb == "-" else order

    def send(
        self, province: Province | None, kind: str, goal: Province, foe: Province | None = None
    ) -> Province | None:
        """Put a unit that moves to a province."""
        return self.put(province, kind, Draft("-", goal=goal.place), foe)

    def back(self, origin: Province | None, goal: Province) -> Province | None:
        """Put a unit that supports a move, somewhere it can."""
        if origin is None:
            return None
        return self.put_near(goal, Draft("S", origin, goal.place))

    def put_near(self, target: Province, order: Draft) -> Province | None:
        """Put a unit with an order into a free province from which it reaches the target."""
        province = self.some(self.terrain.around(target))
        if province is None:
            return None
        kinds = ["A"] * (province in self.terrain.land[target]) + ["F"] * (
            province in self.terrain.waters[target]
        )
        return self.put(province, self.pick(kinds), order, foe=target)

    def attack(self, target: Province, helpers: int = 0) -> Province | None:
        """Put a unit that moves to a province, with so many supports."""
        origin = self.put_near(target, Draft("-", goal=target.place))
        for _ in range(helpers):
            self.back(origin, target)
        return origin

    def ferry(
        self, sea: Province, army: Province | None = None, goal: Province | None = None
    ) -> tuple[Province, Province]:
        """Put an army and a fleet that convoys it across one sea; where from and where to."""
        shores = sorted(self.terrain.shores[sea], key=lambda p: p.index)
        start = army or self.pick([p for p in shores if p not in self.pieces and p is not goal] or shores)
        end = goal or self.pick([p for p in shores if p is not start] or shores)
        via = start in self.terrain.land[end] and self.chance(50)
        self.put(start, "A", Draft("-", goal=end.place, via=via))
        self.put(sea, "F", Draft("C", start, end.place))
        return start, end

    def seas_now(self) -> Seas:
        """The fleets that are at sea."""
        fleets = [p for p, piece in self.pieces.items() if piece.kind == "F" and p.kind == "sea"]
        return Seas(self.terrain.seas, fleets)

    # -- the phase

    def phase(self) -> Phase:
        """The scene as a phase; a unit that holds has its order written in most cases."""
        units: dict[str, list[str]] = {}
        orders: dict[str, list[str]] = {}
        for province in sorted(self.pieces, key=lambda p: p.id):
            piece = self.pieces[province]
            units.setdefault(piece.power, []).append(piece.name)
            if self.orders[province] != HOLD or self.chance(90):
                orders.setdefault(piece.power, []).append(self.text(province))
        return Phase(
            self.board.name,
            "S1901M",
            {power: tuple(units[power]) for power in sorted(units)},
            {power: tuple(orders[power]) for power in sorted(orders)},
        )

    def text(self, province: Province) -> str:
        """The order of a unit in the notation."""
        piece, order = self.pieces[province], self.orders[province]
        if order.verb == "?":
            return order.text
        if order.verb == "H":
            return f"{piece.name} H"
        goal = f" - {order.goal.id}" if order.goal is not None else ""
        if order.verb == "-":
            return f"{piece.name}{goal}{' VIA' if order.via else ''}"
        assert order.other is not None
        other = self.pieces.get(order.other)
        named = other.name if other is not None else f"A {order.other.id}"
        return f"{piece.name} {order.verb} {named}{goal}"
