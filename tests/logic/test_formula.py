"""Formulas: constants fold away, equal conjunctions are one, and the meaning stays."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from resolvent.logic.formula import Formulas, Value
from tests.logic.expressions import (
    Expression,
    assignments,
    build,
    expressions,
    store,
    true_under,
    value_under,
)

SIZE = 4
brief = settings(max_examples=60, deadline=None)
some = expressions(SIZE)


def alike(formulas: Formulas, left: Value, right: Value, variables: list[int]) -> bool:
    """Two formulas have the same value under every assignment."""
    every = assignments(variables)
    return all(value_under(formulas, left, a) == value_under(formulas, right, a) for a in every)


class TestMeaning:
    """What is built says what was asked for."""

    @brief
    @given(some)
    def test_build(self, expression: Expression) -> None:
        formulas, variables = store(SIZE)
        value = build(formulas, variables, expression)
        for assigned in assignments(variables):
            assert value_under(formulas, value, assigned) == true_under(expression, list(assigned.values()))

    @brief
    @given(some, some, some)
    def test_laws(self, a: Expression, b: Expression, c: Expression) -> None:
        f, variables = store(SIZE)
        x, y, z = (build(f, variables, e) for e in (a, b, c))
        # De Morgan, distribution, choice as a disjunction, equivalence as two choices
        assert alike(
            f, f.negation(f.conjunction((x, y))), f.disjunction((f.negation(x), f.negation(y))), variables
        )
        both = f.conjunction((x, f.disjunction((y, z))))
        assert alike(f, both, f.disjunction((f.conjunction((x, y)), f.conjunction((x, z)))), variables)
        either = f.disjunction((f.conjunction((x, y)), f.conjunction((f.negation(x), z))))
        assert alike(f, f.choice(x, y, z), either, variables)
        assert alike(f, f.equivalence(x, y), f.choice(x, y, f.negation(y)), variables)


class TestFolding:
    """What is known whatever the variables are is a constant at once."""

    @brief
    @given(some)
    def test_units(self, expression: Expression) -> None:
        f, variables = store(SIZE)
        x = build(f, variables, expression)
        assert f.negation(f.negation(x)) == x
        assert f.conjunction([x]) == f.disjunction([x]) == x
        assert f.conjunction([x, True, x]) == f.disjunction([False, x, x]) == x
        assert f.conjunction([x, False]) is False
        assert f.disjunction([x, True]) is True
        assert f.conjunction([x, f.negation(x)]) is False
        assert f.disjunction([x, f.negation(x)]) is True
        assert f.choice(True, x, False) == f.choice(False, True, x) == x
        assert f.choice(x, True, False) == x
        assert f.choice(x, False, True) == f.negation(x)
        assert f.equivalence(x, True) == f.equivalence(True, x) == x
        assert f.equivalence(x, False) == f.equivalence(False, x) == f.negation(x)
        assert f.equivalence(x, x) is True
        assert f.equivalence(x, f.negation(x)) is False

    def test_nothing(self) -> None:
        f = Formulas()
        assert f.conjunction([]) is True
        assert f.disjunction([]) is False
        assert f.negation(True) is False
        assert f.negation(False) is True
        assert f.choice(True, False, True) is False
        assert f.equivalence(False, False) is True
        assert f.last == 1
        assert not f.conjunctions

    @brief
    @given(st.permutations(range(SIZE)), st.integers(0, SIZE))
    def test_equal_conjunctions_are_one(self, order: list[int], repeated: int) -> None:
        f, variables = store(SIZE)
        signed = [v if i % 2 else -v for i, v in enumerate(variables)]
        first = f.conjunction(signed)
        assert f.conjunction([signed[i] for i in order] + signed[:repeated]) == first
        assert len(f.conjunctions) == 1
        assert f.disjunction([f.negation(v) for v in signed]) == f.negation(first)

    def test_constants_are_no_literals(self) -> None:
        """A literal is never 0, 1 or -1, which would be equal to a constant or to its opposite."""
        f, variables = store(3)
        assert min(variables) > 1
        assert abs(int(f.conjunction(variables))) > 1
        assert f.last == int(f.conjunction(variables))


class TestSupport:
    """Which free variables a formula mentions."""

    @brief
    @given(some)
    def test_support(self, expression: Expression) -> None:
        """All on which it depends are among them, and none that was not put in."""
        f, variables = store(SIZE)
        value = build(f, variables, expression)
        support = f.support(value)
        assert support <= set(variables)
        for variable in set(variables) - support:
            for assigned in assignments(variables):
                flipped = assigned | {variable: not assigned[variable]}
                assert value_under(f, value, assigned) == value_under(f, value, flipped)

    def test_examples(self) -> None:
        f, (a, b, c) = store(3)
        assert f.support(True) == f.support(False) == frozenset()
        assert f.support(-a) == {a}
        assert f.support(f.conjunction([a, -b])) == {a, b}
        assert f.support(f.choice(a, b, c)) == {a, b, c}
        assert f.support(f.conjunction([a, f.disjunction([b, True])])) == {a}


class TestSubstitution:
    """Free variables replaced."""

    @brief
    @given(some, st.lists(some, min_size=SIZE, max_size=SIZE))
    def test_by_formulas(self, expression: Expression, replacements: list[Expression]) -> None:
        f, variables = store(SIZE)
        value = build(f, variables, expression)
        others = [build(f, variables, r) for r in replacements]
        replaced = f.substitute(value, dict(zip(variables, others, strict=True)))
        for assigned in assignments(variables):
            values = list(assigned.values())
            inner = [true_under(r, values) for r in replacements]
            assert value_under(f, replaced, assigned) == true_under(expression, inner)

    @brief
    @given(some, st.lists(st.booleans(), min_size=SIZE, max_size=SIZE))
    def test_by_constants(self, expression: Expression, values: list[bool]) -> None:
        """With all variables replaced by constants a constant is left."""
        f, variables = store(SIZE)
        value = build(f, variables, expression)
        assert f.substitute(value, dict(zip(variables, values, strict=True))) is true_under(
            expression, values
        )

    @brief
    @given(some)
    def test_by_nothing(self, expression: Expression) -> None:
        f, variables = store(SIZE)
        value = build(f, variables, expression)
        assert f.substitute(value, {}) == value
        assert f.substitute(value, {v: v for v in variables}) == value

    def test_deep(self) -> None:
        """Neither substitution nor support is limited by how deep a formula is."""
        f, (a, b) = store(2)
        value: Value = a
        for i in range(5000):
            value = f.conjunction([value, f.free()]) if i % 2 else f.disjunction([value, b])
        assert len(f.support(value)) == 2502
        assert f.substitute(value, dict.fromkeys(f.support(value), True)) is True
