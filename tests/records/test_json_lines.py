"""JSON Lines as a stream, with the line in every message."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resolvent.errors import InputError
from resolvent.records import read_json_lines, read_lines, read_phases
from resolvent.records.json_lines import LONGEST_LINE

ONE = b'{"units": {"FRANCE": ["A PAR"]}}'


def records(data: bytes) -> list[tuple[str, dict[str, Any]]]:
    return list(read_json_lines(io.BytesIO(data), "x.jsonl"))


def test_lines_with_numbers() -> None:
    data = b"\xef\xbb\xbf\n" + ONE + b"\r\n\n  \n" + ONE
    assert [place for place, _ in read_phases(io.BytesIO(data), "x.jsonl")] == [
        "x.jsonl, line 2",
        "x.jsonl, line 5",
    ]
    assert records(b"") == []


def test_one_object_over_several_lines() -> None:
    value = {"units": {"FRANCE": ["A PAR", "F BRE"]}, "note": "a\nb"}
    assert records(json.dumps(value, indent=2).encode()) == [("x.jsonl, line 1", value)]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (ONE + b"\n{bad", "x.jsonl, line 2: this is not valid JSON"),
        (b"{bad\n" + ONE, "x.jsonl, line 1: this is not valid JSON"),
        (b'{"a": 1,\n"b": }', "x.jsonl, line 1: this is not valid JSON"),
        (ONE + b"\n[1]", "x.jsonl, line 2: a record is a JSON object"),
        (ONE + b'\n{"a": "\xff"}', "x.jsonl, line 2: this is not valid JSON"),
        (b"\xff\xfe{\x00", "x.jsonl: the file is in UTF-16"),
        (b"\x1f\x8b\x08\x00", "x.jsonl: the file is compressed"),
        (b"\x00\x01\x02", "x.jsonl, line 1: this is not valid JSON"),
        (b"[" * 100_000, "x.jsonl, line 1: this is not valid JSON"),
    ],
)
def test_one_clear_sentence_with_the_line(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        records(data)
    assert str(caught.value).startswith(message)


def test_the_place_in_a_phase_is_told() -> None:
    with pytest.raises(InputError, match=r"^x, line 2: units\.FRANCE\[0\]: expected text"):
        list(read_phases(io.BytesIO(ONE + b'\n{"units": {"FRANCE": [3]}}'), "x"))


class Endless(io.RawIOBase):
    """A line without end; counts what is taken from it."""

    taken = 0

    def __init__(self, start: bytes) -> None:
        self.start = start

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = len(buffer)
        buffer[:] = (self.start + b" " * size)[:size]
        self.start = b""
        self.taken += size
        return size


def test_a_line_without_end_is_refused() -> None:
    stream = Endless(b'{"units": ')
    with pytest.raises(InputError, match="line 1: the line is longer than 8 MiB"):
        next(read_lines(io.BufferedReader(stream), "x"))
    assert stream.taken < 1.1 * LONGEST_LINE


def test_an_object_without_end_is_refused() -> None:
    data = b'{"units": [\n' + b"1,\n" * (LONGEST_LINE // 2)
    with pytest.raises(InputError, match="line 1: the object that begins here is not finished"):
        next(read_lines(io.BytesIO(data), "x"))


def test_records_come_before_the_stream_ends() -> None:
    def lines() -> Iterator[bytes]:
        yield ONE + b"\n"
        yield ONE + b"\n"
        raise AssertionError("read too far")

    class Stream(io.BytesIO):
        source = lines()

        def readline(self, size: int | None = -1, /) -> bytes:
            return next(self.source)

    phases = read_phases(Stream(), "x")
    assert next(phases)[0] == "x, line 1"
    assert next(phases)[0] == "x, line 2"


def test_a_stream_that_cannot_be_read_is_an_input_error() -> None:
    class Broken(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            raise IsADirectoryError(21, "Is a directory")

    with pytest.raises(InputError, match="x: the file cannot be read: is a directory"):
        list(read_lines(Broken(), "x"))


@given(st.binary(max_size=200))
def test_any_bytes_are_records_or_an_input_error(data: bytes) -> None:
    with suppress(InputError):
        list(read_phases(io.BytesIO(data), "x"))
