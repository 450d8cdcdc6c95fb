"""Results as the e-mail judges (nJudge, DPjudge) sent them.

Every unit has a line, so a movement phase tells where all units stood; retreats and adjustments
follow from the movement before them in the same file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

import msgspec

from resolvent.board import Map
from resolvent.board.entries import map_names
from resolvent.errors import InputError
from resolvent.orders import Kind, Order, format_order
from resolvent.outcomes import Outcome
from resolvent.records.codes import result_of_codes
from resolvent.records.follow import follow
from resolvent.records.game import (
    Aftermath,
    ByPower,
    DislodgedUnits,
    GameRecord,
    RecordedPhase,
    RecordedResult,
    parse_phase_name,
)
from resolvent.records.notation import Standing, board_of, find_place, power_at, province_of
from resolvent.records.phase import Dislodged
from resolvent.records.source import read_text

__all__ = ["parse_judge", "read_judge"]

_HEADER = re.compile(
    r"::\s*Judge:\s*(?P<judge>\S*)\s+Game:\s*(?P<game>\S+)\s+Variant:\s*(?P<variant>\S+)", re.I
)
_TITLE = re.compile(
    r"(Movement|Retreat|Adjustment) (?:results|orders) for (Spring|Fall|Winter|Summer|Autumn) of (\d{1,6})\.",
    re.IGNORECASE,
)
_NEXT = re.compile(r"The next phase of '.*?' will be (\w+) for (\w+) of (\d{1,6})", re.IGNORECASE)
_POWERED = re.compile(r"([^\W\d_][^:()]{0,40}?):\s+(\S.*)")
_NOTES = re.compile(r"\s*\(\*(.*?)\*\)\s*\.?\s*$")
_UNIT_LINE = re.compile(r"(Army|Fleet)\s+(.*)", re.IGNORECASE)
_OBJECT = re.compile(r"(?:.*?\s)??(Army|Fleet)\s+(.+)", re.IGNORECASE)
_DISLODGED = re.compile(
    r"The (\w[^.]*?) (army|fleet) in (?:the )?(.+?) "
    r"(?:can retreat to (.+)|with no valid retreats was destroyed|was destroyed)",
    re.IGNORECASE,
)
_BUILDS = re.compile(r"Builds (?:an army|a fleet) in (?:the )?(.+)", re.IGNORECASE)
_REMOVES = re.compile(r"(Removes|Defaults, removing) the (army|fleet) in (?:the )?(.+)", re.IGNORECASE)
_WAIVED = re.compile(r"(?:Build|(\d{1,3})(?: unusable)? builds?) waived", re.IGNORECASE)
_LONGEST = 4000  # characters of a line of results, all its parts put together
_TYPES = {"movement": "M", "retreat": "R", "adjustment": "A"}
_WORDS = ("Builds ", "Removes ", "Defaults,", "Build waived", "Army ", "Fleet ")


def parse_judge(text: str, name: str = "", board: Map | None = None) -> tuple[GameRecord, ...]:
    """Read mails of judges; text around the results is passed over.

    Args:
        text: one mail or several.
        name: its name for messages.
        board: the map; left out, the one the mails name, or else the standard map.

    Returns:
        A record for each game.

    Raises:
        InputError: a line of results cannot be understood, or there are none.
    """
    reader = _Reader(board)
    for number, statement in _statements(text):
        reader.statement(statement, f"{name}, line {number}" if name else f"line {number}")
    if not reader.games:
        raise InputError("there is no line like 'Movement results for Spring of 1901.'", name)
    return tuple(game.finish(id) for id, game in reader.games.items())


def read_judge(stream: BinaryIO, name: str) -> Iterator[GameRecord]:
    """Read mails of judges from a stream; see `parse_judge`."""
    yield from parse_judge(read_text(stream, name), name)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Lines that were wrapped put together again, with the number of the first one."""
    number, current = 0, ""
    for count, line in enumerate(text.split("\n"), 1):
        words = " ".join(line.split())
        begins = words.startswith("::") or _POWERED.match(words) or _DISLODGED_HEAD.match(words)
        goes_on = words.startswith("(*") or (_open(current) and not begins)
        if current and words and goes_on and len(current) < _LONGEST:
            current = f"{current} {words}"
            continue
        if current:
            yield number, current
        number, current = count, words
    if current:
        yield number, current


def _open(statement: str) -> bool:
    """Whether a statement goes on in the next line."""
    if statement.count("(*") > statement.count("*)") or statement.endswith(" St."):
        return True
    begins = _POWERED.match(statement) or _DISLODGED_HEAD.match(statement)
    return bool(begins) and not statement.endswith((".", "*)", ":"))


_DISLODGED_HEAD = re.compile(r"The \w+ (?:army|fleet) in ", re.IGNORECASE)


class _Phase:
    def __init__(self, name: str) -> None:
        self.name = name
        self.units: dict[str, list[str]] = {}
        self.orders: dict[str, list[Order]] = {}
        self.results: dict[str, RecordedResult] = {}
        self.dislodged: DislodgedUnits = {}
        self.owners: dict[str, tuple[str, ...]] | None = None
        self.next = ""

    def finish(self, centers: ByPower | None) -> RecordedPhase:
        """The phase, with the owners as they were before it."""
        movement = self.name.endswith("M")
        units = {power: tuple(found) for power, found in self.units.items()}
        standing = Standing(units)
        told = self.dislodged if movement and self.dislodged else None
        after = (
            None
            if self.owners is None and not told and not self.next
            else Aftermath(self.next, None, told, self.owners)
        )
        return RecordedPhase(
            self.name,
            units if movement else None,
            {
                power: tuple(format_order(standing.complete(o) if movement else o) for o in own)
                for power, own in self.orders.items()
            },
            centers,
            None,
            self.results,
            after,
        )


class _Game:
    def __init__(self, board: Map, metadata: dict[str, str]) -> None:
        self.board = board
        self.metadata = metadata
        self.phases: list[_Phase] = []

    def finish(self, id: str) -> GameRecord:
        """The record; owners stay until the judge tells new ones."""
        phases: list[RecordedPhase] = []
        centers: ByPower | None = None
        if self.phases[0].name == "S1901M":
            centers = dict(self.board.homes)
        for phase in self.phases:
            phases.append(phase.finish(centers))
            centers = phase.owners or centers
        record = GameRecord(id, self.board.name, tuple(phases), "judge", metadata=dict(self.metadata))
        return follow(record, self.board)


class _Reader:
    def __init__(self, board: Map | None) -> None:
        self.given = board
        self.board = board or board_of("standard")
        self.id = ""
        self.metadata: dict[str, str] = {}
        self.games: dict[str, _Game] = {}
        self.phase: _Phase | None = None
        self.owning = False

    def statement(self, text: str, where: str) -> None:
        if len(text) > _LONGEST:
            if self.phase is not None and _POWERED.match(text):
                raise InputError(f"the line is longer than {_LONGEST} characters", where)
            return
        header = _HEADER.match(text)
        title = _TITLE.match(text)
        if header is not None:
            self.header(header)
        elif title is not None:
            self.title(title)
        elif self.phase is not None and not text.startswith("::"):
            self.body(text, self.phase, where)

    def header(self, match: re.Match[str]) -> None:
        self.id, variant = match["game"].lower(), match["variant"].lower()
        self.metadata = {"judge": match["judge"], "variant": match["variant"]}
        if self.given is None:
            self.board = board_of(variant if variant in map_names() else "standard")
        self.phase = None

    def title(self, match: re.Match[str]) -> None:
        type = _TYPES[match[1].lower()]
        season = "W" if type == "A" else "S" if match[2].lower() in ("spring", "summer") else "F"
        self.phase = _Phase(f"{season}{int(match[3]):04d}{type}")
        self.owning = False
        self.games.setdefault(self.id, _Game(self.board, self.metadata)).phases.append(self.phase)

    def body(self, text: str, phase: _Phase, where: str) -> None:
        following = _NEXT.match(text)
        if following is not None:
            phase.next = _next_name(following)
        elif text.lower().startswith("ownership of supply centers"):
            self.owning, phase.owners = True, {}
        elif _DISLODGED_HEAD.match(text):
            self.dislodged(text, phase, where)
        else:
            match = _POWERED.fullmatch(text)
            if match is not None:
                self.powered(match[1], match[2], phase, where)

    def powered(self, name: str, rest: str, phase: _Phase, where: str) -> None:
        power = self.board.find_power(name)
        if re.match(r"\d+ Supply center", rest, re.IGNORECASE):
            self.owning = False
        elif self.owning:
            if name.lower() != "unowned" and phase.owners is not None:
                places = rest.rstrip(".").split(",")
                found = tuple(find_place(p, self.board, where) for p in places if p.strip())
                phase.owners[power_at(name, self.board, where)] = found
        elif power is None:
            if rest.startswith(_WORDS):
                raise InputError(f"{name[:40]!r} is no power of the map {self.board.name!r}", where)
        else:
            self.line(power, rest, phase, where)

    def line(self, power: str, rest: str, phase: _Phase, where: str) -> None:
        match = _NOTES.search(rest)
        notes = [note.strip() for note in match[1].split(",")] if match else []
        body = (rest[: match.start()] if match else rest).rstrip().removesuffix(".").rstrip()
        if phase.name.endswith("A"):
            self.adjustment(power, body, phase, where)
            return
        unit = _UNIT_LINE.fullmatch(body)
        if unit is None:
            return
        if phase.name.endswith("R"):
            self.retreat(power, unit[1][0].upper(), unit[2], notes, phase, where)
        else:
            self.movement(power, unit[1][0].upper(), unit[2], notes, phase, where)

    def place(self, text: str, where: str) -> str:
        return find_place(text, self.board, where)

    def movement(self, power: str, kind: str, text: str, notes: list[str], phase: _Phase, where: str) -> None:
        order, location = self.move_order(kind, text, where)
        unit = f"{kind} {location}"
        phase.units.setdefault(power, []).append(unit)
        if order is not None:
            phase.orders.setdefault(power, []).append(order)
        phase.results[unit] = result_of_codes(notes, "M")

    def move_order(self, kind: str, text: str, where: str) -> tuple[Order | None, str]:
        """The order of a line, ``None`` if the unit got none, and where the unit stood."""
        place, none, _ = text.partition(", No Order Processed")
        if none:
            return None, self.place(place, where)
        found = re.search(r" (HOLD|SUPPORT|CONVOY)\b(.*)", text)
        if found is None:
            stops = [self.place(stop, where) for stop in re.split(r"\s*->\s*", text)]
            if len(stops) < 2:
                raise InputError(f"{text[:60]!r} is no order", where)
            route = tuple(province_of(stop) for stop in stops[1:-1])
            # what the canonical notation can say of a route is that there is one
            return Order(Kind.MOVE, kind, stops[0], stops[-1], via=bool(route)), stops[0]
        word, rest = found.groups()
        location = self.place(text[: found.start()], where)
        if word == "HOLD":
            return Order(Kind.HOLD, kind, location), location
        helped, _, goal = rest.strip().partition(" -> ")
        named = _OBJECT.fullmatch(helped)
        if named is None:
            raise InputError(f"{helped[:60]!r} names no unit", where)
        other, unit = self.place(named[2].removesuffix(" HOLD"), where), named[1][0].upper()
        if word == "CONVOY" and not goal:
            raise InputError("a convoy needs a destination", where)
        to = self.place(re.split(r"\s*->\s*", goal)[-1], where) if goal else ""
        verb = Kind.CONVOY if word == "CONVOY" else Kind.SUPPORT
        return Order(verb, kind, location, to, other, unit), location

    def retreat(self, power: str, kind: str, text: str, notes: list[str], phase: _Phase, where: str) -> None:
        place, none, _ = text.partition(", No Order Processed")
        if not none:
            place, disband, _ = text.partition(" DISBAND")
            if not disband:
                place, _, goal = text.partition("->")
                if not goal:
                    raise InputError(f"{text[:60]!r} is no retreat", where)
                order = Order(Kind.RETREAT, kind, self.place(place, where), self.place(goal, where))
            else:
                order = Order(Kind.DISBAND, kind, self.place(place, where))
            phase.orders.setdefault(power, []).append(order)
        unit = f"{kind} {self.place(place, where)}"
        codes = notes if notes or not none else ["disband"]
        phase.results[unit] = result_of_codes(codes, "R")

    def adjustment(self, power: str, body: str, phase: _Phase, where: str) -> None:
        builds, removes, waived = (p.fullmatch(body) for p in (_BUILDS, _REMOVES, _WAIVED))
        orders = phase.orders.setdefault(power, [])
        if builds is not None:
            kind = "A" if " an army" in body[:16].lower() else "F"
            order = Order(Kind.BUILD, kind, self.place(builds[1], where))
        elif removes is not None:
            order = Order(Kind.DISBAND, removes[2][0].upper(), self.place(removes[3], where))
        elif waived is not None:
            orders += [Order(Kind.WAIVE)] * int(waived[1] or 1)
            return
        elif body.startswith(_WORDS[:4]):
            raise InputError(f"{body[:60]!r} is no adjustment", where)
        else:
            return
        done = RecordedResult((), Outcome.SUCCEEDS, None, None, True)
        if removes is not None and removes[1].lower().startswith("defaults"):
            done = msgspec.structs.replace(done, codes=("defaults",))
        else:
            orders.append(order)
        phase.results[f"{order.unit} {order.location}"] = done

    def dislodged(self, text: str, phase: _Phase, where: str) -> None:
        match = _DISLODGED.fullmatch(text.removesuffix("."))
        if match is None:
            raise InputError(f"{text[:60]!r} does not tell what became of the unit", where)
        power = power_at(match[1], self.board, where)
        province = province_of(self.place(match[3], where))
        stood = [u for u in phase.units.get(power, ()) if province_of(u[2:]) == province]
        if len(stood) != 1:
            raise InputError(f"no unit of {power} is listed in {province}", where)
        goals = re.split(r"\s+or\s+|,\s*", match[4]) if match[4] else []
        retreats = tuple(self.place(goal, where) for goal in goals if goal)
        phase.dislodged.setdefault(power, {})[stood[0]] = Dislodged("", retreats)


def _next_name(match: re.Match[str]) -> str:
    try:
        return parse_phase_name(f"{match[2]} {match[3]} {match[1]}")
    except InputError:
        return ""  # variants have phases of their own; the sentence is no result
