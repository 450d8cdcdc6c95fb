"""What a record says, in a form in which records of different formats can be compared."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import msgspec

from resolvent.board import Map, load_map
from resolvent.orders import Kind, Order, format_order, order_reader
from resolvent.outcomes import Outcome
from resolvent.records.game import GameRecord, RecordedPhase, RecordedResult
from resolvent.records.notation import Standing, dislodged_units, province_of

SAMPLES = Path(__file__).parent / "samples"

Facts = dict[str, dict[str, Any]]


def facts(record: GameRecord, facets: Collection[str], board: Map | None = None) -> Facts:
    """Phase to what it says.

    Args:
        record: a record.
        facets: ``units``, ``orders``, ``centers``, ``dislodged``, ``retreats``, ``results``,
            ``success`` (whether orders succeeded), ``via`` (the orders say which moves are by convoy),
            ``waive`` (waivers are orders that are kept), ``idle`` (phases without orders count).
    """
    board = board or load_map(record.map)
    return {
        phase.name: {facet: _FACETS[facet](phase, board, facets) for facet in facets if facet in _FACETS}
        for phase in record.phases
        if phase.type and ("idle" in facets or any(phase.orders.values()))
    }


def _units(phase: RecordedPhase, board: Map, facets: Collection[str]) -> object:
    return _sets(phase.units)


def _centers(phase: RecordedPhase, board: Map, facets: Collection[str]) -> object:
    return _sets(phase.centers)


def _dislodged(phase: RecordedPhase, board: Map, facets: Collection[str]) -> object:
    return _sets(dislodged_units(phase.dislodged))


def _retreats(phase: RecordedPhase, board: Map, facets: Collection[str]) -> object:
    return {
        (power, unit): None if told.retreats is None else sorted(told.retreats)
        for power, units in (phase.dislodged or {}).items()
        for unit, told in units.items()
    }


def _orders(phase: RecordedPhase, board: Map, facets: Collection[str]) -> object:
    reader = order_reader(board, phase.season)
    standing = Standing(dislodged_units(phase.dislodged) if phase.type == "R" else phase.units)
    found = []
    for power in phase.orders:
        for text in phase.order_texts(power):
            order = reader[text]
            if isinstance(order, Order):
                order = standing.complete(order)
                if "via" not in facets:
                    order = msgspec.structs.replace(order, via=False, route=())
                if order.kind is Kind.SUPPORT and order.destination:
                    order = msgspec.structs.replace(order, destination=province_of(order.destination))
                if order.kind is Kind.WAIVE and "waive" not in facets:
                    continue
                text = format_order(order)
            found.append((power, text))
    return sorted(found)


def _results(phase: RecordedPhase, board: Map, facets: Collection[str]) -> object:
    return {
        unit: (result.outcome, result.reason, bool(result.dislodged))
        for unit, result in phase.results.items()
        if unit != "WAIVE"
    }


def _success(phase: RecordedPhase, board: Map, facets: Collection[str]) -> object:
    return {unit: _succeeded(result) for unit, result in phase.results.items() if unit != "WAIVE"}


def _succeeded(result: RecordedResult) -> bool:
    return result.succeeded if result.succeeded is not None else result.outcome is Outcome.SUCCEEDS


def _sets(units: Mapping[str, Collection[str]] | None) -> object:
    return None if units is None else {power: sorted(own) for power, own in units.items() if own}


_FACETS = {
    "units": _units,
    "orders": _orders,
    "centers": _centers,
    "dislodged": _dislodged,
    "retreats": _retreats,
    "results": _results,
    "success": _success,
}
