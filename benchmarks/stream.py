"""A long stream of phases: how many a second, and whether the memory stays as it is.

The phases of ``data/phases.jsonl`` are repeated.  With ``--vary`` their powers change names and their orders
are written in ever other capitals, so that hardly any text comes back and every cache has to give way.
Memory is the largest that the process has had so far (resident set).
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from typing import IO, cast

from benchmarks.harness import PhaseDict, Row, arguments, load_phases, show
from resolvent import adjudicate, load_map, load_reading
from resolvent.records.json_lines import read_phases


def lines(count: int, vary: bool) -> Iterator[bytes]:
    """The stream, one phase a line."""
    phases = load_phases()
    plain = [json.dumps(phase).encode() + b"\n" for phase in phases]
    rng = random.Random(1)
    powers = load_map("standard").powers
    for number in range(count):
        if vary:
            yield json.dumps(varied(phases[number % len(phases)], rng, powers)).encode() + b"\n"
        else:
            yield plain[number % len(plain)]


def varied(phase: PhaseDict, rng: random.Random, powers: Iterable[str]) -> PhaseDict:
    """The phase with other powers, and its orders in other capitals."""
    old = list(powers)
    names = dict(zip(old, rng.sample(old, len(old)), strict=True))

    def written(text: str) -> str:
        return "".join(letter.lower() if rng.random() < 0.3 else letter for letter in text)

    return {
        **phase,
        "units": {names[power]: units for power, units in phase["units"].items()},
        "orders": {names[power]: [written(o) for o in orders] for power, orders in phase["orders"].items()},
    }


class Lines(io.RawIOBase):
    """The stream as a binary file."""

    def __init__(self, source: Iterator[bytes]) -> None:
        self.source = source
        self.rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        if not self.rest:
            self.rest = next(self.source, b"")
        view = memoryview(cast("bytearray", buffer))
        size = min(len(view), len(self.rest))
        view[:size] = self.rest[:size]
        self.rest = self.rest[size:]
        return size


HERE = 0
"""In place of the number of a process: this one."""


def peak(process: int) -> float:
    """The largest resident set so far in MiB, of this process or (on Linux) of another; 0 if unknown."""
    if process == HERE:
        unit = 1024 * 1024 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    try:
        with open(f"/proc/{process}/status", encoding="ascii") as status:
            return next((int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM")), 0.0)
    except FileNotFoundError:
        return 0.0


def through_python(source: Iterator[bytes]) -> Iterator[int]:
    """Read, adjudicate and write every phase; after each the number of the process."""
    reading = load_reading("datc")
    stream = io.BufferedReader(Lines(source), 1 << 16)
    with open(os.devnull, "wb") as sink:
        for _, phase in read_phases(stream, "stream"):
            sink.write(adjudicate(phase, reading).to_json() + b"\n")
            yield HERE


def through_command(source: Iterator[bytes]) -> Iterator[int]:
    """The same through ``resolvent adjudicate - --format json``."""
    command = [sys.executable, "-m", "resolvent", "adjudicate", "-", "--format", "json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        feeder = threading.Thread(target=feed, args=(process.stdin, source), daemon=True)
        feeder.start()
        for _ in process.stdout:
            yield process.pid
        feeder.join()
    if process.returncode:
        raise SystemExit(f"the command ended with status {process.returncode}")


def feed(pipe: IO[bytes], source: Iterator[bytes]) -> None:
    """Write the stream into a pipe."""
    with pipe:
        for line in source:
            pipe.write(line)


def measured(options: argparse.Namespace) -> list[Row]:
    """A row for every interval."""
    rows: list[Row] = []
    every = max(1, options.count // options.intervals)
    source = lines(options.count, options.vary)
    start = last = time.perf_counter()
    for number, process in enumerate(
        through_command(source) if options.command else through_python(source), 1
    ):
        if number % every == 0:
            now = time.perf_counter()
            row: Row = {"phases": number, "seconds": now - start, "phases/s": every / (now - last)}
            rows.append({**row, "peak MiB": peak(process)})
            last = now
    return rows


def main() -> None:
    parser = arguments(__doc__ or "", repeats=None)
    parser.add_argument("--count", type=int, default=100_000, help="how many phases, for example 1000000")
    parser.add_argument("--intervals", type=int, default=10, help="how often to tell")
    parser.add_argument("--vary", action="store_true", help="let hardly any text come back")
    parser.add_argument("--command", action="store_true", help="through the command instead of Python")
    options = parser.parse_args()
    rows = measured(options)
    way = "the command" if options.command else "Python"
    growth = float(rows[-1]["peak MiB"]) - float(rows[0]["peak MiB"])
    notes = [f"From the first interval to the last the peak grew by {growth:.1f} MiB."]
    if options.vary:
        notes.append("Making the varied phases is part of the time.")
    show(f"A stream of {options.count} phases through {way}", rows, options.json, notes)


if __name__ == "__main__":
    main()
