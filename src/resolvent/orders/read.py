"""Reading orders: the canonical notation, and what people type in their languages."""

from __future__ import annotations

import re
from functools import cached_property

import msgspec

from resolvent.board import Map
from resolvent.orders.grammar import Season, parse_items, parse_unit
from resolvent.orders.language import Language, load_language
from resolvent.orders.lexicon import Lexicon, Misread
from resolvent.orders.order import Kind, Order

__all__ = ["CANONICAL", "LONGEST", "Reader", "Unreadable", "order_reader", "read_order"]

LONGEST = 500  # characters of an order
_CACHED = 100_000  # orders; a board has about 30,000 that can be legal
_UNIT = r"([AF]) ([A-Z0-9]{2,5}(?:/[NSEW]C)?)"
_GOAL = r"([A-Z0-9]{2,5}(?:/[NSEW]C)?)"
CANONICAL = re.compile(rf"{_UNIT} (?:([HDB])|([-R]) {_GOAL}( VIA)?|([SC]) {_UNIT}(?: - {_GOAL})?)")
_PREFIX = re.compile(r"\s*([^:]{1,40}?)\s*:")
_NUMBER = re.compile(r"\s*(?:\(?\d{1,2}[.)]\s+|[-–—+>]\s+(?=\w))")  # of a list, of a quotation
_REMARK = re.compile(r"(?:\s//|\s*#|\(\*).*", re.DOTALL)
_SIGNED = re.compile(r"\s*([-–—−+])\s*(?=\w)")  # "+A Par", "-A Pic" of the zines


class Unreadable(msgspec.Struct, frozen=True):
    """Text that is no order; it is a player's mistake and therefore data.

    Attributes:
        text: what was written.
        why: one short sentence in lower case.
        column: where in the text, from 0.
    """

    text: str
    why: str
    column: int = 0


class Reader(dict[str, "Order | Unreadable"]):
    """Reads orders of one map, season and language: ``reader[text]``.

    The same strings come back all the time, so what was read is kept, up to a bound; reading a
    known string is one look-up.
    """

    def __init__(self, board: Map, season: Season = "M", language: Language | None = None) -> None:
        super().__init__()
        self.board = board
        self.season: Season = season
        self.language = language or load_language()

    __hash__ = object.__hash__  # type: ignore[assignment]  # a reader is itself, not what it remembers

    def __missing__(self, text: str) -> Order | Unreadable:
        if len(text) > LONGEST:
            return Unreadable(text, f"longer than {LONGEST} characters", LONGEST)
        if len(self) >= _CACHED:
            self.clear()
        order = self._canonical(text) or self._typed(text)
        self[text] = order
        return order

    def _canonical(self, text: str) -> Order | None:
        """The notation itself, without the tables; anything else is left to them."""
        match = CANONICAL.fullmatch(text)
        if match is None:
            return None
        unit, location, plain, arrow, goal, via, verb, other_unit, other, other_goal = match.groups()
        places = self.board.places
        if location not in places:
            return None
        if plain:
            return Order(Kind(plain), unit, location)
        if arrow:
            if goal not in places or (via and arrow == "R"):
                return None
            if arrow == "R" or self.season == "R":
                return Order(Kind.RETREAT, unit, location, goal)
            return Order(Kind.MOVE, unit, location, goal, via=bool(via))
        if other not in places or (other_goal or other) not in places or (verb == "C" and not other_goal):
            return None
        return Order(Kind(verb), unit, location, other_goal or "", other, other_unit)

    @cached_property
    def _lexicon(self) -> Lexicon:
        return _load_lexicon(self.board, self.language)

    def unit(self, text: str) -> tuple[str, str] | Unreadable:
        """Read a unit that stands alone.

        Args:
            text: for example ``"F Spain (nc)"``.

        Returns:
            Its type (``""`` if left out) and the id of its place, or why it is no unit.
        """
        if len(text) > LONGEST:
            return Unreadable(text, f"longer than {LONGEST} characters", LONGEST)
        lexicon = self._lexicon
        try:
            read = lexicon.items(text)
        except Misread as misread:
            return Unreadable(text, misread.why, lexicon.column(text, misread.at))
        try:
            return parse_unit(read.items)
        except Misread as misread:
            return Unreadable(text, misread.why)

    def power(self, text: str) -> str | None:
        """Find a power.

        Args:
            text: its name or adjective in the language, or whatever the map calls it.

        Returns:
            The id of the power, or ``None``.
        """
        return self._lexicon.power(text)

    def _without_trimmings(self, text: str) -> str:
        """Blank out, so that columns stay, a remark, a number or dash of a list, and a leading power."""
        body = _REMARK.sub("", text)
        if (number := _NUMBER.match(body)) and not (self.season == "A" and text[number.end() - 2] in "-+–—"):
            body = _blanked(body, number)
        prefix = _PREFIX.match(body) if ":" in body else None
        if prefix and self._lexicon.power(prefix[1]):
            body = _blanked(body, prefix)
        return body

    def _typed(self, text: str) -> Order | Unreadable:
        lexicon = self._lexicon
        body = self._without_trimmings(text)
        sign = _SIGNED.match(body) if self.season == "A" else None
        if sign:
            body = _blanked(body, sign)
        try:
            read = lexicon.items(body)
        except Misread as misread:
            return Unreadable(text, misread.why, lexicon.column(body, misread.at))
        try:
            order = parse_items(read.items, self.season)
        except Misread as misread:
            at = misread.at
            column = lexicon.column(body, read.spots[at]) if at < len(read.spots) else len(text)
            return Unreadable(text, misread.why, column if read.items else 0)
        bare = order.kind is Kind.BUILD and all(item.kind != "build" for item in read.items)
        if bare and sign and sign[1] != "+":
            if sign[0][-1].isspace():
                why = "a dash before a unit may remove it or be that of a list"
                return Unreadable(text, why, sign.start(1))
            order = msgspec.structs.replace(order, kind=Kind.DISBAND)
        return msgspec.structs.replace(order, needless_coast=True) if read.needless_coast else order


def _blanked(text: str, match: re.Match[str]) -> str:
    return " " * match.end() + text[match.end() :]


_readers: dict[tuple[Map, str, Language], Reader] = {}
_lexicons: dict[tuple[Map, Language], Lexicon] = {}


def _load_lexicon(board: Map, language: Language) -> Lexicon:
    lexicon = _lexicons.get((board, language))
    if lexicon is None:
        lexicon = _lexicons.setdefault((board, language), Lexicon(board, language))
    return lexicon


def order_reader(board: Map, season: Season = "M", language: Language | None = None) -> Reader:
    """The reader for a map, season and language; the same one for the same arguments.

    Args:
        board: the map.
        season: ``"M"`` movement, ``"R"`` retreats, ``"A"`` adjustments.
        language: the language of the orders, English if left out.

    Returns:
        The reader, for code that reads many orders: ``reader[text]``.
    """
    key = (board, season, language or load_language())
    reader = _readers.get(key)
    if reader is None:
        reader = _readers.setdefault(key, Reader(*key))
    return reader


def read_order(
    text: str, board: Map, season: Season = "M", language: Language | None = None
) -> Order | Unreadable:
    """Read one order; the inverse of :func:`resolvent.orders.order.format_order`.

    Reads the canonical notation (``A LON - BEL VIA``) and what people type: names, other
    abbreviations, words for signs, missing unit types, nationalities, typed routes, a leading
    ``ENGLAND:``.  A support whose goal is the supported unit's own place (``S A YOR - YOR``,
    DATC 6.A.5) keeps that goal, except in the dialect that glues verb and unit together
    (``SF SPA-SPA``), where it is how a support to hold is written.

    Args:
        text: one order; any text at all.
        board: the map its places are on.
        season: ``"M"`` movement, ``"R"`` retreats (a move is a retreat), ``"A"`` adjustments (a
            bare unit is a build).
        language: the language it is written in, English if left out.

    Returns:
        The order, or why the text is none.  Never raises for any text.
    """
    return order_reader(board, season, language)[text]
