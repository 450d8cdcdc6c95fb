"""The solver session: equations under selectors, cores, every solution once, and an end to everything."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resolvent import BudgetError, InputError
from resolvent.logic.formula import Formulas, Value
from resolvent.logic.session import DEFAULT_SOLVER, SOLVERS, Session
from tests.logic.expressions import Expression, build, expressions, store, true_under

SIZE = 4
brief = settings(max_examples=25, deadline=None)
every_solver = pytest.mark.parametrize("solver", SOLVERS)


def satisfying(expression: Expression) -> set[tuple[bool, ...]]:
    """Every assignment under which an expression holds."""
    every = itertools.product((False, True), repeat=SIZE)
    return {values for values in every if true_under(expression, values)}


def pigeons(formulas: Formulas, holes: int) -> Value:
    """One pigeon more than holes, no two in one hole: impossible, and hard to see for a solver."""
    sits = [[formulas.free() for _ in range(holes)] for _ in range(holes + 1)]
    somewhere = [formulas.disjunction(row) for row in sits]
    alone = [
        formulas.negation(formulas.conjunction([one[hole], other[hole]]))
        for one, other in itertools.combinations(sits, 2)
        for hole in range(holes)
    ]
    return formulas.conjunction([*somewhere, *alone])


@pytest.fixture(params=SOLVERS)
def session(request: pytest.FixtureRequest) -> Iterator[Session]:
    """A session of each solver."""
    with Session(Formulas(), request.param) as opened:
        yield opened


@every_solver
class TestFormulas:
    """What the clauses say is what the formula says, for every solver."""

    @brief
    @given(expression=expressions(SIZE))
    def test_solutions(self, solver: str, expression: Expression) -> None:
        formulas, variables = store(SIZE)
        value = build(formulas, variables, expression)
        with Session(formulas, solver) as session:
            found = list(session.solutions(variables, [session.literal(value)]))
            assert len(found) == len(set(found))
            assert set(found) == satisfying(expression)
            opposite = list(session.solutions(variables, [session.literal(formulas.negation(value))]))
            assert set(found).isdisjoint(opposite)
            assert len(found) + len(opposite) == 2**SIZE

    @brief
    @given(
        parts=st.lists(expressions(SIZE, 6), min_size=SIZE, max_size=SIZE),
        chosen=st.sets(st.integers(0, SIZE - 1)),
    )
    def test_equations(self, solver: str, parts: list[Expression], chosen: set[int]) -> None:
        """Only those equations count whose selectors are assumed; a core names some that contradict."""
        formulas, variables = store(SIZE)
        values = [build(formulas, variables, p) for p in parts]
        with Session(formulas, solver) as session:
            selectors = [session.equation(x, v) for x, v in zip(variables, values, strict=True)]
            assumed = [selectors[i] for i in sorted(chosen)]
            expected = solutions_of(parts, chosen)
            assert set(session.solutions(variables, assumed)) == expected
            assert session.solve(assumed) == bool(expected)
            if not expected:
                core = session.core()
                assert set(core) <= set(assumed)
                assert not solutions_of(parts, {selectors.index(s) for s in core})
                assert not session.solve(core)
            # whatever was asked before
            assert set(session.solutions(variables, [])) == solutions_of(parts, set())


def solutions_of(parts: list[Expression], chosen: set[int]) -> set[tuple[bool, ...]]:
    """The assignments that satisfy some of the equations ``variable i == part i``."""
    every = itertools.product((False, True), repeat=SIZE)
    return {v for v in every if all(v[i] == true_under(parts[i], v) for i in chosen)}


class TestSelectors:
    """By hand, for every solver."""

    def test_core(self, session: Session) -> None:
        """x = not y, y = x contradict each other; z = x has no part in it."""
        x, y, z = (session.formulas.free() for _ in range(3))
        first = session.equation(x, -y)
        second = session.equation(y, x)
        third = session.equation(z, x)
        assert not session.solve([first, second, third])
        assert set(session.core()) == {first, second}
        assert session.solve([first, third])
        assert session.solve([second, third])
        assert session.model([x, y]) in {(True, True), (False, False)}

    def test_constants(self, session: Session) -> None:
        x = session.formulas.free()
        assert session.solve([session.literal(True)])
        assert not session.solve([session.literal(False)])
        assert session.core() == [session.literal(False)]
        always = session.equation(x, True)
        assert list(session.solutions([x], [always])) == [(True,)]
        never = session.equation(x, False)
        assert list(session.solutions([x], [never])) == [(False,)]
        assert list(session.solutions([x], [always, never])) == []

    def test_require(self, session: Session) -> None:
        x, y = session.formulas.free(), session.formulas.free()
        session.require(session.formulas.disjunction([x, y]))
        assert not session.solve([-x, -y])
        assert set(session.solutions([x, y], [])) == {(True, True), (True, False), (False, True)}

    def test_formulas_may_grow(self, session: Session) -> None:
        """Formulas made after an answer are known to the session too."""
        x, y = session.formulas.free(), session.formulas.free()
        assert session.solve([x])
        both = session.formulas.conjunction([x, y])
        assert session.solve([session.literal(both)])
        assert session.model([x, y]) == (True, True)
        assert not session.solve([session.literal(both), -y])


class TestProjection:
    """Solutions of some of the variables."""

    def test_each_once(self, session: Session) -> None:
        x, y, z = (session.formulas.free() for _ in range(3))
        session.require(session.formulas.equivalence(x, y))
        assert sorted(session.solutions([x, z], [])) == sorted(itertools.product((False, True), repeat=2))
        assert sorted(session.solutions([x, y], [z])) == [(False, False), (True, True)]

    def test_nothing_to_tell_apart(self, session: Session) -> None:
        x = session.formulas.free()
        session.literal(x)
        assert list(session.solutions([], [])) == [()]
        assert list(session.solutions([], [x])) == [()]

    def test_left_in_the_middle(self, session: Session) -> None:
        """Solutions that were found and set aside come again to the next who asks."""
        x, y = session.formulas.free(), session.formulas.free()
        first = session.solutions([x, y], [])
        seen = [next(first), next(first)]
        assert len(set(session.solutions([x, y], []))) == 4
        assert len([*seen, *first]) == 4
        for _ in session.solutions([x, y], []):
            break
        assert len(set(session.solutions([x, y], []))) == 4

    def test_two_at_a_time(self, session: Session) -> None:
        x, y = session.formulas.free(), session.formulas.free()
        pairs = itertools.zip_longest(session.solutions([x, y], []), session.solutions([y], [x]))
        first, second = zip(*pairs, strict=True)
        assert len(set(first)) == 4
        assert {s for s in second if s is not None} == {(True,), (False,)}


class TestBudget:
    """A question costs no more conflicts than allowed, and the session survives it."""

    @every_solver
    def test_gives_up(self, solver: str) -> None:
        formulas = Formulas()
        problem = pigeons(formulas, 9)
        with Session(formulas, solver, budget=200) as session:
            literal = session.literal(problem)
            for _ in range(2):
                with pytest.raises(BudgetError, match="the solver gave up after 200 conflicts"):
                    session.solve([literal])
            free = formulas.free()
            assert session.solve([free, -literal])
            assert session.model([free]) == (True,)

    @every_solver
    def test_enough(self, solver: str) -> None:
        """Four pigeons are no problem, and every question has a budget of its own."""
        formulas = Formulas()
        problem = pigeons(formulas, 3)
        with Session(formulas, solver, budget=1000) as session:
            for _ in range(20):
                assert not session.solve([session.literal(problem)])
                assert session.core() == [session.literal(problem)]

    @every_solver
    def test_budget_while_enumerating(self, solver: str) -> None:
        formulas = Formulas()
        x = formulas.free()
        hard = formulas.disjunction([x, pigeons(formulas, 9)])
        with Session(formulas, solver, budget=200) as session:
            literal = session.literal(hard)
            with pytest.raises(BudgetError):
                list(session.solutions([x], [literal]))
            assert session.solve([-x, -literal])
            assert session.model([x]) == (False,)

    def test_unknown_solver(self) -> None:
        with pytest.raises(InputError, match=r"^unknown solver 'zchaff'; there are minisat, glucose, "):
            Session(Formulas(), "zchaff")
        assert DEFAULT_SOLVER in SOLVERS
