"""All solvers on the knots of positions that are full of paradoxes.

Only resolving is timed, from the grounding to the values of all decisions: first as usual, then without
folding, when every decision is a variable.
"""

from __future__ import annotations

from functools import partial

from benchmarks.harness import Row, arguments, medians, ratio, show, take_turns
from benchmarks.knots import knotted_phases
from resolvent import load_reading, read_phase
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER, SOLVERS
from resolvent.resolution.docket import Docket
from resolvent.resolution.grounding import Grounding
from resolvent.resolution.knot import Solver
from resolvent.resolution.solve import solve


def main() -> None:
    parser = arguments(__doc__ or "")
    parser.add_argument("--phases", type=int, default=150, help="how many positions")
    options = parser.parse_args()
    reading = load_reading("datc")
    dockets = [Docket(read_phase(phase)) for phase in knotted_phases(options.phases)]
    groundings: list[Grounding] = [docket.grounding(reading) for docket in dockets]

    def run(name: str, fold: bool) -> None:
        for grounding in groundings:
            solve(grounding, Solver(name, DEFAULT_BUDGET), fold)

    times = {
        fold: take_turns({name: partial(run, name, fold) for name in SOLVERS}, options.repeats)
        for fold in (True, False)
    }
    rows: list[Row] = []
    middle = {fold: medians(seconds) for fold, seconds in times.items()}
    for name in sorted(SOLVERS, key=middle[True].__getitem__):
        rows.append(
            {
                "solver": name + (" (default)" if name == DEFAULT_SOLVER else ""),
                "µs a phase": 1_000_000 * middle[True][name] / len(groundings),
                "ratio": ratio(times[True], name, DEFAULT_SOLVER),
                "µs without folding": 1_000_000 * middle[False][name] / len(groundings),
                "ratio without folding": ratio(times[False], name, DEFAULT_SOLVER),
            }
        )
    decisions = sum(len(grounding.decisions) for grounding in groundings)
    notes = [f"{decisions} decisions in {len(groundings)} phases; ratios are to the default solver."]
    show("Solvers on knots", rows, options.json, notes)


if __name__ == "__main__":
    main()
