"""The result words of the `diplomacy` package and of the judges, and what they mean."""

from __future__ import annotations

from collections.abc import Sequence

from resolvent.outcomes import Outcome, Reason
from resolvent.records.game import RecordedPhase, RecordedResult

__all__ = ["codes_of", "result_of_codes"]

_WORDS: dict[str, tuple[Outcome, Reason | None]] = {
    "": (Outcome.SUCCEEDS, None),
    "bounce": (Outcome.FAILS, Reason.BOUNCED),
    "cut": (Outcome.FAILS, Reason.CUT),
    "void": (Outcome.VOID, None),
    "no convoy": (Outcome.FAILS, Reason.NO_CONVOY),
    "disrupted": (Outcome.FAILS, Reason.DISRUPTED),
    "no support": (Outcome.FAILS, None),
    "blocked": (Outcome.FAILS, None),
    "failed": (Outcome.FAILS, None),
    "invalid": (Outcome.VOID, None),
}
_GONE = ("dislodged", "destroyed")
_REASONS = {reason: word for word, (_, reason) in _WORDS.items() if reason is not None}


def result_of_codes(codes: Sequence[str], type: str) -> RecordedResult:
    """What a list of words means.

    Args:
        codes: the words beside one unit, empty for a success.
        type: ``"M"``, ``"R"`` or ``"A"``: where they stand.

    Returns:
        The result with the words in it.
    """
    kept = tuple(codes)
    words = [word for word in dict.fromkeys(code.strip().lower() for code in codes) if word]
    own = [word for word in words if word not in _GONE and word != "disband"]
    if type == "R":
        return _retreat(kept, words, own)
    dislodged = type == "M" and any(word in _GONE for word in words)
    if own:
        outcome, reason = _WORDS.get(own[0], (None, None))
        return RecordedResult(kept, outcome, reason, dislodged, False if outcome else None)
    if dislodged:
        return RecordedResult(kept, Outcome.FAILS, Reason.DISLODGED, True, False)
    return RecordedResult(kept, Outcome.SUCCEEDS, None, dislodged, True)


def _retreat(kept: tuple[str, ...], words: list[str], own: list[str]) -> RecordedResult:
    if "bounce" in own or "destroyed" in words:
        return RecordedResult(kept, Outcome.FAILS, Reason.BOUNCED, None, False)
    if own:
        return RecordedResult(kept, Outcome.VOID, None, None, False)
    return RecordedResult(kept, Outcome.SUCCEEDS, None, None, True)


def codes_of(result: RecordedResult, phase: RecordedPhase, disbands: bool = False) -> list[str]:
    """The words for a result; the inverse of `result_of_codes` for records of other programs.

    Args:
        result: a result.
        phase: its phase.
        disbands: in a retreat phase, the unit leaves the board.

    Returns:
        The words; a failure without a known reason is ``void`` if it may be one, else ``bounce``.
    """
    if phase.type == "R":
        if _succeeded(result):
            return ["disband"] if disbands else []
        return ["bounce" if result.reason is Reason.BOUNCED else "void", "disband"]
    if phase.type == "A":
        return [""] if _succeeded(result) else ["void"]
    words = []
    if not _succeeded(result) and result.reason is not Reason.DISLODGED:
        words.append(_failure(result))
    return [*words, "dislodged"] if result.dislodged else words


def _succeeded(result: RecordedResult) -> bool:
    return result.outcome is Outcome.SUCCEEDS or (result.outcome is None and result.succeeded is True)


def _failure(result: RecordedResult) -> str:
    if result.reason in _REASONS:
        return _REASONS[result.reason]
    return "void" if result.outcome in (Outcome.VOID, Outcome.ILLEGAL, None) else "failed"
