"""Resolving an adjustment phase: the rules are in ``encodings/adjustments.rules``, here they are asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from resolvent.board import Map
from resolvent.game.census import Census
from resolvent.game.setting import Setting
from resolvent.orders.entities import Build, OrderEntity, Removal, Unit, Waive
from resolvent.orders.order import Kind, Order, format_order
from resolvent.orders.position import unit_of
from resolvent.orders.read import Reader, Unreadable
from resolvent.orders.understand import Understanding
from resolvent.outcomes import Outcome, Reason, Status
from resolvent.records.phase import Phase
from resolvent.records.units import Placed
from resolvent.resolution.resolution import IgnoredText, OrderResult, Resolution
from resolvent.rules.reading import Reading
from resolvent.rules.stages import FATES

__all__ = ["AdjustmentJudge", "resolve_adjustments"]


def resolve_adjustments(phase: Phase, reading: Reading, board: Map | None = None) -> Resolution:
    """Resolve an adjustment phase.

    Args:
        phase: an adjustment phase, with the centres as they are owned after the autumn.
        reading: the rules.
        board: the map; left out, the one the phase names.

    Returns:
        One entry for each unit that was to be built or removed, also if nobody ordered it (civil
        disorder), and for each waiver.

    Raises:
        InputError: the phase cannot be used; ``place`` says where.
    """
    setting = Setting(phase, board)
    judge = AdjustmentJudge(setting, reading)
    fates = [*judge.fates(), *judge.lost()]
    kept, aside = _one_a_unit(fates)
    ignored = judge.ignored + [IgnoredText(f.power, f.text or "", f.outcome, f.reason) for f in aside]
    kept.sort(key=lambda fate: fate.rank)
    return Resolution(
        reading.name,
        phase.map,
        phase.phase,
        Status.UNIQUE,
        tuple([fate.result() for fate in kept]),
        _positions(setting, kept),
        {},
        (),
        (),
        tuple(sorted(ignored, key=lambda i: (i.power, i.text, i.outcome, i.reason))),
    )


class _Fate(NamedTuple):
    """What became of one order, or of a unit without one."""

    rank: tuple[int, int, str]
    power: str
    unit: str
    shown: str
    text: str | None
    outcome: Outcome
    reason: Reason
    by: tuple[str, ...] = ()

    def result(self) -> OrderResult:
        return OrderResult(
            self.power, self.unit, self.shown, self.text, self.outcome, self.reason, self.by, False
        )


class AdjustmentJudge:
    """The rules of one reading asked about the builds and removals of a phase.

    Args:
        setting: the phase.
        reading: the rules.

    Attributes:
        census: units and centres, ready for the rules.
        ignored: what is about no unit or build.
    """

    def __init__(self, setting: Setting, reading: Reading) -> None:
        self.setting = setting
        self.board = setting.board
        self.census = Census(setting.standing, setting.centres(), reading)
        self.rules = self.census.rules
        self.ignored: list[IgnoredText] = []
        reader = setting.reader()
        self.reader: Reader = reader
        self.understanding = Understanding(setting.standing, self.rules, reading, reader)
        self.objections = {
            sort: [(self.rules[name], Reason(label)) for name, label in names]
            for sort, names in reading.objections_in("adjust").items()
        }
        self.reasons = {
            key: [(self.rules[name], Reason(label)) for name, label in names]
            for key, names in reading.reasons_in("adjust").items()
        }

    # -- from texts to orders

    def orders(self) -> list[OrderEntity]:
        """The orders in force, as they were written."""
        found: list[OrderEntity] = []
        for power, sets in self.setting.sets().items():
            written = self.census.written_by.setdefault(power, [])
            for number, texts in enumerate(sets):
                for text in texts:
                    order = self.understood(power, text)
                    if order is not None:
                        order.rank, order.set, order.last = len(written), number, number == len(sets) - 1
                        order.writer = power
                        written.append(order)
            in_force = self.rules["in_force"]
            kept = [o for o in written if len(sets) < 2 or in_force(o)]
            for order in written:
                if order not in kept:
                    self.ignore(power, order.text, Outcome.ILLEGAL, Reason.REPLACED)
            found += kept
        return found

    def understood(self, power: str, text: str) -> OrderEntity | None:
        """The order that a text means, or ``None`` if it is about nothing."""
        order = self.reader[text]
        if isinstance(order, Unreadable):
            self.ignore(power, text, Outcome.UNREADABLE, Reason.UNREADABLE)
            return None
        return self.entity(power, order, text)

    def entity(self, power: str, order: Order, text: str) -> OrderEntity | None:
        """An order that was read, as rules see it, or ``None`` if it is about nothing."""
        if order.kind is Kind.WAIVE:
            return Waive(power, order, text)
        if order.kind is Kind.BUILD:
            return self.build(power, order, text)
        if order.kind is not Kind.DISBAND:
            self.ignore(power, text, Outcome.ILLEGAL, Reason.WRONG_PHASE)
            return None
        here = self.setting.standing.at.get(self.understanding.place(order.location).province)
        if here is None or not self.rules["may_order"](power, here[0]):
            reason = Reason.NOT_OWN_UNIT if here else Reason.NO_SUCH_UNIT
            self.ignore(power, text, Outcome.ILLEGAL, reason)
            return None
        removal = Removal(here[0], order, text)
        self.understanding.note_slips(removal, order)
        return removal

    def build(self, power: str, order: Order, text: str) -> Build:
        """A build, of the unit that the rules say it means."""
        place = self.understanding.place(order.location)
        build = Build(self.candidates(power, order), order, text, place)
        means = self.rules["means_unit"]
        meant = [unit for unit in build.candidates if means(build, unit)]
        if len(meant) == 1:
            build.set_unit(meant[0])
        needless = order.needless_coast or bool(place.coast and build.unit.army)
        build.needless_coast = build.slip = needless
        return build

    def candidates(self, power: str, order: Order) -> list[Unit]:
        """The units that a build may mean; one of the type that is written comes first."""
        province = self.understanding.place(order.location).province
        rank = self.board.powers.index(power) * 10_000 + province.index
        fleets = [Placed(power, "F", place, rank) for place in province.coasts or (province.place,)]
        found = [Placed(power, "A", province.place, rank), *fleets]
        found.sort(key=lambda placed: placed.unit != order.unit)
        return [unit_of(placed, self.board) for placed in found]

    def ignore(self, power: str, text: str, outcome: Outcome, reason: Reason) -> None:
        """Note a text that is about nothing."""
        self.ignored.append(IgnoredText(power, text, outcome, reason))

    # -- from orders to what becomes of them

    def objection(self, order: OrderEntity) -> Reason | None:
        """Why an order is illegal, or ``None``."""
        return next((reason for applies, reason in self.objections[order.sort] if applies(order)), None)

    def fates(self) -> list[_Fate]:
        """What becomes of every order."""
        orders = [(order, self.objection(order)) for order in self.orders()]
        for order, objection in orders:
            if objection is None:
                self.census.take(order)
        return [self.fate(order, objection) for order, objection in orders]

    def fate(self, order: OrderEntity, objection: Reason | None) -> _Fate:
        power = order.power
        if objection is not None:
            shown = format_order(order.written)
            unit = "" if isinstance(order, Waive) else shown.rpartition(" ")[0]
            rank = self.rank(power, unit, order.location.index)
            return _Fate(rank, power, unit, shown, order.text, Outcome.ILLEGAL, objection)
        stands = self.rules[FATES[order.sort]](order) is True
        reason, by = self.why(order, "success" if stands else "failure")
        outcome = Outcome.SUCCEEDS if stands else Outcome.FAILS
        unit = "" if isinstance(order, Waive) else order.unit.name
        rank = self.rank(power, unit, order.location.index)
        return _Fate(rank, power, unit, order.notation, order.text, outcome, reason, by)

    def lost(self) -> list[_Fate]:
        """The units that go without an order."""
        lost = self.rules["lost"]
        return [
            _Fate(
                self.rank(u.power, u.name, u.province.index),
                u.power,
                u.name,
                f"{u.name} D",
                None,
                Outcome.SUCCEEDS,
                Reason.CIVIL_DISORDER,
            )
            for u in self.setting.standing.units
            if lost(u)
        ]

    def why(self, order: OrderEntity, role: str) -> tuple[Reason, tuple[str, ...]]:
        """The first reason that applies, and the units because of whom."""
        for rule, reason in self.reasons[role, order.sort]:
            found: Any = rule(order)
            if found is True:
                return reason, ()
            if found:
                return reason, tuple([x.name if isinstance(x, Unit) else x.unit.name for x in found])
        return Reason.OTHER, ()

    def rank(self, power: str, unit: str, province: int) -> tuple[int, int, str]:
        """The fixed order of entries: by power and province, waivers last."""
        return self.board.powers.index(power), province if unit else len(self.board.provinces), unit


def _one_a_unit(fates: Iterable[_Fate]) -> tuple[list[_Fate], list[_Fate]]:
    """For each unit what counts most (a success, else what came first), and the rest."""
    kept: dict[tuple[str, str], _Fate] = {}
    waivers, aside = [], []
    for fate in fates:
        key = (fate.power, fate.unit)
        old = kept.get(key)
        if not fate.unit:
            waivers.append(fate)
        elif old is None:
            kept[key] = fate
        elif fate.outcome is Outcome.SUCCEEDS and old.outcome is not Outcome.SUCCEEDS:
            kept[key] = fate
            aside.append(old)
        else:
            aside.append(fate)
    return [*kept.values(), *waivers], aside


def _positions(setting: Setting, fates: Sequence[_Fate]) -> dict[str, tuple[str, ...]]:
    """The units that stood, without those removed and with those built."""
    found: dict[str, set[str]] = {}
    for unit in setting.standing.units:
        found.setdefault(unit.power, set()).add(unit.name)
    for fate in fates:
        if fate.outcome is Outcome.SUCCEEDS and fate.unit:
            units = found.setdefault(fate.power, set())
            (units.add if fate.shown.endswith(" B") else units.discard)(fate.unit)
    return {power: tuple(sorted(found[power])) for power in setting.board.powers if power in found}
