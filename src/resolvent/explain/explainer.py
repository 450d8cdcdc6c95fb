"""Explain the orders of a phase of any type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol, TypeAlias, overload

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.explain.aftermath import AdjustmentExplainer, RetreatExplainer
from resolvent.explain.explanation import Explanation
from resolvent.explain.movement import MovementExplainer
from resolvent.game.setting import Setting
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER
from resolvent.records.phase import Phase, read_phase
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Solver
from resolvent.resolution.resolution import OrderResult, Resolution
from resolvent.rules.reading import Reading, load_reading

__all__ = ["Explainer", "PhaseLike", "explain", "explainer_for", "find_order"]

PhaseLike: TypeAlias = Phase | Mapping[str, Any] | str | bytes
"""What a phase can be given as."""


class Explainer(Protocol):
    """What explains the orders of one phase."""

    @property
    def resolution(self) -> Resolution:
        """What became of the orders."""
        ...

    def explanations(self) -> Iterator[Explanation]:
        """One for each entry of the resolution, in its order."""
        ...

    def explanation(self, result: OrderResult) -> Explanation:
        """The explanation of one order."""
        ...


def explainer_for(phase: Phase, reading: Reading, board: Map | None, solver: Solver) -> Explainer:
    """What explains the orders of a phase.

    Args:
        phase: the phase, of any type.
        reading: the rules.
        board: the map; left out, the one the phase names.
        solver: which solver, and its budget.
    """
    if phase.type == "M":
        return MovementExplainer(Docket(phase, board), reading, solver)
    setting = Setting(phase, board)
    return (RetreatExplainer if phase.type == "R" else AdjustmentExplainer)(setting, reading)


@overload
def explain(
    phase: PhaseLike, order: str, rules: str | Reading = ..., *, board: Map | None = ..., solver: str = ...,
    budget: int = ...,
) -> Explanation: ...  # fmt: skip


@overload
def explain(
    phase: PhaseLike, order: None = ..., rules: str | Reading = ..., *, board: Map | None = ...,
    solver: str = ..., budget: int = ...,
) -> tuple[Explanation, ...]: ...  # fmt: skip


def explain(
    phase: PhaseLike,
    order: str | None = None,
    rules: str | Reading = "datc",
    *,
    board: Map | None = None,
    solver: str = DEFAULT_SOLVER,
    budget: int = DEFAULT_BUDGET,
) -> Explanation | tuple[Explanation, ...]:
    """Why orders fared as they did: for each the fewest rule instances from which its outcome follows.

    Args:
        phase: a phase of any type, or anything `resolvent.read_phase` reads.
        order: one order in the notation (``"A MUN - SIL"``) or its unit (``"A MUN"``); left out, all of them.
        rules: a rulebook's name, the path of a rulebook file, or a reading.
        board: the map; left out, the one the phase names.
        solver: the SAT solver.
        budget: conflicts that one question to the solver may cost.

    Returns:
        The explanation of the order, or those of all orders in the order of the resolution; the same for
        the same input.

    Raises:
        InputError: the phase cannot be used, or has no such order.
        RuleError: the rulebook cannot be used.
        BudgetError: the solver ran out of conflicts.
    """
    read = phase if isinstance(phase, Phase) else read_phase(phase)
    reading = rules if isinstance(rules, Reading) else load_reading(rules)
    explainer = explainer_for(read, reading, board, Solver(solver, budget))
    if order is None:
        return tuple(explainer.explanations())
    return explainer.explanation(find_order(explainer.resolution, order))


def find_order(resolution: Resolution, order: str) -> OrderResult:
    """The entry of a resolution that somebody means.

    Args:
        resolution: the resolution.
        order: an order in the notation, its text, or its unit; large and small letters are the same.

    Raises:
        InputError: there is none, or there are several.
    """
    wanted = _evened(order)
    for name in ("order", "text", "unit"):
        found = [o for o in resolution.orders if _evened(getattr(o, name) or "") == wanted]
        if len(found) == 1:
            return found[0]
        if found:
            raise InputError(f"several orders are '{order[:60]}'", "order")
    known = ", ".join(o.unit for o in resolution.orders[:40] if o.unit)
    raise InputError(f"there is no order '{order[:60]}'; the units are {known}", "order")


def _evened(text: str) -> str:
    return " ".join(text.upper().split())
