"""Formulas: literals over variables and conjunctions, built with constant folding.

A value is ``True``, ``False`` or a *literal*: an integer whose absolute value is a variable, from 2
upwards (1 and 0 would be equal to the Booleans).  A variable is either *free* or stands for the
conjunction of a set of literals; a disjunction is a negated conjunction.  Equal conjunctions are one
variable, so a formula is a graph without repetition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = ["Formulas", "Literal", "Value"]

Literal = int
Value = bool | int
"""``True``, ``False`` or a literal."""


class Formulas:
    """A growing store of formulas.

    Attributes:
        conjunctions: variable -> the literals it is the conjunction of, in ascending order.
    """

    def __init__(self) -> None:
        self.conjunctions: dict[int, tuple[Literal, ...]] = {}
        self._known: dict[tuple[Literal, ...], int] = {}
        self._last = 1

    def free(self) -> Literal:
        """A new free variable."""
        self._last += 1
        return self._last

    @property
    def last(self) -> int:
        """The highest variable in use."""
        return self._last

    @staticmethod
    def negation(value: Value) -> Value:
        """``not value``"""
        return (not value) if value is True or value is False else -value

    def conjunction(self, values: Iterable[Value]) -> Value:
        """All of ``values``; true if there are none."""
        literals: set[Literal] = set()
        for value in values:
            if value is True:
                continue
            if value is False or -value in literals:
                return False
            literals.add(value)
        if not literals:
            return True
        if len(literals) == 1:
            return literals.pop()
        key = tuple(sorted(literals))
        found = self._known.get(key)
        if found is None:
            self._last += 1
            self._known[key] = found = self._last
            self.conjunctions[found] = key
        return found

    def disjunction(self, values: Iterable[Value]) -> Value:
        """Some of ``values``; false if there are none."""
        return self.negation(self.conjunction([self.negation(v) for v in values]))

    def choice(self, condition: Value, then: Value, other: Value) -> Value:
        """``then if condition else other``"""
        if condition is True or then is other or then == other:
            return then
        if condition is False:
            return other
        left = self.conjunction((condition, then))
        right = self.conjunction((-condition, other))
        return self.disjunction((left, right))

    def equivalence(self, left: Value, right: Value) -> Value:
        """Both or neither."""
        return self.choice(left, right, self.negation(right))

    def support(self, value: Value) -> frozenset[int]:
        """The free variables a formula mentions."""
        found: set[int] = set()
        seen: set[int] = set()
        todo = [] if value is True or value is False else [abs(value)]
        while todo:
            variable = todo.pop()
            if variable in seen:
                continue
            seen.add(variable)
            parts = self.conjunctions.get(variable)
            if parts is None:
                found.add(variable)
            else:
                todo += [abs(part) for part in parts]
        return frozenset(found)

    def substitute(self, value: Value, values: Mapping[int, Value]) -> Value:
        """A formula with some free variables replaced.

        Args:
            value: the formula.
            values: free variable -> what stands in its place.
        """
        memo: dict[int, Value] = dict(values)
        if value is True or value is False:
            return value
        todo = [abs(value)]
        while todo:
            variable = todo[-1]
            if variable in memo:
                todo.pop()
                continue
            parts = self.conjunctions.get(variable)
            if parts is None:
                memo[variable] = variable
                continue
            missing = [abs(p) for p in parts if abs(p) not in memo]
            if missing:
                todo += missing
                continue
            memo[variable] = self.conjunction([memo[p] if p > 0 else self.negation(memo[-p]) for p in parts])
        result = memo[abs(value)]
        return result if value > 0 else self.negation(result)
