"""Random formulas, and what they are under an assignment, found without any of the folding."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from resolvent.logic.formula import Formulas, Value

__all__ = ["assignments", "build", "expressions", "store", "true_under", "value_under"]

Expression = bool | tuple[Any, ...]
"""``True``, ``False``, (``"variable"``, number from 0), or (``"and"`` …, parts)."""


def expressions(variables: int, leaves: int = 12) -> st.SearchStrategy[Expression]:
    """Expressions over the variables 0 to ``variables - 1``."""
    atoms = st.booleans() | st.integers(0, variables - 1).map(lambda i: ("variable", i))
    return st.recursive(
        atoms,
        lambda inner: st.one_of(
            st.tuples(st.just("not"), inner),
            st.tuples(st.just("and"), st.lists(inner, max_size=4).map(tuple)),
            st.tuples(st.just("or"), st.lists(inner, max_size=4).map(tuple)),
            st.tuples(st.just("if"), inner, inner, inner),
            st.tuples(st.just("same"), inner, inner),
        ),
        max_leaves=leaves,
    )


def store(variables: int) -> tuple[Formulas, list[int]]:
    """An empty store with some free variables."""
    formulas = Formulas()
    return formulas, [formulas.free() for _ in range(variables)]


def build(formulas: Formulas, variables: Sequence[int], expression: Expression) -> Value:
    """The formula of an expression."""
    match expression:
        case bool():
            return expression
        case ("variable", number):
            return variables[int(number)]
        case ("not", part):
            return formulas.negation(build(formulas, variables, part))
        case ("and", parts):
            return formulas.conjunction([build(formulas, variables, p) for p in parts])
        case ("or", parts):
            return formulas.disjunction([build(formulas, variables, p) for p in parts])
        case ("if", condition, then, other):
            return formulas.choice(*(build(formulas, variables, p) for p in (condition, then, other)))
        case ("same", left, right):
            return formulas.equivalence(*(build(formulas, variables, p) for p in (left, right)))
    raise AssertionError(expression)


def true_under(expression: Expression, values: Sequence[bool]) -> bool:
    """What an expression is when variable i has value i."""
    match expression:
        case bool():
            return expression
        case ("variable", number):
            return values[int(number)]
        case ("not", part):
            return not true_under(part, values)
        case ("and", parts):
            return all(true_under(p, values) for p in parts)
        case ("or", parts):
            return any(true_under(p, values) for p in parts)
        case ("if", condition, then, other):
            return true_under(then if true_under(condition, values) else other, values)
        case ("same", left, right):
            return true_under(left, values) == true_under(right, values)
    raise AssertionError(expression)


def value_under(formulas: Formulas, value: Value, values: Mapping[int, bool]) -> bool:
    """What a formula is under an assignment of its variables."""
    if value is True or value is False:
        return value
    variable = abs(value)
    parts = formulas.conjunctions.get(variable)
    found = values[variable] if parts is None else all(value_under(formulas, p, values) for p in parts)
    return found if value > 0 else not found


def assignments(variables: Sequence[int]) -> Iterator[dict[int, bool]]:
    """Every assignment of some variables."""
    for values in itertools.product((False, True), repeat=len(variables)):
        yield dict(zip(variables, values, strict=True))
