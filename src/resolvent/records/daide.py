"""DAIDE: the messages of servers and bots about boards, orders and results, as text.

Tokens are three letters with blanks between; brackets may stand tight.  Read are ``NOW``, ``SCO``,
``SUB`` and ``ORD``, in a file of messages or in the log of the `diplomacy` server's DAIDE clients
(lines ``client,request,response``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.orders import Kind, Order, format_order
from resolvent.outcomes import Outcome, Reason
from resolvent.records.game import ByPower, DislodgedUnits, GameRecord, RecordedPhase, RecordedResult
from resolvent.records.notation import Standing, board_of, dislodged_units, province_of
from resolvent.records.phase import Dislodged
from resolvent.records.source import read_text

__all__ = [
    "COASTS",
    "POWERS",
    "PROVINCES",
    "SEASONS",
    "UNITS",
    "DaideReader",
    "Tokens",
    "parse_daide",
    "parse_daide_order",
    "read_daide",
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
_LOG_LINE = re.compile(r"(\d+),([^,]*),?(.*)")

Tokens = list["str | Tokens"]


def _nested(text: str, where: str) -> Tokens:
    """The tokens of a message, brackets as lists."""
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


def parse_daide(text: str, name: str = "", board: Map | None = None) -> GameRecord:
    """Read messages, or a client log.

    Args:
        text: one message a line.
        name: its name for messages.
        board: the map; the standard map if left out.

    Raises:
        InputError: a message cannot be understood.
    """
    reader = DaideReader(board or board_of("standard"))
    log = bool(re.search(r"(?m)^\d+,", text))
    for number, line in enumerate(text.split("\n"), 1):
        where = f"{name}, line {number}" if name else f"line {number}"
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        for message in _messages(line, where) if log else (line,):
            reader.message(message, where)
    return reader.finish(name)


def _messages(line: str, where: str) -> Iterator[str]:
    match = _LOG_LINE.fullmatch(line)
    if match is None:
        raise InputError(f"{line[:40]!r} is no line of a client log", where)
    yield from (part.strip() for part in match.groups()[1:] if part.strip())


def read_daide(stream: BinaryIO, name: str) -> Iterator[GameRecord]:
    """Read messages or a client log from a stream; see `parse_daide`."""
    yield parse_daide(read_text(stream, name), name)


class _Told(NamedTuple):
    """What ``ORD`` says: an order and its result; the route a convoyed army named may be missing."""

    power: str
    order: Order
    result: RecordedResult


class _Phase:
    def __init__(self, name: str) -> None:
        self.name = name
        self.units: dict[str, list[str]] | None = None
        self.dislodged: DislodgedUnits = {}
        self.submitted: dict[tuple[str, str], Order] = {}
        self.waivers: dict[str, int] = {}
        self.told: dict[tuple[str, str], _Told] = {}
        self.centers: ByPower | None = None


class DaideReader:
    """Takes messages one by one and puts the phases together.

    Args:
        board: the map.
    """

    def __init__(self, board: Map) -> None:
        self.board = board
        self.phases: dict[str, _Phase] = {}
        self.order: list[str] = []
        self.now = ""
        self.centers: ByPower | None = None

    def phase(self, name: str) -> _Phase:
        """The phase of that name, a new one if it is met for the first time."""
        if name not in self.phases:
            self.phases[name] = _Phase(name)
            self.order.append(name)
        return self.phases[name]

    def message(self, text: str, where: str) -> None:
        """Take one message; commands that say nothing of boards or orders are passed over.

        Args:
            text: the message.
            where: where it stands, for messages.

        Raises:
            InputError: it cannot be understood.
        """
        tokens = _nested(text, where)
        match tokens[:1]:
            case ["NOW"]:
                self._now(tokens[1:], where)
            case ["SCO"]:
                self._owners(tokens[1:], where)
            case ["SUB"]:
                self._submitted(tokens[1:], where)
            case ["ORD"]:
                self._told(tokens[1:], where)
            case [str(command)] if len(command) == 3 and command.isalpha():
                return
            case _:
                raise InputError(f"{text[:40]!r} is no message", where)

    def _turn(self, token: object, where: str) -> str:
        match token:
            case [str(season), str(year)] if season in SEASONS and re.fullmatch(r"#?\d{1,6}", year):
                half = SEASONS[season]
                return f"{half[0]}{int(year.removeprefix('#')):04d}{half[1]}"
        raise InputError(f"{_shown(token)!r} is no turn; one is written '( FAL 1903 )'", where)

    def _now(self, tokens: Tokens, where: str) -> None:
        phase = self.phase(self._turn(tokens[0] if tokens else "", where))
        self.now = phase.name
        units: dict[str, list[str]] = {}
        dislodged: DislodgedUnits = {}
        for token in tokens[1:]:
            if not isinstance(token, list):
                raise InputError(f"{token[:40]!r} is no unit", where)
            power, unit = parse_unit(token[:3], self.board, where)
            match token[3:]:
                case []:
                    units.setdefault(power, []).append(unit)
                case ["MRT", list(goals)]:
                    retreats = tuple(parse_place(goal, self.board, where) for goal in goals)
                    dislodged.setdefault(power, {})[unit] = Dislodged("", retreats)
                case _:
                    raise InputError(f"{_shown(token)!r} is no unit", where)
        phase.units, phase.dislodged = units, dislodged
        # in client logs the owners may come behind the board of an autumn's retreats
        if phase.centers is None:
            phase.centers = self.centers

    def _owners(self, tokens: Tokens, where: str) -> None:
        owned: dict[str, tuple[str, ...]] = {}
        for token in tokens:
            match token:
                case ["UNO", *_]:
                    continue
                case [str(power), *provinces]:
                    found = tuple(parse_place(p, self.board, where) for p in provinces)
                    if found:
                        owned[parse_power(power, self.board, where)] = found
                case _:
                    raise InputError(f"{_shown(token)!r} is no list of owned centres", where)
        self.centers = owned

    def _submitted(self, tokens: Tokens, where: str) -> None:
        match tokens:
            case [[str(season), str(year)], *orders] if season in SEASONS:
                phase = self.phase(self._turn([season, year], where))
            case orders:
                if not self.now:
                    raise InputError("orders without a turn stand before the first 'NOW'", where)
                phase = self.phase(self.now)
        for token in orders:
            power, order = parse_daide_order(token, self.board, where)
            if order.kind is Kind.WAIVE:
                phase.waivers[power] = phase.waivers.get(power, 0) + 1
            else:
                phase.submitted[power, province_of(order.location)] = order

    def _told(self, tokens: Tokens, where: str) -> None:
        match tokens:
            case [turn, list(order), list(result)]:
                name = self._turn(turn, where)
            case _:
                raise InputError("'ORD' needs a turn, an order and a result", where)
        phase = self.phase(name)
        submitted = {key: o for key, o in phase.submitted.items() if o.kind is Kind.MOVE}
        power, read = parse_daide_order(
            _with_destination(order, submitted, self.board, where), self.board, where
        )
        outcome = parse_result(result, name, where)
        if read.kind is Kind.WAIVE:
            key = (power, f"WAIVE{sum(t.order.kind is Kind.WAIVE for t in phase.told.values())}")
        else:
            key = (power, province_of(read.location))
        phase.told[key] = _Told(power, read, outcome)

    def finish(self, name: str) -> GameRecord:
        """The record of all messages.

        Args:
            name: its name for messages.

        Raises:
            InputError: there was nothing about any phase.
        """
        if not self.order:
            raise InputError("there is no message about a phase", name)
        return GameRecord(
            "", self.board.name, tuple(self._recorded(self.phases[n]) for n in self.order), "daide"
        )

    def _recorded(self, phase: _Phase) -> RecordedPhase:
        units = None if phase.units is None else {p: tuple(u) for p, u in phase.units.items()}
        retreats = phase.name.endswith("R")
        standing = Standing(dislodged_units(phase.dislodged) if retreats else units)
        orders: dict[str, list[str]] = {}
        results: dict[str, RecordedResult] = {}
        given = {**phase.submitted, **{key: told.order for key, told in phase.told.items()}}
        for (power, _), order in given.items():
            orders.setdefault(power, []).append(format_order(standing.complete(order)))
        for told in phase.told.values():
            unit = "WAIVE" if told.order.kind is Kind.WAIVE else f"{told.order.unit} {told.order.location}"
            results[unit] = told.result
        for power, count in phase.waivers.items():
            had = orders.setdefault(power, []).count("WAIVE")
            orders[power] += ["WAIVE"] * (count - had)
        return RecordedPhase(
            phase.name,
            units,
            {power: tuple(texts) for power, texts in orders.items()},
            phase.centers,
            phase.dislodged if phase.dislodged or retreats else None,
            results,
        )


def _shown(token: object) -> str:
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
        raise InputError(f"{_shown(token)!r} is no place of the map {board.name!r}", where)
    return id


def parse_unit(token: object, board: Map, where: str) -> tuple[str, str]:
    """Power and unit of ``ENG FLT ECH``: ``("ENGLAND", "F ENG")``.

    Raises:
        InputError: it is no unit.
    """
    match token:
        case [str(power), str(kind), place] if kind in UNITS:
            return parse_power(power, board, where), f"{UNITS[kind]} {parse_place(place, board, where)}"
    raise InputError(f"{_shown(token)!r} is no unit; one is written '( ENG FLT NTH )'", where)


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
    raise InputError(f"{_shown(token)!r} is no order", where)


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
            raise InputError(f"{_shown(goal)!r} cannot stand behind the supported unit", where)
    return Order(kind, own[:1], own[2:], place, helped[2:], helped[:1])


def _with_destination(
    token: Tokens, submitted: dict[tuple[str, str], Order], board: Map, where: str
) -> Tokens:
    """Client logs write ``MTO VIA`` without the goal of a convoyed move; take it from ``SUB``."""
    match token:
        case [list(unit), "MTO", "VIA", *_]:
            power, own = parse_unit(unit, board, where)
            order = submitted.get((power, province_of(own[2:])))
            if order is None:
                raise InputError("the move names no destination, and no orders before it do", where)
            coast = {ours: token for token, ours in COASTS.items()}
            province, _, side = order.destination.partition("/")
            code = {ours: code for code, ours in PROVINCES.items() if code != "EMS"}.get(province, province)
            goal: str | Tokens = [code, coast[side]] if side else code
            return [unit, "MTO", goal]
    return token


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
