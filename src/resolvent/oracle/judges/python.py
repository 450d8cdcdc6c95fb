"""Judges that are Python functions, and readings of our own as judges."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER
from resolvent.oracle.claim import Claim, read_claim
from resolvent.oracle.judges.judge import Failure, FailureKind, Reply
from resolvent.outcomes import Outcome
from resolvent.records.phase import Phase, phase_to_dict
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Solver
from resolvent.rules.reading import Reading

__all__ = ["PythonJudge", "ReadingJudge"]


class PythonJudge:
    """A function that is given a phase as plain dictionaries and lists, and returns a claim of that shape.

    Whatever it raises is a finding about it, and so is a return value that is no claim.

    Args:
        function: ``{"map", "phase", "units", "orders"} -> {"outcomes": …, "positions": …}`` or a `Claim`.
        name: what to call it.
    """

    def __init__(
        self, function: Callable[[dict[str, Any]], Mapping[str, Any] | Claim], name: str = ""
    ) -> None:
        self.function = function
        self.name = name or getattr(function, "__name__", type(function).__name__)

    def ask(self, phase: Phase) -> Reply:
        """What it claims of a phase, or how it failed."""
        try:
            returned: object = self.function(phase_to_dict(phase))
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
        self._solver = Solver(DEFAULT_SOLVER, DEFAULT_BUDGET)

    def ask(self, phase: Phase) -> Reply:
        """What becomes of the phase under the reading."""
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
