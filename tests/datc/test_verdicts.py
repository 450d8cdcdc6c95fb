"""Which case applies to a reading, and what comes of it."""

from __future__ import annotations

import pytest

from resolvent import InputError, load_reading
from resolvent.datc import load_cases
from resolvent.datc.verdicts import State, Verdict, cases_of, expectations, tally, verdicts

BY_ID = {case.id: case for case in load_cases()}


def test_parts() -> None:
    assert {c.id for c in cases_of("6.C")} == {c.id for c in load_cases() if c.id.startswith("6.C.")}
    assert [c.id for c in cases_of("6.F.16")] == ["6.F.16"]
    assert {c.id for c in cases_of("6.J.9")} >= {"6.J.9.1", "6.J.9@3.0.1"}
    assert cases_of() == load_cases()
    with pytest.raises(InputError, match=r"6\.Z"):
        cases_of("6.Z")


def test_under_other_choices_the_variant_counts() -> None:
    case = BY_ID["6.F.16"]
    usual = expectations(case, load_reading("datc"))
    assert usual == (case.expect,)
    other = expectations(case, load_reading("datc", {"4.A.2": "b"}))
    assert other != usual
    assert isinstance(other, tuple)


def test_a_choice_that_does_not_matter_to_a_case() -> None:
    case = BY_ID["6.C.1"]
    assert expectations(case, load_reading("datc", {"4.B.3": "corrected"})) == (case.expect,)


def test_where_datc_says_nothing() -> None:
    told = expectations(BY_ID["6.F.18"], load_reading("datc", {"4.A.2": "1971"}))
    assert told == "the rule gives no answer"
    assert expectations(BY_ID["6.I.1"], load_reading("datc")) == "it has no movement phase"


def test_tally() -> None:
    found = list(verdicts("datc", "6.A"))
    assert tally(found) == {"6.A": {State.PASSED: 12, State.FAILED: 0, State.NOT_APPLICABLE: 0}}


def test_labels() -> None:
    verdict = Verdict("6.F.16", "", {"4.A.2": "b"}, State.PASSED)
    assert (verdict.label, verdict.section) == ("6.F.16 with 4.A.2 = b", "6.F")
