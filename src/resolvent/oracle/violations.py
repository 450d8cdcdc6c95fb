"""A claim put into the equations of a phase: which rule instances it violates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from resolvent.explain.because import Because, Evaluator
from resolvent.logic.formula import Formulas, Literal, Value
from resolvent.logic.session import Session
from resolvent.oracle.claim import Claim, Disagreement
from resolvent.oracle.statements import NO_PLACE, NO_UNIT, OTHER_POWER, Statement, statements
from resolvent.oracle.words import because_path, claimed_words, reason_words, source_words, thing_words
from resolvent.orders.judge import Sheet
from resolvent.outcomes import Outcome
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Decision, Knot, Open, Solver
from resolvent.resolution.solve import Met, Solved
from resolvent.rules.reading import Reading

__all__ = ["Claimed", "Violation"]

T = TypeVar("T")


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
        self.board = docket.board
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
        if not self.solved.cycles:
            return None
        with self.knot.solver.session(self.knot.formulas) as session:
            said = [session.literal(s.value) for s in self.statements]
            ruled = [met for met in self.solved.cycles if met.rule]
            speaks = {id(met): self.knot.formulas.free() for met in ruled}
            own = self._own_or_ruled(session, speaks)
            if session.solve([*said, *own, *speaks.values()]):
                # all rules are kept: what differs is only what they leave open
                return "" if len(ruled) < len(self.solved.cycles) else None
            if not session.solve([*said, *own]):
                return None
            kept: list[Literal] = []
            silent: list[str] = []
            for met in ruled:
                if session.solve([*said, *own, *kept, speaks[id(met)]]):
                    kept.append(speaks[id(met)])
                else:
                    silent.append(met.rule)
            return ", ".join(dict.fromkeys(silent))

    def _own_or_ruled(self, session: Session, speaks: Mapping[int, Literal]) -> list[Literal]:
        """The equations; where a cycle rule spoke, its values if it speaks, and else the equations.

        Args:
            session: where the equations go.
            speaks: identity of a cycle -> the variable that says that its rule speaks.
        """
        formulas = self.knot.formulas
        forced = self._forced(session)
        assumed: list[Literal] = []
        for o in self.knot.open:
            own = session.equation(o.variable, o.formula)
            if o.decision not in forced:
                assumed.append(own)
                continue
            rule = speaks[id(self.rulings[o.decision])]
            session.require(formulas.choice(rule, forced[o.decision], own))
        return assumed

    def _is_decided(self, unit: str) -> bool:
        """Something the equations decide: not an illegal order, nor a unit that is not there."""
        return any(s.unit.name == unit and s.outcome is None for s in self.sheets)

    def _forced(self, session: Session) -> dict[Decision, Literal]:
        """In place of the equations: what the cycle rules said."""
        return {
            o.decision: session.equation(o.variable, self.solved.values[o.decision])
            for o in self.knot.open
            if o.decision in self.rulings
        }

    # -- what is violated

    def violations(self) -> Iterator[Violation]:
        """The rule instances that contradict the claim.

        As much of the claim as does not contradict itself is taken as it is; what the claim leaves open is
        completed so that as few equations as can be are violated.
        """
        objected = [sheet for sheet in self.sheets if self._overruled(sheet)]
        for sheet in objected:
            yield self._objection(sheet, f"{sheet.shown} is said to succeed")
        rest, broken, values = self._fitting()
        evaluator = Evaluator(self.grounding, values)
        for o in broken:
            yield self._broken(o, values[o.decision], evaluator)
        missing: set[tuple[Any, ...]] = set()
        for statement in rest:
            blamed = self._illegal(statement)
            if statement.rule in (NO_UNIT, NO_PLACE, OTHER_POWER):
                if (statement.rule, statement.arguments[0]) not in missing:
                    missing.add((statement.rule, statement.arguments[0]))
                    yield self._nothing(statement)
            elif blamed is None:
                yield self._unfit(statement, evaluator)
            elif blamed not in objected:
                objected.append(blamed)
                yield self._objection(blamed, _stands(statement))

    def _fitting(self) -> tuple[list[Statement], list[Open], dict[Decision, bool]]:
        """The statements and the equations that do not fit, and the values of the decisions."""
        with self.knot.solver.session(self.knot.formulas) as session:
            assumed, rest = _fitted(session, [], [(s, session.literal(s.value)) for s in self.statements])
            told = {s.arguments[0] for s in self.statements if s.kind == "outcomes" and s not in rest}
            forced = self._forced(session)
            equations = [
                (o, forced.get(o.decision) or session.equation(o.variable, o.formula))
                for o in sorted(self.knot.open, key=lambda o: o.decision[1] in told)
            ]
            chosen, broken = _fitted(session, assumed, equations)
            for fewest in range(1, len(broken)):
                few = session.literal(_at_most(self.knot.formulas, fewest, [-s for _, s in equations]))
                if session.solve([*assumed, few]):
                    chosen, broken = _fitted(session, [*assumed, few], equations)
                    break
            session.solve(chosen)
            values = session.model([o.variable for o in self.knot.open])
        broken.sort(key=self.knot.open.index)
        return rest, broken, {o.decision: v for o, v in zip(self.knot.open, values, strict=True)}

    def _broken(self, o: Open, value: bool, evaluator: Evaluator) -> Violation:
        """An equation that says otherwise."""
        name, order = o.decision
        met = self.rulings.get(o.decision)
        claimed = claimed_words(self.reading.definitions[name], (order,), value)
        if met is not None:
            rule = self.reading.definitions[met.rule]
            members = ", ".join(x.notation for x in met.orders)
            many = f"{len(met.solutions) or 'no'} solution{'s' * (len(met.solutions) > 1)}"
            sentence = f"{claimed}, but the cycle of {members} has {many}, and the rule for it says otherwise"
            cause = (met.rule, str(value))
            return Violation(
                met.rule, order.notation, value, f"{sentence} ({source_words(rule, self.reading)})", cause
            )
        because = evaluator.why_equation(o.decision)
        reason = reason_words(because, self.reading, self.board)
        sentence = f"{claimed}, but {reason} ({source_words(self.reading.definitions[name], self.reading)})"
        return Violation(name, order.notation, value, sentence, because_path(because), because)

    def _unfit(self, statement: Statement, evaluator: Evaluator) -> Violation:
        """Part of the claim that contradicts the rest of it by what a rule makes of it."""
        about, *more = statement.arguments
        if statement.rule not in self.reading.definitions:
            why = "which does not follow from the orders said to succeed"
            if statement.value is False:
                why = (
                    "but none of its units stands there or has a legal order to go there"
                    if statement.claimed
                    else "but no legal order makes it leave, or drives it away"
                )
            sentence = f"{_stands(statement)}, {why}"
            cause = (statement.rule, f"claimed {str(statement.claimed).lower()}")
            return Violation(statement.rule, str(more[0]), statement.claimed, sentence, cause)
        because = evaluator.why_applied(statement.rule, *statement.arguments)
        rule = self.reading.definitions[statement.rule]
        claimed = claimed_words(rule, statement.arguments, statement.claimed)
        reason = reason_words(because, self.reading, self.board)
        sentence = f"{claimed}, but {reason} ({source_words(rule, self.reading)})"
        return Violation(
            statement.rule, thing_words(about), statement.claimed, sentence, because_path(because), because
        )

    def _nothing(self, statement: Statement) -> Violation:
        """What is said of a unit or a place that is not there."""
        name, *more = statement.arguments
        if statement.rule == OTHER_POWER:
            sentence = f"{name} is said to belong to {more[0]}, but is a unit of another power"
        else:
            what = "place" if statement.rule == NO_PLACE else "unit"
            sentence = f"there is no {what} {name}"
        return Violation("positions", name, True, sentence, ("positions", statement.rule))

    # -- orders that do not count

    def _overruled(self, sheet: Sheet) -> bool:
        """An order that is illegal or unreadable, and is said to have worked."""
        outcome = (self.claim.outcomes or {}).get(sheet.unit.name)
        return sheet.outcome is not None and outcome is Outcome.SUCCEEDS and not sheet.shown.endswith(" H")

    def _illegal(self, statement: Statement) -> Sheet | None:
        """The illegal move for which a unit is said to stand where it leads, or not where it began."""
        if statement.kind != "positions":
            return None
        power, name = statement.arguments
        there = (self.claim.positions or {}).get(power, ())
        for sheet in self.sheets:
            goal = _goal(sheet)
            if sheet.unit.power == power and goal:
                ends = [unit for unit in there if unit.partition("/")[0] == goal]
                if name in (ends if statement.claimed else [sheet.unit.name] if ends else []):
                    return sheet
        return None

    def _objection(self, sheet: Sheet, claimed: str) -> Violation:
        """What speaks against an order.

        Args:
            sheet: the order.
            claimed: half a sentence: what is claimed.
        """
        word = sheet.outcome or Outcome.ILLEGAL
        reason = sheet.reason.meaning if sheet.reason is not None else ""
        rule = next((d for d in self.reading.of_role("illegal") if d.label == sheet.reason), None)
        source = f" ({source_words(rule, self.reading)})" if rule is not None else ""
        it = "it" if claimed.startswith(sheet.shown) else sheet.shown
        return Violation(
            rule.name if rule else str(word),
            sheet.shown,
            True,
            f"{claimed}, but {it} is {word}: {reason}{source}",
            (str(word), str(sheet.reason)),
        )


def _fitted(
    session: Session, assumed: Sequence[Literal], parts: Iterable[tuple[T, Literal]]
) -> tuple[list[Literal], list[T]]:
    """What is assumed with one part after the other that fits with all before, and the parts that do not."""
    kept, rest = list(assumed), []
    for part, literal in parts:
        if session.solve([*kept, literal]):
            kept.append(literal)
        else:
            rest.append(part)
    return kept, rest


def _at_most(formulas: Formulas, most: int, conditions: Iterable[Value]) -> Value:
    """No more than so many of the conditions hold: counted no farther than that, for it is a small number."""
    bits: list[Value] = [False] * (most + 1)  # bit i: at least i + 1 of those so far
    for condition in conditions:
        before = [True, *bits]
        bits = [
            formulas.disjunction((bit, formulas.conjunction((less, condition))))
            for bit, less in zip(bits, before, strict=False)
        ]
    return formulas.negation(bits[most])


def _stands(statement: Statement) -> str:
    """``"GERMANY is said to have A SIL"``"""
    power, name = statement.arguments
    return f"{power} is said to {'have' if statement.claimed else 'lack'} {name}"


def _goal(sheet: Sheet) -> str:
    """Where an illegal move leads, ``"A LON"``; empty for any other order."""
    start, *places = sheet.shown.split(" - ")
    if sheet.outcome is not Outcome.ILLEGAL or not places or len(start.split()) != 2:
        return ""
    return f"{start[0]} {places[-1].split()[0].partition('/')[0]}"
