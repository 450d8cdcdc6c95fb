"""The result of one order as a test case states it: a word, then flags.

``"disrupted dislodged paradox"`` is a convoy order that failed, whose fleet was dislodged.
"""

from __future__ import annotations

import functools
from typing import Literal, get_args

import msgspec

from resolvent.errors import InputError

__all__ = ["Flag", "Result", "Word", "format_result", "parse_result"]

Word = Literal["succeeds", "fails", "holds", "given", "cut", "void", "disrupted", "disbanded"]
Flag = Literal["illegal", "own", "unused", "paradox", "dislodged"]

_WORDS: tuple[Word, ...] = get_args(Word)
_FLAGS: tuple[Flag, ...] = get_args(Flag)


class Result(msgspec.Struct, frozen=True):
    """What becomes of one order, and of its unit.

    Attributes:
        word: ``succeeds`` or ``fails`` (a move, a retreat, a build, a removal), ``holds``; ``given``,
            ``cut`` or ``void`` (a support); ``given``, ``disrupted`` or ``void`` (a convoy);
            ``disbanded`` (a retreat).
        illegal: the order counts as none (DATC 4.E.1); if false, nothing is said about it.
        own: a support against a unit of the supporter's own power, which does not help to dislodge.
        unused: a convoy order whose army goes by land.
        paradox: a convoy that fails by the paradox rule, not by dislodgement.
        dislodged: the unit is dislodged, whatever became of its order.
    """

    word: Word
    illegal: bool = False
    own: bool = False
    unused: bool = False
    paradox: bool = False
    dislodged: bool = False

    def __str__(self) -> str:
        return format_result(self)


@functools.cache
def parse_result(text: str) -> Result:
    """Read a result.

    Args:
        text: a word and any flags, with blanks between, as in ``"cut dislodged"``.

    Raises:
        InputError: an unknown word or flag, or one that is there twice.
    """
    word, *flags = text.split() or [""]
    if word not in _WORDS:
        raise InputError(f'"{word}" in "{text}" is not a result; allowed: {", ".join(_WORDS)}')
    for flag in flags:
        if flag not in _FLAGS or flags.count(flag) > 1:
            raise InputError(f'"{flag}" in "{text}" is unknown or doubled; allowed: {", ".join(_FLAGS)}')
    return msgspec.convert({"word": word, **dict.fromkeys(flags, True)}, Result)


def format_result(result: Result) -> str:
    """Write a result: the word, then its flags; the inverse of ``parse_result``."""
    return " ".join([result.word, *(flag for flag in _FLAGS if getattr(result, flag))])
