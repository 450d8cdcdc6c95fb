"""Every choice has a case that tells it from each of its siblings, or it is written down why none has."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from resolvent import Status, load_reading
from resolvent.datc import Case, load_cases
from resolvent.datc.run import run_movement
from resolvent.rules.encodings import Issue, issues
from tests.cases import load_choice_cases, load_same
from tests.choices.outcomes import MOVEMENT_STEPS, expected_of, faults, movement_variants, usual

OWN = load_choice_cases()
CASES: dict[str, Case] = {c.id: c for c in (*OWN, *load_cases()) if c.phase != "adjustment"}
DECIDING = tuple(i for i in issues().values() if i.decides and i.step in MOVEMENT_STEPS)
PAIRS = tuple(
    (issue, a, b)
    for issue in DECIDING
    for a, b in itertools.combinations([k for k, v in issue.values.items() if v.decides], 2)
)
SAME = {(same.issue, frozenset(same.keys)): same for same in load_same()}


@cache
def outcome(id: str, issue: str, choice: str) -> Any:
    """What a case comes to under one choice, the others being preferred: all but the reasons."""
    found = run_movement(CASES[id], load_reading("datc", {issue: choice}))
    orders = tuple((o.unit, o.outcome, o.dislodged) for o in found.orders)
    return orders, found.positions, found.dislodged, found.contested, found.status


def likely(issue: Issue) -> Iterator[str]:
    """All cases, those first that are said to be about the issue."""
    about = [id for id, case in CASES.items() if issue.id in case.issues]
    about += [id for value in issue.values.values() for id in value.cases if id in CASES]
    yield from dict.fromkeys([*about, *CASES])


def telling(issue: Issue, a: str, b: str) -> Iterator[str]:
    """The cases that two choices resolve differently."""
    return (id for id in likely(issue) if outcome(id, issue.id, a) != outcome(id, issue.id, b))


@pytest.mark.parametrize(("issue", "a", "b"), PAIRS, ids=lambda x: x if isinstance(x, str) else x.id)
def test_two_choices(issue: Issue, a: str, b: str) -> None:
    case = next(telling(issue, a, b), None)
    if (issue.id, frozenset((a, b))) in SAME:
        assert case is None, "this pair is listed as one that nothing tells apart"
    else:
        assert case is not None


def test_what_is_the_same_has_a_reason() -> None:
    assert SAME.keys() <= {(issue.id, frozenset((a, b))) for issue, a, b in PAIRS}
    assert all(len(same.why) > 50 for same in SAME.values())


def test_every_issue_of_the_phase_is_tried() -> None:
    assert {issue.id for issue in DECIDING} == {
        "4.A.1", "4.A.2", "4.A.3", "4.A.4", "4.A.5", "4.A.6", "4.A.7",
        "4.B.1", "4.B.2", "4.B.3", "4.B.4", "4.B.5", "4.B.6",
        "4.C.1", "4.C.2", "4.C.5", "4.C.6", "4.D.1", "4.D.3", "4.D.9", "4.E.1", "4.E.3",
    }  # fmt: skip


@pytest.mark.parametrize("issue", DECIDING, ids=lambda issue: str(issue.id))
def test_the_cases_that_a_choice_names(issue: Issue) -> None:
    """Each case that ``choices.toml`` names for a choice tells it from some other choice."""
    for key, value in issue.values.items():
        for id in value.cases if value.decides else ():
            others = [outcome(id, issue.id, k) for k, v in issue.values.items() if v.decides and k != key]
            assert any(other != outcome(id, issue.id, key) for other in others), (key, id)


class TestOwnCases:
    """The cases of ``tests/cases/choices.toml`` come out as they say."""

    @pytest.mark.parametrize("case", OWN, ids=lambda case: str(case.id))
    def test_preferred(self, case: Case) -> None:
        assert faults((usual(case),), run_movement(case, load_reading("datc"))) == []

    @pytest.mark.parametrize(
        ("case", "choice"),
        [(case, variant.choice) for case, variant in movement_variants(OWN)],
        ids=lambda x: str(x.id) if isinstance(x, Case) else "-".join(x.values()),
    )
    def test_variant(self, case: Case, choice: dict[str, str]) -> None:
        (variant,) = (v for v in case.variants if v.choice == choice)
        assert faults(expected_of(case, variant), run_movement(case, load_reading("datc", choice))) == []

    def test_ids(self) -> None:
        assert len({case.id for case in OWN}) == len(OWN)
        for case in OWN:
            assert case.issues
            assert any(case.id.startswith(f"RC-{issue}") for issue in case.issues)

    def test_each_case_is_needed(self) -> None:
        """One of its variants has another outcome than the preferred one, or it is noted why it is here."""
        for case in OWN:
            assert any(v.expect or v.undefined for v in case.variants) or case.note, case.id


@pytest.mark.parametrize("issue", DECIDING, ids=lambda issue: str(issue.id))
def test_no_choice_puts_two_units_in_one_province(issue: Issue) -> None:
    """Whatever is chosen, no unit is lost or made, and each has a province of its own."""
    for id, case in CASES.items():
        for key, value in issue.values.items():
            if value.decides:
                orders, positions, dislodged, _, status = outcome(id, issue.id, key)
                after = [unit.split()[1].partition("/")[0] for units in positions.values() for unit in units]
                assert status is Status.OPEN or len(after) == len(set(after)), (id, key)
                gone = sum(len(units) for units in dislodged.values())
                assert len(after) + gone == len(orders) == sum(map(len, case.units.values())), (id, key)
