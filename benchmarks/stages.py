"""Where the time of one adjudication goes, stage by stage.

Every stage is run on all phases, with what the stages before it made; caches are warm.  The last line is a
whole adjudication in one piece, for comparison with the sum.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from unittest.mock import patch

from benchmarks.harness import PhaseDict, Row, arguments, load_phases, medians, show, take_turns
from resolvent import Phase, adjudicate, load_reading, read_phase
from resolvent.logic.formula import Value
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER
from resolvent.orders.judge import Judged
from resolvent.orders.position import Position
from resolvent.resolution.docket import Docket
from resolvent.resolution.grounding import Grounding
from resolvent.resolution.knot import Decision, Knot, Open, Solver
from resolvent.resolution.report import report
from resolvent.resolution.solve import Solved, solve


class Clocked(Knot):
    """A knot that takes the time of everything it is asked.

    Attributes:
        seconds: of all knots together.
        met: how many decisions each knot had open when it was made.
    """

    seconds = 0.0
    met: tuple[int, ...] = ()

    def __init__(self, grounding: Grounding, values: dict[Decision, bool], solver: Solver) -> None:
        start = time.process_time()
        super().__init__(grounding, values, solver)
        Clocked.seconds += time.process_time() - start
        Clocked.met += (len(self.open),)

    def settled(self) -> dict[Decision, bool]:
        start = time.process_time()
        found = super().settled()
        Clocked.seconds += time.process_time() - start
        return found

    def sources(self, stuck: frozenset[Decision]) -> list[list[Open]]:
        start = time.process_time()
        found = super().sources(stuck)
        Clocked.seconds += time.process_time() - start
        return found

    def solutions(
        self, component: Sequence[Open], limit: int, condition: Value = True
    ) -> list[tuple[bool, ...]]:
        start = time.process_time()
        found = super().solutions(component, limit, condition)
        Clocked.seconds += time.process_time() - start
        return found


class Stages:
    """The stages of the way of an order set, each over all phases."""

    def __init__(self, phases: list[PhaseDict]) -> None:
        self.reading = load_reading("datc")
        self.solver = Solver(DEFAULT_SOLVER, DEFAULT_BUDGET)
        self.written = phases
        self.phases: list[Phase] = [read_phase(phase) for phase in phases]
        self.dockets = [Docket(phase) for phase in self.phases]
        self.judged: list[Judged] = [docket.judged(self.reading) for docket in self.dockets]
        self.groundings = [self.grounding(number) for number in range(len(phases))]
        self.solved: list[Solved] = [solve(grounding, self.solver) for grounding in self.groundings]

    def grounding(self, number: int) -> Grounding:
        judged = self.judged[number]
        orders = [sheet.order for sheet in judged.sheets if sheet.order is not None]
        return Grounding(self.dockets[number].position, orders, judged, self.reading)

    def mapping(self) -> None:
        for phase in self.written:
            read_phase(phase)

    def position(self) -> None:
        for docket in self.dockets:
            Position(docket.phase.units, docket.board)

    def judging(self) -> None:
        for phase in self.phases:
            Docket(phase).judged(self.reading)

    def ground(self) -> None:
        for number in range(len(self.phases)):
            self.grounding(number)

    def solving(self) -> None:
        for grounding in self.groundings:
            solve(grounding, self.solver)

    def reporting(self) -> None:
        for phase, judged, grounding, solved in zip(
            self.phases, self.judged, self.groundings, self.solved, strict=True
        ):
            report(self.reading.name, phase.map, phase.phase, judged, grounding, solved)

    def whole(self) -> None:
        for phase in self.written:
            adjudicate(phase, self.reading)

    def knots(self, repeats: int) -> float:
        """Seconds spent on the knots of all phases once."""
        Clocked.seconds, Clocked.met = 0.0, ()
        with patch("resolvent.resolution.solve.Knot", Clocked):
            for _ in range(repeats):
                Clocked.met = ()
                self.solving()
        return Clocked.seconds / repeats


def main() -> None:
    options = arguments(__doc__ or "").parse_args()
    stages = Stages(load_phases())
    count = len(stages.phases)
    seconds = medians(
        take_turns(
            {
                "mapping": stages.mapping,
                "position": stages.position,
                "judging": stages.judging,
                "grounding": stages.ground,
                "solving": stages.solving,
                "reporting": stages.reporting,
                "whole": stages.whole,
            },
            options.repeats,
        )
    )
    knots = stages.knots(options.repeats)
    split = {
        "reading the mapping": seconds["mapping"],
        "placing the units": seconds["position"],
        "reading and judging orders": seconds["judging"] - seconds["position"],
        "grounding": seconds["grounding"],
        "propagating": seconds["solving"] - knots,
        "solving the knot": knots,
        "reporting": seconds["reporting"],
    }
    rows: list[Row] = [
        {
            "stage": name,
            "µs a phase": 1_000_000 * time / count,
            "% of the whole": 100 * time / seconds["whole"],
        }
        for name, time in {**split, "sum": sum(split.values()), "whole": seconds["whole"]}.items()
    ]
    decisions = sum(len(grounding.decisions) for grounding in stages.groundings)
    notes = [f"Of {decisions} decisions {sum(Clocked.met)} were left to {len(Clocked.met)} knots."]
    show(f"{count} phases of 22 to 34 units", rows, options.json, notes)


if __name__ == "__main__":
    main()
