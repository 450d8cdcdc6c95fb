"""The emitted Python says what the rule text says, in both algebras, with orders given and left open."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from resolvent.logic.algebra import FormulaAlgebra, ThreeValued
from resolvent.logic.formula import Formulas
from resolvent.orders.entities import OrderEntity
from resolvent.rules.grounded import Grounded
from resolvent.rules.reading import Reading
from resolvent.rules.syntax import Definition
from resolvent.rules.vocabulary import BOOLEAN, COUNT
from tests.rules.interpreter import World
from tests.rules.workbench import (
    AsWritten,
    Orders,
    Through,
    definitions_of,
    ground,
    orders_of,
    reading_of,
)
from tests.rules.writer import DECISIONS, Writer

KINDS: tuple[type[Reading], ...] = (AsWritten, Through)
brief = settings(max_examples=40, deadline=None)


@st.composite
def rule_texts(draw: st.DrawFn) -> str:
    """Files of up to four functions that give Booleans, counts and sets."""

    def choose(options: Sequence[Any]) -> Any:
        return draw(st.sampled_from(options))

    return Writer(choose).file(draw(st.integers(1, 4)), draw(st.integers(1, 3)), equations=False)


scenes = st.builds(orders_of, st.integers(0, 40), st.just(7))
open_scenes = st.builds(orders_of, st.integers(0, 40), st.just(5), st.integers(1, 4))
seeds = st.integers(0, 2**32 - 1)


def decisions(orders: Sequence[OrderEntity]) -> list[tuple[str, OrderEntity]]:
    """Every decision about some orders."""
    sorts = {sort: name for name, sort in DECISIONS.items()}
    return [(sorts[o.sort], o) for o in orders if o.sort in sorts]


def random_values(orders: Sequence[OrderEntity], seed: int) -> dict[tuple[str, OrderEntity], bool]:
    """A value for every decision."""
    rng = random.Random(seed)
    return {d: rng.random() < 0.5 for d in decisions(orders)}


def questions(
    definitions: Mapping[str, Definition], scene: Orders, orders: Sequence[OrderEntity]
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Every function but the decisions, with (a few of) the arguments it can be put to."""
    there: dict[str, Sequence[Any]] = {
        "Unit": scene.position.units,
        "Province": [u.province for u in scene.position.units],
    }
    for sort in DECISIONS.values():
        there[sort] = [o for o in orders if o.sort == sort]
    for d in definitions.values():
        if d.role != "decision":
            options = itertools.product(*(there[sort] for _, sort in d.parameters))
            yield from ((d.name, arguments) for arguments in itertools.islice(options, 12))


def put(
    reading: Reading, scene: Orders, orders: Sequence[OrderEntity], algebra: Any, guarded: bool
) -> Grounded:
    """The emitted rules over some orders."""
    return ground(reading, scene.position, orders, guarded).put(algebra)


def plain(value: Any) -> Any:
    """A value with everything known, as the interpreter gives it; sets without order."""
    if value.__class__ is not list and value.__class__ is not tuple:
        return value
    members = [x[0] if x.__class__ is tuple else x for x in value if x.__class__ is not tuple or x[1] is True]
    return set(members)


def meaning(value: Any) -> Any:
    """A value of the interpreter, sets without order."""
    return set(value) if isinstance(value, list) else value


class TestThreeValued:
    """Emitted rules with three-valued values."""

    @brief
    @given(rule_texts(), scenes, seeds)
    def test_all_known(self, text: str, scene: Orders, seed: int) -> None:
        """With every decision known the value is that of the rule text."""
        definitions = definitions_of(text)
        values = random_values(scene.orders, seed)
        world = World(definitions, scene.position, scene.orders, values)
        for kind, guarded in itertools.product(KINDS, (False, True)):
            rules = put(reading_of(kind, definitions), scene, scene.orders, ThreeValued(), guarded)
            for (name, order), value in values.items():
                rules.memo(name)[order] = value
            for name, arguments in questions(definitions, scene, scene.orders):
                found = plain(rules[name](*arguments))
                assert found is not None
                assert found == meaning(world.apply(name, *arguments)), (kind, guarded, name, arguments)

    @brief
    @given(rule_texts(), scenes, seeds)
    def test_some_unknown(self, text: str, scene: Orders, seed: int) -> None:
        """What is known with some decisions unknown is so however they turn out."""
        definitions = definitions_of(text)
        rng = random.Random(seed)
        every = decisions(scene.orders)
        unknown = {d for d in every if rng.random() < 0.4}
        first = random_values(scene.orders, seed)
        worlds = [
            World(
                definitions,
                scene.position,
                scene.orders,
                first | {d: v for d, v in random_values(scene.orders, seed + i).items() if d in unknown},
            )
            for i in range(4)
        ]
        for kind in KINDS:
            rules = put(reading_of(kind, definitions), scene, scene.orders, ThreeValued(), False)
            for name, order in every:
                rules.memo(name)[order] = None if (name, order) in unknown else first[name, order]
            for name, arguments in questions(definitions, scene, scene.orders):
                found = rules[name](*arguments)
                for world in worlds:
                    check_bounds(found, world.apply(name, *arguments))


def check_bounds(found: Any, true: Any) -> None:
    """A partly known value does not contradict a true one."""
    if isinstance(true, list):
        certain = {
            x[0] if x.__class__ is tuple else x for x in found if x.__class__ is not tuple or x[1] is True
        }
        possible = {x[0] if x.__class__ is tuple else x for x in found}
        assert certain <= set(true) <= possible
    elif found.__class__ is tuple:
        low, high = found
        assert low <= true <= high
    elif found is not None:
        assert found == true


class TestFormulas:
    """Emitted rules that build formulas, evaluated afterwards."""

    @brief
    @given(rule_texts(), scenes, seeds)
    def test_decisions_open(self, text: str, scene: Orders, seed: int) -> None:
        """Under every assignment tried the formula has the value of the rule text."""
        definitions = definitions_of(text)
        for kind, guarded in itertools.product(KINDS, (False, True)):
            formulas = Formulas()
            rules = put(reading_of(kind, definitions), scene, scene.orders, FormulaAlgebra(formulas), guarded)
            variables = {(name, o): formulas.free() for name, o in decisions(scene.orders)}
            for (name, order), variable in variables.items():
                rules.memo(name)[order] = variable
            asked = [(n, a, rules[n](*a)) for n, a in questions(definitions, scene, scene.orders)]
            for i in range(3):
                values = random_values(scene.orders, seed + i)
                world = World(definitions, scene.position, scene.orders, values)
                assigned = {variable: values[d] for d, variable in variables.items()}
                for name, arguments, value in asked:
                    expected = meaning(world.apply(name, *arguments))
                    assert under(formulas, definitions[name].type, value, assigned) == expected, (
                        kind,
                        guarded,
                        name,
                        arguments,
                    )

    @brief
    @given(rule_texts(), open_scenes, seeds)
    def test_orders_open(self, text: str, scene: Orders, seed: int) -> None:
        """Conditions put to orders left open: as if only those were there whose conditions hold."""
        definitions = definitions_of(text)
        formulas = Formulas()
        orders = [o.under(formulas.free()) for o in scene.orders]
        for kind in KINDS:
            rules = put(reading_of(kind, definitions), scene, orders, FormulaAlgebra(formulas), True)
            variables = {(name, o): formulas.free() for name, o in decisions(orders)}
            for (name, order), variable in variables.items():
                rules.memo(name)[order] = variable
            asked = [(n, a, rules[n](*a)) for n, a in questions(definitions, scene, orders)]
            for i in range(3):
                rng = random.Random(seed + i)
                values = random_values(orders, seed + i)
                assigned: dict[int, bool] = {int(o.guard): rng.random() < 0.6 for o in orders}
                assigned |= {variable: values[d] for d, variable in variables.items()}
                given_ = [o for o in orders if assigned[int(o.guard)]]
                world = World(definitions, scene.position, given_, values)
                for name, arguments, value in asked:
                    if all(a in given_ for a in arguments if isinstance(a, OrderEntity)):
                        expected = meaning(world.apply(name, *arguments))
                        assert under(formulas, definitions[name].type, value, assigned) == expected, (
                            kind,
                            name,
                            arguments,
                        )


def under(formulas: Formulas, type_: str, value: Any, assigned: Mapping[int, bool]) -> Any:
    """What an open value of a type is under an assignment of all variables."""
    if type_ == BOOLEAN:
        return formulas.substitute(value, assigned)
    if type_ == COUNT:
        low, bits = (value, ()) if isinstance(value, int) else (value.low, value.bits)
        return low + sum(formulas.substitute(bit, assigned) for bit in bits)
    pairs = [x if x.__class__ is tuple else (x, True) for x in value]
    return {member for member, condition in pairs if formulas.substitute(condition, assigned)}
