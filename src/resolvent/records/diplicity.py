"""Test fixtures of diplicity: games in JSON with the expected resolution of every order.

The start position is not in the file; a phase tells the board behind it, which is the board before
the next one.
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
from resolvent.records.game import (
    Aftermath,
    ByPower,
    DislodgedUnits,
    GameRecord,
    RecordedPhase,
    RecordedResult,
)
from resolvent.records.godip import from_godip
from resolvent.records.notation import (
    Standing,
    board_of,
    dislodged_units,
    power_at,
    province_of,
)
from resolvent.records.phase import Dislodged
from resolvent.records.source import decode_as, read_objects

__all__ = ["CODES", "MAPS", "parse_diplicity", "read_diplicity"]

_TYPES = {"Movement": "M", "Retreat": "R", "Adjustment": "A"}
MAPS = {"Classical": "standard"}
CODES: dict[str, tuple[Outcome, Reason | None]] = {
    "OK": (Outcome.SUCCEEDS, None),
    "ErrBounce": (Outcome.FAILS, Reason.BOUNCED),
    "ErrSupportBroken": (Outcome.FAILS, Reason.CUT),
    "ErrInvalidSupporteeOrder": (Outcome.VOID, None),
    "ErrMissingConvoyPath": (Outcome.FAILS, Reason.NO_CONVOY),
    "ErrConvoyParadox": (Outcome.FAILS, Reason.PARADOX),
    "ErrConvoyDislodged": (Outcome.FAILS, Reason.DISRUPTED),
}


class _Order(msgspec.Struct, frozen=True):
    nation: str
    selected: list[str]
    expected_resolution: str | None = None


class _Unit(msgspec.Struct, frozen=True):
    nation: str
    type: str
    province: str
    dislodged: bool = False


class _After(msgspec.Struct, frozen=True):
    units: list[_Unit] = []
    supply_centers: dict[str, str] = {}


class _Phase(msgspec.Struct, frozen=True):
    season: str
    year: int
    type: str
    orders: list[_Order] = []
    expected_state_after: _After | None = None
    resolution_trigger: str | None = None


class _Fixture(msgspec.Struct, frozen=True):
    phases: list[_Phase]
    variant: str = "Classical"
    outcome: Any = None
    source: Any = None


def read_diplicity(stream: BinaryIO, name: str) -> Iterator[GameRecord]:
    """Read fixtures.

    Args:
        stream: a binary stream.
        name: its name for messages.

    Raises:
        InputError: it is no fixture, or names unknown places or powers.
    """
    for place, data in read_objects(stream, name):
        yield _record(decode_as(data, _Fixture, place), place)


def parse_diplicity(text: str | bytes, name: str = "") -> GameRecord:
    """Read one fixture; see `read_diplicity`."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    games = list(read_diplicity(io.BytesIO(data), name))
    if len(games) != 1:
        raise InputError(f"one game was expected, there are {len(games)}", name)
    return games[0]


def _record(fixture: _Fixture, place: str) -> GameRecord:
    map = MAPS.get(fixture.variant, fixture.variant)
    board = board_of(map)
    phases: list[RecordedPhase] = []
    after: Aftermath | None = None
    for number, entry in enumerate(fixture.phases):
        phase = _phase(entry, after, board, f"{place}: phases[{number}]")
        phases.append(phase)
        after = phase.after
    metadata = {k: v for k in ("outcome", "source") if (v := getattr(fixture, k)) is not None}
    return GameRecord("", map, tuple(phases), "diplicity", metadata=metadata)


def _phase(entry: _Phase, before: Aftermath | None, board: Map, where: str) -> RecordedPhase:
    type = _TYPES.get(entry.type)
    if type is None or entry.season not in ("Spring", "Fall") or not 0 <= entry.year < 1_000_000:
        raise InputError(f"'{entry.season[:20]} {entry.year} {entry.type[:20]}' is no phase", where)
    season = "W" if type == "A" else entry.season[0]
    name = f"{season}{entry.year:04d}{type}"
    units, dislodged, centers = (before.units, before.dislodged, before.centers) if before else (None,) * 3
    if before is None and name == "S1901M":
        units, centers = dict(board.start), dict(board.homes)
    if units is None:
        units, dislodged = _sighted(entry, type, board, where)
    standing = Standing(dislodged_units(dislodged) if type == "R" else units)
    orders: dict[str, list[str]] = {}
    results: dict[str, RecordedResult] = {}
    gone = _gone(entry.expected_state_after, board, where) if type == "M" else None
    for number, written in enumerate(entry.orders):
        place = f"{where}.orders[{number}]"
        power = power_at(written.nation, board, place)
        order = standing.complete(_order(written.selected, type, board, place))
        orders.setdefault(power, []).append(format_order(order))
        unit = f"{order.unit} {order.location}".strip()
        if written.expected_resolution is not None:
            dislodged_too = None if gone is None else (power, province_of(order.location)) in gone
            results[unit] = _result(written.expected_resolution, order, dislodged_too)
    return RecordedPhase(
        name,
        units,
        {power: tuple(texts) for power, texts in orders.items()},
        centers,
        dislodged if dislodged or type == "R" else None,
        results,
        _aftermath(entry.expected_state_after, board, where),
    )


def _sighted(
    entry: _Phase, type: str, board: Map, where: str
) -> tuple[ByPower | None, DislodgedUnits | None]:
    """Before a first phase there is no board; what happened behind a movement may tell the units."""
    after = entry.expected_state_after
    if type != "M" or after is None:
        return None, None
    aftermath = _aftermath(after, board, where)
    if aftermath is None:
        return None, None
    ends: dict[tuple[str, str], list[str]] = {}
    for by_power in (aftermath.units or {}, dislodged_units(aftermath.dislodged)):
        for power, units in by_power.items():
            for unit in units:
                ends.setdefault((power, province_of(unit[2:])), []).append(unit)
    found: dict[str, list[str]] = {}
    for number, written in enumerate(entry.orders):
        place = f"{where}.orders[{number}]"
        power = power_at(written.nation, board, place)
        order = _order(written.selected, type, board, place)
        moved = order.kind is Kind.MOVE and written.expected_resolution == "OK"
        stands = ends.get((power, province_of(order.destination if moved else order.location)), [])
        if len(stands) != 1:
            return None, None
        unit = f"{stands[0][:1]} {order.location}" if moved else stands[0]
        place_id = board.places[unit[2:]]
        if unit[:1] == "F" and place_id.province.coasts and not place_id.coast:
            goal = board.places[stands[0][2:]]
            coasts = [c.id for c in place_id.province.coasts if goal in c.fleet]
            if len(coasts) != 1:
                return None, None
            unit = f"F {coasts[0]}"
        del ends[power, province_of(order.destination if moved else order.location)]
        found.setdefault(power, []).append(unit)
    for (power, _), stands in ends.items():  # units without orders
        found.setdefault(power, []).extend(stands)
    return {power: tuple(units) for power, units in found.items()}, None


def _order(selected: list[str], type: str, board: Map, where: str) -> Order:
    words = [*selected, "", "", ""]
    location = from_godip(words[0], board, where)

    def place(number: int) -> str:
        return from_godip(words[number], board, where) if words[number] else ""

    goal = place(3) or place(2) if words[1] in ("Move", "MoveViaConvoy") else ""
    match words[1]:
        case "Hold":
            return Order(Kind.HOLD, "", location)
        case "Move" if goal and type == "R":
            return Order(Kind.RETREAT, "", location, goal)
        case "Move" | "MoveViaConvoy" if goal:
            return Order(Kind.MOVE, "", location, goal, via=words[1] != "Move")
        case "Support" if words[2] and words[3]:
            goal = "" if words[3] == words[2] else place(3)
            return Order(Kind.SUPPORT, "", location, goal, place(2))
        case "Convoy" if words[2] and words[3]:
            return Order(Kind.CONVOY, "", location, place(3), place(2))
        case "Disband":
            return Order(Kind.DISBAND, "", location)
        case "Build" if words[2] in ("Army", "Fleet"):
            return Order(Kind.BUILD, words[2][0], place(3) or location)
    raise InputError(f"{' '.join(selected)[:60]!r} is no order of this format", where)


def _result(code: str, order: Order, dislodged: bool | None) -> RecordedResult:
    word = code.partition(":")[0]
    outcome, reason = CODES.get(word, (Outcome.ILLEGAL, None))
    if outcome is Outcome.SUCCEEDS and dislodged and order.kind in (Kind.HOLD, Kind.CONVOY):
        return RecordedResult((code,), Outcome.FAILS, Reason.DISLODGED, True, False)
    return RecordedResult((code,), outcome, reason, dislodged, outcome is Outcome.SUCCEEDS)


def _gone(after: _After | None, board: Map, where: str) -> set[tuple[str, str]] | None:
    if after is None:
        return None
    return {
        (power_at(u.nation, board, where), province_of(from_godip(u.province, board, where)))
        for u in after.units
        if u.dislodged
    }


def _aftermath(after: _After | None, board: Map, where: str) -> Aftermath | None:
    if after is None:
        return None
    where = f"{where}.expected_state_after"
    units: dict[str, list[str]] = {}
    dislodged: DislodgedUnits = {}
    for entry in after.units:
        if entry.type not in ("Army", "Fleet"):
            raise InputError(f"{entry.type[:40]!r} is neither 'Army' nor 'Fleet'", where)
        unit = f"{entry.type[0]} {from_godip(entry.province, board, where)}"
        power = power_at(entry.nation, board, where)
        if entry.dislodged:
            dislodged.setdefault(power, {})[unit] = Dislodged()
        else:
            units.setdefault(power, []).append(unit)
    centers: dict[str, list[str]] = {}
    for province, nation in after.supply_centers.items():
        centre = from_godip(province, board, where)
        centers.setdefault(power_at(nation, board, where), []).append(centre)
    return Aftermath(
        "",
        {power: tuple(found) for power, found in units.items()},
        dislodged,
        {power: tuple(found) for power, found in centers.items()} or None,
    )
