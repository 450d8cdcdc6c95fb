"""From the values of the decisions to the resolution: asking the rules for whatever follows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from resolvent.orders.entities import OrderEntity, Unit
from resolvent.orders.judge import Judged, Sheet
from resolvent.orders.position import Position
from resolvent.outcomes import Outcome, Reason, Status
from resolvent.resolution.grounding import Grounding
from resolvent.resolution.knot import said
from resolvent.resolution.resolution import CycleMet, DislodgedUnit, IgnoredText, OrderResult, Resolution
from resolvent.resolution.solve import Met, Solved

__all__ = ["Outline", "outline", "report"]

_DECISION = {"Move": "succeeds", "Support": "given", "Convoy": "carries"}
_VALIDITY = {"Move": "valid_move", "Support": "valid_support", "Convoy": "valid_convoy"}


def report(
    rules: str, map_name: str, phase: str, judged: Judged, grounding: Grounding, solved: Solved
) -> Resolution:
    """Write down what became of every order, and the board afterwards.

    Args:
        rules: the name of the reading.
        map_name: the name of the map.
        phase: the name of the phase.
        judged: what each unit was told.
        grounding: the orders that count.
        solved: the values of the decisions.
    """
    return _Report(judged, grounding, solved).resolution(rules, map_name, phase)


class Outline(NamedTuple):
    """What came of a phase, without reasons.

    Attributes:
        outcomes: one for each unit, in the order of the position.
        positions: power -> its units after the moves.
        dislodged: power -> dislodged unit -> where from and where to.
        contested: provinces left empty by a standoff.
    """

    outcomes: tuple[Outcome, ...]
    positions: dict[str, tuple[str, ...]]
    dislodged: dict[str, dict[str, DislodgedUnit]]
    contested: tuple[str, ...]


def outline(judged: Judged, grounding: Grounding, solved: Solved) -> Outline:
    """What came of a phase, without asking for reasons.

    Args:
        judged: what each unit was told.
        grounding: the orders that count.
        solved: the values of the decisions.
    """
    return _Report(judged, grounding, solved).outline()


class _Report:
    """One resolution being written."""

    def __init__(self, judged: Judged, grounding: Grounding, solved: Solved) -> None:
        self.judged = judged
        self.grounding = grounding
        self.position: Position = grounding.position
        self.solved = solved
        self.rules = solved.rules
        self.values = {sort: solved.rules.memo(name) for sort, name in _DECISION.items()}
        self.reasons = grounding.reading.reason_functions
        self.forced = {order: cycle for cycle in solved.cycles for order in cycle.forced}

    def resolution(self, rules: str, map_name: str, phase: str) -> Resolution:
        dislodged = self.rules["dislodged"]
        gone = {sheet.unit: dislodged(sheet.unit) for sheet in self.judged.sheets}
        orders = tuple([self.result(sheet, gone[sheet.unit]) for sheet in self.judged.sheets])
        return Resolution(
            rules,
            map_name,
            phase,
            self.solved.status,
            orders,
            self.positions(gone),
            self.dislodged([unit for unit, is_gone in gone.items() if is_gone is True]),
            self.contested(),
            tuple([self.cycle(met) for met in self.solved.cycles]),
            tuple([IgnoredText(i.power, i.text, i.outcome, i.reason) for i in self.judged.ignored]),
        )

    def outline(self) -> Outline:
        dislodged = self.rules["dislodged"]
        gone = {sheet.unit: dislodged(sheet.unit) for sheet in self.judged.sheets}
        return Outline(
            tuple([self.outcome_of(sheet, gone[sheet.unit]) for sheet in self.judged.sheets]),
            self.positions(gone),
            self.dislodged([unit for unit, is_gone in gone.items() if is_gone is True]),
            self.contested(),
        )

    # -- one order

    def outcome_of(self, sheet: Sheet, gone: bool | None) -> Outcome:
        if sheet.outcome is not None:
            return sheet.outcome
        if sheet.order is None:
            return Outcome.OPEN if gone is None else Outcome.FAILS if gone else Outcome.SUCCEEDS
        return self.outcome(sheet.order, self.values[sheet.order.sort].get(sheet.order))

    def result(self, sheet: Sheet, gone: bool | None) -> OrderResult:
        unit = sheet.unit
        if sheet.outcome is not None:
            reason = sheet.reason or Reason.OTHER
            return OrderResult(
                unit.power, unit.name, sheet.shown, sheet.text, sheet.outcome, reason, (), gone is True
            )
        order = sheet.order
        if order is None:
            value = None if gone is None else not gone
            outcome = self.outcome_of(sheet, gone)
            why, by = self.why(unit, "Unit", value)
        else:
            value = self.values[order.sort].get(order)
            outcome = self.outcome(order, value)
            why, by = self.why_order(order, value)
        return OrderResult(unit.power, unit.name, sheet.shown, sheet.text, outcome, why, by, gone is True)

    def outcome(self, order: OrderEntity, value: bool | None) -> Outcome:
        if value is None:
            return Outcome.OPEN
        if value:
            return Outcome.SUCCEEDS
        return Outcome.VOID if self.rules[_VALIDITY[order.sort]](order) is False else Outcome.FAILS

    def why_order(self, order: OrderEntity, value: bool | None) -> tuple[Reason, tuple[str, ...]]:
        met = self.forced.get(order)
        # what a paradox rule lets pass succeeds for the usual reasons
        if met is not None and not (value and met.status is Status.PARADOX):
            reason = Reason.CIRCULAR if met.status is Status.CIRCULAR else Reason.PARADOX
            return reason, tuple([o.unit.name for o in met.orders if o is not order])
        return self.why(order, order.sort, value)

    def why(self, about: Any, sort: str, value: bool | None) -> tuple[Reason, tuple[str, ...]]:
        """The first reason that applies, and the units because of whom."""
        if value is None:
            return Reason.OPEN, ()
        for rule, reason in self.reasons["success" if value else "failure", sort]:
            found = rule(self.rules, about)
            if found is True:
                return reason, ()
            by = self.names(found) if found else ()
            if by:
                return reason, by
        return Reason.OTHER, ()

    def names(self, culprits: Iterable[Any]) -> tuple[str, ...]:
        """Unit names, each once, in the order of the position; of conditional culprits the certain ones."""
        units = {
            (c if c.__class__ is Unit else c.unit)
            for c in (
                x[0] if x.__class__ is tuple else x
                for x in culprits
                if x.__class__ is not tuple or x[1] is True
            )
        }
        if len(units) == 1:
            return (units.pop().name,)
        return tuple([u.name for u in self.position.units if u in units])

    # -- the board afterwards

    def positions(self, gone: dict[Unit, bool | None]) -> dict[str, tuple[str, ...]]:
        """Units after the moves; one whose move is open stands where it stood."""
        found: dict[str, list[str]] = {}
        moved = {order.unit: order for order, value in self.values["Move"].items() if value}
        for unit, is_gone in gone.items():
            units = found.setdefault(unit.power, [])
            if not is_gone:
                move: Any = moved.get(unit)
                units.append(f"{unit.name[0]} {move.place.id}" if move else unit.name)
        return {power: tuple(sorted(units)) for power, units in found.items()}

    def dislodged(self, units: Iterable[Unit]) -> dict[str, dict[str, DislodgedUnit]]:
        may_retreat = self.rules["may_retreat"]
        borders = self.grounding.reading.retreats_only_over_borders
        everywhere = self.position.board.places.values()
        found: dict[str, dict[str, DislodgedUnit]] = {}
        for unit in units:
            asked = unit.reach if borders else everywhere
            places = sorted([p.id for p in asked if may_retreat(unit, p) is True])
            attackers = self.grounding.moves_to.get(unit.province, ())
            origin = next((a.origin.id for a in attackers if self.values["Move"].get(a)), "")
            found.setdefault(unit.power, {})[unit.name] = DislodgedUnit(origin, tuple(places))
        return found

    def contested(self) -> tuple[str, ...]:
        contested = self.rules["contested"]
        return tuple(sorted([p.id for p in self.grounding.moves_to if contested(p) is True]))

    def cycle(self, met: Met) -> CycleMet:
        orders = tuple([o.notation for o in met.orders])
        outcomes: Any = msgspec.UNSET
        if met.status is Status.OPEN:
            outcomes = tuple([{said(d): v for d, v in s.items()} for s in met.solutions])
        return CycleMet(orders, len(met.solutions), met.rule or None, outcomes)
