"""Explaining the orders of a movement phase."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from resolvent.explain.because import Evaluator
from resolvent.explain.docstrings import citations
from resolvent.explain.explanation import Explanation, Step
from resolvent.explain.objections import chosen, objected, unreadable
from resolvent.explain.premises import Case, Premise, Question
from resolvent.explain.sentences import join_names, sentence
from resolvent.explain.words import Words
from resolvent.orders.entities import Unit
from resolvent.orders.judge import Judge, Sheet
from resolvent.orders.read import order_reader
from resolvent.outcomes import Outcome, Reason, Status
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Solver
from resolvent.resolution.resolution import OrderResult, Resolution
from resolvent.rules.reading import Reading

__all__ = ["MovementExplainer"]


class MovementExplainer:
    """Explains the orders of a movement phase.

    Args:
        docket: the phase.
        reading: the rules.
        solver: which solver, and its budget.

    Attributes:
        case: the phase, ready to be asked why.
        words: what the rules are called.
    """

    def __init__(self, docket: Docket, reading: Reading, solver: Solver) -> None:
        self.docket = docket
        self.reading = reading
        self.case = Case(docket, reading, solver)
        self.words = Words(reading, docket.board)
        self._sheets = {s.unit.name: s for s in docket.judged(reading).sheets}

    @cached_property
    def resolution(self) -> Resolution:
        """What became of the orders."""
        return self.docket.resolution(self.reading, self.case.solved)

    def explanations(self) -> Iterator[Explanation]:
        """One for each unit, in the order of the resolution."""
        for result in self.resolution.orders:
            yield self.explanation(result)

    def explanation(self, result: OrderResult) -> Explanation:
        """The explanation of one order.

        Args:
            result: what became of it.
        """
        sheet = self._sheets[result.unit]
        steps = tuple(self._steps(sheet))
        told = result.reason is Reason.DISLODGED or steps[0].rule == "dislodged"
        return Explanation(
            self.reading.name,
            self.docket.phase.map,
            self.docket.phase.phase,
            result,
            sentence(result, self.docket.board),
            steps,
            tuple(self._proof(("dislodged", sheet.unit))) if result.dislodged and not told else (),
        )

    def question(self, unit: str) -> Question | None:
        """What the outcome of a unit's order is the answer to; ``None`` if its order was not used."""
        sheet = self._sheets[unit]
        if sheet.outcome is not None:
            return None
        return ("dislodged", sheet.unit) if sheet.order is None else self.case.decision(sheet.order)

    def _steps(self, sheet: Sheet) -> Iterator[Step]:
        if sheet.outcome is not None:
            yield self._unused(sheet)
            return
        question = self.question(sheet.unit.name)
        assert question is not None
        yield from self._proof(question)

    # -- orders that count

    def _proof(self, question: Question) -> Iterator[Step]:
        """The rule instances that answer a question."""
        premises = self.case.premises(question)
        if premises is None:
            yield self._open(question)
            return
        name, about = question
        if isinstance(about, Unit):  # what follows from decisions, but is none itself
            yield self._follows(name, about, premises)
        for premise in premises:
            yield self._instance(premise)

    def _instance(self, premise: Premise) -> Step:
        name, order = premise.decision
        met = premise.ruling
        return Step(
            name,
            order.notation,
            premise.value,
            self.words.instance(premise),
            citations(self.reading.definitions[met.rule if met is not None else name]),
            met.rule if met is not None else None,
            premise.because,
        )

    def _follows(self, name: str, about: Unit, premises: list[Premise]) -> Step:
        because = self.case.alone([p.decision for p in premises]).why_applied(name, about)
        if because.value is None:
            because = self.case.evaluator.why_applied(name, about)
        value = bool(because.value)
        head = self.words.outcome(name, about, value)
        cited = citations(self.reading.definitions[name])
        return Step(name, about.name, value, self.words.told(head, because), cited, None, because)

    def _open(self, question: Question) -> Step:
        """The cycles for which there is no rule, and which leave the answer open."""
        name, about = question
        shown = self.words.thing(about)
        told = []
        for met in self.case.solved.cycles:
            if met.status is Status.OPEN:
                members = join_names(o.notation for o in met.orders)
                number = len(met.solutions)
                many = f"{number} consistent resolutions" if number else "no consistent resolution"
                belongs = "belongs to" if about in met.orders else "depends on"
                told.append(f"it {belongs} the cycle of {members}, which has {many}")
        why = " and ".join(told) or "several resolutions remain"
        return Step(name, shown, None, f"{shown} is open: {why}, and these rules have no rule for that.")

    # -- orders that do not

    def _unused(self, sheet: Sheet) -> Step:
        reason = sheet.reason or Reason.OTHER
        if sheet.outcome is Outcome.UNREADABLE:
            return unreadable(sheet.unit.name, sheet.text, Outcome.UNREADABLE, reason)
        if reason is not Reason.CONFLICTING:
            judge, asked = self._judge
            orders = [w.order for w in judge.by_unit.get(sheet.unit, ()) if w.order is not None]
            orders.sort(key=lambda order: order.text != sheet.text)
            names = self.reading.objections[orders[0].sort] if orders else ()
            step = objected(sheet.shown, orders[:1], names, asked, self.words)
            if step is not None:
                return step
        return chosen(sheet.shown, reason, self.reading)

    @cached_property
    def _judge(self) -> tuple[Judge, Evaluator]:
        """What was written, and the rules about it."""
        docket = self.docket
        judge = Judge(docket.position, self.reading, order_reader(docket.board, "M", docket.language))
        judge.judge(docket.sets)
        return judge, Evaluator.over(self.reading.definitions, judge.rules)
