"""Finding out in which language orders are written."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

from resolvent.board import load_map
from resolvent.board.names import fold
from resolvent.orders.language import Language, language_names, load_language
from resolvent.orders.read import CANONICAL, LONGEST
from resolvent.orders.tokens import split_words

__all__ = ["detect_language"]

_REMEMBERED = 100_000  # texts that say nothing against English
_plain: set[str] = set()
_SIGNS = ("units", "orders", "centers", "centres", "dislodged", "from", "retreats", "phase", "map")


def detect_language(texts: Collection[str | tuple[str, ...]]) -> str:
    """Find out in which language orders are written.

    Every language's words and names of places and powers are counted, a word that several languages
    have counting less.  The notation itself counts for none; it is read in every language.

    Args:
        texts: the orders, headings or lines of one file or phase, or tuples of them.

    Returns:
        The code of a language: the one that most words are from, English if none is ahead of it.
    """
    if _plain.issuperset(texts):  # nearly always: the same orders come back all the time
        return "en"
    lines = [line for text in texts for line in ((text,) if isinstance(text, str) else text)]
    return "en" if _speaks_for_english(lines) else _best(lines)


def _speaks_for_english(lines: list[str]) -> bool:
    """Whether no word is from another language only; such lines are remembered."""
    words: set[str] = set()
    for text in lines:
        if text not in _plain and CANONICAL.fullmatch(text) is None:
            words.update(split_words(text[:LONGEST]))
    unknown = words - _vocabulary("en") - _notation() if words else words
    if unknown and not unknown.isdisjoint(_foreign()):
        return False
    if len(_plain) > _REMEMBERED:
        _plain.clear()
    _plain.update(text for text in lines if len(text) <= LONGEST)
    return True


def _best(lines: list[str]) -> str:
    """The language that has most of the words."""
    words = {word for text in lines for word in split_words(text[:LONGEST])} - _notation()
    scores = dict.fromkeys(("en", *language_names()), 0.0)  # English first: it wins where none is ahead
    for word in words:
        having = [code for code in scores if word in _vocabulary(code)]
        for code in having:
            scores[code] += 1 / len(having)
    return max(scores, key=lambda code: round(scores[code], 6))


@cache
def _vocabulary(code: str) -> frozenset[str]:
    """The single words of a language, folded."""
    language = load_language(code)
    words = {word for key in _keys(language) for word in key.split()}
    if code == "en":
        board = load_map()
        words |= {word for name in (*board.names, *board.power_spellings) for word in name.split()}
    return frozenset(words)


@cache
def _foreign() -> frozenset[str]:
    """The words of all languages but English."""
    return frozenset().union(*(_vocabulary(code) for code in language_names() if code != "en"))


@cache
def _notation() -> frozenset[str]:
    """What stands in orders of every language: ids, letters, signs, the heads of sections."""
    board = load_map()
    codes = {fold(id) for id in (*board.provinces, *board.unclear)}
    return frozenset((*codes, *"abcdefghijklmnopqrstuvwxyz", "nc", "sc", "ec", "wc", "via", *_SIGNS))


def _keys(language: Language) -> Iterator[str]:
    for table in (language.words, language.powers, language.adjectives, language.sections):
        for spellings in table.values():
            yield from (key for s in spellings for key in language.keys(s))
    for table in (language.coasts, *language.places.values()):
        for spellings in table.values():
            yield from (key for s in spellings for key, _ in language.read_forms(s))
