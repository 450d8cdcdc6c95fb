"""``resolvent compare``: what it prints, and its exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from resolvent.datc import load_cases
from tests.cli.conftest import ROOT, Run

PANDIN = "examples/rulebooks-on-pandin.txt"
SEVEN = ("datc", "1971", "1982", "2000", "2023", "dptg", "datc-2")
OWN = "examples/readings/no-convoy-cuts.toml"
CORPUS = "tests/cases/corpus.jsonl"
BY_ID = {case.id: case for case in load_cases()}


def lines(*ids: str) -> bytes:
    """DATC cases as JSON Lines."""
    return b"".join(msgspec.json.encode(BY_ID[id].phase_dict()) + b"\n" for id in ids)


def records(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


class TestText:
    """Text for people."""

    def test_seven_rulebooks_on_pandin(self, run: Run) -> None:
        status, out, err = run("compare", *SEVEN, PANDIN)
        assert (status, err) == (1, "")
        assert out.startswith(f"== {PANDIN}: Fall 1901, movement (F1901M, map standard)\n")
        assert (
            "England: F LON S F WAL - ENG\n"
            "  datc, datc-2            succeeds\n"
            "  1971, 1982, 2000, 2023  succeeds: not cut by A BRE; dislodged\n"
            "  dptg                    fails: cut by A BRE\n"
        ) in out
        assert "\nBecause of 4.A.2. What happens when" in out
        assert "\n1 movement phase compared; 1 differs, 1 on the board.\n" in out
        assert "differs from datc   on the board" in out

    def test_the_example_says_how_to_run_it(self) -> None:
        assert f"#   resolvent compare {' '.join(SEVEN)} {PANDIN}\n" in (ROOT / PANDIN).read_text()

    def test_no_difference(self, run: Run) -> None:
        status, out, _ = run("compare", "2000", "2023", "-", stdin=lines("6.A.1", "6.C.1"))
        assert status == 0
        assert out.startswith("2 movement phases compared; no difference.\n")

    def test_places_and_what_is_left_out(self, run: Run) -> None:
        data = lines("6.A.1", "6.I.1", "6.F.16")
        status, out, _ = run("compare", "datc", "1982", "-", stdin=data)
        assert status == 1
        assert out.startswith("== standard input, line 3: ")
        assert "2 movement phases compared, 1 other left out; 1 differs, 0 on the board." in out
        assert "The board is the same." in out

    def test_retreats(self, run: Run) -> None:
        phase = BY_ID["6.H.11"].movement_dict()
        out = run("compare", "datc", "1971", "-", stdin=msgspec.json.encode(phase)).out
        assert "\nRetreats of " in out
        assert "may retreat to" in out

    def test_only_the_totals(self, run: Run) -> None:
        status, out, _ = run("compare", *SEVEN, PANDIN, "--totals")
        assert status == 1
        assert out.startswith("1 movement phase compared; 1 differs, 1 on the board.\n")
        assert "F LON" not in out

    def test_a_reading_of_ones_own(self, run: Run) -> None:
        out = run("compare", "datc", OWN, "examples/pandin.txt").out
        assert f"Because of rules that the reading words itself\n  {OWN}\n" in out


class TestJson:
    """JSON Lines."""

    def test_records(self, run: Run) -> None:
        data = lines("6.A.1", "6.F.16")
        status, out, _ = run("compare", "datc", "1982", "-", "--format", "json", stdin=data)
        assert status == 1
        found, last = records(out)
        assert (found["line"], found["number"]) == (2, 1)
        assert found["groups"] == [["datc"], ["1982"]]
        assert found["responsible"] == {"1982": ["4.A.2"]}
        (order,) = found["orders"]
        assert order["verdicts"]["datc"]["reason"] == "paradox"
        assert last["totals"] == {
            "rules": ["datc", "1982"], "phases": 2, "left_out": 0, "differing": 1, "boards": 0,
            "by_reading": {"1982": 1}, "boards_by_reading": {}, "by_choice": {"1982": {"4.A.2": 1}},
        }  # fmt: skip

    def test_the_source_can_be_adjudicated(self, run: Run) -> None:
        out = run("compare", "datc", "1982", PANDIN, "--format", "json").out
        source = json.dumps(records(out)[0]["source"]).encode()
        assert run("adjudicate", "-", "--rules", "1982", stdin=source).status == 0

    def test_totals(self, run: Run) -> None:
        out = run("compare", "datc", "1982", PANDIN, "--format", "json", "--totals").out
        assert [list(record) for record in records(out)] == [["totals"]]


class TestHtml:
    """One page."""

    def test_page(self, run: Run, tmp_path: Path) -> None:
        report = tmp_path / "report.html"
        status, out, _ = run("compare", *SEVEN, PANDIN, "--format", "html", "-o", str(report))
        assert (status, out) == (1, "")
        page = report.read_text(encoding="utf-8")
        assert page.startswith("<!DOCTYPE html>")
        assert page.endswith("</html>\n")
        assert page.index("1 movement phase compared") < page.index("F LON S F WAL - ENG")

    def test_totals(self, run: Run) -> None:
        page = run("compare", *SEVEN, PANDIN, "--format", "html", "--totals").out
        assert "<details>" not in page


class TestJobs:
    """The number of processes."""

    @pytest.mark.parametrize("format", ["text", "json", "html"])
    def test_same_bytes(self, run: Run, format: str) -> None:
        command = ("compare", "datc", "1971", "dptg", CORPUS, "--format", format)
        one, two = run(*command), run(*command, "--jobs", "2")
        assert one.status == two.status == 1
        assert one.out == two.out
        assert len(one.out) > 1000

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_a_bad_line(self, run: Run, jobs: str) -> None:
        data = lines("6.F.16", "6.A.1") + b'{"units": []}\n' + lines("6.F.16")
        status, out, err = run("compare", "datc", "1982", "-", "--jobs", jobs, stdin=data)
        assert status == 2
        assert out.startswith("== standard input, line 1: ")
        assert out.count("== ") == 1
        assert err.startswith("resolvent: standard input, line 3, units: expected an object")


class TestUsage:
    """What cannot be used."""

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ((), "two rulebooks or more"),
            (("datc", PANDIN), "two rulebooks or more"),
            (("datc", "datc", PANDIN), "two rulebooks or more"),
            (("datc", "1971", "1982"), "'1982' is a rulebook; the last argument is the file of phases"),
            (("datc", "1971", "nowhere.jsonl"), "nowhere.jsonl: cannot be read"),
            (("datc", "1917", PANDIN), "unknown rulebook '1917'; did you mean '1971'?"),
            (("datc", "1971", PANDIN, "--jobs", "0"), "--jobs: must be at least 1, not 0"),
            (("datc", "1971", PANDIN, "--format", "pdf"), "pdf"),
        ],
    )
    def test_complaint(self, run: Run, arguments: tuple[str, ...], message: str) -> None:
        status, out, err = run("compare", *arguments)
        assert (status, out) == (2, "")
        assert message in err
        assert "Traceback" not in err

    def test_a_page_that_is_not_finished_is_not_there(self, run: Run, tmp_path: Path) -> None:
        report = tmp_path / "report.html"
        command = ("compare", "datc", "1982", "-", "--format", "html", "-o", str(report))
        assert run(*command, stdin=lines("6.F.16") + b"[]\n").status == 2
        assert not report.exists()

    def test_help(self, run: Run) -> None:
        status, out, _ = run("compare", "--help")
        assert status == 0
        assert "RULES RULES... FILE" in out
