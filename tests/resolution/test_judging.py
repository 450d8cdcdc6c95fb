"""Which orders count, what the others are, and what is ignored (DATC 4.B to 4.E), from ``judging.toml``."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from resolvent import InputError, Outcome, Reason, adjudicate, read_phase
from tests.resolution.contract import REASONS, UNUSED, faults

CASES: tuple[dict[str, Any], ...] = tuple(
    tomllib.loads((Path(__file__).parent / "judging.toml").read_text(encoding="utf-8"))["case"]
)
BY_ID = {case["id"]: case for case in CASES}
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))


def phase_of(case: dict[str, Any], orders: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"units": case["units"], "orders": case["orders"] if orders is None else orders}


def expected(case: dict[str, Any]) -> dict[str, list[str]]:
    """Unit to order, outcome and reason, for every unit."""
    holding = {
        unit: [f"{unit} H", "succeeds", "undisturbed"] for units in case["units"].values() for unit in units
    }
    assert case.get("expect", {}).keys() <= holding.keys()
    return {**holding, **case.get("expect", {})}


def moved(unit: str, fate: list[str]) -> str:
    """Where a unit that nobody attacks is in the end."""
    words = fate[0].split()
    return f"{words[0]} {words[3]}" if fate[1] == "succeeds" and words[2] == "-" else unit


@each_case
class TestCases:
    """What every unit is told, and what is left over."""

    def test_orders(self, case: dict[str, Any]) -> None:
        found = adjudicate(phase_of(case))
        assert {o.unit: [o.order, o.outcome, o.reason] for o in found.orders} == expected(case)

    def test_ignored(self, case: dict[str, Any]) -> None:
        found = adjudicate(phase_of(case))
        assert [[i.power, i.text, i.outcome, i.reason] for i in found.ignored] == case.get("ignored", [])

    def test_positions(self, case: dict[str, Any]) -> None:
        fates = expected(case)
        found = adjudicate(phase_of(case))
        assert {power: list(units) for power, units in found.positions.items()} == {
            power: sorted(moved(unit, fates[unit]) for unit in units)
            for power, units in case["units"].items()
        }
        assert not found.dislodged

    def test_contract(self, case: dict[str, Any]) -> None:
        phase = read_phase(phase_of(case))
        assert faults(phase, adjudicate(phase)) == []

    def test_order_of_powers(self, case: dict[str, Any]) -> None:
        expected = adjudicate(phase_of(case)).to_json()
        for orders in itertools.permutations(case["orders"].items()):
            assert adjudicate(phase_of(case, dict(orders))).to_json() == expected

    def test_order_within_a_set(self, case: dict[str, Any]) -> None:
        """Orders to different units may stand in any order; those to one unit keep theirs."""
        expected = adjudicate(phase_of(case)).to_json()
        for power, texts in case["orders"].items():
            if isinstance(texts[0], str):
                for shuffled in regrouped(texts):
                    found = adjudicate(phase_of(case, {**case["orders"], power: shuffled}))
                    assert found.to_json() == expected


def regrouped(texts: list[str]) -> Iterator[list[str]]:
    """The texts with those that begin with the same two words kept together, in every order of groups."""
    groups: dict[str, list[str]] = {}
    for text in texts:
        groups.setdefault(" ".join(text.split()[:2]), []).append(text)
    if not all(key[:2] in ("A ", "F ") for key in groups):
        return  # not plain enough to see from the words which unit they are for
    for order in itertools.permutations(groups.values()):
        yield [text for group in order for text in group]


def test_every_reason_is_covered() -> None:
    """All there is to say of orders that do not count; a slip is forgiven under the choices of DATC."""
    told = {row[2] for case in CASES for row in case.get("expect", {}).values()}
    told |= {row[3] for case in CASES for row in case.get("ignored", [])}
    wanted = (REASONS[Outcome.ILLEGAL] | REASONS[Outcome.VOID] | UNUSED) - {Reason.SLIP}
    assert wanted <= told


def test_ids_are_unique_and_sources_given() -> None:
    assert len(BY_ID) == len(CASES)
    assert all(case["source"] for case in CASES)


class TestWhichOrderIsShown:
    """Where none of several orders counts, the first that was written is shown."""

    def test_first_of_two(self) -> None:
        units = {"FRANCE": ["A PAR"]}
        for first, second in itertools.permutations(["A PAR - BUR", "A PAR - PIC"]):
            found = adjudicate({"units": units, "orders": {"FRANCE": [first, second]}})
            assert found.of("A PAR").text == first
            assert [i.text for i in found.ignored] == [second]


class TestInput:
    """Input that cannot be used is an error with its place; only a player's order never is."""

    def test_order_of_a_power_that_is_not_on_the_map(self) -> None:
        with pytest.raises(InputError, match="PRUSSIA") as error:
            adjudicate({"units": {}, "orders": {"PRUSSIA": ["A BER H"]}})
        assert error.value.place == "orders.PRUSSIA"

    def test_two_units_in_a_province(self) -> None:
        with pytest.raises(InputError, match="same province") as error:
            adjudicate({"units": {"FRANCE": ["F SPA/NC"], "ITALY": ["F SPA/SC"]}})
        assert error.value.place == "units.ITALY[0]"

    def test_unknown_map(self) -> None:
        with pytest.raises(InputError, match="atlantis"):
            adjudicate({"map": "atlantis", "units": {}})
