"""The fewest rule instances from which an outcome follows.

Assume the opposite of what became of an order; the solver finds rule instances that contradict it, and
whatever can be left out is left out, in a fixed order, so that the same question always has the same
answer.  What remains is minimal: without any one of them the opposite would be possible.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from resolvent.explain.because import Because, Evaluator
from resolvent.logic.formula import Literal
from resolvent.logic.session import Session
from resolvent.orders.entities import OrderEntity
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Decision, Knot, Open, Solver
from resolvent.resolution.solve import Met, Solved
from resolvent.rules.reading import Reading

__all__ = ["Case", "Premise", "Question"]

Question = tuple[str, Any]
"""A decision or a definition that gives a Boolean, and what it is about: ``("dislodged", unit)``."""


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
        self.solver = solver
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

    def value(self, question: Question) -> bool | None:
        """The answer to a question; ``None`` if it is open."""
        name, about = question
        found: bool | None = self.evaluator.apply(name, about)
        return found

    def premises(self, question: Question) -> list[Premise] | None:
        """The fewest rule instances that force the answer to a question.

        Args:
            question: a decision, or a definition and what it is applied to.

        Returns:
            They, nearest to the question first; ``None`` if the answer is open.
        """
        value = self.value(question)
        if value is None:
            return None
        session, selectors = self._ready()
        opposite = self._opposite(question, value)
        near = self._by_distance(question)
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
        alone = self.alone(kept)
        return [self._premise(d, alone) for d in kept]

    def follows(self, question: Question, premises: Iterable[Premise]) -> bool:
        """Whether the answer to a question follows from certain rule instances alone."""
        session, selectors = self._ready()
        opposite = self._opposite(question, self.value(question) is True)
        return not session.solve([opposite, *(selectors[p.decision] for p in premises)])

    def alone(self, decisions: Iterable[Decision]) -> Evaluator:
        """The rules with no more known than certain decisions."""
        values = self.solved.values
        return Evaluator(self.grounding, {d: values[d] for d in decisions if d in values}, self.evaluator)

    def _opposite(self, question: Question, value: bool) -> Literal:
        session, _ = self._ready()
        name, about = question
        known = self._open.get(question)
        literal = known.variable if known else session.literal(self._knot.rules[name](about))
        return -literal if value else literal

    def _premise(self, decision: Decision, alone: Evaluator) -> Premise:
        """An instance, and why it says so: if it can be told, by the other premises alone."""
        because = alone.why_equation(decision)
        if because.value is None or because.value is not self.solved.values.get(decision):
            because = self.because(decision)
        return Premise(decision, self.solved.values.get(decision), self._rulings.get(decision), because)

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

    def _by_distance(self, question: Question) -> list[Decision]:
        """The decisions that an answer rests on, nearest first."""
        if question in self._open:
            first = [question]
        else:
            first = [d for d in self.evaluator.why_applied(*question).decisions() if d in self._open]
        found = {decision: number for number, decision in enumerate(first)}
        edge: deque[Decision] = deque(first)
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
