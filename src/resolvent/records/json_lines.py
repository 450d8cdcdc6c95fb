"""JSON Lines: one JSON object a line, read as a stream.

A file that is one JSON object over several lines is read too.  Whatever is wrong is told with the
name of the file and the line; memory stays that of the longest line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

from resolvent.errors import InputError
from resolvent.records.phase import Phase, decode_json, decode_phase

__all__ = ["LONGEST_LINE", "read_json_lines", "read_lines", "read_phases"]

LONGEST_LINE = 8 * 1024 * 1024  # bytes
_BOM = b"\xef\xbb\xbf"


def read_lines(stream: BinaryIO, name: str) -> Iterator[tuple[int, bytes]]:
    """Read the records of a stream without decoding them.

    Args:
        stream: a binary stream; it is read forward only.
        name: its name for error messages.

    Yields:
        Number of the line a record begins on, from 1, and the record; empty lines are left out.

    Raises:
        InputError: a line is longer than 8 MiB, or the stream cannot be read.
    """
    numbered = ((number, line) for number, line in _raw_lines(stream, name) if line)
    first = next(numbered, None)
    if first is None:
        return
    if _truncated(first[1]):
        yield first[0], _whole(first, numbered, name)
        return
    yield first
    yield from numbered


def read_json_lines(stream: BinaryIO, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Read the records of a stream as plain objects.

    Args:
        stream: a binary stream.
        name: its name for error messages.

    Yields:
        The place of a record (``"games.jsonl, line 3"``) and the object.

    Raises:
        InputError: a line is no JSON object, or cannot be read.
    """
    for number, data in read_lines(stream, name):
        place = f"{name}, line {number}"
        try:
            record = decode_json(data)
        except InputError as error:
            raise InputError(error.message, place) from None
        if not isinstance(record, dict):
            raise InputError("a record is a JSON object", place)
        yield place, record


def read_phases(stream: BinaryIO, name: str) -> Iterator[tuple[str, Phase]]:
    """Read the phases of a stream.

    Args:
        stream: a binary stream of the contract's JSON, one phase a line.
        name: its name for error messages.

    Yields:
        The place of a phase (``"phases.jsonl, line 3"``) and the phase.

    Raises:
        InputError: a line is no phase, or cannot be read.
    """
    for number, data in read_lines(stream, name):
        place = f"{name}, line {number}"
        try:
            phase = decode_phase(data)
        except InputError as error:
            where = f"{place}: {error.place}" if error.place else place
            raise InputError(error.message, where) from None
        yield place, phase


def _raw_lines(stream: BinaryIO, name: str) -> Iterator[tuple[int, bytes]]:
    number = 0
    while True:
        number += 1
        try:
            line = stream.readline(LONGEST_LINE + 1)
        except OSError as error:
            reason = (error.strerror or "it is no readable stream").lower()
            raise InputError(f"the file cannot be read: {reason}", name) from None
        if not line:
            return
        if len(line) > LONGEST_LINE:
            raise InputError("the line is longer than 8 MiB", f"{name}, line {number}")
        if number == 1:
            line = line.removeprefix(_BOM)
            if line.startswith((b"\xff\xfe", b"\xfe\xff")):
                raise InputError("the file is in UTF-16; UTF-8 is needed", name)
            if line.startswith(b"\x1f\x8b"):
                raise InputError("the file is compressed; unpack it first", name)
        yield number, line.strip()


def _truncated(data: bytes) -> bool:
    """Whether a record goes on behind its first line."""
    try:
        decode_json(data)
    except InputError as error:
        return data.startswith(b"{") and "truncated" in error.message
    return False


def _whole(first: tuple[int, bytes], rest: Iterator[tuple[int, bytes]], name: str) -> bytes:
    """The whole stream, if it is one JSON object over several lines; else the first line."""
    lines, size = [first[1]], len(first[1])
    for _, line in rest:
        size += len(line) + 1
        if size > LONGEST_LINE:
            message = "the object that begins here is not finished after 8 MiB"
            raise InputError(message, f"{name}, line {first[0]}")
        lines.append(line)
    whole = b"\n".join(lines)
    try:
        decode_json(whole)
    except InputError:
        return first[1]  # the reader of this line will say what is wrong with it
    return whole
