"""Legal orders: exactly those to which the rules have no objection."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from resolvent import InputError, Outcome, Phase, adjudicate, legal_orders, load_map, load_reading, read_phase
from resolvent.datc import load_cases
from resolvent.orders.order import Kind
from resolvent.orders.position import Position
from tests.game import load_games
from tests.referee.positions import random_position, to_phase

BOARD = load_map("standard")
CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "legal.toml").read_text(encoding="utf-8")
)["case"]


def texts_of(found: Mapping[str, Mapping[str, tuple[str, ...]]]) -> set[tuple[str, str]]:
    """(power, order) pairs."""
    return {(power, text) for power, units in found.items() for texts in units.values() for text in texts}


def every_text(phase: Phase, unit: str) -> Iterator[str]:
    """Everything that could be written for a unit, in the notation, whether it makes sense or not."""
    places = [p.id for p in BOARD.places.values()]
    others = [u for units in phase.units.values() for u in units]
    yield f"{unit} H"
    for place in places:
        if unit[0] == "F" or "/" not in place:
            yield f"{unit} - {place}"
    for near in BOARD.places[unit[2:]].army if unit[0] == "A" else ():
        yield f"{unit} - {near.id} VIA"
    for other in others:
        yield f"{unit} S {other}"
        for place in places:
            if other[0] == "F" or "/" not in place:
                yield f"{unit} S {other} - {place}"
            if other[0] == "A" and "/" not in place:
                yield f"{unit} C {other} - {place}"


@pytest.mark.parametrize("rules", ["datc", "1971", "dptg", "datc 4.E.1=map", "datc 4.E.1=form"])
def test_every_text_is_listed_or_illegal(rules: str) -> None:
    """Nothing is left out by asking some objections before others."""
    name, _, choice = rules.partition(" ")
    reading = load_reading(name, dict([choice.split("=")]) if choice else {})
    for seed in range(4):
        phase = read_phase(to_phase(random_position(random.Random(seed), 5)))
        listed = texts_of(legal_orders(phase, reading))
        for power, units in phase.units.items():
            for unit in units:
                for text in every_text(phase, unit):
                    bare = {"units": phase.units, "orders": {power: [text]}}
                    result = adjudicate(bare, reading).of(unit)
                    legal = result.outcome is not Outcome.ILLEGAL and result.order == text
                    assert legal == ((power, text) in listed), text


def test_datc() -> None:
    """Orders that DATC calls illegal are not listed, those that succeed are."""
    for case in load_cases():
        if case.phase != "movement" or case.expect is None or case.under:
            continue
        phase = read_phase(case.phase_dict())
        listed = {text for _, text in texts_of(legal_orders(phase))}
        for result in adjudicate(phase).orders:
            expected = case.expect.results.get(result.unit)
            if expected is not None and expected.illegal:
                assert result.text not in listed, case.id
            elif result.outcome is not Outcome.ILLEGAL:
                shown = result.order
                far = shown.endswith(" VIA") and not _borders(shown)
                assert (shown.removesuffix(" VIA") if far else shown) in listed, case.id


def _borders(move: str) -> bool:
    words = move.split()
    return BOARD.places[words[3]] in BOARD.places[words[1]].army


@pytest.mark.parametrize("type", ["M", "R", "A"])
def test_every_listed_order_is_legal(type: str) -> None:
    """In played games, and what was ordered in them is listed wherever it was legal."""
    games = load_games()
    phases = [p.to_phase("standard") for g in games for p in g.phases if p.type == type]
    for phase in random.Random(0).sample(phases, 12):
        found = legal_orders(phase)
        for power, units in found.items():
            for unit, texts in units.items():
                assert len(set(texts)) == len(texts) > 0
                for text in random.Random(1).sample(texts, min(2, len(texts))):
                    told = {power: (text,)}
                    result = adjudicate(_with(phase, told))
                    order = next(o for o in result.orders if o.text == text)
                    assert (order.unit, order.order) == (unit, text)
                    assert order.outcome is not Outcome.ILLEGAL
        listed = texts_of(found)
        for order in adjudicate(phase).orders:
            if order.text is not None and order.outcome in (Outcome.SUCCEEDS, Outcome.FAILS):
                shown = order.order
                if type == "M" and shown.endswith(" VIA") and not _borders(shown):
                    shown = shown.removesuffix(" VIA")
                assert (order.power, shown) in listed


def _with(phase: Phase, orders: Mapping[str, tuple[str, ...]]) -> Phase:
    return Phase(phase.map, phase.phase, phase.units, dict(orders), phase.centers, phase.dislodged)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_cases(case: dict[str, Any]) -> None:
    """Positions with what is to be listed, among them those where other programs list something else."""
    found = legal_orders(case["phase"], load_reading("datc", case.get("choices", {})))
    listed = texts_of(found)
    for power, texts in case.get("listed", {}).items():
        assert {(power, text) for text in texts} <= listed
    for power, texts in case.get("not_listed", {}).items():
        assert not {(power, text) for text in texts} & listed
    for unit, texts in case.get("exactly", {}).items():
        have = {u: orders for units in found.values() for u, orders in units.items()}
        assert sorted(have.get(unit, ())) == sorted(texts)


def test_the_order_of_powers_and_units() -> None:
    phase = {"units": {"TURKEY": ["F ANK", "A CON"], "AUSTRIA": ["A VIE"]}}
    found = legal_orders(phase)
    assert list(found) == ["AUSTRIA", "TURKEY"]
    assert list(found["TURKEY"]) == ["F ANK", "A CON"] or list(found["TURKEY"]) == ["A CON", "F ANK"]
    assert found["AUSTRIA"]["A VIE"][0] == "A VIE H"


def test_orders_do_not_matter() -> None:
    phase = to_phase(random_position(random.Random(3), 8))
    assert legal_orders(phase) == legal_orders({**phase, "orders": {}})


def test_what_cannot_be_used() -> None:
    with pytest.raises(InputError, match="needs the supply centres"):
        legal_orders({"phase": "W1901A", "units": {}})
    with pytest.raises(InputError, match="XXX"):
        legal_orders({"units": {"ITALY": ["A XXX"]}})


def test_every_kind_of_order_has_its_letter() -> None:
    """What is listed is all in the notation that orders are read in."""
    assert {kind.value for kind in Kind} == {"H", "-", "S", "C", "R", "D", "B", "WAIVE"}
    assert Position({"ITALY": ("A ROM",)}, BOARD).units[0].hold == "A ROM H"
