"""webDiplomacy's JSON: the status of a game, and orders as they are handed in.

Only its classical map is known.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.orders import Kind, Order, format_order
from resolvent.outcomes import Outcome, Reason
from resolvent.records.follow import with_origins
from resolvent.records.game import ByPower, DislodgedUnits, GameRecord, RecordedPhase, RecordedResult
from resolvent.records.notation import Standing, board_of, dislodged_units, province_of
from resolvent.records.phase import Dislodged
from resolvent.records.source import decode_as, read_objects
from resolvent.records.webdip_codes import COUNTRIES, TERRITORIES, VARIANTS

__all__ = ["OrderEntry", "parse_webdip", "phase_name", "read_webdip", "webdip_order"]

_TYPES = {"Diplomacy": "M", "Retreats": "R", "Builds": "A"}

Number = int | str | None


class OrderEntry(msgspec.Struct, frozen=True):
    """One order; numbers may be strings, 0 and null are none."""

    type: str
    terrID: Number = None  # noqa: N815
    countryID: Number = None  # noqa: N815
    toTerrID: Number = None  # noqa: N815
    fromTerrID: Number = None  # noqa: N815
    unitType: str | None = None  # noqa: N815
    viaConvoy: str | None = None  # noqa: N815
    success: str | None = None
    dislodged: str | None = None


class _Unit(msgspec.Struct, frozen=True):
    unitType: str  # noqa: N815
    terrID: Number  # noqa: N815
    countryID: Number  # noqa: N815
    retreating: str | None = None


class _Centre(msgspec.Struct, frozen=True):
    terrID: Number = None  # noqa: N815
    countryID: Number = None  # noqa: N815


class _Phase(msgspec.Struct, frozen=True):
    turn: int
    phase: str
    units: list[_Unit] = []
    orders: list[OrderEntry] = []
    centers: list[_Centre] = []


class _Game(msgspec.Struct, frozen=True):
    phases: list[_Phase]
    gameID: Number = None  # noqa: N815
    variantID: Number = 1  # noqa: N815
    gameOver: str | None = None  # noqa: N815
    occupiedFrom: dict[str, Number] | list[Any] = {}  # noqa: N815


class _Submission(msgspec.Struct, frozen=True):
    turn: int
    phase: str
    orders: list[OrderEntry]
    gameID: Number = None  # noqa: N815
    countryID: Number = None  # noqa: N815
    ready: str | None = None


def read_webdip(stream: BinaryIO, name: str) -> Iterator[GameRecord]:
    """Read the status of games, or orders handed in.

    Args:
        stream: a binary stream of one JSON object, or of one a line.
        name: its name for messages.

    Raises:
        InputError: it is neither, or names ids that the classical map has not.
    """
    for place, data in read_objects(stream, name):
        keys = decode_as(data, dict[str, msgspec.Raw], place)
        if "phases" in keys:
            yield _record(decode_as(data, _Game, place), place)
        else:
            yield _submission(decode_as(data, _Submission, place), place)


def parse_webdip(text: str | bytes, name: str = "") -> GameRecord:
    """Read one game or submission; see `read_webdip`."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    games = list(read_webdip(io.BytesIO(data), name))
    if len(games) != 1:
        raise InputError(f"one game was expected, there are {len(games)}", name)
    return games[0]


def _number(value: Number, where: str) -> int:
    if value is None or value == "":
        return 0
    try:
        return int(value)
    except ValueError:
        raise InputError(f"{str(value)[:40]!r} is no number", where) from None


def _territory(value: Number, where: str) -> str:
    id = _number(value, where)
    if id not in TERRITORIES:
        raise InputError(f"{id} is no territory of the classical map", where)
    return TERRITORIES[id]


def _country(value: Number, where: str) -> str:
    id = _number(value, where)
    if id not in COUNTRIES:
        raise InputError(f"{id} is no country of the classical map", where)
    return COUNTRIES[id]


def phase_name(turn: int, phase: str, where: str) -> str:
    """The phase of a turn: ``"F1903M"`` for turn 5, ``Diplomacy``.

    Raises:
        InputError: nothing is played in it.
    """
    if phase not in _TYPES or not 0 <= turn < 1_000_000:
        raise InputError(f"turn {turn}, {phase[:20]!r} is no phase that is played", where)
    type = _TYPES[phase]
    season = "W" if type == "A" else "SF"[turn % 2]
    return f"{season}{1901 + turn // 2:04d}{type}"


def _record(game: _Game, place: str) -> GameRecord:
    variant = _number(game.variantID, place)
    if variant not in VARIANTS:
        where = f"{place}: variantID"
        raise InputError(f"variant {variant} is not known; only 1, the classical one, is", where)
    board = board_of(VARIANTS[variant])
    phases: list[RecordedPhase] = []
    for number, entry in enumerate(game.phases):
        if entry.phase not in _TYPES:  # Finished, Pre-game: no orders, and the board was there before
            continue
        phase = _phase(entry, board, f"{place}: phases[{number}]")
        # games that end drawn or conceded hold their last movement twice
        if phases and phases[-1].name == phase.name:
            phases.pop()
        phases.append(phase)
    record = GameRecord(str(game.gameID or ""), board.name, tuple(phases), "webdip")
    record = _attackers(with_origins(record, board), game, place)
    if game.gameOver is None:
        return record
    return msgspec.structs.replace(record, metadata={"gameOver": game.gameOver})


def _attackers(record: GameRecord, game: _Game, place: str) -> GameRecord:
    """Of the current phase it is told where attackers came from."""
    if not isinstance(game.occupiedFrom, dict) or not record.phases:
        return record
    where = f"{place}: occupiedFrom"
    origins = {
        province_of(_territory(to, where)): province_of(_territory(origin, where))
        for to, origin in game.occupiedFrom.items()
    }
    last = record.phases[-1]
    dislodged = last.dislodged and {
        power: {
            unit: msgspec.structs.replace(told, origin=origins.get(province_of(unit[2:]), told.origin))
            for unit, told in units.items()
        }
        for power, units in last.dislodged.items()
    }
    last = msgspec.structs.replace(last, dislodged=dislodged)
    return msgspec.structs.replace(record, phases=(*record.phases[:-1], last))


def _phase(entry: _Phase, board: Map, where: str) -> RecordedPhase:
    name = phase_name(entry.turn, entry.phase, where)
    units, dislodged = _units(entry, where)
    standing = Standing(dislodged_units(dislodged) if name.endswith("R") else units)
    orders: dict[str, list[str]] = {}
    results: dict[str, RecordedResult] = {}
    for number, written in enumerate(entry.orders):
        place = f"{where}.orders[{number}]"
        order = standing.complete(webdip_order(written, board, place))
        orders.setdefault(_country(written.countryID, place), []).append(format_order(order))
        unit = "WAIVE" if order.kind is Kind.WAIVE else f"{order.unit} {order.location}".strip()
        results[unit] = _result(written, order)
    return RecordedPhase(
        name,
        units,
        {power: tuple(texts) for power, texts in orders.items()},
        _centers(entry, board, where),
        dislodged if dislodged or name.endswith("R") else None,
        results,
    )


def _units(entry: _Phase, where: str) -> tuple[ByPower, DislodgedUnits]:
    units: dict[str, list[str]] = {}
    dislodged: DislodgedUnits = {}
    for number, unit in enumerate(entry.units):
        place = f"{where}.units[{number}]"
        if unit.unitType not in ("Army", "Fleet"):
            raise InputError(f"{unit.unitType[:40]!r} is neither 'Army' nor 'Fleet'", place)
        power = _country(unit.countryID, place)
        text = f"{unit.unitType[0]} {_territory(unit.terrID, place)}"
        if unit.retreating == "Yes":
            dislodged.setdefault(power, {})[text] = Dislodged()
        else:
            units.setdefault(power, []).append(text)
    return {power: tuple(texts) for power, texts in units.items()}, dislodged


def _centers(entry: _Phase, board: Map, where: str) -> ByPower | None:
    """All owned territories are listed, coasts too; only the supply centres count."""
    centers: dict[str, list[str]] = {}
    for number, owned in enumerate(entry.centers):
        place = f"{where}.centers[{number}]"
        if not _number(owned.countryID, place):
            continue
        territory = _territory(owned.terrID, place)
        province = board.provinces.get(territory)
        if province is not None and province.centre:
            centers.setdefault(_country(owned.countryID, place), []).append(territory)
    return {power: tuple(found) for power, found in centers.items()} or None


def webdip_order(entry: OrderEntry, board: Map, where: str) -> Order:
    """One order; unit types of others are not written there.

    Args:
        entry: the order.
        board: the classical map.
        where: where it stands, for messages.

    Raises:
        InputError: it is none.
    """
    unit = (entry.unitType or "")[:1]
    if entry.type == "Wait":
        return Order(Kind.WAIVE)
    location = _territory(entry.terrID, where)

    def place(value: Number) -> str:
        # ids of no territory occur in real games, where the site prints this too
        return TERRITORIES.get(_number(value, where), "???")

    match entry.type:
        case "Hold":
            return Order(Kind.HOLD, unit, location)
        case "Move":
            return Order(Kind.MOVE, unit, location, place(entry.toTerrID), via=entry.viaConvoy == "Yes")
        case "Support hold":
            return Order(Kind.SUPPORT, unit, location, "", place(entry.toTerrID))
        case "Support move":
            return Order(Kind.SUPPORT, unit, location, place(entry.toTerrID), place(entry.fromTerrID))
        case "Convoy":
            return Order(Kind.CONVOY, unit, location, place(entry.toTerrID), place(entry.fromTerrID), "A")
        case "Retreat":
            return Order(Kind.RETREAT, unit, location, place(entry.toTerrID))
        case "Disband":
            return Order(Kind.DISBAND, unit, location)
        case "Build Army" | "Build Fleet":
            site = place(entry.toTerrID) if _number(entry.toTerrID, where) else location
            return Order(Kind.BUILD, entry.type[6], site)
        case "Destroy":
            return Order(Kind.DISBAND, unit, location)
    raise InputError(f"{entry.type[:40]!r} is no type of order", where)


def _result(entry: OrderEntry, order: Order) -> RecordedResult:
    codes = (entry.success or "", entry.dislodged or "")
    dislodged = entry.dislodged == "Yes"
    if order.kind in (Kind.BUILD, Kind.DISBAND, Kind.WAIVE, Kind.RETREAT):
        return _plain(codes, entry.success == "Yes", Reason.BOUNCED if order.kind is Kind.RETREAT else None)
    if dislodged and order.kind in (Kind.HOLD, Kind.CONVOY) and entry.success != "Yes":
        return RecordedResult(codes, Outcome.FAILS, Reason.DISLODGED, True, False)
    if order.kind is Kind.HOLD:  # "success" is No beside every hold
        return RecordedResult(codes, Outcome.SUCCEEDS, None, False, True)
    if entry.success == "Yes":
        return RecordedResult(codes, Outcome.SUCCEEDS, None, dislodged, True)
    # why is not told; a support that is not given may be cut, or match nothing
    outcome = Outcome.FAILS if order.kind is Kind.MOVE else None
    return RecordedResult(codes, outcome, None, dislodged, False)


def _plain(codes: tuple[str, ...], success: bool, reason: Reason | None) -> RecordedResult:
    if success:
        return RecordedResult(codes, Outcome.SUCCEEDS, None, None, True)
    return RecordedResult(codes, Outcome.FAILS, reason, None, False)


def _submission(entry: _Submission, place: str) -> GameRecord:
    board = board_of("standard")
    name = phase_name(entry.turn, entry.phase, place)
    power = _country(entry.countryID, f"{place}: countryID")
    texts = tuple(
        format_order(webdip_order(order, board, f"{place}: orders[{number}]"))
        for number, order in enumerate(entry.orders)
    )
    metadata = {"ready": entry.ready} if entry.ready is not None else {}
    phase = RecordedPhase(name, orders={power: texts})
    return GameRecord(str(entry.gameID or ""), "standard", (phase,), "webdip-submit", metadata=metadata)
