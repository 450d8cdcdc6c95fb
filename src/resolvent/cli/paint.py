"""Colour, where a terminal shows it and nobody has asked for none.

Nothing is told by colour alone.  The four styles do not pay for loading rich, which costs more than
adjudicating a phase; it is loaded for tables and progress.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from typing import TextIO

__all__ = ["Paint", "paint_for", "width_of"]

Paint = Callable[[str, str], str]
"""``paint(text, style)``; styles are the keys of `STYLES`."""

STYLES = {
    "heading": "1",
    "succeeds": "32",
    "fails": "31",
    "void": "33",
    "illegal": "33",
    "unreadable": "33",
    "open": "1;35",
    "dim": "2",
    "+": "32",
    "-": "31",
}


def paint_for(stream: TextIO) -> Paint:
    """The way to paint on a stream; plain unless it is a terminal and ``NO_COLOR`` is not set."""
    coloured = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return _coloured if coloured else _plain


def width_of(stream: TextIO) -> int:
    """Columns to wrap prose at: those of the terminal, at most 100, and 100 elsewhere."""
    return min(100, shutil.get_terminal_size((100, 24)).columns) if stream.isatty() else 100


def _plain(text: str, style: str) -> str:
    return text


def _coloured(text: str, style: str) -> str:
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if style in STYLES and text else text
