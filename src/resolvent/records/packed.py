"""Files that are compressed by gzip, read as if they were not."""

from __future__ import annotations

import io
from typing import BinaryIO, cast

from resolvent.records.rejoin import Filled, rejoined

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


class _Unpacked(Filled):
    """What a compressed stream holds."""

    def __init__(self, packed: BinaryIO) -> None:
        import gzip  # only what is compressed needs these
        import zlib

        self.data = gzip.GzipFile(fileobj=packed)
        self.damage = (OSError, EOFError, zlib.error)

    def take(self, size: int) -> bytes:
        try:
            return self.data.read1(size)
        except self.damage:
            raise OSError(0, "the compressed data is damaged") from None
