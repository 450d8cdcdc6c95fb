"""Spellings of places: how two spellings are compared, and the words for coasts.

Case, accents, dots, apostrophes, hyphens and blanks carry no meaning: ``"St. Petersburg"`` and
``"st petersburg"`` are one spelling.  Coast words are here in English; another language brings a
table of its own.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["COAST_WORDS", "fold", "split_coast"]

_DROPPED = re.compile(r"[.'’`´]")
_WORD = re.compile(r"[^\W_]+")

# Spellings after folding. Single letters are read only where nothing but a coast can stand.
COAST_WORDS: dict[str, str] = {
    spelling: letter.upper() + "C"
    for letter, word in (("n", "north"), ("s", "south"), ("e", "east"), ("w", "west"))
    for spelling in (
        letter,
        f"{letter}c",
        f"{letter} c",
        word,
        f"{word} coast",
        f"{word}coast",
        f"{word}ern coast",
        f"{letter} coast",
        f"{letter}coast",
    )
}


def fold(text: str) -> str:
    """Reduce a spelling to what carries meaning.

    Args:
        text: a name as somebody wrote it.

    Returns:
        Lower-case words, without accents, with one blank between them; may be empty.
    """
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(_WORD.findall(_DROPPED.sub("", text.casefold())))


def split_coast(folded: str) -> tuple[str, str]:
    """Split a folded spelling into the name of a province and a coast.

    Args:
        folded: for example ``"spain north coast"`` or ``"north coast of spain"``.

    Returns:
        Name and coast, ``("spain", "NC")``; the coast is ``""`` if none is named.
    """
    words = folded.split()
    for size in (2, 1):
        coast = COAST_WORDS.get(" ".join(words[-size:]))
        if coast and len(words) > size:
            return " ".join(words[:-size]), coast
    if len(words) > 3 and words[1:3] == ["coast", "of"] and words[0] in COAST_WORDS:
        return " ".join(words[3:]), COAST_WORDS[words[0]]
    return folded, ""
