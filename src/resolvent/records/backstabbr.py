"""Seasons in the JSON of the Backstabbr data set of Peskov et al. (2020), one file a season.

Orders and results are told, but neither unit types nor positions; where the seasons begin with the
first, the units follow from the start.  A spring or fall file holds the movement and its retreats.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, BinaryIO

import msgspec

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.orders import Kind, Order, format_order
from resolvent.outcomes import Outcome, Reason
from resolvent.records.follow import follow
from resolvent.records.game import ByPower, GameRecord, RecordedPhase, RecordedResult, phase_order
from resolvent.records.notation import board_for, board_of, parsed_orders, power_at, province_of
from resolvent.records.source import decode_as, read_objects

__all__ = ["format_backstabbr", "join_backstabbr", "read_backstabbr", "write_backstabbr"]

_NAME = re.compile(r"(?:.*[/\\])?(.*?)_?(\d{1,6})_(spring|fall|winter)(?:\.json)?", re.IGNORECASE)

_REASONS: dict[str, tuple[Outcome | None, Reason | None]] = {
    "invalid move path": (Outcome.FAILS, Reason.NO_CONVOY),
    "disrupted": (Outcome.FAILS, Reason.CUT),
    "displaced": (Outcome.FAILS, Reason.CUT),
    "insufficient hold strength": (Outcome.FAILS, Reason.DISLODGED),
    "dislodged": (Outcome.FAILS, Reason.DISLODGED),
    "invalid order": (Outcome.VOID, None),
    "contradiction!": (Outcome.FAILS, Reason.PARADOX),
    "too many build orders": (Outcome.VOID, None),
    "too many disband orders": (Outcome.VOID, None),
}
_SAID = {
    Reason.BOUNCED: "Attack strength is not greater than the prevent strength",
    Reason.NO_CONVOY: "Invalid move path",
    Reason.CUT: "Disrupted",
    Reason.DISLODGED: "Insufficient hold strength",
    Reason.PARADOX: "Contradiction!",
}


class _Retreat(msgspec.Struct, frozen=True):
    type: str
    to: str | None = None
    to_coast: str | None = None
    result: str | None = None


class _Order(msgspec.Struct, frozen=True, rename={"origin": "from"}):
    type: str
    origin: str | None = None
    to: str | None = None
    to_coast: str | None = None
    unit_type: str | None = None
    coast: str | None = None
    result: str | None = None
    result_reason: str | None = None
    retreat: _Retreat | None = None


class _Season(msgspec.Struct, frozen=True):
    orders: dict[str, dict[str, _Order]]
    territories: dict[str, str] = {}
    sc: str = ""


def read_backstabbr(stream: BinaryIO, name: str, board: Map | None = None) -> Iterator[GameRecord]:
    """Read a season.

    Args:
        stream: a binary stream of one JSON object.
        name: the name of the file, which tells the season: ``game_1903_fall.json``.
        board: the map; the standard map if left out.

    Raises:
        InputError: it is no season, or the name does not tell which.
    """
    board = board or board_of("standard")
    for place, data in read_objects(stream, name):
        season = decode_as(data, _Season, place)
        match = _NAME.fullmatch(name)
        if match is None:
            message = "the name of the file must tell the season, like 'game_1903_fall.json'"
            raise InputError(message, place)
        phases = _phases(season, match[3].lower(), int(match[2]), board, place)
        yield follow(GameRecord(match[1], board.name, phases, "backstabbr"), board)


def join_backstabbr(records: Iterable[GameRecord]) -> list[GameRecord]:
    """Put the seasons of games together, in order of play, and fill in the units that follow.

    Args:
        records: records of single seasons.

    Returns:
        One record for each game, in the order the games were first met.

    Raises:
        InputError: the records contradict each other.
    """
    games: dict[tuple[str, str], list[RecordedPhase]] = {}
    for record in records:
        games.setdefault((record.id, record.map), []).extend(record.phases)
    joined = []
    for (id, map), phases in games.items():
        phases.sort(key=lambda phase: phase_order(phase.name))
        joined.append(follow(GameRecord(id, map, tuple(phases), "backstabbr"), board_of(map)))
    return joined


def _phases(season: _Season, word: str, year: int, board: Map, where: str) -> tuple[RecordedPhase, ...]:
    centers = _centers(season, board, where)
    if word == "winter":
        return (_phase(f"W{year:04d}A", season, centers, board, where),)
    half = f"{word[0].upper()}{year:04d}"
    movement = _phase(f"{half}M", season, centers, board, where)
    retreats = _retreats(f"{half}R", season, centers, board, where)
    return (movement, retreats) if retreats.orders else (movement,)


def _centers(season: _Season, board: Map, where: str) -> ByPower:
    owned: dict[str, list[str]] = {}
    for province, power in season.territories.items():
        place = _place(province, None, board, f"{where}: territories")
        owned.setdefault(power_at(power, board, f"{where}: territories"), []).append(place)
    return {power: tuple(found) for power, found in owned.items()}


def _place(text: str, coast: str | None, board: Map, where: str) -> str:
    id = text.upper() + (f"/{coast.upper()}" if coast else "")
    if id in board.places:
        return id
    found = board.find(f"{text}/{coast}" if coast else text)
    if found is None:
        raise InputError(f"{text[:40]!r} is no place of the map {board.name!r}", where)
    return found.id


def _phase(name: str, season: _Season, centers: ByPower, board: Map, where: str) -> RecordedPhase:
    orders: dict[str, list[str]] = {}
    results: dict[str, RecordedResult] = {}
    for nation, written in season.orders.items():
        power = power_at(nation, board, f"{where}: orders")
        for province, entry in written.items():
            place = f"{where}: orders.{nation}.{province}"
            order = _order(province, entry, name.endswith("A"), board, place)
            orders.setdefault(power, []).append(format_order(order))
            unit = f"{order.unit} {order.location}".strip()
            results[unit] = _result(entry, order)
    return RecordedPhase(
        name, None, {power: tuple(texts) for power, texts in orders.items()}, centers, results=results
    )


def _order(province: str, entry: _Order, winter: bool, board: Map, where: str) -> Order:
    location = _place(province, None, board, where)

    def goal() -> str:
        if entry.to is None:
            raise InputError(f"'{entry.type[:20]}' needs a place 'to'", where)
        return _place(entry.to, entry.to_coast, board, where)

    def other(coast: str | None = None) -> str:
        if entry.origin is None:
            raise InputError(f"'{entry.type[:20]}' needs a place 'from'", where)
        return _place(entry.origin, coast, board, where)

    match entry.type.upper():
        case "HOLD":
            return Order(Kind.HOLD, "", location)
        case "MOVE":
            return Order(Kind.MOVE, "", location, goal())
        case "SUPPORT" if entry.to is None:
            return Order(Kind.SUPPORT, "", location, "", other(entry.to_coast))
        case "SUPPORT":
            return Order(Kind.SUPPORT, "", location, goal(), other())
        case "CONVOY":
            return Order(Kind.CONVOY, "", location, goal(), other(), "A")
        case "BUILD" if winter and entry.unit_type in ("A", "F"):
            return Order(Kind.BUILD, entry.unit_type, _place(province, entry.coast, board, where))
        case "DISBAND" if winter:
            return Order(Kind.DISBAND, "", location)
    raise InputError(f"{entry.type[:40]!r} is no type of order here", where)


def _result(entry: _Order, order: Order) -> RecordedResult:
    codes = (entry.result or "", entry.result_reason or "")
    succeeded = codes[0] == "SUCCEEDS"
    adjusts = order.kind in (Kind.BUILD, Kind.DISBAND)
    dislodged = None if adjusts else entry.retreat is not None
    if succeeded:
        return RecordedResult(codes, Outcome.SUCCEEDS, None, dislodged, True)
    outcome, reason = _REASONS.get(codes[1].strip().lower(), (Outcome.FAILS, Reason.BOUNCED))
    if reason is Reason.CUT and order.kind is not Kind.SUPPORT:
        reason = Reason.DISRUPTED
    return RecordedResult(codes, outcome, reason, dislodged, False)


def _retreats(name: str, season: _Season, centers: ByPower, board: Map, where: str) -> RecordedPhase:
    orders: dict[str, list[str]] = {}
    results: dict[str, RecordedResult] = {}
    for nation, written in season.orders.items():
        power = power_at(nation, board, f"{where}: orders")
        for province, entry in written.items():
            if entry.retreat is None:
                continue
            place = f"{where}: orders.{nation}.{province}.retreat"
            retreat, location = entry.retreat, _place(province, None, board, where)
            order = Order(Kind.DISBAND, "", location)
            if retreat.type.upper() == "MOVE" and retreat.to:
                order = Order(Kind.RETREAT, "", location, _place(retreat.to, retreat.to_coast, board, place))
            orders.setdefault(power, []).append(format_order(order))
            succeeded = (retreat.result or "SUCCEEDS") == "SUCCEEDS"
            outcome, reason = (Outcome.SUCCEEDS, None) if succeeded else (Outcome.FAILS, Reason.BOUNCED)
            results[location] = RecordedResult((retreat.result or "",), outcome, reason, None, succeeded)
    return RecordedPhase(
        name, None, {power: tuple(texts) for power, texts in orders.items()}, centers, results=results
    )


def format_backstabbr(record: GameRecord) -> dict[str, str]:
    """Write a game as seasons.

    Args:
        record: a record that says what became of its orders.

    Returns:
        Name of the file, ``game_1903_fall.json``, to its text.

    Raises:
        InputError: results are missing, or an order cannot be read.
    """
    board = board_for(record)
    files: dict[str, str] = {}
    played = [phase for phase in record.phases if phase.type]
    for number, phase in enumerate(played):
        if phase.type == "R":
            if not number or played[number - 1].name[:-1] != phase.name[:-1]:
                raise InputError("retreats are written with the movement before them", phase.name)
            continue
        following = played[number + 1] if number + 1 < len(played) else None
        retreats = following if following is not None and following.type == "R" else None
        word = {"S": "spring", "F": "fall", "W": "winter"}[phase.name[0]]
        season = _season(phase, retreats, board, record.source == "backstabbr")
        files[f"{record.id or 'game'}_{phase.year}_{word}.json"] = msgspec.json.encode(season).decode()
    return files


def _season(phase: RecordedPhase, retreats: RecordedPhase | None, board: Map, own: bool) -> dict[str, Any]:
    names = board.power_names
    gone = _retreat_entries(retreats, board) if retreats is not None else {}
    orders: dict[str, dict[str, Any]] = {}
    for power, _, order in parsed_orders(phase, board):
        if order.kind is Kind.WAIVE:
            continue
        result = phase.results.get(f"{order.unit} {order.location}".strip())
        if result is None:
            raise InputError(f"nothing is recorded of what became of '{format_order(order)}'", phase.name)
        entry: dict[str, Any] = {**_fields(order, board), **_told(result, order, own)}
        key = (power, province_of(order.location))
        if result.dislodged:
            entry["retreat"] = gone.get(key, {"type": "DISBAND", "to": None, "result": "SUCCEEDS"})
        orders.setdefault(names.get(power, power), {})[_code(key[1], board)] = entry
    centers = phase.centers or {}
    lines = "\n".join(f"{names.get(power, power)} {len(owned)}" for power, owned in centers.items())
    owners = {
        _code(centre, board): names.get(power, power) for power, own in centers.items() for centre in own
    }
    return {"sc": lines, "orders": orders, "territories": owners}


def _code(place: str, board: Map) -> str:
    province = province_of(place)
    sea = board.provinces[province].kind == "sea"
    return province if sea else province.capitalize()


def _goal(place: str, board: Map) -> dict[str, str]:
    coast = place.partition("/")[2].lower()
    return {"to": _code(place, board), **({"to_coast": coast} if coast else {})}


def _fields(order: Order, board: Map) -> dict[str, str]:
    match order.kind:
        case Kind.MOVE:
            return {"type": "MOVE", **_goal(order.destination, board)}
        case Kind.SUPPORT if order.destination:
            return {"type": "SUPPORT", "from": _code(order.other, board), **_goal(order.destination, board)}
        case Kind.SUPPORT:
            coast = order.other.partition("/")[2].lower()
            more = {"to_coast": coast} if coast else {}
            return {"type": "SUPPORT", "from": _code(order.other, board), **more}
        case Kind.CONVOY:
            return {"type": "CONVOY", "from": _code(order.other, board), **_goal(order.destination, board)}
        case Kind.BUILD:
            coast = order.location.partition("/")[2].lower()
            return {"type": "BUILD", "unit_type": order.unit, **({"coast": coast} if coast else {})}
        case Kind.DISBAND:
            return {"type": "DISBAND"}
        case _:
            return {"type": "HOLD"}


def _told(result: RecordedResult, order: Order, own: bool) -> dict[str, str]:
    adjusts = order.kind in (Kind.BUILD, Kind.DISBAND)
    if own and len(result.codes) == 2:
        word, said = result.codes
    else:
        success = result.outcome is Outcome.SUCCEEDS or (result.outcome is None and result.succeeded is True)
        word = "SUCCEEDS" if success else "FAILS"
        moves = order.kind is Kind.MOVE
        plain = "Attack strength is greater" if moves else "Unchallenged"
        said = plain if success else _SAID.get(result.reason or Reason.OTHER, "Invalid Order")
        if result.reason is Reason.DISRUPTED:
            said = "Invalid move path" if moves else "Disrupted"
    return {"result": word} if adjusts and not said else {"result": word, "result_reason": said}


def _retreat_entries(phase: RecordedPhase, board: Map) -> Mapping[tuple[str, str], dict[str, Any]]:
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for power, _, order in parsed_orders(phase, board):
        result = phase.results.get(f"{order.unit} {order.location}".strip())
        failed = result is not None and result.succeeded is False
        word = "FAILS" if failed else "SUCCEEDS"
        if order.kind is Kind.RETREAT:
            entry: dict[str, Any] = {"type": "MOVE", **_goal(order.destination, board), "result": word}
        else:
            entry = {"type": "DISBAND", "to": None, "result": word}
        found[power, province_of(order.location)] = entry
    return found


def write_backstabbr(records: Iterable[GameRecord]) -> Iterator[bytes]:
    """Write the one season of a record; a game of several seasons needs several files.

    Raises:
        InputError: a record has several seasons.
    """
    for record in records:
        files = format_backstabbr(record)
        if len(files) != 1:
            message = f"a file of this format holds one season, the record has {len(files)}"
            raise InputError(message, record.id)
        for text in files.values():
            yield text.encode() + b"\n"
