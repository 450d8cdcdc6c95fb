"""Which orders an outcome took, and the smallest change: checked by adjudicating."""

from __future__ import annotations

import random
from itertools import combinations

import msgspec
import pytest

from resolvent.explain.alternatives import Alternatives, needed_orders, smallest_change
from resolvent.explain.whatif import changed_phase
from resolvent.game.legal import legal_orders
from resolvent.outcomes import Outcome
from resolvent.resolution.adjudicate import adjudicate
from resolvent.resolution.resolution import OrderResult
from tests.explain.datc import movement

CASES = ("6.D.2", "6.D.17", "6.D.33", "6.E.1", "6.E.7", "6.F.5", "6.F.9", "6.F.16", "6.G.14")


def works(result: OrderResult) -> bool:
    return result.outcome is Outcome.SUCCEEDS


@pytest.mark.parametrize("case", CASES)
def test_whatever_the_others_do(case: str) -> None:
    explainer = movement(case)
    alternatives = Alternatives(explainer)
    phase, reading = explainer.docket.phase, explainer.reading
    legal = {u: o for units in legal_orders(phase, reading).values() for u, o in units.items()}
    chance = random.Random(case)
    for result in explainer.resolution.orders:
        forcing = alternatives.forcing(result)
        if forcing is None:
            continue
        assert forcing.smallest
        fixed = {order.split(" ")[1] for order in (*forcing.orders, result.order)}
        for _ in range(8):
            others = [chance.choice(o) for u, o in legal.items() if u.split(" ")[1] not in fixed]
            found = adjudicate(changed_phase(phase, others), reading)
            assert works(found.of(result.unit)) is forcing.succeeds, (forcing, others)


@pytest.mark.parametrize("case", CASES)
def test_a_change_changes(case: str) -> None:
    explainer = movement(case)
    alternatives = Alternatives(explainer)
    for result in explainer.resolution.orders:
        for power in ("", result.power):
            change = alternatives.change(result, power)
            if change is None:
                continue
            assert change.complete
            for orders, outcome in zip(change.altered, change.becomes, strict=True):
                assert len(orders) == change.most
                found = adjudicate(changed_phase(explainer.docket.phase, orders), explainer.reading)
                assert found.of(result.unit).outcome is outcome
                assert works(found.of(result.unit)) is not works(result)
                owners = {found.of(o.split(" - ")[0][:5].strip()).power for o in orders if "/" not in o}
                assert not power or owners <= {power}


@pytest.mark.parametrize("case", ["6.D.2", "6.E.1"])
def test_no_smaller_change_exists(case: str) -> None:
    explainer = movement(case)
    phase, reading = explainer.docket.phase, explainer.reading
    legal = {u: o for units in legal_orders(phase, reading).values() for u, o in units.items()}
    for result in explainer.resolution.orders:
        change = Alternatives(explainer).change(result)
        assert change is not None
        for unit, orders in legal.items():
            if unit == result.unit:
                continue
            for order in orders:
                found = adjudicate(changed_phase(phase, [order]), reading).of(result.unit)
                assert works(found) is works(result) or (change.altered and change.most == 1)


def test_no_fewer_orders_force_it() -> None:
    explainer = movement("6.D.17")
    alternatives = Alternatives(explainer)
    result = explainer.resolution.of("F BLA")
    forcing = alternatives.forcing(result)
    assert forcing is not None
    others = [o.unit for o in explainer.resolution.orders if o.unit != "F BLA"]
    different = alternatives._literal(result)
    assert different is not None
    for size in range(len(forcing.orders)):
        for fewer in combinations(others, size):
            assert alternatives._possible("F BLA", different, fewer)


def test_told() -> None:
    phase = movement("6.D.2").docket.phase
    forcing = needed_orders(phase, "A TYR S A VEN")
    assert str(forcing) == (
        "With A VIE - TYR it cannot succeed whatever the others do: the fewest orders that settle it."
    )
    change = smallest_change(phase, "A TYR S A VEN")
    assert change is not None
    assert str(change).startswith("The smallest change by anybody: A VIE H (it then succeeds); or ")
    own = smallest_change(phase, "A TYR", power="ITALY")
    assert str(own) == "No change of up to 1 order by ITALY alone would have made a difference."


def test_a_ring_is_not_forced_by_orders_alone() -> None:
    assert needed_orders(movement("6.C.1").docket.phase, "A SMY") is None


def test_an_order_that_was_not_used() -> None:
    phase = msgspec.structs.replace(movement("6.D.2").docket.phase, orders={"ITALY": ("A VEN - LON",)})
    assert needed_orders(phase, "A VEN") is None
    assert smallest_change(phase, "A VEN") is None


def test_a_void_support_is_no_failure_to_change_by_itself() -> None:
    change = smallest_change(movement("6.D.9").docket.phase, "A ALB S A TRI - SER")
    assert change is not None
    assert change.becomes[0] is Outcome.SUCCEEDS
