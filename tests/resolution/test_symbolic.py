"""Orders left open: one grounding for every combination of candidate orders."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from resolvent.errors import InputError
from resolvent.records.phase import read_phase
from resolvent.resolution.adjudicate import adjudicate, consistent_resolutions
from resolvent.resolution.docket import Docket
from resolvent.resolution.symbolic import OpenOrders
from resolvent.rules.reading import Reading, load_reading
from tests.referee.positions import random_position, to_phase

PLACES = (
    "LON",
    "BEL",
    "ENG",
    "NTH",
    "BRE",
    "HOL",
    "PIC",
    "WAL",
    "NAP",
    "TUN",
    "ION",
    "TYS",
    "NWY",
    "SWE",
    "SKA",
)
Solutions = set[tuple[tuple[tuple[str, str], ...], tuple[tuple[str, bool], ...]]]


def candidates(rng: random.Random, phase: Mapping[str, Any], size: int) -> dict[str, list[str]]:
    """For some units their own order and two others, legal or not."""
    units = [unit for units in phase["units"].values() for unit in units]
    orders = {" ".join(order.split(" ")[:2]): order for own in phase["orders"].values() for order in own}
    found = {}
    for unit in rng.sample(units, min(size, len(units))):
        other = rng.choice(units)
        choices = [f"{unit} - {place}" for place in rng.sample(PLACES, 3)]
        choices += [f"{unit} H", f"{unit} S {other}", f"{unit} S {other} - {rng.choice(PLACES)}"]
        choices += (
            [f"{unit} C {other} - {rng.choice(PLACES)}"] if unit[0] == "F" else [f"{unit} - {PLACES[0]} VIA"]
        )
        found[unit] = [orders.get(unit, f"{unit} H"), *rng.sample(choices, 2)]
    return found


def one_by_one(phase: Mapping[str, Any], open_: Mapping[str, Sequence[str]], reading: Reading) -> Solutions:
    """Every combination adjudicated by itself: the orders that count, and each solution of the equations."""
    orders = {" ".join(order.split(" ")[:2]): order for own in phase["orders"].values() for order in own}
    found: Solutions = set()
    for combination in itertools.product(*open_.values()):
        chosen = {**orders, **dict(zip(open_, combination, strict=True))}
        one = {
            "units": phase["units"],
            "orders": {p: [chosen.get(u, f"{u} H") for u in units] for p, units in phase["units"].items()},
        }
        sheets = Docket(read_phase(one)).judged(reading).sheets
        counts = {s.unit.name: s.order.notation if s.order else s.unit.hold for s in sheets}
        for values in consistent_resolutions(one, reading, limit=10_000):
            found.add((tuple(sorted(counts.items())), tuple(sorted(values.items()))))
    return found


def together(phase: Mapping[str, Any], open_: Mapping[str, Sequence[str]], reading: Reading) -> Solutions:
    """The same from one grounding."""
    grounded = OpenOrders(read_phase(phase), open_, reading)
    holds = {c.notation: c.unit.hold for unit in grounded.candidates for c in unit if c.order is None}
    found = [
        (
            tuple(sorted((unit, holds.get(order, order)) for unit, order in s.orders.items())),
            tuple(sorted(s.values.items())),
        )
        for s in grounded.solutions()
    ]
    assert len(found) == len(set(found)), "each solution comes once"
    return set(found)


@pytest.mark.parametrize("rules", ["datc", "1971", "1982", "2000", "dptg", "datc-2"])
@pytest.mark.parametrize("seed", range(4))
def test_the_union_of_all_combinations(rules: str, seed: int) -> None:
    rng = random.Random(f"{rules} {seed}")
    reading = load_reading(rules)
    for _ in range(5):
        phase = to_phase(random_position(rng, 6))
        open_ = candidates(rng, phase, 3)
        assert together(phase, open_, reading) == one_by_one(phase, open_, reading)


def test_one_candidate_is_adjudication() -> None:
    phase = to_phase(random_position(random.Random(1), 7))
    grounded = OpenOrders(read_phase(phase), {}, load_reading())
    assert all(len(unit) == 1 and unit[0].given is True for unit in grounded.candidates)
    assert [s.values for s in grounded.solutions()] == [dict(v) for v in consistent_resolutions(phase)]


@pytest.mark.parametrize(
    ("orders", "more"),
    [
        pytest.param({"France": ["A PAR - BUR"], "GERMANY": ["A MUN H"]}, {}, id="a power by its name"),
        pytest.param(
            {"FRANCE": ["Armee Paris nach Burgund"], "GERMANY": []}, {"language": "de"}, id="in German"
        ),
        pytest.param({"FRANCE": [["A PAR H"], ["A PAR - BUR"]], "GERMANY": []}, {}, id="two order sets"),
    ],
)
def test_orders_are_read_as_in_adjudication(orders: Mapping[str, Any], more: Mapping[str, Any]) -> None:
    phase = {"units": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}, "orders": orders, **more}
    (only,) = OpenOrders(read_phase(phase), {}, load_reading()).solutions()
    assert only.orders == {"A PAR": "A PAR - BUR", "A MUN": "A MUN H"}
    assert only.values == {"A PAR - BUR": True}


@pytest.mark.parametrize(
    ("french", "given"),
    [(["A PAR H"], True), ([], False)],
    ids=["a power that writes", "a power in civil disorder"],
)
def test_rules_may_ask_what_was_written(french: list[str], given: bool) -> None:
    """4.D.9 a: nobody else supports the units of a power that wrote nothing."""
    phase = {
        "units": {"FRANCE": ["A PAR"], "GERMANY": ["A BUR", "A MUN"]},
        "orders": {"FRANCE": french, "GERMANY": ["A BUR S A PAR"]},
    }
    reading = load_reading("datc", {"4.D.9": "no"})
    found = list(OpenOrders(read_phase(phase), {"A MUN": ["A MUN H", "A MUN - TYR"]}, reading).solutions())
    assert [s.values["A BUR S A PAR"] for s in found] == [given, given]
    assert (adjudicate(phase, reading).of("A BUR").outcome == "succeeds") is given


def test_unusable_candidates() -> None:
    phase = read_phase({"units": {"FRANCE": ["A PAR"]}})
    with pytest.raises(InputError, match="there is no unit 'A BUR'"):
        OpenOrders(phase, {"A BUR": ["A BUR H"]}, load_reading())
    with pytest.raises(InputError, match="'A PAR' has no candidate order"):
        OpenOrders(phase, {"A PAR": []}, load_reading())
