"""The fewest rule instances from which an outcome follows.

Assume the opposite of what became of an order; the solver finds rule instances that contradict it, and
whatever can be left out is left out, in a fixed order, so that the same question always has the same
answer.  What remains is minimal: without any one of them the opposite would be possible.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from resolvent.explain.because import Because, Evaluator
from resolvent.logic.session import Session
from resolvent.orders.entities import OrderEntity
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Decision, Knot, Open, Solver
from resolvent.resolution.solve import Met, Solved
from resolvent.rules.reading import Reading

__all__ = ["Case", "Premise"]


@dataclass(frozen=True)
class Premise:
    """One rule instance: the equation of a decision, or what a cycle rule made of it.

    Attributes:
        decision: the decision.
        value: the value it has in the resolution.
        ruling: the cycle whose rule gave it that value; ``None`` for its own equation.
        because: why its equation says so, with the other decisions as they are.
    """

    decision: Decision
    value: bool | None
    ruling: Met | None
    because: Because


class Case:
    """One adjudicated phase, ready to be asked why.

    Args:
        docket: the phase.
        reading: the rules.
        solver: which solver, and its budget.

    Attributes:
        solved: the resolution.
        evaluator: the rules with the decisions as they are.
    """

    def __init__(self, docket: Docket, reading: Reading, solver: Solver) -> None:
        self.reading = reading
        self.solved: Solved = docket.solved(reading, solver)
        grounding = docket.grounding(reading)
        self.grounding = grounding
        self.evaluator = Evaluator(grounding, self.solved.values)
        self._knot = Knot(grounding, {}, solver)
        self._open = {o.decision: o for o in self._knot.open}
        self._rulings = {
            decision: met
            for met in self.solved.cycles
            for decision in self._open
            if decision[1] in met.forced
        }
        self._session: Session | None = None
        self._selectors: dict[Decision, int] = {}
        self._equations: dict[Decision, Because] = {}

    def decision(self, order: OrderEntity) -> Decision:
        """The decision that is the outcome of an order."""
        return self.reading.decided[order.sort][0], order

    def because(self, decision: Decision) -> Because:
        """Why the equation of a decision says what it says."""
        if decision not in self._equations:
            self._equations[decision] = self.evaluator.why_equation(decision)
        return self._equations[decision]

    def premises(self, decision: Decision) -> list[Premise] | None:
        """The fewest rule instances that force the value of a decision.

        Args:
            decision: the decision asked about.

        Returns:
            They, nearest to the decision first; ``None`` if the decision is open or several resolutions
            remain even with every rule instance.
        """
        value = self.solved.values.get(decision)
        if value is None:
            return None
        session, selectors = self._ready()
        variable = self._open[decision].variable
        opposite = -variable if value else variable
        near = self._by_distance(decision)
        if session.solve([opposite, *(selectors[d] for d in near)]):
            near = list(selectors)
            if session.solve([opposite, *selectors.values()]):
                return None
        core = set(session.core())
        kept = [d for d in near if selectors[d] in core]
        for candidate in reversed(kept.copy()):
            rest = [d for d in kept if d != candidate]
            if not session.solve([opposite, *(selectors[d] for d in rest)]):
                kept = rest
        return [self._premise(d) for d in kept]

    def follows(self, decision: Decision, premises: Iterable[Premise]) -> bool:
        """Whether the value of a decision follows from certain rule instances alone."""
        session, selectors = self._ready()
        variable = self._open[decision].variable
        opposite = -variable if self.solved.values[decision] else variable
        return not session.solve([opposite, *(selectors[p.decision] for p in premises)])

    def _premise(self, decision: Decision) -> Premise:
        return Premise(
            decision,
            self.solved.values.get(decision),
            self._rulings.get(decision),
            self.because(decision),
        )

    def _ready(self) -> tuple[Session, dict[Decision, int]]:
        """A session with every rule instance under a selector, made once."""
        if self._session is None:
            self._session = self._knot.solver.session(self._knot.formulas)
            for decision, o in self._open.items():
                self._selectors[decision] = self._select(self._session, decision, o)
        return self._session, self._selectors

    def _select(self, session: Session, decision: Decision, o: Open) -> int:
        if decision in self._rulings:  # the rule has spoken; the equation no longer counts
            return session.equation(o.variable, self.solved.values[decision])
        return session.equation(o.variable, o.formula)

    def _by_distance(self, decision: Decision) -> list[Decision]:
        """The decisions that one rests on, nearest first."""
        found = {decision: 0}
        edge: deque[Decision] = deque([decision])
        while edge:
            here = edge.popleft()
            for there in self._needs(here):
                if there not in found:
                    found[there] = len(found)
                    edge.append(there)
        return list(found)

    def _needs(self, decision: Decision) -> Sequence[Decision]:
        if decision in self._rulings:
            return ()
        return [d for d in self.because(decision).decisions() if d in self._open]
