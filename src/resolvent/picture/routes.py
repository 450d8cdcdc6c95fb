"""Where the lines of orders run: around units, and apart from one another."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import msgspec

from resolvent.board import Map, Province
from resolvent.orders.order import Kind, Order
from resolvent.picture.curves import (
    Curve,
    along,
    arc,
    between,
    clearance,
    distance,
    nearest,
    through,
    trimmed,
)
from resolvent.picture.ground import Ground, Point
from resolvent.picture.scene import Drawn, Scene
from resolvent.picture.symbols import UNIT_RADIUS
from resolvent.picture.view import View

__all__ = ["Aim", "Routes"]

_BENDS = (0.0, 0.1, -0.1, 0.2, -0.2, 0.32, -0.32)
_SWAP_BENDS = (0.12, 0.2, 0.3)
_FREE = UNIT_RADIUS + 5.0  # pixels between a line and a unit that it passes
_BESIDE = 26.0  # pixels between a convoy's way and its fleets
_START, _END, _EMPTY = 11.0, 14.0, 8.0
_OFFSET = (15.0, -12.0)  # a dislodged unit that shares its place with another


class Aim(msgspec.Struct, frozen=True, eq=False):
    """Where a support or a convoy points.

    Attributes:
        line: from the unit to the spot.
        ghost: from the spot to where the other unit is said to go, though it was not told to; else ``None``.
        to_hold: it is a support to hold.
    """

    line: Curve
    ghost: Curve | None
    to_hold: bool = False


class Routes:
    """The lines of all orders of a scene, in pixels.

    Args:
        scene: what is drawn.
        board: its map.
        ground: where the places are.
        view: what is shown of it.
    """

    def __init__(self, scene: Scene, board: Map, ground: Ground, view: View) -> None:
        self.board = board
        self.ground = ground
        self.view = view
        self.scene = scene
        self.at: dict[Drawn, Point] = {u: self.stands(u) for u in scene.units}
        self.on: dict[Province, Drawn] = {}
        for unit in scene.units:
            if unit.place.province not in self.on or not unit.out:
                self.on[unit.place.province] = unit

    def stands(self, unit: Drawn) -> Point:
        x, y = self.spot(unit.place.id)
        if unit.out and any(
            u is not unit and u.place.province is unit.place.province for u in self.scene.units
        ):
            return x + _OFFSET[0], y + _OFFSET[1]
        return x, y

    def spot(self, place: str) -> Point:
        """Where a unit stands in a place, in pixels."""
        return self.view(self.ground.units[place])

    def province(self, place: str) -> Province:
        return self.board.places[place].province

    @cached_property
    def moves(self) -> dict[Drawn, Curve]:
        """Every move and retreat with its line."""
        return {u: self.move(u, u.order) for u in self.scene.units if u.order is not None and _moves(u.order)}

    def move(self, unit: Drawn, order: Order) -> Curve:
        """The line of one move, from the edge of the unit to its goal."""
        start, goal = self.at[unit], self.target(order.destination)
        fleets = [self.at[f] for f in self.carriers(unit)]
        if len(fleets) > 1:
            curve = through(_past(start, goal, fleets))
        else:
            curve = self.free_arc(start, goal, self.bends(unit, order))
        return trimmed(curve, _START, self.end(order.destination))

    def bends(self, unit: Drawn, order: Order) -> Iterable[float]:
        """The bends to try: two units that would swap places bow out of each other's way."""
        other = self.on.get(self.province(order.destination))
        facing = (
            other is not None
            and other.order is not None
            and _moves(other.order)
            and self.province(other.order.destination) is unit.place.province
        )
        return _SWAP_BENDS if facing else _BENDS

    def target(self, place: str) -> Point:
        """Where a line to a place ends: at the unit there, if there is one."""
        unit = self.on.get(self.province(place))
        return self.spot(place) if unit is None or unit.out else self.at[unit]

    def end(self, place: str) -> float:
        return _EMPTY if self.on.get(self.province(place)) is None else _END

    def carriers(self, army: Drawn) -> list[Drawn]:
        """The fleets that were told to convoy just this move."""
        order = army.order
        if order is None or order.kind is not Kind.MOVE or not army.unit.startswith("A"):
            return []
        return [
            u
            for u in self.scene.units
            if u.order is not None
            and u.order.kind is Kind.CONVOY
            and self.province(u.order.other) is army.place.province
            and self.province(u.order.destination) is self.province(order.destination)
            and u.place.province.kind == "sea"
        ]

    def free_arc(self, start: Point, goal: Point, bends: Iterable[float]) -> Curve:
        """The straightest curve that keeps away from all units but those at its ends."""
        reach = distance(start, goal) + 2 * _FREE
        near = [
            p
            for p in self.at.values()
            if distance(p, start) > 1.0
            and distance(p, goal) > 1.0
            and distance(p, start) + distance(p, goal) < 1.4 * reach
        ]
        best: tuple[float, Curve] | None = None
        for bend in bends:
            curve = arc(start, goal, bend)
            crowd = sum(max(0.0, _FREE - clearance(curve, p)) for p in near)
            if crowd == 0.0:
                return curve
            if best is None or crowd < best[0] - 0.5:
                best = crowd, curve
        assert best is not None
        return best[1]

    @cached_property
    def aims(self) -> dict[Drawn, Aim]:
        """Every support and convoy with its line."""
        return {u: self.aim(u, u.order) for u in self.scene.units if u.order is not None and _aims(u.order)}

    def aim(self, unit: Drawn, order: Order) -> Aim:
        """The line of a support or a convoy."""
        start = self.at[unit]
        other = self.on.get(self.province(order.other))
        if not order.destination or self.province(order.destination) is self.province(order.other):
            goal = self.target(order.other)
            mutual = other is not None and other.order is not None and self.holds_for(other.order, unit)
            curve = self.free_arc(start, goal, _SWAP_BENDS if mutual else _BENDS)
            return Aim(trimmed(curve, _START, _END + 1.5), None, True)
        if other is not None and other.order is not None and self.told(other.order, order):
            low, high = (0.3, 0.62) if order.kind is Kind.SUPPORT else (0.12, 0.88)
            spot = nearest(self.moves[other], start, low, high)
            return Aim(trimmed(self.free_arc(start, spot, _BENDS), _START, 0.0), None)
        origin, goal = self.target(order.other), self.target(order.destination)
        spot = between(origin, goal)
        ghost = trimmed([origin, goal], distance(origin, goal) / 2, self.end(order.destination))
        return Aim(trimmed(self.free_arc(start, spot, _BENDS), _START, 0.0), ghost)

    def holds_for(self, order: Order, unit: Drawn) -> bool:
        """Whether an order supports a unit to hold."""
        to_hold = order.kind is Kind.SUPPORT and not order.destination
        return to_hold and self.province(order.other) is unit.place.province

    def told(self, given: Order, named: Order) -> bool:
        """Whether a unit was told to go where a support or convoy says."""
        goal = self.province(named.destination)
        return given.kind is Kind.MOVE and self.province(given.destination) is goal

    def mark_spot(self, curve: Curve, shares: Iterable[float]) -> Point:
        """Where on a line its mark covers no label and no unit, if there is such a spot.

        Args:
            curve: the line.
            shares: how far along it to try, the best first.
        """
        tried = [along(curve, share) for share in shares]
        return next((p for p in tried if not self.covers(p)), tried[0])

    def covers(self, point: Point) -> bool:
        x, y = point
        return any(abs(x - a) < 18 and abs(y - b) < 9 for a, b in self.names) or any(
            distance(point, p) < UNIT_RADIUS + 3 for p in self.at.values()
        )

    @cached_property
    def names(self) -> list[Point]:
        """The middles of the labels."""
        return [self.view(at) for at in self.ground.labels.values()]

    def retreat(self, unit: Drawn, place: str) -> Curve:
        """The line from a dislodged unit to where it may go."""
        return trimmed(self.free_arc(self.at[unit], self.spot(place), _BENDS), _START + 3, 5.0)


def _moves(order: Order) -> bool:
    return order.kind in (Kind.MOVE, Kind.RETREAT)


def _aims(order: Order) -> bool:
    return order.kind in (Kind.SUPPORT, Kind.CONVOY)


def _past(start: Point, goal: Point, fleets: list[Point]) -> list[Point]:
    """The way of a convoy: past each fleet, the nearest first."""
    left, way = list(fleets), [start]
    while left:
        following = min(left, key=lambda p: (distance(p, way[-1]) + 0.2 * distance(p, goal), p))
        left.remove(following)
        way.append(following)
    way.append(goal)
    return [start, *(_beside(way[i - 1], way[i], way[i + 1]) for i in range(1, len(way) - 1)), goal]


def _beside(before: Point, fleet: Point, after: Point) -> Point:
    """A point a little off a fleet, on the side where the way is shorter."""
    foot = nearest([before, after], fleet, 0.0, 1.0)
    dx, dy = foot[0] - fleet[0], foot[1] - fleet[1]
    long = distance(foot, fleet)
    if long < 1.0:
        dx, dy = -(after[1] - before[1]), after[0] - before[0]
        long = distance(before, after) or 1.0
    return fleet[0] + dx / long * _BESIDE, fleet[1] + dy / long * _BESIDE
