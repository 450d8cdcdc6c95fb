"""A map of another program, made one of ours."""

from __future__ import annotations

from pathlib import Path

import msgspec

from resolvent.board.entries import MapEntries
from resolvent.errors import MapError

__all__ = ["LARGEST_FILE", "ImportedMap", "read_file"]

LARGEST_FILE = 4_000_000
"""Bytes of a map file of another program."""


class ImportedMap(msgspec.Struct, frozen=True):
    """A map that was read from another program's files.

    Attributes:
        entries: the map.
        begin: the first phase, ``"S1901M"``; ``""`` if it is not said.
        victory: centres that win the game; ``None`` if it is not said.
        rules: names of rules that the other program turns on for the map.
        remarks: what could not be carried over, each a sentence.
    """

    entries: MapEntries
    begin: str = ""
    victory: int | None = None
    rules: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def read_file(path: Path) -> bytes:
    """Read a file of bounded size.

    Raises:
        MapError: it cannot be read, or is too large.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise MapError(f"the map file cannot be read: {reason}", str(path)) from None
    except ValueError:  # a path with a NUL
        raise MapError("the map file cannot be read: no such file", repr(str(path))) from None
    if len(data) > LARGEST_FILE:
        raise MapError(f"the file is larger than {LARGEST_FILE} bytes", path.name)
    return data
