"""Files that are compressed by gzip, read as if they were not."""

from __future__ import annotations

import gzip
import io
import zlib
from typing import BinaryIO, cast

from resolvent.records.rejoin import rejoined

__all__ = ["unpacked"]

_MARK = b"\x1f\x8b"


def unpacked(stream: BinaryIO) -> BinaryIO:
    """A stream, unpacked if it is compressed by gzip.

    Args:
        stream: a binary stream at its beginning.

    Returns:
        A stream; that compressed data is damaged is an `OSError` when it is read.
    """
    head = stream.read(len(_MARK))
    whole = rejoined(head, stream)
    return cast(BinaryIO, io.BufferedReader(_Unpacked(whole))) if head == _MARK else whole


class _Unpacked(io.RawIOBase):
    """What a compressed stream holds."""

    def __init__(self, packed: BinaryIO) -> None:
        self.data = gzip.GzipFile(fileobj=packed)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        try:
            data = self.data.read1(len(buffer))
        except (OSError, EOFError, zlib.error):
            raise OSError(0, "the compressed data is damaged") from None
        buffer[: len(data)] = data
        return len(data)
