"""Legal orders beside those of the ``diplomacy`` package: the same ones, and how long they take.

Run ``python -m benchmarks.legal_orders tests/game/real_games.jsonl.gz``.  The phases of the games are
given to both; a retreat phase whose record does not list the retreats is left out, since the package
lists what it is told.  Each kind of difference is counted, with one example.

The two write a move by convoy otherwise: the package always with VIA, Resolvent only where the army
could walk too.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import io
import statistics
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.harness import Row, show
from resolvent import Phase, legal_orders, load_map, load_reading
from resolvent.records.formats import read_records

__all__ = ["Peer", "ours"]

BOARD = load_map("standard")


def ours(phase: Phase) -> set[str]:
    """Our legal orders, as the package writes them."""
    found = legal_orders(phase, load_reading("datc"))
    return {_far(text) for units in found.values() for texts in units.values() for text in texts}


def _far(text: str) -> str:
    """An army's move to a province that it does not border, with VIA."""
    words = text.split()
    if len(words) != 4 or words[0] != "A" or words[2] != "-":
        return text
    return text if BOARD.places[words[3]] in BOARD.places[words[1]].army else f"{text} VIA"


class Peer:
    """The package, one game that is set to phase after phase."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the package's own
            from diplomacy import Game

            self.game: Any = Game()

    def orders(self, phase: Phase) -> set[str]:
        """What it lists as possible orders, for all provinces."""
        state: dict[str, Any] = {
            "name": phase.phase,
            "units": {power: list(phase.units.get(power, ())) for power in BOARD.powers},
            "centers": {power: list((phase.centers or {}).get(power, ())) for power in BOARD.powers},
            "retreats": {},
        }
        for power, units in (phase.dislodged or {}).items():
            state["units"][power] += [f"*{unit}" for unit in units]
            state["retreats"][power] = {unit: list(told.retreats or ()) for unit, told in units.items()}
        self.game.set_state(state)
        return {text for texts in self.game.get_all_possible_orders().values() for text in texts}


def _phases(path: Path) -> Iterator[Phase]:
    data = path.read_bytes()
    data = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    for record in read_records(io.BytesIO(data), None, str(path)):
        for phase in record.phases:
            told = [t.retreats for units in (phase.dislodged or {}).values() for t in units.values()]
            if phase.type and None not in told:
                yield phase.to_phase(record.map)


def _kind(text: str) -> str:
    words = text.split()
    return (
        {
            "-": "move",
            "H": "hold",
            "S": "support",
            "C": "convoy",
            "R": "retreat",
            "D": "disband",
            "B": "build",
        }[words[2]]
        if len(words) > 2
        else text.lower()
    )


def main() -> int:
    """Compare, and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--every", type=int, default=1, help="only every nth phase")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if not importlib.util.find_spec("diplomacy"):
        print("the package 'diplomacy' is not installed (extra 'peers')", file=sys.stderr)
        return 2
    peer = Peer()
    seconds: dict[str, list[float]] = {"resolvent": [], "diplomacy": []}
    same: Counter[str] = Counter()
    phases: Counter[str] = Counter()
    only: dict[tuple[str, str], list[str]] = {}
    for number, phase in enumerate(_phases(options.file)):
        if number % options.every:
            continue
        start = time.process_time()
        mine = ours(phase)
        middle = time.process_time()
        theirs = peer.orders(phase)
        seconds["resolvent"].append(middle - start)
        seconds["diplomacy"].append(time.process_time() - middle)
        phases[phase.type] += 1
        same[phase.type] += len(mine & theirs)
        for who, texts in (("resolvent", mine - theirs), ("diplomacy", theirs - mine)):
            for text in texts:
                only.setdefault((who, _kind(text)), []).append(f"{phase.phase}: {text}")
    rows: list[Row] = [
        {
            "phases": {"M": "movement", "R": "retreats", "A": "adjustments"}[type],
            "number": phases[type],
            "orders in both": same[type],
        }
        for type in sorted(phases)
    ]
    rows += [
        {"phases": f"only {who}: {kind}, {texts[0]}", "number": len(texts), "orders in both": 0}
        for (who, kind), texts in sorted(only.items())
    ]
    notes = [
        f"{name}: median {statistics.median(times) * 1e3:.1f} ms a phase, at most {max(times) * 1e3:.0f} ms"
        for name, times in seconds.items()
    ]
    show("Legal orders", rows, options.json, notes)
    return 1 if only else 0


if __name__ == "__main__":
    sys.exit(main())
