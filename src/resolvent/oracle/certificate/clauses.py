"""The equations of some decisions as clauses, written as DIMACS that says what its variables mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from resolvent.logic.formula import Value
from resolvent.resolution.knot import Decision, Knot, said

__all__ = ["Clauses", "stage_clauses"]


class Clauses:
    """Clauses over numbered variables.

    Args:
        knot: the formulas.

    Attributes:
        numbers: variable of the formulas -> number, from 1.
        meanings: number -> what it means.
        clauses: lists of numbers, negative ones negated.
    """

    def __init__(self, knot: Knot) -> None:
        self.knot = knot
        self.numbers: dict[int, int] = {}
        self.meanings: dict[int, str] = {}
        self.clauses: list[tuple[int, ...]] = []

    def number(self, variable: int) -> int:
        """The number of a variable; what it stands for is added as clauses."""
        if variable in self.numbers:
            return self.numbers[variable]
        open_ = self.knot.by_variable.get(variable)
        parts = self.knot.formulas.conjunctions.get(variable)
        literals = [] if parts is None else [self.literal(p) for p in parts]
        number = self.numbers[variable] = len(self.numbers) + 1
        if open_ is not None:
            self.meanings[number] = said(open_.decision)
        elif parts is not None:
            self.meanings[number] = "all of " + " ".join(map(str, literals))
            self.clauses.append((number, *(-x for x in literals)))
            self.clauses += [(-number, x) for x in literals]
        return number

    def literal(self, value: int) -> int:
        """The numbered literal of a literal of the formulas."""
        number = self.number(abs(value))
        return number if value > 0 else -number

    def equate(self, variable: int, value: Value) -> None:
        """Demand that a variable and a formula are equal."""
        left = self.number(variable)
        if value is True or value is False:
            self.clauses.append((left if value else -left,))
        else:
            right = self.literal(value)
            self.clauses += [(-left, right), (left, -right)]

    def text(self, comments: Iterable[str]) -> str:
        """DIMACS, each variable explained in a comment."""
        lines = [f"c {comment}" for comment in comments]
        lines += [f"c {number}: {meaning}" for number, meaning in sorted(self.meanings.items())]
        lines.append(f"p cnf {len(self.numbers)} {len(self.clauses)}")
        lines += [" ".join(map(str, (*clause, 0))) for clause in self.clauses]
        return "\n".join(lines) + "\n"


def stage_clauses(
    knot: Knot, decisions: Sequence[Decision], solutions: Sequence[Mapping[Decision, bool]]
) -> Clauses:
    """The equations of some decisions, and that none of certain solutions is meant.

    They have no solution exactly if those are all the solutions there are.

    Args:
        knot: the formulas, what was settled before put in.
        decisions: the decisions.
        solutions: the values they may have.
    """
    variables = {o.decision: o for o in knot.open}
    clauses = Clauses(knot)
    for decision in decisions:
        clauses.number(variables[decision].variable)
    for decision in decisions:
        o = variables[decision]
        clauses.equate(o.variable, o.formula)
    for solution in solutions:
        numbers = [clauses.number(variables[d].variable) for d in decisions]
        clauses.clauses.append(
            tuple(-n if solution[d] else n for n, d in zip(numbers, decisions, strict=True))
        )
    return clauses
