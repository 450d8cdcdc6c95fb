"""What is wrong with a judge: causes, each with its smallest cases, and how they hang together."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from resolvent.oracle.cause import Cause
from resolvent.oracle.coverage import Condition
from resolvent.oracle.shape import Shape
from resolvent.records.phase import Phase, phase_to_dict

__all__ = ["Case", "Fault", "Listed", "Report"]

_CASES = 3
"""Cases of one cause that are kept, each of another shape."""


class Case(msgspec.Struct, frozen=True):
    """A phase on which a judge is wrong.

    Attributes:
        phase: the phase.
        sentences: what is wrong there.
        claim: what the judge claimed there; ``None`` if it failed to answer.
        shape: the shape of the phase.
    """

    phase: Phase
    sentences: tuple[str, ...]
    claim: dict[str, Any] | None
    shape: Shape = ()

    @property
    def size(self) -> int:
        """The number of units, dislodged ones included."""
        gone = (self.phase.dislodged or {}).values()
        return sum(map(len, self.phase.units.values())) + sum(map(len, gone))

    @property
    def measure(self) -> tuple[int, int]:
        """How much there is to look at: the units, and the words of the orders."""
        sets = [s for power in self.phase.orders for s in self.phase.order_sets(power)[-1:]]
        return self.size, sum(len(text.split()) for texts in sets for text in texts)

    def to_dict(self) -> dict[str, Any]:
        """The case as plain dictionaries and lists."""
        return {
            "phase": phase_to_dict(self.phase),
            "sentences": list(self.sentences),
            "claim": self.claim,
        }


class Fault(msgspec.Struct, frozen=True):
    """One cause of wrong answers.

    Attributes:
        cause: the violated rule with the conditions that decided, or how the judge failed.
        count: on how many phases it was met.
        case: the smallest case of those that were shrunk.
        theme: the theme of the phase it was first met on.
        readings: choices under which the claim would be right.
        others: cases of the same cause that look otherwise: what is wrong with the judge may be, too.
        under: the cause that part of the case shows by itself; ``None`` if every part is judged right.
    """

    cause: Cause
    count: int
    case: Case
    theme: str
    readings: tuple[dict[str, str], ...] = ()
    others: tuple[Case, ...] = ()
    under: Cause | None = None

    @property
    def phase(self) -> Phase:
        """The phase of the smallest case."""
        return self.case.phase

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is wrong there."""
        return self.case.sentences

    @property
    def claim(self) -> dict[str, Any] | None:
        """What the judge claimed there; ``None`` if it failed to answer."""
        return self.case.claim

    @property
    def size(self) -> int:
        """The number of units there, dislodged ones included."""
        return self.case.size

    def with_(self, other: Fault) -> Fault:
        """What is known of a cause, put together.

        A case no part of which is judged wrong is preferred to one that only shows another cause at work.

        Args:
            other: more of the same cause.
        """
        count = self.count + other.count
        if (self.under is None) is not (other.under is None):
            kept = self if self.under is None else other
            return msgspec.structs.replace(kept, count=count, theme=self.theme)
        kept = min(self, other, key=lambda fault: fault.case.measure)
        shapes: dict[Shape, Case] = {}
        for case in sorted((self.case, *self.others, other.case, *other.others), key=lambda c: c.measure):
            shapes.setdefault(case.shape, case)
        shapes.pop(kept.case.shape)
        others = tuple(shapes.values())[: _CASES - 1]
        return msgspec.structs.replace(kept, count=count, theme=self.theme, others=others)

    def to_dict(self) -> dict[str, Any]:
        """The fault as plain dictionaries and lists."""
        return {
            "cause": list(self.cause),
            "count": self.count,
            **self.case.to_dict(),
            "theme": self.theme,
            "readings": list(self.readings),
            "others": [case.to_dict() for case in self.others],
            "under": None if self.under is None else list(self.under),
        }


class Listed(msgspec.Struct, frozen=True):
    """A fault as it is shown.

    Attributes:
        fault: the fault.
        also: what else it is seen as: causes that show only where it does.
    """

    fault: Fault
    also: tuple[Fault, ...]

    @property
    def count(self) -> int:
        """On how many phases it was met, as whatever."""
        return self.fault.count + sum(fault.count for fault in self.also)


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
        stopped: why not all phases were asked about: the judge never answered, or somebody interrupted.
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
        for fault in other.faults.values():
            self.file(fault)

    def file(self, fault: Fault) -> None:
        """Put a fault to what is known of its cause."""
        known = self.faults.get(fault.cause)
        self.faults[fault.cause] = fault if known is None else known.with_(fault)

    def listed(self) -> list[Listed]:
        """The faults as they are shown, the one met most often first.

        Together are a cause and the one that part of its case shows, and causes whose cases have the same
        shape, for then one answer of the judge shows both.  The smallest case speaks for them all.
        """
        heads: dict[Cause, Cause] = {}

        def head(cause: Cause) -> Cause:
            while cause in heads:
                cause = heads[cause]
            return cause

        shapes: dict[Shape, Cause] = {}
        for fault in self.faults.values():
            links = [shapes.setdefault(fault.case.shape, fault.cause)] if fault.case.shape else []
            links += [fault.under] if fault.under in self.faults else []
            for one, other in ((head(link), head(fault.cause)) for link in links):
                if one != other:
                    heads[other] = one
        groups: dict[Cause, list[Fault]] = {}
        for fault in self.faults.values():
            groups.setdefault(head(fault.cause), []).append(fault)
        found = []
        for group in groups.values():
            first = min(group, key=lambda f: (f.under is not None, f.case.measure, -f.count))
            found.append(Listed(first, tuple(f for f in group if f is not first)))
        return sorted(found, key=lambda listed: -listed.count)
