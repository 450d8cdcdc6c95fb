"""Checking a claim: right, wrong and why, the other solution of a cycle, or another reading.

No search decides whether a claim is wrong: it is put into the equations.  The solver is asked only what a
partial claim leaves open, and whether the equations have the claimed outcome as another solution.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from operator import itemgetter
from typing import Any, TypeAlias

import msgspec

from resolvent.board import Map, load_map
from resolvent.explain.explainer import explainer_for
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER
from resolvent.oracle.aftermath import aftermath_violations
from resolvent.oracle.claim import Claim, Disagreement, disagreements
from resolvent.oracle.statements import canonical
from resolvent.oracle.violations import Claimed, Violation
from resolvent.records.phase import Phase
from resolvent.resolution.adjudicate import adjudicate
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Solver
from resolvent.resolution.resolution import Resolution
from resolvent.rules.encodings import issues
from resolvent.rules.reading import Reading, load_reading

__all__ = ["Answer", "Checker", "Finding", "Violation", "check_claim"]

Choices: TypeAlias = tuple[tuple[str, str], ...]
"""(issue, key) pairs."""


class Answer(enum.StrEnum):
    """What can be said of a claim."""

    RIGHT = "right"
    WRONG = "wrong"
    OTHER_SOLUTION = "other solution"
    OTHER_READING = "right under another reading"
    CANNOT_BE_COMPLETED = "cannot be completed"


class Finding(msgspec.Struct, frozen=True):
    """The answer about one claim.

    Attributes:
        answer: what can be said of it.
        disagreements: where it is not the resolution.
        violations: the rule instances it violates.
        preferred_by: of another solution of a cycle, the rule that prefers the resolution; empty if the
            rulebook has none.
        readings: sets of choices under which it would be right, issue -> key: the smallest of those tried.
        resolution: the resolution.
    """

    answer: Answer
    disagreements: tuple[Disagreement, ...]
    violations: tuple[Violation, ...]
    preferred_by: str
    readings: tuple[dict[str, str], ...]
    resolution: Resolution

    def to_dict(self) -> dict[str, Any]:
        """The finding as plain dictionaries and lists, without the whole resolution."""
        return {
            "answer": str(self.answer),
            "disagreements": msgspec.to_builtins(self.disagreements),
            "violations": [v.to_dict() for v in self.violations],
            "preferred_by": self.preferred_by or None,
            "readings": list(self.readings),
            "rules": self.resolution.rules,
            "map": self.resolution.map,
            "phase": self.resolution.phase,
        }


class Checker:
    """Checks claims under one reading.

    Args:
        rules: a rulebook's name, the path of a rulebook file, or a reading.
        board: the map; left out, the one each phase names.
        solver, budget: as for `resolvent.adjudicate`.
        most_choices: how many choices at most are changed together to find a reading that agrees;
            0 does not look for one.  Two are tried if one of them changes something by itself, more if
            all of them do.
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
        self._loaded: dict[Choices, Reading] = {}

    def check(self, phase: Phase, claim: Claim) -> Finding:
        """Say what can be said of a claim.

        Args:
            phase: the phase.
            claim: what is claimed of it.

        Raises:
            ClaimError: the claim cannot be used: nothing is claimed, or one thing twice.
            InputError: the phase cannot be used.
        """
        if phase.type != "M":
            return self._check_aftermath(phase, claim)
        docket = Docket(phase, self.board)
        solved = docket.solved(self.reading, self.solver)
        resolution = docket.resolution(self.reading, solved)
        claim = canonical(claim, docket.board, [u.name for u in docket.position.units])
        differing = tuple(disagreements(claim, resolution))
        if not differing:
            return Finding(Answer.RIGHT, (), (), "", (), resolution)
        claimed = Claimed(docket, self.reading, claim, solved, self.solver)
        readings = tuple(
            self._readings(lambda reading: docket.resolved(reading, self.solver), claim, resolution)
        )
        preferred_by = claimed.preferred_by(differing)
        if preferred_by is not None:
            return Finding(Answer.OTHER_SOLUTION, differing, (), preferred_by, readings, resolution)
        violations = tuple(claimed.violations())
        answer = Answer.WRONG
        if readings:
            answer = Answer.OTHER_READING
        elif _partial(claim, docket, self.reading):
            answer = Answer.CANNOT_BE_COMPLETED
        return Finding(answer, differing, violations, "", readings, resolution)

    def _check_aftermath(self, phase: Phase, claim: Claim) -> Finding:
        """The same for retreats and adjustments, where nothing is to be solved."""
        board = self.board or load_map(phase.map)
        resolution = adjudicate(phase, self.reading, board=board)
        claim = canonical(claim, board, [o.unit for o in resolution.orders])
        differing = tuple(disagreements(claim, resolution))
        if not differing:
            return Finding(Answer.RIGHT, (), (), "", (), resolution)
        readings = tuple(
            self._readings(lambda reading: adjudicate(phase, reading, board=board), claim, resolution)
        )
        answer = Answer.OTHER_READING if readings else Answer.WRONG
        explainer = explainer_for(phase, self.reading, board, self.solver)
        violations = tuple(aftermath_violations(differing, explainer))
        return Finding(answer, differing, violations, "", readings, resolution)

    def _readings(
        self, resolve: Callable[[Reading], Resolution], claim: Claim, resolution: Resolution
    ) -> list[dict[str, str]]:
        """The smallest sets of other choices that make a claim right; first what changes least besides."""
        others = list(self._others(resolution.phase))
        telling: list[tuple[str, str]] = []
        for size in range(1, self.most_choices + 1):
            right: list[tuple[int, dict[str, str]]] = []
            for chosen in _sets(size, others, telling):
                found = resolve(self._reading(chosen))
                changes = _changes(resolution, found)
                if not disagreements(claim, found):
                    right.append((changes, dict(chosen)))
                elif size == 1 and changes:
                    telling += chosen
            if right:
                return [choices for _, choices in sorted(right, key=itemgetter(0))]
        return []

    def _others(self, phase: str) -> Iterator[tuple[str, str]]:
        """Every choice that can be made, bears on the phase, and is not that of the reading."""
        for issue in issues().values():
            bears = issue.step != "adjustments" or phase.endswith("A")
            if bears and issue.decides and issue.id in self.reading.choices:
                for key, value in issue.values.items():
                    if value.decides and key != self.reading.choices[issue.id]:
                        yield issue.id, key

    def _reading(self, choices: Choices) -> Reading:
        """The reading with other choices, loaded once: the claims to come are tried under it too."""
        if choices not in self._loaded:
            changed = {**self.reading.changed, **dict(choices)}
            self._loaded[choices] = load_reading(self.reading.books[-1].name, changed)
        return self._loaded[choices]


def _sets(
    size: int, others: Sequence[tuple[str, str]], telling: Sequence[tuple[str, str]]
) -> Iterator[Choices]:
    """The sets of choices, each about another issue, that are worth a try.

    Args:
        size: how many choices.
        others: all that can be made.
        telling: those that change something by themselves, known once all sets of one were tried.
    """
    known = set(telling)
    for chosen in combinations(others if size <= 2 else telling, size):
        if len({issue for issue, _ in chosen}) == size and (size != 2 or not known.isdisjoint(chosen)):
            yield chosen


def _changes(before: Resolution, after: Resolution) -> int:
    """In how many points that a claim can be about two resolutions of one phase differ."""
    outcomes = {(o.unit, o.outcome) for o in before.orders} ^ {(o.unit, o.outcome) for o in after.orders}
    boards = [
        (a.get(power), b.get(power))
        for a, b in ((before.positions, after.positions), (before.dislodged, after.dislodged))
        for power in {*a, *b}
    ]
    return len(outcomes) + sum(a != b for a, b in boards)


def _partial(claim: Claim, docket: Docket, reading: Reading) -> bool:
    """Some order has no claimed outcome."""
    told = claim.outcomes or {}
    return any(s.order is not None and s.unit.name not in told for s in docket.judged(reading).sheets)


def check_claim(phase: Phase, claim: Claim, rules: str | Reading = "datc", **options: Any) -> Finding:
    """Check one claim.

    Args:
        phase: the phase.
        claim: what is claimed of it.
        rules, options: as for `Checker`.
    """
    return Checker(rules, **options).check(phase, claim)
