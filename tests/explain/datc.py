"""The phases of the DATC cases, each set up once."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import msgspec

from resolvent.datc.cases import load_cases
from resolvent.datc.run import retreats
from resolvent.explain.movement import MovementExplainer
from resolvent.game.turns import after
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER
from resolvent.records import Phase, read_phase
from resolvent.resolution.adjudicate import adjudicate
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Solver
from resolvent.rules.reading import load_reading

__all__ = ["SOLVER", "aftermath", "movement", "movements"]

SOLVER = Solver(DEFAULT_SOLVER, DEFAULT_BUDGET)


@functools.cache
def movement(case: str, rules: str = "datc") -> MovementExplainer:
    """What explains the movement phase of a case."""
    found = next(c for c in load_cases() if c.id == case)
    return MovementExplainer(Docket(read_phase(found.movement_dict())), load_reading(rules), SOLVER)


def movements() -> list[str]:
    """The cases that have a movement phase."""
    return [c.id for c in load_cases() if c.phase != "adjustment" and (c.orders or c.movement)]


def aftermath() -> Iterator[tuple[str, Phase]]:
    """The retreat and adjustment phases of the cases."""
    reading = load_reading()
    for case in load_cases():
        if case.phase == "adjustment":
            yield case.id, read_phase(case.phase_dict())
        if case.phase == "retreat":
            before = read_phase(case.movement_dict())
            phase = after(before, adjudicate(before, reading), reading, skip_empty=False)
            for told, _ in retreats(case):
                orders = {power: tuple(texts) for power, texts in told.items()}
                yield case.id, msgspec.structs.replace(phase, orders=orders)
