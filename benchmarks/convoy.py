"""Nineteen fleets convoying one army: all seas of the standard map."""

from __future__ import annotations

from functools import partial

from benchmarks.harness import PhaseDict, Row, arguments, medians, show, take_turns
from resolvent import adjudicate, load_map, load_reading
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER
from resolvent.records import read_phase
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Solver
from resolvent.resolution.solve import solve

OWNERS = ("ENGLAND", "FRANCE", "ITALY", "TURKEY")
ROUNDS = 20  # adjudications a round

Attack = dict[str, str]
"""Unit -> the rest of its order."""

CALM: Attack = {}
BROKEN: Attack = {"F POR": "- MAO", "F GAS": "S F POR - MAO"}
PARADOX: Attack = {"F POR": "- MAO", "F SYR": "H", "F NAF": "S F POR - MAO"}
# the army lands on the supporter of the attack on the fleet that it needs, and other seas are attacked too
STORM: Attack = {
    "F POR": "- MAO",
    "F NAF": "S F POR - MAO",
    "F LON": "- ENG",
    "F WAL": "S F LON - ENG",
    "F EDI": "- NTH",
    "F YOR": "S F EDI - NTH",
    "F CLY": "- NAO",
    "F LVP": "- IRI",
    "F NWY": "- NWG",
    "F DEN": "- HEL",
    "F SWE": "- SKA",
    "F BRE": "S F LON - ENG",
    "F TUN": "- WES",
    "F SPA/SC": "S F TUN - WES",
}


def phase_of(army: str, goal: str, attack: Attack) -> PhaseDict:
    """Fleets in all seas that convoy one army, and a few units of a sixth power that meddle."""
    seas = sorted(p.id for p in load_map("standard").provinces.values() if p.kind == "sea")
    orders: dict[str, list[str]] = {power: [] for power in OWNERS}
    for number, sea in enumerate(seas):
        orders[OWNERS[number % len(OWNERS)]].append(f"F {sea} C A {army} - {goal}")
    orders["RUSSIA"] = [f"A {army} - {goal}"]
    orders["GERMANY"] = [f"{unit} {rest}" for unit, rest in attack.items()]
    units = {power: [" ".join(text.split()[:2]) for text in texts] for power, texts in orders.items()}
    return {"units": units, "orders": orders}


SCENES = {
    "nobody meddles": phase_of("STP", "SYR", CALM),
    "a fleet is dislodged": phase_of("STP", "SYR", BROKEN),
    "the army decides over its convoy": phase_of("STP", "NAF", PARADOX),
    "ten seas are attacked as well": phase_of("STP", "NAF", STORM),
}


def main() -> None:
    options = arguments(__doc__ or "").parse_args()
    reading = load_reading("datc")

    def run(phase: PhaseDict, fold: bool) -> None:
        for _ in range(ROUNDS):
            adjudicate(phase, reading, fold=fold)

    seconds = {
        fold: medians(
            take_turns({name: partial(run, phase, fold) for name, phase in SCENES.items()}, options.repeats)
        )
        for fold in (True, False)
    }
    rows: list[Row] = []
    for name, phase in SCENES.items():
        docket = Docket(read_phase(phase))
        grounding = docket.grounding(reading)
        solved = solve(grounding, Solver(DEFAULT_SOLVER, DEFAULT_BUDGET))
        army = adjudicate(phase, reading).of("A STP")
        rows.append(
            {
                "scene": name,
                "units": sum(map(len, phase["units"].values())),
                "status": str(solved.status),
                "army": f"{army.outcome}, {army.reason}",
                "ms": 1000 * seconds[True][name] / ROUNDS,
                "ms without folding": 1000 * seconds[False][name] / ROUNDS,
            }
        )
    notes = ["From text to outcomes, caches warm; without folding every decision is a variable."]
    show("Nineteen fleets convoying one army", rows, options.json, notes)


if __name__ == "__main__":
    main()
