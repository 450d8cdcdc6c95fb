"""Whether the stages of a certificate are those that the meaning of a resolution demands, no solver asked.

A stage is either decisions whose equations have one value each, whatever is still open, or one component:
decisions that depend on each other, in a ring, and on nothing else that is open.  Dependence is what a change
does, not what an equation mentions; it is seen from truth tables, made here anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from resolvent.logic.formula import Value
from resolvent.orders.entities import Cycle, OrderEntity
from resolvent.resolution.knot import Decision, Knot, Open, said

__all__ = ["Ruling", "left_out", "ruling_of", "split_fault"]

_WIDEST = 16
"""Of equations with more open decisions each mention is taken for a dependence."""

Edges = Mapping[Decision, frozenset[Decision]]


def split_fault(knot: Knot, decisions: Sequence[Decision]) -> str:
    """Why some decisions are not what a stage may decide together; empty if they are.

    Args:
        knot: the formulas, what was settled before put in.
        decisions: those of the stage.
    """
    edges = {o.decision: _depends_on(knot, o) for o in knot.open if o.decision in decisions}
    if not any(edges.values()):
        return ""
    for decision, others in edges.items():
        for other in others - edges.keys():
            return f"{said(decision)} depends on {said(other)}, which is decided later"
    for decision in decisions:
        if not _reached(edges, decision) >= edges.keys():
            return f"{said(decision)} does not depend on all the others, so they are no component"
    return ""


def left_out(knot: Knot, stuck: Collection[Decision]) -> Iterator[str]:
    """The decisions without a value that no cycle without a rule keeps from having one.

    Args:
        knot: the formulas, all that was settled put in.
        stuck: the decisions of cycles for which there is no rule.
    """
    edges = {o.decision: _depends_on(knot, o) for o in knot.open}
    for decision in edges:
        if decision not in stuck and _reached(edges, decision).isdisjoint(stuck):
            yield said(decision)


def _reached(edges: Edges, start: Decision) -> set[Decision]:
    """What a decision depends on, directly or through others; itself only if it does."""
    found: set[Decision] = set()
    todo = [start]
    while todo:
        new = edges.get(todo.pop(), frozenset()) - found
        found |= new
        todo += new
    return found


def _depends_on(knot: Knot, o: Open) -> frozenset[Decision]:
    """The open decisions of which a change alone can change an equation."""
    variables = sorted(knot.formulas.support(o.formula))
    if len(variables) > _WIDEST:
        return frozenset(knot.by_variable[v].decision for v in variables)
    size = 1 << len(variables)
    everything = (1 << size) - 1
    # blocks of 2**i zeros and 2**i ones in turn: bit k tells the value under assignment k
    columns = {v: everything - everything // ((1 << (1 << i)) + 1) for i, v in enumerate(variables)}
    table = _table(knot, o.formula, dict(columns), everything)
    return frozenset(
        knot.by_variable[v].decision
        for i, v in enumerate(variables)
        if (table ^ (table >> (1 << i))) & (everything ^ columns[v])
    )


def _table(knot: Knot, value: Value, known: dict[int, int], everything: int) -> int:
    """The assignments under which a formula is true, one bit each."""
    if value is True or value is False:
        return everything if value else 0
    variable = abs(value)
    if variable not in known:
        bits = everything
        for part in knot.formulas.conjunctions[variable]:
            bits &= _table(knot, part, known, everything)
        known[variable] = bits
    return known[variable] if value > 0 else everything ^ known[variable]


# -- what the rules say of a cycle

Ruling = tuple[str, Mapping[Decision, bool], frozenset[OrderEntity]]
"""The rule that speaks (``""``: none), the values it gives, and the orders it gives them to."""


def ruling_of(
    knot: Knot, decisions: Iterable[Decision], solutions: Sequence[Mapping[Decision, bool]]
) -> Ruling:
    """What the rules for cycles say of a component.

    Args:
        knot: the formulas, what was settled before put in.
        decisions: those of the component.
        solutions: all solutions of its equations.
    """
    cycle = Cycle(list(dict.fromkeys(order for _, order in decisions)))
    for rule in knot.reading.of_role("cycle"):
        values = _said(knot, knot.rules[rule.name](cycle), solutions)
        if values:
            return rule.name, values, frozenset(order for _, order in values)
    return "", {}, frozenset()


def _said(knot: Knot, verdict: Any, solutions: Sequence[Mapping[Decision, bool]]) -> Mapping[Decision, bool]:
    """The values of a verdict: of the one solution it chooses, or false for the orders that fail."""
    if verdict is None:
        return {}
    kind, what = verdict
    if kind == "first":
        return next((values for part in what if (values := _said(knot, part, solutions))), {})
    if kind == "choose":
        chosen = [solution for solution in solutions if _holds(knot, what, solution)]
        return chosen[0] if len(chosen) == 1 else {}
    failing = {order for order, condition in what if condition is True}
    return {o.decision: False for o in knot.open if o.decision[1] in failing}


def _holds(knot: Knot, condition: Value, solution: Mapping[Decision, bool]) -> bool:
    given = {o.variable: solution[o.decision] for o in knot.open if o.decision in solution}
    return knot.formulas.substitute(condition, given) is True
