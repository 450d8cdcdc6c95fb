"""Adjudicating one phase, from what was written to the resolution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from resolvent.board import Map
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER
from resolvent.records.phase import Phase, read_phase
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Knot, Solver, said
from resolvent.resolution.resolution import Resolution
from resolvent.rules.reading import Reading, load_reading

__all__ = ["adjudicate", "consistent_resolutions"]


def adjudicate(
    phase: Phase | Mapping[str, Any] | str | bytes,
    rules: str | Reading = "datc",
    *,
    board: Map | None = None,
    solver: str = DEFAULT_SOLVER,
    budget: int = DEFAULT_BUDGET,
    fold: bool = True,
) -> Resolution:
    """Adjudicate a phase.

    Args:
        phase: the units and orders, for retreats with ``dislodged``, for adjustments with ``centers``; or
            anything `resolvent.read_phase` reads.
        rules: a rulebook's name, the path of a rulebook file, or a reading.
        board: the map; left out, the one the phase names.
        solver: ``"minisat"``, ``"glucose"``, ``"cadical"``, … (`resolvent.logic.session.SOLVERS`).
        budget: conflicts that one question to the solver may cost.
        fold: settle what follows by propagation before the solver is asked; changes nothing but speed.

    Returns:
        What became of every order, why and because of whom, and the board afterwards.

    Raises:
        InputError: the phase cannot be used (`place` says where).
        RuleError: the rulebook cannot be used.
        BudgetError: the solver ran out of conflicts.
    """
    read = phase if isinstance(phase, Phase) else read_phase(phase)
    reading = rules if isinstance(rules, Reading) else load_reading(rules)
    if read.type == "R":
        from resolvent.game.retreats import resolve_retreats

        return resolve_retreats(read, reading, board)
    if read.type == "A":
        from resolvent.game.adjustments import resolve_adjustments

        return resolve_adjustments(read, reading, board)
    return Docket(read, board).resolved(reading, Solver(solver, budget), fold)


def consistent_resolutions(
    phase: Phase | Mapping[str, Any] | str | bytes,
    rules: str | Reading = "datc",
    *,
    limit: int = 100,
    board: Map | None = None,
    solver: str = DEFAULT_SOLVER,
    budget: int = DEFAULT_BUDGET,
) -> Iterator[dict[str, bool]]:
    """Every solution of the bare equations, no cycle rule applied.

    Args:
        phase, rules, board, solver, budget: as for `adjudicate`.
        limit: how many at most.

    Yields:
        Order in the notation -> whether it succeeds, is given or carries (and what else the reading
        decides, ``"sails: A LON - BEL"``); in a fixed order.
    """
    read = phase if isinstance(phase, Phase) else read_phase(phase)
    reading = rules if isinstance(rules, Reading) else load_reading(rules)
    knot = Knot(Docket(read, board).grounding(reading), {}, Solver(solver, budget))
    for values in knot.solutions(knot.open, limit):
        yield {said(o.decision): v for o, v in zip(knot.open, values, strict=True)}
