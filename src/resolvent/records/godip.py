"""Game records of godip and droidippy: positions and orders as text, one phase after another.

There are no results in them: the outcome of a phase is the next phase's positions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.orders import Kind, Order, format_order
from resolvent.records.game import ByPower, DislodgedUnits, GameRecord, Orders, RecordedPhase
from resolvent.records.notation import (
    Standing,
    board_for,
    board_of,
    dislodged_units,
    find_place,
    parsed_orders,
    power_at,
    province_of,
)
from resolvent.records.phase import Dislodged
from resolvent.records.source import read_text

__all__ = ["format_godip", "from_godip", "parse_godip", "read_godip", "to_godip"]

# godip's codes of the classical variant that differ from the usual ones
_CODES = {"gol": "LYO", "mid": "MAO", "nat": "NAO", "nrg": "NWG"}
_OURS = {ours: code for code, ours in _CODES.items()}

_HEAD = re.compile(r"PHASE\s+(\d{1,6})\s+(Spring|Fall|Year)\s+(Movement|Retreat|Adjustment)", re.IGNORECASE)
_POSITION = re.compile(
    r"(.+?)\s*:\s*(supply|army|fleet|army/dislodged|fleet/dislodged)\s+(\S+)", re.IGNORECASE
)
_ORDERS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), name)
    for pattern, name in (
        (r"(\S+) move (\S+?)( via convoy)?", "move"),
        (r"(\S+) hold", "hold"),
        (r"(\S+) support (\S+)(?: move (\S+))?", "support"),
        (r"(\S+) convoy (\S+) move (\S+)", "convoy"),
        (r"(\S+) disband", "disband"),
        (r"build(?: anywhere)? (army|fleet) (\S+)", "build"),
        (r"remove (\S+)", "remove"),
    )
)
_TYPES = {"movement": "M", "retreat": "R", "adjustment": "A"}
_WORDS = {"M": "Movement", "R": "Retreat", "A": "Adjustment"}


def from_godip(place: str, board: Map, where: str) -> str:
    """The id of a place that godip writes ``spa/nc`` or ``mid``.

    Raises:
        InputError: the map has no such place.
    """
    province, slash, coast = place.partition("/")
    code = _CODES.get(province.lower(), province.upper()) + slash + coast.upper()
    return code if code in board.places else find_place(code, board, where)


def to_godip(place: str) -> str:
    """The inverse of `from_godip`: ``"mid"`` for ``"MAO"``."""
    province, slash, coast = place.partition("/")
    return _OURS.get(province, province.lower()) + slash + coast.lower()


def parse_godip(text: str, name: str = "", board: Map | None = None) -> GameRecord:
    """Read a game record.

    Args:
        text: the record.
        name: its name for messages.
        board: the map; the standard map if left out.

    Raises:
        InputError: a line is none of the format, or names an unknown place or power.
    """
    board = board or board_of("standard")
    phases: list[RecordedPhase] = []
    current: _Phase | None = None
    for number, line in enumerate(text.split("\n"), 1):
        words = " ".join(line.split())
        where = f"{name}, line {number}" if name else f"line {number}"
        head = _HEAD.fullmatch(words)
        if head is not None:
            phases += [current.finish()] if current else []
            current = _Phase(_name(head), board)
        elif words and current is None:
            raise InputError(f"{words[:40]!r} stands before the first 'PHASE'", where)
        elif words and current is not None:
            current.line(words, where)
    if current is None:
        raise InputError("the file has no line that begins with 'PHASE'", name)
    phases.append(current.finish())
    return GameRecord("", board.name, tuple(phases), "godip")


def _name(head: re.Match[str]) -> str:
    type = _TYPES[head[3].lower()]
    season = "W" if type == "A" else "F" if head[2].lower() == "fall" else "S"
    return f"{season}{int(head[1]):04d}{type}"


class _Phase:
    """Reads the lines of one phase."""

    def __init__(self, name: str, board: Map) -> None:
        self.name = name
        self.board = board
        self.section = ""
        self.units: dict[str, list[str]] = {}
        self.centers: dict[str, list[str]] = {}
        self.dislodged: DislodgedUnits = {}
        self.orders: dict[str, list[str]] = {}
        self.standing: Standing | None = None

    def line(self, words: str, where: str) -> None:
        if words.upper() in ("POSITIONS", "ORDERS"):
            self.section = words.upper()
        elif self.section == "POSITIONS":
            self.position(words, where)
        elif self.section == "ORDERS":
            self.order(words, where)
        else:
            raise InputError(f"{words[:40]!r} stands before 'POSITIONS'", where)

    def position(self, words: str, where: str) -> None:
        match = _POSITION.fullmatch(words)
        if match is None:
            raise InputError(f"{words[:40]!r} is no position; one is written 'England: fleet nth'", where)
        power, what = power_at(match[1], self.board, where), match[2].lower()
        place = from_godip(match[3], self.board, where)
        unit = f"{what[0].upper()} {place}"
        if what == "supply":
            self.centers.setdefault(power, []).append(province_of(place))
        elif what.endswith("dislodged"):
            self.dislodged.setdefault(power, {})[unit] = Dislodged()
        else:
            self.units.setdefault(power, []).append(unit)

    def order(self, words: str, where: str) -> None:
        if self.standing is None:
            ordered = dislodged_units(self.dislodged) if self.name.endswith("R") else self._units()
            self.standing = Standing(ordered)
        for pattern, name in _ORDERS:
            match = pattern.fullmatch(words)
            if match is not None:
                power, order = self._order(name, match, where)
                self.orders.setdefault(power, []).append(format_order(self.standing.complete(order)))
                return
        raise InputError(f"{words[:40]!r} is no order of this format", where)

    def _order(self, name: str, match: re.Match[str], where: str) -> tuple[str, Order]:
        def place(group: int) -> str:
            return from_godip(match[group], self.board, where) if match[group] else ""

        if name == "build":
            site, unit = place(2), match[1][0].upper()
            return self._owner(site, where), Order(Kind.BUILD, unit, site)
        location = place(1)
        if name in ("disband", "remove"):
            order = Order(Kind.DISBAND, "", location)
        elif name == "hold":
            order = Order(Kind.HOLD, "", location)
        elif name == "move":
            kind = Kind.RETREAT if self.name.endswith("R") else Kind.MOVE
            order = Order(kind, "", location, place(2), via=bool(match[3]) and kind is Kind.MOVE)
        else:
            kind = Kind.SUPPORT if name == "support" else Kind.CONVOY
            order = Order(kind, "", location, place(3), place(2))
        unit_there = self.standing.get(province_of(location)) if self.standing else None
        if unit_there is None:
            raise InputError(f"there is no unit to order in {location}", where)
        return unit_there.power, order

    def _owner(self, site: str, where: str) -> str:
        """Builds name no nation: it is the owner of the centre."""
        for power, centers in self.centers.items():
            if province_of(site) in centers:
                return power
        raise InputError(f"nobody owns the centre {province_of(site)}", where)

    def _units(self) -> ByPower:
        return {power: tuple(units) for power, units in self.units.items()}

    def finish(self) -> RecordedPhase:
        orders: Orders = {power: tuple(texts) for power, texts in self.orders.items()}
        centers = {power: tuple(owned) for power, owned in self.centers.items()}
        dislodged = self.dislodged if self.dislodged or self.name.endswith("R") else None
        return RecordedPhase(self.name, self._units(), orders, centers or None, dislodged)


def read_godip(stream: BinaryIO, name: str) -> Iterator[GameRecord]:
    """Read a game record from a stream; see `parse_godip`."""
    yield parse_godip(read_text(stream, name), name)


def format_godip(record: GameRecord) -> str:
    """Write a record; the inverse of `parse_godip`.  Waivers and results have no form in it.

    Args:
        record: a record that says where the units stood.

    Raises:
        InputError: it does not, or an order cannot be read.
    """
    board = board_for(record)
    lines: list[str] = []
    for phase in record.phases:
        if not phase.type:
            continue
        if phase.units is None:
            raise InputError("the record does not say where the units stood", phase.name)
        season = "Spring" if phase.name[0] == "S" else "Fall"
        lines.append(f"PHASE {phase.year} {season} {_WORDS[phase.type]}")
        lines += ["POSITIONS", *_positions(phase, board)]
        lines.append("ORDERS")
        lines += [
            line for _, _, order in parsed_orders(phase, board) if (line := _order_line(order, phase.type))
        ]
    return "".join(f"{line}\n" for line in lines)


def _positions(phase: RecordedPhase, board: Map) -> Iterator[str]:
    units, centers, dislodged = phase.units or {}, phase.centers or {}, phase.dislodged or {}
    kinds = {"A": "army", "F": "fleet"}
    for power in sorted({*units, *centers, *dislodged}):
        name = board.power_names.get(power, power)
        for unit in units.get(power, ()):
            yield f"{name}: {kinds[unit[:1]]} {to_godip(unit[2:])}"
        for unit in dislodged.get(power, {}):
            yield f"{name}: {kinds[unit[:1]]}/dislodged {to_godip(unit[2:])}"
        for centre in centers.get(power, ()):
            yield f"{name}: supply {to_godip(centre)}"


def _order_line(order: Order, type: str) -> str:
    place, goal, other = (to_godip(p) for p in (order.location, order.destination, order.other))
    match order.kind:
        case Kind.MOVE:
            return f"{place} move {goal}{' via convoy' if order.via else ''}"
        case Kind.RETREAT:
            return f"{place} move {goal}"
        case Kind.HOLD:
            return f"{place} hold"
        case Kind.SUPPORT:
            return f"{place} support {other}{f' move {goal}' if goal else ''}"
        case Kind.CONVOY:
            return f"{place} convoy {other} move {goal}"
        case Kind.BUILD:
            return f"build {'Army' if order.unit == 'A' else 'Fleet'} {place}"
        case Kind.DISBAND:
            return f"remove {place}" if type == "A" else f"{place} disband"
        case Kind.WAIVE:
            return ""
