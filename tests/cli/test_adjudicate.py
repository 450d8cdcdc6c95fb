"""``resolvent adjudicate``: what it prints, and its exit status."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from resolvent import adjudicate, read_phase
from resolvent.datc import load_cases
from tests.cli.conftest import ROOT, Run

FALL = "examples/fall-1907.txt"
BY_ID = {case.id: case for case in load_cases()}


def phase_json(id: str) -> bytes:
    """A DATC case as one line of JSON."""
    return msgspec.json.encode(BY_ID[id].phase_dict()) + b"\n"


class TestText:
    """Text for people."""

    def test_orders_stand_by_power_with_a_reason(self, run: Run) -> None:
        status, out, err = run("adjudicate", FALL)
        assert (status, err) == (0, "")
        assert out.startswith("Fall 1907, movement (F1907M, map standard)\nRules: DATC 3.1 (datc)\n")
        assert "\nGermany\n" in out
        assert "A RUH - HOL             fails: bounced with A LON\n" in out
        assert "F KIE S A RUH - HOL     fails: cut by A DEN\n" in out
        assert "A MUN S A RUH - HOL     illegal: A MUN cannot move to Holland itself\n" in out
        assert "F SEV (Russia), attacked from Black Sea (BLA), may retreat nowhere and is destroyed." in out

    def test_every_unit_is_told_once(self, run: Run) -> None:
        out = run("adjudicate", FALL).out
        for order in adjudicate((ROOT / FALL).read_text()).orders:
            assert out.count(f"\n  {order.order} ") == 1

    def test_positions_on_request(self, run: Run) -> None:
        assert "Positions" not in run("adjudicate", FALL).out
        assert "  Russia: A FIN, A LVN, A MOS, F NWY\n" in run("adjudicate", FALL, "--positions").out

    def test_a_paradox_names_the_rule_and_what_it_does(self, run: Run) -> None:
        status, out, _ = run("adjudicate", "examples/pandin.txt")
        assert status == 0
        assert "Status: paradox." in out
        assert "have no solution" in out
        assert "Settled by the rule 'szykman': The convoys of a paradox fail;" in out

    def test_a_ring_has_two_solutions(self, run: Run) -> None:
        out = run("adjudicate", "examples/circular.txt").out
        assert "have 2 solutions" in out
        assert "F ANK - CON  succeeds: moves in a ring with A CON and A SMY" in out

    def test_an_open_paradox_is_a_finding(self, run: Run) -> None:
        """DATC 6.F.22: the rulebook of 1971 gives no answer."""
        status, out, err = run("adjudicate", "-", "--rules", "1971", stdin=phase_json("6.F.22"))
        assert (status, err) == (1, "")
        assert "No rule of this reading settles it; it stays open." in out
        assert "  Solution 2:\n" in out
        assert "open: it depends on a cycle" in out

    def test_contested_provinces_have_names(self, run: Run) -> None:
        text = b"FRANCE\nA PAR - BUR\nGERMANY\nA MUN - BUR\n"
        assert "Contested, and left empty\n  Burgundy (BUR)\n" in run("adjudicate", "-", stdin=text).out

    def test_retreats_have_names(self, run: Run) -> None:
        text = b"FRANCE\nA PAR - BUR\nA MAR S A PAR - BUR\nGERMANY\nA BUR H\n"
        out = " ".join(run("adjudicate", "-", stdin=text).out.split())
        assert "attacked from Paris (PAR), may retreat to Belgium (BEL), Gascony (GAS)," in out

    def test_what_is_not_used_is_told(self, run: Run) -> None:
        text = b"FRANCE\nUNITS\nFRANCE: A PAR\nORDERS\nFRANCE\nA BER - MUN\nA PAR dances\n"
        out = run("adjudicate", "-", stdin=text).out
        assert "Written and not used\n  France: A BER - MUN  illegal: there is no such unit\n" in out
        assert "A PAR H  unreadable: no order can be made out\n" in out

    def test_no_orders_at_all_is_normal(self, run: Run) -> None:
        status, out, err = run("adjudicate", "-", stdin=b'{"units": {"FRANCE": ["A PAR"]}}')
        assert (status, err) == (0, "")
        assert "A PAR H  succeeds (no order)\n" in out

    def test_no_units_at_all_is_normal(self, run: Run) -> None:
        status, out, _ = run("adjudicate", "-", stdin=b'{"units": {}}')
        assert status == 0
        assert "Status: unique." in out

    def test_no_colour_where_nobody_looks(self, run: Run) -> None:
        assert "\x1b" not in run("adjudicate", FALL).out

    def test_several_files_are_told_apart(self, run: Run) -> None:
        out = run("adjudicate", "examples/pandin.txt", "examples/circular.txt").out
        assert out.startswith("== examples/pandin.txt\n")
        assert "\n\n== examples/circular.txt\n" in out

    def test_standard_input_without_a_name(self, run: Run) -> None:
        assert run("adjudicate", stdin=(ROOT / FALL).read_bytes()) == run("adjudicate", FALL)


class TestJson:
    """JSON, and JSON Lines."""

    def test_is_that_of_the_library(self, run: Run) -> None:
        out = run("adjudicate", FALL, "--format", "json").out
        assert out.encode() == adjudicate((ROOT / FALL).read_text()).to_json() + b"\n"

    def test_one_phase_comes_out_as_text(self, run: Run) -> None:
        assert run("adjudicate", "-", stdin=phase_json("6.F.16")).out.startswith("Spring 1901, movement")

    def test_a_phase_over_several_lines(self, run: Run) -> None:
        text = json.dumps(BY_ID["6.F.16"].phase_dict(), indent=2).encode()
        assert run("adjudicate", "-", stdin=text) == run("adjudicate", "-", stdin=phase_json("6.F.16"))

    def test_lines_come_out_as_lines(self, run: Run) -> None:
        status, out, err = run("adjudicate", "examples/phases.jsonl")
        assert (status, err) == (0, "")
        phases = (ROOT / "examples/phases.jsonl").read_text().splitlines()
        assert out.encode().splitlines() == [adjudicate(phase).to_json() for phase in phases]

    def test_two_lines_on_standard_input_are_lines(self, run: Run) -> None:
        text = b"\n  \n" + phase_json("6.C.1") + b"\n" + phase_json("6.C.2")
        out = run("adjudicate", "-", stdin=text).out
        assert [json.loads(line)["status"] for line in out.splitlines()] == ["circular", "circular"]

    def test_compressed_lines_are_the_same_lines(self, run: Run, tmp_path: Path) -> None:
        packed = tmp_path / "phases.jsonl.gz"
        packed.write_bytes(gzip.compress((ROOT / "examples/phases.jsonl").read_bytes()))
        assert run("adjudicate", str(packed)).out == run("adjudicate", "examples/phases.jsonl").out

    def test_damaged_compressed_lines_are_an_error(self, run: Run, tmp_path: Path) -> None:
        packed = tmp_path / "phases.jsonl.gz"
        packed.write_bytes(gzip.compress((ROOT / "examples/phases.jsonl").read_bytes())[:100])
        status, _, err = run("adjudicate", str(packed))
        assert (status, err) == (2, f"resolvent: {packed}: cannot be read: the compressed data is damaged\n")

    def test_a_file_called_lines_is_lines_even_if_it_has_one(self, run: Run, tmp_path: Path) -> None:
        file = tmp_path / "one.jsonl"
        file.write_bytes(phase_json("6.C.1"))
        assert run("adjudicate", str(file)).out.startswith("{")

    def test_lines_as_text(self, run: Run) -> None:
        out = run("adjudicate", "examples/phases.jsonl", "--format", "text").out
        assert out.startswith("== examples/phases.jsonl, line 1\nSpring 1901, movement")
        assert out.count("== ") == 3

    def test_the_worst_status_counts(self, run: Run) -> None:
        text = phase_json("6.F.22") + phase_json("6.C.1")
        assert run("adjudicate", "-", "--rules", "1971", stdin=text).status == 1

    def test_a_byte_order_mark_does_not_matter(self, run: Run) -> None:
        text = phase_json("6.C.1")
        assert run("adjudicate", "-", stdin=b"\xef\xbb\xbf" + text) == run("adjudicate", "-", stdin=text)


class TestAll:
    """``--all``: the solutions of the bare equations."""

    def test_none(self, run: Run) -> None:
        status, out, _ = run("adjudicate", "examples/pandin.txt", "--all")
        assert status == 0
        assert "No solution" in out

    def test_one(self, run: Run) -> None:
        out = run("adjudicate", FALL, "--all").out
        assert "One solution.\n" in out
        assert "A RUH - HOL             fails\n" in out

    def test_several(self, run: Run) -> None:
        out = run("adjudicate", "examples/circular.txt", "--all").out
        assert "2 solutions.\n" in out
        assert "In every solution\n  A TRI - VEN  fails\n" in out
        assert "Solution 2\n" in out

    def test_the_limit_is_told(self, run: Run) -> None:
        out = run("adjudicate", "examples/circular.txt", "--all", "--limit", "1").out
        assert "The first 1 solutions; there are more (--limit).\n" in out

    def test_json(self, run: Run) -> None:
        out = run("adjudicate", "examples/circular.txt", "--all", "--format", "json", "--limit", "2").out
        found = json.loads(out)
        assert found["complete"] is True
        assert len(found["solutions"]) == 2
        assert {s["F ANK - CON"] for s in found["solutions"]} == {True, False}


class TestOptions:
    """Options that reach the library."""

    @pytest.mark.parametrize("solver", ["minisat", "glucose", "cadical"])
    def test_every_solver_says_the_same(self, run: Run, solver: str) -> None:
        wanted = run("adjudicate", "examples/pandin.txt")
        assert run("adjudicate", "examples/pandin.txt", "--solver", solver) == wanted

    def test_a_map_by_name_and_by_file(self, run: Run, tmp_path: Path) -> None:
        file = tmp_path / "mine.toml"
        source = (ROOT / "src/resolvent/board/maps/standard.toml").read_text()
        file.write_text(source.replace('"Burgundy"', '"Bourgogne"'))
        text = b"FRANCE\nA PAR - BUR\nGERMANY\nA MUN - BUR\n"
        assert "  Burgundy (BUR)" in run("adjudicate", "-", "--map", "standard", stdin=text).out
        assert "  Bourgogne (BUR)" in run("adjudicate", "-", "--map", str(file), stdin=text).out
        phase: Any = {"units": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}}
        phase["orders"] = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}
        line = json.dumps(phase).encode()
        assert "  Bourgogne (BUR)" in run("adjudicate", "-", "--map", str(file), stdin=line).out

    def test_rules_of_ones_own(self, run: Run, tmp_path: Path) -> None:
        book = tmp_path / "house.toml"
        book.write_text('title = "House"\n[choices]\n"4.A.2" = "1971"\n')
        out = run("adjudicate", "examples/pandin.txt", "--rules", str(book)).out
        assert "Rules: House (" in out
        assert "Status: unique." in out


class TestOutput:
    """``-o``: a file appears as a whole or not at all."""

    def test_holds_what_would_be_printed(self, run: Run, tmp_path: Path) -> None:
        file = tmp_path / "out.txt"
        assert run("adjudicate", FALL, "-o", str(file)) == (0, "", "")
        assert file.read_text() == run("adjudicate", FALL).out
        assert [p.name for p in tmp_path.iterdir()] == ["out.txt"]

    def test_permissions_are_those_of_a_new_or_of_the_old_file(self, run: Run, tmp_path: Path) -> None:
        new, fresh, old = tmp_path / "new", tmp_path / "fresh", tmp_path / "old"
        fresh.touch()
        old.touch(0o600)
        run("adjudicate", FALL, "-o", str(new))
        run("adjudicate", FALL, "-o", str(old))
        assert new.stat().st_mode == fresh.stat().st_mode
        assert old.stat().st_mode & 0o777 == 0o600

    def test_a_failure_leaves_what_was_there(self, run: Run, tmp_path: Path) -> None:
        file = tmp_path / "out.jsonl"
        file.write_text("before")
        text = phase_json("6.C.1") + b"nonsense\n"
        assert run("adjudicate", "-", "--format", "json", "-o", str(file), stdin=text).status == 2
        assert file.read_text() == "before"
        assert [p.name for p in tmp_path.iterdir()] == ["out.jsonl"]

    def test_an_input_can_be_replaced(self, run: Run, tmp_path: Path) -> None:
        file = tmp_path / "phase.txt"
        file.write_bytes((ROOT / FALL).read_bytes())
        assert run("adjudicate", str(file), "-o", str(file)).status == 0
        assert file.read_text() == run("adjudicate", FALL).out

    def test_a_dash_is_standard_output(self, run: Run) -> None:
        assert run("adjudicate", FALL, "-o", "-") == run("adjudicate", FALL)

    def test_a_device_is_not_replaced(self, run: Run) -> None:
        assert run("adjudicate", FALL, "-o", "/dev/null") == (0, "", "")
        assert not Path("/dev/null").is_file()


def test_examples_are_what_they_say() -> None:
    """The example of the paradox is DATC 6.F.16."""
    example = read_phase((ROOT / "examples/pandin.txt").read_text())
    case = BY_ID["6.F.16"]
    assert example.orders == case.orders
    assert {p: sorted(u) for p, u in example.units.items()} == {p: sorted(u) for p, u in case.units.items()}
