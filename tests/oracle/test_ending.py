"""Ending: workers and judges end with the command, whether it is asked to end or killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from resolvent import InputError, RuleError
from resolvent.oracle.parallel import Job, run_jobs

JUDGE = """
import os, pathlib, sys, time
sys.stdin.readline()
(pathlib.Path(__file__).parent / f"{os.getpid()}.{os.getppid()}.pid").touch()
time.sleep(600)
"""
"""A program that is asked, and neither answers nor notices that nobody listens any more."""

LONG = 60.0
"""Seconds after which something is taken not to happen at all."""


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    (tmp_path / "judge.py").write_text(JUDGE, encoding="utf-8")
    judge = f"{sys.executable} {tmp_path / 'judge.py'}"
    return [sys.executable, "-m", "resolvent", "fuzz", "--judge", judge, "--timeout", "300"]


def until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + LONG
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def started(folder: Path) -> set[int]:
    """The judges and those that asked them."""
    return {int(number) for file in folder.glob("*.pid") for number in file.name.split(".")[:2]}


@pytest.fixture
def running(command: list[str], tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    found: list[subprocess.Popen[bytes]] = []

    def run(*options: str) -> subprocess.Popen[bytes]:
        found.append(subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL))
        return found[0]

    yield run
    found[0].kill()
    found[0].wait()
    until(lambda: all(map(is_gone, started(tmp_path))))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_command_that_is_asked_to_end(
    running: Callable[..., subprocess.Popen[bytes]], tmp_path: Path, jobs: int
) -> None:
    fuzz = running("--jobs", str(jobs))
    until(lambda: len(list(tmp_path.glob("*.pid"))) == jobs)
    fuzz.send_signal(signal.SIGTERM)
    assert fuzz.wait(LONG) == 128 + signal.SIGTERM
    assert all(map(is_gone, started(tmp_path) - {fuzz.pid}))


FAULTY = """
import json, sys, pathlib
for number, line in enumerate(sys.stdin):
    print(json.dumps({"positions": json.loads(line)["units"]}), flush=True)
    if number == 100:
        pathlib.Path(f"{sys.argv[1]}/{__import__('os').getpid()}.asked").touch()
"""
"""A program by which nobody ever moves; it tells when it has been asked a while."""


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("format", ["text", "json"])
def test_what_was_found_so_far_is_told(tmp_path: Path, jobs: int, number: int, format: str) -> None:
    (tmp_path / "judge.py").write_text(FAULTY, encoding="utf-8")
    judge = f"{sys.executable} {tmp_path / 'judge.py'} {tmp_path}"
    command = [sys.executable, "-m", "resolvent", "fuzz", "--judge", judge, "--phases", "1000000"]
    file = tmp_path / "report"
    options = ["--jobs", str(jobs), "--format", format, "-o", str(file)]
    fuzz = subprocess.Popen([*command, *options], stderr=subprocess.PIPE)
    try:
        until(lambda: len(list(tmp_path.glob("*.asked"))) == jobs)
        fuzz.send_signal(number)
        _, errors = fuzz.communicate(timeout=LONG)
    finally:
        fuzz.kill()
        fuzz.wait()
    assert (fuzz.returncode, errors) == (128 + number, b"")
    text = file.read_text(encoding="utf-8")
    if format == "json":
        told = json.loads(text)
        assert told["faults"]
        assert told["stopped"] == f"interrupted after {told['phases']:,} phases"
    else:
        assert "cause 1, on " in text
        assert "interrupted after " in text


AT_ONCE = """
import os, signal
from resolvent.oracle.ending import ending_cleanly
both = {signal.SIGTERM, signal.SIGHUP}
with ending_cleanly():
    signal.pthread_sigmask(signal.SIG_BLOCK, both)
    for number in both:
        os.kill(os.getpid(), number)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, both)
    print("still here")
"""


def test_two_signals_at_once() -> None:
    """As when a terminal is closed: the whole group is told, and a worker by its parent besides."""
    ran = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, timeout=LONG, check=False)
    assert ran.returncode in (128 + signal.SIGTERM, 128 + signal.SIGHUP)
    assert (ran.stdout, ran.stderr) == (b"", b"")


def test_workers_notice_that_the_command_was_killed(
    running: Callable[..., subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    fuzz = running("--jobs", "2")
    until(lambda: len(list(tmp_path.glob("*.pid"))) == 2)
    fuzz.kill()
    fuzz.wait()
    until(lambda: all(map(is_gone, started(tmp_path))))


def test_what_a_worker_cannot_use_is_told_by_the_command() -> None:
    with pytest.raises(InputError, match="cannot be started"):
        run_jobs(Job("/nowhere/judge", phases=4), 2)
    with pytest.raises(RuleError):
        run_jobs(Job("rules:datc", rules="none", phases=4), 2)
