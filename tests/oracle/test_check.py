"""Claims: right, wrong and why, the other solution of a cycle, another reading, partial claims."""

from __future__ import annotations

import random
from typing import Any

import pytest

from resolvent import InputError, Phase, adjudicate, load_reading, read_phase
from resolvent.oracle.checker import Answer, Checker, Finding
from resolvent.oracle.claim import read_claim
from resolvent.oracle.finding_text import finding_sentences
from tests.oracle.phases import bounce, claim_of, dislodgement, pandin, phase, ring
from tests.referee.positions import random_position, to_phase

plain = Checker(most_choices=0)


def checked(phase: Phase, claim: dict[str, Any], checker: Checker = plain) -> Finding:
    return checker.check(phase, read_claim(claim))


def test_the_resolution_is_right() -> None:
    for example in (bounce, ring, dislodgement, pandin):
        assert checked(example, claim_of(adjudicate(example))).answer is Answer.RIGHT


def test_a_wrong_move_is_explained_by_its_strengths() -> None:
    finding = checked(bounce, {"outcomes": {"A MUN": "succeeds", "A WAR": "fails"}})
    assert finding.answer is Answer.WRONG
    assert [v.sentence for v in finding.violations] == [
        "A MUN - SIL is said to succeed, but its attack strength 1 is not greater than the prevent "
        "strength 1 of A WAR - SIL (movement.rules: succeeds; 5.B.1)"
    ]
    assert finding.violations[0].cause == ("succeeds is false", "attack > prevent is false")


def test_a_cut_that_was_missed() -> None:
    cut = phase({"FRANCE": ["A BUR - MUN"], "GERMANY": ["A MUN S A BOH - TYR", "A BOH - TYR"]})
    finding = checked(cut, {"outcomes": {"A BUR": "fails", "A MUN": "succeeds", "A BOH": "succeeds"}})
    (violation,) = finding.violations
    assert (violation.rule, violation.about, violation.claimed) == ("given", "A MUN S A BOH - TYR", True)
    assert "A BUR - MUN" in violation.sentence
    assert "movement.rules: given; 5.B.2" in violation.sentence


def test_an_illegal_order_that_is_said_to_work() -> None:
    illegal = phase({"ENGLAND": ["F LON - PAR"]})
    finding = checked(illegal, {"outcomes": {"F LON": "succeeds"}})
    assert finding.answer is Answer.WRONG
    assert "illegal" in finding.violations[0].sentence
    assert "out_of_reach" in finding.violations[0].sentence


def test_the_other_solution_of_a_ring() -> None:
    finding = checked(ring, {"outcomes": dict.fromkeys(["F ANK", "A CON", "A SMY"], "fails")})
    assert finding.answer is Answer.OTHER_SOLUTION
    assert finding.preferred_by == "circular_movement"
    assert "circular_movement" in next(finding_sentences(finding))


def test_a_cycle_without_rule_is_no_fault_of_the_claim() -> None:
    checker = Checker(Checker().reading.choosing("4.A.2", "no-rule"), most_choices=0)
    two = phase(  # DATC 6.F.17's shape, with two solutions
        {
            "ENGLAND": ["F ENG C A LON - BRE", "A LON - BRE"],
            "FRANCE": ["F BRE S F NTH - ENG"],
            "GERMANY": ["F NTH - ENG"],
        }
    )
    resolution = adjudicate(two, checker.reading)
    (cycle,) = resolution.cycles
    assert resolution.status == "open"
    assert isinstance(cycle.outcomes, tuple)
    for solution in cycle.outcomes:
        outcomes = {
            " ".join(order.split()[:2]): "succeeds" if v else "fails" for order, v in solution.items()
        }
        finding = checked(two, {"outcomes": outcomes}, checker)
        assert (finding.answer, finding.preferred_by) == (Answer.OTHER_SOLUTION, "")


def test_right_under_another_reading() -> None:
    swap = phase(
        {
            "ENGLAND": ["A NWY - SWE", "F SKA C A NWY - SWE"],
            "RUSSIA": ["A SWE - NWY", "A FIN S A SWE - NWY"],
        }
    )
    claim = claim_of(adjudicate(swap, load_reading("datc", {"4.A.3": "via-only"})))
    finding = checked(swap, claim, Checker(most_choices=1))
    assert finding.answer is Answer.OTHER_READING
    assert {"4.A.3": "dptg"} in finding.readings
    assert all(len(choices) == 1 for choices in finding.readings)
    assert finding.violations


def test_a_partial_claim_can_be_completed_or_not() -> None:
    right = adjudicate(bounce)
    assert checked(bounce, {"positions": dict(right.positions)}).answer is Answer.RIGHT
    finding = checked(bounce, {"positions": {"GERMANY": ["A SIL"], "RUSSIA": ["A WAR"]}})
    assert finding.answer is Answer.CANNOT_BE_COMPLETED
    assert finding.violations[0].about == "A MUN - SIL"


def test_wrong_retreats() -> None:
    claim = claim_of(adjudicate(dislodgement))
    claim["retreats"]["A BUR"].append("BEL")
    finding = checked(dislodgement, claim)
    assert finding.answer is Answer.WRONG
    (violation,) = finding.violations
    assert violation.rule == "may_retreat"
    assert "The attacker came from there" in violation.sentence


def test_a_claim_that_contradicts_itself() -> None:
    claim = claim_of(adjudicate(bounce))
    claim["positions"] = {"GERMANY": ["A SIL"], "RUSSIA": ["A WAR"]}
    finding = checked(bounce, claim)
    assert finding.answer is Answer.WRONG
    assert {v.rule for v in finding.violations} == {"positions"}


def test_other_spellings_are_understood() -> None:
    claim = {"outcomes": {"a Munich": "fails", "A war": "fails"}, "positions": {"Germany": ["A mun"]}}
    assert checked(bounce, claim).answer is not Answer.RIGHT  # Russia is said to have no unit
    claim["positions"]["russia"] = ["A warsaw"]  # type: ignore[index]
    assert checked(bounce, claim).answer is Answer.RIGHT


@pytest.mark.parametrize("claim", [{}, {"outcomes": {"A MUN": "wins"}}, {"positions": ["A MUN"]}])
def test_what_is_no_claim(claim: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        read_claim(claim)


def test_every_single_change_to_a_resolution_is_found() -> None:
    rng = random.Random(5)
    for _ in range(60):
        scene = read_phase(to_phase(random_position(rng, 7)))
        right = adjudicate(scene)
        claim = claim_of(right)
        assert checked(scene, claim).answer is Answer.RIGHT
        order = rng.choice(right.orders)
        claim["outcomes"][order.unit] = "fails" if order.outcome == "succeeds" else "succeeds"
        if order.outcome in ("illegal", "void") and order.order.endswith(" H"):
            continue
        finding = checked(scene, claim)
        assert finding.answer is not Answer.RIGHT
        assert finding.violations or finding.answer is Answer.OTHER_SOLUTION


def test_a_finding_is_plain_data() -> None:
    data = checked(bounce, {"outcomes": {"A MUN": "succeeds"}}).to_dict()
    assert data["answer"] == "cannot be completed"
    assert data["violations"][0]["about"] == "A MUN - SIL"
