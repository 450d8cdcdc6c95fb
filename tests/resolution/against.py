"""Putting a resolution in the referee's terms, so that the two can be compared with ``==``."""

from __future__ import annotations

from resolvent import OrderResult, Outcome, Resolution
from tests.referee import brute
from tests.referee.positions import Scene
from tests.referee.truth import Decision

__all__ = ["in_referee_terms", "of_notation", "province"]

_DECIDED = {"M": "succeeds", "S": "given", "C": "carries"}
_LETTERS = {"-": "succeeds", "S": "given", "C": "carries"}
_CYCLE_RULES = {
    "circular_movement": "circular",
    "szykman": "szykman",
    "deadlock": "all-fail",
    None: "none",
}


def province(name: str) -> str:
    """The province of a unit or of an order in the notation: ``"SPA"`` for ``"F SPA/NC - MAO"``."""
    return name.split()[1].partition("/")[0]


def of_notation(order: str) -> Decision:
    """The decision about an order in the notation: ``("succeeds", "PAR")`` for ``"A PAR - BUR"``."""
    return _LETTERS[order.split()[2]], province(order)


def in_referee_terms(scene: Scene, found: Resolution) -> brute.Resolution:
    """A resolution of a scene as the brute-force referee would have written it."""
    values: dict[Decision, bool | None] = {}
    for order in found.orders:
        kind = scene.orders[province(order.unit)].order[0]
        if kind != "H":
            values[_DECIDED[kind], province(order.unit)] = _value(order)
    cycles = sorted(
        brute.Cycle(tuple(sorted(map(of_notation, c.orders))), c.solutions, _CYCLE_RULES[c.rule])
        for c in found.cycles
    )
    if found.status == "open":
        return brute.Resolution(values, tuple(cycles), "open", {}, {}, frozenset(), {})
    gone = [(province(unit), d) for units in found.dislodged.values() for unit, d in units.items()]
    return brute.Resolution(
        values,
        tuple(cycles),
        "unique" if found.status == "unique" else "circular" if found.status == "circular" else "paradox",
        {province(u): (power, u[0]) for power, units in found.positions.items() for u in units},
        {p: d.origin for p, d in gone},
        frozenset(found.contested),
        {p: frozenset(d.retreats) for p, d in gone},
    )


def _value(order: OrderResult) -> bool | None:
    return None if order.outcome is Outcome.OPEN else order.outcome is Outcome.SUCCEEDS
