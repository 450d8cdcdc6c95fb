"""Judging a judge: draw phases, ask it, check what it claims, shrink and group what is wrong."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import msgspec

from resolvent.board import Map, load_map
from resolvent.oracle.cause import Cause, causes_of, sentences_of
from resolvent.oracle.checker import Answer, Checker, Finding
from resolvent.oracle.claim import ClaimError
from resolvent.oracle.coverage import Coverage
from resolvent.oracle.faults import Case, Fault, Report
from resolvent.oracle.generate import Drawn, Generator, kinds_of
from resolvent.oracle.judges.judge import Failure, FailureKind, Judge
from resolvent.oracle.shape import shape_of
from resolvent.oracle.shrink import parts_of, shrink
from resolvent.records.phase import Phase
from resolvent.resolution.docket import Docket

__all__ = ["Fault", "Fuzz", "Report"]

_WATCHED = 400
"""Phases whose coverage is measured one after the other; later on every tenth is."""

_SHRUNK = 4
"""Findings of one cause that are shrunk: what is wrong may show in another shape, or be smaller, later."""

_LATER = (4, 16, 64)
"""Findings of one cause that are shrunk although one of the same theme was."""

_PATIENCE = 10
"""Phases after which a judge that has not given one usable answer is asked no more."""

_SILENT = f"the judge gave no usable answer to its first {_PATIENCE} phases; stopped"


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
        self._shrunk: dict[Cause, list[str]] = defaultdict(list)
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
                case = Case(drawn.phase, tuple(sentences_of(found)), None)
                self.report.faults[cause] = Fault(cause, 1, case, drawn.theme)

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
        """Count a finding to its cause; it is shrunk unless that is well known."""
        known = self._known(cause)
        if known is None or self._is_worth(cause, theme, found):
            known = self._examine(cause, phase, theme, found, claim)
        self._count(known)

    def _known(self, cause: Cause) -> Cause | None:
        """What a cause is filed as: itself, or the one it turned out to be a consequence of."""
        return cause if cause in self.report.faults else self._consequences.get(cause)

    def _is_worth(self, cause: Cause, theme: str, found: Finding | Failure) -> bool:
        """Whether one more finding of a known cause is shrunk."""
        tried = self._shrunk[cause]
        if len(tried) >= _SHRUNK or (isinstance(found, Failure) and found.kind is FailureKind.TIMEOUT):
            return False
        fault = self.report.faults.get(cause)
        return fault is None or theme not in tried or fault.count in _LATER

    def _examine(
        self, cause: Cause, phase: Phase, theme: str, found: Finding | Failure, claim: dict[str, Any] | None
    ) -> Cause:
        """Shrink a finding and file it.

        The smallest case may show that what came first was only a consequence: then that is the cause.
        Part of the case may be judged wrong too, in another way: then the cause goes under that one's.

        Returns:
            The cause it is filed as.
        """
        self._shrunk[cause].append(theme)
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
        first = causes[0]
        if first != cause:
            self._consequences[cause] = first
        under = self._part(smallest, theme, found)
        if under != first:
            known = self.report.faults.get(first)
            case = Case(
                smallest, tuple(sentences_of(found)), claim, shape_of(smallest, self._board(smallest))
            )
            new = known is None or case.measure < known.case.measure
            readings = self._readings(smallest) if new else ()
            self.report.file(Fault(first, 0, case, theme, readings, under=under))
        return first

    def _part(self, phase: Phase, theme: str, found: Finding | Failure) -> Cause | None:
        """The cause that part of a small case shows by itself; ``None`` if every part is judged right."""
        if isinstance(found, Failure) and found.kind is FailureKind.TIMEOUT:
            return None
        for part in parts_of(phase):
            other, claim = self.ask(part)
            causes = causes_of(other)
            if not causes or (isinstance(other, Failure) and not isinstance(found, Failure)):
                continue
            known = self._known(causes[0])
            if known is None or self._is_worth(causes[0], theme, other):
                known = self._examine(causes[0], part, theme, other, claim)
            if not self.report.faults[known].count:
                self._count(known)
            return known
        return None

    def _board(self, phase: Phase) -> Map:
        return self.checker.board or load_map(phase.map)

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
