"""Truth tables of equations over Boolean decisions, every assignment at once.

A table over *n* decisions is an integer of ``2**n`` bits: bit *a* belongs to the assignment whose decision
number *i* is bit *i* of *a*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NoReturn, TypeAlias

Decision: TypeAlias = tuple[str, str]
Assignment: TypeAlias = Mapping[Decision, bool]
Equation: TypeAlias = Callable[[Assignment], bool]

LIMIT = 20  # decisions; a truth table has 2**LIMIT bits


class _Asked(Exception):  # noqa: N818 - a question, not an error
    """An equation has asked for a decision that has no value yet."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision


class _Partial(dict[Decision, bool]):
    """An assignment that asks back for what it does not know."""

    def __missing__(self, decision: Decision) -> NoReturn:
        raise _Asked(decision)


class Tables:
    """The truth table of every equation, as integers of ``2 ** len(decisions)`` bits.

    Attributes:
        decisions: number *i* is bit *i* of an assignment.
        full: the table that is true everywhere.
        variables: the table of "this decision is true".
        equations: the table of "this decision's equation is true".

    Raises:
        ValueError: more than ``LIMIT`` decisions.
    """

    def __init__(self, rules: Mapping[Decision, Equation]) -> None:
        if len(rules) > LIMIT:
            raise ValueError(f"{len(rules)} decisions are too many for brute force, the limit is {LIMIT}")
        self.decisions = list(rules)
        self.full = (1 << (1 << len(rules))) - 1
        # Blocks of 2**i zeros and 2**i ones in turn: the quotient has the ones where bit i is clear.
        self.variables = {
            d: self.full ^ (self.full // ((1 << (1 << i)) + 1)) for i, d in enumerate(self.decisions)
        }
        self.equations = {d: self._tabulate(rule, _Partial(), self.full) for d, rule in rules.items()}

    def _tabulate(self, rule: Equation, known: _Partial, cube: int) -> int:
        """The assignments of the cube (those that agree with what is known) that make the rule true.

        Whenever the rule asks for a decision, both answers are tried.
        """
        try:
            return cube if rule(known) else 0
        except _Asked as question:
            asked = question.decision
        return self._tabulate(rule, _Partial({**known, asked: False}), self.cofactor(cube, asked, False)) | (
            self._tabulate(rule, _Partial({**known, asked: True}), self.cofactor(cube, asked, True))
        )

    def cofactor(self, table: int, decision: Decision, value: bool) -> int:
        """The part of a table where the decision has the value."""
        return table & self.variables[decision] if value else table & ~self.variables[decision]

    def hinges(self, table: int, cube: int, decision: Decision) -> bool:
        """Whether changing this decision alone, within the cube, can change the table's value."""
        shift = 1 << self.decisions.index(decision)
        low = self.cofactor(cube, decision, False) & (self.cofactor(cube, decision, True) >> shift)
        return bool((table ^ (table >> shift)) & low)

    def consistent(self, among: Iterable[Decision], cube: int) -> int:
        """The assignments of the cube in which each of these decisions equals its equation."""
        for d in among:
            cube &= ~(self.variables[d] ^ self.equations[d])
        return cube

    def assignments(self, table: int) -> list[dict[Decision, bool]]:
        """The assignments in a table, in ascending order."""
        found = []
        while table:
            index = (table & -table).bit_length() - 1
            found.append({d: bool(index >> i & 1) for i, d in enumerate(self.decisions)})
            table &= table - 1
        return found
