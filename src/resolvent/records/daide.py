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
from resolvent.records.daide_tokens import (
    COASTS,
    PROVINCES,
    SEASONS,
    Tokens,
    nested,
    parse_daide_order,
    parse_place,
    parse_power,
    parse_result,
    parse_unit,
    shown,
)
from resolvent.records.game import ByPower, DislodgedUnits, GameRecord, RecordedPhase, RecordedResult
from resolvent.records.notation import Standing, board_of, dislodged_units, province_of
from resolvent.records.phase import Dislodged
from resolvent.records.source import read_text

__all__ = ["DaideReader", "parse_daide", "read_daide"]

_LOG_LINE = re.compile(r"(\d+),([^,]*),?(.*)")


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
        tokens = nested(text, where)
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
        raise InputError(f"{shown(token)!r} is no turn; one is written '( FAL 1903 )'", where)

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
                    raise InputError(f"{shown(token)!r} is no unit", where)
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
                    raise InputError(f"{shown(token)!r} is no list of owned centres", where)
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
