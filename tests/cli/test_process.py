"""The command as a process: its streams, signals and start."""

from __future__ import annotations

import os
import pty
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT

COMMAND = [sys.executable, "-m", "resolvent"]
FALL = "examples/fall-1907.txt"
PHASES = ROOT / "benchmarks/data/phases.jsonl"


def environment(**changes: str) -> dict[str, str]:
    return {**os.environ, **changes}


def process(*arguments: str, **changes: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments], cwd=ROOT, env=environment(**changes), capture_output=True, check=False
    )


def test_the_installed_command() -> None:
    command = Path(sys.executable).with_name("resolvent")
    ran = subprocess.run([command, "adjudicate", FALL], cwd=ROOT, capture_output=True, check=True)
    assert ran.stdout == process("adjudicate", FALL).stdout
    assert ran.stdout.startswith(b"Fall 1907, movement")


def test_utf8_whatever_the_locale() -> None:
    ran = process("rules", "list", LANG="C", LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert "─" in ran.stdout.decode("utf-8")


def test_a_name_that_is_no_text() -> None:
    ran = subprocess.run([*COMMAND, "adjudicate", b"\xff.txt"], cwd=ROOT, capture_output=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr.startswith(b"resolvent: \\udcff.txt: cannot be read")


def test_a_reader_that_goes_away() -> None:
    """As in ``resolvent adjudicate phases.jsonl | head -1``."""
    command = [*COMMAND, "adjudicate", str(PHASES)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as ran:
        assert ran.stdout is not None
        assert ran.stderr is not None
        assert ran.stdout.readline().startswith(b"{")
        ran.stdout.close()
        assert ran.stderr.read() == b""
        assert ran.wait(30) == 141


@pytest.mark.parametrize("arguments", [["--help"], ["adjudicate", "--help"]])
def test_nobody_reads_the_help(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run([*COMMAND, *arguments], stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (141, b"")


def test_an_interrupt_is_quiet() -> None:
    """Results come as the lines come; then Ctrl-C."""
    command = [*COMMAND, "adjudicate", "-", "--format", "json"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as ran:
        assert ran.stdin is not None
        assert ran.stdout is not None
        ran.stdin.write(b'{"units": {"FRANCE": ["A PAR"]}}\n')
        ran.stdin.flush()
        assert ran.stdout.readline().startswith(b"{")
        ran.send_signal(signal.SIGINT)
        _, err = ran.communicate(timeout=30)
        assert (ran.returncode, err) == (130, b"")


def test_a_full_disk_is_told() -> None:
    with open("/dev/full", "wb") as full:
        ran = subprocess.run(
            [*COMMAND, "adjudicate", FALL], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert ran.returncode == 2
    assert ran.stderr == b"resolvent: the output cannot be written: no space left on device\n"


def test_a_complaint_that_cannot_be_written() -> None:
    with open("/dev/full", "wb") as full:
        ran = subprocess.run(
            [*COMMAND, "nonsense"], cwd=ROOT, stderr=full, stdout=subprocess.PIPE, check=False
        )
    assert (ran.returncode, ran.stdout) == (2, b"")


@pytest.mark.parametrize(
    ("closed", "status", "err"),
    [
        ("adjudicate - <&-", 2, b"resolvent: standard input: is empty\n"),
        ("adjudicate examples/pandin.txt >&-", 0, b""),
        ("adjudicate nowhere.txt 2>&-", 2, b""),
    ],
)
def test_streams_that_are_closed(closed: str, status: int, err: bytes) -> None:
    command = f"{shlex.quote(sys.executable)} -m resolvent {closed}"
    ran = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, check=False)
    assert (ran.returncode, ran.stderr, ran.stdout) == (status, err, b"")


def on_terminal(*arguments: str, **changes: str) -> bytes:
    """What the command prints on a terminal."""
    controller, terminal = pty.openpty()
    env = environment(TERM="xterm", **changes)
    with subprocess.Popen([*COMMAND, *arguments], cwd=ROOT, env=env, stdout=terminal, stderr=terminal) as ran:
        os.close(terminal)
        found = b""
        while True:
            try:
                data = os.read(controller, 65536)
            except OSError:  # how a terminal says that the other side is closed
                break
            if not data:
                break
            found += data
        ran.wait(30)
    os.close(controller)
    return found


def test_colour_on_a_terminal() -> None:
    assert b"\x1b[31mfails: bounced with A LON\x1b[0m" in on_terminal("adjudicate", FALL)
    plain = on_terminal("adjudicate", FALL, NO_COLOR="1")
    assert b"fails: bounced with A LON" in plain
    assert b"\x1b" not in plain


def test_ordinary_runs_load_neither_graphs_nor_tables() -> None:
    code = (
        "import sys, resolvent.cli\n"
        f"assert resolvent.cli.main(['adjudicate', '{FALL}']) == 0\n"
        "assert not {'networkx', 'rich'} & set(sys.modules), sorted(sys.modules)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
