"""Every movement phase of DATC comes out as DATC says, without an exception."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from resolvent import Reading, Resolution, adjudicate, load_reading
from resolvent.datc import Case, Expectation, load_cases, parse_result
from resolvent.datc.run import differences, run_movement

CASES = tuple(case for case in load_cases() if case.phase != "adjustment")
WRITTEN = tuple(case for case in CASES if case.as_written and case.phase == "movement")
by_id = {case.id: case for case in CASES}


def reading(case: Case) -> Reading:
    """The choices a case is judged under: those DATC prefers, or those of an older text."""
    return load_reading("datc", case.under)


def expectation(case: Case) -> Expectation:
    """What is to come of the movement phase."""
    expected = case.movement.expect if case.movement else case.expect
    assert expected is not None
    return expected


def movement_orders(case: Case) -> dict[str, tuple[str, ...]]:
    return case.movement.orders if case.movement else case.orders


def fates(resolution: Resolution) -> list[tuple[str, str, bool]]:
    """What became of each unit, whatever way its order was written."""
    return [(order.unit, str(order.outcome), order.dislodged) for order in resolution.orders]


class TestCases:
    """DATC 6.A to 6.G, and the movement before each retreat of 6.H."""

    def test_all_are_here(self) -> None:
        assert len(CASES) == 146
        assert sum(case.phase == "retreat" for case in CASES) == 16

    @pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
    def test_outcome(self, case: Case) -> None:
        assert differences(expectation(case), run_movement(case, reading(case))) == []

    @pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
    def test_whole(self, case: Case) -> None:
        """Without folding, so that every case goes through the solver."""
        phase = case.movement_dict() if case.movement else case.phase_dict()
        assert differences(expectation(case), adjudicate(phase, reading(case), fold=False)) == []

    @pytest.mark.parametrize("case", WRITTEN, ids=lambda case: case.id)
    def test_as_written(self, case: Case) -> None:
        """The orders with the omissions of the document come to the same."""
        carefully = run_movement(case, reading(case))
        as_written = adjudicate(case.phase_dict(case.as_written), reading(case))
        assert differences(expectation(case), as_written) == []
        assert fates(as_written) == fates(carefully)
        assert as_written.positions == carefully.positions

    @pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
    def test_every_order_is_reported(self, case: Case) -> None:
        found = run_movement(case, reading(case))
        units = sorted(unit for units in case.units.values() for unit in units)
        assert sorted(order.unit for order in found.orders) == units
        told = [order.text for order in found.orders if order.text is not None]
        told += [ignored.text for ignored in found.ignored]
        assert sorted(told) == sorted(text for texts in movement_orders(case).values() for text in texts)


def spoilt(case: Case) -> Iterator[tuple[str, Expectation]]:
    """The expectation of a case with one thing changed, and what was changed."""
    expected = expectation(case)
    for unit, result in expected.results.items():
        if not result.dislodged:
            other = parse_result("fails" if result.word in ("succeeds", "given", "holds") else "succeeds")
            yield f"{unit} {other}", changed(expected, results={**expected.results, unit: other})
        turned = msgspec.structs.replace(result, dislodged=not result.dislodged)
        yield f"{unit} dislodged", changed(expected, results={**expected.results, unit: turned})
    for unit, one in expected.dislodged.items():
        if one.retreats is not None:
            more = msgspec.structs.replace(one, retreats=(*one.retreats, "SWI"))
            yield f"{unit} retreats", changed(expected, dislodged={**expected.dislodged, unit: more})
        yield f"{unit} gone", changed(expected, dislodged={})
    yield "positions", changed(expected, positions={})


def changed(expected: Expectation, **fields: Any) -> Expectation:
    return msgspec.structs.replace(expected, **fields)


@pytest.mark.parametrize("id", ["6.A.5", "6.C.5", "6.D.4", "6.D.19", "6.E.6", "6.F.16", "6.G.3", "6.H.11"])
def test_differences_are_noticed(id: str) -> None:
    """A comparison that never complains would prove nothing."""
    case = by_id[id]
    found = run_movement(case, reading(case))
    spoiled = list(spoilt(case))
    assert len(spoiled) > 5
    for what, wrong in spoiled:
        assert differences(wrong, found), what
