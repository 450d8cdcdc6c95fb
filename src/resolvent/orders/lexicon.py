"""From the text of an order to its items: places, units, verbs.

Letter case, full stops, commas, quotes and double blanks carry no meaning.  The longest phrase
wins, and a place wins over a word, so that the hyphen of Mid-Atlantic is no move and ``WAR`` is
Warsaw.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from resolvent.board import Map, Province
from resolvent.board.names import COAST_WORDS, fold
from resolvent.orders.language import Language

__all__ = ["Item", "Lexicon", "Misread"]

_TOKEN = re.compile(
    r"""(?P<word>[^\W_]+(?:[.'’`][^\W_]+)*)
      | (?P<arrow>[-–—―−‐‑‒>=→⇒➔➜⟶]+)
      | (?P<slash>[/\\])
      | (?P<open>[(\[{])
      | (?P<close>[)\]}])
      | (?P<caret>\^)
      | (?P<skip>[\s,;.:!"“”„'’`´\ufeff\u200b\u00ad]+)""",
    re.VERBOSE,
)
_POSSESSIVE = re.compile(r"['’`]s$", re.IGNORECASE)
_GLUED = {
    "support_army": ("support", "A"),
    "support_fleet": ("support", "F"),
    "convoy_army": ("convoy", "A"),
    "convoy_fleet": ("convoy", "F"),
}
_UNITS = {"army": "A", "fleet": "F"}


class Misread(Exception):  # noqa: N818 - a signal inside the reader, never seen outside
    """The text is no order.

    Args:
        why: one short sentence in lower case.
        column: where, from 0.
    """

    def __init__(self, why: str, column: int) -> None:
        super().__init__(why)
        self.why = why
        self.column = column


class Item(NamedTuple):
    """One part of an order.

    Attributes:
        kind: ``"place"``, ``"power"``, ``"unit"`` or the name of a list of words of the language.
        value: id of the place or power, ``"A"`` or ``"F"``; of a verb ``"glued"`` when it was
            written in one word with the unit behind it, ``"^"`` for that sign; else ``""``.
        column: where it begins in the text, from 0.
        power: the power that a place's spelling may stand for as well (``ENG``), or ``""``.
        text: as written.
    """

    kind: str
    value: str
    column: int
    power: str
    text: str


class _Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


class Lexicon:
    """All that can stand in an order, for one map in one language."""

    def __init__(self, board: Map, language: Language) -> None:
        self.board = board
        self.powers = {s: p for s, p in board.power_spellings.items() if len(s) > 1}
        self.powers.update((fold(s), p) for s, p in language.powers.items() if p in board.power_names)
        self.coasts = {**COAST_WORDS, **{fold(s): coast for s, coast in language.coasts.items()}}
        self.places: dict[str, Province] = dict(board.names)
        for spelling, id in language.places.items():
            if id in board.provinces:
                self.places.setdefault(fold(spelling), board.provinces[id])
        self.words = {fold(s): role for role, spellings in language.words.items() for s in spellings}
        self.longest: dict[str, int] = {}  # first word to the number of words of the longest phrase
        for phrase in (*self.places, *self.powers, *self.words, *board.unclear):
            words = phrase.split()
            self.longest[words[0]] = max(len(words), self.longest.get(words[0], 0))

    def items(self, text: str) -> list[Item]:
        """Take an order's text apart.

        Args:
            text: one order.

        Returns:
            Its items in the order of the text, without fillers and brackets.

        Raises:
            Misread: a word or character is unknown, or a place is unclear.
        """
        tokens = self._tokens(text)
        items: list[Item] = []
        at = 0
        while at < len(tokens):
            token = tokens[at]
            if token.kind == "word":
                at = self._phrase(tokens, at, items)
                continue
            if token.kind in ("arrow", "caret"):
                kind, value = ("move", "") if token.kind == "arrow" else ("via", "^")
                items.append(Item(kind, value, token.start, "", token.text))
            elif token.kind == "slash":
                raise Misread(f"{token.text!r} without a coast", token.start)
            at += 1
        return _without_articles(items)

    def _tokens(self, text: str) -> list[_Token]:
        tokens: list[_Token] = []
        at = 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise Misread(f"{text[at]!r} cannot stand in an order", at)
            at = match.end()
            kind = match.lastgroup or ""
            if kind == "word":
                tokens += self._words(match[0], match.start())
            elif kind != "skip":
                tokens.append(_Token(kind, match[0], match.start(), at))
        return tokens

    def _words(self, word: str, start: int) -> list[_Token]:
        """One word, or several that only dots hold together (``A.Par`` but ``St.Petersburg``)."""
        end = start + len(word)
        folded = fold(_POSSESSIVE.sub("", word))
        if "." not in word or folded in self.longest or folded in self.coasts:
            return [_Token("word", folded, start, end)]
        if self.board.find_province(folded) is not None:
            return [_Token("word", folded, start, end)]
        parts = [
            _Token("word", fold(m[0]), start + m.start(), start + m.end())
            for m in re.finditer(r"[^.]+", word)
        ]
        return [part for part in parts if part.text]

    def _phrase(self, tokens: list[_Token], at: int, items: list[Item]) -> int:
        """Read the phrase that begins at a word; return where the next one begins."""
        words, ends = _run(tokens, at, self.longest.get(tokens[at].text, 1))
        for size in range(len(words), 0, -1):
            phrase = " ".join(words[:size])
            if phrase in self.places:
                return self._place(self.places[phrase], phrase, tokens, at, ends[size - 1], items)
            if self._word(phrase, tokens[at], items):
                return ends[size - 1]
        province = self.board.find_province(words[0])
        if province is None:
            raise Misread(f"{words[0]!r} is neither a place nor a word of an order", tokens[at].start)
        return self._place(province, words[0], tokens, at, ends[0], items)

    def _word(self, phrase: str, token: _Token, items: list[Item]) -> bool:
        if phrase in self.board.unclear:
            ids = ", ".join(self.board.unclear[phrase])
            raise Misread(f"{phrase!r} is unclear: it may be {ids}", token.start)
        role = self.words.get(phrase)
        if role in _UNITS:
            items.append(Item("unit", _UNITS[role], token.start, "", phrase))
        elif role in _GLUED:
            verb, unit = _GLUED[role]
            items.append(Item(verb, "glued", token.start, "", phrase))
            items.append(Item("unit", unit, token.start, "", phrase))
        elif role is None and phrase in self.powers:
            items.append(Item("power", self.powers[phrase], token.start, "", phrase))
        elif role is not None and role != "filler":
            items.append(Item(role, "", token.start, "", phrase))
        return role is not None or phrase in self.powers

    def _place(
        self, province: Province, phrase: str, tokens: list[_Token], start: int, at: int, items: list[Item]
    ) -> int:
        coast, at = self._coast(tokens, at)
        # A coast that the province has not is left out: it cannot matter (DATC 4.B.6).
        place = (self.board.coast(province, coast) if coast else None) or province.place
        items.append(Item("place", place.id, tokens[start].start, self.powers.get(phrase, ""), phrase))
        return at

    def _coast(self, tokens: list[_Token], at: int) -> tuple[str, int]:
        """Read a coast behind a place: ``/nc``, ``(north coast)``, ``-nc``, ``n.c.``."""
        mark = tokens[at].kind if at < len(tokens) else ""
        first = at + 1 if mark in ("slash", "open") or self._hyphen(tokens, at) else at
        for size in (2, 1):
            words, ends = _run(tokens, first, size)
            coast = self.coasts.get(" ".join(words)) if len(words) == size else None
            # a single letter, or "north" alone, only where nothing but a coast can stand
            if coast and (mark in ("slash", "open") or words[-1] not in ("n", "s", "e", "w", "c", *_BARE)):
                end = ends[-1]
                closed = mark == "open" and end < len(tokens) and tokens[end].kind == "close"
                return coast, end + 1 if closed else end
        return "", at

    def _hyphen(self, tokens: list[_Token], at: int) -> bool:
        """Whether a hyphen before a coast's two letters is no move."""
        return (
            at + 1 < len(tokens)
            and tokens[at].text in ("-", "‐", "‑")
            and len(tokens[at + 1].text) == 2
            and tokens[at + 1].text in self.coasts
        )


_BARE = ("north", "south", "east", "west")


def _run(tokens: list[_Token], at: int, longest: int) -> tuple[list[str], list[int]]:
    """Words from a token on, with where each ends; a tight hyphen may hold two together."""
    words: list[str] = []
    ends: list[int] = []
    while at < len(tokens) and len(words) < longest:
        token = tokens[at]
        if token.kind == "word":
            words.append(token.text)
            ends.append(at + 1)
        elif not words or not _tight(tokens, at):
            break
        at += 1
    return words, ends


def _tight(tokens: list[_Token], at: int) -> bool:
    token = tokens[at]
    if token.text not in ("-", "‐", "‑") or at + 1 >= len(tokens):
        return False
    return tokens[at - 1].end == token.start and tokens[at + 1].start == token.end


def _without_articles(items: list[Item]) -> list[Item]:
    """``a fleet``: the first of two unit words was the article."""
    units = [item.kind == "unit" for item in items] + [False]
    return [item for at, item in enumerate(items) if not (units[at] and units[at + 1])]
