"""The two algebras: three values know what is known, formulas say the rest, and they agree."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resolvent.logic.algebra import FormulaAlgebra, Known, ThreeValued
from resolvent.logic.counts import Count
from resolvent.logic.formula import Formulas
from tests.logic.expressions import assignments, store, value_under

brief = settings(max_examples=80, deadline=None)
known = st.sampled_from([True, False, None])


class Waters:
    """Some coasts and seas, and which touch: all that connectivity needs of a board."""

    def __init__(self, edges: Sequence[tuple[str, str]]) -> None:
        self.edges = {frozenset(edge) for edge in edges}

    def touching(self, province: str) -> frozenset[str]:
        """The seas beside a province; names of seas are in capitals."""
        beside = {p for edge in self.edges if province in edge for p in edge if p != province}
        return frozenset(p for p in beside if p.isupper())

    def linked(self, origin: str, destination: str, fleets: Sequence[tuple[str, bool]]) -> bool:
        """Try every order of every choice of fleets."""
        there = [f for f, carries in fleets if carries]
        rows = (row for n in range(1, len(there) + 1) for row in itertools.permutations(there, n))
        return any(
            row[0] in self.touching(origin)
            and row[-1] in self.touching(destination)
            and all(b in self.touching(a) for a, b in itertools.pairwise(row))
            for row in rows
        )

    def routes(
        self, fleet: str, origin: str, destination: str, fleets: frozenset[str]
    ) -> Iterator[tuple[str, ...]]:
        """Chains without short cut that pass a fleet, the two coasts counted but not with each other."""
        for n in range(1, len(fleets) + 1):
            for row in itertools.permutations(sorted(fleets), n):
                whole = (origin, *row, destination)
                meet = {
                    (i, j)
                    for i, j in itertools.combinations(range(len(whole)), 2)
                    if frozenset((whole[i], whole[j])) in self.edges and (i, j) != (0, len(whole) - 1)
                }
                if fleet in row and meet == {(i, i + 1) for i in range(len(whole) - 1)}:
                    yield row


SEAS = ("A", "B", "C", "D", "E")
COASTS = ("x", "y")
PAIRS = [(a, b) for a, b in itertools.combinations((*SEAS, *COASTS), 2) if not (a in COASTS and b in COASTS)]


@st.composite
def waters(draw: st.DrawFn) -> Waters:
    """Some of the possible borders."""
    return Waters([pair for pair in PAIRS if draw(st.booleans())])


class Order:
    """As much of a convoy order as routes ask about."""

    def __init__(self, location: str, guard: Any) -> None:
        self.location = location
        self.army, self.destination = COASTS
        self.guard = guard


class TestConnected:
    """Reachability over fleets that carry, against trying everything."""

    @brief
    @given(waters(), st.lists(st.tuples(st.sampled_from(SEAS), known), max_size=6))
    def test_three_valued(self, seas: Waters, fleets: list[tuple[str, Known]]) -> None:
        """Known exactly if every completion says the same."""
        found = ThreeValued.CONNECTED(seas, *COASTS, fleets)
        outcomes = set()
        for values in itertools.product((True, False), repeat=len(fleets)):
            if all(v is None or v == value for (_, v), value in zip(fleets, values, strict=True)):
                completed = [(f, value) for (f, _), value in zip(fleets, values, strict=True)]
                outcomes.add(seas.linked(*COASTS, completed))
        assert found == (outcomes.pop() if len(outcomes) == 1 else None)

    @brief
    @given(waters(), st.lists(st.tuples(st.sampled_from(SEAS), known), max_size=6))
    def test_formulas(self, seas: Waters, fleets: list[tuple[str, Known]]) -> None:
        """Under every assignment, constants among the fleets, and several orders in one sea."""
        formulas, variables = store(len(fleets))
        gates = [
            (f, variable if value is None else value)
            for (f, value), variable in zip(fleets, variables, strict=True)
        ]
        found = FormulaAlgebra(formulas).CONNECTED(seas, *COASTS, gates)
        for assigned in assignments(variables):
            completed = [(f, value_under(formulas, gate, assigned)) for f, gate in gates]
            assert value_under(formulas, found, assigned) == seas.linked(*COASTS, completed)

    def test_size(self) -> None:
        """Nineteen fleets in a grid take a few hundred conjunctions, not one for each of their chains."""
        grid = {(i, j): f"S{i}{j}" for i in range(4) for j in range(5)}
        edges = [(name, grid[i + 1, j]) for (i, j), name in grid.items() if i < 3]
        edges += [(name, grid[i, j + 1]) for (i, j), name in grid.items() if j < 4]
        edges += [("x", "S00"), ("y", "S34")]
        formulas, variables = store(len(grid))
        gates = list(zip(grid.values(), variables, strict=True))
        FormulaAlgebra(formulas).CONNECTED(Waters(edges), "x", "y", gates)
        assert len(formulas.conjunctions) < 1000

    def test_no_fleets(self) -> None:
        """Two coasts that touch each other are not linked by sea for that."""
        seas = Waters([("x", "y"), ("x", "A"), ("y", "A")])
        assert ThreeValued.CONNECTED(seas, "x", "y", []) is False
        assert FormulaAlgebra(Formulas()).CONNECTED(seas, "x", "y", []) is False
        assert ThreeValued.CONNECTED(seas, "x", "y", [("A", True)]) is True
        assert FormulaAlgebra(Formulas()).CONNECTED(seas, "x", "y", [("A", True)]) is True


class TestOnRoute:
    """Whether a convoy order lies on a route of given convoy orders."""

    @brief
    @given(waters(), st.sets(st.sampled_from(SEAS), min_size=1))
    def test_agree(self, seas: Waters, there: set[str]) -> None:
        formulas, variables = store(len(there))
        orders = [Order(sea, v) for sea, v in zip(sorted(there), variables, strict=True)]
        asked = orders[0]
        open_ = FormulaAlgebra(formulas).ON_ROUTE(seas, asked, orders, None)
        for assigned in assignments(variables):
            given_ = [o for o in orders if assigned[o.guard]]
            expected = ThreeValued.ON_ROUTE(seas, asked, given_, None)
            fleets = frozenset(o.location for o in given_)
            routes = list(seas.routes(asked.location, *COASTS, fleets)) if asked in given_ else []
            assert expected == bool(routes)
            assert value_under(formulas, open_, assigned) == expected


bounds = st.tuples(st.integers(0, 4), st.integers(0, 3)).map(
    lambda t: t[0] if not t[1] else (t[0], t[0] + t[1])
)


def members(count: int | tuple[int, int]) -> range:
    """The numbers that a known or open count may be."""
    return range(count, count + 1) if isinstance(count, int) else range(count[0], count[1] + 1)


class TestThreeValues:
    """Bounds and the third value: what they claim holds of every completion."""

    @brief
    @given(bounds, bounds)
    def test_comparisons(self, left: Any, right: Any) -> None:
        pairs = list(itertools.product(members(left), members(right)))
        for found, outcomes in (
            (ThreeValued.GT(left, right), {a > b for a, b in pairs}),
            (ThreeValued.GE(left, right), {a >= b for a, b in pairs}),
            (ThreeValued.EQ(left, right), {a == b for a, b in pairs}),
        ):
            assert found == (outcomes.pop() if len(outcomes) == 1 else None)

    @brief
    @given(bounds, bounds, known)
    def test_sums_and_choices(self, left: Any, right: Any, condition: Known) -> None:
        low, high = ThreeValued.ADD(left, right)
        sums = {a + b for a, b in itertools.product(members(left), members(right))}
        assert (low, high) == (min(sums), max(sums))
        either = members(ThreeValued.ITE_COUNT(None, left, right))
        assert {*members(left), *members(right)} <= set(either)
        assert (either[0], either[-1]) == (
            min(members(left)[0], members(right)[0]),
            max(members(left)[-1], members(right)[-1]),
        )

    def test_junctions(self) -> None:
        """The emitted code calls them only where no value decides alone."""
        assert ThreeValued.AND([True, None]) is None
        assert ThreeValued.OR([False, None]) is None
        assert ThreeValued.NOT(None) is None
        assert ThreeValued.NOT(True) is False
        assert ThreeValued.ITE(None, True, True) is True
        assert ThreeValued.ITE(None, True, False) is None
        assert ThreeValued.ITE(None, None, None) is None
        assert ThreeValued.COUNT(2, [None, None]) == (2, 4)


class TestDecide:
    """Decisions that depend on each other."""

    def test_ring(self) -> None:
        """A decision that depends on itself is not known, nor what depends on it."""
        algebra = ThreeValued()
        memo: dict[Any, Known] = {}

        def equation(order: str) -> Known:
            following = {"a": "b", "b": "c", "c": "a"}[order]
            return memo[following] if following in memo else algebra.DECIDE("d", memo, equation, following)

        assert algebra.DECIDE("d", memo, equation, "a") is None
        assert memo == {"a": None, "b": None, "c": None}
        assert {(name, order) for name, _, order in algebra.unknown} == {("d", "a"), ("d", "b"), ("d", "c")}

    @pytest.mark.parametrize("deepest", [1, 5, 30])
    def test_put_off(self, deepest: int) -> None:
        """Too long a row is put off, and settled when it is asked again."""
        algebra = ThreeValued(deepest)
        memo: dict[Any, Known] = {}

        def equation(order: int) -> Known:
            if order == 100:
                return True
            return memo[order + 1] if order + 1 in memo else algebra.DECIDE("d", memo, equation, order + 1)

        rounds = 0
        while memo.get(0) is not True:
            rounds += 1
            algebra.unknown.clear()
            for order in [o for o, value in memo.items() if value is None]:
                del memo[order]
            for order in range(100, -1, -1) if rounds > 1 else range(101):
                if order not in memo:
                    algebra.DECIDE("d", memo, equation, order)
        assert rounds <= 2
        assert all(memo[order] for order in range(101))

    def test_formulas(self) -> None:
        """A decision is its variable; its equation is not looked at."""
        formulas = Formulas()
        algebra = FormulaAlgebra(formulas)
        memo: dict[Any, Any] = {}

        def equation(order: str) -> bool:
            raise AssertionError("nobody asks for the equation")

        value = algebra.DECIDE("d", memo, equation, "a")
        assert memo == {"a": value}
        assert algebra.opened == [("d", "a", value)]
        assert formulas.support(value) == {value}


class TestFormulaAlgebra:
    """The operations are those of the store and of the counts."""

    @brief
    @given(st.lists(st.integers(0, 3), max_size=4), st.integers(0, 2), st.integers(0, 4))
    def test_counts(self, parts: list[int], low: int, other: int) -> None:
        formulas, (x, y) = store(2)
        values = [(x, y, True, False)[part] for part in parts]
        algebra = FormulaAlgebra(formulas)
        count: Count = algebra.COUNT(low, values)
        for assigned in assignments([x, y]):
            true = low + sum(value_under(formulas, v, assigned) for v in values)
            for found, expected in (
                (algebra.GT(count, other), true > other),
                (algebra.GE(count, other), true >= other),
                (algebra.EQ(count, other), true == other),
                (algebra.GT(other, count), other > true),
                (algebra.GE(other, count), other >= true),
                (algebra.EQ(algebra.ADD(count, 1), other), true + 1 == other),
                (algebra.EQ(algebra.ITE_COUNT(x, count, 1), other), (true if assigned[x] else 1) == other),
            ):
                assert value_under(formulas, found, assigned) == expected
