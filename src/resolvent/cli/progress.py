"""Progress of long work: on a terminal, on standard error, after a second; else nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

__all__ = ["counted"]

_T = TypeVar("_T")
_PATIENCE = 1.0  # seconds until anything is shown
_PACE = 0.1  # seconds between two looks at it


def counted(items: Iterable[_T], noun: str, out_is_terminal: bool) -> Iterator[_T]:
    """Pass items on, and tell how many there were so far.

    Args:
        items: what is worked on.
        noun: what they are, ``"phases"``.
        out_is_terminal: results go to the same terminal, and would be written across the progress.

    Yields:
        The items.
    """
    if out_is_terminal or not sys.stderr.isatty():
        yield from items
        return
    begin = shown = time.monotonic()
    status = None
    try:
        for number, item in enumerate(items, 1):
            now = time.monotonic()
            if now - begin > _PATIENCE and now - shown > _PACE:
                if status is None:
                    from rich.console import Console

                    status = Console(stderr=True).status("")
                    status.start()
                status.update(f"{number:,} {noun}, {number / (now - begin):,.0f} a second")
                shown = now
            yield item
    finally:
        if status is not None:
            status.stop()
