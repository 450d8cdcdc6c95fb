"""The plugin for pytest, in test suites of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

SUITE = """
from resolvent import adjudicate

def test_right(check_judge):
    check_judge(lambda phase: {"positions": adjudicate(phase).to_dict()["positions"]})

def test_wrong(check_judge):
    check_judge(lambda phase: {"positions": phase["units"]}, seed="mine")
"""

STRANGER = """
import sys

def test_that_has_nothing_to_do_with_it(request):
    assert request.config.getoption("--judge-phases") == 500
    assert {name for name in sys.modules if name.startswith("resolvent.")} == {
        "resolvent.oracle", "resolvent.oracle.pytest_plugin"
    }
"""


def run_suite(folder: Path, text: str, *options: str) -> str:
    """What pytest says of a test file, in an environment where the package is installed."""
    points = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["pytest11"]
    installed = folder / "site" / "resolvent_points-1.dist-info"
    installed.mkdir(parents=True)
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: resolvent-points\nVersion: 1\n")
    lines = "".join(f"{name} = {module}\n" for name, module in points.items())
    (installed / "entry_points.txt").write_text(f"[pytest11]\n{lines}")
    (folder / "test_judge.py").write_text(text)
    (folder / "pytest.ini").write_text("[pytest]\n")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, "test_judge.py"],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "site")},
        timeout=120,
        check=False,
    )
    return ran.stdout + ran.stderr


@pytest.mark.parametrize("named", ["", 'pytest_plugins = ["resolvent.oracle.pytest_plugin"]\n'])
def test_a_suite_with_the_plugin(tmp_path: Path, named: str) -> None:
    """Installed it is there, and a conftest.py that names it does no harm."""
    (tmp_path / "conftest.py").write_text(named)
    said = run_suite(tmp_path, SUITE, "--judge-phases", "40")
    assert "1 failed, 1 passed" in said
    assert "phases (seed mine)" in said


def test_named_on_the_command_line_too(tmp_path: Path) -> None:
    said = run_suite(tmp_path, SUITE, "-p", "resolvent.oracle.pytest_plugin", "--judge-phases", "10")
    assert "1 failed, 1 passed" in said


UNUSABLE = """
def test_rules(check_judge):
    check_judge(lambda phase: {}, rules="none")

def test_command(check_judge):
    check_judge("/nowhere/judge")
"""


def test_what_cannot_be_used_is_told_in_short(tmp_path: Path) -> None:
    """Where the test calls, and what is wrong, without the insides of the package."""
    said = run_suite(tmp_path, UNUSABLE)
    assert "2 failed" in said
    assert 'check_judge("/nowhere/judge")' in said
    assert "InputError: judge /nowhere/judge: cannot be started" in said
    assert "src/resolvent" not in said.partition("short test summary")[0]
    assert len(said.splitlines()) < 40


def test_what_is_wrong_is_told_without_the_insides(tmp_path: Path) -> None:
    said = run_suite(tmp_path, SUITE, "--judge-phases", "10")
    assert "check_judge(lambda phase" in said
    assert "def check(" not in said
    assert "raise AssertionError(" not in said


@pytest.mark.parametrize("number", ["-5", "0", "many"])
def test_a_number_of_phases_that_asks_nothing(tmp_path: Path, number: str) -> None:
    said = run_suite(tmp_path, SUITE, f"--judge-phases={number}")
    assert "argument --judge-phases:" in said
    assert "passed" not in said


def test_a_suite_that_does_not_use_it_is_left_alone(tmp_path: Path) -> None:
    """Nothing of the package is imported but the plugin itself."""
    assert "1 passed" in run_suite(tmp_path, STRANGER)
    assert "check_judge" not in run_suite(
        tmp_path / "without", "def test(): pass", "-p", "no:resolvent.oracle.pytest_plugin", "--fixtures"
    )
