"""Truth tables: bit k is the value under the assignment whose bits are those of k."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from resolvent.logic.tables import WIDEST, depends, table
from tests.logic.expressions import Expression, build, expressions, store, true_under

SIZE = 4
brief = settings(max_examples=60, deadline=None)


def row(size: int, number: int) -> list[bool]:
    """The assignment behind one bit of a table."""
    return [bool(number >> position & 1) for position in range(size)]


@brief
@given(expressions(SIZE), st.permutations(range(SIZE)))
def test_table(expression: Expression, order: list[int]) -> None:
    """Whatever order the variables are named in."""
    formulas, variables = store(SIZE)
    value = build(formulas, variables, expression)
    found = table(formulas, value, [variables[i] for i in order])
    assert 0 <= found < 1 << (1 << SIZE)
    for k in range(1 << SIZE):
        values = row(SIZE, k)
        assigned = [values[order.index(i)] for i in range(SIZE)]
        assert bool(found >> k & 1) == true_under(expression, assigned)


@brief
@given(expressions(SIZE))
def test_depends(expression: Expression) -> None:
    """A formula depends on a variable if changing it alone somewhere changes the value."""
    formulas, variables = store(SIZE)
    found = table(formulas, build(formulas, variables, expression), variables)
    for position in range(SIZE):
        changes = [
            true_under(expression, values)
            != true_under(expression, [v != (i == position) for i, v in enumerate(values)])
            for values in (row(SIZE, k) for k in range(1 << SIZE))
        ]
        assert depends(found, position, SIZE) == any(changes)


class TestExamples:
    """By hand."""

    def test_constants(self) -> None:
        formulas, variables = store(2)
        assert table(formulas, True, variables) == 0b1111
        assert table(formulas, False, variables) == 0
        assert table(formulas, True, []) == 1
        assert table(formulas, False, []) == 0

    def test_two(self) -> None:
        formulas, (a, b) = store(2)
        assert table(formulas, a, [a, b]) == 0b1010
        assert table(formulas, b, [a, b]) == 0b1100
        assert table(formulas, -a, [a, b]) == 0b0101
        assert table(formulas, formulas.conjunction([a, b]), [a, b]) == 0b1000
        assert table(formulas, formulas.equivalence(a, b), [a, b]) == 0b1001

    def test_mentioned_but_without_effect(self) -> None:
        """Dependence is a matter of meaning, not of how a formula is written."""
        formulas, (a, b) = store(2)
        either = formulas.disjunction([formulas.conjunction([a, b]), formulas.conjunction([a, -b])])
        assert formulas.support(either) == {a, b}
        found = table(formulas, either, [a, b])
        assert depends(found, 0, 2)
        assert not depends(found, 1, 2)

    def test_widest(self) -> None:
        formulas, variables = store(WIDEST)
        found = table(formulas, formulas.conjunction(variables), variables)
        assert found == 1 << ((1 << WIDEST) - 1)
        assert all(depends(found, position, WIDEST) for position in range(WIDEST))
