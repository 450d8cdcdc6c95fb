"""The wheel holds all that is needed: installed elsewhere, it adjudicates from an empty folder."""

from __future__ import annotations

import json
import os
import site
import subprocess
import sys
import venv
import zipfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

from resolvent import adjudicate, load_reading, read_phase

ROOT = Path(__file__).parents[1]
ENCODINGS = ROOT / "encodings"
EXAMPLE = ROOT / "examples" / "fall-1907.txt"
BUILD = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"


def run(command: Sequence[str | Path], folder: Path) -> str:
    """Run a command in a folder, without anything in the environment that could lead to the checkout."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(word) for word in command], cwd=folder, env=environment, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built by the build backend itself: no network, no isolated environment."""
    assert find_spec("hatchling"), "hatchling builds the wheel; install the extra 'test'"
    folder = tmp_path_factory.mktemp("wheel")
    run([sys.executable, "-c", BUILD, folder], ROOT)
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a fresh environment with the wheel and the dependencies of this environment.

    Dependencies come in by a line in a .pth file; .pth files beside them, such as that of an editable
    install, are not followed, so the checkout cannot be found.
    """
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    where = run([python, "-I", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], folder)
    packages = Path(where.strip())
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)  # a wheel without compiled parts needs no more than that
    (packages / "dependencies.pth").write_text("\n".join(site.getsitepackages()), encoding="utf-8")
    return python


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


class TestContents:
    """What is in the wheel."""

    def test_all_rules_as_they_are(self, wheel: Path) -> None:
        files = {path for path in ENCODINGS.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
        assert any(path.suffix == ".rules" for path in files)
        with zipfile.ZipFile(wheel) as archive:
            for path in files:
                name = f"resolvent/encodings/{path.relative_to(ENCODINGS).as_posix()}"
                assert archive.read(name) == path.read_bytes()

    def test_all_modules_and_data(self, wheel: Path) -> None:
        package = ROOT / "src" / "resolvent"
        files = {
            f"resolvent/{path.relative_to(package).as_posix()}"
            for path in package.rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        assert {"resolvent/py.typed", "resolvent/datc/cases.toml"} <= files
        assert files <= names(wheel)

    def test_nothing_else(self, wheel: Path) -> None:
        assert {name.split("/")[0].partition("-")[0] for name in names(wheel)} == {"resolvent"}
        # a module in the folder of the rules would hide the standard library's package of that name
        assert not any(name.endswith(".py") for name in names(wheel) if "/encodings/" in name)


ADJUDICATE = """
import json, sys, resolvent
from resolvent.rules.encodings import encodings
resolution = resolvent.adjudicate(open(sys.argv[1], encoding="utf-8").read())
print(json.dumps([resolvent.__file__, str(encodings()), resolution.to_json().decode()]))
"""

CALL_SCRIPT = """
import sys
from importlib.metadata import entry_points
[command] = entry_points(group="console_scripts", name="resolvent")
sys.exit(command.load()(sys.argv[1:]))
"""


class TestInstalled:
    """The wheel at work, in an empty folder."""

    def test_adjudicates_with_its_own_rules(self, python: Path, tmp_path: Path) -> None:
        module, rules, resolution = json.loads(run([python, "-I", "-c", ADJUDICATE, EXAMPLE], tmp_path))
        assert python.parents[1].resolve() in Path(module).resolve().parents
        assert Path(rules).resolve() == Path(module).resolve().parent / "encodings"
        phase = read_phase(EXAMPLE.read_text(encoding="utf-8"))
        assert resolution == adjudicate(phase).to_json().decode()

    def test_every_rulebook_loads(self, python: Path, tmp_path: Path) -> None:
        books = sorted(path.stem for path in (ENCODINGS / "rulebooks").glob("*.toml"))
        code = "import sys, resolvent; print([resolvent.load_reading(n).title for n in sys.argv[1:]])"
        titles = [load_reading(name).title for name in books]
        assert run([python, "-I", "-c", code, *books], tmp_path) == f"{titles}\n"

    def test_command(self, python: Path, tmp_path: Path) -> None:
        expected = adjudicate(read_phase(EXAMPLE.read_text(encoding="utf-8"))).to_json().decode()
        call: list[str | Path] = ["adjudicate", EXAMPLE, "--format", "json"]
        assert run([python, "-I", "-m", "resolvent", *call], tmp_path) == f"{expected}\n"
        assert run([python, "-I", "-c", CALL_SCRIPT, *call], tmp_path) == f"{expected}\n"
