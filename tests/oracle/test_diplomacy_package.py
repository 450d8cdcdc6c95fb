"""The package ``diplomacy`` as a judge, and the cases of its page, which need no package."""

from __future__ import annotations

import importlib.util
from io import BytesIO
from pathlib import Path

import pytest

from resolvent import InputError
from resolvent.oracle.checker import Answer, Checker
from resolvent.oracle.claim import Claim
from resolvent.oracle.judges import open_judge
from resolvent.oracle.read import read_claims
from tests.oracle.phases import bounce, ring

PAGE = Path(__file__).resolve().parents[2] / "docs" / "judges"
RECORDED = list(read_claims(BytesIO((PAGE / "diplomacy.jsonl").read_bytes()), "diplomacy.jsonl"))
INSTALLED = importlib.util.find_spec("diplomacy") is not None


def test_every_case_of_the_page_is_wrong_under_datc() -> None:
    assert len(RECORDED) == 20
    checker = Checker(most_choices=0)
    for place, phase, claim in RECORDED:
        assert checker.check(phase, claim).answer not in (Answer.RIGHT, Answer.OTHER_SOLUTION), place


def test_no_single_choice_makes_the_retreats_right() -> None:
    checker = Checker(most_choices=1)
    for _, phase, claim in RECORDED[:3]:
        finding = checker.check(phase, claim)
        assert finding.readings == ()
        assert {v.rule for v in finding.violations} == {"may_retreat"}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # it leaves a file open
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_package_still_says_so_where_it_is_installed() -> None:
    if not INSTALLED:
        with pytest.raises(InputError, match="not installed"):
            open_judge("package:diplomacy")
        return
    judge = open_judge("package:diplomacy")
    for place, phase, claim in RECORDED:
        assert judge.ask(phase) == claim, place
    for phase in (bounce, ring):
        answer = judge.ask(phase)
        assert isinstance(answer, Claim)
        assert Checker(most_choices=0).check(phase, answer).answer is Answer.RIGHT
