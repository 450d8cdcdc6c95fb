"""Writing DAIDE: boards, orders and results as messages; the inverse of `resolvent.records.daide`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.orders import Kind, Order
from resolvent.outcomes import Outcome, Reason
from resolvent.records.daide_tokens import COASTS, POWERS, PROVINCES, SEASONS, UNITS
from resolvent.records.game import ByPower, GameRecord, RecordedPhase, RecordedResult
from resolvent.records.notation import (
    Standing,
    Stands,
    board_for,
    convoy_route,
    dislodged_units,
    parsed_orders,
    province_of,
)

__all__ = ["format_daide", "format_daide_order"]

_POWERS = {ours: token for token, ours in POWERS.items()}
_PROVINCES = {ours: token for token, ours in PROVINCES.items() if token != "EMS"}
_COASTS = {ours: token for token, ours in COASTS.items()}
_SEASONS = {ours: token for token, ours in SEASONS.items()}
_UNITS = {ours: token for token, ours in UNITS.items()}
_REASONS = {Reason.BOUNCED: "BNC", Reason.CUT: "CUT", Reason.DISRUPTED: "DSR", Reason.NO_CONVOY: "NSO"}


def _power(power: str) -> str:
    return _POWERS.get(power, power[:3])


def _province(place: str) -> str:
    province = province_of(place)
    return _PROVINCES.get(province, province)


def _place(place: str) -> str:
    coast = place.partition("/")[2]
    return f"( {_province(place)} {_COASTS[coast]} )" if coast else _province(place)


def _unit(power: str, kind: str, place: str) -> str:
    return f"{_power(power)} {_UNITS[kind]} {_place(place)}"


def _turn(phase: RecordedPhase) -> str:
    return f"( {_SEASONS[phase.name[0] + phase.type]} {phase.year} )"


def format_daide(record: GameRecord) -> str:
    """Write a record as messages: owners where they change, board, orders, results.

    Args:
        record: a record that says where the units stood.

    Raises:
        InputError: it does not, or an order cannot be read.
    """
    board = board_for(record)
    lines: list[str] = []
    owners: ByPower | None = None
    for phase in record.phases:
        if not phase.type:
            continue
        if phase.centers is not None and phase.centers != owners:
            owners = phase.centers
            lines.append(_owners(owners, board))
        lines += _phase(phase, board, record.source == "daide")
    return "".join(f"{line}\n" for line in lines)


def _owners(owners: ByPower, board: Map) -> str:
    parts = [f"( {_power(p)} {' '.join(map(_province, owned))} )" for p, owned in owners.items() if owned]
    taken = {centre for owned in owners.values() for centre in owned}
    free = sorted(_province(c.id) for c in board.centres if c.id not in taken)
    return " ".join(["SCO", *parts, f"( UNO {' '.join(free)} )"] if free else ["SCO", *parts])


def _phase(phase: RecordedPhase, board: Map, own: bool) -> Iterator[str]:
    if phase.units is None:
        raise InputError("the record does not say where the units stood", phase.name)
    yield f"NOW {_turn(phase)} {' '.join(_board(phase))}".rstrip()
    standing = Standing(phase.units, dislodged_units(phase.dislodged))
    by_power: dict[str, list[str]] = {}
    told: list[str] = []
    read = list(parsed_orders(phase, board))
    convoys = [order for _, _, order in read if order.kind is Kind.CONVOY]
    for power, text, order in read:
        written = format_daide_order(
            power, order, standing, convoys, board, f"{phase.name}: {text!r}", phase.type
        )
        by_power.setdefault(power, []).append(f"( {written} )")
        unit = "WAIVE" if order.kind is Kind.WAIVE else f"{order.unit} {order.location}"
        result = phase.results.get(unit)
        if result is not None:
            told.append(f"ORD {_turn(phase)} ( {written} ) ( {_codes(result, own)} )")
    for orders in by_power.values():
        yield f"SUB {_turn(phase)} {' '.join(orders)}"
    yield from told


def _board(phase: RecordedPhase) -> Iterator[str]:
    for power, units in (phase.units or {}).items():
        for unit in units:
            yield f"( {_unit(power, unit[:1], unit[2:])} )"
    for power, dislodged in (phase.dislodged or {}).items():
        for unit, told in dislodged.items():
            if told.retreats is None:
                raise InputError(f"it is not recorded where {unit!r} may retreat to", phase.name)
            goals = " ".join(map(_place, told.retreats))
            yield f"( {_unit(power, unit[:1], unit[2:])} MRT ( {goals} ) )".replace("(  )", "( )")


def format_daide_order(
    power: str,
    order: Order,
    standing: Mapping[str, Stands],
    convoys: Iterable[Order],
    board: Map,
    where: str,
    type: str = "M",
) -> str:
    """Write one order, without the brackets around it.

    Args:
        power: who gives it.
        order: the order, types and coasts filled in.
        standing: who stands where, for the power of another's unit.
        convoys: the convoy orders of the phase, for the route of a convoyed army.
        board: the map.
        where: where it stands, for messages.
        type: the type of its phase.

    Raises:
        InputError: it lacks something that the format needs.
    """
    if order.kind is Kind.WAIVE:
        return f"{_power(power)} WVE"
    if not order.unit:
        raise InputError("nothing tells whether the ordered unit is an army or a fleet", where)
    own = f"( {_unit(power, order.unit, order.location)} )"
    goal = order.destination
    match order.kind:
        case Kind.HOLD:
            return f"{own} HLD"
        case Kind.BUILD:
            return f"{own} BLD"
        case Kind.DISBAND:
            return f"{own} {'REM' if type == 'A' else 'DSB'}"
        case Kind.RETREAT:
            return f"{own} RTO {_place(goal)}"
        case Kind.MOVE:
            if not order.via:
                return f"{own} MTO {_place(goal)}"
            route = order.route or convoy_route(order, convoys, board) or convoy_route(order, None, board)
            if not route:
                raise InputError("a convoyed move names its route here, and there is none", where)
            return f"{own} CTO {_province(goal)} VIA ( {' '.join(map(_province, route))} )"
    there = standing.get(province_of(order.other))
    if there is None or not order.other_unit:
        raise InputError(f"there is no unit in {province_of(order.other)}", where)
    other = f"( {_unit(there.power, order.other_unit, order.other)} )"
    if order.kind is Kind.CONVOY:
        return f"{own} CVY {other} CTO {_province(goal)}"
    return f"{own} SUP {other}{f' MTO {_province(goal)}' if goal else ''}"


def _codes(result: RecordedResult, own: bool) -> str:
    if own and result.codes:
        return " ".join(result.codes)
    if result.reason is Reason.DISLODGED:
        return "RET"
    success = result.outcome is Outcome.SUCCEEDS or (result.outcome is None and result.succeeded)
    code = "SUC" if success else _REASONS.get(result.reason or Reason.OTHER, "NSO")
    return f"{code} RET" if result.dislodged else code
