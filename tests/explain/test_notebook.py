"""The notebook in ``examples/`` runs from top to bottom, and says what its text says."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).resolve().parents[2] / "examples/from_one_paradox.py"


def test_it_runs(capsys: pytest.CaptureFixture[str]) -> None:
    space = runpy.run_path(str(NOTEBOOK))
    out = capsys.readouterr().out
    assert space["resolution"].status == "paradox"
    assert "A cycle of 3 orders with no consistent resolution" in out
    assert "or F WAL H (it then succeeds)" in out
    assert "6.F.16" in out
    assert space["totals"].phases == 150
    assert space["totals"].boards == 0


def test_every_cell_is_marked() -> None:
    text = NOTEBOOK.read_text(encoding="utf-8")
    assert text.startswith("# %% [markdown]\n# # ")
    assert text.count("# %%") >= 12
