"""Ending when told to: what is open is closed first, judges and worker processes above all."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from types import FrameType

__all__ = ["ending_cleanly", "follow_parent"]

_SIGNALS = tuple(s for s in (getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP")) if s is not None)
"""What asks a process to end; SIGINT is an exception of Python's already."""


@contextlib.contextmanager
def ending_cleanly() -> Iterator[None]:
    """While it lasts, a signal that asks to end raises `SystemExit`, so that ``finally`` is done.

    The status is 128 and the number of the signal, as a shell tells it.  Where signals cannot be
    handled, outside the main thread, nothing changes.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, _end) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> None:
    for other in _SIGNALS:  # nobody is hurried while closing
        signal.signal(other, _go_on)
    raise SystemExit(128 + number)


def _go_on(number: int, frame: FrameType | None) -> None:
    """Nothing; in place of SIG_IGN, for which Python complains about a signal that has arrived already."""


def follow_parent() -> None:
    """In a worker process: end, as if told to, when the process that started it has ended, however it did."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parent", daemon=True).start()
