"""What a language calls things, read from ``words/*.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from resolvent.board.names import fold
from resolvent.errors import InputError

__all__ = ["Language", "Writing", "language_names", "load_language"]

_FOLDER = Path(__file__).parent / "words"
_READ = ("name", "part", "of", "to")  # forms that are read; the others are only written


class Writing(msgspec.Struct, frozen=True):
    """How orders are written: templates for :mod:`resolvent.orders.write`.

    Attributes:
        orders: by what is ordered (``"hold"``, ``"support_move"``, ...), the sentence.
        units: by how the sentence uses the unit (``"unit"``, ``"supported"``, ``"convoyed"``,
            ``"built"``), and there by ``"A"``, ``"F"`` and ``"none"``, the unit.
        coasts: by form, a place with its coast.
        defaults: by form, how it is made from the bare name where a place does not list it.
    """

    orders: dict[str, str]
    units: dict[str, dict[str, str]]
    coasts: dict[str, str]
    defaults: dict[str, str] = {}


class Language(msgspec.Struct, frozen=True, eq=False):
    """What a language calls things; compared by identity, as each is loaded once.

    A spelling may have several forms with `` | `` between them, in the order of `forms`.  The
    first spelling of a place, coast or power is the one that is written.

    Attributes:
        name: the language's own name, ``"English"``.
        words: part of an order to its spellings: ``"support"`` to ``("s", "supports", ...)``.
        coasts: coast to its spellings beside the English ones: ``"NC"`` to ``("noordkust",)``.
        bare_coasts: the same for words that mean a coast only in brackets or behind a slash.
        powers: power to its names beside those of the map.
        adjectives: power to its adjectives, and whatever else stands before a unit of it.
        places: name of a map to province to its spellings beside those of the map.
        forms: what the forms of a spelling are: ``"name"``; ``"of"`` (a genitive); ``"to"`` (where
            a move goes, with nothing before it); ``"part"`` (read as a name); any other is only
            written.
        endings: further forms: an ending in place of the last letter of the genitive, and what
            form that makes.
        elided: words that lose their vowel before an apostrophe and carry no meaning: ``"l"``.
        respelled: letters to how they are written by those who do not have them: ``"ä"`` to ``"ae"``.
        sections: words for the sections of order text: ``"units"`` to ``("eenheden",)``.
        writing: how orders are written.
    """

    name: str
    words: dict[str, tuple[str, ...]]
    coasts: dict[str, tuple[str, ...]] = {}
    bare_coasts: dict[str, tuple[str, ...]] = {}
    powers: dict[str, tuple[str, ...]] = {}
    adjectives: dict[str, tuple[str, ...]] = {}
    places: dict[str, dict[str, tuple[str, ...]]] = {}
    forms: tuple[str, ...] = ("name",)
    endings: dict[str, str] = {}
    elided: tuple[str, ...] = ()
    respelled: dict[str, str] = {}
    sections: dict[str, tuple[str, ...]] = {}
    writing: Writing | None = None

    def keys(self, spelling: str) -> set[str]:
        """The folded spellings under which a spelling is looked up.

        Args:
            spelling: one form of a spelling.

        Returns:
            One, or two where letters are respelled; none if there is nothing but signs.
        """
        bare = spelling.casefold()
        if self.elided:
            bare = re.sub(rf"\b(?:{'|'.join(self.elided)})['’]", "", bare)
        respelled = bare
        for letter, letters in self.respelled.items():
            respelled = respelled.replace(letter, letters)
        return {key for key in (fold(bare), fold(respelled)) if key}

    def read_forms(self, spelling: str) -> Iterator[tuple[str, str]]:
        """All forms in which a spelling is read.

        Args:
            spelling: forms with `` | `` between them.

        Yields:
            Folded form, and what form it is.
        """
        for name, form in self.inflected(spelling):
            if name in _READ:
                yield from ((key, name) for key in self.keys(form))

    def inflected(self, spelling: str) -> Iterator[tuple[str, str]]:
        """Name of a form and the form: those that are listed, then those that endings make."""
        forms = [form.strip() for form in spelling.split("|")]
        yield from zip(self.forms, forms, strict=False)
        if self.endings and len(forms) > 1:
            words = list(zip(forms[0].split(), forms[self.forms.index("of")].split(), strict=True))
            for ending, name in self.endings.items():
                # "itäinen Välimeri, itäisen Välimeren", but "Englannin kanaali, Englannin kanaalin"
                yield name, " ".join(of if of == word else of[:-1] + ending for word, of in words)


@cache
def language_names() -> tuple[str, ...]:
    """Codes of the languages orders can be read in, sorted."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@cache
def load_language(code: str = "") -> Language:
    """Load the words of a language; the same language is loaded once.

    Args:
        code: ``"en"``, ``"nl"``; empty for English.

    Returns:
        The language.

    Raises:
        InputError: there is no such language.
    """
    if not code:
        return load_language("en")
    if code not in language_names():
        names = ", ".join(language_names())
        raise InputError(f"there is no language {code[:40]!r}; the languages are: {names}")
    text = (_FOLDER / f"{code}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Language)
