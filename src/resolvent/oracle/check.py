"""Checking a claim: right, wrong and why, the other solution of a cycle, or another reading.

No search decides whether a claim is wrong: it is put into the equations.  The solver is asked only what a
partial claim leaves open, and whether the equations have the claimed outcome as another solution.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import msgspec

from resolvent.board import Map
from resolvent.explain.because import Because, Evaluator
from resolvent.logic.algebra import FormulaAlgebra
from resolvent.logic.formula import Value
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER
from resolvent.oracle.claim import Claim, Disagreement, disagreements
from resolvent.orders.entities import Move, Unit
from resolvent.outcomes import Outcome
from resolvent.records.phase import Phase
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Decision, Knot, Solver
from resolvent.resolution.resolution import Resolution
from resolvent.resolution.solve import Solved
from resolvent.rules.encodings import issues
from resolvent.rules.reading import Reading, load_reading

__all__ = ["Answer", "Checker", "Finding", "Violation", "check"]


class Answer(enum.StrEnum):
    """What can be said of a claim."""

    RIGHT = "right"
    WRONG = "wrong"
    OTHER_SOLUTION = "other solution"
    OTHER_READING = "right under another reading"
    CANNOT_BE_COMPLETED = "cannot be completed"


class Violation(msgspec.Struct, frozen=True):
    """A rule instance that the claim violates.

    Attributes:
        rule: the decision's name, ``"succeeds"``.
        order: the order it is about.
        claimed: what is claimed of it.
        because: why its equation says otherwise, given all that is claimed.
    """

    rule: str
    order: str
    claimed: bool
    because: Because


class Finding(msgspec.Struct, frozen=True):
    """The answer about one claim.

    Attributes:
        answer: what can be said of it.
        disagreements: where it is not the resolution.
        violations: the rule instances it violates.
        preferred_by: of another solution of a cycle, the rule that prefers the resolution.
        readings: the smallest sets of choices under which it would be right, issue -> key.
        resolution: the resolution.
    """

    answer: Answer
    disagreements: tuple[Disagreement, ...]
    violations: tuple[Violation, ...]
    preferred_by: str
    readings: tuple[dict[str, str], ...]
    resolution: Resolution


class Checker:
    """Checks claims under one reading.

    Args:
        rules: a rulebook's name, the path of a rulebook file, or a reading.
        board: the map; left out, the one each phase names.
        solver, budget: as for `resolvent.adjudicate`.
        most_choices: how many choices at most are changed together to find a reading that agrees;
            0 does not look for one.
    """

    def __init__(
        self,
        rules: str | Reading = "datc",
        *,
        board: Map | None = None,
        solver: str = DEFAULT_SOLVER,
        budget: int = DEFAULT_BUDGET,
        most_choices: int = 2,
    ) -> None:
        self.reading = rules if isinstance(rules, Reading) else load_reading(rules)
        self.board = board
        self.solver = Solver(solver, budget)
        self.most_choices = most_choices

    def check(self, phase: Phase, claim: Claim) -> Finding:
        """Say what can be said of a claim.

        Args:
            phase: the phase.
            claim: what is claimed of it.

        Raises:
            InputError: the phase cannot be used.
        """
        docket = Docket(phase, self.board)
        solved = docket.solved(self.reading, self.solver)
        resolution = docket.resolution(self.reading, solved)
        differing = tuple(disagreements(claim, resolution))
        if not differing:
            return Finding(Answer.RIGHT, (), (), "", (), resolution)
        readings = tuple(self._readings(docket, claim))
        claimed = _Claimed(docket, self.reading, claim, self.solver)
        possible = claimed.possible()
        if possible:
            rule = next((c.rule for c in solved.cycles), "")
            return Finding(Answer.OTHER_SOLUTION, differing, (), rule, readings, resolution)
        violations = tuple(claimed.violations(solved))
        answer = Answer.WRONG
        if readings:
            answer = Answer.OTHER_READING
        elif not violations:
            answer = Answer.CANNOT_BE_COMPLETED
        return Finding(answer, differing, violations, "", readings, resolution)

    def _readings(self, docket: Docket, claim: Claim) -> Iterator[dict[str, str]]:
        """The smallest sets of other choices that make a claim right."""
        other = [
            (issue.id, key)
            for issue in issues().values()
            if issue.id in self.reading.choices and issue.step not in ("adjustments", "procedure")
            for key, value in issue.values.items()
            if value.decides and key != self.reading.choices[issue.id]
        ]
        for size in range(1, self.most_choices + 1):
            found = False
            for chosen in combinations(other, size):
                if len({issue for issue, _ in chosen}) == size and self._agrees(docket, claim, dict(chosen)):
                    found = True
                    yield dict(chosen)
            if found:
                return

    def _agrees(self, docket: Docket, claim: Claim, choices: Mapping[str, str]) -> bool:
        reading = self.reading
        for issue, key in choices.items():
            reading = reading.choosing(issue, key)
        solved = docket.solved(reading, self.solver)
        return not disagreements(claim, docket.resolution(reading, solved))


class _Claimed:
    """A claim put into the equations of a phase."""

    def __init__(self, docket: Docket, reading: Reading, claim: Claim, solver: Solver) -> None:
        self.docket = docket
        self.claim = claim
        self.grounding = docket.grounding(reading)
        self.knot = Knot(self.grounding, {}, solver)
        self.variables = {o.decision: o.variable for o in self.knot.open}
        self.claimed: dict[Decision, bool] = {}
        self.conditions: list[Value] = []
        self._put_outcomes()
        self._put_board()

    def _put_outcomes(self) -> None:
        by_unit = {order.unit.name: order for order in self.grounding.orders}
        for unit, outcome in (self.claim.outcomes or {}).items():
            order = by_unit.get(unit)
            if order is not None and outcome is not Outcome.OPEN:
                name = self.grounding.reading.decided[order.sort][0]
                self.claimed[name, order] = outcome is Outcome.SUCCEEDS

    def _put_board(self) -> None:
        """What positions and dislodgements say of moves, and of who is dislodged."""
        moves = {o.unit: o for o in self.grounding.orders if isinstance(o, Move)}
        after = self.claim.positions
        gone = None if self.claim.dislodged is None else {u for us in self.claim.dislodged.values() for u in us}
        for unit in self.docket.position.units:
            dislodged = None if gone is None else unit.name in gone
            if after is not None:
                there = after.get(unit.power, ())
                move = moves.get(unit)
                arrives = move is not None and f"{unit.name[0]} {move.place.id}" in there
                stays = unit.name in there
                if move is not None and arrives != stays:
                    self.claimed.setdefault(("succeeds", move), arrives)
                if not arrives and not stays:
                    dislodged = True
                elif stays and not arrives:
                    dislodged = False if dislodged is None else dislodged
            if dislodged is not None:
                self._put_dislodged(unit, dislodged)

    def _put_dislodged(self, unit: Unit, dislodged: bool) -> None:
        assert isinstance(self.knot.rules.algebra, FormulaAlgebra)  # type: ignore[attr-defined]
        value: Any = self.knot.rules["dislodged"](unit)
        self.conditions.append(value if dislodged else self.knot.formulas.negation(value))

    def possible(self) -> bool:
        """Whether the bare equations have a solution that is as claimed."""
        with self.knot.solver.session(self.knot.formulas) as session:
            assumed = [session.equation(o.variable, o.formula) for o in self.knot.open]
            assumed += [self.variables[d] if v else -self.variables[d] for d, v in self.claimed.items()]
            assumed += [session.literal(c) for c in self.conditions]
            if not session.solve(assumed):
                return False
        return self._words_fit()

    def _words_fit(self) -> bool:
        """Whether what the equations do not decide (retreats, units without orders) is not what differs."""
        return not self.claim.retreats

    def violations(self, solved: Solved) -> Iterator[Violation]:
        """The rule instances that contradict the claim, all else as claimed or as in the resolution."""
        values = {**solved.values, **self.claimed}
        evaluator = Evaluator(self.grounding, values)
        for (name, order), value in self.claimed.items():
            if evaluator.equation((name, order)) is (not value):
                because = evaluator.why_equation((name, order))
                yield Violation(name, order.notation, value, because)


def check(phase: Phase, claim: Claim, rules: str | Reading = "datc", **options: Any) -> Finding:
    """Check one claim; see `Checker`."""
    return Checker(rules, **options).check(phase, claim)
