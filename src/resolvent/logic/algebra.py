"""The two algebras that emitted rules run in: three-valued values, and formulas.

Both know the same operations; the emitted Python calls them only for values that are neither
``True``, ``False`` nor an ``int``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from resolvent.logic import counts
from resolvent.logic.counts import Count
from resolvent.logic.formula import Formulas, Value

__all__ = ["FormulaAlgebra", "Known", "Seas", "ThreeValued"]

Known = bool | None
"""``True``, ``False``, or ``None``: not known."""

Interval = tuple[int, int]
Entity = Any


class Seas(Protocol):
    """What connectivity needs of the board: provinces and which seas touch them."""

    def touching(self, province: Entity) -> frozenset[Entity]:
        """The sea provinces beside a province."""
        ...

    def linked(self, origin: Entity, destination: Entity, fleets: Sequence[tuple[Entity, bool]]) -> bool:
        """Whether fleets in seas (province, whether it carries) make a chain between two coasts."""
        ...

    def routes(
        self, fleet: Entity, origin: Entity, destination: Entity, fleets: frozenset[Entity]
    ) -> Iterator[tuple[Entity, ...]]:
        """The routes without short cut that pass a fleet."""
        ...


def _bounds(count: int | Interval) -> Interval:
    return (count, count) if isinstance(count, int) else count


class ThreeValued:
    """Kleene's three values: what is known whatever the unknown turns out to be.

    Args:
        deepest: decisions inside each other before one is put off; it is settled in a later pass.

    Attributes:
        unknown: the decisions met so far that could not be settled, as (name, memo table, order).
        tainted: something was answered "not known" on the way, and may be remembered where it is known
            by now.
    """

    def __init__(self, deepest: int = 30) -> None:
        self.deepest = deepest
        self.unknown: list[tuple[str, dict[Entity, Known], Entity]] = []
        self.tainted = False
        self._depth = 0

    def unsettled(self) -> None:
        """The answer about a decision that is being evaluated, or could not be settled."""
        self.tainted = True

    def DECIDE(  # noqa: N802
        self, name: str, memo: dict[Entity, Known], equation: Callable[[Entity], Known], order: Entity
    ) -> Known:
        """Evaluate an equation; a decision that depends on itself is not known."""
        if self._depth >= self.deepest:
            self.unknown.append((name, memo, order))
            self.tainted = True
            return None
        memo[order] = None
        self._depth += 1
        value = equation(order)
        self._depth -= 1
        memo[order] = value
        if value is None:
            self.unknown.append((name, memo, order))
        return value

    @staticmethod
    def AND(values: Iterable[Known]) -> Known:  # noqa: N802
        """None of the values is false and not all are true."""
        return None

    @staticmethod
    def OR(values: Iterable[Known]) -> Known:  # noqa: N802
        """None of the values is true and not all are false."""
        return None

    @staticmethod
    def NOT(value: Known) -> Known:  # noqa: N802
        """The opposite; of the unknown nothing is known."""
        return None if value is None else not value

    @staticmethod
    def ITE(condition: Known, then: Known, other: Known) -> Known:  # noqa: N802
        """Known if both branches agree."""
        return then if then is other else None

    @staticmethod
    def COUNT(low: int, values: Sequence[Known]) -> Interval:  # noqa: N802
        """Between ``low`` and ``low`` plus the number of unknown values."""
        return (low, low + len(values))

    @staticmethod
    def ADD(left: int | Interval, right: int | Interval) -> Interval:  # noqa: N802
        """The sum of the bounds."""
        (a, b), (c, d) = _bounds(left), _bounds(right)
        return (a + c, b + d)

    @staticmethod
    def ITE_COUNT(  # noqa: N802
        condition: Known, then: int | Interval, other: int | Interval
    ) -> int | Interval:
        """The bounds of both branches."""
        (a, b), (c, d) = _bounds(then), _bounds(other)
        low, high = min(a, c), max(b, d)
        return low if low == high else (low, high)

    @staticmethod
    def GT(left: int | Interval, right: int | Interval) -> Known:  # noqa: N802
        """``left > right``, if the bounds tell."""
        (a, b), (c, d) = _bounds(left), _bounds(right)
        return True if a > d else False if b <= c else None

    @staticmethod
    def GE(left: int | Interval, right: int | Interval) -> Known:  # noqa: N802
        """``left >= right``, if the bounds tell."""
        (a, b), (c, d) = _bounds(left), _bounds(right)
        return True if a >= d else False if b < c else None

    @staticmethod
    def EQ(left: int | Interval, right: int | Interval) -> Known:  # noqa: N802
        """``left == right``, if the bounds tell."""
        (a, b), (c, d) = _bounds(left), _bounds(right)
        return True if a == b == c == d else False if b < c or d < a else None

    @staticmethod
    def CONNECTED(  # noqa: N802
        seas: Seas, origin: Entity, destination: Entity, fleets: Sequence[tuple[Entity, Known]]
    ) -> Known:
        """True over fleets that surely carry, false if even all that may carry make no chain."""
        if seas.linked(origin, destination, [(f, v is True) for f, v in fleets]):
            return True
        if not seas.linked(origin, destination, [(f, v is not False) for f, v in fleets]):
            return False
        return None

    @staticmethod
    def ON_ROUTE(  # noqa: N802
        seas: Seas, convoy: Entity, convoys: Sequence[Entity], owners: Sequence[Entity] | None
    ) -> bool:
        """Whether the fleet lies on a route of given convoy orders (of the owners' power alone)."""
        fleets = frozenset(c.location for c in _along(convoy, convoys, owners))
        return convoy.location in fleets and any(
            True for _ in seas.routes(convoy.location, convoy.army, convoy.destination, fleets)
        )


def _along(convoy: Entity, convoys: Sequence[Entity], owners: Sequence[Entity] | None) -> list[Entity]:
    """The convoy orders for the same army to the same place, of the owners' power if that is asked."""
    return [
        c
        for c in convoys
        if c.destination is convoy.destination and (owners is None or any(c.power == o.power for o in owners))
    ]


class FormulaAlgebra:
    """Formulas over one variable for each decision that is still open.

    Args:
        formulas: the store to build in.
    """

    def __init__(self, formulas: Formulas) -> None:
        self.formulas = formulas
        self.opened: list[tuple[str, Entity, int]] = []

    def DECIDE(  # noqa: N802
        self, name: str, memo: dict[Entity, Value], equation: Callable[[Entity], Value], order: Entity
    ) -> Value:
        """A decision is its variable; its equation is grounded apart."""
        memo[order] = variable = self.formulas.free()
        self.opened.append((name, order, variable))
        return variable

    def AND(self, values: Iterable[Value]) -> Value:  # noqa: N802
        """All of them."""
        return self.formulas.conjunction(values)

    def OR(self, values: Iterable[Value]) -> Value:  # noqa: N802
        """Some of them."""
        return self.formulas.disjunction(values)

    def NOT(self, value: Value) -> Value:  # noqa: N802
        """The opposite."""
        return self.formulas.negation(value)

    def ITE(self, condition: Value, then: Value, other: Value) -> Value:  # noqa: N802
        """``then if condition else other``"""
        return self.formulas.choice(condition, then, other)

    def COUNT(self, low: int, values: Sequence[Value]) -> Count:  # noqa: N802
        """``low`` plus how many hold."""
        return counts.counted(self.formulas, low, values)

    def ADD(self, left: Count, right: Count) -> Count:  # noqa: N802
        """The sum."""
        return counts.added(self.formulas, left, right)

    def ITE_COUNT(self, condition: Value, then: Count, other: Count) -> Count:  # noqa: N802
        """``then if condition else other``"""
        return counts.chosen(self.formulas, condition, then, other)

    def GT(self, left: Count, right: Count) -> Value:  # noqa: N802
        """``left > right``"""
        return counts.exceeds(self.formulas, left, right)

    def GE(self, left: Count, right: Count) -> Value:  # noqa: N802
        """``left >= right``"""
        return self.formulas.negation(counts.exceeds(self.formulas, right, left))

    def EQ(self, left: Count, right: Count) -> Value:  # noqa: N802
        """``left == right``"""
        return counts.equal(self.formulas, left, right)

    def CONNECTED(  # noqa: N802
        self, seas: Seas, origin: Entity, destination: Entity, fleets: Sequence[tuple[Entity, Value]]
    ) -> Value:
        """Reachability over the fleets that carry, in as many rounds as a chain can have fleets.

        Never an enumeration of chains: rounds times borders conjunctions at most.
        """
        build = self.formulas
        gates: dict[Entity, Value] = {}
        for sea, carries in fleets:
            gates[sea] = build.disjunction((gates.get(sea, False), carries))
        start, goal = seas.touching(origin), seas.touching(destination)
        gates = {sea: gate for sea, gate in gates.items() if gate is not False}
        reached: dict[Entity, Value] = {sea: gate if sea in start else False for sea, gate in gates.items()}
        for _ in range(len(gates) - 1):
            following = {
                sea: gate
                if sea in start
                else build.conjunction(
                    (gate, build.disjunction([reached[o] for o in seas.touching(sea) if o in reached]))
                )
                for sea, gate in gates.items()
            }
            if following == reached:
                break
            reached = following
        return build.disjunction([value for sea, value in reached.items() if sea in goal])

    def ON_ROUTE(  # noqa: N802
        self, seas: Seas, convoy: Entity, convoys: Sequence[Entity], owners: Sequence[Entity] | None
    ) -> Value:
        """Whether the orders of some whole route without short cut are given."""
        build = self.formulas
        given: dict[Entity, Value] = {}
        for c in _along(convoy, convoys, owners):
            given[c.location] = build.disjunction((given.get(c.location, False), c.guard))
        if convoy.location not in given:
            return False
        routes = seas.routes(convoy.location, convoy.army, convoy.destination, frozenset(given))
        return build.disjunction([build.conjunction([given[f] for f in route]) for route in routes])
