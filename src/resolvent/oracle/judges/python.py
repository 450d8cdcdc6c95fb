"""Judges that are Python functions, and readings of our own as judges."""

from __future__ import annotations

import signal
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.oracle.claim import Claim, read_claim
from resolvent.oracle.judges.judge import Failure, FailureKind, Reply
from resolvent.outcomes import Outcome
from resolvent.records.phase import Phase, phase_to_dict
from resolvent.resolution.adjudicate import adjudicate
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Solver
from resolvent.rules.reading import Reading

__all__ = ["PythonJudge", "ReadingJudge"]


class PythonJudge:
    """A function that is given a phase as plain dictionaries and lists, and returns a claim of that shape.

    Whatever it raises is a finding about it, and so is a return value that is no claim, or none in time.

    Args:
        function: ``{"map", "phase", "units", "orders"} -> {"outcomes": …, "positions": …}`` or a `Claim`.
        name: what to call it.
        seconds: how long one answer may take; only the main thread of a process can be interrupted, and
            only while it runs Python.
    """

    def __init__(
        self,
        function: Callable[[dict[str, Any]], Mapping[str, Any] | Claim],
        name: str = "",
        seconds: float = 10.0,
    ) -> None:
        self.function = function
        self.seconds = seconds
        self.name = name or getattr(function, "__name__", type(function).__name__)

    def ask(self, phase: Phase) -> Reply:
        """What it claims of a phase, or how it failed."""
        try:
            with _at_most(self.seconds):
                returned: object = self.function(phase_to_dict(phase))
        except _TooLateError:
            return Failure(FailureKind.TIMEOUT, f"no answer within {self.seconds:g} seconds")
        except Exception as error:  # the fault of the judge, whatever it is
            return _crash(error)
        if isinstance(returned, Claim):
            return returned
        if not isinstance(returned, Mapping):
            word = type(returned).__name__
            return Failure(FailureKind.NONSENSE, f"it returned {word}", word)
        try:
            return read_claim(returned)
        except InputError as error:
            return Failure(FailureKind.NONSENSE, error.message, error.message)

    def close(self) -> None:
        """Nothing to let go of."""


class _TooLateError(BaseException):
    """Not an `Exception`, which a judge may well catch."""


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Interrupt what runs longer, where the system can."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> NoReturn:
        raise _TooLateError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _crash(error: Exception) -> Failure:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(frame.filename).name}:{frame.name}"
    return Failure(
        FailureKind.CRASH, f"{type(error).__name__}: {error} ({where})", f"{type(error).__name__} {where}"
    )


class ReadingJudge:
    """The program itself under a reading, which may be a mutant.

    Args:
        reading: the rules.
        board: the map; left out, the one the phase names.
        name: what to call it; left out, as the reading.
    """

    def __init__(self, reading: Reading, board: Map | None = None, name: str = "") -> None:
        self.reading = reading
        self.board = board
        self.name = name or reading.name
        self._solver = Solver()

    def ask(self, phase: Phase) -> Reply:
        """What becomes of the phase under the reading."""
        if phase.type != "M":
            told = adjudicate(phase, self.reading, board=self.board)
            return Claim({o.unit: o.outcome for o in told.orders}, told.positions)
        docket = Docket(phase, self.board)
        found = docket.outline(self.reading, docket.solved(self.reading, self._solver))
        gone = {unit: d.retreats for units in found.dislodged.values() for unit, d in units.items()}
        outcomes = {
            unit.name: Outcome(o) for unit, o in zip(docket.position.units, found.outcomes, strict=True)
        }
        dislodged = {power: tuple(units) for power, units in found.dislodged.items()}
        return Claim(outcomes, found.positions, dislodged, gone)

    def close(self) -> None:
        """Nothing to let go of."""
