"""The algorithms of DATC chapter 5 judged: right on most phases, and on which they are not.

The cases and numbers stand in ``docs/judges/published.md``.
"""

from __future__ import annotations

import random
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from resolvent import load_map
from resolvent.oracle import check_judge
from resolvent.oracle.checker import Answer, Checker
from resolvent.oracle.claim import Claim
from resolvent.oracle.generate import Generator
from resolvent.oracle.judges import open_judge
from resolvent.records.phase import phase_to_dict
from tests.oracle.phases import bounce, phase, ring
from tests.oracle.published.equations import Equations
from tests.oracle.published.reading import position_of
from tests.oracle.published.search import Endless, Search
from tests.oracle.published.survey import THEMES_WITHOUT_SLIPS, all_listings, endings, survey
from tests.oracle.published.variants import VARIANTS, judge_of
from tests.referee.brute import resolve, solutions
from tests.referee.rules import Position, Rules

HERE = Path(__file__).parent / "published"
CASES: list[dict[str, Any]] = tomllib.loads((HERE / "cases.toml").read_text("utf-8"))["case"]
RIGHT_ON_ALL = [
    "GuessingMended",
    "BothWays",
    "BothWaysPatient",
    "Partial",
    "PartialBoth",
    "PartialEntered",
    "Decisions",
    "DecisionsRingsFirst",
    "DecisionsByCycle",
]
ALIKE = [
    ("Guessing", "GuessingHeedful"),
    ("Guessing", "GuessingForgetful"),
    ("GuessingThorough", "GuessingRecomputed"),
    ("PartialReadjudicated", "PartialReentered"),
]


def position_of_orders(orders: Mapping[str, list[str]]) -> Position:
    return position_of(phase_to_dict(phase(orders)))


def drawn(seed: str, count: int) -> list[Position]:
    generator = Generator(load_map("standard"), seed, 8, THEMES_WITHOUT_SLIPS)
    return [position_of(phase_to_dict(generator.draw().phase)) for _ in range(count)]


def test_equations_without_hope_are_those_of_the_referee() -> None:
    rng = random.Random(5)
    for position in drawn("equations", 150):
        rules = Rules(position)
        known = {decision: rng.random() < 0.5 for decision in rules.decisions}
        equations = Equations(rules, lambda decision, _: known[decision])  # noqa: B023 - used in this round
        for decision in rules.decisions:
            plain = rules.equation(decision)(known)
            assert equations.adjudicate(decision, True) is equations.adjudicate(decision, False) is plain


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_all_are_right_where_it_is_simple(variant: type[Search]) -> None:
    for simple in (bounce, ring):
        assert set(endings(variant, all_listings(position_of(phase_to_dict(simple))))) == {"right"}


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_smallest_cases(case: Mapping[str, Any]) -> None:
    position = position_of_orders(case["orders"])
    assert resolve(position).status == case["status"]
    assert (len(solutions(position)) == 1) is (case["status"] == "unique")
    listings = list(all_listings(position))
    found = {name: endings(variant, listings) for name, variant in VARIANTS.items()}
    assert {name: dict(e) for name, e in found.items() if set(e) != {"right"}} == case["endings"]


def test_on_generated_phases() -> None:
    boards, found = survey("tests", 400, 2)
    wrong = {name for name, _, ending in found if ending in ("wrong", "endless")}
    assert wrong.isdisjoint(RIGHT_ON_ALL)
    assert boards["paradox"] > 10
    for name in VARIANTS:
        assert sum(found[name, status, "right"] for status in boards) >= 370


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_readings_that_make_no_difference(one: str, other: str) -> None:
    for position in drawn("alike", 200):
        assert ended(VARIANTS[one], position) == ended(VARIANTS[other], position)


def ended(variant: type[Search], position: Position) -> object:
    try:
        return variant.run(position)
    except Endless:
        return "endless"


@pytest.mark.parametrize("name", ["Partial", "Decisions"])
def test_as_judges_they_find_nothing_against_the_program(name: str) -> None:
    check_judge(judge_of(VARIANTS[name]), phases=200, themes=THEMES_WITHOUT_SLIPS)


def test_a_wrong_one_is_found_out_as_a_judge() -> None:
    judge = judge_of(VARIANTS["GuessingHopeful"])
    with pytest.raises(AssertionError, match="GuessingHopeful is wrong on"):
        check_judge(judge, phases=300, themes=["knot"], most_faults=1)


def test_one_as_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    judge = open_judge(f"{sys.executable} -m tests.oracle.published Partial")
    try:
        claim = judge.ask(bounce)
    finally:
        judge.close()
    assert isinstance(claim, Claim)
    assert Checker(most_choices=0).check(bounce, claim).answer is Answer.RIGHT
