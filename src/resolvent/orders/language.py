"""The words a language has for the parts of an order, read from ``words/*.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import msgspec

from resolvent.errors import InputError

__all__ = ["Language", "language_names", "load_language"]

_FOLDER = Path(__file__).parent / "words"


class Language(msgspec.Struct, frozen=True, eq=False):
    """What a language calls things; compared by identity, as each is loaded once.

    Attributes:
        name: the language's own name, ``"English"``.
        words: part of an order to its spellings: ``"support"`` to ``("s", "supports", ...)``.
        coasts: spellings of coasts beside the English ones: ``"noordkust"`` to ``"NC"``.
        powers: spellings of powers beside those of the map: ``"duits"`` to ``"GERMANY"``.
        places: spellings of provinces beside those of the map: ``"noordzee"`` to ``"NTH"``.
    """

    name: str
    words: dict[str, tuple[str, ...]]
    coasts: dict[str, str] = {}
    powers: dict[str, str] = {}
    places: dict[str, str] = {}


def language_names() -> list[str]:
    """Codes of the languages orders can be read in, sorted."""
    return sorted(path.stem for path in _FOLDER.glob("*.toml"))


def load_language(code: str = "en") -> Language:
    """Load the words of a language; the same language is loaded once.

    Args:
        code: ``"en"``.

    Returns:
        The language.

    Raises:
        InputError: there is no such language.
    """
    return _load(code)


@cache
def _load(code: str) -> Language:
    if code not in language_names():
        raise InputError(f"there is no language {code!r}; the languages are: {', '.join(language_names())}")
    text = (_FOLDER / f"{code}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Language)
