"""A stream compared in one process or in several: the same comparisons, in the same order."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from resolvent import InputError, RuleError
from resolvent.compare.comparison import compare
from resolvent.compare.parallel import Compared, Line, compare_lines
from resolvent.datc import load_cases
from tests.cases import load_corpus

RULES = ("datc", "1971", "dptg")


def records() -> list[bytes]:
    """Phases of games and of cases, and some that are no movement phases."""
    found = [phase.phase_dict() for phase in load_corpus()[:60]]
    found += [case.phase_dict() for case in load_cases() if case.id.startswith(("6.F", "6.H", "6.I"))]
    return [msgspec.json.encode(phase) for phase in found]


def numbered(data: list[bytes]) -> Iterator[Line]:
    """As they stand in a file in which every second line is empty."""
    return iter([(2 * place + 1, record) for place, record in enumerate(data)])


class TestSame:
    """The number of processes changes nothing."""

    def test_one_process_is_plain_comparing(self) -> None:
        data = records()
        found = list(compare_lines(numbered(data), RULES, "x"))
        assert [one.line for one in found] == [2 * place + 1 for place in range(len(data))]
        assert [one.difference for one in found if one.difference] == list(compare(data, RULES))
        assert 0 < sum(not one.compared for one in found) < len(data) // 2

    def test_several(self) -> None:
        data = records() * 2
        alone = list(compare_lines(numbered(data), RULES, "x"))
        assert list(compare_lines(numbered(data), RULES, "x", 3)) == alone

    def test_nothing_at_all(self) -> None:
        assert list(compare_lines(iter([]), RULES, "x", 2)) == []


class TestBadRecords:
    """A record that cannot be used ends the work; all before it has been given."""

    @pytest.mark.parametrize(
        ("bad", "message", "jobs"),
        [
            (b'{"units": 3}', "x, line 121, units: expected an object", 1),
            (b'{"units": {"FRANCE": ["A XYZ"]}}', "x, line 121, units.FRANCE", 1),
            (b'{"units": {"FRANCE": ["A XYZ"]}}', "x, line 121, units.FRANCE", 2),
            (b"nonsense", "x, line 121: this is not valid JSON", 1),
        ],
    )
    def test_line(self, bad: bytes, message: str, jobs: int) -> None:
        data = [*records()[:60], bad, *records()[:20]]
        found: list[Compared] = []
        with pytest.raises(InputError) as error:
            keep(compare_lines(numbered(data), RULES, "x", jobs), found)
        assert str(error.value).startswith(message)
        assert [one.line for one in found] == [2 * place + 1 for place in range(60)]

    @pytest.mark.parametrize("jobs", [1, 2])
    def test_stream(self, jobs: int) -> None:
        """What is wrong with the stream itself is told after what came before it."""

        def broken() -> Iterator[Line]:
            yield from numbered(records()[:40])
            raise InputError("the line is longer than 8 MiB", "x, line 99")

        found: list[Compared] = []
        with pytest.raises(InputError, match="x, line 99"):
            keep(compare_lines(broken(), RULES, "x", jobs), found)
        assert len(found) == 40

    def test_rulebook(self) -> None:
        with pytest.raises(RuleError, match="unknown rulebook"):
            list(compare_lines(numbered(records()), ("datc", "1997"), "x", 2))


def keep(stream: Iterator[Compared], found: list[Compared]) -> None:
    """Put what comes into a list, also if the stream ends with an error."""
    for one in stream:
        found.append(one)


def test_memory_is_bounded() -> None:
    """No more is read ahead than a few portions for each process."""
    read = 0

    def endless() -> Iterator[Line]:
        nonlocal read
        record = records()[0]
        while True:
            read += 1
            yield read, record

    stream = compare_lines(endless(), RULES, "x", 2)
    for _ in range(50):
        next(stream)
    assert read < 600
    stream.close()  # type: ignore[attr-defined]  # a generator, though it is told to be an iterator


def test_interrupt(tmp_path: Path) -> None:
    """Ctrl-C reaches the whole group of processes, and nobody has anything to say about it."""
    games = tmp_path / "games.jsonl"
    games.write_bytes(b"\n".join(records() * 20))
    command = [sys.executable, "-m", "resolvent", "compare", *RULES, str(games), "--jobs", "2"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"== ")
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, b"")
