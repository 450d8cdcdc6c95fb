"""The plugin for pytest, in a test suite of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SUITE = """
from resolvent import adjudicate

pytest_plugins = ["resolvent.oracle.pytest_plugin"]

def test_right(check_judge):
    check_judge(lambda phase: {"positions": adjudicate(phase).to_dict()["positions"]})

def test_wrong(check_judge):
    check_judge(lambda phase: {"positions": phase["units"]}, seed="mine")
"""


def test_a_suite_with_the_plugin(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["resolvent.oracle.pytest_plugin"]\n')
    (tmp_path / "test_judge.py").write_text(
        SUITE.replace('pytest_plugins = ["resolvent.oracle.pytest_plugin"]', "")
    )
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "--judge-phases",
            "40",
            str(tmp_path),
        ],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        timeout=60,
        check=False,
    )
    assert "1 failed, 1 passed" in ran.stdout
    assert "phases (seed mine)" in ran.stdout
