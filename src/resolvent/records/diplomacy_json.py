"""Saved games of the Python package `diplomacy`, of dipcc, and of research data sets: JSON.

One object a game, one game a line in files of many.  Facts about the format: the package's
``to_saved_game_format`` and files in circulation.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, BinaryIO

import msgspec

from resolvent.board import Map
from resolvent.errors import InputError, MapError
from resolvent.orders import Kind, Order, order_reader
from resolvent.records.codes import codes_of, result_of_codes
from resolvent.records.game import (
    ByPower,
    DislodgedUnits,
    GameRecord,
    Message,
    RecordedPhase,
    RecordedResult,
    parse_phase_name,
)
from resolvent.records.notation import board_of, only_set, province_of
from resolvent.records.phase import Dislodged
from resolvent.records.source import decode_as, read_objects

__all__ = [
    "PhaseEntry",
    "StateEntry",
    "format_saved_game",
    "parse_saved_game",
    "phase_entry",
    "read_saved_games",
    "recorded_phase",
    "write_dipcc_games",
    "write_saved_games",
]

_FAMILY = ("diplomacy", "dipcc", "diplomacy-server")
_KEPT = ("rules", "version", "scoring_system", "is_full_press", "metadata")


class StateEntry(msgspec.Struct, frozen=True):
    """``state`` of a phase, as far as it is needed."""

    units: dict[str, list[str] | None] | None = None
    retreats: dict[str, dict[str, list[str] | None] | None] | None = None
    centers: dict[str, list[str] | None] | None = None


class PhaseEntry(msgspec.Struct, frozen=True):
    """One of ``phases``."""

    name: str
    state: StateEntry
    orders: dict[str, list[str] | None] | None = None
    results: dict[str, list[str | None] | None] | None = None
    messages: Any = None


class _Game(msgspec.Struct, frozen=True):
    phases: list[PhaseEntry]
    id: str | int | None = None
    map: str | None = None
    rules: list[str] | None = None
    version: Any = None
    scoring_system: Any = None
    is_full_press: Any = None
    metadata: Any = None


def read_saved_games(stream: BinaryIO, name: str) -> Iterator[GameRecord]:
    """Read saved games from a stream, one at a time.

    Args:
        stream: a binary stream of one JSON object, or of one a line.
        name: its name for messages.

    Yields:
        A record for each game.

    Raises:
        InputError: it is no JSON, or no saved game; the place says which phase.
    """
    for place, data in read_objects(stream, name):
        yield _record(decode_as(data, _Game, place), place)


def parse_saved_game(text: str | bytes, name: str = "") -> GameRecord:
    """Read one saved game.

    Args:
        text: its JSON.
        name: a name for messages.

    Raises:
        InputError: it is no saved game, or there is not exactly one.
    """
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    games = list(read_saved_games(io.BytesIO(data), name))
    if len(games) != 1:
        raise InputError(f"one game was expected, there are {len(games)}", name)
    return games[0]


def _record(game: _Game, place: str) -> GameRecord:
    phases = tuple(
        recorded_phase(entry, f"{place}: phases[{number}]") for number, entry in enumerate(game.phases)
    )
    source = "dipcc" if game.version is not None or game.is_full_press is not None else "diplomacy"
    kept = {key: getattr(game, key) for key in _KEPT}
    metadata = {key: value for key, value in kept.items() if value is not None}
    id = "" if game.id is None else str(game.id)
    return GameRecord(id, game.map or "standard", phases, source, metadata=metadata)


def recorded_phase(entry: PhaseEntry, place: str) -> RecordedPhase:
    """One phase of a saved game as a phase of a record.

    Args:
        entry: the phase.
        place: where it stands, for messages.

    Raises:
        InputError: its name is no phase, or a unit is none.
    """
    try:
        name = parse_phase_name(entry.name)
    except InputError as error:
        raise InputError(error.message, f"{place}.name") from None
    type = name[-1] if name not in ("FORMING", "COMPLETED") else ""
    units, dislodged = _units(entry.state, place)
    return RecordedPhase(
        name=name,
        units=units,
        orders={p: tuple(texts) for p, texts in (entry.orders or {}).items() if texts is not None},
        centers=_centers(entry.state),
        dislodged=dislodged if dislodged or type == "R" else None,
        results={
            unit: _result(unit, [code or "" for code in codes or ()], type)
            for unit, codes in (entry.results or {}).items()
        },
        messages=_messages(entry.messages),
    )


def _result(unit: str, codes: list[str], type: str) -> RecordedResult:
    if unit == "WAIVE":  # "void" is what stands beside a waiver that was accepted
        return msgspec.structs.replace(result_of_codes((), type), codes=tuple(codes))
    return result_of_codes(codes, type)


def _units(state: StateEntry, place: str) -> tuple[ByPower, DislodgedUnits]:
    """Standing units, and dislodged ones from the stars and from ``retreats``."""
    standing: ByPower = {}
    dislodged: DislodgedUnits = {}
    for power, units in (state.units or {}).items():
        for number, unit in enumerate(units or ()):
            if unit.lstrip("*")[:2] not in ("A ", "F "):
                where = f"{place}.state.units.{power}[{number}]"
                raise InputError(f"{unit[:40]!r} is no unit; units are written like 'A PAR'", where)
            if unit.startswith("*"):
                dislodged.setdefault(power, {})[unit.lstrip("*")] = Dislodged()
        plain = tuple(unit for unit in units or () if not unit.startswith("*"))
        if plain:
            standing[power] = plain
    for power, retreats in (state.retreats or {}).items():
        for unit, goals in (retreats or {}).items():
            told = Dislodged("", None if goals is None else tuple(goals))
            dislodged.setdefault(power, {})[unit.lstrip("*")] = told
    return standing, dislodged


def _centers(state: StateEntry) -> ByPower | None:
    if state.centers is None:
        return None
    return {power: tuple(owned) for power, owned in state.centers.items() if owned}


def _messages(entries: Any) -> tuple[Message, ...]:
    """The messages; forks of the package put other things in their place."""
    if isinstance(entries, Mapping):
        entries = list(entries.values())
    if not isinstance(entries, list):
        return ()
    return tuple(_message(entry) for entry in entries if isinstance(entry, Mapping))


def _message(entry: Mapping[str, Any]) -> Message:
    sent = entry.get("time_sent")
    sent = int(sent) if isinstance(sent, int | float) and abs(sent) < 1e18 else 0
    sender, recipient, text = (str(entry.get(key) or "") for key in ("sender", "recipient", "message"))
    return Message(sender, recipient, text, sent)


def format_saved_game(record: GameRecord) -> str:
    """Write a record as a saved game on one line; the inverse of `parse_saved_game`.

    Args:
        record: a record that says where the units stood.

    Raises:
        InputError: it does not, or a power handed in several sets of orders.
    """
    board = _board(record)
    game = {
        "id": record.id or "game",
        "map": record.map,
        **{key: record.metadata[key] for key in _KEPT if key in record.metadata},
        "rules": record.metadata.get("rules") or [],
        "phases": [phase_entry(record, phase, board) for phase in record.phases],
    }
    return msgspec.json.encode(game).decode()


def write_saved_games(records: Iterable[GameRecord]) -> Iterator[bytes]:
    """Write saved games, one a line."""
    for record in records:
        yield format_saved_game(record).encode() + b"\n"


def write_dipcc_games(records: Iterable[GameRecord]) -> Iterator[bytes]:
    """Write games the way dipcc does, one a line: sorted keys, no results."""
    for record in records:
        yield msgspec.json.encode(_dipcc(record), order="sorted") + b"\n"


def _dipcc(record: GameRecord) -> dict[str, Any]:
    board = _board(record)
    phases = [phase_entry(record, phase, board) for phase in record.phases]
    for entry in phases:
        entry |= {"results": {}, "logs": []}
        name = entry["name"]
        if name[1:-1].isdigit():
            entry["name"] = entry["state"]["name"] = f"{name[0]}{int(name[1:-1])}{name[-1]}"
        entry["orders"] = {p: orders for p, orders in entry["orders"].items() if orders is not None}
        for key in ("influence", "civil_disorder", "map", "rules", "game_id", "note"):
            entry["state"].pop(key, None)
    base: dict[str, Any] = {"is_full_press": False, "scoring_system": "sum_of_squares", "version": "1.0"}
    kept = {key: value for key, value in record.metadata.items() if key in _KEPT[1:]}
    return {"id": record.id or "game", "map": record.map, "phases": phases, **base, **kept}


def _board(record: GameRecord) -> Map | None:
    """The map, for home centres; a record of a map that is not at hand can be written without."""
    try:
        return board_of(record.map)
    except MapError:
        return None


def phase_entry(record: GameRecord, phase: RecordedPhase, board: Map | None) -> dict[str, Any]:
    """One phase as the package writes it.

    Args:
        record: the record, for its id, map and rules.
        phase: one of its phases.
        board: the map; without it home centres are left out.

    Raises:
        InputError: the record does not say where the units stood, or a power handed in several
            sets of orders.
    """
    if phase.units is None:
        raise InputError("the record does not say where the units stood", phase.name)
    powers = _powers(phase, board)
    return {
        "name": phase.name,
        "state": _state(record, phase, powers, board),
        "orders": {p: list(only_set(phase, p)) if p in phase.orders else None for p in powers},
        "results": _results(record, phase, board),
        "messages": [
            {
                "sender": m.sender,
                "recipient": m.recipient,
                "time_sent": m.sent,
                "phase": phase.name,
                "message": m.text,
            }
            for m in phase.messages
        ],
    }


def _powers(phase: RecordedPhase, board: Map | None) -> list[str]:
    named = [*(phase.units or {}), *phase.orders, *(phase.centers or {}), *(phase.dislodged or {})]
    return sorted({*named, *(board.powers if board else ())})


def _state(record: GameRecord, phase: RecordedPhase, powers: list[str], board: Map | None) -> dict[str, Any]:
    units, dislodged, centers = phase.units or {}, phase.dislodged or {}, phase.centers or {}
    state: dict[str, Any] = {
        "name": phase.name,
        "units": {p: [*units.get(p, ()), *(f"*{u}" for u in dislodged.get(p, {}))] for p in powers},
        "retreats": {p: _retreats(dislodged.get(p, {})) for p in powers},
        "civil_disorder": dict.fromkeys(powers, 0),
        "influence": {p: [province_of(unit[2:]) for unit in units.get(p, ())] for p in powers},
        "note": "",
        "game_id": record.id or "game",
        "map": record.map,
        "rules": record.metadata.get("rules") or [],
    }
    if phase.centers is not None:
        state["centers"] = {p: list(centers.get(p, ())) for p in powers}
    if board is not None:
        state["homes"] = {p: list(board.homes.get(p, ())) for p in powers}
        state["builds"] = {p: _builds(phase, p, board) for p in powers}
    return state


def _retreats(dislodged: Mapping[str, Dislodged]) -> dict[str, list[str]]:
    """Where units may go; one of which it is not known has its star only."""
    return {unit: list(told.retreats) for unit, told in dislodged.items() if told.retreats is not None}


def _builds(phase: RecordedPhase, power: str, board: Map) -> dict[str, Any]:
    """How many units may be built, or must go, and where."""
    if phase.type != "A" or phase.centers is None:
        return {"count": 0, "homes": []}
    owned = set(phase.centers.get(power, ()))
    occupied = {province_of(unit[2:]) for units in (phase.units or {}).values() for unit in units}
    count = len(owned) - len((phase.units or {}).get(power, ()))
    free = [home for home in board.homes.get(power, ()) if home in owned and home not in occupied]
    return {"count": min(count, len(free)), "homes": free if count > 0 else []}


def _results(record: GameRecord, phase: RecordedPhase, board: Map | None) -> dict[str, list[str]]:
    if record.source in _FAMILY:
        return {unit: list(result.codes) for unit, result in phase.results.items()}
    disbanding = set()
    if board is not None and phase.type == "R":
        retreating = _retreating(phase, board)
        disbanding = {unit for unit in phase.results if unit not in retreating}
    return {
        unit: codes_of(result, phase, unit in disbanding)
        if unit != "WAIVE"
        else ["void"]  # what the package itself puts beside an accepted waiver
        for unit, result in phase.results.items()
    }


def _retreating(phase: RecordedPhase, board: Map) -> set[str]:
    reader = order_reader(board, "R")
    orders = [reader[text] for power in phase.orders for text in phase.order_texts(power)]
    return {f"{o.unit} {o.location}" for o in orders if isinstance(o, Order) and o.kind is Kind.RETREAT}
