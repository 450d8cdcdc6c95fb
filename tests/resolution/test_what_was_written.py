"""Rules of one's own that ask how, when and for whom orders were written, by whatever rule they ask."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from resolvent import Reading, adjudicate, load_reading

ORDERS = {"FRANCE": ["A PAR - BUR", "F BRE - MAO", "MAR - SPA"]}
PHASE = {"units": {"FRANCE": ["A PAR", "F BRE", "A MAR"]}, "orders": ORDERS}


@pytest.fixture
def reading(tmp_path: Path, request: pytest.FixtureRequest) -> Reading:
    """A reading with the rules that are the parameter."""
    (tmp_path / "own.rules").write_text(request.param, encoding="utf-8")
    (tmp_path / "own.toml").write_text('title = "Own"\nrules = ["own.rules"]\n', encoding="utf-8")
    return load_reading(str(tmp_path / "own.toml"))


def outcomes(phase: dict[str, Any], reading: Reading) -> dict[str, str]:
    """Unit to outcome, the second time round: what was met before must not matter."""
    adjudicate(phase)
    adjudicate(phase, reading)
    return {o.unit: str(o.outcome) for o in adjudicate(phase, reading).orders}


FIRST_ONLY = '''
@illegal("other")
def not_the_first(m: Move):
    """A power moves with the order it writes first."""
    return any(earlier(x, m) for x in written_by(m.power))
'''

FIRST_SUCCEEDS = '''
@redefines
def path(m: Move):
    """Only the order that a power writes first gets anywhere."""
    return not any(earlier(x, m) for x in written_by(m.power))
'''

TYPED_ONLY = '''
@redefines
def path(m: Move):
    """Whoever leaves out the type gets nowhere."""
    return not m.untyped
'''

ALONE_ONLY = '''
@illegal("other")
def not_the_only_one(m: Move):
    """A unit has one order that can be read."""
    return count(written_for(m.unit)) != 1
'''


@pytest.mark.parametrize("reading", [FIRST_ONLY], indirect=True)
def test_which_is_first_when_judging(reading: Reading) -> None:
    assert outcomes(PHASE, reading) == {"A PAR": "succeeds", "F BRE": "illegal", "A MAR": "illegal"}
    turned = {**PHASE, "orders": {"FRANCE": ORDERS["FRANCE"][::-1]}}
    assert outcomes(turned, reading) == {"A PAR": "illegal", "F BRE": "illegal", "A MAR": "succeeds"}


@pytest.mark.parametrize("reading", [FIRST_SUCCEEDS], indirect=True)
def test_which_is_first_when_resolving(reading: Reading) -> None:
    assert outcomes(PHASE, reading) == {"A PAR": "succeeds", "F BRE": "fails", "A MAR": "fails"}


@pytest.mark.parametrize("reading", [TYPED_ONLY], indirect=True)
def test_slips_when_resolving(reading: Reading) -> None:
    assert outcomes(PHASE, reading) == {"A PAR": "succeeds", "F BRE": "succeeds", "A MAR": "fails"}


@pytest.mark.parametrize("reading", [ALONE_ONLY], indirect=True)
def test_all_that_is_written_for_a_unit(reading: Reading) -> None:
    assert set(outcomes(PHASE, reading).values()) == {"succeeds"}
    twice = {**PHASE, "orders": {"FRANCE": [*ORDERS["FRANCE"], "A PAR - GAS"]}}
    assert outcomes(twice, reading) == {"A PAR": "illegal", "F BRE": "succeeds", "A MAR": "succeeds"}


TYPED_RETREATS = '''
@illegal("slip")
def not_typed(r: Retreat):
    """A retreat must name a unit of the right type."""
    return r.untyped or r.mistyped
'''


@pytest.mark.parametrize("reading", [TYPED_RETREATS], indirect=True)
def test_slips_in_a_retreat_phase(reading: Reading) -> None:
    """The same text is a slip for one unit, and none for another that was in the same place before."""

    def told(unit: str, text: str) -> str:
        dislodged = {"GERMANY": {unit: {"from": "HOL", "retreats": ["DEN"]}}}
        phase = {"phase": "S1901R", "units": {}, "dislodged": dislodged, "orders": {"GERMANY": [text]}}
        return outcomes(phase, reading)[unit]

    assert told("F KIE", "F KIE R DEN") == "succeeds"
    assert told("A KIE", "F KIE R DEN") == "illegal"
    assert told("F KIE", "F KIE R DEN") == "succeeds"
    assert told("F KIE", "KIE R DEN") == "illegal"
