"""The phase that comes next."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from resolvent import InputError, Phase, adjudicate, after, load_map, load_reading, read_phase
from resolvent.game.turns import next_name
from tests.cases import Report, load_reports

REPORTS = {report.id: report for report in load_reports()}


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("S1901M", "S1901R"),
        ("S1901R", "F1901M"),
        ("F1901M", "F1901R"),
        ("F1901R", "W1901A"),
        ("W1901A", "S1902M"),
        ("W0006A", "S0007M"),
        ("W99A", "S100M"),
    ],
)
def test_names(name: str, following: str) -> None:
    assert next_name(name) == following


def test_no_phase() -> None:
    for name in ("W1901M", "COMPLETED", ""):
        with pytest.raises(InputError, match="is no phase"):
            next_name(name)


def played(phase: Phase, **orders: list[str]) -> Phase:
    """The phase with orders, and one on."""
    told = msgspec.structs.replace(phase, orders={p: tuple(o) for p, o in orders.items()})
    return after(told, adjudicate(told))


class TestAYear:
    """From the start to the second spring."""

    START = Phase(
        units=dict(load_map().start),
        centers=dict(load_map().homes),
    )

    def test_whole(self) -> None:
        fall = played(self.START, TURKEY=["A CON - BUL"], GERMANY=["F KIE - DEN", "A MUN - KIE"])
        assert fall.phase == "F1901M"
        assert fall.orders == {}
        assert fall.centers == self.START.centers
        assert "A BUL" in fall.units["TURKEY"]
        winter = played(fall, GERMANY=["A KIE - HOL"])
        assert winter.phase == "W1901A"
        assert winter.centers is not None
        assert set(winter.centers["TURKEY"]) == {"ANK", "BUL", "CON", "SMY"}
        assert set(winter.centers["GERMANY"]) == {"BER", "DEN", "HOL", "KIE", "MUN"}
        spring = played(winter, TURKEY=["F CON B"], GERMANY=["A MUN B", "F BER B"])
        assert spring.phase == "S1902M"
        assert set(spring.units["TURKEY"]) == {"A BUL", "A SMY", "F ANK", "F CON"}
        assert spring.centers == winter.centers

    def test_nothing_to_adjust(self) -> None:
        """Nobody took a centre: the winter is left out, or kept."""
        fall = msgspec.structs.replace(self.START, phase="F1901M")
        found = adjudicate(fall)
        assert after(fall, found).phase == "S1902M"
        assert after(fall, found, skip_empty=False).phase == "F1901R"

    def test_a_build_without_a_place(self) -> None:
        """Builds are due, but every home centre is occupied: there is nothing to do."""
        phase = read_phase(
            {
                "phase": "F1901M",
                "units": {"TURKEY": ["A CON", "A SMY", "F ANK"]},
                "centers": {"TURKEY": ["ANK", "BUL", "CON", "SMY"]},
            }
        )
        assert after(phase, adjudicate(phase)).phase == "S1902M"

    def test_owners_unknown(self) -> None:
        phase = read_phase({"phase": "F1901M", "units": {"TURKEY": ["A BUL"]}})
        winter = after(phase, adjudicate(phase))
        assert (winter.phase, winter.centers) == ("W1901A", None)

    def test_only_in_autumn(self) -> None:
        phase = read_phase(
            {"phase": "S1901R", "units": {"TURKEY": ["A BUL"]}, "centers": {"TURKEY": ["CON"]}}
        )
        assert after(phase, adjudicate(phase)).centers == {"TURKEY": ("CON",)}

    def test_a_centre_that_was_left_stays(self) -> None:
        phase = read_phase(
            {
                "phase": "F1901R",
                "units": {"TURKEY": ["A ARM"]},
                "centers": {"TURKEY": ["BUL"], "RUSSIA": ["SEV"]},
            }
        )
        found = after(phase, adjudicate(phase), skip_empty=False)
        assert found.centers == {"RUSSIA": ("SEV",), "TURKEY": ("BUL",)}


@pytest.mark.parametrize("id", ["BR-085", "BR-087"])
def test_reports(id: str) -> None:
    """Centres change owners after the retreats."""
    report: Report = REPORTS[id]
    movement: dict[str, Any] = {**report.movement_dict(), "phase": "F1901M"}
    movement["centers"] = {p: c for p, c in report.centers_before.items() if p != "NEUTRAL"}
    phase = read_phase(movement)
    retreats = after(phase, adjudicate(phase))
    assert retreats.phase == "F1901R"
    assert retreats.centers == phase.centers
    retreats = msgspec.structs.replace(retreats, orders=dict(report.orders))
    winter = after(retreats, adjudicate(retreats), skip_empty=False)
    assert winter.phase == "W1901A"
    owned = {p: c for p, c in report.centers_after.items() if p != "NEUTRAL"}
    assert winter.centers == {p: tuple(sorted(c)) for p, c in owned.items()}


class TestWhatCannotBe:
    """Errors with a clear sentence."""

    def test_another_phase(self) -> None:
        phase = Phase(units={"ITALY": ("A ROM",)})
        found = adjudicate(phase)
        with pytest.raises(InputError, match="this is what came of S1901M, not of F1901M"):
            after(msgspec.structs.replace(phase, phase="F1901M"), found)

    def test_open(self) -> None:
        """Pandin's paradox without a rule for it."""
        phase = read_phase(
            {
                "units": {"ENGLAND": ["F LON", "F WAL"], "FRANCE": ["A BRE", "F ENG"]},
                "orders": {
                    "ENGLAND": ["F LON S F WAL - ENG", "F WAL - ENG"],
                    "FRANCE": ["A BRE - LON", "F ENG C A BRE - LON"],
                },
            }
        )
        found = adjudicate(phase, load_reading("datc", {"4.A.2": "no-rule"}))
        assert found.status == "open"
        with pytest.raises(InputError, match="orders are open"):
            after(phase, found)
