"""The tokens of DAIDE: three letters each, with brackets; units, places, orders and results of them."""

from __future__ import annotations

import re

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.orders import Kind, Order
from resolvent.outcomes import Outcome, Reason
from resolvent.records.game import RecordedResult

__all__ = [
    "COASTS",
    "POWERS",
    "PROVINCES",
    "SEASONS",
    "UNITS",
    "Tokens",
    "nested",
    "parse_daide_order",
    "parse_place",
    "parse_power",
    "parse_result",
    "parse_unit",
    "shown",
]

SEASONS = {"SPR": "SM", "SUM": "SR", "FAL": "FM", "AUT": "FR", "WIN": "WA"}
POWERS = {
    "AUS": "AUSTRIA",
    "ENG": "ENGLAND",
    "FRA": "FRANCE",
    "GER": "GERMANY",
    "ITA": "ITALY",
    "RUS": "RUSSIA",
    "TUR": "TURKEY",
}
PROVINCES = {"ECH": "ENG", "GOB": "BOT", "GOL": "LYO", "EMS": "EAS"}
COASTS = {"NCS": "NC", "SCS": "SC", "ECS": "EC", "WCS": "WC"}
UNITS = {"AMY": "A", "FLT": "F"}
_CODES: dict[str, tuple[Outcome, Reason | None]] = {
    "SUC": (Outcome.SUCCEEDS, None),
    "BNC": (Outcome.FAILS, Reason.BOUNCED),
    "CUT": (Outcome.FAILS, Reason.CUT),
    "DSR": (Outcome.FAILS, Reason.DISRUPTED),
    "NSO": (Outcome.VOID, None),
    "FLD": (Outcome.FAILS, None),
}
_TOKEN = re.compile(r"[()]|[^\s()]+")
Tokens = list["str | Tokens"]


def nested(text: str, where: str) -> Tokens:
    """The tokens of a message, brackets as lists.

    Raises:
        InputError: the brackets do not match.
    """
    stack: list[Tokens] = [[]]
    for token in _TOKEN.findall(text):
        if token == "(":
            stack.append([])
            if len(stack) > 20:
                raise InputError("brackets are nested too deeply", where)
        elif token != ")":
            stack[-1].append(token.upper())
        elif len(stack) > 1:
            inner = stack.pop()
            stack[-1].append(inner)
        else:
            raise InputError("a bracket is closed that was not opened", where)
    if len(stack) > 1:
        raise InputError("a bracket is not closed", where)
    return stack[0]


def shown(token: object) -> str:
    """The beginning of tokens, for messages."""
    text = token if isinstance(token, str) else " ".join(map(str, token)) if isinstance(token, list) else ""
    return text[:40]


def parse_power(token: str, board: Map, where: str) -> str:
    """The power of a token: ``"FRANCE"`` for ``"FRA"``.

    Raises:
        InputError: the map has no such power.
    """
    power = POWERS.get(token, "")
    found = power if power in board.power_names else board.find_power(token)
    if found is None:
        raise InputError(f"{token[:40]!r} is no power", where)
    return found


def parse_place(token: object, board: Map, where: str) -> str:
    """The place of tokens: ``"SPA/NC"`` for ``( SPA NCS )``.

    Raises:
        InputError: the map has no such place.
    """
    match token:
        case str(province):
            id = PROVINCES.get(province, province)
        case [str(province)]:
            id = PROVINCES.get(province, province)
        case [str(province), str(coast)] if coast in COASTS:
            id = f"{PROVINCES.get(province, province)}/{COASTS[coast]}"
        case _:
            id = ""
    if id not in board.places:
        raise InputError(f"{shown(token)!r} is no place of the map {board.name!r}", where)
    return id


def parse_unit(token: object, board: Map, where: str) -> tuple[str, str]:
    """Power and unit of ``ENG FLT ECH``: ``("ENGLAND", "F ENG")``.

    Raises:
        InputError: it is no unit.
    """
    match token:
        case [str(power), str(kind), place] if kind in UNITS:
            return parse_power(power, board, where), f"{UNITS[kind]} {parse_place(place, board, where)}"
    raise InputError(f"{shown(token)!r} is no unit; one is written '( ENG FLT NTH )'", where)


def parse_daide_order(token: object, board: Map, where: str) -> tuple[str, Order]:
    """The power and the order of ``( ( ENG FLT ECH ) MTO MAO )``.

    Args:
        token: the nested tokens.
        board: the map.
        where: where it stands, for messages.

    Raises:
        InputError: it is no order.
    """
    match token:
        case [str(power), "WVE"]:
            return parse_power(power, board, where), Order(Kind.WAIVE)
        case [list(unit), str(verb), *_] if isinstance(token, list):
            power, own = parse_unit(unit, board, where)
            return power, _order(own, verb, token[2:], board, where)
    raise InputError(f"{shown(token)!r} is no order", where)


_PLAIN = {"HLD": Kind.HOLD, "DSB": Kind.DISBAND, "BLD": Kind.BUILD, "REM": Kind.DISBAND}


def _order(own: str, verb: str, rest: Tokens, board: Map, where: str) -> Order:
    unit, location = own[:1], own[2:]
    match verb, rest:
        case (("HLD" | "DSB" | "BLD" | "REM"), []):
            return Order(_PLAIN[verb], unit, location)
        case "MTO", [place]:
            return Order(Kind.MOVE, unit, location, parse_place(place, board, where))
        case "RTO", [place]:
            return Order(Kind.RETREAT, unit, location, parse_place(place, board, where))
        case "CTO", [place, "VIA", list(route)]:
            seas = tuple(parse_place(sea, board, where) for sea in route)
            return Order(Kind.MOVE, unit, location, parse_place(place, board, where), via=True, route=seas)
        case "SUP", [list(other), *goal]:
            return _helped(Kind.SUPPORT, own, other, goal, board, where)
        case "CVY", [list(other), "CTO", place]:
            return _helped(Kind.CONVOY, own, other, ["MTO", place], board, where)
    raise InputError(f"{verb[:20]!r} with what stands behind it is no order", where)


def _helped(kind: Kind, own: str, other: Tokens, goal: Tokens, board: Map, where: str) -> Order:
    _, helped = parse_unit(other, board, where)
    match goal:
        case []:
            place = ""
        case ["MTO", token]:
            place = parse_place(token, board, where)
        case _:
            raise InputError(f"{shown(goal)!r} cannot stand behind the supported unit", where)
    return Order(kind, own[:1], own[2:], place, helped[2:], helped[:1])


def parse_result(token: Tokens, phase: str, where: str) -> RecordedResult:
    """The result of ``( BNC RET )``.

    Args:
        token: the words in the brackets.
        phase: the phase it is about.
        where: where it stands, for messages.

    Raises:
        InputError: there is no word in it.
    """
    codes = tuple(word for word in token if isinstance(word, str))
    if not codes or len(codes) != len(token):
        raise InputError("the result is empty", where)
    dislodged = "RET" in codes if phase.endswith("M") else None
    if codes == ("RET",):
        return RecordedResult(codes, Outcome.FAILS, Reason.DISLODGED, True, False)
    # any other word is a note of the server: the order could not be valid
    outcome, reason = _CODES.get(codes[0], (Outcome.ILLEGAL, None))
    return RecordedResult(codes, outcome, reason, dislodged, outcome is Outcome.SUCCEEDS)
