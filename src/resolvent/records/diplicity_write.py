"""Writing diplicity's test fixtures; the inverse of `resolvent.records.diplicity`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from resolvent.board import Map
from resolvent.orders import Kind, Order
from resolvent.outcomes import Outcome, Reason
from resolvent.records.diplicity import CODES, MAPS
from resolvent.records.game import (
    Aftermath,
    GameRecord,
    RecordedPhase,
    RecordedResult,
)
from resolvent.records.godip import to_godip
from resolvent.records.notation import (
    board_for,
    dislodged_units,
    parsed_orders,
    province_of,
)

__all__ = ["format_diplicity", "write_diplicity"]

_WORDS = {"M": "Movement", "R": "Retreat", "A": "Adjustment"}
_REASONS = {reason: code for code, (_, reason) in CODES.items() if reason is not None}


def format_diplicity(record: GameRecord) -> str:
    """Write a record as a fixture; the inverse of `parse_diplicity`.

    Args:
        record: any record whose orders can be read; boards come from the phases behind.

    Raises:
        InputError: an order cannot be read, or a power handed in several sets.
    """
    board = board_for(record)
    variant = next((name for name, map in MAPS.items() if map == record.map), record.map)
    phases = [phase for phase in record.phases if phase.type]
    own = record.source == "diplicity"
    return msgspec.json.encode(
        {
            "schema_version": 1,
            "source": record.metadata.get("source") or {},
            "variant": variant,
            "outcome": record.metadata.get("outcome"),
            "phases": [
                _phase_entry(n, phase, phases[n + 1] if n + 1 < len(phases) else None, board, own)
                for n, phase in enumerate(phases)
            ],
        }
    ).decode()


def _phase_entry(
    number: int, phase: RecordedPhase, following: RecordedPhase | None, board: Map, own: bool
) -> dict[str, Any]:
    after = phase.after
    if after is None and following is not None and following.units is not None:
        after = Aftermath(following.name, following.units, following.dislodged, following.centers)
    return {
        "ordinal": number + 1,
        "season": "Spring" if phase.name[0] == "S" else "Fall",
        "year": phase.year,
        "type": _WORDS[phase.type],
        "resolution_trigger": "auto",
        "non_confirming_nations": [],
        "orders": [
            {
                "nation": board.power_names.get(power, power),
                "selected": _selected(order),
                "expected_resolution": _code(phase.results.get(f"{order.unit} {order.location}"), own),
            }
            for power, _, order in parsed_orders(phase, board)
            if order.kind is not Kind.WAIVE
        ],
        "expected_state_after": None if after is None else _state(after, board),
    }


def _selected(order: Order) -> list[str]:
    origin, goal = to_godip(province_of(order.location)), order.destination
    other = to_godip(province_of(order.other))
    match order.kind:
        case Kind.MOVE | Kind.RETREAT:
            verb = "MoveViaConvoy" if order.via else "Move"
            coast = [to_godip(goal)] if "/" in goal else []
            return [origin, verb, to_godip(province_of(goal)), *coast]
        case Kind.SUPPORT:
            return [origin, "Support", other, to_godip(province_of(goal)) if goal else other]
        case Kind.CONVOY:
            return [origin, "Convoy", other, to_godip(province_of(goal))]
        case Kind.BUILD:
            coast = [to_godip(order.location)] if "/" in order.location else []
            return [origin, "Build", "Army" if order.unit == "A" else "Fleet", *coast]
        case Kind.DISBAND:
            return [origin, "Disband"]
        case _:
            return [origin, "Hold"]


def _code(result: RecordedResult | None, own: bool) -> str | None:
    if result is None:
        return None
    if own and result.codes:
        return result.codes[0]
    if result.outcome in (Outcome.SUCCEEDS, None) or result.reason is Reason.DISLODGED:
        return None if result.outcome is None else "OK"
    if result.reason in _REASONS:
        return _REASONS[result.reason]
    return "ErrInvalidSupporteeOrder" if result.outcome is Outcome.VOID else "ErrIllegalMove"


def _state(after: Aftermath, board: Map) -> dict[str, Any]:
    kinds = {"A": "Army", "F": "Fleet"}
    boards = ((after.units or {}, False), (dislodged_units(after.dislodged), True))
    return {
        "units": [
            {
                "nation": board.power_names.get(power, power),
                "type": kinds[unit[:1]],
                "province": to_godip(unit[2:]),
                "dislodged": dislodged,
            }
            for units_of, dislodged in boards
            for power, units in units_of.items()
            for unit in units
        ],
        "supply_centers": {
            to_godip(centre): board.power_names.get(power, power)
            for power, owned in (after.centers or {}).items()
            for centre in owned
        },
    }


def write_diplicity(records: Iterable[GameRecord]) -> Iterator[bytes]:
    """Write fixtures, one a line."""
    for record in records:
        yield format_diplicity(record).encode() + b"\n"
