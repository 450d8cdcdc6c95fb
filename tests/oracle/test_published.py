"""The algorithms of DATC chapter 5 judged: right on most phases, and on which they are not.

The cases and numbers stand in ``docs/judges/published.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

import pytest

from resolvent import Phase, Resolution, adjudicate, load_map
from resolvent.oracle.checker import Checker
from resolvent.oracle.fuzz import Fuzz
from resolvent.oracle.generate import THEMES, Generator
from resolvent.oracle.generate.themes import SLIPS
from resolvent.oracle.judges import PythonJudge
from resolvent.records.phase import phase_to_dict
from tests.oracle.phases import bounce, phase, ring
from tests.oracle.published.guessing import Endless, guessed
from tests.oracle.published.partial import informed
from tests.oracle.published.reading import claim_of_values, position_of
from tests.referee.rules import Position, Rules
from tests.referee.truth import Decision

Algorithm = Callable[[Position, Sequence[int]], dict[Decision, bool]]

NO_PARADOX = phase(
    {
        "ENGLAND": ["F BOT C A STP - FIN", "A STP - FIN", "A SWE S A STP - FIN"],
        "ITALY": ["F BAL - BOT", "F FIN S F BOT"],
    }
)
PARADOX_AND_MORE = phase(
    {
        "AUSTRIA": ["F ENG S F SKA - NTH"],
        "ENGLAND": ["F NTH C A YOR - DEN", "F DEN S F NTH"],
        "GERMANY": ["F NWG - NTH", "F SKA - NTH", "A YOR - DEN"],
    }
)
PARADOX_WITH_SUPPORT = phase(
    {
        "AUSTRIA": ["F ENG S F SKA - NTH", "F DEN S F NTH"],
        "ENGLAND": ["F BAL S A YOR - DEN", "F NTH C A YOR - DEN"],
        "GERMANY": ["F SKA - NTH", "A YOR - DEN"],
    }
)


def verdicts(algorithm: Algorithm, phase: Phase) -> Counter[str]:
    """What comes of every order in which the decisions can be visited."""
    found = adjudicate(phase)
    return Counter(verdict(algorithm, phase, found, visit) for visit in visits(phase))


def visits(phase: Phase) -> Iterator[tuple[int, ...]]:
    return permutations(range(len(Rules(position_of(phase_to_dict(phase))).decisions)))


def verdict(algorithm: Algorithm, phase: Phase, found: Resolution, visit: Sequence[int]) -> str:
    try:
        values = algorithm(position_of(phase_to_dict(phase)), visit)
    except Endless:
        return "endless"
    right = {o.unit[2:5]: o.outcome == "succeeds" for o in found.orders}
    return "right" if all(right[p] is value for (_, p), value in values.items()) else "wrong"


@pytest.mark.parametrize("algorithm", [guessed, informed])
@pytest.mark.parametrize("phase", [bounce, ring])
def test_both_are_right_where_it_is_simple(algorithm: Algorithm, phase: Phase) -> None:
    assert set(verdicts(algorithm, phase)) == {"right"}


def test_guessing_depends_on_the_order_of_visits_without_any_paradox() -> None:
    assert adjudicate(NO_PARADOX).status == "unique"
    assert verdicts(guessed, NO_PARADOX) == {"right": 60, "wrong": 60}
    assert verdicts(informed, NO_PARADOX) == {"right": 120}


def test_guessing_takes_for_a_paradox_what_lies_outside_it() -> None:
    assert verdicts(guessed, PARADOX_AND_MORE) == {"right": 144, "wrong": 576}
    assert verdicts(informed, PARADOX_AND_MORE) == {"right": 720}


def test_partial_information_does_not_end_for_some_orders_of_visits() -> None:
    assert adjudicate(PARADOX_WITH_SUPPORT).status == "paradox"
    assert verdicts(informed, PARADOX_WITH_SUPPORT) == {"right": 540, "endless": 180}
    assert verdicts(guessed, PARADOX_WITH_SUPPORT) == {"right": 720}


@pytest.mark.parametrize(("algorithm", "most"), [(guessed, 10), (informed, 5)])
def test_both_are_right_on_almost_all_generated_phases(algorithm: Algorithm, most: int) -> None:
    def judge(phase: dict[str, Any]) -> Mapping[str, Any]:
        return claim_of_values(phase, algorithm(position_of(phase), ()))

    themes = [theme for theme in THEMES if theme not in SLIPS]
    generator = Generator(load_map("standard"), "published", 8, themes)
    report = Fuzz(PythonJudge(judge), Checker(most_choices=0), generator).run(400)
    assert report.wrong <= most
