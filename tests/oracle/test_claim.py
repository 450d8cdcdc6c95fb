"""What can be claimed, and what is nonsense."""

from __future__ import annotations

from typing import Any

import pytest

from resolvent import InputError
from resolvent.board import load_map
from resolvent.oracle.checker import Answer, Checker, Finding
from resolvent.oracle.claim import Claim, ClaimError, read_claim
from resolvent.oracle.fuzz import Fuzz
from resolvent.oracle.generate import Generator
from resolvent.oracle.judges.judge import Failure, FailureKind
from resolvent.oracle.judges.python import PythonJudge
from resolvent.outcomes import Outcome
from resolvent.records.phase import Phase
from tests.oracle.phases import bounce, dislodgement

plain = Checker(most_choices=0)


def checked(phase: Phase, claim: dict[str, Any]) -> Finding:
    return plain.check(phase, read_claim(claim))


def test_other_spellings_are_understood() -> None:
    claim: dict[str, Any] = {
        "outcomes": {"a Munich": "fails", "A war": "fails"},
        "positions": {"Germany": ["A mun"]},
    }
    assert checked(bounce, claim).answer is not Answer.RIGHT  # Russia is said to have no unit
    claim["positions"]["russia"] = ["A warsaw"]
    assert checked(bounce, claim).answer is Answer.RIGHT


@pytest.mark.parametrize(
    "claim",
    [
        {},
        {"outcomes": {"A MUN": "wins"}},
        {"positions": ["A MUN"]},
        {"outcomes": {}},
        {"retreats": {}},
        {"outcomes": {}, "retreats": {}},
        {"outcomes": {"A MUN": "open"}},
        {"orders": [{"unit": "A MUN", "outcome": "open"}]},
    ],
)
def test_what_is_no_claim(claim: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        read_claim(claim)
    judge = PythonJudge(lambda phase: claim)
    reply = judge.ask(bounce)
    assert isinstance(reply, Failure)
    assert reply.kind is FailureKind.NONSENSE


def test_no_units_at_all_is_a_claim() -> None:
    finding = checked(bounce, {"positions": {}})
    assert finding.answer is Answer.CANNOT_BE_COMPLETED
    assert [v.about for v in finding.violations] == ["A MUN", "A WAR"]
    assert checked(bounce, {"dislodged": {}}).answer is Answer.RIGHT


def test_an_open_order_of_a_resolution_is_not_claimed() -> None:
    claim = read_claim(
        {"orders": [{"unit": "A MUN", "outcome": "open"}, {"unit": "A WAR", "outcome": "fails"}]}
    )
    assert claim.outcomes == {"A WAR": "fails"}
    typed = Claim(outcomes={"A MUN": Outcome.OPEN, "A WAR": Outcome.FAILS})
    assert plain.check(bounce, typed).answer is Answer.RIGHT


@pytest.mark.parametrize(
    ("claim", "place", "said"),
    [
        ({"outcomes": {"A MUN": "fails", "a mun": "succeeds"}}, "outcomes.a mun", "another name"),
        ({"positions": {"GERMANY": ["A MUN"], "germany": ["A SIL"]}}, "positions.germany", "another name"),
        ({"positions": {"GERMANY": ["A MUN", "A Munich"]}}, "positions.GERMANY.A Munich", "twice"),
        ({"dislodged": {"GERMANY": ["A MUN", "A MUN"]}}, "dislodged.GERMANY.A MUN", "twice"),
        ({"retreats": {"A MUN": ["BOH", "bohemia"]}}, "retreats.A MUN.bohemia", "twice"),
        ({"retreats": {"A MUN": ["BOH"], "a munich": []}}, "retreats.a munich", "another name"),
    ],
)
def test_one_thing_is_claimed_once(claim: dict[str, Any], place: str, said: str) -> None:
    with pytest.raises(ClaimError, match=f"^claim.{place}: .*{said}"):
        checked(bounce, claim)


def test_a_judge_that_contradicts_itself_answers_nonsense() -> None:
    answer = {"outcomes": {"A MUN": "fails", "a mun": "succeeds"}}
    judge = PythonJudge(lambda phase: answer)
    fuzz = Fuzz(judge, plain, Generator(load_map("standard"), 1, 4, ()))
    found, _ = fuzz.ask(bounce)
    assert isinstance(found, Failure)
    assert found.kind is FailureKind.NONSENSE


@pytest.mark.parametrize(
    ("claim", "sentences"),
    [
        ({"outcomes": {"F ROM": "fails"}}, ["there is no unit F ROM"]),
        (
            {
                "outcomes": {"F ROM": "fails"},
                "retreats": {"F ROM": ["TYS"]},
                "dislodged": {"ITALY": ["F ROM"]},
            },
            ["there is no unit F ROM"],
        ),
        ({"retreats": {"A BUR": ["GAS", "MAR", "MUN", "PAR", "PIC", "XYZ"]}}, ["there is no place XYZ"]),
        (
            {"dislodged": {"ENGLAND": ["A BUR"], "FRANCE": ["A BUR"]}},
            ["A BUR is said to belong to ENGLAND, but is a unit of another power"],
        ),
        (
            {"positions": {"GERMANY": ["A BUR", "A RUH", "A ROM"]}},
            [
                "GERMANY is said to have A ROM, but none of its units stands there or has a legal order "
                "to go there"
            ],
        ),
    ],
)
def test_what_is_not_there(claim: dict[str, Any], sentences: list[str]) -> None:
    finding = checked(dislodgement, claim)
    assert finding.answer is Answer.CANNOT_BE_COMPLETED
    assert [s for s in (v.sentence for v in finding.violations) if "A RUH S" not in s] == sentences
