"""Counts in unary are numbers: under every assignment they count, add and compare as integers do."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resolvent import BudgetError
from resolvent.logic.counts import (
    MOST_OPEN,
    Count,
    Unary,
    added,
    at_least,
    chosen,
    counted,
    equal,
    exceeds,
)
from resolvent.logic.formula import Formulas
from tests.logic.expressions import Expression, assignments, build, expressions, store, value_under

SIZE = 4
brief = settings(max_examples=60, deadline=None)
conditions = st.lists(expressions(SIZE, 4), max_size=4)


def number(formulas: Formulas, count: Count, values: Mapping[int, bool]) -> int:
    """What a count is under an assignment; its bits fall."""
    if isinstance(count, int):
        return count
    bits = [value_under(formulas, bit, values) for bit in count.bits]
    assert bits == sorted(bits, reverse=True)
    return count.low + sum(bits)


@brief
@given(conditions, st.integers(0, 3))
def test_counted(parts: list[Expression], low: int) -> None:
    f, variables = store(SIZE)
    values = [build(f, variables, p) for p in parts]
    count = counted(f, low, values)
    for assigned in assignments(variables):
        expected = low + sum(value_under(f, v, assigned) for v in values)
        assert number(f, count, assigned) == expected
        for n in range(10):
            assert value_under(f, at_least(count, n), assigned) == (expected >= n)


@brief
@given(conditions, conditions, st.integers(0, 2), st.integers(0, 2), expressions(SIZE, 4))
def test_arithmetic(
    first: list[Expression], second: list[Expression], low: int, other_low: int, choice: Expression
) -> None:
    f, variables = store(SIZE)
    left = counted(f, low, [build(f, variables, p) for p in first])
    right = counted(f, other_low, [build(f, variables, p) for p in second])
    condition = build(f, variables, choice)
    total = added(f, left, right)
    either = chosen(f, condition, left, right)
    more, same = exceeds(f, left, right), equal(f, left, right)
    for assigned in assignments(variables):
        a, b = number(f, left, assigned), number(f, right, assigned)
        assert number(f, total, assigned) == a + b
        assert number(f, either, assigned) == (a if value_under(f, condition, assigned) else b)
        assert value_under(f, more, assigned) == (a > b)
        assert value_under(f, same, assigned) == (a == b)


class TestFolding:
    """What is known is an integer, and what is known of an open count stands in its lower bound."""

    def test_known(self) -> None:
        f = Formulas()
        assert counted(f, 2, []) == 2
        assert counted(f, 2, [True, False, True]) == 4
        assert added(f, 2, 3) == 5
        assert exceeds(f, 3, 2) is True
        assert exceeds(f, 2, 2) is False
        assert equal(f, 2, 2) is True
        assert equal(f, 1, 2) is False
        assert chosen(f, True, 1, 2) == 1
        assert at_least(2, 2) is True
        assert at_least(2, 3) is False
        assert not f.conjunctions

    def test_bounds(self) -> None:
        f, (a, b) = store(2)
        count = counted(f, 1, [a, True, b, False])
        assert isinstance(count, Unary)
        assert count.low == 2
        assert len(count.bits) == 2
        assert exceeds(f, count, 1) is True
        assert exceeds(f, count, 4) is False
        assert exceeds(f, 2, count) is False
        assert equal(f, count, 5) is False
        assert chosen(f, a, 3, 3) == 3

    def test_one_condition(self) -> None:
        f, (a, b) = store(2)
        assert exceeds(f, counted(f, 0, [a]), 0) == a
        assert equal(f, counted(f, 0, [a]), 0) == -a
        assert equal(f, counted(f, 0, [a]), counted(f, 0, [a])) is True
        assert chosen(f, a, 1, 0) == counted(f, 0, [a])
        assert added(f, counted(f, 0, [a]), counted(f, 0, [b])) == counted(f, 0, [a, b])


class TestSize:
    """Unary numbers are as long as they may be large, so there is an end to them."""

    def test_counted(self) -> None:
        f, variables = store(MOST_OPEN + 1)
        with pytest.raises(BudgetError, match="a count of 401 open conditions is more than the 400"):
            counted(f, 0, variables)

    def test_added(self) -> None:
        f, variables = store(250)
        count = counted(f, 0, variables[:205])
        with pytest.raises(BudgetError):
            added(f, count, count)
