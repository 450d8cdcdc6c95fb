"""The command ``resolvent``: one file a command, and no thinking in any of them.

Only what every call needs is imported here; the rest is loaded by the command that is run.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

__all__ = ["BROKEN_PIPE", "DONE", "FINDING", "INTERRUPTED", "UNUSABLE", "main"]

DONE = 0
"""Done, and nothing to report."""
FINDING = 1
"""A difference, a wrong claim, an open paradox."""
UNUSABLE = 2
"""Input or usage that cannot be used."""
INTERRUPTED = 130
"""Ctrl-C, as shells count it."""
BROKEN_PIPE = 141
"""The reader of the output went away, as shells count it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: what stands behind the name of the command; left out, that of the process.

    Returns:
        The exit status: 0 done, 1 a finding, 2 unusable, 130 interrupted, 141 nobody reads the output.
    """
    try:
        _open_closed_streams()
        _write_utf8()
        from resolvent.cli.run import run

        status = run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # what is left in the buffer must not be tried again when the process ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    return status


def _open_closed_streams() -> None:
    """Put an empty stream where the caller closed one (``2>&-``)."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # for good


def _write_utf8() -> None:
    """Write UTF-8 whatever the locale says, and never fail for a character."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
