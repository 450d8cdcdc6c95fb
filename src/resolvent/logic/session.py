"""A SAT session: formulas become clauses on demand, equations stand under selectors.

An equation is a variable and a formula that must be equal.  It counts only while its *selector* is
assumed, so a session can be asked about any subset of its equations, and a core of an unsatisfiable
question names the equations that contradict each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import Final

from pysat.solvers import Solver

from resolvent.errors import BudgetError, InputError
from resolvent.logic.formula import Formulas, Literal, Value

__all__ = ["DEFAULT_BUDGET", "DEFAULT_SOLVER", "SOLVERS", "Session", "check_solver"]

SOLVERS: Final[dict[str, str]] = {
    "minisat": "minisat22",
    "glucose": "glucose4",
    "cadical": "cadical195",
    "minicard": "minicard",
    "maplesat": "maplesat",
}
"""The names people give solvers, and the name PySAT gives them."""

DEFAULT_SOLVER: Final = "minisat"
"""The quickest on the many small questions of adjudication; see ``benchmarks/solvers.py``."""

DEFAULT_BUDGET: Final = 200_000
"""Conflicts that one question may cost."""


def check_solver(solver: str, budget: int) -> None:
    """Make sure that there is such a solver, and that it may do something.

    Raises:
        InputError: if not.
    """
    if solver not in SOLVERS:
        raise InputError(f"unknown solver '{solver}'; there are {', '.join(SOLVERS)}")
    if budget < 1:
        raise InputError(f"a budget is at least one conflict, not {budget}")


class Session:
    """A solver with the formulas of one store.

    Args:
        formulas: the store; it may grow while the session is open.
        solver: a key of `SOLVERS`.
        budget: conflicts that one question may cost.

    Raises:
        InputError: for a solver of another name.
    """

    def __init__(
        self, formulas: Formulas, solver: str = DEFAULT_SOLVER, budget: int = DEFAULT_BUDGET
    ) -> None:
        check_solver(solver, budget)
        self.formulas = formulas
        self.budget = budget
        self._solver = Solver(name=SOLVERS[solver])
        self._solver.add_clause([1])
        self._defined: set[int] = set()
        self._highest = 1

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Free the solver."""
        self._solver.delete()

    def literal(self, value: Value) -> Literal:
        """The literal of a formula, its clauses added."""
        if value is True or value is False:
            return 1 if value else -1
        todo = [abs(value)]
        while todo:
            variable = todo.pop()
            if variable in self._defined:
                continue
            self._defined.add(variable)
            parts = self.formulas.conjunctions.get(variable)
            if parts is None:
                continue
            self._solver.add_clause([variable, *(-p for p in parts)])
            for part in parts:
                self._solver.add_clause([-variable, part])
                todo.append(abs(part))
        return value

    def require(self, value: Value) -> None:
        """Demand a formula in every answer from now on."""
        self._solver.add_clause([self.literal(value)])

    def equation(self, variable: Literal, value: Value) -> Literal:
        """Add ``variable == value`` under a new selector, and give the selector."""
        right = self.literal(value)
        selector = self.formulas.free()
        self._solver.add_clause([-selector, -variable, right])
        self._solver.add_clause([-selector, variable, -right])
        return selector

    def solve(self, assumptions: Iterable[Literal]) -> bool:
        """Whether the assumed literals can all be true.

        Raises:
            BudgetError: if the conflicts run out before an answer.
        """
        self._solver.conf_budget(self.budget)
        answer = self._solver.solve_limited(assumptions=list(assumptions))
        if answer is None:
            raise BudgetError(f"the solver gave up after {self.budget} conflicts; a larger budget may help")
        return bool(answer)

    def core(self) -> list[Literal]:
        """Assumptions that contradict each other, after `solve` said no."""
        return list(self._solver.get_core() or ())

    def model(self, variables: Sequence[int]) -> tuple[bool, ...]:
        """The values of variables, after `solve` said yes."""
        true = {literal for literal in self._solver.get_model() or () if literal > 0}
        return tuple(variable in true for variable in variables)

    def solutions(
        self, variables: Sequence[int], assumptions: Iterable[Literal]
    ) -> Iterator[tuple[bool, ...]]:
        """The different values that variables can have together; the session stays usable.

        Args:
            variables: what to project to.  Their values are all that is told apart.
            assumptions: literals that hold in every solution.

        Yields:
            The values of ``variables``, in the order given.
        """
        for variable in variables:
            self.literal(variable)
        here = self.formulas.free()
        assumed = [*assumptions, here]
        try:
            while self.solve(assumed):
                values = self.model(variables)
                yield values
                blocked = [-v if value else v for v, value in zip(variables, values, strict=True)]
                self._solver.add_clause([-here, *blocked])
        finally:
            self._solver.add_clause([-here])
