"""The head of order text: which phase, map and language it is about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from resolvent.errors import InputError
from resolvent.records.game import parse_phase_name
from resolvent.records.phase import PHASE_NAME

__all__ = ["split_head", "text_lines"]

_HEAD = re.compile(r"(phase|map|language)\b\s*+[:=]?\s*+(\S.*?)\s*", re.IGNORECASE)
_TURN = re.compile(
    r"(?:spring|summer|fall|autumn|winter)\W+(?:of\W+)?\d{1,6}(?:\W+[a-z]+)?\W*", re.IGNORECASE
)
_NO_TYPE = re.compile(r"(S|F|W|SPRING|FALL|AUTUMN|WINTER)\W*(?:OF\W+)?(\d{1,6})\W*")
_RULE = re.compile(r"[-=*_~–—]{2,}")  # a line under a heading


def text_lines(text: str) -> Iterator[str]:
    """The lines of order text, without remarks, blanks around them, and rules under headings.

    Args:
        text: the whole text.

    Yields:
        Every line, an empty one as ``""``.
    """
    for line in text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        line = line.partition("#")[0].strip()
        yield "" if _RULE.fullmatch(line) else line


def split_head(lines: list[tuple[int, str]]) -> tuple[dict[str, str], list[tuple[int, str]]]:
    """Take the head lines off.

    Args:
        lines: numbers and texts of the lines that are not empty.

    Returns:
        What the head says, by ``"phase"``, ``"map"``, ``"language"``, and the lines behind it.

    Raises:
        InputError: something is said twice, or the phase is none; ``place`` is ``line 3``.
    """
    head: dict[str, str] = {}
    for at, (number, line) in enumerate(lines):
        match = _HEAD.fullmatch(line)
        if match is None and not _TURN.fullmatch(line):
            return head, lines[at:]
        key, value = (match[1].lower(), match[2]) if match else ("phase", line)
        if key in head:
            raise InputError(f"the {key} is named twice", f"line {number}")
        head[key] = _phase_name(value, number) if key == "phase" else value
    return head, []


def _phase_name(text: str, number: int) -> str:
    """``F1901M``, or ``Fall 1901 Movement``; a season and a year alone are its movements, or builds."""
    name = text.upper()
    if PHASE_NAME.fullmatch(name):
        return name
    short = _NO_TYPE.fullmatch(name)
    if short:
        season = "F" if short[1] == "AUTUMN" else name[0]
        return f"{season}{short[2]}{'A' if season == 'W' else 'M'}"
    try:
        return parse_phase_name(text)
    except InputError as error:
        raise InputError(error.message, f"line {number}") from None
