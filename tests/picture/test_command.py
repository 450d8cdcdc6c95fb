"""``resolvent draw``"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

import pytest

from resolvent.cli import main
from tests.picture.pictures import Picture

ROOT = Path(__file__).parents[2]
FALL, PANDIN, SEVERAL = "examples/fall-1907.txt", "examples/pandin.txt", "examples/phases.jsonl"
Run: TypeAlias = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """``run("examples/pandin.txt", "--knot")`` at the root of the repository."""
    monkeypatch.chdir(ROOT)

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(["draw", *arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return run


def test_to_standard_output(run: Run) -> None:
    status, out, err = run(FALL)
    assert (status, err) == (0, "")
    assert "A LON - HOL" in Picture(out).orders()


def test_to_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    assert run(FALL, "-o", str(path), "--theme", "dark", "--width", "500") == (0, "", "")
    assert Picture(path.read_text()).root.get("width") == "500"
    assert "rs-dark" in path.read_text()


def test_the_rules_are_named(run: Run) -> None:
    assert any(t.startswith("rules: 1982 · ") for t in Picture(run(PANDIN, "--rules", "1982")[1]).texts())


def test_an_open_paradox_is_a_finding(run: Run) -> None:
    status, out, _ = run(PANDIN, "--rules", "1971")
    assert ("open" in set(Picture(out).texts())) is (status == 1)


def test_plain(run: Run) -> None:
    _, out, _ = run(FALL, "--plain")
    assert "data-outcome" not in out
    assert "A LON - HOL" in Picture(out).orders()


def test_knot_and_units(run: Run) -> None:
    knot = run(PANDIN, "--knot")[1]
    assert "rs-veil" in Picture(knot).classes()
    part = run(FALL, "--unit", "F SEV", "--unit", "A UKR")[1]
    assert "rs-veil" in Picture(part).classes()


def test_another_map(run: Run) -> None:
    assert run(FALL, "--map", "standard")[0] == 0


def test_one_of_several(run: Run) -> None:
    assert "Fall 1901, movement" in set(Picture(run(SEVERAL, "--number", "2")[1]).texts())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((FALL, "--knot"), "no cycle was met"),
        ((FALL, "--unit", "A ZZZ"), "there is no unit 'A ZZZ'"),
        ((FALL, "--knot", "--plain"), "--plain"),
        ((FALL, "--width", "0"), "width"),
        ((FALL, "--number", "0"), "at least 1"),
        ((FALL, "--number", "3"), "not so many phases"),
        ((SEVERAL,), "several phases"),
        ((FALL, "--theme", "pink"), "pink"),
        (("no-such-file.txt",), "cannot be read"),
        ((), "FILE"),
    ],
)
def test_what_cannot_be_used(run: Run, arguments: tuple[str, ...], message: str) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_png(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The renderer is a stand-in here: it is an optional extra."""
    given: list[str] = []

    class Renderer(ModuleType):
        def svg_to_bytes(self, svg_string: str, zoom: float) -> bytes:
            given.append(svg_string)
            return b"\x89PNG"

    monkeypatch.setitem(sys.modules, "resvg_py", Renderer("resvg_py"))
    path = tmp_path / "map.PNG"
    assert run(FALL, "-o", str(path)) == (0, "", "")
    assert path.read_bytes() == b"\x89PNG"
    assert "rs-light" in given[0]
    assert "@media" not in given[0]


def test_png_without_its_extra(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    path = tmp_path / "map.png"
    status, _, err = run(FALL, "-o", str(path))
    assert status == 2
    assert "pip install 'resolvent[png]'" in err
    assert not path.exists()
