"""From equations to the resolution, in strata (SEMANTICS: settle, depend, components, solve)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from resolvent.logic.algebra import ThreeValued
from resolvent.orders.entities import Cycle, OrderEntity
from resolvent.outcomes import Status
from resolvent.resolution.grounding import Grounding
from resolvent.resolution.knot import Decision, Knot, Open, Solver
from resolvent.rules.grounded import Grounded

__all__ = ["MOST_SOLUTIONS", "Met", "Solved", "solve"]

MOST_SOLUTIONS = 64
"""How many solutions of a cycle are looked for, to say how many it has."""


@dataclass(frozen=True)
class Met:
    """A cycle without a unique resolution.

    Attributes:
        orders: its orders, in the order of their units.
        solutions: every solution of its equations (up to `MOST_SOLUTIONS`), as decision -> value.
        rule: the name of the cycle rule that spoke, or ``""``.
        status: what that rule makes of the resolution.
        forced: the orders to which the rule itself gave a value.
    """

    orders: tuple[OrderEntity, ...]
    solutions: tuple[Mapping[Decision, bool], ...]
    rule: str
    status: Status
    forced: frozenset[OrderEntity] = frozenset()


@dataclass
class Solved:
    """What became of the decisions.

    Attributes:
        grounding: the orders.
        rules: the rules in three-valued logic with every decision as it is, to ask anything that follows.
        cycles: the cycles met, in the order in which they were met.
    """

    grounding: Grounding
    rules: Grounded
    cycles: list[Met] = field(default_factory=list)

    @cached_property
    def values(self) -> dict[Decision, bool]:
        """Decision -> value; an open one has none."""
        return _values(self.grounding, self.rules)

    @property
    def status(self) -> Status:
        """The most remarkable of what happened."""
        for status in (Status.OPEN, Status.PARADOX, Status.CIRCULAR):
            if any(c.status is status for c in self.cycles):
                return status
        return Status.UNIQUE


def solve(grounding: Grounding, solver: Solver, fold: bool = True) -> Solved:
    """Resolve the orders of a grounding.

    Args:
        grounding: the orders and the rules.
        solver: which solver, and its budget.
        fold: settle by propagation first; the result is the same without, only slower.

    Returns:
        The values, the cycles met, and the rules ready to be asked what follows.

    Raises:
        BudgetError: if a question costs more conflicts than allowed.
    """
    if fold:
        rules, complete = _propagate(grounding, {})
        if complete:
            return Solved(grounding, rules)
        values = _values(grounding, rules)
    else:
        values = {}
    cycles: list[Met] = []
    stuck: frozenset[Decision] = frozenset()
    while len(values) < len(grounding.decisions):
        knot = Knot(grounding, values, solver)
        settled = knot.settled()
        if not settled:
            components = knot.sources(stuck)
            if not components:
                break
            for component in components:
                found, met = _solve_component(knot, component)
                settled |= found
                if met is not None:
                    cycles.append(met)
                    if met.status is Status.OPEN:
                        stuck |= {o.decision for o in component}
        values |= settled
        if fold and settled:
            values = _values(grounding, _propagate(grounding, values)[0])
    return Solved(grounding, _known(grounding, values), cycles)


def _propagate(grounding: Grounding, given: Mapping[Decision, bool]) -> tuple[Grounded, bool]:
    """Three-valued passes over the equations until nothing more becomes known; whether all is known."""
    algebra = ThreeValued(grounding.reading.deepest)
    rules = grounding.put(algebra)
    memos = {name: rules.memo(name) for name in rules.decisions}
    for (name, order), value in given.items():
        memos[name][order] = value
    before = len(given)
    decide = {name: rules[name] for name in rules.decisions}
    for name, order in grounding.decisions:
        decide[name](order)
    while algebra.unknown:
        known = len(grounding.decisions) - len({(name, order) for name, _, order in algebra.unknown})
        if known <= before:
            break
        before = known
        algebra.unknown.clear()
        _forget_unknown(rules.memos())
        for name, order in grounding.decisions:
            decide[name](order)
    if algebra.tainted:
        _forget_unknown(rules.memos())
    return rules, not algebra.unknown


def _values(grounding: Grounding, rules: Grounded) -> dict[Decision, bool]:
    """The decisions that are known."""
    memos = {name: rules.memo(name) for name in rules.decisions}
    return {
        (name, order): value
        for name, order in grounding.decisions
        if (value := memos[name].get(order)) is not None
    }


def _forget_unknown(memos: Sequence[dict[Any, Any]]) -> None:
    """Drop what was found to be unknown, so that it is asked again."""
    for memo in memos:
        for key in [
            k for k, v in memo.items() if v is not True and v is not False and v.__class__ is not int
        ]:
            del memo[key]


def _known(grounding: Grounding, values: Mapping[Decision, bool]) -> Grounded:
    """The rules with the decisions as they are; an open one is unknown."""
    rules = grounding.put(ThreeValued())
    for name, order in grounding.decisions:
        rules.memo(name)[order] = values.get((name, order))
    return rules


def _solve_component(knot: Knot, component: Sequence[Open]) -> tuple[dict[Decision, bool], Met | None]:
    """The values of a component, and the cycle it is if it has no unique resolution."""
    solutions = knot.solutions(component, MOST_SOLUTIONS)
    decisions = [o.decision for o in component]
    if len(solutions) == 1:
        return dict(zip(decisions, solutions[0], strict=True)), None
    found = tuple(dict(zip(decisions, s, strict=True)) for s in solutions)
    orders = list(dict.fromkeys(order for _, order in decisions))
    cycle = Cycle(orders)
    for rule in knot.reading.of_role("cycle"):
        values, forced = _carry_out(knot, component, knot.rules[rule.name](cycle))
        if values:
            return values, Met(tuple(orders), found, rule.name, Status(rule.label), forced)
    return {}, Met(tuple(orders), found, "", Status.OPEN)


def _carry_out(
    knot: Knot, component: Sequence[Open], verdict: Any
) -> tuple[dict[Decision, bool], frozenset[OrderEntity]]:
    """The values a verdict gives, and the orders it names; none if it cannot be carried out."""
    if verdict is None:
        return {}, frozenset()
    kind, what = verdict
    if kind == "first":
        for part in what:
            values, forced = _carry_out(knot, component, part)
            if values:
                return values, forced
        return {}, frozenset()
    if kind == "choose":
        chosen = knot.solutions(component, 2, what) if what is not False else []
        if len(chosen) != 1:
            return {}, frozenset()
        values = {o.decision: v for o, v in zip(component, chosen[0], strict=True)}
        return values, frozenset(order for _, order in values)
    failing = {order for order, condition in what if condition is True}
    open_ = {o.decision for o in knot.open}
    values = {d: False for d in sorted(open_, key=_name) if d[1] in failing}
    return values, frozenset(failing)


def _name(decision: Decision) -> tuple[str, str, str]:
    return (decision[0], decision[1].power, decision[1].notation)
