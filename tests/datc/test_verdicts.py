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
    told = expectations(BY_ID["6.J.6@2.5"], load_reading("datc"))
    assert told == "DATC does not say what comes of it under 4.D.8 c"


def test_an_older_text_is_for_its_own_choices() -> None:
    case = BY_ID["6.J.6@2.5"]
    assert expectations(case, load_reading("datc", case.under)) == (case.expect,)
    assert expectations(case, load_reading("datc", {"4.D.8": "2.5:e"})) != (case.expect,)
    both = BY_ID["6.J.3@3.0"]
    assert expectations(both, load_reading("datc")) == (both.expect,)
    assert expectations(both, load_reading("datc", both.under)) == (both.expect,)


def test_everything_runs() -> None:
    """All of 6.H, 6.I and 6.J pass under every choice that DATC tells an outcome for."""
    for part in ("6.H", "6.I", "6.J"):
        found = list(verdicts("datc", part, variants=True))
        assert [v.label for v in found if v.state is State.FAILED] == []
        assert sum(v.state is State.PASSED for v in found) >= 10
    older = [v.case for v in verdicts("datc", "6.J") if v.state is State.NOT_APPLICABLE]
    assert all("@" in case for case in older)


def test_tally() -> None:
    found = list(verdicts("datc", "6.A"))
    assert tally(found) == {"6.A": {State.PASSED: 12, State.FAILED: 0, State.NOT_APPLICABLE: 0}}


def test_labels() -> None:
    verdict = Verdict("6.F.16", "", {"4.A.2": "b"}, State.PASSED)
    assert (verdict.label, verdict.section) == ("6.F.16 with 4.A.2 = b", "6.F")
