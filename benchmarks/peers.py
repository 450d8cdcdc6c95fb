"""Resolvent against the ``diplomacy`` package on the same phases, taking turns in one run.

From text to outcomes: from units and order texts, as Python lists, to what became of every order, the
positions and the dislodged units.  For ``diplomacy`` that is ``clear_units``, ``set_units``, ``set_orders``
and ``process`` on one game that is used again and again; making the game and loading the map is not timed,
nor is loading the rules of Resolvent.  Both have met all phases once before, so caches are warm.

Adjudication alone: the orders are read and judged beforehand.  For ``diplomacy`` that is what ``process``
does up to the outcomes (``_determine_orders``, ``_add_coasts`` and ``_resolve_moves`` of one game for each
phase), without retreats; for Resolvent it is grounding, solving and the report with reasons and retreats.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.harness import PhaseDict, Row, arguments, load_phases, medians, ratio, show, take_turns
from resolvent import Phase, Reading, adjudicate, load_reading, read_phase
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER
from resolvent.resolution.docket import Docket
from resolvent.resolution.grounding import Grounding
from resolvent.resolution.knot import Solver
from resolvent.resolution.report import report
from resolvent.resolution.solve import solve

Run = Callable[[], object]
Board = tuple[set[tuple[str, str]], set[tuple[str, str]]]
"""Units that stand and units that are dislodged, each with its power."""


class Ours:
    """Resolvent on the phases."""

    def __init__(self, phases: Sequence[PhaseDict]) -> None:
        self.phases = phases
        self.reading: Reading = load_reading("datc")
        self.solver = Solver(DEFAULT_SOLVER, DEFAULT_BUDGET)
        self.dockets = [Docket(read_phase(phase)) for phase in phases]

    def whole(self) -> None:
        """From text to outcomes."""
        for phase in self.phases:
            adjudicate(phase, self.reading)

    def alone(self) -> None:
        """Adjudication alone."""
        for docket in self.dockets:
            self.adjudicated(docket, docket.phase)

    def adjudicated(self, docket: Docket, phase: Phase) -> None:
        judged = docket.judged(self.reading)
        orders = [sheet.order for sheet in judged.sheets if sheet.order is not None]
        grounding = Grounding(docket.position, orders, judged, self.reading)
        solved = solve(grounding, self.solver)
        report(self.reading.name, phase.map, phase.phase, judged, grounding, solved)

    def board(self, phase: PhaseDict) -> Board:
        found = adjudicate(phase, self.reading)
        gone = {power: list(units) for power, units in found.dislodged.items()}
        return owned(found.positions), owned(gone)


class Theirs:
    """The ``diplomacy`` package on the phases."""

    def __init__(self, phases: Sequence[PhaseDict]) -> None:
        from diplomacy import Game

        self.phases = phases
        self.game: Any = Game()
        self.games: list[Any] = []
        for phase in phases:
            game = Game()
            self.set_up(game, phase)
            self.games.append(game)

    def set_up(self, game: Any, phase: PhaseDict) -> None:
        """Put units and orders of a phase into a game; the season does not matter for the moves."""
        game.set_current_phase("S1901M")
        game.clear_units()
        for power, units in phase["units"].items():
            game.set_units(power, units)
        for power, orders in phase["orders"].items():
            game.set_orders(power, orders)

    def whole(self) -> None:
        """From text to outcomes."""
        for phase in self.phases:
            self.set_up(self.game, phase)
            self.game.process()

    def alone(self) -> None:
        """Adjudication alone."""
        for game in self.games:
            game._determine_orders()
            game._add_coasts()
            game._resolve_moves()

    def board(self, phase: PhaseDict) -> Board:
        self.set_up(self.game, phase)
        self.game._determine_orders()
        self.game._add_coasts()
        self.game._resolve_moves()
        gone = {
            power: [u for u in units if u in self.game.dislodged] for power, units in phase["units"].items()
        }
        self.game._move_results()
        return owned(self.game.get_units()), owned(gone)


def owned(units: Any) -> set[tuple[str, str]]:
    return {(power, unit) for power, texts in units.items() for unit in texts if not unit.startswith("*")}


def main() -> None:
    parser = arguments(__doc__ or "")
    parser.add_argument("--phases", type=int, default=200, help="how many of the 400 phases")
    options = parser.parse_args()
    phases = load_phases(options.phases)
    ours = Ours(phases)
    runs: dict[str, dict[str, Run]] = {
        "from text to outcomes": {"resolvent": ours.whole},
        "adjudication alone": {"resolvent": ours.alone},
    }
    notes = ["Times are per phase, the median of the rounds; ratio is diplomacy to resolvent."]
    if importlib.util.find_spec("diplomacy"):
        theirs = Theirs(phases)
        runs["from text to outcomes"]["diplomacy"] = theirs.whole
        runs["adjudication alone"]["diplomacy"] = theirs.alone
        same = sum(ours.board(phase) == theirs.board(phase) for phase in phases)
        notes.append(f"After {same} of {len(phases)} phases both have the same units on the board.")
    else:
        notes.append("The package 'diplomacy' is not installed (pip install diplomacy): there is no ratio.")
    rows: list[Row] = []
    for what, contestants in runs.items():
        times = take_turns(contestants, options.repeats)
        row: Row = {"measure": what}
        for name, seconds in medians(times).items():
            row[f"{name} ms"] = 1000 * seconds / len(phases)
            row[f"{name} phases/s"] = len(phases) / seconds
        if "diplomacy" in times:
            row["ratio"] = ratio(times, "diplomacy", "resolvent")
        rows.append(row)
    show(f"{len(phases)} phases of 22 to 34 units", rows, options.json, notes)


if __name__ == "__main__":
    main()
