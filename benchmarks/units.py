"""How the cost grows with the number of units, from 4 to 34.

Of every phase those units are kept that are nearest to one of them, so that they still have to do with each
other; supports and convoys of units that are gone become illegal.
"""

from __future__ import annotations

import random
from functools import partial

from benchmarks.harness import PhaseDict, Row, arguments, load_phases, medians, show, take_turns
from resolvent import adjudicate, load_map, load_reading

SIZES = (4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34)


def neighbours() -> dict[str, list[str]]:
    """Province -> the provinces that border it for some unit."""
    found: dict[str, list[str]] = {}
    for id, province in load_map("standard").provinces.items():
        places = province.coasts or (province.place,)
        near = {p.province.id for place in places for p in (*place.fleet, *province.place.army)}
        found[id] = sorted(near)
    return found


def cut_down(phase: PhaseDict, size: int, rng: random.Random, near: dict[str, list[str]]) -> PhaseDict:
    """The ``size`` units of a phase that are nearest to one of them, with their orders."""
    where = {unit[2:5] for units in phase["units"].values() for unit in units}
    reached = [rng.choice(sorted(where))]
    for province in reached:
        reached += [p for p in near[province] if p not in reached]
    kept = set([p for p in reached if p in where][:size])
    return {
        **phase,
        "units": {power: [u for u in units if u[2:5] in kept] for power, units in phase["units"].items()},
        "orders": {power: [o for o in orders if o[2:5] in kept] for power, orders in phase["orders"].items()},
    }


def count(phase: PhaseDict) -> int:
    return sum(map(len, phase["units"].values()))


def run(phases: list[PhaseDict]) -> None:
    reading = load_reading("datc")
    for phase in phases:
        adjudicate(phase, reading)


def main() -> None:
    options = arguments(__doc__ or "").parse_args()
    rng, near, phases = random.Random(1), neighbours(), load_phases()
    groups = {
        size: [cut_down(phase, size, rng, near) for phase in phases if count(phase) >= size] for size in SIZES
    }
    contestants = {str(size): partial(run, group) for size, group in groups.items()}
    seconds = medians(take_turns(contestants, options.repeats))
    rows: list[Row] = []
    for size, group in groups.items():
        micro = 1_000_000 * seconds[str(size)] / len(group)
        rows.append({"units": size, "phases": len(group), "µs a phase": micro, "µs a unit": micro / size})
    first, last = rows[0], rows[-1]
    growth = float(last["µs a phase"]) / float(first["µs a phase"])
    notes = [f"{last['units']} units cost {growth:.1f} times as much as {first['units']}."]
    show("Cost against the number of units", rows, options.json, notes)


if __name__ == "__main__":
    main()
