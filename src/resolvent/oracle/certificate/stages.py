"""The stages in which a resolution comes about, each with the solutions its own equations have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from resolvent.resolution.grounding import Grounding
from resolvent.resolution.knot import Decision, Knot, Open, Solver
from resolvent.resolution.solve import MOST_SOLUTIONS, Met, Solved

__all__ = ["Stage", "stages_of"]


class Stage(msgspec.Struct, frozen=True):
    """Some decisions that get their values together.

    Attributes:
        decisions: the decisions whose equations count.
        solutions: every solution of those equations, given what was settled before.
        values: the values that come of it; where a cycle rule spoke, those it gave.
        met: the cycle, if they have no unique solution.
    """

    decisions: tuple[Decision, ...]
    solutions: tuple[Mapping[Decision, bool], ...]
    values: Mapping[Decision, bool]
    met: Met | None = None


def stages_of(grounding: Grounding, solved: Solved, solver: Solver) -> Iterator[Stage]:
    """The stages of a resolution: what follows by itself, a component, and so on.

    Args:
        grounding: the orders.
        solved: the resolution.
        solver: which solver, and its budget.
    """
    values: dict[Decision, bool] = {}
    stuck: frozenset[Decision] = frozenset()
    while len(values) < len(grounding.decisions):
        knot = Knot(grounding, values, solver)
        settled = knot.settled()
        if settled:
            values |= settled
            yield Stage(tuple(settled), (settled,), settled)
            continue
        components = knot.sources(stuck)
        if not components:
            return
        for component in components:
            stage = _stage(knot, component, solved)
            values |= stage.values
            yield stage
            if not stage.values:
                stuck |= set(stage.decisions)


def _stage(knot: Knot, component: Sequence[Open], solved: Solved) -> Stage:
    decisions = tuple(o.decision for o in component)
    found = knot.solutions(component, MOST_SOLUTIONS)
    solutions = tuple(dict(zip(decisions, s, strict=True)) for s in found)
    if len(solutions) == 1:
        return Stage(decisions, solutions, solutions[0])
    orders = {order for _, order in decisions}
    met = next(met for met in solved.cycles if set(met.orders) == orders)
    values = {o.decision: solved.values[o.decision] for o in knot.open if o.decision[1] in met.forced}
    return Stage(decisions, solutions, values, met)
