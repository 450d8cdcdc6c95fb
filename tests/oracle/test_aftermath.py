"""Claims about retreats and adjustments."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from resolvent import Phase, adjudicate, read_phase
from resolvent.game.turns import after
from resolvent.oracle.checker import Answer, Checker, Finding
from resolvent.oracle.claim import read_claim
from tests.oracle.phases import claim_of
from tests.referee.positions import random_position, to_phase

plain = Checker(most_choices=0)

MEETING = {
    "phase": "F1901R",
    "units": {"FRANCE": ["A PAR"]},
    "dislodged": {
        "GERMANY": {"A BUR": {"from": "PAR", "retreats": ["MUN", "RUH"]}},
        "ITALY": {"A TYR": {"from": "VIE", "retreats": ["MUN"]}},
    },
    "orders": {"GERMANY": ["A BUR - MUN"], "ITALY": ["A TYR - MUN"]},
}
BUILDING = {
    "phase": "W1901A",
    "units": {"FRANCE": ["A PAR"]},
    "centers": {"FRANCE": ["PAR", "BRE"]},
    "orders": {"FRANCE": ["F BRE B", "A MAR B"]},
}
REMOVING = {
    "phase": "W1901A",
    "units": {"FRANCE": ["A PAR", "A GAS", "A BUR"]},
    "centers": {"FRANCE": ["PAR"]},
    "orders": {"FRANCE": ["A GAS D"]},
}
ABANDONED = {
    "phase": "W1901A",
    "units": {"AUSTRIA": ["A VIE", "F ADR", "A SER", "F AEG", "A WAR"]},
    "centers": {"AUSTRIA": ["VIE", "SER", "WAR"]},
}


def checked(phase: dict[str, Any], claim: dict[str, Any], checker: Checker = plain) -> Finding:
    return checker.check(read_phase(phase), read_claim(claim))


@pytest.mark.parametrize("phase", [MEETING, BUILDING, REMOVING])
def test_the_resolution_is_right(phase: dict[str, Any]) -> None:
    assert checked(phase, claim_of(adjudicate(phase))).answer is Answer.RIGHT


@pytest.mark.parametrize(
    ("phase", "claim", "sentence"),
    [
        (
            MEETING,
            {"outcomes": {"a bur": "succeeds"}},
            "A BUR R MUN is said to succeed, but A BUR R MUN fails: another unit retreats to Munich too "
            "(6.H.7)",
        ),
        (
            MEETING,
            {"positions": {"FRANCE": ["A PAR"], "ITALY": ["A MUN"]}},
            "ITALY is said to have A MUN, but A TYR R MUN fails: another unit retreats to Munich too (6.H.7)",
        ),
        (
            BUILDING,
            {"outcomes": {"A MAR": "succeeds"}},
            "A MAR B is said to succeed, but A MAR B is illegal: A home centre that the power does not own "
            "is no place to build (6.I.5)",
        ),
        (
            REMOVING,
            {"positions": {"FRANCE": ["A BUR", "A PAR"]}},
            "FRANCE is said to have A BUR, but A BUR is removed: the orders remove too few units, and of "
            "those that are left it is among the first to go (4.D.6 b)",
        ),
    ],
)
def test_what_is_wrong_is_told_with_the_rule(
    phase: dict[str, Any], claim: dict[str, Any], sentence: str
) -> None:
    finding = checked(phase, claim)
    assert finding.answer is Answer.WRONG
    assert [v.sentence for v in finding.violations] == [sentence]


def test_another_reading_of_civil_disorder() -> None:
    """4.D.8 b: what is farthest from home goes, even if it stands on a supply centre."""
    finding = checked(ABANDONED, {"positions": {"AUSTRIA": ["A VIE", "A SER", "F ADR"]}}, Checker())
    assert finding.answer is Answer.OTHER_READING
    assert {"4.D.8": "b"} in finding.readings
    assert all(list(choices) == ["4.D.8"] for choices in finding.readings)


def test_every_single_change_to_retreats_is_found() -> None:
    rng = random.Random(8)
    seen = 0
    while seen < 40:
        before = read_phase(to_phase(random_position(rng, 9)))
        phase = after(before, adjudicate(before))
        if phase.type != "R":
            continue
        seen += 1
        scene = _ordered(phase, rng)
        right = adjudicate(scene)
        claim = claim_of(right)
        assert plain.check(scene, read_claim(claim)).answer is Answer.RIGHT
        order = rng.choice(right.orders)
        claim["outcomes"][order.unit] = "fails" if order.outcome == "succeeds" else "succeeds"
        finding = plain.check(scene, read_claim(claim))
        assert finding.answer is Answer.WRONG
        assert finding.violations


def _ordered(phase: Phase, rng: random.Random) -> Phase:
    orders = {
        power: tuple(f"{unit} R {rng.choice(d.retreats)}" for unit, d in units.items() if d.retreats)
        for power, units in (phase.dislodged or {}).items()
    }
    return msgspec.structs.replace(phase, orders=orders)
