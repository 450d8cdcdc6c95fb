"""Counts of open conditions, in unary: a number is a known part and a falling row of literals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from resolvent.errors import BudgetError
from resolvent.logic.formula import Formulas, Value

__all__ = ["MOST_OPEN", "Count", "Unary", "added", "at_least", "chosen", "counted", "equal", "exceeds"]


@dataclass(frozen=True)
class Unary:
    """``low`` plus the number of true ``bits``; bit i says that the number is at least low + i + 1."""

    low: int
    bits: tuple[Value, ...]


Count = int | Unary
"""A number, known or open."""

MOST_OPEN = 400
"""Open conditions in one count; no rule about one map comes near it."""


def _check_size(size: int) -> None:
    if size > MOST_OPEN:
        raise BudgetError(f"a count of {size} open conditions is more than the {MOST_OPEN} that are allowed")


def _parts(count: Count) -> tuple[int, tuple[Value, ...]]:
    return (count, ()) if isinstance(count, int) else (count.low, count.bits)


def _number(low: int, bits: Sequence[Value]) -> Count:
    """The count with leading true bits counted and trailing false bits dropped."""
    first = 0
    while first < len(bits) and bits[first] is True:
        first += 1
    last = len(bits)
    while last > first and bits[last - 1] is False:
        last -= 1
    return Unary(low + first, tuple(bits[first:last])) if last > first else low + first


def counted(formulas: Formulas, low: int, conditions: Sequence[Value]) -> Count:
    """``low`` plus how many of ``conditions`` hold."""
    _check_size(len(conditions))
    bits: list[Value] = []
    for condition in conditions:
        row = [*bits, False]
        bits = [
            formulas.disjunction((row[i], formulas.conjunction((row[i - 1] if i else True, condition))))
            for i in range(len(row))
        ]
    return _number(low, bits)


def added(formulas: Formulas, left: Count, right: Count) -> Count:
    """The sum."""
    (low, bits), (other_low, other_bits) = _parts(left), _parts(right)
    _check_size(len(bits) + len(other_bits))
    row: list[Value] = []
    for number in range(1, len(bits) + len(other_bits) + 1):
        ways = []
        for first in range(max(0, number - len(other_bits)), min(len(bits), number) + 1):
            second = number - first
            ways.append(
                formulas.conjunction(
                    (bits[first - 1] if first else True, other_bits[second - 1] if second else True)
                )
            )
        row.append(formulas.disjunction(ways))
    return _number(low + other_low, row)


def at_least(count: Count, number: int) -> Value:
    """Whether a count is ``number`` or more."""
    low, bits = _parts(count)
    if number <= low:
        return True
    return bits[number - low - 1] if number - low <= len(bits) else False


def _span(*counts: Count) -> range:
    """The numbers up to the largest that any of the counts can be."""
    return range(max(low + len(bits) for low, bits in map(_parts, counts)) + 1)


def exceeds(formulas: Formulas, left: Count, right: Count) -> Value:
    """``left > right``"""
    return formulas.disjunction(
        [
            formulas.conjunction((at_least(left, n + 1), formulas.negation(at_least(right, n + 1))))
            for n in _span(left, right)
        ]
    )


def equal(formulas: Formulas, left: Count, right: Count) -> Value:
    """``left == right``"""
    return formulas.conjunction(
        [formulas.equivalence(at_least(left, n), at_least(right, n)) for n in _span(left, right) if n]
    )


def chosen(formulas: Formulas, condition: Value, then: Count, other: Count) -> Count:
    """``then if condition else other``"""
    low = min(_parts(then)[0], _parts(other)[0])
    high = _span(then, other).stop - 1
    return _number(
        low,
        [formulas.choice(condition, at_least(then, n), at_least(other, n)) for n in range(low + 1, high + 1)],
    )
