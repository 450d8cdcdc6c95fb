"""Legal orders: for every unit the orders to which the rules have no objection.

Candidates are made without knowing any rule: every unit, every place, every kind of order of the phase.
The objections of the reading are asked about each, those that look at less of an order before those
that look at more of it, so that most candidates are never made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from resolvent.board import Map, Place
from resolvent.game.adjustments import AdjustmentJudge
from resolvent.game.retreats import RetreatJudge
from resolvent.game.setting import Setting
from resolvent.orders.entities import Convoy, Hold, OrderEntity, Support, Unit
from resolvent.orders.judge import Judge
from resolvent.orders.order import Kind, Order, format_order
from resolvent.records.phase import Phase, read_phase
from resolvent.rules.passes import asks, reachable
from resolvent.rules.reading import Reading, load_reading

__all__ = ["LegalOrders", "legal_orders"]

LegalOrders = dict[str, dict[str, tuple[str, ...]]]
"""Power -> unit -> its legal orders in the notation."""

Objections = tuple[Callable[..., Any], ...]


def legal_orders(
    phase: Phase | Mapping[str, Any] | str | bytes,
    rules: str | Reading = "datc",
    *,
    board: Map | None = None,
) -> LegalOrders:
    """Every legal order of every unit.

    Args:
        phase: a phase of any type, or anything `resolvent.read_phase` reads; its orders do not matter.
        rules: a rulebook's name, the path of a rulebook file, or a reading.
        board: the map; left out, the one the phase names.

    Returns:
        Power -> unit -> orders in the notation, each written in one way only: with the coast a fleet
        goes to, with ``VIA`` only where the army could walk too, supports and convoys of units that are
        there.  A support for a fleet's move to a province with several coasts is listed without a coast
        and with each.  In a retreat phase only dislodged units have orders; in an adjustment phase a
        unit may be one that can be built, and waivers stand under ``""``.

    Raises:
        InputError: the phase cannot be used; ``place`` says where.
        RuleError: the rulebook cannot be used.
    """
    read = phase if isinstance(phase, Phase) else read_phase(phase)
    reading = rules if isinstance(rules, Reading) else load_reading(rules)
    setting = Setting(read, board)
    if read.type == "M":
        return _Movement(setting, reading).orders()
    if read.type == "R":
        return _retreats(setting, reading)
    return _adjustments(setting, reading)


class _Movement:
    """The orders of a movement phase."""

    def __init__(self, setting: Setting, reading: Reading) -> None:
        self.board = setting.board
        self.units = setting.standing.units
        self.judge = Judge(setting.standing, reading, setting.reader())
        self.rules = self.judge.rules
        self.provinces = [p.place for p in self.board.provinces.values()]
        self.places = list(self.board.places.values())
        stage = reading.stage("judge")
        self.objections = {
            sort: [
                (function, asks(stage, name))
                for (name, _), (function, _) in zip(names, reading.objection_functions[sort], strict=True)
            ]
            for sort, names in reading.objections.items()
        }
        self.to_support = self.split("Support", {"supported"})
        self.to_convoy = self.split("Convoy", {"army", "destination"})
        self.to_carry = self.split("Convoy", {"destination"})
        remembered = set(self.rules.remembered)
        self.reuses = {  # an order may be changed and asked about again if nothing was remembered of it
            sort: remembered.isdisjoint(reachable(stage, [name for name, _ in reading.objections[sort]]))
            for sort in ("Support", "Convoy")
        }
        self.written = {place: Order(Kind.SUPPORT, destination=place.id) for place in self.places}

    def split(self, sort: str, whom: Collection[str]) -> tuple[Objections, Objections]:
        """The objections to a sort of order that do not look at some attributes, and those that do."""
        blind: list[Callable[..., Any]] = []
        seeing: list[Callable[..., Any]] = []
        for function, asked in self.objections[sort]:
            (seeing if "" in asked or not asked.isdisjoint(whom) else blind).append(function)
        return tuple(blind), tuple(seeing)

    def passes(self, order: OrderEntity, objections: Objections) -> bool:
        """Whether none of the objections applies."""
        rules = self.rules
        passes = True
        for applies in objections:  # asked tens of thousands of times: no generator
            if applies(rules, order):
                passes = False
                break
        return passes

    def orders(self) -> LegalOrders:
        found: LegalOrders = {}
        for unit in self.units:
            kinds = (self.holds(unit), self.moves(unit), self.supports(unit), self.convoys(unit))
            found.setdefault(unit.power, {})[unit.name] = tuple(text for kind in kinds for text in kind)
        return found

    def holds(self, unit: Unit) -> Iterator[str]:
        hold = Hold(unit, Order(Kind.HOLD, unit.name[0], unit.place.id), "")
        if not self.judge.objection(hold):
            yield hold.notation

    def moves(self, unit: Unit) -> Iterator[str]:
        for place in self.provinces if unit.army else self.places:
            for via in (False, True) if place in unit.reach else (False,):
                order = Order(Kind.MOVE, unit.name[0], unit.place.id, place.id, via=via)
                move = self.judge.understanding.move(unit, order, "")
                if move.place is place and not self.judge.objection(move):
                    yield move.notation

    def supports(self, unit: Unit) -> Iterator[str]:
        blind, seeing = self.to_support
        everything = (*blind, *seeing)
        hold = Order(Kind.SUPPORT)
        for other in self.units:
            support = Support(unit, hold, "", other.province, other.province.place, other.name)
            if self.passes(support, everything):
                yield support.notation
        for place in self.places:
            written = self.written[place]
            support = Support(unit, written, "", unit.province, place, unit.name)
            if self.passes(support, blind):
                for other in self.units:
                    if place.coast and other.army:
                        continue
                    if not self.reuses["Support"]:
                        support = Support(unit, written, "", other.province, place, other.name)
                    support.supported = other.province
                    if self.passes(support, seeing):
                        yield f"{unit.name} S {other.name} - {place.id}"

    def convoys(self, unit: Unit) -> Iterator[str]:
        written = Order(Kind.CONVOY)
        here = unit.province
        if not self.passes(Convoy(unit, written, "", here, here), self.to_convoy[0]):
            return
        blind, seeing = self.to_carry
        for other in self.units:
            convoy = Convoy(unit, written, "", other.province, here)
            if not self.passes(convoy, blind):
                continue
            for place in self.provinces:
                if not self.reuses["Convoy"]:
                    convoy = Convoy(unit, written, "", other.province, place.province)
                convoy.destination = place.province
                if self.passes(convoy, seeing):
                    yield f"{unit.name} C A {other.province.id} - {place.id}"


def _retreats(setting: Setting, reading: Reading) -> LegalOrders:
    judge = RetreatJudge(setting, reading)
    found: LegalOrders = {}
    for unit in judge.position.units:
        kind, where = unit.name[0], unit.place.id
        orders = [Order(Kind.DISBAND, kind, where)]
        places: Iterable[Place] = setting.board.places.values()
        orders += [
            Order(Kind.RETREAT, kind, where, place.id) for place in places if not (unit.army and place.coast)
        ]
        texts = []
        for order in orders:
            entity = judge.understanding.fresh(unit, order, "")
            if entity.notation == format_order(order) and not judge.objection(entity):
                texts.append(entity.notation)
        found.setdefault(unit.power, {})[unit.name] = tuple(texts)
    return found


def _adjustments(setting: Setting, reading: Reading) -> LegalOrders:
    judge = AdjustmentJudge(setting, reading)
    found: LegalOrders = {}
    for power in setting.board.powers:
        units: dict[str, tuple[str, ...]] = {}
        for order in _candidates(setting, power):
            entity = judge.entity(power, order, "")
            if (
                entity is not None
                and entity.notation == format_order(order)
                and judge.objection(entity) is None
            ):
                units[format_order(order).rpartition(" ")[0]] = (entity.notation,)
        if units:
            found[power] = units
    return found


def _candidates(setting: Setting, power: str) -> Iterator[Order]:
    """Builds of everything everywhere, removals of what stands, and a waiver."""
    for place in setting.board.places.values():
        yield from (Order(Kind.BUILD, kind, place.id) for kind in "AF" if kind == "F" or not place.coast)
    for unit in setting.standing.units:
        if unit.power == power:
            yield Order(Kind.DISBAND, unit.name[0], unit.place.id)
    yield Order(Kind.WAIVE)
