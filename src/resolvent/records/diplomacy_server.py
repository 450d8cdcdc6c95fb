"""Games as the server of the Python package `diplomacy` keeps them: histories by phase, and powers."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

import msgspec

from resolvent.errors import InputError
from resolvent.records.diplomacy_json import PhaseEntry, StateEntry, phase_entry, recorded_phase
from resolvent.records.game import GameRecord, parse_phase_name
from resolvent.records.notation import board_for
from resolvent.records.source import decode_as, read_objects

__all__ = ["format_server_game", "parse_server_game", "read_server_games", "write_server_games"]

_LONG = {"S": "SPRING", "F": "FALL", "W": "WINTER"}
_TYPES = {"M": "MOVEMENT", "R": "RETREATS", "A": "ADJUSTMENTS"}


class _Power(msgspec.Struct, frozen=True):
    units: list[str] | None = None
    retreats: dict[str, list[str] | None] | None = None
    centers: list[str] | None = None
    adjust: list[str] | None = None
    orders: dict[str, str] | None = None
    order_is_set: int | None = None


class _Game(msgspec.Struct, frozen=True):
    powers: dict[str, _Power]
    state_history: dict[str, StateEntry]
    phase: str = ""
    game_id: str | int | None = None
    map_name: str | None = None
    rules: list[str] | None = None
    status: str | None = None
    order_history: dict[str, dict[str, list[str] | None] | None] = {}
    result_history: dict[str, dict[str, list[str | None] | None] | None] = {}
    message_history: dict[str, Any] = {}
    messages: Any = None


def read_server_games(stream: BinaryIO, name: str) -> Iterator[GameRecord]:
    """Read games of the server.

    Args:
        stream: a binary stream of one JSON object, or of one a line.
        name: its name for messages.

    Yields:
        A record for each game; its last phase is the one being played.

    Raises:
        InputError: it is no such game.
    """
    for place, data in read_objects(stream, name):
        yield _record(decode_as(data, _Game, place), place)


def parse_server_game(text: str | bytes, name: str = "") -> GameRecord:
    """Read one game; see `read_server_games`."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    games = list(read_server_games(io.BytesIO(data), name))
    if len(games) != 1:
        raise InputError(f"one game was expected, there are {len(games)}", name)
    return games[0]


def _record(game: _Game, place: str) -> GameRecord:
    entries = [
        PhaseEntry(
            name,
            state,
            game.order_history.get(name),
            game.result_history.get(name),
            game.message_history.get(name),
        )
        for name, state in game.state_history.items()
    ]
    if game.phase:
        entries.append(_current(game, place))
    phases = tuple(recorded_phase(entry, f"{place}: {entry.name}") for entry in entries)
    metadata = {key: value for key in ("rules", "status") if (value := getattr(game, key)) is not None}
    id = "" if game.game_id is None else str(game.game_id)
    return GameRecord(id, game.map_name or "standard", phases, "diplomacy-server", metadata=metadata)


def _current(game: _Game, place: str) -> PhaseEntry:
    """The phase being played: it is in no history, but spread over the powers."""
    try:
        name = parse_phase_name(game.phase)
    except InputError as error:
        raise InputError(error.message, f"{place}: phase") from None
    powers = game.powers
    state = StateEntry(
        units={
            p: [*(power.units or ()), *(f"*{unit}" for unit in power.retreats or ())]
            for p, power in powers.items()
        },
        retreats={p: power.retreats for p, power in powers.items()},
        centers={p: power.centers for p, power in powers.items()},
    )
    orders = {p: _power_orders(power, name[-1]) for p, power in powers.items()}
    return PhaseEntry(name, state, orders, {}, game.messages)


def _power_orders(power: _Power, type: str) -> list[str] | None:
    orders = list(power.adjust or ())
    if type == "M":
        # with the rule NO_CHECK the keys only count the orders
        orders = [
            rest if unit.startswith(("ORDER", "REORDER", "INVALID")) else f"{unit} {rest}"
            for unit, rest in (power.orders or {}).items()
        ]
    return orders if orders or power.order_is_set else None


def format_server_game(record: GameRecord) -> str:
    """Write a record as the server keeps games, on one line; the inverse of `parse_server_game`.

    Args:
        record: a record that says where the units stood; its last phase is the one being played.

    Raises:
        InputError: it does not, it has no phases, or the map is not at hand.
    """
    if not record.phases:
        raise InputError("the record has no phases", record.id)
    board = board_for(record)
    entries = [phase_entry(record, phase, board) for phase in record.phases]
    past, current = entries[:-1], entries[-1]
    name = current["name"]
    long = name if name in ("FORMING", "COMPLETED") else f"{_LONG[name[0]]} {name[1:-1]} {_TYPES[name[-1]]}"
    game: dict[str, Any] = {
        "game_id": record.id or "game",
        "map_name": record.map,
        "rules": record.metadata.get("rules") or [],
        "phase": long,
        "status": record.metadata.get("status") or "active",
        "note": "",
        "outcome": [],
        "error": [],
        "messages": current["messages"],
        "powers": {power: _power(current, power) for power in current["orders"]},
        "state_history": {entry["name"]: entry["state"] for entry in past},
        "order_history": {
            entry["name"]: {p: orders for p, orders in entry["orders"].items() if orders is not None}
            for entry in past
        },
        "result_history": {entry["name"]: entry["results"] for entry in past},
        "message_history": {entry["name"]: entry["messages"] for entry in past},
    }
    return msgspec.json.encode(game).decode()


def _power(entry: dict[str, Any], power: str) -> dict[str, Any]:
    state, orders = entry["state"], entry["orders"][power]
    movement = entry["name"][-1] == "M"
    return {
        "name": power,
        "units": [unit for unit in state["units"][power] if not unit.startswith("*")],
        "retreats": state["retreats"][power],
        "centers": state.get("centers", {}).get(power, []),
        "homes": state["homes"][power],
        "influence": state["influence"][power],
        "civil_disorder": 0,
        "adjust": [] if movement else orders or [],
        "orders": _movement(orders or []) if movement else {},
        "order_is_set": 0 if orders is None else 2,
    }


def _movement(orders: list[str]) -> dict[str, str]:
    """Unit to the rest of its order; orders that name no unit are counted."""
    found: dict[str, str] = {}
    for text in orders:
        words = text.split(" ", 2)
        if words[0] in ("A", "F") and len(words) == 3 and " ".join(words[:2]) not in found:
            found[" ".join(words[:2])] = words[2]
        else:
            found[f"ORDER {len(found) + 1}"] = text
    return found


def write_server_games(records: Iterable[GameRecord]) -> Iterator[bytes]:
    """Write games as the server keeps them, one a line."""
    for record in records:
        yield format_server_game(record).encode() + b"\n"
