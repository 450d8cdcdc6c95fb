"""Files in and out: opened, read as phases, and written as a whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import BinaryIO, TextIO

import msgspec

from resolvent.board import Map
from resolvent.cli.options import DASH
from resolvent.errors import InputError
from resolvent.records import Phase, read_order_text, read_phases
from resolvent.records.packed import unpacked
from resolvent.records.rejoin import rejoined

__all__ = [
    "LARGEST_TEXT",
    "PhaseFile",
    "open_either",
    "open_input",
    "open_output",
    "open_phases",
    "placed",
    "read_text_phase",
]

LARGEST_TEXT = 8 * 1024 * 1024
"""Bytes of one order text."""

_BOM = b"\xef\xbb\xbf"


@contextlib.contextmanager
def open_input(name: str) -> Iterator[tuple[BinaryIO, str]]:
    """Open a file to read.

    Args:
        name: its path; ``-`` is standard input.

    Yields:
        The stream, and its name for messages.

    Raises:
        InputError: it cannot be opened.
    """
    if name in ("-", DASH):
        yield sys.stdin.buffer, "standard input"
        return
    with contextlib.ExitStack() as stack:
        try:
            stream = stack.enter_context(open(name, "rb"))
        except (OSError, ValueError) as error:
            raise InputError(f"cannot be read: {_reason(error)}", name or "''") from None
        yield stream, name


@dataclass
class PhaseFile:
    """The phases of one file, read as they are asked for.

    Attributes:
        name: its name for messages.
        json: it holds JSON, and not order text.
        phases: the place of a phase (``"phases.jsonl, line 3"``), and the phase.
    """

    name: str
    json: bool
    phases: Iterator[tuple[str, Phase]]

    def is_lines(self) -> bool:
        """Whether it is JSON Lines: by its name, or because a second phase follows (which is waited for)."""
        if not self.json or self.name.removesuffix(".gz").endswith((".jsonl", ".ndjson")):
            return self.json
        ahead = list(islice(self.phases, 2))
        self.phases = chain(ahead, self.phases)
        return len(ahead) > 1


@contextlib.contextmanager
def open_phases(name: str, board: Map | None) -> Iterator[PhaseFile]:
    """Open a file of phases: order text, one phase as JSON, or JSON Lines.

    Args:
        name: its path; ``-`` is standard input.
        board: a map to take in place of the ones that are named.

    Raises:
        InputError: it cannot be opened, or no phase can be made out.
    """
    with open_either(name) as (stream, shown, json):
        if json:
            yield PhaseFile(shown, True, _json_phases(stream, shown, board))
        else:
            yield PhaseFile(shown, False, iter([(shown, read_text_phase(stream, shown, board))]))


@contextlib.contextmanager
def open_either(name: str) -> Iterator[tuple[BinaryIO, str, bool]]:
    """Open a file of JSON or of order text, also one that is compressed by gzip.

    Args:
        name: its path; ``-`` is standard input.

    Yields:
        The stream from its beginning, its name for messages, and whether it holds JSON.

    Raises:
        InputError: it cannot be opened, or is empty.
    """
    with open_input(name) as (raw, shown):
        stream = unpacked(raw)
        head = _head(stream, shown)
        yield rejoined(head, stream), shown, head.removeprefix(_BOM).strip()[:1] in (b"{", b"[")


def _head(stream: BinaryIO, name: str) -> bytes:
    """The beginning of a stream, up to the first line that is not blank."""
    lines: list[bytes] = []
    size = 0
    while not lines or not lines[-1].removeprefix(_BOM).strip():
        try:
            line = stream.readline(LARGEST_TEXT)
        except OSError as error:
            raise InputError(f"cannot be read: {_reason(error)}", name) from None
        if not line or size > LARGEST_TEXT:
            raise InputError("is empty", name)
        lines.append(line)
        size += len(line)
    return b"".join(lines)


def _json_phases(stream: BinaryIO, name: str, board: Map | None) -> Iterator[tuple[str, Phase]]:
    for place, phase in read_phases(stream, name):
        yield place, (phase if board is None else msgspec.structs.replace(phase, map=board.name))


def read_text_phase(stream: BinaryIO, name: str, board: Map | None = None) -> Phase:
    """Read the phase that a stream of order text holds.

    Args:
        stream: the text in UTF-8.
        name: its name for messages.
        board: a map to take in place of the one that is named.

    Raises:
        InputError: no phase can be made out.
    """
    data = stream.read(LARGEST_TEXT + 1)
    if len(data) > LARGEST_TEXT:
        raise InputError("is larger than 8 MiB", name)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError("is in UTF-16; UTF-8 is needed", name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"is not text in UTF-8 (byte {error.start})", name) from None
    if "\0" in text:
        raise InputError("is no text: it holds zero bytes", name)
    with placed(name):
        return read_order_text(text, board)


@contextlib.contextmanager
def placed(place: str) -> Iterator[None]:
    """Put a place in front of the place that an input error names.

    Args:
        place: ``"phases.jsonl, line 3"``.
    """
    try:
        yield
    except InputError as error:
        where = f"{place}, {error.place}" if error.place else place
        raise InputError(error.message, where) from None


@contextlib.contextmanager
def open_output(name: str) -> Iterator[TextIO]:
    """Open a file to write; it takes its name only when all is written.

    Args:
        name: its path; ``-`` is standard output.

    Yields:
        A text stream.

    Raises:
        InputError: it cannot be written.
    """
    if name in ("-", DASH):
        yield sys.stdout
        return
    path = os.path.realpath(name)
    with contextlib.ExitStack() as stack:
        try:
            stream = stack.enter_context(_replacing(path) if _is_plain(path) else _writing(path))
        except (OSError, ValueError) as error:
            raise InputError(f"cannot be written: {_reason(error)}", name or "''") from None
        yield stream


def _is_plain(path: str) -> bool:
    """It is a file, or can become one: no folder, which cannot be written, and no device or pipe."""
    return not os.path.exists(path) or stat.S_ISREG(os.stat(path).st_mode)


@contextlib.contextmanager
def _writing(path: str) -> Iterator[TextIO]:
    """Write to what is there."""
    with open(path, "w", encoding="utf-8") as stream:
        yield stream


@contextlib.contextmanager
def _replacing(path: str) -> Iterator[TextIO]:
    """Write to another file in the same folder, which takes the name at the end."""
    handle, temporary = tempfile.mkstemp(prefix=".resolvent-", dir=os.path.dirname(path))
    try:
        with open(handle, "w", encoding="utf-8") as stream:
            yield stream
        os.chmod(temporary, _mode(path))
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _mode(path: str) -> int:
    """The permissions a file has, or would get as a new one."""
    if os.path.exists(path):
        return stat.S_IMODE(os.stat(path).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _reason(error: Exception) -> str:
    reason = getattr(error, "strerror", None) or str(error)
    return reason[:1].lower() + reason[1:]
