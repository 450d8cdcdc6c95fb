"""Test cases as the DATC writes them: a headline, prose, and orders below the names of the powers.

::

    6.A.1. TEST CASE, MOVING TO AN AREA THAT IS NOT A NEIGHBOUR
    Check if an illegal move fails.

    England:
    F North Sea - Picardy

    Order should fail.

Orders between two paragraphs of prose are one phase.  Where the units stand is told by the orders of
the first phase alone; a unit alone on a line has no order.  A line ``Fall 1903, movement.`` names the
phase that follows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.orders import Kind, Order, Unreadable, order_reader
from resolvent.orders.grammar import Season
from resolvent.records.game import ByPower, GameRecord, Orders, RecordedPhase, parse_phase_name
from resolvent.records.notation import board_for, board_of, canonical, province_of
from resolvent.records.sightings import Sightings
from resolvent.records.source import read_text

__all__ = ["format_datc_text", "parse_datc_text", "read_datc_text", "write_datc_text"]

_HEAD = re.compile(r"(\S*\d)\.?\s+TEST CASE,?\s*(.*)", re.IGNORECASE)
_NAMED = re.compile(r"(spring|fall|winter) \d{1,6}, (movement|retreats|adjustments)\.", re.IGNORECASE)
_SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter"}
_TYPES = {"M": "movement", "R": "retreats", "A": "adjustments"}
_COASTS = {"NC": "(nc)", "SC": "(sc)", "EC": "(ec)", "WC": "(wc)"}
_RETREATS = re.compile(r"\b(retreats?|disbands?)\b", re.IGNORECASE)
_ADJUSTS = re.compile(r"\b(builds?|removes?|waives?)\b", re.IGNORECASE)

Line = tuple[int, str, str]  # number, power, text; a heading has no text


class _Case:
    def __init__(self, id: str, title: str) -> None:
        self.id = id
        self.title = title
        self.notes: list[str] = []
        self.blocks: list[tuple[str, list[Line]]] = []  # name of the phase if told, lines


def parse_datc_text(text: str, name: str = "", board: Map | None = None) -> tuple[GameRecord, ...]:
    """Read cases.

    Args:
        text: cases with their prose.
        name: a name for messages.
        board: the map; the standard map if left out.

    Returns:
        A record for each case that has orders.

    Raises:
        InputError: there is no case, or the orders of one contradict each other about a unit.
    """
    board = board or board_of("standard")
    cases = [case for case in _cases(text, board) if case.blocks]
    if not cases:
        raise InputError("there are no orders below the name of a power", name)
    return tuple(_record(case, board, name) for case in cases)


def read_datc_text(stream: BinaryIO, name: str) -> Iterator[GameRecord]:
    """Read cases from a stream; see `parse_datc_text`."""
    yield from parse_datc_text(read_text(stream, name), name)


def _cases(text: str, board: Map) -> list[_Case]:
    cases = [_Case("", "")]
    powers = {name.lower(): id for id, name in board.power_names.items()}
    power, told, open_block = "", "", False
    for number, line in enumerate(text.split("\n"), 1):
        words = " ".join(line.split())
        head = _HEAD.fullmatch(words)
        heading, colon, rest = words.partition(":")
        if head is not None:
            cases.append(_Case(head[1], head[2]))
            power, told, open_block = "", "", False
        elif not words:
            power = ""
        elif _NAMED.fullmatch(words):
            power, told, open_block = "", parse_phase_name(words), False
        elif colon and heading.strip().lower() in powers:
            if not open_block:
                cases[-1].blocks.append((told, []))
                told, open_block = "", True
            power = powers[heading.strip().lower()]
            lines = cases[-1].blocks[-1][1]
            lines.append((number, power, ""))
            if rest.strip():
                lines.append((number, power, rest.strip()))
        elif power:
            cases[-1].blocks[-1][1].append((number, power, words))
        else:
            cases[-1].notes.append(words)
            open_block = False
    return cases


def _record(case: _Case, board: Map, name: str) -> GameRecord:
    phases: list[RecordedPhase] = []
    for told, lines in case.blocks:
        phase = told or _next_name(lines, phases[-1].name if phases else "")
        season: Season = "R" if phase[-1] == "R" else "A" if phase[-1] == "A" else "M"
        units = _units(lines, board, name) if not phases and phase.endswith("M") else None
        phases.append(RecordedPhase(phase, units, _orders(lines, season, board)))
    notes = "\n".join(case.notes)
    return GameRecord(case.id, board.name, tuple(phases), "datc", case.title, notes)


def _next_name(lines: list[Line], before: str) -> str:
    """The phase of a block that does not tell it, from its words and the phase before it."""
    text = " ".join(line for _, _, line in lines)
    year = before[1:-1] if before else "1901"
    if _ADJUSTS.search(text):
        return f"W{year}A"
    if _RETREATS.search(text):
        return f"{before[0]}{year}R" if before.endswith("M") else f"S{year}R"
    if not before or before[0] == "W":
        return f"S{int(year) + bool(before):04d}M"
    return f"F{year}M" if before[0] == "S" else f"S{int(year) + 1:04d}M"


def _units(lines: list[Line], board: Map, name: str) -> ByPower:
    seen = Sightings(board)
    reader = order_reader(board, "M")
    for number, power, text in lines:
        order = reader[text] if text else None
        if isinstance(order, Order):
            seen.order(power, order, number)
        elif isinstance(order, Unreadable):
            unit = reader.unit(text)
            if isinstance(unit, tuple):
                seen.unit(power, *unit, number)
    try:
        return seen.units()
    except InputError as error:
        raise InputError(error.message, f"{name}, {error.place}" if name else error.place) from None


def _orders(lines: list[Line], season: Season, board: Map) -> Orders:
    """By power; where a power's name stands twice, it handed in two sets."""
    reader = order_reader(board, season)
    sets: dict[str, list[list[str]]] = {}
    for _, power, text in lines:
        if not text:
            sets.setdefault(power, []).append([])
        elif season == "A" or isinstance(reader.unit(text), Unreadable):
            sets[power][-1].append(canonical(text, board, season))
    found: Orders = {}
    for power, orders in sets.items():
        given = [tuple(own) for own in orders if own]
        found[power] = given[0] if len(given) == 1 else tuple(given)
    return found


def format_datc_text(record: GameRecord) -> str:
    """Write a record as a case.

    Args:
        record: a record whose first phase is a movement with its units; the units of later phases,
            owners and results are not written.

    Raises:
        InputError: it does not begin with a movement, or an order cannot be written.
    """
    board = board_for(record)
    played = [phase for phase in record.phases if phase.type]
    if not played or played[0].type != "M" or played[0].units is None:
        raise InputError("a case begins with a movement and tells where its units stand", record.id)
    id = record.id if re.fullmatch(r"\S*\d", record.id) else "X.1"
    title = " ".join((record.title or record.id or "GAME").split())
    lines = [f"{id}. TEST CASE, {title}", *_notes(record, board), ""]
    for number, phase in enumerate(played):
        season, year = _SEASONS[phase.name[0]], phase.year
        lines += [f"{season} {year}, {_TYPES[phase.type]}.", ""]
        lines += _order_lines(phase, board, phase.units if number == 0 else None)
    return "".join(f"{line}\n" for line in lines) + "\n"


def _notes(record: GameRecord, board: Map) -> Iterator[str]:
    """The prose, unless a line of it would be read as something else."""
    names = {name.lower() for name in board.power_names.values()}
    for line in record.notes.split("\n"):
        words = " ".join(line.split())
        taken = words.partition(":")[0].strip().lower() in names and ":" in words
        if words and not taken and not _HEAD.fullmatch(words) and not _NAMED.fullmatch(words):
            yield words


def _order_lines(phase: RecordedPhase, board: Map, units: ByPower | None) -> Iterator[str]:
    reader = order_reader(board, phase.season)
    ordered: set[tuple[str, str]] = set()
    for power in phase.orders:
        for text in phase.order_texts(power):
            order = reader[text]
            if isinstance(order, Order):
                ordered.add((power, province_of(order.location)))
    for power in {**(units or {}), **phase.orders}:
        own = (units or {}).get(power, ())
        idle = [_unit(unit, board) for unit in own if (power, province_of(unit[2:])) not in ordered]
        sets = _sets(phase, power) or [()]
        for number, orders in enumerate(sets):
            texts = [_order_text(text, reader[text], board, phase) for text in orders]
            texts += idle if number == 0 else []
            if texts:
                yield from (f"{board.power_names.get(power, power)}:", *texts, "")


def _sets(phase: RecordedPhase, power: str) -> list[tuple[str, ...]]:
    entries = phase.orders.get(power, ())
    if entries and not isinstance(entries[0], str):
        return [entry for entry in entries if isinstance(entry, tuple)]
    return [phase.order_texts(power)]


def _unit(unit: str, board: Map) -> str:
    return f"{unit[:1]} {_place(unit[2:], board)}"


def _place(place: str, board: Map) -> str:
    province, _, coast = place.partition("/")
    return board.provinces[province].name + (_COASTS[coast] if coast else "")


def _order_text(text: str, order: Order | Unreadable, board: Map, phase: RecordedPhase) -> str:
    if isinstance(order, Unreadable) or order.route or order.other_power:
        words = " ".join(text.split())
        if not words or _HEAD.fullmatch(words) or _NAMED.fullmatch(words) or ":" in words:
            raise InputError(f"{text[:40]!r} cannot be written in this format", phase.name)
        return words
    if order.kind is Kind.WAIVE:
        return "Waive"
    head = f"{order.unit} {_place(order.location, board)}".strip()
    goal = _place(order.destination, board) if order.destination else ""
    other = f"{order.other_unit} {_place(order.other, board)}".strip() if order.other else ""
    match order.kind:
        case Kind.MOVE:
            return f"{head} - {goal}{' via convoy' if order.via else ''}"
        case Kind.RETREAT:
            return f"{head} retreats to {goal}"
        case Kind.SUPPORT:
            return f"{head} Supports {other}{f' - {goal}' if goal else ''}"
        case Kind.CONVOY:
            return f"{head} Convoys {other} - {goal}"
        case Kind.BUILD:
            return f"Build {head}"
        case Kind.DISBAND:
            return f"Remove {head}" if phase.type == "A" else f"{head} disbands"
        case _:
            return f"{head} Hold"


def write_datc_text(records: Iterable[GameRecord]) -> Iterator[bytes]:
    """Write cases one below the other."""
    for record in records:
        yield format_datc_text(record).encode()
