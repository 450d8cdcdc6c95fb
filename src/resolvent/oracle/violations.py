"""A claim put into the equations of a phase: which rule instances it violates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import msgspec

from resolvent.explain.because import Because, Evaluator
from resolvent.logic.formula import Literal
from resolvent.oracle.claim import Claim, Disagreement
from resolvent.oracle.statements import Statement, statements
from resolvent.oracle.words import because_path, claimed_words, reason_words, source_words, thing_words
from resolvent.orders.judge import Sheet
from resolvent.outcomes import Outcome
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Decision, Knot, Open, Solver
from resolvent.resolution.solve import Met, Solved
from resolvent.rules.reading import Reading

__all__ = ["Claimed", "Violation"]


class Violation(msgspec.Struct, frozen=True):
    """A rule instance that the claim violates.

    Attributes:
        rule: the rule's name, ``"succeeds"``; ``"positions"`` where the claim is about the board alone.
        about: the order, or the unit, it is about.
        claimed: whether it is claimed to be so.
        sentence: the violation in plain words.
        cause: the rule and the conditions that decided, the same for all violations of one kind.
        because: why the rule says otherwise, given all that is claimed.
    """

    rule: str
    about: str
    claimed: bool
    sentence: str
    cause: tuple[str, ...]
    because: Because | None = None

    def to_dict(self) -> dict[str, Any]:
        """The violation as plain dictionaries and lists."""
        return {
            "rule": self.rule,
            "about": self.about,
            "claimed": self.claimed,
            "sentence": self.sentence,
            "cause": list(self.cause),
        }


class Claimed:
    """A claim put into the equations of a phase.

    Args:
        docket: the phase.
        reading: the rules.
        claim: the claim, in the names of the map.
        solved: the resolution.
        solver: which solver, and its budget.
    """

    def __init__(
        self, docket: Docket, reading: Reading, claim: Claim, solved: Solved, solver: Solver
    ) -> None:
        self.reading = reading
        self.claim = claim
        self.solved = solved
        self.sheets = docket.judged(reading).sheets
        self.grounding = docket.grounding(reading)
        self.knot = Knot(self.grounding, {}, solver)
        self.statements = statements(claim, docket, reading, self.knot)
        self.rulings: dict[Decision, Met] = {
            o.decision: met for met in solved.cycles for o in self.knot.open if o.decision[1] in met.forced
        }

    # -- the other solution of a cycle

    def preferred_by(self, differing: Sequence[Disagreement]) -> str | None:
        """The rule without which the claim would be right; ``None`` if it is not even a solution.

        An empty name says that the rulebook has no rule for the cycle.
        """
        if any(d.kind == "outcome" and not self._is_decided(d.about) for d in differing):
            return None
        ruled = [met for met in self.solved.cycles if met.rule]
        if not self.solved.cycles:
            return None
        with self.knot.solver.session(self.knot.formulas) as session:
            said = [session.literal(s.value) for s in self.statements]
            own = {o.decision: session.equation(o.variable, o.formula) for o in self.knot.open}
            forced = self._forced(session)
            for kept in product((True, False), repeat=min(len(ruled), 4)):
                spoken = [met for met, keep in zip(ruled, kept, strict=False) if keep]
                selectors = [forced[d] if self.rulings.get(d) in spoken else own[d] for d in own]
                if session.solve([*said, *selectors]):
                    silent = [met.rule for met in ruled if met not in spoken]
                    return ", ".join(dict.fromkeys(silent))
        return None

    def _is_decided(self, unit: str) -> bool:
        """Something the equations decide: not an illegal order, nor a unit that is not there."""
        return any(s.unit.name == unit and s.outcome is None for s in self.sheets)

    def _forced(self, session: Any) -> dict[Decision, Literal]:
        """In place of the equations: what the cycle rules said."""
        return {
            o.decision: session.equation(o.variable, self.solved.values[o.decision])
            for o in self.knot.open
            if o.decision in self.rulings
        }

    # -- what is violated

    def violations(self) -> Iterator[Violation]:
        """The rule instances that contradict the claim.

        As much of the claim as does not contradict itself is taken as it is, then as many equations as
        fit; what does not fit is violated.  What the claim leaves open is completed as well as can be.
        """
        yield from self._objections()
        rest, broken, values = self._fitting()
        evaluator = Evaluator(self.grounding, values)
        for o in broken:
            yield self._broken(o, values[o.decision], evaluator)
        for statement in rest:
            yield self._unfit(statement, evaluator)

    def _fitting(self) -> tuple[list[Statement], list[Open], dict[Decision, bool]]:
        """The statements and the equations that do not fit, and the values of the decisions."""
        with self.knot.solver.session(self.knot.formulas) as session:
            kept: list[Statement] = []
            rest: list[Statement] = []
            assumed: list[Literal] = []
            for statement in self.statements:
                literal = session.literal(statement.value)
                if session.solve([*assumed, literal]):
                    kept.append(statement)
                    assumed.append(literal)
                else:
                    rest.append(statement)
            told = {s.arguments[0] for s in kept if s.kind == "outcomes"}
            forced = self._forced(session)
            broken: list[Open] = []
            for o in sorted(self.knot.open, key=lambda o: o.decision[1] in told):
                selector = forced.get(o.decision) or session.equation(o.variable, o.formula)
                if session.solve([*assumed, selector]):
                    assumed.append(selector)
                else:
                    broken.append(o)
            session.solve(assumed)
            values = session.model([o.variable for o in self.knot.open])
        broken.sort(key=self.knot.open.index)
        return rest, broken, {o.decision: v for o, v in zip(self.knot.open, values, strict=True)}

    def _broken(self, o: Open, value: bool, evaluator: Evaluator) -> Violation:
        """An equation that says otherwise."""
        name, order = o.decision
        met = self.rulings.get(o.decision)
        claimed = claimed_words(name, (order,), value)
        if met is not None:
            rule = self.reading.definitions[met.rule]
            members = ", ".join(x.notation for x in met.orders)
            many = f"{len(met.solutions) or 'no'} solution{'s' * (len(met.solutions) > 1)}"
            sentence = f"{claimed}, but the cycle of {members} has {many}, and the rule for it says otherwise"
            cause = (met.rule, str(value))
            return Violation(met.rule, order.notation, value, f"{sentence} ({source_words(rule)})", cause)
        because = evaluator.why_equation(o.decision)
        reason = reason_words(because, self.reading)
        sentence = f"{claimed}, but {reason} ({source_words(self.reading.definitions[name])})"
        return Violation(name, order.notation, value, sentence, because_path(because), because)

    def _unfit(self, statement: Statement, evaluator: Evaluator) -> Violation:
        """Part of the claim that contradicts the rest of it by what a rule makes of it."""
        about, *more = statement.arguments
        if statement.rule not in self.reading.definitions:
            said = "have" if statement.claimed else "lack"
            who = about or "somebody"
            sentence = (
                f"{who} is said to {said} {more[0]}, which does not follow from the orders said to succeed"
            )
            cause = (statement.rule, f"claimed {str(statement.claimed).lower()}")
            return Violation(statement.rule, str(more[0]), statement.claimed, sentence, cause)
        because = evaluator.why_applied(statement.rule, *statement.arguments)
        claimed = claimed_words(statement.rule, statement.arguments, statement.claimed)
        rule = self.reading.definitions[statement.rule]
        sentence = f"{claimed}, but {reason_words(because, self.reading)} ({source_words(rule)})"
        return Violation(
            statement.rule, thing_words(about), statement.claimed, sentence, because_path(because), because
        )

    def _objections(self) -> Iterator[Violation]:
        """Orders that are illegal or unreadable, and are said to have worked."""
        for sheet in self.sheets:
            outcome = (self.claim.outcomes or {}).get(sheet.unit.name)
            if sheet.outcome is not None and outcome is Outcome.SUCCEEDS and not sheet.shown.endswith(" H"):
                yield self._objection(sheet)

    def _objection(self, sheet: Sheet) -> Violation:
        word = sheet.outcome or Outcome.ILLEGAL
        reason = sheet.reason.meaning if sheet.reason is not None else ""
        rule = next((d for d in self.reading.of_role("illegal") if d.label == sheet.reason), None)
        source = f" ({source_words(rule)})" if rule is not None else ""
        sentence = f"{sheet.shown} is said to succeed, but it is {word}: {reason}{source}"
        return Violation(
            rule.name if rule else str(word), sheet.shown, True, sentence, (str(word), str(sheet.reason))
        )
