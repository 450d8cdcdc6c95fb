"""Whether the stages of a certificate are those that the meaning of a resolution demands, no solver asked.

A stage is either decisions whose equations have one value each, whatever is still open, or one component:
decisions that depend on each other, in a ring, and on nothing else that is open.  Dependence is what a change
does, not what an equation mentions; it is seen from truth tables, made here anew.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from resolvent.logic.formula import Value
from resolvent.orders.entities import Cycle, OrderEntity
from resolvent.resolution.knot import Decision, Knot, Open, said

__all__ = ["Ruling", "Split", "always", "left_out", "ruling_of", "split"]

_WIDEST = 16
"""Of equations with more open decisions not all assignments are looked at."""

_SAMPLES = 4096
"""Assignments looked at of each density."""

Edges = Mapping[Decision, frozenset[Decision]]


class Split(NamedTuple):
    """What some decisions are to each other.

    Attributes:
        fault: why they are not what a stage may decide together; empty if they are.
        cycle: they depend on each other; if not, each has one value, whatever is still open.
    """

    fault: str
    cycle: bool


def split(knot: Knot, decisions: Sequence[Decision]) -> Split:
    """Whether some decisions are what a stage may decide together.

    Args:
        knot: the formulas, what was settled before put in.
        decisions: those of the stage.
    """
    part = [o for o in knot.open if o.decision in decisions]
    mentioned = {o.decision: _may_depend_on(knot, o) for o in part}
    if not any(mentioned.values()):
        return Split("", cycle=False)
    for decision, others in mentioned.items():
        for other in sorted(map(said, others - mentioned.keys())):
            return Split(f"{said(decision)} depends on {other}, which is decided later", cycle=True)
    edges = {o.decision: _depends_on(knot, o) for o in part}
    for decision in decisions:
        if not _reached(edges, decision) >= edges.keys():
            fault = f"{said(decision)} does not depend on all the others, so they are no component"
            return Split(fault, cycle=True)
    return Split("", cycle=True)


def always(knot: Knot, value: Value) -> bool | None:
    """The value a formula has whatever is still open, if it is seen to have one."""
    if value is True or value is False:
        return value
    variables = sorted(knot.formulas.support(value))
    if len(variables) > _WIDEST:
        return None
    columns, everything = _assignments(variables)
    table = _table(knot, value, columns, everything)
    return {0: False, everything: True}.get(table)


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


def _may_depend_on(knot: Knot, o: Open) -> frozenset[Decision]:
    """Open decisions among which are all on which an equation depends."""
    variables = knot.formulas.support(o.formula)
    if len(variables) > _WIDEST:
        return frozenset(knot.by_variable[v].decision for v in variables)
    return _depends_on(knot, o)


def _depends_on(knot: Knot, o: Open) -> frozenset[Decision]:
    """Open decisions of which a change alone is seen to change an equation."""
    variables = sorted(knot.formulas.support(o.formula))
    if len(variables) <= _WIDEST:
        columns, everything = _assignments(variables)
        table = _table(knot, o.formula, dict(columns), everything)
        changing = [
            v for i, v in enumerate(variables) if (table ^ (table >> (1 << i))) & (everything ^ columns[v])
        ]
    else:
        columns, everything = _some_assignments(variables)
        table = _table(knot, o.formula, dict(columns), everything)
        changing = [
            v
            for v in variables
            if table != _table(knot, o.formula, {**columns, v: everything ^ columns[v]}, everything)
        ]
    return frozenset(knot.by_variable[v].decision for v in changing)


def _assignments(variables: Sequence[int]) -> tuple[dict[int, int], int]:
    """All assignments: variable -> its values, bit k under assignment k; and one bit for each."""
    everything = (1 << (1 << len(variables))) - 1
    # blocks of 2**i zeros and 2**i ones in turn
    return {v: everything - everything // ((1 << (1 << i)) + 1) for i, v in enumerate(variables)}, everything


def _some_assignments(variables: Sequence[int]) -> tuple[dict[int, int], int]:
    """Assignments by chance, always the same, in which few, half or most variables are true."""
    chance = random.Random(len(variables))
    columns = {}
    for v in variables:
        bits = [chance.getrandbits(_SAMPLES) for _ in range(4)]
        few = [bits[0] & bits[1], bits[0] & bits[1] & bits[2] & bits[3]]
        many = [bits[0] | bits[1], bits[0] | bits[1] | bits[2] | bits[3]]
        columns[v] = sum(row << (i * _SAMPLES) for i, row in enumerate([bits[0], *few, *many]))
    return columns, (1 << (5 * _SAMPLES)) - 1


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
