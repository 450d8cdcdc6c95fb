"""Getting at what a file holds: bytes, text, JSON objects one at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, TypeVar

import msgspec

from resolvent.errors import InputError
from resolvent.records.phase import decode_json

__all__ = [
    "LARGEST_RECORD",
    "at",
    "decode_as",
    "decode_text",
    "read_bytes",
    "read_objects",
    "read_text",
    "top_level_keys",
]

LARGEST_RECORD = 64 * 1024 * 1024
"""Bytes of one record: of a line of JSON Lines, or of a file that is one record."""

_T = TypeVar("_T")
_MESSAGE = re.compile(r"(.*?)(?: - at `\$\.?(.*)`)?", re.DOTALL)
_TOKEN = re.compile(rb'"((?:[^"\\]|\\.)*)"(\s*:)?|[{}\[\]]')


def read_bytes(stream: BinaryIO, name: str) -> bytes:
    """Read a whole stream.

    Args:
        stream: a binary stream.
        name: its name for messages.

    Raises:
        InputError: it cannot be read, or holds more than 64 MiB.
    """
    try:
        data = stream.read(LARGEST_RECORD + 1)
    except OSError as error:
        reason = (error.strerror or "it is no readable stream").lower()
        raise InputError(f"the file cannot be read: {reason}", name) from None
    return _checked(data, name)


def _checked(data: bytes, name: str) -> bytes:
    if len(data) > LARGEST_RECORD:
        raise InputError("the record is larger than 64 MiB", name)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError("the file is in UTF-16; UTF-8 is needed", name)
    if data.startswith(b"\x1f\x8b"):
        raise InputError("the file is compressed; unpack it first", name)
    return data.removeprefix(b"\xef\xbb\xbf")


def decode_text(data: bytes) -> str:
    """Decode text that is UTF-8 or, in old files, Windows-1252 or Latin-1.

    Args:
        data: any bytes.

    Returns:
        The text with ``\\n`` as line end.
    """
    data = data.removeprefix(b"\xef\xbb\xbf")
    for encoding in ("utf-8", "cp1252"):
        try:
            text = data.decode(encoding)
            break
        except UnicodeDecodeError:
            continue
    else:
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_text(stream: BinaryIO, name: str) -> str:
    """Read a whole stream as text; see `read_bytes` and `decode_text`."""
    data = read_bytes(stream, name)
    if b"\0" in data:
        raise InputError("the file holds zero bytes; it is no text", name)
    return decode_text(data)


def read_objects(stream: BinaryIO, name: str) -> Iterator[tuple[str, bytes]]:
    """Read JSON objects: one a line, one over many lines, or a list of them.

    Args:
        stream: a binary stream; JSON Lines are read line by line.
        name: its name for messages.

    Yields:
        The place of an object (``"games.jsonl, line 3"``) and its JSON.

    Raises:
        InputError: the stream cannot be read, a line is too long, or its first line is no JSON.
    """
    number = 0
    found = 0
    while True:
        number += 1
        line = _line(stream, name, number)
        if not line:
            return
        line = line.strip()
        if not line:
            continue
        found += 1
        if found == 1 and not _complete(line):
            yield from _whole(line + b"\n" + read_bytes(stream, name), name)
            return
        if line.startswith(b"["):
            yield from _whole(line, f"{name}, line {number}")
        else:
            yield f"{name}, line {number}", line


def _line(stream: BinaryIO, name: str, number: int) -> bytes:
    try:
        line = stream.readline(LARGEST_RECORD + 1)
    except OSError as error:
        reason = (error.strerror or "it is no readable stream").lower()
        raise InputError(f"the file cannot be read: {reason}", name) from None
    if len(line) > LARGEST_RECORD:
        raise InputError("the record is larger than 64 MiB", f"{name}, line {number}")
    return _checked(line, name) if number == 1 else line


def _complete(line: bytes) -> bool:
    try:
        decode_json(line)
    except InputError as error:
        return "truncated" not in error.message
    return True


def _whole(data: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """One object over many lines, or a list of objects."""
    data = _checked(data, name)
    if not data.startswith(b"["):
        yield name, data
        return
    for number, item in enumerate(decode_as(data, list[msgspec.Raw], name)):
        yield f"{name}[{number}]", bytes(item)


def decode_as(data: bytes, type: type[_T], place: str) -> _T:
    """Decode JSON of a known shape; unknown keys are left out.

    Args:
        data: one JSON value in UTF-8.
        type: its shape.
        place: where it stands, for messages.

    Raises:
        InputError: it is no JSON, or has another shape.
    """
    try:
        return msgspec.json.decode(data, type=type)
    except msgspec.ValidationError as error:
        match = _MESSAGE.fullmatch(str(error))
        message, path = (match[1], match[2] or "") if match else (str(error), "")
        message = message.replace("`", "'")
        raise at(InputError(message[:1].lower() + message[1:], path), place) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        message = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise InputError(f"this is not valid JSON: {message[:1].lower()}{message[1:]}", place) from None


def at(error: InputError, place: str) -> InputError:
    """The same error with the place of the record in front of its own.

    Args:
        error: an error of a part of the record.
        place: where that part stands.
    """
    return InputError(error.message, f"{place}: {error.place}" if error.place else place)


def top_level_keys(head: bytes) -> frozenset[str]:
    """The keys of the first JSON object of a text that may be cut off.

    Args:
        head: the first bytes of a file.

    Returns:
        The keys found; empty if no object begins there.
    """
    if not head.lstrip().startswith((b"{", b"[")):
        return frozenset()
    depth, keys, outer = 0, set(), 1
    if head.lstrip().startswith(b"["):
        outer = 2
    for match in _TOKEN.finditer(head):
        token = match[0]
        if token in b"{[":
            depth += 1
        elif token in b"}]":
            depth -= 1
            if depth < outer:
                break
        elif depth == outer and match[2]:
            keys.add(match[1].decode("utf-8", "replace"))
    return frozenset(keys)
