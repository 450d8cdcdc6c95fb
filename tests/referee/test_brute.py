"""The brute-force referee itself: against the facts of the DATC, and against what must not matter."""

from __future__ import annotations

import itertools
import random
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .brute import Resolution, equations, resolve, solutions
from .geography import geography
from .legality import Written, is_legal, legal_orders, needed_fleets, order_text, routed
from .positions import Scene, random_position, scenes, to_brute, to_phase
from .rules import OrderTuple, Position, Unit
from .themes import THEMES
from .truth import LIMIT, Tables

CASES: dict[str, dict[str, Any]] = {
    case["id"]: case
    for case in tomllib.loads((Path(__file__).parent / "datc_sample.toml").read_text("utf-8"))["case"]
}
DECIDED = {"M": "succeeds", "S": "given", "C": "carries"}
KEPT = ("succeeds", "given")
brief = settings(max_examples=60, deadline=None)


def read(text: str) -> tuple[str, tuple[str, str], Written]:
    """Read the notation of the sample: province, (type, coast) and order of a unit."""
    words = text.split()
    province, _, coast = words[1].partition("/")
    return province, (words[0], coast), _read_order(words[2:])


def _read_order(words: list[str]) -> Written:
    match words:
        case ["-", goal, *rest]:
            destination, _, coast = goal.partition("/")
            return Written(("M", destination, False), coast, rest == ["VIA"])
        case ["S", _, place]:
            return Written(("S", place.partition("/")[0], None))
        case ["S", _, place, "-", goal]:
            return Written(("S", place.partition("/")[0], goal.partition("/")[0]))
        case ["C", _, army, "-", goal]:
            return Written(("C", army, goal))
    assert words == ["H"]
    return Written(("H",))


def written_in(case: Mapping[str, Any]) -> tuple[dict[str, Unit], dict[str, Written], dict[str, str]]:
    """Units, orders as they were written, and what becomes of each."""
    units: dict[str, Unit] = {}
    orders: dict[str, Written] = {}
    outcomes: dict[str, str] = {}
    for power, text, outcome in case["orders"]:
        province, (kind, coast), written = read(text)
        units[province] = (power, kind, coast)
        orders[province] = written
        outcomes[province] = outcome
    return units, orders, outcomes


def scene_of(*ids: str) -> Scene:
    """The scene of one DATC case, or of several on one board."""
    units: dict[str, Unit] = {}
    legal: dict[str, Written] = {}
    for id in ids:
        more, orders, outcomes = written_in(CASES[id])
        assert units.keys().isdisjoint(more)
        units |= more
        legal |= {p: Written(("H",)) if outcomes[p] == "illegal" else w for p, w in orders.items()}
    return Scene(units, routed(units, legal), " + ".join(ids))


def renamed(position: Position, names: Mapping[str, str]) -> Position:
    """The same position with the powers under other names."""
    return Position({p: (names[u[0]], *u[1:]) for p, u in position.units.items()}, position.orders)


def shuffled(position: Position, rng: random.Random) -> Position:
    """The same position with its units and orders listed in another order."""
    units, orders = list(position.units.items()), list(position.orders.items())
    rng.shuffle(units)
    rng.shuffle(orders)
    return Position(dict(units), dict(orders))


@pytest.mark.parametrize("id", CASES)
class TestSample:
    """DATC section 6 under the preferred choices."""

    def test_orders(self, id: str) -> None:
        _, _, outcomes = written_in(CASES[id])
        scene = scene_of(id)
        values = resolve(to_brute(scene)).values
        for province, (order, _, _) in scene.orders.items():
            if order[0] != "H":
                decided = values[DECIDED[order[0]], province]
                assert decided == (outcomes[province] in KEPT), order_text(
                    scene.units, province, Written(order)
                )

    def test_board(self, id: str) -> None:
        case = CASES[id]
        scene = scene_of(id)
        result = resolve(to_brute(scene))
        assert result.status == case.get("status", "unique")
        assert result.dislodged == case.get("dislodged", {})
        assert result.retreats == {p: frozenset(r) for p, r in case.get("retreats", {}).items()}
        assert len(result.positions) == len(scene.units) - len(result.dislodged)

    def test_legality(self, id: str) -> None:
        units, orders, outcomes = written_in(CASES[id])
        assert {p for p, w in orders.items() if not is_legal(units, p, w)} == {
            p for p, outcome in outcomes.items() if outcome == "illegal"
        }

    def test_no_paradox_rule(self, id: str) -> None:
        result = resolve(to_brute(scene_of(id)), paradox="none")
        assert (result.status == "open") == (CASES[id].get("status") == "paradox")


class TestSeveralCycles:
    """The order in which independent components are taken must not matter."""

    BOARDS = (
        ("6.C.1", "6.F.16", "6.F.19", "6.G.1"),
        ("6.C.2", "6.F.14", "6.G.11"),
        ("6.C.1", "6.F.24"),
    )

    @pytest.mark.parametrize("ids", BOARDS)
    def test_each_as_alone(self, ids: tuple[str, ...]) -> None:
        together = resolve(to_brute(scene_of(*ids)))
        for id in ids:
            alone = resolve(to_brute(scene_of(id)))
            assert set(alone.cycles) <= set(together.cycles)
            assert alone.values.items() <= together.values.items()

    @pytest.mark.parametrize("ids", BOARDS)
    def test_shuffle(self, ids: tuple[str, ...]) -> None:
        position = to_brute(scene_of(*ids))
        expected = resolve(position)
        assert len(expected.cycles) > 1
        for seed in range(12):
            assert resolve(position, shuffle=random.Random(seed)) == expected

    def test_shuffle_in_bulk(self) -> None:
        several = 0
        for seed in range(1200):
            position = to_brute(random_position(random.Random(seed), 12))
            expected = resolve(position)
            if expected.cycles:
                several += len(expected.cycles) > 1
                assert resolve(position, shuffle=random.Random(seed)) == expected
        assert several > 5


class TestNames:
    """Neither the names of the powers nor the order of the input matters."""

    @pytest.mark.parametrize("id", CASES)
    def test_powers_of_cases(self, id: str) -> None:
        position = to_brute(scene_of(id))
        powers = sorted({unit[0] for unit in position.units.values()})
        for names in itertools.islice(itertools.permutations(powers), 1, 4):
            self.check(position, dict(zip(powers, names, strict=True)))

    @brief
    @given(scenes(), st.permutations(["ENGLAND", "FRANCE", "ITALY", "TURKEY"]))
    def test_powers(self, scene: Scene, names: list[str]) -> None:
        self.check(to_brute(scene), dict(zip(sorted(names), names, strict=True)))

    @brief
    @given(scenes(), st.randoms(use_true_random=False))
    def test_input_order(self, scene: Scene, rng: random.Random) -> None:
        position = to_brute(scene)
        assert resolve(shuffled(position, rng)) == resolve(position)

    def check(self, position: Position, names: Mapping[str, str]) -> None:
        first, second = resolve(position), resolve(renamed(position, names))
        assert second == Resolution(
            first.values,
            first.cycles,
            first.status,
            {p: (names[power], kind) for p, (power, kind) in first.positions.items()},
            first.dislodged,
            first.contested,
            first.retreats,
        )


class TestTruthTables:
    """The tables say what the equations say."""

    @brief
    @given(scenes(max_units=7))
    def test_tables_and_equations(self, scene: Scene) -> None:
        rules = equations(to_brute(scene))
        tables = Tables(rules)
        for index, values in enumerate(itertools.product((False, True), repeat=len(rules))):
            # the first decision is the lowest bit
            assignment = dict(zip(reversed(tables.decisions), values, strict=True))
            for decision, rule in rules.items():
                assert rule(assignment) == bool(tables.equations[decision] >> index & 1)

    @brief
    @given(scenes(max_units=7))
    def test_solutions(self, scene: Scene) -> None:
        rules = equations(to_brute(scene))
        every = (
            dict(zip(rules, v, strict=True)) for v in itertools.product((False, True), repeat=len(rules))
        )
        expected = [a for a in every if all(rule(a) == a[d] for d, rule in rules.items())]
        found = solutions(to_brute(scene))
        assert len(found) == len(expected)
        assert all(a in expected for a in found)

    @brief
    @given(scenes())
    def test_resolution_is_a_solution(self, scene: Scene) -> None:
        """Where no convoy order was overruled; and where nothing had to be chosen, it is the only one."""
        result = resolve(to_brute(scene))
        if result.status == "unique":
            assert solutions(to_brute(scene)) == [result.values]
        elif result.status == "circular":
            assert result.values in solutions(to_brute(scene))

    def test_limit(self) -> None:
        crowd = [p for p, kind in geography().kinds.items() if kind != "sea"][: LIMIT + 1]
        units: dict[str, Unit] = dict.fromkeys(crowd, ("ITALY", "A", ""))
        orders = {p: Written(("M", min(geography().land[p]), False)) for p in crowd}
        with pytest.raises(ValueError, match="too many"):
            resolve(to_brute(Scene(units, orders)))


class TestScenes:
    """Scenes are legal, varied, and have the knots they aim at."""

    @brief
    @given(scenes(max_units=9))
    def test_legal(self, scene: Scene) -> None:
        assert 0 < len(scene.units) <= 9
        assert scene.orders == routed(scene.units, scene.orders)
        for province, written in scene.orders.items():
            assert is_legal(scene.units, province, written)
            order, coast, via = written
            bare: OrderTuple = ("M", order[1], False) if order[0] == "M" else order
            assert Written(bare, coast, via) in legal_orders(scene.units, province)

    @brief
    @given(scenes())
    def test_phase(self, scene: Scene) -> None:
        """The phase text reads back as the scene."""
        phase = to_phase(scene)
        units: dict[str, Unit] = {}
        orders: dict[str, Written] = {}
        for power, texts in phase["orders"].items():
            assert phase["units"][power] == [" ".join(text.split()[:2]) for text in texts]
            for text in texts:
                province, (kind, coast), written = read(text)
                units[province] = (power, kind, coast)
                orders[province] = written
        assert units == scene.units
        assert routed(units, orders) == scene.orders

    def test_aim(self) -> None:
        """Of 1000 seeded positions enough are paradoxical, circular, contested, or have a dislodged unit."""
        results = [resolve(to_brute(random_position(random.Random(seed)))) for seed in range(1000)]
        assert sum(r.status == "paradox" for r in results) > 70
        assert sum(r.status == "circular" for r in results) > 10
        assert sum(bool(r.contested) for r in results) > 40
        assert sum(bool(r.dislodged) for r in results) > 250
        assert {c.solutions for r in results for c in r.cycles if c.rule == "szykman"} == {0, 2}
        assert not any(c.rule == "all-fail" for r in results for c in r.cycles)

    def test_themes(self) -> None:
        """Every theme comes up, alone and beside another."""
        themes = {random_position(random.Random(seed), 12).theme for seed in range(500)}
        for theme in THEMES:
            assert theme.__name__ in themes
            assert any(theme.__name__ in both.split(" + ") for both in themes if " + " in both)

    def test_seeded(self) -> None:
        assert random_position(random.Random(7)) == random_position(random.Random(7))


def test_needed_fleets() -> None:
    """A fleet is needed if it lies on a chain without a chord, the ends counting too (6.G.19, 6.F.12)."""
    units: dict[str, Unit] = {
        "MAR": ("FRANCE", "A", ""),
        "LYO": ("FRANCE", "F", ""),
        "WES": ("FRANCE", "F", ""),
    }
    assert needed_fleets(units, "MAR", "SPA") == {"LYO"}
    assert needed_fleets(units, "MAR", "NAF") == {"LYO", "WES"}
    units = dict.fromkeys(("ENG", "IRI", "NTH"), ("ENGLAND", "F", "")) | {"LON": ("ENGLAND", "A", "")}
    assert needed_fleets(units, "LON", "BEL") == {"ENG", "NTH"}
    assert needed_fleets(units, "LON", "LVP") == {"ENG", "IRI"}
