"""The rules and the brute-force referee agree on what the generators aim at.

A hundred thousand phases: ``python -m tests.oracle.referee_judge --phases 100000``.
"""

from __future__ import annotations

import pytest

from resolvent import Phase
from resolvent.oracle.checker import Answer, Checker
from resolvent.oracle.claim import read_claim
from resolvent.oracle.generate import THEMES
from resolvent.oracle.helper import fault_text
from resolvent.records.phase import phase_to_dict
from tests.oracle.phases import bounce, dislodgement, pandin, phase, ring
from tests.oracle.referee_judge import judged, referee


@pytest.mark.parametrize("theme", THEMES)
def test_no_phase_of_a_theme_comes_out_otherwise(theme: str) -> None:
    report = judged(theme, 250)
    assert report.phases == 250
    assert not report.wrong, "\n".join(fault_text(fault) for fault in report.faults.values())


def test_the_referee_claims_everything() -> None:
    """Otherwise there would be less to disagree about than there seems."""
    claim = referee(phase_to_dict(dislodgement))
    assert claim["outcomes"] == {"A BUR": "fails", "A BEL": "succeeds", "A RUH": "succeeds"}
    assert claim["positions"] == {"FRANCE": [], "GERMANY": ["A BUR", "A RUH"]}
    assert claim["dislodged"] == {"FRANCE": ["A BUR"], "GERMANY": []}
    assert claim["retreats"] == {"A BUR": ["GAS", "MAR", "MUN", "PAR", "PIC"]}


def test_coasts_in_supports() -> None:
    """Another coast than that of the move is void, one out of reach is illegal (4.B.4 d)."""
    mao = referee(phase_to_dict(phase({"FRANCE": ["F MAO - SPA/NC", "F LYO S F MAO - SPA/SC"]})))
    assert mao["outcomes"]["F LYO"] == "void"
    assert mao["positions"]["FRANCE"] == ["F SPA/NC", "F LYO"]
    gas = referee(phase_to_dict(phase({"FRANCE": ["F GAS - SPA/NC", "F MAR S F GAS - SPA/SC"]})))
    assert gas["outcomes"]["F MAR"] == "illegal"


@pytest.mark.parametrize("example", [bounce, ring, dislodgement, pandin])
def test_a_wrong_word_of_the_referee_would_be_noticed(example: Phase) -> None:
    given = phase_to_dict(example)
    claim = referee(given)
    for unit, outcome in claim["outcomes"].items():
        other = "fails" if outcome == "succeeds" else "succeeds"
        wrong = read_claim({**claim, "outcomes": {**claim["outcomes"], unit: other}})
        finding = Checker(most_choices=0).check(example, wrong)
        assert finding.answer is not Answer.RIGHT
