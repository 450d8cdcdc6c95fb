"""Distances by each way of counting (DATC 4.D.8)."""

from __future__ import annotations

import pytest

from resolvent import load_map
from resolvent.game.distances import Distances
from resolvent.orders.position import Position

BOARD = load_map("standard")
P = BOARD.provinces


def distances(**units: list[str]) -> Distances:
    return Distances(Position(units, BOARD))


@pytest.mark.parametrize(
    ("start", "goal", "steps"),
    [("SEV", "SEV", 0), ("LVN", "STP", 1), ("SKA", "STP", 2), ("BAL", "STP", 2), ("TUS", "WAR", 5)],
)
def test_anyhow(start: str, goal: str, steps: int) -> None:
    assert distances().anyhow(P[start], P[goal]) == steps


def test_every_border_can_be_passed_both_ways() -> None:
    found = distances()
    provinces = sorted(P.values(), key=lambda p: p.id)
    for one in provinces:
        assert found.anyhow(one, one) == 0
        for other in provinces:
            assert found.anyhow(one, other) == found.anyhow(other, one) < 99


@pytest.mark.parametrize(
    ("start", "goal", "steps"),
    [
        ("STP/NC", "STP", 0),
        ("STP/NC", "NWY", 1),
        ("STP/NC", "FIN", 3),  # by Norway and Sweden
        ("STP/SC", "FIN", 1),
        ("BUL/EC", "GRE", 3),  # the south coast is nearer
        ("BUL/SC", "GRE", 1),
        ("BLA", "WAR", 99),
    ],
)
def test_sailing(start: str, goal: str, steps: int) -> None:
    assert distances().sailing(BOARD.places[start], P[goal]) == steps


def test_crossing() -> None:
    found = distances()
    assert found.crossing(P["GRE"], P["NAP"]) == 1
    assert found.crossing(P["SIL"], P["NAP"]) == 3  # to a coast, across, ashore
    assert found.crossing(P["SEV"], P["CON"]) == 1  # the Black Sea
    assert found.crossing(P["RUM"], P["NAP"]) == 2  # which leads nowhere else
    assert found.crossing(P["NTH"], P["LON"]) == 99  # no army stands there


def test_over_fleets() -> None:
    found = distances(ITALY=["F ION"], TURKEY=["F EAS", "F CON"])
    assert found.over_fleets(P["GRE"], P["NAP"]) == 1
    assert found.over_fleets(P["GRE"], P["NAP"], "TURKEY") == 5  # by land
    assert found.over_fleets(P["SYR"], P["NAP"]) == 1
    assert found.over_fleets(P["SYR"], P["NAP"], "ITALY") == 5  # over land to Greece
    assert found.over_fleets(P["LON"], P["LVP"]) == 2
    assert found.over_fleets(P["LON"], P["BEL"]) == 99
