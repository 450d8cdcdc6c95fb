"""Every compiler pass: the same solutions before and after."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resolvent import adjudicate, load_reading
from resolvent.logic.algebra import ThreeValued
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER
from resolvent.resolution.knot import Decision, Knot, Solver
from resolvent.resolution.solve import solve
from resolvent.rules import syntax as s
from resolvent.rules.parse import LIMITS
from resolvent.rules.passes import asks, fold, inline, optimise, reachable
from resolvent.rules.reading import Reading
from tests.rules.interpreter import World
from tests.rules.test_emit import decisions, rule_texts
from tests.rules.workbench import AsWritten, Orders, Through, definitions_of, ground, orders_of, reading_of
from tests.rules.writer import Writer

SOLVER = Solver(DEFAULT_SOLVER, DEFAULT_BUDGET)
READINGS = ("datc", "1971", "1982", "2000", "dptg", "datc-2")
EVERY = 5000
brief = settings(max_examples=40, deadline=None)


@cache
def unoptimised(name: str) -> Reading:
    """A reading with its passes left out."""
    whole = load_reading(name)
    return AsWritten(
        name, whole.books, choices=whole.choices, definitions=whole.definitions, changed=whole.changed
    )


@st.composite
def systems(draw: st.DrawFn) -> str:
    """Random equations of the three kinds of decision, with helpers."""

    def choose(options: Sequence[Any]) -> Any:
        return draw(st.sampled_from(options))

    return Writer(choose).file(draw(st.integers(0, 3)), draw(st.integers(1, 3)), equations=True)


def known(reading: Reading, scene: Orders) -> dict[Decision, Any]:
    """What one three-valued pass finds of every decision."""
    grounding = ground(reading, scene.position, scene.orders)
    rules = grounding.put(ThreeValued())
    return {(name, order): rules[name](order) for name, order in grounding.decisions}


def solutions(reading: Reading, scene: Orders) -> list[dict[Decision, bool]]:
    """Every solution of the equations, none folded away, in a fixed order."""
    knot = Knot(ground(reading, scene.position, scene.orders), {}, SOLVER)
    asked = [o.decision for o in knot.open]
    return [dict(zip(asked, found, strict=True)) for found in knot.solutions(knot.open, EVERY)]


def solutions_by_trying(text: str, scene: Orders) -> list[dict[Decision, bool]]:
    """The same, by putting every assignment into the equations as they are written."""
    definitions = definitions_of(text)
    asked = decisions(scene.orders)
    found = []
    for values in itertools.product((True, False), repeat=len(asked)):
        assigned = dict(zip(asked, values, strict=True))
        world = World(definitions, scene.position, scene.orders, assigned)
        if all(world.equation(name, order) == value for (name, order), value in assigned.items()):
            found.append(assigned)
    return found


class TestReadings:
    """The readings that come with the program."""

    @pytest.mark.parametrize("name", READINGS)
    def test_known(self, name: str) -> None:
        for seed in range(40):
            scene = orders_of(seed, 10)
            assert known(unoptimised(name), scene) == known(load_reading(name), scene)

    @pytest.mark.parametrize("name", READINGS)
    def test_solutions(self, name: str) -> None:
        for seed in range(25):
            scene = orders_of(seed, 8)
            assert solutions(unoptimised(name), scene) == solutions(load_reading(name), scene)

    @pytest.mark.parametrize("name", READINGS)
    def test_resolution(self, name: str) -> None:
        for seed in range(25):
            scene = orders_of(seed, 10)
            solved = [
                solve(ground(reading, scene.position, scene.orders), SOLVER, fold)
                for reading in (unoptimised(name), load_reading(name))
                for fold in (True, False)
            ]
            assert all(x.values == solved[0].values for x in solved)
            assert all(x.status == solved[0].status for x in solved)
            assert all(len(x.cycles) == len(solved[0].cycles) for x in solved)

    def test_passes_do_something(self) -> None:
        """Or else these tests would compare a thing with itself."""
        whole = load_reading()
        assert len(whole.stage("judge")) < len(whole.definitions)
        assert "cuts" in whole.definitions
        assert "cuts" not in whole.stage("resolve")  # put in place of its name


class TestRandomRules:
    """Random rules and random equations."""

    @brief
    @given(systems(), st.integers(0, 60))
    def test_solutions(self, text: str, seed: int) -> None:
        scene = orders_of(seed, 7)
        definitions = definitions_of(text)
        before, after = (reading_of(kind, definitions) for kind in (AsWritten, Through))
        found = solutions(before, scene)
        assert found == solutions(after, scene)
        tried = solutions_by_trying(text, scene)
        assert len(found) == len(tried)
        assert all(x in tried for x in found)

    @brief
    @given(systems(), st.integers(0, 60))
    def test_known(self, text: str, seed: int) -> None:
        """And what is known holds in every solution."""
        scene = orders_of(seed, 7)
        definitions = definitions_of(text)
        before = known(reading_of(AsWritten, definitions), scene)
        assert before == known(reading_of(Through, definitions), scene)
        for solution in solutions_by_trying(text, scene):
            assert all(value is None or solution[d] == value for d, value in before.items())

    @brief
    @given(rule_texts())
    def test_again(self, text: str) -> None:
        """A pass leaves alone what it has done already, but for what has become small in the meantime."""
        definitions = definitions_of(text)
        folded = fold(definitions)
        assert [d.body for d in fold(folded).values()] == [d.body for d in folded.values()]
        assert reachable(definitions, definitions) == definitions
        assert set(optimise(definitions, ["f0"])) <= set(definitions)


class TestPasses:
    """What the passes are there for."""

    def test_inline_and_fold(self) -> None:
        """A choice that says no leaves no code behind."""
        definitions = definitions_of(
            'def never(m: Move):\n    """No."""\n    return False\n\n'
            'def moves(m: Move):\n    """Yes."""\n    return m.via or never(m) and m.unit.army\n\n'
            'def asks(m: Move):\n    """If."""\n    return m.unit.fleet if never(m) else not not moves(m)\n'
        )
        after = inline(definitions)
        assert after["moves"].body == s.Attribute("Boolean", s.Variable("Move", "m"), "via")
        assert after["asks"].body == after["moves"].body
        assert after["asks"].calls == frozenset()

    def test_names_are_not_caught(self) -> None:
        """A function with a for-part of its own is not put in place: its variable could be another's."""
        definitions = definitions_of(
            'def met(m: Move):\n    """A."""\n    return any(o.via for o in moves_to(m.destination))\n\n'
            'def both(o: Move):\n    """B."""\n    return met(o) and o.via\n'
        )
        assert inline(definitions)["both"].calls == {"met"}

    def test_decisions_stay(self) -> None:
        definitions = definitions_of(
            '@decision\ndef succeeds(m: Move):\n    """A."""\n    return m.via\n\n'
            'def arrives(m: Move):\n    """B."""\n    return succeeds(m)\n'
        )
        assert inline(definitions)["arrives"].calls == {"succeeds"}

    def test_reachable(self) -> None:
        whole = load_reading().definitions
        kept = reachable(whole, ["by_convoy"])
        assert {"by_convoy", "convoys"} <= set(kept)
        assert "hold" not in kept
        assert all(d.calls <= set(kept) for d in kept.values())

    def test_asks(self) -> None:
        """Whatever a parameter is handed on as, and as often as it is."""
        definitions = definitions_of(
            'def far(m: Move, p: Province):\n    """A."""\n    return m.via or at_sea(p)\n\n'
            'def near(o: Move):\n    """B."""\n    return far(o, o.origin) and o.routed\n\n'
            'def whole(x: Move):\n    """C."""\n    '
            "return near(x) or any(o != x for o in moves_to(x.origin))\n"
        )
        assert asks(definitions, "far") == {"via"}
        assert asks(definitions, "far", 1) == {""}
        assert asks(definitions, "near") == {"via", "origin", "routed"}
        assert asks(definitions, "whole") == {"via", "origin", "routed", ""}

    def test_asks_of_a_long_chain(self) -> None:
        """Each function is looked at once, however many ways lead to it."""
        last = LIMITS["chain"] - 1
        texts = [f'def f{last}(m: Move):\n    """Z."""\n    return m.via\n']
        for number in range(last):
            below = f"f{number + 1}(m)"
            both = f"{below} or {below} and any({below} for u in units_at(m.origin))"
            texts.append(f'def f{number}(m: Move):\n    """A."""\n    return {both}\n')
        assert asks(definitions_of("\n".join(texts)), "f0") == {"via", "origin"}

    def test_objection_in_use(self) -> None:
        """An objection that is always false is still there for who applies it."""
        whole = load_reading()
        more = definitions_of(
            '@illegal("slip")\ndef dull(m: Move):\n    """No."""\n    return False\n\n'
            '@illegal("slip")\ndef lazy(m: Move):\n    """Who goes far."""\n    return m.via or dull(m)\n\n'
            '@illegal("slip")\ndef asks(m: Move):\n    """No."""\n    '
            "return any(dull(m) for u in units_at(m.origin))\n"
        )
        definitions = whole.definitions | more
        reading = Reading(
            "test", whole.books, choices=whole.choices, definitions=definitions, changed=whole.changed
        )
        units, orders = {"FRANCE": ["A PAR"]}, {"FRANCE": ["A PAR - BUR"]}
        assert adjudicate({"units": units, "orders": orders}, reading).of("A PAR").outcome == "succeeds"


def test_variety() -> None:
    """The writer makes equations with no solution, with one, and with several."""
    numbers = set()
    for seed in range(80):
        text = Writer(random.Random(seed).choice).file(1, 3, equations=True)
        numbers.add(min(2, len(solutions_by_trying(text, orders_of(seed, 6)))))
    assert numbers == {0, 1, 2}
