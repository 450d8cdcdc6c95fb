"""What an explanation of every order of a phase costs, as a multiple of adjudicating it.

Phases of about 34 units; budget: 100 ms a phase.
"""

from __future__ import annotations

from benchmarks.harness import Row, arguments, load_phases, medians, show, take_turns
from resolvent.explain.alternatives import Alternatives
from resolvent.explain.explainer import explain
from resolvent.explain.movement import MovementExplainer
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER
from resolvent.records import Phase, read_phase
from resolvent.resolution.adjudicate import adjudicate
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Solver
from resolvent.rules.reading import load_reading

FEWEST_UNITS = 33


def main() -> None:
    """Measure and print."""
    options = arguments(__doc__ or "", 5).parse_args()
    phases = [read_phase(p) for p in load_phases() if sum(map(len, p["units"].values())) >= FEWEST_UNITS][:20]
    seconds = medians(
        take_turns(
            {
                "adjudicate": lambda: [adjudicate(phase) for phase in phases],
                "explain every order": lambda: [explain(phase) for phase in phases],
                "one order's alternatives": lambda: all(_alternatives(phase) for phase in phases[:3]),
            },
            options.repeats,
        )
    )
    each = {"adjudicate": len(phases), "explain every order": len(phases), "one order's alternatives": 3}
    cost = {name: 1000 * seconds[name] / each[name] for name in seconds}
    rows: list[Row] = [
        {"work": name, "ratio": round(ms / cost["adjudicate"], 1), "ms a phase": round(ms, 2)}
        for name, ms in cost.items()
    ]
    title = f"Explaining {len(phases)} phases of {FEWEST_UNITS} units or more"
    show(
        title,
        rows,
        options.json,
        ["Alternatives: all legal orders of all units grounded, two questions asked."],
    )


def _alternatives(phase: Phase) -> bool:
    explainer = MovementExplainer(Docket(phase), load_reading(), Solver(DEFAULT_SOLVER, DEFAULT_BUDGET))
    alternatives = Alternatives(explainer)
    result = explainer.resolution.orders[0]
    return alternatives.forcing(result) is not None and alternatives.change(result) is not None


if __name__ == "__main__":
    main()
