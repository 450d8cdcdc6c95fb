"""Judging a judge: draw phases, ask it, check what it claims, shrink and group what is wrong."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from resolvent.oracle.cause import Cause, causes_of, sentences_of
from resolvent.oracle.checker import Answer, Checker, Finding
from resolvent.oracle.claim import ClaimError
from resolvent.oracle.coverage import Condition, Coverage
from resolvent.oracle.generate import Drawn, Generator, kinds_of
from resolvent.oracle.judges.judge import Failure, FailureKind, Judge
from resolvent.oracle.shrink import shrink
from resolvent.records.phase import Phase, phase_to_dict
from resolvent.resolution.docket import Docket

__all__ = ["Fault", "Fuzz", "Report"]

_WATCHED = 400
"""Phases whose coverage is measured one after the other; later on every tenth is."""

_SHRUNK = 4
"""Findings of one cause that are shrunk, if it turns out to be a consequence of another."""


_PATIENCE = 10
"""Phases after which a judge that has not given one usable answer is asked no more."""

_SILENT = f"the judge gave no usable answer to its first {_PATIENCE} phases; stopped"


class Fault(msgspec.Struct, frozen=True):
    """One cause of wrong answers.

    Attributes:
        cause: the violated rule with the conditions that decided, or how the judge failed.
        count: on how many phases it was met.
        phase: the smallest of them.
        sentences: what is wrong there.
        claim: what the judge claimed there; ``None`` if it failed to answer.
        theme: the theme of the phase it was first met on.
        readings: choices under which the claim would be right.
    """

    cause: Cause
    count: int
    phase: Phase
    sentences: tuple[str, ...]
    claim: dict[str, Any] | None
    theme: str
    readings: tuple[dict[str, str], ...] = ()

    @property
    def size(self) -> int:
        """The number of units, dislodged ones included."""
        gone = (self.phase.dislodged or {}).values()
        return sum(map(len, self.phase.units.values())) + sum(map(len, gone))

    def to_dict(self) -> dict[str, Any]:
        """The fault as plain dictionaries and lists."""
        return {
            "cause": list(self.cause),
            "count": self.count,
            "phase": phase_to_dict(self.phase),
            "sentences": list(self.sentences),
            "claim": self.claim,
            "theme": self.theme,
            "readings": list(self.readings),
        }


class Report(msgspec.Struct):
    """What came of judging a judge.

    Attributes:
        judge: its name.
        phases: how many phases it was asked about.
        wrong: on how many it was wrong.
        seconds: how long all took.
        judge_seconds: how long of that the judge took.
        faults: by cause, the one met first first.
        seen: (condition, value) -> in how many of the watched phases it decided something so.
        watched: in how many phases that was counted.
        stopped: why not all phases were asked about, if the judge is to blame.
    """

    judge: str
    phases: int = 0
    wrong: int = 0
    seconds: float = 0.0
    judge_seconds: float = 0.0
    faults: dict[Cause, Fault] = {}
    seen: Counter[tuple[Condition, bool]] = msgspec.field(default_factory=Counter)
    watched: int = 0
    stopped: str = ""

    def add(self, other: Report) -> None:
        """Put the report of another process beside this one."""
        self.phases += other.phases
        self.wrong += other.wrong
        self.seconds = max(self.seconds, other.seconds)
        self.judge_seconds += other.judge_seconds
        self.seen.update(other.seen)
        self.watched += other.watched
        self.stopped = self.stopped or other.stopped
        for cause, fault in other.faults.items():
            mine = self.faults.get(cause)
            if mine is None:
                self.faults[cause] = fault
            else:
                smaller = min(mine, fault, key=lambda f: f.size)
                self.faults[cause] = msgspec.structs.replace(smaller, count=mine.count + fault.count)


class Fuzz:
    """Judges one judge.

    Args:
        judge: who is asked.
        checker: what checks its claims.
        generator: where the phases come from.
        steer: prefer themes that lately showed what was rarely seen.
        most_choices: for each cause, how many choices at most are changed together to find a reading
            under which the judge is right.
    """

    def __init__(
        self, judge: Judge, checker: Checker, generator: Generator, steer: bool = True, most_choices: int = 0
    ) -> None:
        self.judge = judge
        self.checker = checker
        self.generator = generator
        self.coverage = Coverage(checker.reading, kinds_of(generator.themes))
        self.steer = steer
        self.readings = Checker(checker.reading, board=checker.board, most_choices=most_choices)
        self.report = Report(judge.name, seen=self.coverage.seen)
        self.weights: dict[str, float] = {}
        self._begin = time.monotonic()
        self._consequences: dict[Cause, Cause] = {}
        self._shrunk: Counter[Cause] = Counter()
        self._answered = False
        self._unanswered: list[tuple[Drawn, Failure]] = []

    def run(
        self,
        phases: int = 1000,
        seconds: float | None = None,
        most_faults: int | None = None,
        progress: Callable[[Report], None] | None = None,
    ) -> Report:
        """Ask about so many phases; fewer if the judge does not answer at all.

        Args:
            phases: how many.
            seconds: stop after this time, whatever is left.
            most_faults: stop when so many causes are known.
            progress: told of the report after each phase.
        """
        self._begin = time.monotonic()
        while self.report.phases < phases:
            if seconds is not None and time.monotonic() - self._begin > seconds:
                break
            if most_faults is not None and len(self.report.faults) >= most_faults:
                break
            self.step()
            self.report.seconds = time.monotonic() - self._begin
            if progress is not None:
                progress(self.report)
            if len(self._unanswered) >= _PATIENCE:
                self._blame_unanswered()
                if not self._answered:
                    self.report.stopped = _SILENT
                    break
        self._blame_unanswered()
        self.report.seconds = time.monotonic() - self._begin
        return self.report

    def step(self) -> None:
        """Ask about one more phase."""
        drawn = self.generator.draw(self.weights if self.steer else None)
        found, claim = self.ask(drawn.phase)
        self.report.phases += 1
        if self.report.phases <= _WATCHED or self.report.phases % 10 == 0:
            self._watch(drawn.phase, drawn.theme)
        causes = causes_of(found)
        if causes:
            self.report.wrong += 1
        if isinstance(found, Failure) and not self._answered:
            self._unanswered.append((drawn, found))
            return
        self._blame_unanswered()
        if causes:
            self._blame(causes[0], drawn.phase, drawn.theme, found, claim)

    def ask(self, phase: Phase) -> tuple[Finding | Failure, dict[str, Any] | None]:
        """What is to be said of the judge's answer, and the answer."""
        begin = time.perf_counter()
        reply = self.judge.ask(phase)
        self.report.judge_seconds += time.perf_counter() - begin
        if isinstance(reply, Failure):
            return reply, None
        self._answered = True
        claim: dict[str, Any] = msgspec.to_builtins(reply)
        try:
            return self.checker.check(phase, reply), claim
        except ClaimError as error:
            return Failure(FailureKind.NONSENSE, str(error), error.message), None

    def _blame_unanswered(self) -> None:
        """Count the failures before the first answer; while there is none, waiting for it is not repeated."""
        waiting, self._unanswered = self._unanswered, []
        for drawn, found in sorted(waiting, key=lambda w: sum(map(len, w[0].phase.units.values()))):
            cause = causes_of(found)[0]
            if self._answered or found.kind is not FailureKind.TIMEOUT:
                self._blame(cause, drawn.phase, drawn.theme, found, None)
            elif cause in self.report.faults:
                self._count(cause)
            else:
                said = tuple(sentences_of(found))
                self.report.faults[cause] = Fault(cause, 1, drawn.phase, said, None, drawn.theme)

    def _watch(self, phase: Phase, theme: str) -> None:
        if phase.type == "M":
            docket = Docket(phase, self.checker.board)
            gain = self.coverage.watch(docket, docket.solved(self.checker.reading, self.checker.solver))
        else:
            gain = self.coverage.watch_aftermath(phase, self.checker.board)
        self.report.watched += 1
        before = self.weights.get(theme, 1.0)
        self.weights[theme] = max(0.15, 0.8 * before + 0.2 * gain)

    def _blame(
        self, cause: Cause, phase: Phase, theme: str, found: Finding | Failure, claim: dict[str, Any] | None
    ) -> None:
        """Count a finding to its cause; it is shrunk unless that is well known.

        The smallest case may show that what came first was only a consequence: then that is the cause.
        """
        first = cause if cause in self.report.faults else self._consequences.get(cause)
        if first is not None and (cause == first or self._shrunk[cause] >= _SHRUNK):
            self._count(first)
            return
        self._shrunk[cause] += 1
        smallest = shrink(
            phase,
            lambda p: cause in causes_of(self.ask(p)[0]),
            board=self.checker.board,
            rules=self.checker.reading,
        )
        again, claimed = self.ask(smallest)
        causes = causes_of(again)
        if cause in causes:
            found, claim = again, claimed
        else:  # a judge that does not always answer the same
            smallest, causes = phase, [cause]
        if causes[0] != cause:
            self._consequences[cause] = causes[0]
        if causes[0] in self.report.faults:
            self._count(causes[0])
            return
        self.report.faults[causes[0]] = Fault(
            causes[0],
            1,
            smallest,
            tuple(sentences_of(found)),
            claim,
            theme,
            self._readings(smallest),
        )

    def _count(self, cause: Cause) -> None:
        known = self.report.faults[cause]
        self.report.faults[cause] = msgspec.structs.replace(known, count=known.count + 1)

    def _readings(self, phase: Phase) -> tuple[dict[str, str], ...]:
        if not self.readings.most_choices:
            return ()
        reply = self.judge.ask(phase)
        if isinstance(reply, Failure) or isinstance(self.ask(phase)[0], Failure):
            return ()
        finding = self.readings.check(phase, reply)
        return finding.readings if finding.answer is not Answer.RIGHT else ()
