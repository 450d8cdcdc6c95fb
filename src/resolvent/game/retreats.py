"""Resolving a retreat phase: the rules are in ``encodings/retreats.rules``, here they are asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from resolvent.board import Map, Province
from resolvent.game.setting import Setting
from resolvent.logic.algebra import ThreeValued
from resolvent.orders.entities import Retreat, Unit
from resolvent.orders.judge import Judge, Sheet
from resolvent.orders.order import Kind
from resolvent.orders.position import Position
from resolvent.outcomes import Outcome, Reason, Status
from resolvent.records.phase import Phase
from resolvent.resolution.resolution import IgnoredText, OrderResult, Resolution
from resolvent.rules.grounded import Grounded
from resolvent.rules.reading import Reading

__all__ = ["RetreatJudge", "resolve_retreats"]


def resolve_retreats(phase: Phase, reading: Reading, board: Map | None = None) -> Resolution:
    """Resolve a retreat phase.

    Args:
        phase: a retreat phase; where it does not tell the retreats of a unit, the places are open to it
            that the board leaves open as far as it can be seen.
        reading: the rules.
        board: the map; left out, the one the phase names.

    Returns:
        One order for each dislodged unit; a unit whose order does not succeed is gone.

    Raises:
        InputError: the phase cannot be used; ``place`` says where.
    """
    setting = Setting(phase, board)
    judge = RetreatJudge(setting, reading)
    judged = judge.judge(setting.sets())
    for sheet in judged.sheets:
        if isinstance(sheet.order, Retreat):
            judge.retreats_to.setdefault(sheet.order.destination, []).append(sheet.order)
    asked = _Asked(judge.rules, reading)
    orders = tuple([asked.result(sheet) for sheet in judged.sheets])
    return Resolution(
        reading.name,
        phase.map,
        phase.phase,
        Status.UNIQUE,
        orders,
        _positions(setting, judged.sheets, orders),
        {},
        (),
        (),
        tuple([IgnoredText(i.power, i.text, i.outcome, i.reason) for i in judged.ignored]),
    )


class RetreatJudge(Judge):
    """The rules of one reading asked about dislodged units.

    Args:
        setting: the phase.
        reading: the rules.

    Attributes:
        retreats_to: province -> legal retreats there; filled in when orders are judged.
    """

    kinds: ClassVar[tuple[Kind, ...]] = (Kind.RETREAT, Kind.DISBAND)

    def __init__(self, setting: Setting, reading: Reading) -> None:
        self.standing = setting.standing
        self.retreats_to: dict[Province, list[Retreat]] = {}
        dislodged = setting.dislodged()
        self.origins, self.listed = setting.retreats(dislodged)
        super().__init__(dislodged, reading, setting.reader())
        self.understanding.notes_slips = True

    def put(self, reading: Reading) -> Grounded:
        """The rules over the board."""
        return reading.maker("retreat")(
            self.standing.at, self.standing.seas, self.written_by, self.written_for, self.others,
            self.scribbled, self.listed, self.origins, self.retreats_to, ThreeValued(),
        )  # fmt: skip

    def objections_of(self, reading: Reading) -> Mapping[str, Sequence[tuple[Callable[..., Any], str]]]:
        """The objections to retreats."""
        return reading.objection_functions_in("retreat")

    def not_ordered_here(self, power: str, province: Province) -> Reason:
        """A unit that stands has no order in this phase."""
        if any(u.power == power for u in self.standing.at.get(province, ())):
            return Reason.NOT_DISLODGED
        if province in self.standing.at or province in self.position.at:
            return Reason.NOT_OWN_UNIT
        return Reason.NO_SUCH_UNIT


class _Asked:
    """What the rules say of the retreats that count."""

    def __init__(self, rules: Grounded, reading: Reading) -> None:
        self.escapes = rules["escapes"]
        self.reasons = {
            role: [(rules[name], Reason(label)) for name, label in names]
            for (role, sort), names in reading.reasons_in("retreat").items()
            if sort == "Retreat"
        }

    def result(self, sheet: Sheet) -> OrderResult:
        """What became of one dislodged unit."""
        unit = sheet.unit
        if sheet.outcome is not None:
            shown = _disband(unit) if sheet.outcome is Outcome.UNREADABLE else sheet.shown
            return _result(unit, shown, sheet.text, sheet.outcome, sheet.reason or Reason.OTHER)
        if sheet.order is None:
            reason = Reason.NO_ORDER if sheet.text is None else Reason.DISBANDED
            return _result(unit, _disband(unit), sheet.text, Outcome.SUCCEEDS, reason)
        escapes = self.escapes(sheet.order)
        reason, by = self.why(sheet.order, "success" if escapes else "failure")
        outcome = Outcome.SUCCEEDS if escapes else Outcome.FAILS
        return _result(unit, sheet.shown, sheet.text, outcome, reason, by)

    def why(self, order: Any, role: str) -> tuple[Reason, tuple[str, ...]]:
        """The first reason that applies, and the units because of whom."""
        for rule, reason in self.reasons[role]:
            found = rule(order)
            if found is True:
                return reason, ()
            if found:
                return reason, tuple([x.name if isinstance(x, Unit) else x.unit.name for x in found])
        return Reason.OTHER, ()


def _disband(unit: Unit) -> str:
    return f"{unit.name} D"


def _result(
    unit: Unit, shown: str, text: str | None, outcome: Outcome, reason: Reason, by: tuple[str, ...] = ()
) -> OrderResult:
    return OrderResult(unit.power, unit.name, shown, text, outcome, reason, by, False)


def _positions(
    setting: Setting, sheets: Sequence[Sheet], orders: Sequence[OrderResult]
) -> dict[str, tuple[str, ...]]:
    """The units that stood, and those that got away."""
    standing: Position = setting.standing
    found: dict[str, list[str]] = {sheet.unit.power: [] for sheet in sheets}
    for unit in standing.units:
        found.setdefault(unit.power, []).append(unit.name)
    for sheet, result in zip(sheets, orders, strict=True):
        if isinstance(sheet.order, Retreat) and result.outcome is Outcome.SUCCEEDS:
            found[sheet.unit.power].append(f"{sheet.unit.name[0]} {sheet.order.place.id}")
    return {power: tuple(sorted(found[power])) for power in setting.board.powers if power in found}
