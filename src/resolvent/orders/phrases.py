"""The table of all that can stand in an order, for one map in one language."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import NamedTuple

from resolvent.board import Map
from resolvent.board.names import COAST_WORDS
from resolvent.orders.language import Language
from resolvent.orders.tokens import ARROWS

__all__ = ["BRACKETS_CLOSE", "BRACKETS_OPEN", "HYPHENS", "Item", "Phrases", "make_item"]

BRACKETS_OPEN = frozenset("([{")
BRACKETS_CLOSE = frozenset(")]}")
HYPHENS = frozenset("-‐‑")  # without blanks around them
_SHORTEST_PREFIX = 4  # letters; three are a code
_GLUED = {
    "support_army": ("support", "A"),
    "support_fleet": ("support", "F"),
    "convoy_army": ("convoy", "A"),
    "convoy_fleet": ("convoy", "F"),
}
_UNITS = {"army": "A", "fleet": "F"}


class Item(NamedTuple):
    """One part of an order.

    Attributes:
        kind: ``"place"``; ``"goal"``, a place in a form that says that something goes there;
            ``"power"``, ``"unit"``, or the name of a list of words of the language.
        value: id of the place or power, ``"A"`` or ``"F"``; of a verb ``"glued"`` when it was
            written in one word with the unit behind it, ``"soft"`` of a preposition, ``"^"`` for
            that sign, ``"-"`` for an arrow; else ``""``.
        power: the power that a place's spelling may stand for as well (``ENG``), or ``""``.
        text: as written, folded.
        shape: one letter for what the grammar has to know of it; see `make_item`.
    """

    kind: str
    value: str
    power: str
    text: str
    shape: str


_SHAPES = {
    "place": "p", "goal": "g", "power": "n", "unit": "u", "move": "m", "via": "v", "hold": "h",
    "support": "s", "convoy": "c", "retreat": "r", "disband": "d", "build": "b", "waive": "w",
}  # fmt: skip


_SHAPES_OF_VALUES = {"soft": "o", "^": "^", "-": "-"}


def make_item(kind: str, value: str, power: str, text: str) -> Item:
    """Make an item with its shape.

    Items of one shape differ in nothing that the grammar looks at, but in which place, unit or
    power they stand for: a preposition has another one than a verb, and so has ``ENG``, which may be
    a power.  A capital is for verbs glued to a unit.
    """
    shape = _SHAPES.get(kind, "?")
    if value == "glued" or (kind == "place" and power):
        shape = shape.upper()
    elif value in _SHAPES_OF_VALUES:
        shape = _SHAPES_OF_VALUES[value]
    return Item(kind, value, power, text, shape)


class Phrases:
    """Folded phrases and what they mean.

    Attributes:
        table: phrase to item; ids and names of the map come before words of the language.
        longest: first word of phrases of several words to the words of the longest.
        name_starts: what names, units and nationalities begin with.
        powers: spelling to the id of a power.
        coasts: spelling to coast.
        goal_coasts: spellings in a form that says that something goes there.
        bare_coasts: spellings that mean a coast only in brackets or behind a slash.
        coast_marks: what a coast behind a place begins with.
    """

    def __init__(self, board: Map, language: Language) -> None:
        self.board = board
        self.language = language
        self.table: dict[str, Item] = {}
        self.powers = self._powers()
        self._names: dict[str, str] = {}  # names in the language, without blanks, to provinces
        self._add_places()
        self._add_words()
        for phrase, power in self.powers.items():
            self.table.setdefault(phrase, make_item("power", power, "", phrase))
        self._add_coasts()
        self._add_codes()
        self._add_signs()
        self.longest: dict[str, int] = {}
        self.name_starts: set[str] = set()
        for phrase, item in self.table.items():
            words = phrase.split()
            if len(words) > 1:
                self.longest[words[0]] = max(len(words), self.longest.get(words[0], 0))
            if item.kind in ("place", "goal", "unit", "power"):
                self.name_starts.add(words[0])
        first_words = {phrase.split()[0] for phrase in self.coasts if phrase not in self.bare_coasts}
        self.coast_marks = frozenset("/\\") | BRACKETS_OPEN | HYPHENS | {" -", " - "} | first_words

    def _powers(self) -> dict[str, str]:
        board, language = self.board, self.language
        powers = {spelling: power for spelling, power in board.power_spellings.items() if len(spelling) > 1}
        for table in (language.powers, language.adjectives):
            for power, spellings in table.items():
                if power in board.power_names:
                    powers.update((key, power) for s in spellings for key in language.keys(s))
        return powers

    def _add_places(self) -> None:
        board, language = self.board, self.language
        for key, province in board.names.items():
            self.table[key] = make_item("place", province.id, self.powers.get(key, ""), key)
        for key, ids in board.unclear.items():
            self.table.setdefault(key, make_item("unclear", ", ".join(ids), "", key))
        for id, spellings in language.places.get(board.name, {}).items():
            if id not in board.provinces:
                continue
            for key, form in (entry for s in spellings for entry in language.read_forms(s)):
                kind = "goal" if form == "to" else "place"
                self.table.setdefault(key, make_item(kind, id, self.powers.get(key, ""), key))
                if form == "name":
                    self._names.setdefault(key.replace(" ", ""), id)
        for id, place in board.places.items():
            if place.coast:  # "spanc"
                key = f"{place.province.id}{place.coast}".lower()
                self.table.setdefault(key, make_item("place", id, "", key))

    def _add_words(self) -> None:
        for role, spellings in self.language.words.items():
            for key in (key for s in spellings for key in self.language.keys(s)):
                if role in _GLUED:
                    item = make_item("glued", *_GLUED[role], key)
                elif role == "toward":
                    item = make_item("move", "soft", "", key)
                elif role == "result":
                    item = make_item("filler", "", "", key)
                elif role in _UNITS:
                    item = make_item("unit", _UNITS[role], "", key)
                else:
                    item = make_item(role, "", "", key)
                place = self.table.setdefault(key, item)
                if role == "filler" and place.kind == "place":
                    self.table[key] = make_item("article", place.value, "", key)

    def _add_coasts(self) -> None:
        language = self.language
        self.coasts = dict(COAST_WORDS)
        self.goal_coasts: set[str] = set()
        self.bare_coasts = {s for s in COAST_WORDS if s[1:] in ("", " c", "orth", "outh", "ast", "est")}
        for coast, spellings in language.coasts.items():
            for key, form in (entry for s in spellings for entry in language.read_forms(s)):
                self.coasts[key] = coast
                if form == "to":
                    self.goal_coasts.add(key)
        for phrase, coast in self.coasts.items():
            if phrase not in self.bare_coasts and len(phrase) > 2:
                self.table.setdefault(phrase, make_item("coast", coast, "", phrase))
        for coast, spellings in language.bare_coasts.items():
            keys = {key for s in spellings for key in language.keys(s)}
            self.coasts.update(dict.fromkeys(keys, coast))
            self.bare_coasts |= keys

    def _add_codes(self) -> None:
        """Three letters that begin the names of one province only."""
        meant: dict[str, set[str]] = {}
        for name, id in self._names.items():
            meant.setdefault(name[:3], set()).add(id)
        for code, ids in meant.items():
            if len(ids) == 1 and len(code) == 3:
                self.table.setdefault(code, make_item("place", ids.pop(), "", code))

    def _add_signs(self) -> None:
        for sign in (*BRACKETS_OPEN, *BRACKETS_CLOSE):
            self.table[sign] = make_item("filler", "", "", sign)
        for sign in "/\\":
            self.table[sign] = make_item("stray", "", "", sign)
        self.table["^"] = make_item("via", "^", "", "^")
        for sign in ("-", " - ", "->", " -> ", "→", " → ", " – "):
            self.table[sign] = make_item("move", "-", "", sign.strip())

    def knows(self, word: str) -> bool:
        """Whether a word can stand in an order, or can begin a phrase.

        Args:
            word: one folded word.
        """
        known = word in self.table or word in self.longest or word in self.coasts
        return known or self.abbreviated(word) is not None

    def abbreviated(self, word: str) -> Item | None:
        """What a word means that is not in the table.

        Args:
            word: a folded word, or a sign.

        Returns:
            A place whose name it begins, or is without the blanks; a move for an arrow; or ``None``.
        """
        sign = word.strip()
        if not sign.strip(ARROWS):
            return self.table["-"] if sign else None
        id = self._names.get(word) or self._by_prefix(word)
        if id is None:
            province = self.board.find_province(word)
            if province is None:
                return None
            id = province.id
        return make_item("place", id, "", word)

    def _by_prefix(self, word: str) -> str | None:
        if len(word) < _SHORTEST_PREFIX:
            return None
        names, found = self._sorted_names, None
        for name in names[bisect_left(names, word) :]:
            if not name.startswith(word):
                break
            if found is not None and self._names[name] != found:
                return None
            found = self._names[name]
        return found

    @cached_property
    def _sorted_names(self) -> list[str]:
        return sorted(self._names)
