"""What all benchmarks share: the phases, taking turns, and plain tables.

Times on a shared machine come and go, so contestants take turns in every round, the clock is that of the
processor time of this process, the median of the rounds counts, and a ratio is that within a round.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

__all__ = [
    "DATA",
    "ROOT",
    "PhaseDict",
    "Row",
    "arguments",
    "load_phases",
    "medians",
    "ratio",
    "show",
    "take_turns",
]

PhaseDict: TypeAlias = dict[str, Any]
Row: TypeAlias = dict[str, str | int | float]

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(__file__).resolve().parent / "data"


def arguments(description: str, repeats: int | None = 7) -> argparse.ArgumentParser:
    """A parser with the options of every benchmark.

    Args:
        description: what the benchmark is about.
        repeats: how many rounds it makes by default; ``None`` if it makes none.
    """
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    if repeats is not None:
        parser.add_argument("--repeats", type=int, default=repeats, help="rounds, of which the median counts")
    return parser


def load_phases(limit: int | None = None) -> list[PhaseDict]:
    """The phases of ``data/phases.jsonl``, evenly thinned to at most ``limit``."""
    lines = (DATA / "phases.jsonl").read_text(encoding="utf-8").splitlines()
    phases: list[PhaseDict] = [json.loads(line) for line in lines]
    if limit is None or limit >= len(phases):
        return phases
    return [phases[number * len(phases) // limit] for number in range(limit)]


def take_turns(
    contestants: Mapping[str, Callable[[], object]],
    repeats: int,
    clock: Callable[[], float] = time.process_time,
) -> dict[str, list[float]]:
    """Run contestants in turns, each once without the clock first.

    Args:
        contestants: name -> what to run.
        repeats: how many rounds.
        clock: seconds so far; other than of this process if others do the work.

    Returns:
        Name -> seconds of each round.
    """
    for run in contestants.values():
        run()
    seconds: dict[str, list[float]] = {name: [] for name in contestants}
    names = list(contestants)
    for number in range(repeats):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            gc.collect()
            start = clock()
            contestants[name]()
            seconds[name].append(clock() - start)
    return seconds


def medians(seconds: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """The median of each contestant's rounds."""
    return {name: statistics.median(times) for name, times in seconds.items()}


def ratio(seconds: Mapping[str, Sequence[float]], name: str, to: str) -> float:
    """The median of the ratios of one contestant to another, each within a round."""
    return statistics.median(a / b for a, b in zip(seconds[name], seconds[to], strict=True))


def show(title: str, rows: Sequence[Row], as_json: bool, notes: Sequence[str] = ()) -> None:
    """Print the result: a plain table with the notes below it, or one JSON object.

    Args:
        title: what was measured.
        rows: one mapping a line, all with the same keys.
        as_json: whether to print JSON.
        notes: sentences about what is timed.
    """
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} processors"
    if as_json:
        print(json.dumps({"title": title, "machine": machine, "rows": list(rows), "notes": list(notes)}))
        return
    print(f"{title}\n({machine})\n")
    cells = [list(rows[0]) if rows else [], *([_cell(value) for value in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    right = [not isinstance(value, str) for value in rows[0].values()] if rows else []
    for line in cells:
        shown = (
            c.rjust(width) if number else c.ljust(width)
            for c, width, number in zip(line, widths, right, strict=True)
        )
        print("  ".join(shown).rstrip())
    for note in notes:
        print(f"\n{note}")


def _cell(value: str | int | float) -> str:
    if not isinstance(value, float):
        return str(value)
    if value == 0 or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
