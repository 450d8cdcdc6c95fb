"""Truth tables as big integers: what a formula of few variables does under every assignment.

The table over n variables is an integer of 2**n bits; bit k is the value under the assignment that
gives variable i the bit i of k.
"""

from __future__ import annotations

from collections.abc import Sequence

from resolvent.logic.formula import Formulas, Value

__all__ = ["WIDEST", "depends", "table"]

WIDEST = 12
"""More variables than this are a question for the solver."""


def _column(position: int, size: int) -> int:
    """The table of variable number ``position`` among ``size`` variables."""
    block = 1 << position
    pattern = ((1 << block) - 1) << block
    width = block * 2
    while width < 1 << size:
        pattern |= pattern << width
        width *= 2
    return pattern


def table(formulas: Formulas, value: Value, variables: Sequence[int]) -> int:
    """The truth table of a formula.

    Args:
        formulas: the store it is in.
        value: the formula.
        variables: all free variables it mentions (and perhaps others), at most `WIDEST`.
    """
    size = len(variables)
    everything = (1 << (1 << size)) - 1
    if value is True or value is False:
        return everything if value else 0
    memo = {variable: _column(position, size) for position, variable in enumerate(variables)}
    todo = [abs(value)]
    while todo:
        variable = todo[-1]
        if variable in memo:
            todo.pop()
            continue
        parts = formulas.conjunctions[variable]
        missing = [abs(p) for p in parts if abs(p) not in memo]
        if missing:
            todo += missing
            continue
        row = everything
        for part in parts:
            row &= memo[part] if part > 0 else ~memo[-part]
        memo[variable] = row
    return memo[abs(value)] if value > 0 else everything & ~memo[-value]


def depends(row: int, position: int, size: int) -> bool:
    """Whether changing variable ``position`` alone changes a table over ``size`` variables."""
    column = _column(position, size)
    return (row & column) >> (1 << position) != row & ~column
