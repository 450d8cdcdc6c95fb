"""Games made up at random whose phases follow from each other by their results."""

from __future__ import annotations

from random import Random
from typing import Any

from resolvent.board import Map, Place, load_map
from resolvent.orders import Kind, Order, format_order
from resolvent.outcomes import Outcome, Reason
from resolvent.records.follow import board_after
from resolvent.records.game import ByPower, GameRecord, RecordedPhase, RecordedResult
from resolvent.records.notation import convoy_route, province_of
from resolvent.records.phase import Dislodged

SUCCESS = RecordedResult((), Outcome.SUCCEEDS, None, False, True)
BOUNCED = RecordedResult((), Outcome.FAILS, Reason.BOUNCED, False, False)
CUT = RecordedResult((), Outcome.FAILS, Reason.CUT, False, False)
VOID = RecordedResult((), Outcome.VOID, None, False, False)


class Maker:
    """Makes one game.

    Args:
        random: where chance comes from.
        every: every unit gets an order, for formats that tell positions by orders.
    """

    def __init__(self, random: Random, every: bool) -> None:
        self.random = random
        self.every = every
        self.board: Map = load_map()

    def game(self) -> GameRecord:
        """A fall: a movement, retreats if a unit was dislodged, adjustments."""
        centers = self.centers()
        movement = self.movement(centers)
        units, dislodged = board_after(movement, self.board) or ({}, {})
        phases = [movement]
        if dislodged:
            phases.append(self.retreats(units, dislodged, centers))
            units = (board_after(phases[-1], self.board) or ({}, {}))[0]
        phases.append(self.adjustments(units, self.centers()))
        units = (board_after(phases[-1], self.board) or ({}, {}))[0]
        phases.append(RecordedPhase("S1904M", units, {}, phases[-1].centers))
        return GameRecord("game7", "standard", tuple(phases), "", "Game seven")

    def centers(self) -> ByPower:
        owned: dict[str, list[str]] = {power: list(homes) for power, homes in self.board.homes.items()}
        for centre in sorted(p.id for p in self.board.centres if not p.home):
            if self.random.random() < 0.5:
                owned[self.random.choice(self.board.powers)].append(centre)
        return {power: tuple(found) for power, found in owned.items()}

    def movement(self, centers: ByPower) -> RecordedPhase:
        provinces = self.random.sample(sorted(self.board.provinces), self.random.randint(1, 9))
        stands: dict[str, tuple[str, str, Place]] = {}  # province to power, type, place
        for id in provinces:
            province = self.board.provinces[id]
            kind = {"sea": "F", "inland": "A"}.get(province.kind) or self.random.choice("AF")
            place = self.random.choice(province.coasts) if kind == "F" and province.coasts else province.place
            stands[id] = (self.random.choice(self.board.powers), kind, place)
        orders = {
            id: order
            for id in provinces
            if (order := self.order(id, stands)) is not None and (self.every or self.random.random() < 0.9)
        }
        results = self.results(orders, stands)
        units: dict[str, list[str]] = {}
        texts: dict[str, list[str]] = {}
        told: dict[str, RecordedResult] = {}
        for id, (power, kind, place) in stands.items():
            units.setdefault(power, []).append(f"{kind} {place.id}")
            if id in orders:
                texts.setdefault(power, []).append(format_order(orders[id]))
                told[f"{kind} {place.id}"] = results[id]
        for id in set(stands) - set(orders):
            told[f"{stands[id][1]} {stands[id][2].id}"] = results[id]
        return RecordedPhase(
            "F1903M",
            {power: tuple(own) for power, own in units.items()},
            {power: tuple(own) for power, own in texts.items()},
            centers,
            results=told,
        )

    def order(self, id: str, stands: dict[str, tuple[str, str, Place]]) -> Order | None:
        _, kind, place = stands[id]
        own: dict[str, Any] = {"unit": kind, "location": place.id}
        reach = sorted(place.army if kind == "A" else place.fleet, key=lambda p: p.id)
        others = [other for other in stands if other != id]
        match self.random.randint(0, 4):
            case 0 | 1 if reach:
                goal = self.random.choice(reach)
                order = Order(Kind.MOVE, destination=goal.id, **own)
                by_sea = kind == "A" and convoy_route(order, None, self.board)
                via = bool(by_sea) and self.random.random() < 0.3
                return Order(Kind.MOVE, destination=goal.id, via=via, **own)
            case 2 if others:
                _, other_kind, other = stands[self.random.choice(others)]
                goals = sorted(p.id for p in (other.army if other_kind == "A" else other.fleet))
                goal_id = (
                    province_of(self.random.choice(goals)) if goals and self.random.random() < 0.7 else ""
                )
                return Order(Kind.SUPPORT, kind, place.id, goal_id, other.id, other_kind)
            case 3 if place.province.kind == "sea":
                armies = [p for _, k, p in stands.values() if k == "A" and p.province.kind == "coastal"]
                if armies:
                    coast = self.random.choice(
                        sorted(p.id for p in self.board.provinces.values() if p.kind == "coastal")
                    )
                    return Order(Kind.CONVOY, kind, place.id, coast, self.random.choice(armies).id, "A")
        return Order(Kind.HOLD, kind, place.id)

    def results(
        self, orders: dict[str, Order], stands: dict[str, tuple[str, str, Place]]
    ) -> dict[str, RecordedResult]:
        """Moves go through where nobody is, or throw out somebody who does not move."""
        results: dict[str, RecordedResult] = {}
        taken: set[str] = set()
        thrown: set[str] = set()
        for id in stands:
            order = orders.get(id)
            if order is None or order.kind is not Kind.MOVE:
                results[id] = SUCCESS
                if order is not None and order.kind is Kind.SUPPORT:
                    results[id] = self.random.choice([SUCCESS, CUT, VOID])
                continue
            goal = province_of(order.destination)
            there = stands.get(goal)
            moving = goal in orders and orders[goal].kind is Kind.MOVE
            free = there is None or (not moving and there[0] != stands[id][0])
            if goal in taken or not free or id in thrown or self.random.random() < 0.3:
                results[id] = BOUNCED
                continue
            taken.add(goal)
            results[id] = SUCCESS
            thrown |= {goal} if there is not None else set()
        return {id: self.thrown(orders.get(id), r) if id in thrown else r for id, r in results.items()}

    def thrown(self, order: Order | None, result: RecordedResult) -> RecordedResult:
        if order is not None and order.kind is Kind.SUPPORT:
            failed = CUT if result is SUCCESS else result
            return RecordedResult((), failed.outcome, failed.reason, True, False)
        return RecordedResult((), Outcome.FAILS, Reason.DISLODGED, True, False)

    def retreats(
        self, units: ByPower, dislodged: dict[str, dict[str, Dislodged]], centers: ByPower
    ) -> RecordedPhase:
        full = {province_of(unit[2:]) for own in units.values() for unit in own}
        told: dict[str, dict[str, Dislodged]] = {}
        orders: dict[str, list[str]] = {}
        results: dict[str, RecordedResult] = {}
        for power, own in dislodged.items():
            for unit, known in own.items():
                place = self.board.places[unit[2:]]
                reach = place.army if unit[0] == "A" else place.fleet
                goals = sorted(p.id for p in reach if p.province.id not in full) or ["SWI"]
                goals = [goal for goal in goals if goal in self.board.places]
                told.setdefault(power, {})[unit] = Dislodged(known.origin, tuple(goals))
                if goals and self.random.random() < 0.8:
                    goal = self.random.choice(goals)
                    full.add(province_of(goal))
                    orders.setdefault(power, []).append(f"{unit} R {goal}")
                    results[unit] = RecordedResult((), Outcome.SUCCEEDS, None, None, True)
                elif goals:
                    orders.setdefault(power, []).append(f"{unit} D")
                    results[unit] = RecordedResult((), Outcome.SUCCEEDS, None, None, True)
        return RecordedPhase(
            "F1903R", units, {p: tuple(texts) for p, texts in orders.items()}, centers, told, results
        )

    def adjustments(self, units: ByPower, centers: ByPower) -> RecordedPhase:
        full = {province_of(unit[2:]) for own in units.values() for unit in own}
        orders: dict[str, list[str]] = {}
        results: dict[str, RecordedResult] = {}
        for power in self.board.powers:
            if units.get(power) and self.random.random() < 0.3:
                orders.setdefault(power, []).append(f"{self.random.choice(units[power])} D")
            for home in self.board.homes[power]:
                province = self.board.provinces[home]
                if home in full or self.random.random() < 0.6:
                    continue
                site = self.random.choice(province.places)
                kind = "F" if site.coast else "A"
                orders.setdefault(power, []).append(f"{kind} {site.id} B")
            if self.random.random() < 0.2:
                orders.setdefault(power, []).append("WAIVE")
        for texts in orders.values():
            for text in texts:
                unit = "WAIVE" if text == "WAIVE" else text[:-2]
                results[unit] = RecordedResult((), Outcome.SUCCEEDS, None, None, True)
        return RecordedPhase(
            "W1903A", units, {p: tuple(t) for p, t in orders.items()}, centers, None, results
        )
