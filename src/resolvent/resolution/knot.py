"""The knot: decisions that propagation leaves open, their dependencies and their components."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from resolvent.logic.algebra import FormulaAlgebra
from resolvent.logic.formula import Formulas, Value
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER, Session, check_solver
from resolvent.logic.tables import WIDEST, depends, table
from resolvent.orders.entities import OrderEntity
from resolvent.resolution.grounding import Grounding
from resolvent.rules.grounded import Grounded

__all__ = ["Decision", "Knot", "Open", "Solver", "said"]

Decision = tuple[str, OrderEntity]
"""A decision of the rules about an order: ``("succeeds", move)``."""


_OUTCOMES = ("succeeds", "given", "carries")


def said(decision: Decision) -> str:
    """What a decision is called: the order for its outcome, the name before it for any other."""
    name, order = decision
    return order.notation if name in _OUTCOMES else f"{name}: {order.notation}"


@dataclass(frozen=True)
class Solver:
    """Which solver to use and how much one question may cost (in conflicts)."""

    name: str = DEFAULT_SOLVER
    budget: int = DEFAULT_BUDGET

    def __post_init__(self) -> None:
        check_solver(self.name, self.budget)

    def session(self, formulas: Formulas) -> Session:
        """A session over a store."""
        return Session(formulas, self.name, self.budget)


@dataclass(frozen=True, eq=False)
class Open:
    """A decision that is open: its variable, and the formula its equation gives it."""

    decision: Decision
    variable: int
    formula: Value


class Knot:
    """All open decisions as formulas, what is settled put in.

    Args:
        grounding: the orders.
        values: the decisions that have a value.
        solver: what to ask where a truth table would be too wide.
    """

    def __init__(self, grounding: Grounding, values: Mapping[Decision, bool], solver: Solver) -> None:
        self.formulas = Formulas()
        self.reading = grounding.reading
        self.solver = solver
        self.rules: Grounded = grounding.put(FormulaAlgebra(self.formulas))
        memos = {name: self.rules.memo(name) for name in self.rules.decisions}
        for (name, order), value in values.items():
            memos[name][order] = value
        unsettled = [d for d in grounding.decisions if d not in values]
        for name, order in unsettled:
            memos[name][order] = self.formulas.free()
        self.open = [
            Open((name, order), memos[name][order], self.rules.equation(name)(order))
            for name, order in unsettled
        ]
        self.by_variable = {o.variable: o for o in self.open}

    def settled(self) -> dict[Decision, bool]:
        """Decisions whose equation has one value under every completion of the open ones."""
        found: dict[Decision, bool] = {}
        for o in self.open:
            value = self._constant(o.formula)
            if value is not None:
                found[o.decision] = value
        return found

    def sources(self, stuck: frozenset[Decision]) -> list[list[Open]]:
        """The components that depend on no other.

        Args:
            stuck: decisions that no rule will settle; what they are in, and what depends on them, waits.

        Returns:
            Components in the order of their first decision, each in the order of the grounding.
        """
        edges = {o.variable: self._depends_on(o) for o in self.open}
        components = _components(edges)
        where = {v: number for number, part in enumerate(components) for v in part}
        found = []
        for number, part in enumerate(components):
            if any(self.by_variable[v].decision in stuck for v in part):
                continue
            if all(where[e] == number for v in part for e in edges[v]):
                found.append([o for o in self.open if o.variable in part])
        return sorted(found, key=lambda c: self.open.index(c[0]))

    def solutions(
        self, component: Sequence[Open], limit: int, condition: Value = True
    ) -> list[tuple[bool, ...]]:
        """The solutions of a component's own equations.

        Args:
            component: its decisions.
            limit: how many to look for at most.
            condition: a formula that must hold besides.

        Returns:
            The values of the decisions, in their order.
        """
        with self.solver.session(self.formulas) as session:
            selectors = [session.equation(o.variable, o.formula) for o in component]
            found = []
            for values in session.solutions(
                [o.variable for o in component], [*selectors, session.literal(condition)]
            ):
                found.append(values)
                if len(found) == limit:
                    break
            return sorted(found, reverse=True)

    # -- what a formula does, whatever way it is written

    def _constant(self, formula: Value) -> bool | None:
        if formula is True or formula is False:
            return formula
        support = sorted(self.formulas.support(formula))
        if len(support) <= WIDEST:
            row = table(self.formulas, formula, support)
            if row == 0:
                return False
            return True if row == (1 << (1 << len(support))) - 1 else None
        with self.solver.session(self.formulas) as session:
            literal = session.literal(formula)
            if not session.solve([literal]):
                return False
            return None if session.solve([-literal]) else True

    def _depends_on(self, o: Open) -> frozenset[int]:
        """The variables that, changed alone, can change the equation."""
        support = sorted(self.formulas.support(o.formula))
        if len(support) <= WIDEST:
            row = table(self.formulas, o.formula, support)
            size = len(support)
            return frozenset(v for i, v in enumerate(support) if depends(row, i, size))
        found = set()
        with self.solver.session(self.formulas) as session:
            for variable in support:
                yes = self.formulas.substitute(o.formula, {variable: True})
                no = self.formulas.substitute(o.formula, {variable: False})
                differ = self.formulas.negation(self.formulas.equivalence(yes, no))
                if session.solve([session.literal(differ)]):
                    found.add(variable)
        return frozenset(found)


def _components(edges: Mapping[int, Iterable[int]]) -> list[frozenset[int]]:
    """Strongly connected components of the dependency graph."""
    if len(edges) == 1:
        return [frozenset(edges)]
    import networkx as nx  # only where a knot is met: it costs a tenth of a second to load

    graph = nx.DiGraph()
    graph.add_nodes_from(edges)
    graph.add_edges_from((v, e) for v, targets in edges.items() for e in targets)
    return [frozenset(part) for part in nx.strongly_connected_components(graph)]
