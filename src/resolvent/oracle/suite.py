"""Test cases against mutants: which case kills which, and whether one that survives differs at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from resolvent.board import load_map
from resolvent.datc.cases import Case, Expectation
from resolvent.datc.run import differences
from resolvent.datc.verdicts import expectations
from resolvent.errors import BudgetError, InputError, RuleError
from resolvent.oracle.generate import Generator
from resolvent.oracle.mutate import Mutant
from resolvent.oracle.rule_case import RuleCase
from resolvent.oracle.shrink import shrink
from resolvent.records.phase import Phase, read_phase
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Solver
from resolvent.resolution.report import Outline
from resolvent.resolution.resolution import Resolution
from resolvent.rules.reading import Reading

__all__ = ["Fate", "Suite", "Witnesses", "judge_mutants"]

_SOLVER = Solver()
_MAP = "standard"
"""The map of the cases of DATC, so that a witness can stand beside them."""
_SIZE = 8
"""The most units of a phase on which a difference is looked for."""


class _Test(NamedTuple):
    """A case made ready."""

    case: Case
    docket: Docket
    expected: tuple[Expectation, ...]


class Fate(msgspec.Struct, frozen=True):
    """What became of a mutant.

    Attributes:
        id, rule, file, change: those of the mutant.
        killed_by: the cases that come out otherwise under it.
        witness: of a survivor, the smallest phase found that comes out otherwise; ``None`` if none was.
        tried: on how many phases one was looked for.
    """

    id: str
    rule: str
    file: str
    change: str
    killed_by: tuple[str, ...]
    witness: Phase | None = None
    tried: int = 0

    @property
    def survives(self) -> bool:
        """No case kills it, and yet it differs."""
        return not self.killed_by and self.witness is not None


class Suite:
    """Cases of DATC's form, those that pass under a reading.

    Args:
        cases: the cases.
        reading: the rules they are meant for.
    """

    def __init__(self, cases: Iterable[Case], reading: Reading) -> None:
        self.tests: list[_Test] = []
        for case in cases:
            expected = expectations(case, reading)
            if case.phase != "adjustment" and not isinstance(expected, str):
                phase = case.phase_dict() if case.phase == "movement" else case.movement_dict()
                self.tests.append(_Test(case, Docket(read_phase(phase)), expected))
        self.tests = [test for test in self.tests if not self._fails(test, reading)]

    def __len__(self) -> int:
        return len(self.tests)

    @property
    def cases(self) -> tuple[Case, ...]:
        """The cases that pass."""
        return tuple(test.case for test in self.tests)

    def killers(self, mutant: Mutant, every: bool = True) -> Iterator[str]:
        """The cases that come out otherwise under a mutant.

        Args:
            mutant: the mutant.
            every: all of them, or only the first.
        """
        for test in self.tests:
            if mutant.tells and not (isinstance(test.case, RuleCase) and test.case.reasons):
                continue  # what the words of DATC say is not what is told
            if self._fails(test, mutant.reading):
                yield test.case.id
                if not every:
                    return

    def _fails(self, test: _Test, reading: Reading) -> bool:
        try:
            found = test.docket.resolved(reading, _SOLVER)
        except (BudgetError, InputError, RuleError):
            return True
        if isinstance(test.case, RuleCase) and any(test.case.objections(found)):
            return True
        return all(differences(e, found) for e in test.expected)


class Witnesses:
    """Generated phases, with what comes of them under the rules that are right.

    Args:
        reading: the rules.
        number: how many phases.
        seed: the same seed gives the same phases.
    """

    def __init__(self, reading: Reading, number: int, seed: int | str = 0) -> None:
        self.reading = reading
        generator = Generator(load_map(_MAP), seed, _SIZE)
        self.dockets = [Docket(generator.draw().phase) for _ in range(number)]
        self.right = [self._outline(docket, reading) for docket in self.dockets]
        self._told: list[Resolution | str] = []

    def differs(self, mutant: Mutant) -> Phase | None:
        """The smallest phase found on which a mutant is not what the rules are."""
        if mutant.tells and not self._told:
            self._told = [self._resolution(docket, self.reading) for docket in self.dockets]
        what = self._resolution if mutant.tells else self._outline
        for docket, right in zip(self.dockets, self._told if mutant.tells else self.right, strict=True):
            if what(docket, mutant.reading) != right:
                return shrink(docket.phase, lambda p: self._parts(p, mutant), 10.0, rules=self.reading)
        return None

    def _parts(self, phase: Phase, mutant: Mutant) -> bool:
        docket = Docket(phase)
        what = self._resolution if mutant.tells else self._outline
        return what(docket, self.reading) != what(docket, mutant.reading)

    def _resolution(self, docket: Docket, reading: Reading) -> Resolution | str:
        """With reasons, and the name of the rules left out."""
        try:
            found = docket.resolved(reading, _SOLVER)
        except BudgetError as error:
            return str(error)
        return msgspec.structs.replace(found, rules="")

    def _outline(self, docket: Docket, reading: Reading) -> Outline | str:
        try:
            return docket.outline(reading, docket.solved(reading, _SOLVER))
        except BudgetError as error:
            return str(error)


def judge_mutants(
    mutants: Iterable[Mutant], suites: Sequence[Suite], witnesses: Witnesses | None, every: bool = True
) -> Iterator[Fate]:
    """What becomes of each mutant.

    Args:
        mutants: the mutants.
        suites: cases that may kill them.
        witnesses: where a difference of survivors is looked for; ``None`` does not look.
        every: name all cases that kill a mutant, or only the first.
    """
    for mutant in mutants:
        killed: list[str] = []
        for suite in suites:
            if every or not killed:
                killed += suite.killers(mutant, every)
        witness = None if killed or witnesses is None else witnesses.differs(mutant)
        tried = 0 if killed or witnesses is None else len(witnesses.dockets)
        yield Fate(mutant.id, mutant.rule, mutant.file, mutant.change, tuple(killed), witness, tried)
