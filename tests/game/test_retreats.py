"""Retreat phases (DATC 6.H)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from resolvent import InputError, Outcome, Reason, Resolution, adjudicate, after, load_reading, read_phase
from resolvent.datc import Case, Expectation, load_cases
from resolvent.datc.run import differences, retreats, run_case
from tests.cases import load_reports

DATC = load_reading()
TRIED = [
    pytest.param(case, orders, expected, id=f"{case.id}-{number}")
    for case in (*load_cases(), *load_reports())
    if case.phase == "retreat"
    for number, (orders, expected) in enumerate(retreats(case))
]
each_retreat = pytest.mark.parametrize(("case", "orders", "expected"), TRIED)
Orders = Mapping[str, Sequence[str]]


def test_all_are_here() -> None:
    assert len(TRIED) == 19


@each_retreat
class TestCases:
    """Every retreat of DATC 6.H and of the reports."""

    def test_behind_our_movement(self, case: Case, orders: Orders, expected: Expectation) -> None:
        assert differences(expected, run_case(case, DATC, orders)) == []

    def test_from_the_document(self, case: Case, orders: Orders, expected: Expectation) -> None:
        """The board and the retreats as the case tells them."""
        assert differences(expected, adjudicate(case.phase_dict(orders), DATC)) == []

    def test_every_dislodged_unit_is_told_of(self, case: Case, orders: Orders, expected: Expectation) -> None:
        found = run_case(case, DATC, orders)
        assert case.movement is not None
        assert sorted(o.unit for o in found.orders) == sorted(case.movement.expect.dislodged)
        told = [o.text for o in found.orders if o.text is not None] + [i.text for i in found.ignored]
        assert sorted(told) == sorted(text for texts in orders.values() for text in texts)

    def test_differences_are_noticed(self, case: Case, orders: Orders, expected: Expectation) -> None:
        found = run_case(case, DATC, orders)
        assert differences(Expectation(positions={}), found)
        for unit, result in expected.results.items():
            if not result.illegal:
                word: Any = "disbanded" if result.word == "succeeds" else "succeeds"
                wrong = type(result)(word)
                assert differences(Expectation(results={unit: wrong}), found)


PHASE: dict[str, Any] = {
    "phase": "F1901R",
    "units": {"AUSTRIA": ["A BUD", "A VIE"], "FRANCE": ["F MAO", "F GAS"], "GERMANY": ["A BOH", "A MUN"]},
    "dislodged": {
        "ITALY": {
            "A VIE": {"from": "TRI", "retreats": ["GAL", "TYR"]},
            "A BOH": {"from": "MUN", "retreats": ["GAL", "TYR", "SIL"]},
        },
        "ENGLAND": {"F MAO": {"from": "BRE", "retreats": ["SPA/NC", "SPA/SC", "POR", "IRI"]}},
    },
}


def ordered(**orders: Sequence[Any]) -> Resolution:
    return adjudicate({**PHASE, "orders": orders})


def told(found: Resolution) -> dict[str, tuple[str, str, str]]:
    """Unit to order, outcome and reason."""
    return {o.unit: (o.order, str(o.outcome), str(o.reason)) for o in found.orders}


class TestOrders:
    """What becomes of retreat orders."""

    def test_nobody_orders(self) -> None:
        found = ordered()
        assert told(found) == {
            "F MAO": ("F MAO D", "succeeds", "no_order"),
            "A BOH": ("A BOH D", "succeeds", "no_order"),
            "A VIE": ("A VIE D", "succeeds", "no_order"),
        }
        assert found.positions["FRANCE"] == ("F GAS", "F MAO")
        assert (found.positions["ITALY"], found.positions["ENGLAND"]) == ((), ())

    def test_kinds(self) -> None:
        found = ordered(ITALY=["A VIE - TYR", "A BOH disbands"], ENGLAND=["F MAO R SPA"])
        assert told(found) == {
            "F MAO": ("F MAO R SPA", "illegal", "coast_unclear"),
            "A BOH": ("A BOH D", "succeeds", "disbanded"),
            "A VIE": ("A VIE R TYR", "succeeds", "unopposed"),
        }
        assert found.positions["ITALY"] == ("A TYR",)

    def test_meeting(self) -> None:
        found = ordered(ITALY=["A VIE - GAL", "A BOH - GAL"])
        assert told(found)["A VIE"] == ("A VIE R GAL", "fails", "standoff")
        assert found.of("A VIE").by == ("A BOH",)
        assert found.positions["ITALY"] == ()

    def test_meeting_on_different_coasts(self) -> None:
        phase = {
            "phase": "S1901R",
            "units": {},
            "dislodged": {"FRANCE": {"F GAS": {"retreats": ["SPA/NC"]}, "F MAR": {"retreats": ["SPA/SC"]}}},
            "orders": {"FRANCE": ["F GAS R SPA/NC", "F MAR R SPA/SC"]},
        }
        assert {o.reason for o in adjudicate(phase).orders} == {Reason.STANDOFF}

    @pytest.mark.parametrize(
        ("order", "reason"),
        [("A VIE - BUD", "closed"), ("A VIE - TRI", "closed"), ("A VIE - ROM", "unreachable")],
    )
    def test_illegal(self, order: str, reason: str) -> None:
        found = ordered(ITALY=[order, "A BOH - TYR"])
        assert told(found)["A VIE"] == (order.replace("-", "R"), "illegal", reason)
        assert found.positions["ITALY"] == ("A TYR",)

    def test_an_illegal_retreat_bars_nobody(self) -> None:
        found = ordered(ITALY=["A VIE - SIL", "A BOH - SIL"])
        assert found.positions["ITALY"] == ("A SIL",)

    def test_unreadable(self) -> None:
        found = ordered(ITALY=["A VIE to the hills"])
        assert told(found)["A VIE"] == ("A VIE D", "unreadable", "unreadable")

    def test_two_orders_to_one_unit(self) -> None:
        """4.D.3 holds here too."""
        orders = ["A VIE - GAL", "A VIE - TYR"]
        assert told(ordered(ITALY=orders))["A VIE"] == ("A VIE R GAL", "illegal", "conflicting")
        first = adjudicate({**PHASE, "orders": {"ITALY": orders}}, load_reading("datc", {"4.D.3": "a"}))
        assert first.positions["ITALY"] == ("A GAL",)

    def test_order_sets(self) -> None:
        """4.D.1 holds here too: the second set takes the place of the first."""
        found = ordered(ITALY=[["A VIE - GAL", "A BOH - SIL"], ["A VIE - TYR"]])
        assert found.positions["ITALY"] == ("A TYR",)
        assert {i.reason for i in found.ignored} == {Reason.REPLACED}

    def test_who_has_no_order_here(self) -> None:
        found = ordered(AUSTRIA=["A BUD R SER", "A VIE R BOH", "A SER R ALB", "A BUD S A VIE - GAL"])
        assert {i.text: str(i.reason) for i in found.ignored} == {
            "A BUD R SER": "not_dislodged",
            "A VIE R BOH": "not_dislodged",
            "A SER R ALB": "no_such_unit",
            "A BUD S A VIE - GAL": "wrong_phase",
        }
        assert ordered(RUSSIA=["A VIE R GAL"]).ignored[0].reason is Reason.NOT_OWN_UNIT

    def test_default_coast(self) -> None:
        """4.B.1 holds here too."""
        phase = {**PHASE, "orders": {"ENGLAND": ["F MAO R SPA"]}}
        found = adjudicate(phase, load_reading("datc", {"4.B.1": "default-coast"}))
        assert found.positions["ENGLAND"] == ("F SPA/SC",)


class TestWhatThePhaseTells:
    """Retreats that are listed, and those that are not."""

    def test_not_listed(self) -> None:
        """Any place that is empty now, but not where the attack came from."""
        known = {"ITALY": {"A VIE": {"from": "TRI"}}}
        for goal, legal in (("TRI", False), ("BUD", False), ("BOH", False), ("GAL", True), ("TYR", True)):
            phase = {**PHASE, "dislodged": known, "orders": {"ITALY": [f"A VIE R {goal}"]}}
            assert (adjudicate(phase).of("A VIE").outcome is Outcome.SUCCEEDS) == legal, goal

    def test_origin_unknown(self) -> None:
        phase = {**PHASE, "dislodged": {"ITALY": {"A VIE": {}}}, "orders": {"ITALY": ["A VIE R TRI"]}}
        assert adjudicate(phase).of("A VIE").outcome is Outcome.SUCCEEDS

    def test_an_occupied_place_is_never_open(self) -> None:
        """Some records list such places after an attack by convoy."""
        known = {"ITALY": {"A VIE": {"retreats": ["BUD", "GAL"]}}}
        phase = {**PHASE, "dislodged": known, "orders": {"ITALY": ["A VIE R BUD"]}}
        assert adjudicate(phase).of("A VIE").reason is Reason.CLOSED

    def test_nobody_is_dislodged(self) -> None:
        found = adjudicate({"phase": "S1901R", "units": {"ITALY": ["A ROM"]}})
        assert (found.orders, found.positions) == ((), {"ITALY": ("A ROM",)})

    @pytest.mark.parametrize(
        ("dislodged", "place"),
        [
            ({"ITALY": {"A XXX": {}}}, "dislodged.ITALY[0]"),
            ({"ITALY": {"A VIE": {"from": "XXX"}}}, "dislodged.ITALY.A VIE.from"),
            ({"ITALY": {"A VIE": {"retreats": ["TYR", "XXX"]}}}, "dislodged.ITALY.A VIE.retreats"),
            ({"PRUSSIA": {"A VIE": {}}}, "dislodged.PRUSSIA[0]"),
            ({"ITALY": {"A VIE": {}}, "RUSSIA": {"A VIE": {}}}, "dislodged.RUSSIA[0]"),
        ],
    )
    def test_what_cannot_be_used(self, dislodged: Any, place: str) -> None:
        with pytest.raises(InputError) as error:
            adjudicate({**PHASE, "dislodged": dislodged})
        assert error.value.place == place


def test_a_unit_that_lost_its_way_is_gone() -> None:
    """Beleaguered on all sides: nowhere to go, and the phase is left out."""
    phase = read_phase(
        {
            "phase": "S1901M",
            "units": {"FRANCE": ["F POR"], "ENGLAND": ["F MAO", "F SPA/SC"]},
            "orders": {"ENGLAND": ["F MAO S F SPA/SC - POR", "F SPA/SC - POR"]},
        }
    )
    found = adjudicate(phase)
    assert after(phase, found).phase == "F1901M"
    assert after(phase, found).units == {"ENGLAND": ("F MAO", "F POR")}
    kept = after(phase, found, skip_empty=False)
    assert (kept.phase, kept.dislodged is not None and list(kept.dislodged["FRANCE"])) == (
        "S1901R",
        ["F POR"],
    )
