"""``resolvent replay``, ``resolvent orders``, and ``adjudicate`` on the phases between movements."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.game import GAMES

RETREATS = {
    "phase": "F1901R",
    "units": {"AUSTRIA": ["A VIE"]},
    "dislodged": {"ITALY": {"A VIE": {"from": "TRI", "retreats": ["GAL", "TYR"]}}},
    "orders": {"ITALY": ["A VIE - TYR"]},
}
WINTER = {
    "phase": "W1901A",
    "units": {"AUSTRIA": ["A VIE", "F TRI"]},
    "centers": {"AUSTRIA": ["VIE"], "GERMANY": ["MUN"]},
    "orders": {"GERMANY": ["A MUN B"]},
}


def lines(*phases: object) -> bytes:
    return "".join(json.dumps(phase) + "\n" for phase in phases).encode()


@pytest.mark.parametrize("command", ["replay", "orders"])
def test_help(run: Run, command: str) -> None:
    status, out, err = run(command, "--help")
    assert (status, err) == (0, "")
    assert f"resolvent {command}" in out
    assert "Exit status: 0" in out
    assert "empty-" not in out


class TestAdjudicate:
    """Every phase is resolved."""

    def test_retreats(self, run: Run) -> None:
        status, out, _ = run("adjudicate", "-", "--positions", "--format", "text", stdin=lines(RETREATS))
        assert status == 0
        assert "\nFall 1901, retreats (F1901R, map standard)\n" in out
        assert "  A VIE R TYR  succeeds\n" in out
        assert "  Italy: A TYR\n" in out

    def test_adjustments(self, run: Run) -> None:
        status, out, _ = run("adjudicate", "-", "--format", "text", stdin=lines(WINTER))
        assert status == 0
        assert (
            "F TRI D  succeeds: chosen by the rules, as too few units were removed by order (no order)" in out
        )
        assert "A MUN B  succeeds\n" in out

    def test_json(self, run: Run) -> None:
        status, out, _ = run("adjudicate", "-", stdin=lines(RETREATS, WINTER))
        assert status == 0
        retreats, winter = map(json.loads, out.splitlines())
        assert retreats["orders"] == [
            {
                "power": "ITALY",
                "unit": "A VIE",
                "order": "A VIE R TYR",
                "text": "A VIE - TYR",
                "outcome": "succeeds",
                "reason": "unopposed",
                "by": [],
                "dislodged": False,
            }
        ]
        assert winter["positions"] == {"AUSTRIA": ["A VIE"], "GERMANY": ["A MUN"]}

    def test_what_is_missing(self, run: Run) -> None:
        status, _, err = run("adjudicate", "-", stdin=lines({**WINTER, "centers": None}))
        assert status == 2
        assert "centers: an adjustment phase needs the supply centres of the powers" in err


class TestReplay:
    """Whole games."""

    def test_real_games(self, run: Run) -> None:
        status, out, err = run("replay", str(GAMES), "--all")
        assert (status, err) == (1, "")
        assert "game_433761_ENGLAND_AG: W1908A does not end as it was recorded\n" in out
        assert "  units of France: only here A WAR; only in the record A RUH\n" in out
        table = [line.split() for line in out.splitlines()[-5:]]
        assert table[1:] == [
            ["movement", "611", "589", "1", "21"],
            ["retreats", "380", "379", "1", "0"],
            ["adjustments", "268", "256", "12", "0"],
            ["all", "1259", "1224", "14", "21"],
        ]

    def test_stops_where_they_part(self, run: Run, tmp_path: Path) -> None:
        file = tmp_path / "game.jsonl"
        first = {"phase": "S1901M", "units": {"ITALY": ["A ROM"]}, "orders": {"ITALY": ["A ROM - VEN"]}}
        second = {"phase": "F1901M", "units": {"ITALY": ["A ROM"]}}
        third = {"phase": "S1902M", "units": {"ITALY": ["A ROM"]}}
        file.write_bytes(lines(first, second, third))
        status, out, _ = run("replay", str(file))
        assert status == 1
        assert "The game: S1901M does not end as it was recorded\n" in out
        assert "    A ROM - VEN  succeeds\n" in out
        assert out.splitlines()[-1].split() == ["all", "1", "0", "1", "0"]
        found = json.loads(run("replay", str(file), "--all", "--format", "json").out.splitlines()[-1])
        assert found["phases"]["movement"] == {"phases": 3, "as_recorded": 1, "otherwise": 1, "not_told": 1}

    def test_agreement(self, run: Run) -> None:
        first = {"phase": "S1901M", "units": {"ITALY": ["A ROM"]}, "orders": {"ITALY": ["A ROM - VEN"]}}
        second = {"phase": "F1901M", "units": {"ITALY": ["A VEN"]}}
        status, out, _ = run("replay", "-", stdin=gzip.compress(lines(first, second)))
        assert status == 0
        assert out.splitlines()[-1].split() == ["all", "2", "1", "0", "1"]

    @pytest.mark.parametrize(
        "data", [b"", b"\x1f\x8b", b"\x1f\x8bnonsense", gzip.compress(lines(WINTER))[:40]]
    )
    def test_damaged(self, run: Run, data: bytes) -> None:
        status, out, err = run("replay", "-", stdin=data)
        assert (status, out) == (2, "")
        assert err.startswith("resolvent: standard input")
        assert err.count("\n") == 1

    def test_what_cannot_be_replayed(self, run: Run) -> None:
        wrong = {"phase": "S1901M", "units": {"ITALY": ["A XXX"]}}
        status, _, err = run("replay", "-", stdin=lines(wrong))
        assert status == 2
        assert "'XXX' is no place of the map" in err
        assert run("replay", "-", "--from", "pigeon", stdin=lines(WINTER)).status == 2


class TestOrders:
    """Order menus."""

    def test_text(self, run: Run) -> None:
        status, out, err = run("orders", "examples/fall-1907.txt", "--unit", "F BRE")
        assert (status, err) == (0, "")
        assert out.startswith("Fall 1907, movement (F1907M, map standard)\n")
        assert "  F BRE H\n" in out
        assert all(line.startswith("  F BRE ") for line in out.splitlines()[3:])

    def test_json(self, run: Run) -> None:
        status, out, _ = run("orders", "-", "--format", "json", stdin=lines(RETREATS, WINTER))
        assert status == 0
        retreats, winter = map(json.loads, out.splitlines())
        assert retreats["orders"] == {"ITALY": {"A VIE": ["A VIE D", "A VIE R GAL", "A VIE R TYR"]}}
        assert winter["orders"]["GERMANY"] == {"A MUN": ["A MUN B"], "": ["WAIVE"]}

    def test_by_province(self, run: Run) -> None:
        out = run("orders", "-", "--unit", "tri", stdin=lines(WINTER)).out
        assert out.splitlines()[1:] == ["", "Austria", "  F TRI D"]

    def test_no_such_unit(self, run: Run) -> None:
        status, _, err = run("orders", "-", "--unit", "A PAR", stdin=lines(WINTER))
        assert status == 2
        assert "no unit 'A PAR' has an order in this phase" in err

    def test_nothing_to_order(self, run: Run) -> None:
        phase = {"phase": "W1901A", "units": {}, "centers": {}}
        assert run("orders", "-", stdin=lines(phase)).out.splitlines()[1:] == ["Nothing can be ordered."]
