"""Positions made to try the rules where they meet come out as worked out by hand, and as the referee says."""

from __future__ import annotations

import pytest

from resolvent import adjudicate, consistent_resolutions, load_reading
from resolvent.datc import Expectation
from resolvent.datc.run import differences
from tests.cases import PositionCase, load_positions
from tests.referee import brute
from tests.referee.legality import Written, is_legal, routed
from tests.referee.positions import Scene, to_brute
from tests.referee.rules import Unit
from tests.referee.test_brute import read
from tests.resolution.against import in_referee_terms

DATC = load_reading("datc")
each_position = pytest.mark.parametrize("position", load_positions(), ids=lambda position: position.id)
each_fold = pytest.mark.parametrize("fold", [True, False], ids=["folded", "whole"])


def expectation(position: PositionCase) -> Expectation:
    assert position.expect is not None
    return position.expect


def scene(position: PositionCase) -> Scene:
    """The position for the referee, which wants an order for every unit, and a legal one."""
    units: dict[str, Unit] = {}
    orders: dict[str, Written] = {}
    for power, texts in position.orders.items():
        for text in texts:
            province, (kind, coast), orders[province] = read(text)
            units[province] = (power, kind, coast)
    assert all(is_legal(units, province, order) for province, order in orders.items())
    return Scene(units, routed(units, orders))


def test_all_are_here() -> None:
    assert len(load_positions()) == 28


@each_position
class TestPositions:
    @each_fold
    def test_outcome(self, position: PositionCase, fold: bool) -> None:
        found = adjudicate(position.phase_dict(), DATC, fold=fold)
        assert differences(expectation(position), found) == []
        assert found.status == position.status

    def test_number_of_consistent_resolutions(self, position: PositionCase) -> None:
        """How many outcomes satisfy DATC 5.B.1 to 5.B.8 before a cycle rule speaks."""
        assert len(list(consistent_resolutions(position.phase_dict(), DATC))) == position.resolutions

    def test_referee(self, position: PositionCase) -> None:
        board = scene(position)
        assert in_referee_terms(board, adjudicate(position.phase_dict(), DATC)) == brute.resolve(
            to_brute(board)
        )
        assert len(brute.solutions(to_brute(board))) == position.resolutions
