"""From the text of an order to its items: places, units, verbs.

Letter case, accents, full stops, commas, quotes and double blanks carry no meaning.  The longest
phrase wins, and a place wins over a word, so that the hyphen of Mid-Atlantic is no move and ``WAR``
is Warsaw.

A word costs one look-up: all that can stand in an order is in one table, with the item it makes.
Where in the text a word stands is worked out only for what cannot be read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from resolvent.board import Map
from resolvent.board.names import fold
from resolvent.orders.language import Language
from resolvent.orders.phrases import BRACKETS_CLOSE, BRACKETS_OPEN, HYPHENS, Item, Phrases, make_item
from resolvent.orders.tokens import TOKEN, fold_text, token_columns

__all__ = ["Items", "Lexicon", "Misread"]

_OWN_WAY = frozenset(["article", "glued", "either", "coast", "unclear", "stray", "origin"])
_SOFT = make_item("move", "soft", "", "")


class Misread(Exception):  # noqa: N818 - a signal inside the reader, never seen outside
    """The text is no order.

    Args:
        why: one short sentence in lower case.
        at: the number of the word, or for the grammar of the item, that is at fault.
    """

    def __init__(self, why: str, at: int) -> None:
        super().__init__(why)
        self.why = why
        self.at = at


@dataclass(slots=True)
class Items:
    """What an order's text holds.

    Attributes:
        items: in the order of the text.
        spots: for each item the number of its word.
        needless_coast: a coast is written that its province does not have.
        coast_ahead: a coast that was read and belongs to the next place.
        origin: where "from" stood: the number of the item behind it, 0 for none.
    """

    items: list[Item] = field(default_factory=list)
    spots: list[int] = field(default_factory=list)
    needless_coast: bool = False
    coast_ahead: str = ""
    origin: int = 0

    def unit_before_goal(self) -> None:
        """Read "support move to Belgium from Ruhr" as "support Ruhr move to Belgium"."""
        kinds = [item.kind for item in self.items]
        verb = next((n for n, kind in enumerate(kinds) if kind in ("support", "convoy")), len(kinds))
        goal, unit = kinds[verb + 1 : self.origin], kinds[self.origin :]
        if goal[-1:] != ["place"] or "move" not in goal or unit[-1:] != ["place"]:
            return
        if goal.count("place") > 1 or not {"power", "unit", "place"}.issuperset(unit):
            return
        way = verb + 1 + goal.index("move")
        for row in (self.items, self.spots):
            row[way:] = [*row[self.origin :], *row[way : self.origin]]


class Lexicon:
    """All that can stand in an order, for one map in one language."""

    def __init__(self, board: Map, language: Language) -> None:
        self.board = board
        self.language = language
        self.phrases = Phrases(board, language)
        elided = "|".join(language.elided)
        self._elided = re.compile(rf"\b(?:{elided})'(?=\w)") if elided else None

    def power(self, text: str) -> str | None:
        """Find a power by any spelling of the map or the language.

        Args:
            text: a name, an adjective, or at least three letters that begin one power's only.

        Returns:
            The id of the power, or ``None``.
        """
        found = self.board.find_power(text)
        if found is None and len(text) <= 100 and self.language.powers:
            powers, folded = self.phrases.powers, fold(text)
            found = powers.get(folded)
            if found is None and len(folded) > 2:
                meant = {power for spelling, power in powers.items() if spelling.startswith(folded)}
                found = meant.pop() if len(meant) == 1 else None
        return found

    def items(self, text: str) -> Items:
        """Take an order's text apart.

        Args:
            text: one order.

        Returns:
            Its items in the order of the text, without fillers and brackets.

        Raises:
            Misread: a word or character is unknown, or a place is unclear.
        """
        words = self._words(fold_text(text))
        table, longest, coast_marks = self.phrases.table, self.phrases.longest, self.phrases.coast_marks
        found = Items()
        items, spots = found.items, found.spots
        at, end = 0, len(words)
        while at < end:
            spot, word = at, words[at]
            entry = table.get(word)
            at += 1
            if word in longest:
                entry, at = self._phrase(words, at, entry)
            item = entry or self._abbreviated(word, spot)
            kind = item.kind
            if kind == "place" or kind == "goal":
                if (at < end and words[at] in coast_marks) or found.coast_ahead:
                    item, at = self._with_coast(item, words, at, found)
            elif kind == "filler":
                continue
            elif kind == "unit":
                if items and items[-1].kind == "unit":  # "a fleet": the first was the article
                    items[-1] = item
                    continue
            elif kind in _OWN_WAY:
                if kind != "article" or at == end or words[at] not in self.phrases.name_starts:
                    self._own_way(item, spot, found)
                continue
            items.append(item)
            spots.append(spot)
        if found.coast_ahead:
            raise Misread("a coast stands before no place", end)
        if found.origin:
            found.unit_before_goal()
        return found

    def _own_way(self, item: Item, spot: int, found: Items) -> None:
        """Add what is not simply one more item."""
        items = found.items
        match item.kind:
            case "glued":
                items.append(make_item(item.value, "glued", "", item.text))
                items.append(make_item("unit", item.power, "", item.text))
                found.spots += [spot, spot]
            case "article":  # German "den" where no name follows: Denmark
                items.append(make_item("place", item.value, "", item.text))
                found.spots.append(spot)
            case "either":
                item = _preposition_or_army(item, items)
                if not items or items[-1].kind != "unit":
                    items.append(item)
                    found.spots.append(spot)
            case "coast" if len(items) > 1 and items[-1].kind == "unit" and items[-2].kind == "place":
                items[-2] = self._on_coast(items[-2], item.value, found)
            case "coast":
                found.coast_ahead = item.value
            case "origin":
                found.origin = len(items)
            case "unclear":
                raise Misread(f"{item.text!r} is unclear: it may be {item.value}", spot)
            case _:
                raise Misread(f"{item.text!r} without a coast", spot)

    def _words(self, folded: str) -> list[str]:
        if "'" in folded and self._elided is not None:
            folded = self._elided.sub("", folded)
        if folded.replace(" ", "").isalpha():
            return folded.split()
        words = TOKEN.findall(folded)
        if "." in folded or "'" in folded:
            return [part for word in words for part in self._parts(word)]
        return words

    def _parts(self, word: str) -> list[str]:
        """Take apart what dots or apostrophes hold together (``A.Par`` but ``St.Petersburg``)."""
        if "'" in word:
            if self._elided is not None:
                word = self._elided.sub("", word)
            word = word.removesuffix("'s").replace("'", "")
        if "." not in word or len(word) < 2:
            return [word]
        joined = word.replace(".", "")
        return [joined] if self.phrases.knows(joined) else word.split(".")

    def _phrase(self, words: list[str], at: int, item: Item | None) -> tuple[Item | None, int]:
        """The longest phrase that begins with the word before; a tight hyphen may be inside it."""
        phrase, end = words[at - 1], at
        table = self.phrases.table
        for _ in range(self.phrases.longest[phrase] - 1):
            if at + 1 < len(words) and words[at] in HYPHENS:
                at += 1
            if at >= len(words):
                break
            phrase = f"{phrase} {words[at]}"
            at += 1
            found = table.get(phrase)
            if found is not None:
                item, end = found, at
        return item, end

    def _abbreviated(self, word: str, spot: int) -> Item:
        """What is not in the table: the beginning of a name, a name without its blanks, an arrow."""
        item = self.phrases.abbreviated(word)
        if item is None:
            if word[0].isalnum():
                raise Misread(f"{word!r} is neither a place nor a word of an order", spot)
            raise Misread(f"{word!r} cannot stand in an order", spot)
        return item

    def _on_coast(self, item: Item, coast: str, found: Items) -> Item:
        """The place with a coast; one that the province has not is left out (DATC 4.B.6)."""
        place = self.board.coast(self.board.places[item.value].province, coast)
        if place is None:
            found.needless_coast = True
            return item
        return item._replace(value=place.id)

    def _with_coast(self, item: Item, words: list[str], at: int, found: Items) -> tuple[Item, int]:
        """Read a coast behind a place: ``/nc``, ``(north coast)``, ``-nc``, ``n.c.``; or one before it."""
        coast, found.coast_ahead = found.coast_ahead, ""
        phrase, at = self._coast(words, at) if at < len(words) else ("", at)
        if phrase in self.phrases.goal_coasts:
            item = make_item("goal", item.value, "", item.text)
        coast = self.phrases.coasts.get(phrase, coast)
        return (self._on_coast(item, coast, found) if coast else item), at

    def _coast(self, words: list[str], at: int) -> tuple[str, int]:
        """The coast that stands at a word, as written, and where what follows begins."""
        mark, coasts = words[at], self.phrases.coasts
        marked, first = mark in BRACKETS_OPEN or mark in "/\\", at
        if marked:
            first += 1
        elif mark.strip() in HYPHENS:
            first += 1
            # a hyphen before a coast's two letters is no move
            if first == len(words) or len(words[first]) != 2 or words[first] not in coasts:
                return "", at
        for phrase, behind in _short_phrases(words, first):
            if phrase in coasts and (marked or phrase not in self.phrases.bare_coasts):
                closed = mark in BRACKETS_OPEN and behind < len(words) and words[behind] in BRACKETS_CLOSE
                return phrase, behind + closed
        return "", at

    def column(self, text: str, spot: int) -> int:
        """Where a word stands.

        Args:
            text: what was given to :meth:`items`.
            spot: the number of the word.

        Returns:
            Its column from 0; the length of the text for a word behind the last.
        """
        columns = token_columns(text, self._parts)
        return columns[spot] if spot < len(columns) else len(text)


def _preposition_or_army(item: Item, items: list[Item]) -> Item:
    """French ``a``: an army, or ``à`` without its accent."""
    if items:
        last = items[-1]
        if last.kind == "unit" or (last.kind == "place" and not last.power):
            return _SOFT
        if last.kind in ("move", "retreat") and len(items) > 1 and items[-2].kind == "place":
            return _SOFT
    return make_item("unit", "A", "", item.text)


def _short_phrases(words: list[str], first: int) -> list[tuple[str, int]]:
    """Two words and one word from a place on, with where what follows begins."""
    if first >= len(words):
        return []
    second = first + 2 if first + 2 < len(words) and words[first + 1] in HYPHENS else first + 1
    one = (words[first], first + 1)
    return [(f"{words[first]} {words[second]}", second + 1), one] if second < len(words) else [one]
