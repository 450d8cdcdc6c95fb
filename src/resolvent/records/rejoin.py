"""Streams whose beginning was read, to see what is in them, and that are read from there again."""

from __future__ import annotations

import io
from abc import abstractmethod
from typing import TYPE_CHECKING, BinaryIO, cast

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = ["Filled", "rejoined"]


def rejoined(head: bytes, rest: BinaryIO) -> BinaryIO:
    """A stream as it was before its beginning was read.

    Args:
        head: what was read of it.
        rest: the stream, where that reading left it.

    Returns:
        A stream that gives ``head`` and then the rest, as soon as some of it is there.
    """
    return cast(BinaryIO, io.BufferedReader(_Rejoined(head, rest)))


class Filled(io.RawIOBase):
    """A stream to read from that is filled by `take`."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        room = memoryview(buffer)
        data = self.take(len(room))
        room[: len(data)] = data
        return len(data)

    @abstractmethod
    def take(self, size: int) -> bytes:
        """The next bytes, so many at most; none at the end."""


class _Rejoined(Filled):
    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self.head = head
        self.more = getattr(rest, "read1", rest.read)  # what is there, without waiting for more

    def take(self, size: int) -> bytes:
        data, self.head = self.head[:size], self.head[size:]
        if not data:
            data = self.more(size)
        return data
