"""The JSON test cases of the Rust crate `diplomacy`: orders, each with the outcome expected.

A case names no season; it is read as one of 1901.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

import msgspec

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.orders import Kind, Order, Unreadable, format_order, order_reader
from resolvent.orders.grammar import Season
from resolvent.outcomes import Outcome
from resolvent.records.game import ByPower, DislodgedUnits, GameRecord, RecordedPhase, RecordedResult
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
from resolvent.records.phase import Dislodged
from resolvent.records.source import decode_as, read_objects

__all__ = ["format_rust_cases", "parse_rust_cases", "read_rust_cases", "write_rust_cases"]

_NAMES = {"Main": "S1901M", "Retreat": "S1901R", "Build": "W1901A"}
_WORDS = {"M": "Main", "R": "Retreat", "A": "Build"}
_UNIT = re.compile(r"([A-Za-z]{3,}):\s*([AF])\s+(\S+)", re.IGNORECASE)


class _Before(msgspec.Struct, frozen=True):
    orders: dict[str, str | None]
    starting_state: list[str] | None = None


class _Case(msgspec.Struct, frozen=True):
    name: str
    phase: str
    orders: dict[str, str | None] = {}
    url: str | None = None
    description: str | None = None
    ignore: str | None = None
    edition: str | None = None
    starting_state: list[str] | None = None
    preceding_main_phase: _Before | None = None
    occupiers: dict[str, str] | None = None
    civil_disorder: list[str] | None = None


class _File(msgspec.Struct, frozen=True):
    cases: list[_Case]


_KEPT = ("url", "ignore", "edition", "civil_disorder")


def read_rust_cases(stream: BinaryIO, name: str) -> Iterator[GameRecord]:
    """Read a file of cases.

    Args:
        stream: a binary stream.
        name: its name for messages.

    Yields:
        A record for each case; a retreat case has the movement before it as well.

    Raises:
        InputError: it is no such file, or an order cannot be read.
    """
    board = board_of("standard")
    for place, data in read_objects(stream, name):
        for number, case in enumerate(decode_as(data, _File, place).cases):
            yield _record(case, board, f"{place}: cases[{number}]")


def parse_rust_cases(text: str | bytes, name: str = "") -> tuple[GameRecord, ...]:
    """Read a file of cases; see `read_rust_cases`."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return tuple(read_rust_cases(io.BytesIO(data), name))


def _record(case: _Case, board: Map, where: str) -> GameRecord:
    if case.phase not in _NAMES:
        raise InputError(f"{case.phase[:40]!r} is none of the phases Main, Retreat, Build", where)
    name = _NAMES[case.phase]
    phases: list[RecordedPhase] = []
    units = _units(case.starting_state, board, where)
    if name.endswith("R"):
        if case.preceding_main_phase is None:
            raise InputError("a retreat case needs 'preceding_main_phase'", where)
        before = _phase("S1901M", case.preceding_main_phase.orders, board, where)
        before = _with_units(
            before, _units(case.preceding_main_phase.starting_state, board, where), board, where
        )
        phases.append(before)
        phase = _phase(name, case.orders, board, where)
        phase = msgspec.structs.replace(phase, units=units, dislodged=_retreating(case, board, where))
    else:
        phase = _phase(name, case.orders, board, where)
        if name.endswith("M"):
            phase = _with_units(phase, units, board, where)
        else:
            phase = _with_centers(phase, units or {}, case.occupiers or {}, board, where)
    phases.append(phase)
    kept = {key: getattr(case, key) for key in _KEPT}
    metadata = {key: value for key, value in kept.items() if value is not None}
    title, notes = case.name, case.description or ""
    return GameRecord(case.name, board.name, tuple(phases), "rust", title, notes, metadata)


def _units(texts: list[str] | None, board: Map, where: str) -> ByPower | None:
    if texts is None:
        return None
    found: dict[str, list[str]] = {}
    for text in texts:
        match = _UNIT.fullmatch(text.strip())
        if match is None:
            raise InputError(
                f"{text[:40]!r} is no unit; one is written 'ENG: F lon'", f"{where}.starting_state"
            )
        power = power_at(match[1], board, where)
        found.setdefault(power, []).append(f"{match[2].upper()} {find_place(match[3], board, where)}")
    return {power: tuple(units) for power, units in found.items()}


def _orders(
    written: dict[str, str | None], season: Season, board: Map, where: str
) -> Iterator[tuple[str, Order, str | None]]:
    reader = order_reader(board, season)
    for text, expected in written.items():
        name, colon, rest = text.partition(":")
        place = f"{where}.orders[{text[:60]!r}]"
        if not colon:
            raise InputError(f"{text[:40]!r} does not begin with a nation and a colon", place)
        order = reader[rest.strip()]
        if isinstance(order, Unreadable):
            raise InputError(f"{rest.strip()[:40]!r} is no order: {order.why}", place)
        if season == "R" and order.kind is Kind.HOLD:
            order = Order(Kind.DISBAND, order.unit, order.location)
        yield power_at(name, board, place), order, expected


def _phase(name: str, written: dict[str, str | None], board: Map, where: str) -> RecordedPhase:
    season: Season = "R" if name.endswith("R") else "A" if name.endswith("A") else "M"
    orders: dict[str, list[str]] = {}
    results: dict[str, RecordedResult] = {}
    for power, order, expected in _orders(written, season, board, where):
        orders.setdefault(power, []).append(format_order(order))
        if expected is not None:
            results[f"{order.unit} {order.location}"] = _result(expected, where)
    return RecordedPhase(name, None, {p: tuple(texts) for p, texts in orders.items()}, results=results)


def _result(expected: str, where: str) -> RecordedResult:
    if expected not in ("Succeeds", "Fails"):
        raise InputError(f"{expected[:40]!r} is neither 'Succeeds' nor 'Fails'", where)
    success = expected == "Succeeds"
    return RecordedResult((expected,), Outcome.SUCCEEDS if success else None, None, None, success)


def _with_units(phase: RecordedPhase, units: ByPower | None, board: Map, where: str) -> RecordedPhase:
    """The units, from the orders if they are not listed; and what orders leave out of them."""
    reader = order_reader(board, "M")
    read = [(p, o) for p in phase.orders for t in phase.order_texts(p) if isinstance(o := reader[t], Order)]
    if units is None:
        units = units_of_orders(read, board, where)
    standing = Standing(units)
    orders: dict[str, list[str]] = {}
    for power, order in read:
        orders.setdefault(power, []).append(format_order(standing.complete(order)))
    return msgspec.structs.replace(phase, units=units, orders={p: tuple(t) for p, t in orders.items()})


def _retreating(case: _Case, board: Map, where: str) -> DislodgedUnits:
    """The units that the retreat orders are for."""
    found: DislodgedUnits = {}
    for power, order, _ in _orders(case.orders, "R", board, where):
        found.setdefault(power, {})[f"{order.unit} {order.location}"] = Dislodged()
    return found


def _with_centers(
    phase: RecordedPhase, units: ByPower, occupiers: dict[str, str], board: Map, where: str
) -> RecordedPhase:
    """The owners: of its province each unit, then the occupiers; the rest belongs to the home powers."""
    owner = {home: power for power, homes in board.homes.items() for home in homes}
    for province, nation in occupiers.items():
        owner[province_of(find_place(province, board, where))] = power_at(nation, board, where)
    owner |= {province_of(unit[2:]): power for power, own in units.items() for unit in own}
    centers: dict[str, list[str]] = {}
    for province, power in sorted(owner.items()):
        if board.provinces[province].centre:
            centers.setdefault(power, []).append(province)
    return msgspec.structs.replace(phase, units=units, centers={p: tuple(c) for p, c in centers.items()})


def format_rust_cases(record: GameRecord) -> list[dict[str, Any]]:
    """Write the phases of a record as cases.

    Args:
        record: a record of the standard map; phases without orders are left out.

    Returns:
        The cases as JSON would have them.

    Raises:
        InputError: an order cannot be read, or owners cannot be told in this format.
    """
    if record.map != "standard":
        raise InputError(f"these cases are for the standard map, not for {record.map!r}", record.id)
    board = board_for(record)
    cases = []
    for number, phase in enumerate(record.phases):
        before = record.phases[number - 1] if number else None
        context = number + 1 < len(record.phases) and record.phases[number + 1].type == "R"
        if not phase.type or not any(phase.orders.values()) or (record.source == "rust" and context):
            continue
        cases.append(_case(record, phase, before, board))
    return cases


def _case(
    record: GameRecord, phase: RecordedPhase, before: RecordedPhase | None, board: Map
) -> dict[str, Any]:
    name = record.title or record.id or "game"
    own = record.source == "rust"
    case: dict[str, Any] = {"name": name if own else f"{name}_{phase.name}", "url": ""}
    case |= {key: record.metadata[key] for key in _KEPT if key in record.metadata and own}
    if record.notes:
        case["description"] = record.notes
    case["phase"] = _WORDS[phase.type]
    if phase.type == "R":
        if before is None or before.type != "M":
            raise InputError("a retreat case needs the movement before it", phase.name)
        preceding: dict[str, Any] = {"orders": _order_entries(before, board)}
        if before.units is not None:
            preceding["starting_state"] = _unit_texts(before.units)
        case["preceding_main_phase"] = preceding
    if phase.type == "A":
        case["occupiers"] = _occupiers(phase, board)
    if phase.units is not None:
        case["starting_state"] = _unit_texts(phase.units)
    case["orders"] = _order_entries(phase, board)
    return case


def _unit_texts(units: ByPower) -> list[str]:
    return [f"{power[:3]}: {unit[:2]}{_place(unit[2:])}" for power, own in units.items() for unit in own]


def _place(place: str) -> str:
    province, _, coast = place.lower().partition("/")
    return f"{province}({coast})" if coast else province


def _occupiers(phase: RecordedPhase, board: Map) -> dict[str, str]:
    owner = {centre: power for power, owned in (phase.centers or {}).items() for centre in owned}
    standing = Standing(phase.units)
    for province in sorted(p.id for p in board.centres):
        home = board.provinces[province].home
        unit = standing.get(province)
        implied = unit.power if unit is not None else home
        if (implied and province not in owner) or (unit is not None and owner.get(province) != unit.power):
            message = f"that {owner.get(province, 'nobody')} owns {province} cannot be told in this format"
            raise InputError(message, phase.name)
    return {
        province.lower(): power[:3]
        for province, power in sorted(owner.items())
        if power != board.provinces[province].home
    }


def _order_entries(phase: RecordedPhase, board: Map) -> dict[str, str | None]:
    entries: dict[str, str | None] = {}
    for power, text, order in parsed_orders(phase, board):
        if order.kind is Kind.WAIVE:
            continue
        if not order.unit:
            raise InputError(f"nothing tells whether {text[:40]!r} is for an army or a fleet", phase.name)
        key = f"{power[:3]}: {order.unit} {_place(order.location)} {_command(order, phase)}"
        entries[key] = _expected(phase.results.get(f"{order.unit} {order.location}"))
    return entries


def _command(order: Order, phase: RecordedPhase) -> str:
    goal, other = _place(order.destination), f"{order.other_unit} {_place(order.other)}".strip()
    match order.kind:
        case Kind.MOVE:
            return f"-> {goal}{' via convoy' if order.via else ''}"
        case Kind.RETREAT:
            return f"-> {goal}"
        case Kind.SUPPORT:
            return f"supports {other}{f' -> {goal}' if goal else ''}"
        case Kind.CONVOY:
            return f"convoys {_place(order.other)} -> {goal}"
        case Kind.BUILD:
            return "build"
        case Kind.DISBAND:
            return "hold" if phase.type == "R" else "disband"
        case _:
            return "holds"


def _expected(result: RecordedResult | None) -> str | None:
    """A void support counts as given there, so that nothing is expected of it."""
    if result is None or result.outcome is Outcome.VOID:
        return None
    success = result.succeeded if result.outcome is None else result.outcome is Outcome.SUCCEEDS
    return None if success is None else "Succeeds" if success else "Fails"


def write_rust_cases(records: Iterable[GameRecord]) -> Iterator[bytes]:
    """Write a file of cases."""
    yield b'{"$schema": "./tests.schema.json", "cases": ['
    first = True
    for record in records:
        for case in format_rust_cases(record):
            yield (b"\n" if first else b",\n") + msgspec.json.encode(case)
            first = False
    yield b"\n]}\n"
