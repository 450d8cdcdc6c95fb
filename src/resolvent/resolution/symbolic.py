"""Orders left open: several candidate orders for a unit, each under the condition that it is given.

Adjudication is the case of one candidate each, whose condition is the constant true and folds away.
Searching for orders ("is there an order set such that …") is the same grounding with conditions left in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.logic.algebra import FormulaAlgebra
from resolvent.logic.formula import Formulas, Literal, Value
from resolvent.logic.session import Session
from resolvent.orders.entities import OrderEntity, Unit
from resolvent.orders.judge import Judged, judge
from resolvent.records.phase import Phase
from resolvent.resolution.docket import Docket
from resolvent.resolution.grounding import Grounding
from resolvent.resolution.knot import Decision, Solver, said
from resolvent.rules.reading import Reading

__all__ = ["Candidate", "OpenOrders", "Solution"]


class Candidate(NamedTuple):
    """One order a unit may have.

    Attributes:
        unit: the unit.
        notation: the order in the notation, ``"A PAR H"`` for one that is illegal.
        order: the order, or ``None``: the unit holds.
        given: the literal (or constant) that it is given.
    """

    unit: Unit
    notation: str
    order: OrderEntity | None
    given: Value


class Solution(NamedTuple):
    """One order for each unit, and a solution of the equations under these orders.

    Attributes:
        orders: unit name -> the order it is given.
        values: order -> whether it succeeds, is given or carries; holds are left out.
    """

    orders: dict[str, str]
    values: dict[str, bool]


class OpenOrders:
    """A position in which units have candidate orders, grounded once for all combinations.

    Args:
        phase: the units, and the orders of units that have but one.
        candidates: unit name (``"A PAR"``) -> the texts of its candidate orders.  To rules that ask what
            was written, all of them are written, and none of them is unreadable.
        reading: the rules.
        board: the map; left out, the one the phase names.

    Raises:
        InputError: the phase cannot be used, or a unit named is not there or has no candidate.
    """

    def __init__(
        self,
        phase: Phase,
        candidates: Mapping[str, Sequence[str]],
        reading: Reading,
        board: Map | None = None,
    ) -> None:
        self.formulas = Formulas()
        docket = Docket(phase, board)
        self.position = docket.position
        unknown = set(candidates) - {u.name for u in self.position.units}
        if unknown:
            raise InputError(f"there is no unit '{min(unknown)}'", "candidates")
        given = docket.judged(reading)
        written = {power: list(orders) for power, orders in given.written_by.items()}
        self.candidates: list[list[Candidate]] = []
        for sheet in given.sheets:
            texts = candidates.get(sheet.unit.name)
            if texts is None:
                self.candidates.append([Candidate(sheet.unit, sheet.shown, sheet.order, True)])
                continue
            if not texts:
                raise InputError(f"'{sheet.unit.name}' has no candidate order", "candidates")
            judged = [
                judge(self.position, {sheet.unit.power: [[text]]}, reading, docket.language) for text in texts
            ]
            for each in judged:
                written.setdefault(sheet.unit.power, []).extend(each.written_by[sheet.unit.power])
            self.candidates.append(self._candidates(sheet.unit, judged))
        orders = [c.order for unit in self.candidates for c in unit if c.order is not None]
        scribbled = {unit for unit in given.scribbled if unit.name not in candidates}
        told = Judged([], written_by=written, scribbled=scribbled)
        self.grounding = Grounding(self.position, orders, told, reading, guarded=True)
        self.rules = self.grounding.put(FormulaAlgebra(self.formulas))
        self.variables: dict[Decision, Literal] = {}
        for name, order in self.grounding.decisions:
            self.variables[name, order] = self.formulas.free()
            self.rules.memo(name)[order] = self.variables[name, order]
        self.equations: dict[Decision, Value] = {
            (name, order): self.formulas.conjunction((order.guard, self.rules.equation(name)(order)))
            for name, order in self.grounding.decisions
        }

    def _candidates(self, unit: Unit, judged: Sequence[Judged]) -> list[Candidate]:
        """The different orders that texts mean, each judged by itself; an illegal one is a hold."""
        meant: dict[str, OrderEntity | None] = {}
        for each in judged:
            sheet = next(s for s in each.sheets if s.unit is unit)
            meant.setdefault(sheet.order.notation if sheet.order is not None else unit.hold, sheet.order)
        if len(meant) == 1:
            return [Candidate(unit, notation, order, True) for notation, order in meant.items()]
        found = []
        for notation, order in meant.items():
            literal = self.formulas.free()
            found.append(Candidate(unit, notation, order and order.under(literal), literal))
        return found

    def session(self, solver: Solver | None = None) -> tuple[Session, list[Literal]]:
        """A session in which each unit has exactly one of its orders, and the selectors of the equations.

        Args:
            solver: which solver, and its budget.
        """
        session = (solver or Solver()).session(self.formulas)
        negation, disjunction = self.formulas.negation, self.formulas.disjunction
        for unit in self.candidates:
            literals = [c.given for c in unit]
            session.require(disjunction(literals))
            for one, other in combinations(literals, 2):
                session.require(disjunction((negation(one), negation(other))))
        return session, [session.equation(self.variables[d], e) for d, e in self.equations.items()]

    def solutions(self, solver: Solver | None = None) -> Iterator[Solution]:
        """Every combination of orders with every solution of the bare equations.

        Args:
            solver: which solver, and its budget.
        """
        session, selectors = self.session(solver)
        choices = [c for unit in self.candidates for c in unit]
        guards = [c.given for c in choices if c.given is not True and c.given is not False]
        variables = [*guards, *self.variables.values()]
        with session:
            for values in session.solutions(variables, selectors):
                true = {v for v, value in zip(variables, values, strict=True) if value}
                given = [c for c in choices if c.given is True or c.given in true]
                orders = {c.unit.name: c.notation for c in given}
                kept = {c.order for c in given}
                yield Solution(
                    orders, {said(d): v in true for d, v in self.variables.items() if d[1] in kept}
                )
