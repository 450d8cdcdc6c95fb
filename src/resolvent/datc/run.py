"""Running cases: adjudicate what a case describes and say where the outcome differs."""

from __future__ import annotations

from collections.abc import Mapping

from resolvent.datc.cases import Case, Expectation
from resolvent.datc.result import Result
from resolvent.outcomes import Outcome, Reason
from resolvent.resolution.adjudicate import adjudicate
from resolvent.resolution.resolution import OrderResult, Resolution
from resolvent.rules.reading import Reading

__all__ = ["differences", "run_movement"]

_OUTCOMES: Mapping[str, tuple[Outcome, ...]] = {
    "succeeds": (Outcome.SUCCEEDS,),
    "given": (Outcome.SUCCEEDS,),
    "fails": (Outcome.FAILS, Outcome.VOID, Outcome.ILLEGAL),
    "cut": (Outcome.FAILS,),
    "disrupted": (Outcome.FAILS,),
    "void": (Outcome.VOID, Outcome.ILLEGAL),
}
"""DATC's word for a result -> the outcomes that mean it."""


def run_movement(case: Case, reading: Reading) -> Resolution:
    """Adjudicate the movement phase of a case (that before the retreats, in a retreat case)."""
    return adjudicate(case.phase_dict() if case.phase == "movement" else case.movement_dict(), reading)


def differences(expected: Expectation, found: Resolution) -> list[str]:
    """Where a resolution of a movement phase is not what a case expects.

    Args:
        expected: the outcome of the case, or of one of its variants.
        found: the resolution.

    Returns:
        One sentence for each difference; none if all is as expected.
    """
    foreign = any(i.reason is Reason.NOT_OWN_UNIT for i in found.ignored)
    problems = [
        p
        for unit, result in expected.results.items()
        # an order by another power (6.A.6) is no order at all; the unit has none
        if not (foreign and result.illegal and found.of(unit).text is None)
        for p in _order(unit, result, found.of(unit))
    ]
    gone = {unit: power for power, units in found.dislodged.items() for unit in units}
    if expected.positions is not None:
        want = {p: sorted(u) for p, u in expected.positions.items() if u}
        have = {p: sorted(u) for p, u in found.positions.items() if u}
        if want != have:
            problems.append(f"positions are {have}, not {want}")
        if sorted(gone) != sorted(expected.dislodged):
            problems.append(f"dislodged are {sorted(gone)}, not {sorted(expected.dislodged)}")
    for unit, dislodgement in expected.dislodged.items():
        if unit in gone:
            there = found.dislodged[gone[unit]][unit]
            attacker = found.of(dislodgement.by).unit.split(" ")[1].split("/")[0]
            if there.origin != attacker:
                problems.append(f"{unit} is dislodged from {there.origin}, not from {attacker}")
            if dislodgement.retreats is not None and sorted(dislodgement.retreats) != list(there.retreats):
                problems.append(f"{unit} may retreat to {there.retreats}, not {dislodgement.retreats}")
            if set(dislodgement.may) - set(there.retreats) or set(dislodgement.may_not) & set(there.retreats):
                problems.append(f"{unit} may retreat to {there.retreats}")
    return problems


def _order(unit: str, result: Result, found: OrderResult) -> list[str]:
    problems = []
    if result.word == "holds":
        right = found.outcome is (Outcome.FAILS if result.dislodged else Outcome.SUCCEEDS)
    elif result.word == "given" and result.dislodged:
        right = found.outcome in (Outcome.SUCCEEDS, Outcome.FAILS)
    else:
        right = found.outcome in _OUTCOMES[result.word]
    if not right or (result.illegal and found.outcome is not Outcome.ILLEGAL):
        problems.append(f"{found.order} {found.outcome} ({found.reason}), not {result}")
    if result.dislodged != found.dislodged and found.outcome is not Outcome.OPEN:
        problems.append(f"{unit} is {'not ' * (not found.dislodged)}dislodged")
    return problems
