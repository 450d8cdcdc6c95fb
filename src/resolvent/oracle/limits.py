"""Numbers that a run of the oracle is given: what asks nothing, or cannot be waited for, is refused."""

from __future__ import annotations

from resolvent.errors import InputError

__all__ = ["MOST_JOBS", "check_count", "check_seconds"]

MOST_JOBS = 64
"""Processes at once; each is a Python of its own, with a judge of its own."""

_DAY = 86_400.0
"""Seconds that can be waited for: timers of the system refuse far larger numbers."""


def check_count(number: int | None, name: str, least: int = 1, most: int | None = None) -> None:
    """Refuse a number of things that is too small or too large.

    Args:
        number: how many; ``None`` where nothing is said.
        name: the option or argument that says it, ``"--phases"``.
        least, most: the numbers that can be used.

    Raises:
        InputError: it is not among them.
    """
    if number is None or (number >= least and (most is None or number <= most)):
        return
    wanted = f"from {least} to {most}" if most is not None else f"at least {least}"
    raise InputError(f"must be {wanted}, not {number}", name)


def check_seconds(seconds: float | None, name: str) -> None:
    """Refuse a time that is none.

    Args:
        seconds: how long; ``None`` where nothing is said.
        name: the option or argument that says it, ``"--timeout"``.

    Raises:
        InputError: it is not above 0, no number, or longer than a day.
    """
    if seconds is not None and not 0 < seconds <= _DAY:  # nan is neither
        raise InputError(f"must be seconds above 0 and at most {_DAY:g}, not {seconds:g}", name)
