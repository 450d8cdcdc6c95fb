"""The program and the brute-force referee agree on small positions full of knots."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

from resolvent import adjudicate, consistent_resolutions, load_reading
from resolvent.logic.session import SOLVERS
from tests.referee import brute
from tests.referee.positions import Scene, random_position, scenes, to_brute, to_phase
from tests.resolution.against import in_referee_terms, of_notation

brief = settings(max_examples=120, deadline=None)
each_fold = pytest.mark.parametrize("fold", [True, False], ids=["folded", "whole"])

DATC = load_reading("datc")
NO_RULE = load_reading("datc", {"4.A.2": "none"})


def check(scene: Scene, fold: bool, solver: str = "minisat") -> brute.Resolution:
    """Compare everything under the Szykman rule; what the referee says."""
    expected = brute.resolve(to_brute(scene))
    assert in_referee_terms(scene, adjudicate(to_phase(scene), DATC, fold=fold, solver=solver)) == expected
    return expected


def check_without_rule(scene: Scene, fold: bool) -> brute.Resolution:
    """Compare everything under a reading that leaves paradoxes open; what the referee says."""
    expected = brute.resolve(to_brute(scene), paradox="none")
    assert in_referee_terms(scene, adjudicate(to_phase(scene), NO_RULE, fold=fold)) == expected
    return expected


@each_fold
class TestAgreement:
    """Status, decisions, positions, dislodgements, retreats, standoffs and cycles (DATC 5.B, 4.A.2 f)."""

    @brief
    @given(scenes(max_units=10))
    def test_scenes(self, fold: bool, scene: Scene) -> None:
        check(scene, fold)

    @brief
    @given(scenes())
    def test_scenes_without_paradox_rule(self, fold: bool, scene: Scene) -> None:
        check_without_rule(scene, fold)

    def test_in_bulk(self, fold: bool) -> None:
        found = [check(random_position(random.Random(seed), 9), fold).status for seed in range(1000)]
        assert found.count("paradox") > 60
        assert found.count("circular") > 10

    def test_in_bulk_without_paradox_rule(self, fold: bool) -> None:
        found = [
            check_without_rule(random_position(random.Random(seed), 9), fold).status
            for seed in range(2000, 2500)
        ]
        assert found.count("open") > 30

    def test_larger_positions(self, fold: bool) -> None:
        found = [check(random_position(random.Random(seed), 14), fold) for seed in range(300)]
        assert any(len(resolution.cycles) > 1 for resolution in found)


@pytest.mark.parametrize("solver", SOLVERS)
class TestSolvers:
    """It does not matter which solver is asked."""

    def test_resolutions(self, solver: str) -> None:
        for seed in range(3000, 3200):
            check(random_position(random.Random(seed)), fold=False, solver=solver)

    def test_solutions_of_the_equations(self, solver: str) -> None:
        """All that satisfy DATC 5.B at once, before any cycle rule speaks."""
        counts = set()
        for seed in range(3200, 3350):
            scene = random_position(random.Random(seed))
            expected = brute.solutions(to_brute(scene))
            found = [
                {of_notation(order): value for order, value in solution.items()}
                for solution in consistent_resolutions(to_phase(scene), DATC, solver=solver)
            ]
            assert len(found) == len(expected)
            assert all(solution in expected for solution in found)
            counts.add(len(found))
        assert counts >= {0, 1, 2}


def test_open_cycles_list_their_solutions() -> None:
    """What an open paradox shows is what the equations of its orders allow (SEMANTICS: components)."""
    several = 0
    for seed in range(300):
        scene = random_position(random.Random(seed), 8)
        resolution = adjudicate(to_phase(scene), NO_RULE)
        for cycle in resolution.cycles:
            if cycle.rule is None:
                assert isinstance(cycle.outcomes, tuple)
                assert len(cycle.outcomes) == cycle.solutions
                assert all(tuple(solution) == cycle.orders for solution in cycle.outcomes)
                several += cycle.solutions > 1
    assert several > 2
