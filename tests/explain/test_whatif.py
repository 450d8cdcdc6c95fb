"""What if orders had been others."""

from __future__ import annotations

from pathlib import Path

import pytest

from resolvent.errors import InputError
from resolvent.explain.whatif import whatif

ROOT = Path(__file__).resolve().parents[2]
PANDIN = (ROOT / "examples/pandin.txt").read_text(encoding="utf-8")


def test_what_differs() -> None:
    found = whatif(PANDIN, ["F BEL H"])
    assert found.before.of("F WAL").outcome == "fails"
    assert found.after.of("F WAL").outcome == "succeeds"
    assert found.moved()["ENGLAND"] == (("F WAL",), ("F ENG",))
    assert "Dislodged before: nobody; then: F ENG." in str(found)
    assert not found.same
    assert found.to_dict()["changes"] == ["F BEL H"]


def test_nothing_differs() -> None:
    found = whatif(PANDIN, ["F NTH S F BEL - ENG"])
    assert found.same
    assert list(found.differences()) == []
    assert str(found) == "If F NTH S F BEL - ENG:\n  The board is the same afterwards."


def test_several_changes_and_other_words() -> None:
    found = whatif(PANDIN, ["fleet english channel hold", "f nth - hol"])
    assert found.after.of("F ENG").order == "F ENG H"
    assert found.after.of("F NTH").outcome == "succeeds"


def test_a_retreat_and_a_build() -> None:
    phase = {
        "phase": "S1901R",
        "units": {"FRANCE": ["A MUN"]},
        "orders": {"GERMANY": ["A MUN R RUH"]},
        "dislodged": {"GERMANY": {"A MUN": {"from": "BUR", "retreats": ["RUH", "KIE"]}}},
    }
    assert whatif(phase, ["A MUN R KIE"]).after.positions["GERMANY"] == ("A KIE",)
    phase = {
        "phase": "W1901A",
        "units": {"FRANCE": ["A PAR"]},
        "orders": {"FRANCE": ["F BRE B"]},
        "centers": {"FRANCE": ["PAR", "BRE"]},
    }
    found = whatif(phase, ["FRANCE: A BRE B"])
    assert found.moved()["FRANCE"] == (("F BRE",), ("A BRE",))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("A MUN H", "there is no unit in Munich"),
        ("so what", "'so what' is no order"),
        ("MARS: A LON H", "MARS"),
    ],
)
def test_changes_that_cannot_be_used(change: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        whatif(PANDIN, [change])
