"""Values that may be open: truth of which nothing is known, and numbers of which the bounds are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

__all__ = ["Span", "closed", "compared", "either", "junction", "number", "span_of"]

Span = tuple[int, int]
"""The least and the most that a number can be."""

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


def junction(values: Iterable[bool | None], decisive: bool) -> bool | None:
    """``or`` (decisive true) or ``and`` (decisive false) in three values."""
    open_ = False
    for value in values:
        if value is decisive:
            return decisive
        open_ = open_ or value is None
    return None if open_ else not decisive


def span_of(number: int | Span) -> Span:
    """The bounds of a number."""
    return (number, number) if isinstance(number, int) else number


def number(least: int, most: int) -> int | Span:
    """A number of which the bounds are known."""
    return least if least == most else (least, most)


def closed(value: Any) -> Any:
    """An open number is open."""
    return None if isinstance(value, tuple) else value


def either(then: Any, other: Any) -> Any:
    """One of two values, nobody knows which."""
    if then == other or not isinstance(then, int | tuple) or isinstance(then, bool) or other is None:
        return then if then == other else None
    (a, b), (c, d) = span_of(then), span_of(other)
    return number(min(a, c), max(b, d))


def compared(operator: str, left: int | Span, right: int | Span) -> bool | None:
    """Two numbers compared, as far as their spans tell."""
    compare = _COMPARE[operator]
    if isinstance(left, int) and isinstance(right, int):
        return compare(left, right)
    (a, b), (c, d) = span_of(left), span_of(right)
    if operator in ("==", "!="):
        return operator == "!=" if b < c or d < a else None
    answers = {compare(a, d), compare(b, c)}
    return answers.pop() if len(answers) == 1 else None
