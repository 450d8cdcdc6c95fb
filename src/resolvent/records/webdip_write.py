"""Writing webDiplomacy's JSON; the inverse of `resolvent.records.webdip`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.orders import Kind, Order, Unreadable, order_reader
from resolvent.outcomes import Outcome, Reason
from resolvent.records.game import GameRecord, RecordedPhase, RecordedResult
from resolvent.records.notation import board_for, dislodged_units, only_set, parsed_orders, province_of
from resolvent.records.webdip_codes import COUNTRIES, PLACES

__all__ = ["format_webdip", "format_webdip_submit", "write_webdip", "write_webdip_submit"]

_COUNTRIES = {power: id for id, power in COUNTRIES.items()}
_WORDS = {"M": "Diplomacy", "R": "Retreats", "A": "Builds"}


def _map(record: GameRecord) -> Map:
    if record.map != "standard":
        raise InputError(f"webDiplomacy's ids are known for the standard map only, not for {record.map!r}")
    return board_for(record)


def _game_id(record: GameRecord) -> int | str:
    number = record.id.isascii() and record.id.isdigit() and len(record.id) < 16
    return int(record.id) if number else record.id


def _country(power: str, phase: RecordedPhase) -> int:
    if power not in _COUNTRIES:
        raise InputError(f"{power[:40]!r} is no country of the classical map", phase.name)
    return _COUNTRIES[power]


def _turn(phase: RecordedPhase) -> int:
    turn = (phase.year - 1901) * 2 + (phase.name[0] != "S")
    if turn < 0:
        raise InputError("webDiplomacy's turns begin in 1901", phase.name)
    return turn


def format_webdip(record: GameRecord) -> str:
    """Write the status of a game.

    Args:
        record: a record of the standard map that says where the units stood and, where there are
            orders, what became of them.

    Raises:
        InputError: it does not, or an order cannot be read.
    """
    board = _map(record)
    played = [phase for phase in record.phases if phase.type]
    phases = [_phase(phase, board, record.source == "webdip") for phase in played]
    last = played[-1] if played else None
    occupied = {
        str(PLACES[unit[2:]]): PLACES[told.origin]
        for units in ((last.dislodged if last else None) or {}).values()
        for unit, told in units.items()
        if told.origin in PLACES
    }
    return msgspec.json.encode(
        {
            "gameID": _game_id(record),
            "variantID": 1,
            "turn": _turn(last) if last else 0,
            "phase": _WORDS[last.type] if last else "Pre-game",
            "gameOver": record.metadata.get("gameOver", "No"),
            "standoffs": [],
            "occupiedFrom": occupied,
            "phases": phases,
        }
    ).decode()


def _phase(phase: RecordedPhase, board: Map, own: bool) -> dict[str, Any]:
    if phase.units is None:
        raise InputError("the record does not say where the units stood", phase.name)
    boards = ((phase.units, "No"), (dislodged_units(phase.dislodged), "Yes"))
    return {
        "turn": _turn(phase),
        "phase": _WORDS[phase.type],
        "units": [
            {
                "unitType": "Army" if unit[:1] == "A" else "Fleet",
                "retreating": retreating,
                "terrID": _id(unit[2:], phase),
                "countryID": _country(power, phase),
            }
            for by_power, retreating in boards
            for power, units in by_power.items()
            for unit in units
        ],
        "orders": [_order_entry(phase, power, order, own) for power, _, order in parsed_orders(phase, board)],
        "centers": [
            {"terrID": _id(centre, phase), "countryID": _country(power, phase)}
            for power, owned in (phase.centers or {}).items()
            for centre in owned
        ],
    }


def _id(place: str, phase: RecordedPhase) -> int:
    if place not in PLACES:
        raise InputError(f"{place[:40]!r} is no territory of the classical map", phase.name)
    return PLACES[place]


def _order_entry(phase: RecordedPhase, power: str, order: Order, own: bool) -> dict[str, Any]:
    unit = "WAIVE" if order.kind is Kind.WAIVE else f"{order.unit} {order.location}"
    result = phase.results.get(unit)
    if result is None:
        raise InputError(f"nothing is recorded of what became of {unit!r}", phase.name)
    fields = {"toTerrID": 0, "fromTerrID": 0, "viaConvoy": "No", **_fields(order, phase.type)}
    placed = phase.type != "A"
    success, dislodged = _marks(result, order, own)
    return {
        "turn": _turn(phase),
        "phase": _WORDS[phase.type],
        "countryID": _country(power, phase),
        "unitType": ("Army" if order.unit == "A" else "Fleet") if placed else "",
        **fields,
        "success": success,
        "dislodged": dislodged,
    }


def _marks(result: RecordedResult, order: Order, own: bool) -> tuple[str, str]:
    if own and len(result.codes) == 2:
        return result.codes[0], result.codes[1]
    success = result.outcome is Outcome.SUCCEEDS or (result.outcome is None and result.succeeded is True)
    gone = result.dislodged or result.reason is Reason.DISLODGED
    return "Yes" if success and order.kind is not Kind.HOLD else "No", "Yes" if gone else "No"


def _fields(order: Order, type: str) -> dict[str, Any]:
    """The fields of an order that say what it is."""
    if order.kind is Kind.WAIVE:
        return {"type": "Wait", "terrID": 0}
    here, there = PLACES[order.location], PLACES[province_of(order.other)] if order.other else 0
    goal = order.destination
    match order.kind:
        case Kind.HOLD:
            return {"type": "Hold", "terrID": here}
        case Kind.MOVE:
            via = "Yes" if order.via else "No"
            return {"type": "Move", "terrID": here, "toTerrID": PLACES[goal], "viaConvoy": via}
        case Kind.SUPPORT if not goal:
            return {"type": "Support hold", "terrID": here, "toTerrID": there}
        case Kind.SUPPORT:
            to = PLACES[province_of(goal)]
            return {"type": "Support move", "terrID": here, "fromTerrID": there, "toTerrID": to}
        case Kind.CONVOY:
            to = PLACES[province_of(goal)]
            return {"type": "Convoy", "terrID": here, "fromTerrID": there, "toTerrID": to}
        case Kind.RETREAT:
            return {"type": "Retreat", "terrID": here, "toTerrID": PLACES[goal]}
        case Kind.BUILD:
            kind = "Build Army" if order.unit == "A" else "Build Fleet"
            return {"type": kind, "terrID": here, "toTerrID": here}
        case _:
            if type != "A":
                return {"type": "Disband", "terrID": here}
            site = PLACES[province_of(order.location)]
            return {"type": "Destroy", "terrID": site, "toTerrID": site}


def format_webdip_submit(record: GameRecord) -> str:
    """Write the orders of one power for one phase as they are handed in.

    Args:
        record: a record of one phase of the standard map with orders of one power.

    Raises:
        InputError: there are several, or an order cannot be read.
    """
    board = _map(record)
    phases = [phase for phase in record.phases if phase.type]
    if len(phases) != 1:
        raise InputError(f"a submission is for one phase, the record has {len(phases)}", record.id)
    phase = phases[0]
    powers = [power for power in phase.orders if phase.orders[power]]
    if len(powers) != 1:
        raise InputError(f"a submission is of one power, there are orders of {len(powers)}", phase.name)
    reader = order_reader(board, phase.season)
    orders = [(text, reader[text]) for text in only_set(phase, powers[0])]
    for text, order in orders:
        if isinstance(order, Unreadable):
            raise InputError(f"{text[:40]!r} is no order: {order.why}", f"{phase.name}: {powers[0]}")
    return msgspec.json.encode(
        {
            "gameID": _game_id(record),
            "turn": _turn(phase),
            "phase": _WORDS[phase.type],
            "countryID": _country(powers[0], phase),
            "ready": record.metadata.get("ready", "No"),
            "orders": [_fields(order, phase.type) for _, order in orders if isinstance(order, Order)],
        }
    ).decode()


def write_webdip(records: Iterable[GameRecord]) -> Iterator[bytes]:
    """Write the status of games, one a line."""
    for record in records:
        yield format_webdip(record).encode() + b"\n"


def write_webdip_submit(records: Iterable[GameRecord]) -> Iterator[bytes]:
    """Write submissions, one a line."""
    for record in records:
        yield format_webdip_submit(record).encode() + b"\n"
