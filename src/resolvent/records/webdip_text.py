"""webDiplomacy's order archive: text copied from the page of a game, the newest turn first.

Neither positions nor owners are in it.  Where the archive begins with the first turn, the units
follow from the start and the marks ``(fail)`` and ``(dislodged)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.orders import Kind, Order, format_order
from resolvent.outcomes import Outcome, Reason
from resolvent.records.follow import follow
from resolvent.records.game import GameRecord, RecordedPhase, RecordedResult, phase_order
from resolvent.records.notation import (
    Standing,
    board_for,
    board_of,
    find_place,
    parsed_orders,
    power_at,
    province_of,
    units_of_orders,
)
from resolvent.records.source import read_text
from resolvent.records.webdip_codes import place_name

__all__ = ["format_webdip_text", "parse_webdip_text", "read_webdip_text"]

_TURN = re.compile(r"(Spring|Autumn),?\s+(\d{1,6})(?:\s+Large map)?\s*:?", re.IGNORECASE)
_SECTIONS = {"diplomacy": "M", "retreats": "R", "unit-placement": "A", "builds": "A"}
_TITLES = {"M": "Diplomacy", "R": "Retreats", "A": "Unit-placement"}
_LINE = re.compile(
    r"The (army|fleet) at (.+?) "
    r"(hold|move to|support hold to|support move to|convoy to|retreat to|disband)\b(.*)",
    re.IGNORECASE,
)
_MARKS = re.compile(r"\s*\.?\s*((?:\((?:fail|dislodged)\)\s*)*)$", re.IGNORECASE)
_BUILD = re.compile(r"Build (army|fleet) at (.+)", re.IGNORECASE)
_DESTROY = re.compile(r"Destroy the unit at (.+)", re.IGNORECASE)
_WAIT = re.compile(r"Do not use build order", re.IGNORECASE)


def parse_webdip_text(text: str, name: str = "", board: Map | None = None) -> GameRecord:
    """Read an order archive.

    Args:
        text: the archive.
        name: its name for messages.
        board: the map; the standard map if left out.

    Raises:
        InputError: a line is none of the format, or names an unknown place or power.
    """
    board = board or board_of("standard")
    reader = _Reader(board)
    for number, line in enumerate(text.split("\n"), 1):
        words = " ".join(line.split())
        if words:
            reader.line(words, f"{name}, line {number}" if name else f"line {number}")
    if not reader.phases:
        raise InputError("there is no line like 'Spring, 1901:'", name)
    names = sorted(reader.phases, key=phase_order)
    phases = tuple(reader.phases[n].finish(board) for n in names)
    return follow(GameRecord("", board.name, phases, "webdip-text"), board)


def read_webdip_text(stream: BinaryIO, name: str) -> Iterator[GameRecord]:
    """Read an order archive from a stream; see `parse_webdip_text`."""
    yield parse_webdip_text(read_text(stream, name), name)


class _Phase:
    def __init__(self, name: str) -> None:
        self.name = name
        self.orders: dict[str, list[Order]] = {}
        self.results: dict[str, RecordedResult] = {}

    def finish(self, board: Map) -> RecordedPhase:
        """The phase; of a movement the orders tell where all units stood, each has a line."""
        units = None
        orders = self.orders
        if self.name.endswith("M"):
            given = [(power, order) for power, own in orders.items() for order in own]
            units = units_of_orders(given, board, self.name)
            standing = Standing(units)
            orders = {power: [standing.complete(order) for order in own] for power, own in orders.items()}
        return RecordedPhase(
            self.name,
            units,
            {power: tuple(map(format_order, own)) for power, own in orders.items()},
            results=self.results,
        )


class _Reader:
    def __init__(self, board: Map) -> None:
        self.board = board
        self.phases: dict[str, _Phase] = {}
        self.turn = ""
        self.power = ""
        self.type = ""

    def line(self, words: str, where: str) -> None:
        turn = _TURN.fullmatch(words)
        if turn is not None:
            self.turn = f"{'S' if turn[1].lower() == 'spring' else 'F'}{int(turn[2]):04d}"
            self.power = self.type = ""
        elif words.rstrip(":").lower() in _SECTIONS:
            self.type = _SECTIONS[words.rstrip(":").lower()]
        elif words.endswith(":"):
            self.power, self.type = power_at(words[:-1], self.board, where), ""
        elif not self.turn or not self.power or not self.type:
            raise InputError(f"{words[:40]!r} stands before a turn, a country or a section", where)
        else:
            self.order(words, where)

    def phase(self, type: str) -> _Phase:
        name = f"W{self.turn[1:]}A" if type == "A" else f"{self.turn}{type}"
        return self.phases.setdefault(name, _Phase(name))

    def order(self, words: str, where: str) -> None:
        match = _MARKS.search(words)
        marks = match[1].lower() if match else ""
        order = self.read(words[: match.start()] if match else words, where)
        phase = self.phase(self.type)
        phase.orders.setdefault(self.power, []).append(order)
        unit = "WAIVE" if order.kind is Kind.WAIVE else f"{order.unit} {order.location}".strip()
        phase.results[unit] = _result(order, "fail" in marks, "dislodged" in marks, self.type)

    def read(self, words: str, where: str) -> Order:
        def place(text: str) -> str:
            return find_place(text.strip().rstrip("."), self.board, where)

        line = _LINE.fullmatch(words)
        if line is not None:
            unit, verb = line[1][0].upper(), line[3].lower()
            return self.unit_order(unit, place(line[2]), verb, line[4].strip(), where)
        build = _BUILD.fullmatch(words)
        if build is not None:
            return Order(Kind.BUILD, build[1][0].upper(), place(build[2]))
        destroy = _DESTROY.fullmatch(words)
        if destroy is not None:
            return Order(Kind.DISBAND, "", place(destroy[1]))
        if _WAIT.fullmatch(words):
            return Order(Kind.WAIVE)
        raise InputError(f"{words[:60]!r} is no line of an order archive", where)

    def unit_order(self, unit: str, location: str, verb: str, rest: str, where: str) -> Order:
        def place(text: str) -> str:
            return find_place(text.rstrip("."), self.board, where)

        goal, _, origin = rest.partition(" from ")
        match verb:
            case "hold":
                return Order(Kind.HOLD, unit, location)
            case "disband":
                return Order(Kind.DISBAND, unit, location)
            case "move to":
                to, via, _ = rest.partition(" via convoy")
                return Order(Kind.MOVE, unit, location, place(to), via=bool(via))
            case "retreat to":
                return Order(Kind.RETREAT, unit, location, place(rest))
            case "support hold to":
                return Order(Kind.SUPPORT, unit, location, "", place(rest))
            case "support move to" if origin:
                return Order(Kind.SUPPORT, unit, location, place(goal), place(origin))
            case "convoy to" if origin:
                return Order(Kind.CONVOY, unit, location, place(goal), place(origin), "A")
        raise InputError(f"'{verb}' needs a place 'from'", where)


def _result(order: Order, failed: bool, dislodged: bool, type: str) -> RecordedResult:
    codes = tuple(word for word, there in (("fail", failed), ("dislodged", dislodged)) if there)
    gone = dislodged if type == "M" else None
    if dislodged and (order.kind is Kind.HOLD or (failed and order.kind is Kind.CONVOY)):
        return RecordedResult(codes, Outcome.FAILS, Reason.DISLODGED, True, False)
    if not failed:
        return RecordedResult(codes, Outcome.SUCCEEDS, None, gone, True)
    certain = order.kind in (Kind.MOVE, Kind.RETREAT)
    reason = Reason.BOUNCED if order.kind is Kind.RETREAT else None
    return RecordedResult(codes, Outcome.FAILS if certain else None, reason, gone, False)


def format_webdip_text(record: GameRecord) -> str:
    """Write a record as an order archive.

    Args:
        record: a record that says what became of its orders.

    Raises:
        InputError: it does not, or an order cannot be read.
    """
    board = board_for(record)
    turns: dict[str, dict[str, dict[str, list[str]]]] = {}
    for phase in record.phases:
        if not phase.type:
            continue
        season = "Spring" if phase.name[0] == "S" else "Autumn"
        turn = turns.setdefault(f"{season}, {phase.year} Large map:", {})
        for power, _, order in parsed_orders(phase, board):
            sections = turn.setdefault(power, {})
            sections.setdefault(_TITLES[phase.type], []).append(_line(phase, order, board))
    lines: list[str] = []
    for title, powers in reversed(turns.items()):
        lines.append(title)
        for power in sorted(powers):
            lines += [f"{board.power_names.get(power, power)}:", ""]
            for section, orders in powers[power].items():
                lines += [section, *orders]
    return "".join(f"{line}\r\n" for line in lines)


def _line(phase: RecordedPhase, order: Order, board: Map) -> str:
    unit = "WAIVE" if order.kind is Kind.WAIVE else f"{order.unit} {order.location}"
    result = phase.results.get(unit)
    if result is None:
        raise InputError(f"nothing is recorded of what became of {unit!r}", phase.name)
    success = result.outcome is Outcome.SUCCEEDS or (result.outcome is None and result.succeeded is True)
    marks = "" if success or order.kind is Kind.HOLD else " (fail)"
    return f"{_words(order, phase, board)}.{marks}{' (dislodged)' if result.dislodged else ''}"


def _words(order: Order, phase: RecordedPhase, board: Map) -> str:
    def name(place: str) -> str:
        return place_name(place, board.provinces[province_of(place)].name)

    if order.kind is Kind.WAIVE:
        return "Do not use build order"
    kind = "army" if order.unit == "A" else "fleet"
    if order.kind is Kind.BUILD:
        return f"Build {kind} at {name(order.location)}"
    if order.kind is Kind.DISBAND and phase.type == "A":
        return f"Destroy the unit at {name(province_of(order.location))}"
    head = f"The {kind} at {name(order.location)}"
    goal, other = order.destination, province_of(order.other)
    match order.kind:
        case Kind.MOVE:
            return f"{head} move to {name(goal)}{' via convoy' if order.via else ''}"
        case Kind.SUPPORT if goal:
            return f"{head} support move to {name(province_of(goal))} from {name(other)}"
        case Kind.SUPPORT:
            return f"{head} support hold to {name(other)}"
        case Kind.CONVOY:
            return f"{head} convoy to {name(province_of(goal))} from {name(other)}"
        case Kind.RETREAT:
            return f"{head} retreat to {name(goal)}"
        case Kind.DISBAND:
            return f"{head} disband"
        case _:
            return f"{head} hold"
