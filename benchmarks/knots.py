"""Phases with knots: cases of DATC with a change or two, several of them on one board."""

from __future__ import annotations

import random
from collections.abc import Iterator

from benchmarks.harness import PhaseDict
from resolvent import Reading, load_reading, read_phase
from resolvent.datc import Case, load_cases
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Solver
from resolvent.resolution.solve import solve

__all__ = ["knotted_phases"]

SECTIONS = ("6.C", "6.E", "6.F", "6.G")  # rings, head-to-head battles, convoys
CASES = 4  # at most, on one board


def knotted_phases(count: int, seed: int = 1) -> list[PhaseDict]:
    """Phases in which cycles without a unique resolution are met, most of them convoy paradoxes.

    Args:
        count: how many.
        seed: of the choices.
    """
    reading = load_reading("datc")
    found: list[PhaseDict] = []
    for phase in _candidates(random.Random(seed)):
        if _has_cycle(phase, reading):
            found.append(phase)
            if len(found) == count:
                break
    return found


def _candidates(rng: random.Random) -> Iterator[PhaseDict]:
    cases = [case for case in load_cases() if case.phase == "movement" and case.id[:3] in SECTIONS]
    while True:
        yield _board(rng.sample(cases, rng.randint(1, CASES)), rng)


def _board(cases: list[Case], rng: random.Random) -> PhaseDict:
    """The cases whose provinces do not overlap, each with an order left out now and then."""
    units: dict[str, list[str]] = {}
    orders: dict[str, list[str]] = {}
    taken: set[str] = set()
    for case in cases:
        here = {unit[2:5] for texts in case.units.values() for unit in texts}
        if taken & here:
            continue
        taken |= here
        for power, texts in case.units.items():
            units.setdefault(power, []).extend(texts)
        for power, texts in case.orders.items():
            orders.setdefault(power, []).extend(text for text in texts if rng.random() < 0.95)
    return {"units": units, "orders": orders}


def _has_cycle(phase: PhaseDict, reading: Reading) -> bool:
    grounding = Docket(read_phase(phase)).grounding(reading)
    return bool(solve(grounding, Solver(DEFAULT_SOLVER, DEFAULT_BUDGET)).cycles)
