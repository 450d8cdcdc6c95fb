"""Prose within the width of a terminal."""

from __future__ import annotations

import textwrap

__all__ = ["wrap"]


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Break a sentence into lines.

    Args:
        text: the sentence; its own line breaks count as blanks.
        width: columns.
        indent: what each line begins with; further lines begin with two blanks more.
    """
    return textwrap.wrap(
        " ".join(text.split()),
        width,
        initial_indent=indent,
        subsequent_indent=indent + "  ",
        break_on_hyphens=False,
        break_long_words=False,
    )
