"""What must not matter: the order of the input, the names of the powers, folding, the order of components."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resolvent import Outcome, Reason, Resolution, Status, adjudicate, load_map, load_reading
from resolvent.datc import load_cases
from resolvent.logic.session import SOLVERS
from resolvent.resolution.knot import Decision, Knot, Open
from tests.cases import load_corpus
from tests.referee.positions import Scene, random_position, scenes, to_phase
from tests.referee.test_brute import scene_of

brief = settings(max_examples=80, deadline=None)
DATC = load_reading("datc")
NO_RULE = load_reading("datc", {"4.A.2": "none"})
READINGS = (DATC, NO_RULE)
PHASES: tuple[dict[str, Any], ...] = (
    *(case.movement_dict() for case in load_cases() if case.phase != "adjustment"),
    *(phase.phase_dict() for phase in load_corpus()),
)
POWERS = load_map("standard").powers
# DATC cases far from each other on one board, with two to four cycles.
SEVERAL = (
    ("6.C.1", "6.F.16", "6.F.19", "6.G.1"),
    ("6.C.2", "6.F.14", "6.G.11"),
    ("6.C.1", "6.F.24"),
    ("6.F.14", "6.C.1"),
)


def knotty(count: int, size: int = 10) -> list[dict[str, Any]]:
    """Seeded phases that have cycles."""
    phases = (to_phase(random_position(random.Random(seed), size)) for seed in range(10_000, 12_000))
    found = []
    for phase in phases:
        if adjudicate(phase, DATC).cycles:
            found.append(phase)
            if len(found) == count:
                break
    return found


def shuffled(phase: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """The same phase with powers, units and orders listed in another order."""

    def mixed(table: Mapping[str, list[str]]) -> dict[str, list[str]]:
        powers = list(table)
        rng.shuffle(powers)
        return {power: rng.sample(table[power], len(table[power])) for power in powers}

    return {**phase, "units": mixed(phase["units"]), "orders": mixed(phase["orders"])}


class TestInputOrder:
    """The order of powers, units and orders in the input shows nowhere (to the byte)."""

    def check(self, phase: Mapping[str, Any], rng: random.Random) -> None:
        expected = adjudicate(phase, DATC).to_json()
        for _ in range(3):
            assert adjudicate(shuffled(phase, rng), DATC).to_json() == expected

    @brief
    @given(scenes(max_units=10), st.randoms(use_true_random=False))
    def test_scenes(self, scene: Scene, rng: random.Random) -> None:
        self.check(to_phase(scene), rng)

    def test_phases(self) -> None:
        """DATC and played games; a few DATC cases give a unit two orders, of which the first is shown."""
        rng = random.Random(1)
        for phase in PHASES:
            texts = [text for orders in phase["orders"].values() for text in orders]
            units = [" ".join(text.split()[:2]) for text in texts]
            if len(units) == len(set(units)):
                self.check(phase, rng)


class TestPowerNames:
    """Powers are but names: under a permutation of them everything is the same up to that permutation."""

    def renamed(self, phase: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
        return {
            **phase,
            "units": {names[power]: units for power, units in phase["units"].items()},
            "orders": {names[power]: orders for power, orders in phase["orders"].items()},
        }

    def facts(self, found: Resolution, names: Mapping[str, str]) -> dict[str, Any]:
        """What a resolution says, powers renamed and everything out of order."""
        return {
            "status": found.status,
            "orders": {
                (names[o.power], o.unit, o.order, o.text, o.outcome, o.reason, frozenset(o.by), o.dislodged)
                for o in found.orders
            },
            "positions": {names[power]: units for power, units in found.positions.items()},
            "dislodged": {names[power]: units for power, units in found.dislodged.items()},
            "contested": found.contested,
            "cycles": {(frozenset(c.orders), c.solutions, c.rule) for c in found.cycles},
            "ignored": {(names[i.power], i.text, i.outcome, i.reason) for i in found.ignored},
        }

    def check(self, phase: Mapping[str, Any], order: list[str]) -> None:
        names = dict(zip(POWERS, order, strict=True))
        same = {power: power for power in POWERS}
        for reading in READINGS:
            expected = self.facts(adjudicate(phase, reading), names)
            assert self.facts(adjudicate(self.renamed(phase, names), reading), same) == expected

    @brief
    @given(scenes(max_units=10), st.permutations(POWERS))
    def test_scenes(self, scene: Scene, order: list[str]) -> None:
        self.check(to_phase(scene), order)

    def test_phases(self) -> None:
        """Nationalities written in orders are names too, so phases with any are left out."""
        rng = random.Random(2)
        words = ("english", "french", "german", "italian", "russian", "turkish", "austrian")
        for phase in PHASES:
            text = str(phase["orders"].values()).lower()
            if not any(word in text for word in words):
                self.check(phase, rng.sample(POWERS, len(POWERS)))


class TestFolding:
    """Folding while grounding changes nothing but speed (to the byte)."""

    @brief
    @given(scenes(max_units=12))
    def test_scenes(self, scene: Scene) -> None:
        for reading in READINGS:
            folded = adjudicate(to_phase(scene), reading)
            assert adjudicate(to_phase(scene), reading, fold=False).to_json() == folded.to_json()

    def test_phases(self) -> None:
        for phase in PHASES[::2]:
            folded = adjudicate(phase, DATC)
            assert adjudicate(phase, DATC, fold=False).to_json() == folded.to_json()

    def test_in_bulk(self) -> None:
        for seed in range(350):
            phase = to_phase(random_position(random.Random(seed), 10))
            folded = adjudicate(phase, DATC)
            assert adjudicate(phase, DATC, fold=False).to_json() == folded.to_json()

    def test_knots(self) -> None:
        for phase in knotty(40):
            for reading in READINGS:
                folded = adjudicate(phase, reading)
                assert adjudicate(phase, reading, fold=False).to_json() == folded.to_json()


class TestSolvers:
    """Every solver gives the same resolution (to the byte)."""

    def test_knots(self) -> None:
        for phase in (*knotty(25), *(to_phase(scene_of(*ids)) for ids in SEVERAL)):
            for reading in READINGS:
                answers = {
                    adjudicate(phase, reading, solver=solver, fold=fold).to_json()
                    for solver in SOLVERS
                    for fold in (True, False)
                }
                assert len(answers) == 1


Sources = Callable[[Knot, frozenset[Decision]], list[list[Open]]]


class TestComponents:
    """In which order, and how many at a time, independent components are solved must not matter."""

    def check(self, phase: Mapping[str, Any], sources: Callable[[Sources], Sources]) -> int:
        """Compare with other sources; how many cycles there are."""
        most = 0
        for reading in READINGS:
            for fold in (True, False):
                expected = adjudicate(phase, reading, fold=fold)
                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr(Knot, "sources", sources(Knot.sources))
                    found = adjudicate(phase, reading, fold=fold)
                assert self.unordered(found) == self.unordered(expected)
                most = max(most, len(expected.cycles))
        return most

    def unordered(self, found: Resolution) -> dict[str, Any]:
        """A resolution without the order in which its cycles were met."""
        data = found.to_dict()
        data["cycles"] = sorted(data["cycles"], key=lambda cycle: str(cycle["orders"]))
        return data

    def shuffle(self, seed: int) -> Callable[[Sources], Sources]:
        """All sources, in another order."""
        rng = random.Random(seed)

        def other(sources: Sources) -> Sources:
            def found(knot: Knot, stuck: frozenset[Decision]) -> list[list[Open]]:
                components = sources(knot, stuck)
                rng.shuffle(components)
                return components

            return found

        return other

    def one(self, seed: int) -> Callable[[Sources], Sources]:
        """One source a round, whichever."""
        rng = random.Random(seed)

        def other(sources: Sources) -> Sources:
            def found(knot: Knot, stuck: frozenset[Decision]) -> list[list[Open]]:
                components = sources(knot, stuck)
                return [rng.choice(components)] if components else []

            return found

        return other

    @pytest.mark.parametrize("ids", SEVERAL, ids="+".join)
    def test_cases_on_one_board(self, ids: tuple[str, ...]) -> None:
        phase = to_phase(scene_of(*ids))
        for seed in range(5):
            assert self.check(phase, self.shuffle(seed)) > 1
            assert self.check(phase, self.one(seed)) > 1

    def test_knots(self) -> None:
        for seed, phase in enumerate(knotty(30, size=14)):
            self.check(phase, self.shuffle(seed))
            self.check(phase, self.one(seed))

    @brief
    @given(scenes(max_units=14), st.integers(0, 1_000_000))
    def test_scenes(self, scene: Scene, seed: int) -> None:
        self.check(to_phase(scene), self.shuffle(seed))
        self.check(to_phase(scene), self.one(seed))

    def test_each_as_alone(self) -> None:
        """What happens elsewhere on the board does not decide a cycle (SEMANTICS: stratified)."""
        for ids in SEVERAL:
            together = adjudicate(to_phase(scene_of(*ids)), DATC)
            for id in ids:
                alone = adjudicate(to_phase(scene_of(id)), DATC)
                for order in alone.orders:
                    assert together.of(order.unit) == order
                assert set(alone.cycles) <= set(together.cycles)


class TestNoOrders:
    """A unit without an order holds."""

    def check(self, phase: dict[str, Any]) -> None:
        found = adjudicate(phase, DATC)
        assert found.status is Status.UNIQUE
        assert (found.dislodged, found.contested, found.cycles, found.ignored) == ({}, (), (), ())
        for order in found.orders:
            assert (order.order, order.text) == (f"{order.unit} H", None)
            assert (order.outcome, order.reason) == (Outcome.SUCCEEDS, Reason.UNDISTURBED)
        assert {power: sorted(units) for power, units in found.positions.items()} == {
            power: sorted(units) for power, units in phase["units"].items()
        }

    def test_played_positions(self) -> None:
        for phase in load_corpus()[::5]:
            units = {power: list(units) for power, units in phase.units.items() if units}
            self.check({"units": units})
            self.check({"units": units, "orders": {power: [] for power in units}})
            self.check({"units": units, "orders": dict.fromkeys(units)})

    def test_one_order_of_many(self) -> None:
        found = adjudicate({"units": {"ITALY": ["A ROM", "A VEN"]}, "orders": {"ITALY": ["A ROM - VEN"]}})
        assert found.of("A VEN").text is None
        assert found.of("A ROM").reason is Reason.OWN_UNIT

    def test_no_units(self) -> None:
        found = adjudicate({"units": {}})
        assert (found.status, found.orders, found.positions) == (Status.UNIQUE, (), {})

    def test_a_power_without_units(self) -> None:
        found = adjudicate({"units": {"ITALY": []}, "orders": {"ITALY": ["A ROM H"]}})
        assert found.orders == ()
        assert found.ignored[0].reason is Reason.NO_SUCH_UNIT


def test_input_is_not_changed() -> None:
    """No step mutates what it was given, and a second time gives the same."""
    for phase in PHASES[::10]:
        before = repr(phase)
        first = adjudicate(phase, DATC).to_json()
        assert repr(phase) == before
        assert adjudicate(phase, DATC).to_json() == first
