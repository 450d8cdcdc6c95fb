"""Words and signs of an order's text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

__all__ = ["ARROWS", "TOKEN", "fold_text", "split_words", "token_columns"]

ARROWS = "-–—―−‐‑‒~>=»→⇒⇨⟶⟹➔➙➜➝➞➡⇢↦▶►"
TOKEN = re.compile(
    rf"""[^\W_]+(?:[.'][^\W_]+)*               # a word; dots and apostrophes may hold it together
      | \s*[{ARROWS}]+\s*             # an arrow; a hyphen without blanks may be part of a name
      | [/\\()\[\]{{}}^]
      | [^\s,;.:!"“”„'*•\ufeff\u200b\u00ad\ufe0f]     # nothing known""",
    re.VERBOSE,
)
_WORD = re.compile(r"[^\W\d_]+")
_ACCENTS = re.compile("[\u0300-\u036f]+")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")


def fold_text(text: str) -> str:
    """Take case and accents off a text.

    Args:
        text: any text.

    Returns:
        The text with all signs, with one kind of apostrophe, and with blanks for underscores.
    """
    if not text.isascii():
        text = _NOT_ASCII.sub(_fold_match, text)
    return text.lower().replace("`", "'").replace("_", " ")


def _fold_match(match: re.Match[str]) -> str:
    return _fold_character(match[0])


@lru_cache(maxsize=2000)
def _fold_character(character: str) -> str:
    if character in "’´":
        return "'"
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", character)).casefold()


def split_words(text: str) -> list[str]:
    """The words of a text, without signs.

    Args:
        text: any text.

    Returns:
        Folded words; what apostrophes and dots hold together counts as several.
    """
    return _WORD.findall(fold_text(text))


def token_columns(text: str, parts: Callable[[str], list[str]]) -> list[int]:
    """Where the words of a text stand; it takes its time.

    Args:
        text: any text, not folded.
        parts: takes a word apart that dots or apostrophes hold together.

    Returns:
        A column, from 0, for each word, arrow and sign.
    """
    origin: list[int] = []
    folded = ""
    for column, character in enumerate(text):
        plain = fold_text(character)
        folded += plain
        origin += [column] * len(plain)
    columns = []
    for match in TOKEN.finditer(folded):
        token = match[0]
        start = match.start() + len(token) - len(token.lstrip())
        for part in parts(token):
            inside = max(0, folded.find(part.strip(), start, match.end()) - start) if part.strip() else 0
            columns.append(origin[start + inside])
    return columns
