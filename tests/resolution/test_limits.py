"""Large knots, small budgets, and what cannot be adjudicated at all."""

from __future__ import annotations

import random
import time
from typing import Any, ClassVar

import pytest

from resolvent import (
    BudgetError,
    InputError,
    Outcome,
    Reason,
    RuleError,
    Status,
    adjudicate,
    consistent_resolutions,
    load_map,
    load_reading,
)
from resolvent.logic import tables
from resolvent.resolution import knot
from tests.referee.positions import random_position, to_phase

SEAS = sorted(p.id for p in load_map("standard").provinces.values() if p.kind == "sea")
OWNERS = ("ENGLAND", "FRANCE", "ITALY", "TURKEY")


def long_convoy(army: str, goal: str, **more: str) -> dict[str, Any]:
    """Fleets in all nineteen seas that convoy one army, and further units: place to order."""
    orders: dict[str, list[str]] = {power: [] for power in (*OWNERS, "RUSSIA", "GERMANY")}
    for number, sea in enumerate(SEAS):
        orders[OWNERS[number % 4]].append(f"F {sea} C A {army} - {goal}")
    orders["RUSSIA"].append(f"A {army} - {goal}")
    orders["GERMANY"] += [f"{unit.replace('_', ' ')} {order}" for unit, order in more.items()]
    units = {power: [" ".join(text.split()[:2]) for text in texts] for power, texts in orders.items()}
    return {"units": units, "orders": orders}


class TestManyOrders:
    """The cost of what is written grows as its length does."""

    PARIS: ClassVar[dict[str, list[str]]] = {"FRANCE": ["A PAR"]}

    def test_the_same_order_again_and_again(self) -> None:
        started = time.monotonic()
        found = adjudicate({"units": self.PARIS, "orders": {"FRANCE": ["A PAR - BUR"] * 50_000}})
        assert time.monotonic() - started < 20
        assert found.of("A PAR").outcome is Outcome.SUCCEEDS
        assert len(found.ignored) == 49_999
        assert {ignored.reason for ignored in found.ignored} == {Reason.REPEATED}

    def test_two_long_order_sets(self) -> None:
        started = time.monotonic()
        sets = [[f"A PAR - {goal}"] * 20_000 for goal in ("BUR", "PIC")]
        found = adjudicate(
            {"units": self.PARIS, "orders": {"FRANCE": sets}}, load_reading("datc", {"4.D.1": "last"})
        )
        assert time.monotonic() - started < 20
        assert found.of("A PAR").order == "A PAR - PIC"
        assert {ignored.reason for ignored in found.ignored} == {Reason.REPEATED, Reason.REPLACED}


class TestLongConvoys:
    """A path is reachability over the fleets that carry, never a list of paths (DATC 5.B.4)."""

    def test_nineteen_fleets(self) -> None:
        assert len(SEAS) == 19
        found = adjudicate(long_convoy("STP", "SYR"))
        assert found.of("A STP").outcome is Outcome.SUCCEEDS
        fleets = {o.unit: (o.outcome, o.reason) for o in found.orders if " C " in o.order}
        assert len(fleets) == 19
        # nobody gets through the Baltic or the Black Sea, so these fleets lie on no route (6.G.19)
        assert {unit for unit, (outcome, _) in fleets.items() if outcome is Outcome.ILLEGAL} >= {
            "F BAL", "F BOT", "F BLA",
        }  # fmt: skip
        assert set(fleets.values()) == {
            (Outcome.SUCCEEDS, Reason.CONVOYED),
            (Outcome.ILLEGAL, Reason.OFF_ROUTE),
        }

    def test_one_fleet_that_all_routes_need(self) -> None:
        """Every way from the north to the Mediterranean goes through the Mid-Atlantic."""
        attack = {"F_POR": "- MAO", "F_GAS": "S F POR - MAO"}
        found = adjudicate(long_convoy("STP", "SYR", **attack))
        assert found.of("F MAO").dislodged
        army = found.of("A STP")
        assert (army.outcome, army.reason, army.by) == (Outcome.FAILS, Reason.DISRUPTED, ("F POR",))

    def test_one_fleet_that_not_all_routes_need(self) -> None:
        attack = {"F_LON": "- ENG", "F_WAL": "S F LON - ENG"}
        found = adjudicate(long_convoy("STP", "SYR", **attack))
        assert found.of("F ENG").dislodged
        assert found.of("A STP").outcome is Outcome.SUCCEEDS

    @pytest.mark.parametrize("fold", [True, False])
    def test_the_army_decides_the_fate_of_its_convoy(self, fold: bool) -> None:
        """Both solutions of the paradox are there, and without a rule it stays open (4.A.2)."""
        phase = long_convoy("STP", "NAF", F_POR="- MAO", F_NAF="S F POR - MAO")
        szykman = adjudicate(phase, fold=fold)
        assert (szykman.status, szykman.of("F MAO").reason) == (Status.PARADOX, Reason.PARADOX)
        no_rule = adjudicate(phase, load_reading("datc", {"4.A.2": "none"}), fold=fold)
        assert (no_rule.status, no_rule.of("F MAO").outcome) == (Status.OPEN, Outcome.OPEN)
        assert no_rule.cycles[0].solutions == len(list(consistent_resolutions(phase))) == 2


class TestWideKnots:
    """Where a truth table would be too wide the solver is asked, with the same result."""

    def test_solver_in_place_of_tables(self, monkeypatch: pytest.MonkeyPatch) -> None:
        phases = [to_phase(random_position(random.Random(seed), 10)) for seed in range(250)]
        expected = [adjudicate(phase, fold=False).to_json() for phase in phases]
        assert tables.WIDEST > 1
        monkeypatch.setattr(knot, "WIDEST", 1)
        assert [adjudicate(phase, fold=False).to_json() for phase in phases] == expected


class TestWhatCannotBe:
    """Errors with a clear sentence."""

    PHASE: ClassVar[dict[str, Any]] = {"units": {"ITALY": ["A ROM"]}, "orders": {"ITALY": ["A ROM - VEN"]}}

    @pytest.mark.parametrize("name", ["F1901R", "W1901A"])
    def test_another_kind_of_phase(self, name: str) -> None:
        with pytest.raises(InputError, match=f"'{name}' is no movement phase"):
            list(consistent_resolutions({**self.PHASE, "phase": name}))

    def test_unknown_solver(self) -> None:
        with pytest.raises(InputError, match="unknown solver 'abacus'; there are minisat"):
            list(consistent_resolutions(self.PHASE, solver="abacus"))

    def test_unknown_rulebook(self) -> None:
        with pytest.raises(RuleError, match="datcc"):
            adjudicate(self.PHASE, "datcc")

    def test_budget(self) -> None:
        """A question that costs more conflicts than allowed is given up, and says so."""
        knotted = to_phase(random_position(random.Random(0), 8))
        assert len(list(consistent_resolutions(knotted))) != 1
        with pytest.raises(BudgetError, match="after 1 conflicts; a larger budget may help"):
            list(consistent_resolutions(knotted, budget=1))
        with pytest.raises(BudgetError, match="after 1 conflicts"):
            adjudicate(knotted, fold=False, budget=1)

    def test_limit_on_solutions(self) -> None:
        ring = {"units": {"ITALY": ["A ROM", "A VEN", "A TUS"]}}
        ring["orders"] = {"ITALY": ["A ROM - VEN", "A VEN - TUS", "A TUS - ROM"]}
        assert len(list(consistent_resolutions(ring))) == 2
        assert len(list(consistent_resolutions(ring, limit=1))) == 1
