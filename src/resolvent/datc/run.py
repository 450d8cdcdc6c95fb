"""Running cases: adjudicate what a case describes and say where the outcome differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from resolvent.datc.cases import Case, Expectation
from resolvent.datc.result import Result
from resolvent.game.turns import after
from resolvent.outcomes import Outcome, Reason
from resolvent.records.phase import read_phase
from resolvent.resolution.adjudicate import adjudicate
from resolvent.resolution.resolution import OrderResult, Resolution
from resolvent.rules.reading import Reading

__all__ = ["differences", "retreats", "run_case", "run_movement"]

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


def run_case(case: Case, reading: Reading, orders: Mapping[str, Sequence[str]] | None = None) -> Resolution:
    """Adjudicate the phase a case is about; in a retreat case the movement before it comes first.

    Args:
        case: the case.
        reading: the rules.
        orders: orders in place of those of the case, for example those of a probe.
    """
    if case.phase != "retreat":
        return adjudicate(case.phase_dict(orders), reading)
    movement = read_phase(case.movement_dict())
    phase = after(movement, adjudicate(movement, reading), reading, skip_empty=False)
    told = {power: tuple(texts) for power, texts in (case.orders if orders is None else orders).items()}
    return adjudicate(msgspec.structs.replace(phase, orders=told), reading)


def retreats(case: Case) -> Iterator[tuple[Mapping[str, Sequence[str]], Expectation]]:
    """The retreats a case tries: orders, and what is to come of them.

    Args:
        case: the case; one that is not about retreats has none.
    """
    if case.phase == "retreat" and case.expect is not None:
        yield case.orders, case.expect
    for probe in case.probes:
        yield probe.orders, probe.expect


def differences(expected: Expectation, found: Resolution) -> list[str]:
    """Where a resolution is not what a case expects.

    Args:
        expected: the outcome of the case, or of one of its variants.
        found: the resolution of a phase of any type.

    Returns:
        One sentence for each difference; none if all is as expected.
    """
    if found.phase[-1] == "R":
        return [*_retreats(expected, found), *_positions(expected, found)]
    if found.phase[-1] == "A":
        return [*_adjustments(expected, found), *_positions(expected, found)]
    return _movement(expected, found)


def _movement(expected: Expectation, found: Resolution) -> list[str]:
    foreign = any(i.reason is Reason.NOT_OWN_UNIT for i in found.ignored)
    problems = [
        p
        for unit, result in expected.results.items()
        # an order by another power (6.A.6) is no order at all; the unit has none
        if not (foreign and result.illegal and found.of(unit).text is None)
        for p in _order(unit, result, found.of(unit))
    ]
    gone = {unit: power for power, units in found.dislodged.items() for unit in units}
    problems += _positions(expected, found)
    if expected.positions is not None and sorted(gone) != sorted(expected.dislodged):
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


def _positions(expected: Expectation, found: Resolution) -> list[str]:
    if expected.positions is None:
        return []
    want = {p: sorted(u) for p, u in expected.positions.items() if u}
    have = {p: sorted(u) for p, u in found.positions.items() if u}
    return [f"positions are {have}, not {want}"] if want != have else []


def _retreats(expected: Expectation, found: Resolution) -> Iterator[str]:
    """Of a unit that was not dislodged an order is not used; any other ends up somewhere or disbands."""
    results = {order.unit: order for order in found.orders}
    for unit, result in expected.results.items():
        if unit not in results:
            if not any(i.text.startswith(unit) and i.outcome is Outcome.ILLEGAL for i in found.ignored):
                yield f"an order to {unit} is not told to be illegal"
            continue
        order = results[unit]
        escaped = order.outcome is Outcome.SUCCEEDS and not order.order.endswith(" D")
        if escaped != (result.word == "succeeds"):
            yield f"{order.order} {order.outcome} ({order.reason}), not {result}"


def _adjustments(expected: Expectation, found: Resolution) -> Iterator[str]:
    """The same order may be given twice, so results are compared text by text, in any order."""
    for power, pairs in expected.adjustments.items():
        told = [(o.text, o.outcome) for o in found.orders if o.power == power]
        told += [(i.text, i.outcome) for i in found.ignored if i.power == power]
        for text in dict.fromkeys(text for text, _ in pairs):
            want = sorted(result.word == "succeeds" for t, result in pairs if t == text)
            have = sorted(outcome is Outcome.SUCCEEDS for t, outcome in told if t == text)
            if want != have:
                yield f"{text} of {power} succeeds {sum(have)} times of {len(have)}, not {sum(want)}"
            if any(r.illegal for t, r in pairs if t == text) and (text, Outcome.ILLEGAL) not in told:
                yield f"{text} of {power} is not told to be illegal"
    gone = sorted(o.unit for o in found.orders if o.reason is Reason.CIVIL_DISORDER)
    if gone != sorted(expected.civil_disorder):
        yield f"civil disorder removes {gone}, not {sorted(expected.civil_disorder)}"


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
