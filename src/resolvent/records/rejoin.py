"""Streams whose beginning was read, to see what is in them, and that are read from there again."""

from __future__ import annotations

import io
from typing import BinaryIO, cast

__all__ = ["rejoined"]


def rejoined(head: bytes, rest: BinaryIO) -> BinaryIO:
    """A stream as it was before its beginning was read.

    Args:
        head: what was read of it.
        rest: the stream, where that reading left it.

    Returns:
        A stream that gives ``head`` and then the rest, as soon as some of it is there.
    """
    return cast(BinaryIO, io.BufferedReader(_Rejoined(head, rest)))


class _Rejoined(io.RawIOBase):
    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self.head = head
        self.more = getattr(rest, "read1", rest.read)  # what is there, without waiting for more

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data, self.head = self.head[: len(buffer)], self.head[len(buffer) :]
        if not data:
            data = self.more(len(buffer))
        buffer[: len(data)] = data
        return len(data)
