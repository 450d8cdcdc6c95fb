"""Cold start of the command, as a ratio to an interpreter that does nothing.

Every call is a process of its own.  Modules are compiled to bytecode by a call before the clock runs, as
after a first use.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from benchmarks.harness import ROOT, Row, arguments, medians, ratio, show, take_turns

EXAMPLE = str(ROOT / "examples" / "fall-1907.txt")
NOTHING = "python -c pass"
CALLS: dict[str, list[str]] = {
    NOTHING: ["-c", "pass"],
    'python -c "import resolvent"': ["-c", "import resolvent"],
    "resolvent --version": ["-m", "resolvent", "--version"],
    "resolvent --help": ["-m", "resolvent", "--help"],
    "resolvent adjudicate fall-1907.txt": ["-m", "resolvent", "adjudicate", EXAMPLE],
    "resolvent adjudicate --format json": ["-m", "resolvent", "adjudicate", EXAMPLE, "--format", "json"],
    "adjudicate in Python": [
        "-c",
        f"import resolvent; resolvent.adjudicate(open({EXAMPLE!r}, encoding='utf-8').read())",
    ],
}
PEER = 'python -c "import diplomacy"'


def caller(arguments: list[str], bytecode: str) -> Callable[[], None]:
    """A function that runs an interpreter and waits for it."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def call() -> None:
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=environment)

    return call


def main() -> None:
    options = arguments(__doc__ or "", repeats=21).parse_args()
    calls = dict(CALLS)
    notes = ["Median of the rounds."]
    if importlib.util.find_spec("diplomacy"):
        calls[PEER] = ["-c", "import diplomacy"]
    else:
        notes.append("The package 'diplomacy' is not installed (pip install diplomacy), so it is left out.")
    with tempfile.TemporaryDirectory() as bytecode:
        contestants = {name: caller(call, bytecode) for name, call in calls.items()}
        seconds = take_turns(contestants, options.repeats, time.perf_counter)
    rows: list[Row] = []
    for name, middle in medians(seconds).items():
        row: Row = {"call": name, "ms": 1000 * middle, "ratio to pass": ratio(seconds, name, NOTHING)}
        if PEER in seconds:
            row["ratio to import diplomacy"] = ratio(seconds, name, PEER)
        rows.append(row)
    show("Cold start", rows, options.json, notes)


if __name__ == "__main__":
    main()
