"""Text in a picture: escaped, measured, and with nothing in it that XML does not allow."""

from __future__ import annotations

import re

__all__ = ["capitals_width", "clip", "escape", "measure"]

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SIGNS = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_NARROW, _BROAD = frozenset("iljtfrI.,:;'|()[]/ "), frozenset("mwMW@—")

_CAPITALS = {"I": 0.37, "J": 0.37, "M": 1.0, "W": 1.1, "L": 0.64, "E": 0.68, "F": 0.68, "T": 0.68}


def escape(text: str) -> str:
    """Text as it may stand in an element or an attribute."""
    return re.sub("[&<>\"']", lambda m: _SIGNS[m[0]], _FORBIDDEN.sub("\ufffd", text))


def clip(text: str, most: int) -> str:
    """Text on one line, and of at most so many characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def measure(text: str, size: float) -> float:
    """About how wide a text is, on the safe side.

    Args:
        text: one line.
        size: the size of its letters, in pixels.
    """
    units = sum(0.34 if c in _NARROW else 0.92 if c in _BROAD else 0.72 if c.isupper() else 0.6 for c in text)
    return units * size


def capitals_width(text: str, size: float) -> float:
    """How wide bold capitals are.

    Args:
        text: the id of a province.
        size: the size of its letters, in pixels.
    """
    return sum(_CAPITALS.get(c, 0.78) for c in text) * size
