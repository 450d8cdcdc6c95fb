"""Claims: right, wrong and why, the other solution of a cycle, another reading, partial claims."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path
from typing import Any

from resolvent import Phase, adjudicate, load_reading, read_phase
from resolvent.oracle.checker import Answer, Checker, Finding
from resolvent.oracle.claim import Claim, read_claim
from resolvent.oracle.finding_text import finding_sentences
from resolvent.oracle.violations import Claimed
from resolvent.oracle.words import claimed_words
from resolvent.outcomes import Outcome
from resolvent.resolution.docket import Docket
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


def test_an_illegal_order_claimed_through_positions() -> None:
    illegal = phase({"GERMANY": ["A MUN - LON"]})
    for outcomes in ({}, {"outcomes": {"A MUN": "fails"}}):
        (violation,) = checked(illegal, {"positions": {"GERMANY": ["A LON"]}, **outcomes}).violations
        assert violation.sentence.startswith("GERMANY is said to have A LON, but A MUN - LON is illegal: ")
        assert violation.rule == "out_of_reach"


def test_the_other_solution_of_a_ring() -> None:
    finding = checked(ring, {"outcomes": dict.fromkeys(["F ANK", "A CON", "A SMY"], "fails")})
    assert finding.answer is Answer.OTHER_SOLUTION
    assert finding.preferred_by == "circular_movement"
    assert "circular_movement" in next(finding_sentences(finding))


def test_five_rings_and_the_other_solution_of_each() -> None:
    """However many cycles there are, each of them may have ended otherwise."""
    rings = [
        ["F ANK - CON", "A CON - SMY", "A SMY - ANK"],
        ["A BOH - TYR", "A TYR - VIE", "A VIE - BOH"],
        ["A MOS - WAR", "A WAR - UKR", "A UKR - MOS"],
        ["A NAP - ROM", "A ROM - APU", "A APU - NAP"],
        ["A KIE - BER", "A BER - MUN", "A MUN - KIE"],
    ]
    five = phase({"AUSTRIA": [order for ring in rings for order in ring]})
    right = claim_of(adjudicate(five))["outcomes"]
    for members in rings:
        claim = {"outcomes": {**right, **{order[:5]: "fails" for order in members}}}
        finding = checked(five, claim)
        assert (finding.answer, finding.preferred_by) == (Answer.OTHER_SOLUTION, "circular_movement")
    both = {**right, **dict.fromkeys((order[:5] for order in rings[0] + rings[4]), "fails")}
    assert checked(five, {"outcomes": both}).answer is Answer.OTHER_SOLUTION
    broken = {**right, "A KIE": "fails"}
    assert checked(five, {"outcomes": broken}).answer is Answer.WRONG


def test_what_agrees_with_every_rule_is_no_other_solution() -> None:
    finding = checked(ring, {"positions": {"TURKEY": ["A ANK", "F CON", "A SMY", "A SYR"]}})
    assert finding.answer is Answer.CANNOT_BE_COMPLETED
    assert [v.about for v in finding.violations] == ["A SYR"]


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


def test_right_with_two_choices_of_which_one_changes_nothing_alone() -> None:
    scene = phase(
        {
            "ENGLAND": ["F IRI C A LVP - WAL"],
            "RUSSIA": ["A BRE - WAL", "F ENG C A BRE - WAL", "A LVP - WAL VIA"],
        }
    )
    claim = claim_of(adjudicate(scene, load_reading("datc", {"4.A.6": "c", "4.A.3": "a"})))
    alone = claim_of(adjudicate(scene, load_reading("datc", {"4.A.3": "a"})))
    assert alone == claim_of(adjudicate(scene))
    finding = checked(scene, claim, Checker())
    assert finding.answer is Answer.OTHER_READING
    assert {"4.A.3": "a", "4.A.6": "c"} in finding.readings
    assert all(len(choices) == 2 for choices in finding.readings)


def test_the_completion_that_violates_fewest_is_told() -> None:
    """An attack from Sweden that gets through leaves it empty and breaks the support: one will do."""
    scene = phase(
        {
            "ENGLAND": ["F BOT - SWE", "A DEN - NWY"],
            "FRANCE": ["A NWY S F BOT - SWE"],
            "GERMANY": ["A SWE - NWY"],
        }
    )
    finding = checked(scene, {"outcomes": {"F BOT": "succeeds", "A NWY": "fails"}})
    assert len(finding.violations) == 1


def test_what_is_left_open_is_completed_as_well_as_can_be() -> None:
    """No other completion violates fewer equations: all are tried."""
    rng = random.Random(3)
    seen = 0
    while seen < 25:
        scene = read_phase(to_phase(random_position(rng, 6)))
        docket = Docket(scene)
        solved = docket.solved(plain.reading, plain.solver)
        results = adjudicate(scene).orders
        orders = [o for o in results if o.outcome in ("succeeds", "fails") and not o.order.endswith(" H")]
        if solved.cycles or len(orders) < 3:
            continue
        claim = Claim({o.unit: rng.choice((Outcome.SUCCEEDS, Outcome.FAILS)) for o in orders[:2]})
        if plain.check(scene, claim).answer is not Answer.CANNOT_BE_COMPLETED:
            continue
        seen += 1
        claimed = Claimed(docket, plain.reading, claim, solved, plain.solver)
        assert len(list(claimed.violations())) == _fewest(claimed)


def _fewest(claimed: Claimed) -> int:
    """The fewest equations that any values violate under which the claim holds."""
    formulas, decisions = claimed.knot.formulas, claimed.knot.open
    found = []
    for values in product((False, True), repeat=len(decisions)):
        given = {o.variable: value for o, value in zip(decisions, values, strict=True)}
        if all(formulas.substitute(s.value, given) is True for s in claimed.statements):
            found.append(
                sum(
                    formulas.substitute(o.formula, given) is not value
                    for o, value in zip(decisions, values, strict=True)
                )
            )
    return min(found)


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
    assert "but the attacker came from Belgium (retreats.rules: may_retreat;" in violation.sentence


def test_a_claim_that_contradicts_itself() -> None:
    claim = claim_of(adjudicate(bounce))
    claim["positions"] = {"GERMANY": ["A SIL"], "RUSSIA": ["A WAR"]}
    finding = checked(bounce, claim)
    assert finding.answer is Answer.WRONG
    assert {v.rule for v in finding.violations} == {"positions"}


def test_retreats_of_a_unit_that_is_not_dislodged() -> None:
    for places in ([], ["GAS"]):
        (violation,) = checked(dislodgement, {"retreats": {"A BEL": places}}).violations
        assert (violation.rule, violation.about) == ("dislodged", "A BEL")
        assert violation.sentence.endswith("(movement.rules: dislodged; 5.B.1)")


def test_a_unit_that_holds_for_want_of_an_order_and_is_dislodged() -> None:
    scene = read_phase(
        {
            "units": {"FRANCE": ["A BUR"], "GERMANY": ["A BEL", "A RUH"]},
            "orders": {"FRANCE": ["A BUR !!"], "GERMANY": ["A BEL - BUR", "A RUH S A BEL - BUR"]},
        }
    )
    finding = checked(scene, {"outcomes": dict.fromkeys(["A BUR", "A BEL", "A RUH"], "succeeds")})
    assert {v.rule for v in finding.violations} == {"dislodged"}


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


def test_a_decision_of_ones_own_is_told_in_its_own_words(tmp_path: Path) -> None:
    (tmp_path / "bold.rules").write_text(
        """
@decision
def bold(m: Move):
    \"\"\"Who gets there is bold.

    true: {m} is bold
    \"\"\"
    return path(m)
""",
        encoding="utf-8",
    )
    (tmp_path / "bold.toml").write_text('rules = ["bold.rules"]\n', encoding="utf-8")
    rule = load_reading(str(tmp_path / "bold.toml")).definitions["bold"]
    move = next(s.order for s in Docket(bounce).judged(plain.reading).sheets if s.order is not None)
    assert claimed_words(rule, (move,), True) == "it is said that A MUN - SIL is bold"
    assert (
        claimed_words(rule, (move,), False)
        == "of A MUN - SIL it is said to be not so that 'Who gets there is bold'"
    )


def test_a_finding_is_plain_data() -> None:
    data = checked(bounce, {"outcomes": {"A MUN": "succeeds"}}).to_dict()
    assert data["answer"] == "cannot be completed"
    assert data["violations"][0]["about"] == "A MUN - SIL"
