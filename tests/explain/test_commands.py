"""``resolvent explain`` and ``resolvent whatif``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from resolvent.cli import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = main(arguments)
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return status, out or err


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "explain", "examples/pandin.txt")
    assert status == 0
    assert out.count("\n  1. ") == 6
    assert "A cycle of 3 orders with no consistent resolution:" in out
    assert max(map(len, out.splitlines())) <= 100


def test_no_order_is_broken_over_two_lines(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = run(capsys, "explain", "examples/fall-1907.txt")
    assert not any(line.rstrip().endswith((" -", " S", " C", " A", " F")) for line in out.splitlines())


def test_one_order(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "explain", "examples/fall-1907.txt", "--order", "A RUH - HOL", "--alternatives")
    assert status == 0
    assert "F KIE S A RUH - HOL is not given: A DEN - KIE attacks F KIE" in out
    assert "The smallest change by anybody: A LON H (it then succeeds)" in " ".join(out.split())
    assert "A cycle" not in out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "explain", "examples/pandin.txt", "--format", "json", "--alternatives")
    told = json.loads(out)
    assert status == 0
    assert told["explanations"][0]["order"] == "F LON S F WAL - ENG"
    assert told["explanations"][1]["needed"] == {
        "orders": ["F BEL - ENG", "F NTH S F BEL - ENG"],
        "smallest": True,
    }
    assert told["cycles"][0]["rule"] == "szykman"


def test_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "explain", "examples/circular.txt", "--format", "markdown")
    assert status == 0
    assert out.startswith("## Spring 1902, movement (S1902M, map standard)\n")
    assert "### A cycle of 3 orders with 2 consistent resolutions" in out


def test_lines(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "explain", "examples/phases.jsonl", "--format", "json")
    assert status == 0
    lines = (ROOT / "examples/phases.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(out.splitlines()) == len([line for line in lines if line.strip()])


def test_an_order_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "explain", "examples/pandin.txt", "--order", "A MUN")
    assert status == 2
    assert "there is no order 'A MUN'" in out


def test_whatif(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "whatif", "examples/pandin.txt", "--change", "F BEL H", "F ENG H")
    assert status == 1
    assert "== If F BEL H and F ENG H:" in out
    assert "England then has F ENG where it had F WAL." in out


def test_whatif_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "whatif", "examples/pandin.txt", "--change", "A BRE H", "--format", "json")
    assert status == 0
    assert json.loads(out)["same"] is True


def test_whatif_needs_one_phase_and_a_unit(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "whatif", "examples/phases.jsonl", "--change", "A BRE H")[0] == 2
    assert run(capsys, "whatif", "examples/pandin.txt", "--change", "A MUN H")[0] == 2
