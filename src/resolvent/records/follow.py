"""Positions that follow from recorded results.

Some programs record orders and what became of them, but not where the units stood.  Nothing is
adjudicated here: a unit is where the record says that it went.
"""

from __future__ import annotations

import msgspec

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.orders import Kind, Order, Unreadable, format_order, order_reader
from resolvent.records.game import ByPower, DislodgedUnits, GameRecord, RecordedPhase, RecordedResult
from resolvent.records.notation import Standing, dislodged_units, province_of
from resolvent.records.phase import Dislodged

__all__ = ["board_after", "follow", "outcome_of", "with_origins"]

Board = tuple[ByPower, DislodgedUnits]


def follow(record: GameRecord, board: Map) -> GameRecord:
    """Fill in the units of phases that do not list them, as far as results tell.

    Args:
        record: any record.
        board: its map; a first phase without units begins at its start if it is the map's first.

    Returns:
        The record; orders and results of phases filled in name the units in full.

    Raises:
        InputError: a unit moved to a province with several coasts, and nothing tells to which.
    """
    phases: list[RecordedPhase] = []
    after: Board | None = None
    for phase in record.phases:
        if phase.units is None and not phases and phase.name == "S1901M":
            after = ({power: units for power, units in board.start.items() if units}, {})
        if phase.units is None and after is not None:
            phase = _filled(phase, after, board)
        phases.append(phase)
        after = board_after(phase, board)
    return msgspec.structs.replace(record, phases=tuple(phases))


def _filled(phase: RecordedPhase, after: Board, board: Map) -> RecordedPhase:
    units, dislodged = after
    if phase.type == "R":
        known = phase.dislodged or {}
        dislodged = {
            power: {unit: known.get(power, {}).get(unit, told) for unit, told in entries.items()}
            for power, entries in dislodged.items()
        }
        phase = msgspec.structs.replace(phase, units=units, dislodged=dislodged)
    else:
        phase = msgspec.structs.replace(phase, units=units)
    return _completed(phase, board)


def _completed(phase: RecordedPhase, board: Map) -> RecordedPhase:
    """Orders and results with the units as they stand."""
    standing = Standing(dislodged_units(phase.dislodged) if phase.type == "R" else phase.units)
    reader = order_reader(board, phase.season)

    def complete(text: str) -> str:
        order = reader[text]
        if isinstance(order, Unreadable) or order.route:
            return text
        return format_order(standing.complete(order))

    orders = {
        power: tuple(
            complete(entry) if isinstance(entry, str) else tuple(complete(t) for t in entry) for entry in sets
        )
        for power, sets in phase.orders.items()
    }
    results = {}
    for unit, result in phase.results.items():
        found = standing.get(province_of(unit[2:] if unit[1:2] == " " else unit))
        results[found.unit if found else unit] = result
    return msgspec.structs.replace(phase, orders=orders, results=results)


def board_after(phase: RecordedPhase, board: Map) -> Board | None:
    """The board behind a phase, from its results.

    Args:
        phase: a phase with its units.
        board: its map.

    Returns:
        Standing and dislodged units; ``None`` if the units or results are not recorded.

    Raises:
        InputError: a fleet's coast cannot be told.
    """
    if phase.units is None or not phase.type or (phase.type == "M" and not phase.results):
        return None
    if phase.after is not None and phase.after.units is not None:
        return phase.after.units, phase.after.dislodged or {}
    if phase.type == "M":
        return _after_movement(phase, board)
    if phase.type == "R":
        return _after_retreats(phase, board), {}
    return _after_adjustments(phase, board), {}


def outcome_of(record: GameRecord, number: int, board: Map) -> Board | None:
    """The board behind a phase, from whatever the record says of it.

    Args:
        record: a record.
        number: which of its phases.
        board: its map.

    Returns:
        Standing and dislodged units; ``None`` if nothing tells.

    Raises:
        InputError: a fleet's coast cannot be told.
    """
    phase = record.phases[number]
    if phase.after is not None and phase.after.units is not None:
        return phase.after.units, phase.after.dislodged or {}
    following = record.phases[number + 1] if number + 1 < len(record.phases) else None
    if following is not None and following.units is not None:
        return following.units, following.dislodged or {}
    return board_after(phase, board)


def _orders(phase: RecordedPhase, board: Map) -> dict[tuple[str, str], Order]:
    """Power and province to order; the last one that can be read."""
    reader = order_reader(board, phase.season)
    found: dict[tuple[str, str], Order] = {}
    for power in phase.orders:
        for text in phase.order_texts(power):
            order = reader[text]
            if isinstance(order, Order):
                found[power, province_of(order.location)] = order
    return found


def _succeeds(result: RecordedResult | None) -> bool:
    return result is not None and (
        result.succeeded is True or (result.succeeded is None and result.outcome == "succeeds")
    )


def _arrival(unit: str, order: Order, board: Map, where: str) -> str:
    """The unit where it went; the coast is the only one in reach if none is written."""
    kind, place = unit[:1], board.places.get(order.destination)
    if place is None or kind == "A" or not place.province.coasts or place.coast:
        return f"{kind} {province_of(order.destination) if kind == 'A' else order.destination}"
    start = board.places.get(unit[2:])
    coasts = [c for c in place.province.coasts if start is not None and c in start.fleet]
    if len(coasts) != 1:
        raise InputError(f"nothing tells to which coast of {place.id} {unit!r} went", where)
    return f"{kind} {coasts[0].id}"


def _after_movement(phase: RecordedPhase, board: Map) -> Board:
    orders = _orders(phase, board)
    standing: dict[str, list[str]] = {}
    dislodged: DislodgedUnits = {}
    told = phase.after.dislodged or {} if phase.after else {}
    origins = _arrivals(phase, orders)
    for power, units in (phase.units or {}).items():
        for unit in units:
            order = orders.get((power, province_of(unit[2:])))
            result = phase.results.get(unit)
            if result is not None and result.dislodged:
                origin = origins.get(province_of(unit[2:]), "")
                known = told.get(power, {}).get(unit, Dislodged())
                if known.retreats != ():  # where a record says that there was none, the unit is gone
                    known = msgspec.structs.replace(known, origin=known.origin or origin)
                    dislodged.setdefault(power, {})[unit] = known
                continue
            if order is not None and order.kind is Kind.MOVE and _succeeds(result):
                unit = _arrival(unit, order, board, phase.name)
            standing.setdefault(power, []).append(unit)
    return {power: tuple(units) for power, units in standing.items()}, dislodged


def _arrivals(phase: RecordedPhase, orders: dict[tuple[str, str], Order]) -> dict[str, str]:
    """Province to the province from which a unit came in."""
    found = {}
    for power, units in (phase.units or {}).items():
        for unit in units:
            order = orders.get((power, province_of(unit[2:])))
            if order is not None and order.kind is Kind.MOVE and _succeeds(phase.results.get(unit)):
                found[province_of(order.destination)] = province_of(unit[2:])
    return found


def _after_retreats(phase: RecordedPhase, board: Map) -> ByPower:
    orders = _orders(phase, board)
    standing = {power: list(units) for power, units in (phase.units or {}).items()}
    for power, units in (phase.dislodged or {}).items():
        for unit in units:
            order = orders.get((power, province_of(unit[2:])))
            if order is not None and order.kind is Kind.RETREAT and _succeeds(phase.results.get(unit)):
                standing.setdefault(power, []).append(_arrival(unit, order, board, phase.name))
    return {power: tuple(units) for power, units in standing.items()}


def _after_adjustments(phase: RecordedPhase, board: Map) -> ByPower:
    standing = {power: list(units) for power, units in (phase.units or {}).items()}
    orders = _orders(phase, board)
    for power, units in standing.items():  # units removed without an order have a result only
        gone = {
            u for u in units if _succeeds(phase.results.get(u)) and (power, province_of(u[2:])) not in orders
        }
        standing[power] = [u for u in units if u not in gone]
    for (power, province), order in orders.items():
        unit = f"{order.unit} {order.location}"
        result = phase.results.get(unit)
        if result is not None and not _succeeds(result):
            continue
        if order.kind is Kind.BUILD:
            standing.setdefault(power, []).append(unit)
        elif order.kind is Kind.DISBAND:
            standing[power] = [u for u in standing.get(power, ()) if province_of(u[2:]) != province]
    return {power: tuple(units) for power, units in standing.items()}


def with_origins(record: GameRecord, board: Map) -> GameRecord:
    """Fill in where attacks on dislodged units came from: from the move that came into the province.

    Args:
        record: any record.
        board: its map.

    Returns:
        The record; an origin stays ``""`` where several moves could be meant.
    """
    phases = list(record.phases)
    for number in range(1, len(phases)):
        if phases[number].dislodged and phases[number - 1].type == "M":
            found = _origins(phases[number - 1], phases[number], board)
            phases[number] = msgspec.structs.replace(phases[number], dislodged=found)
    return msgspec.structs.replace(record, phases=tuple(phases))


def _origins(before: RecordedPhase, phase: RecordedPhase, board: Map) -> DislodgedUnits:
    standing = Standing(phase.units)
    stood = Standing(before.units)
    into: dict[str, list[str]] = {}
    for (power, province), order in _orders(before, board).items():
        goal = province_of(order.destination)
        mover, now = stood.get(province), standing.get(goal)
        if order.kind is not Kind.MOVE or mover is None or now is None or mover.power != power:
            continue
        result = before.results.get(mover.unit)
        if (now.power, now.kind) == (power, mover.kind) and (result is None or _succeeds(result)):
            into.setdefault(goal, []).append(province)
    return {
        power: {
            unit: told
            if told.origin or len(into.get(province_of(unit[2:]), ())) != 1
            else Dislodged(into[province_of(unit[2:])][0], told.retreats)
            for unit, told in units.items()
        }
        for power, units in (phase.dislodged or {}).items()
    }
