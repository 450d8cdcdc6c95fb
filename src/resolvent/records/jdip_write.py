"""Writing jDip's test cases; the inverse of `resolvent.records.jdip`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.orders import Kind, Order, Unreadable, order_reader
from resolvent.outcomes import Outcome
from resolvent.records.follow import outcome_of
from resolvent.records.game import (
    ByPower,
    GameRecord,
    RecordedPhase,
)
from resolvent.records.jdip import MAPS
from resolvent.records.notation import (
    board_for,
    dislodged_units,
    only_set,
    parsed_orders,
)

__all__ = ["format_jdip", "write_jdip"]

_WORDS = {"M": "Movement", "R": "Retreat", "A": "Adjustment"}


def format_jdip(record: GameRecord) -> str:
    """Write the phases of a record as cases, without the head of the file.

    Args:
        record: a record that says where the units stood and what came of its phases.  A last phase
            without orders is left out.

    Raises:
        InputError: it does not, or an order cannot be read.
    """
    board = board_for(record)
    lines: list[str] = []
    played = msgspec.structs.replace(record, phases=tuple(p for p in record.phases if p.type))
    for number, phase in enumerate(played.phases):
        following = played.phases[number + 1] if number + 1 < len(played.phases) else None
        context = following is not None and following.name == f"{phase.name[:-1]}R"
        if record.source == "jdip" and context and phase.after is None:
            continue  # it was told only as the movement before the retreats
        if following is None and not any(phase.orders.values()) and phase.after is None:
            continue
        lines += _case_lines(played, number, board)
    return "".join(f"{line}\n" for line in lines)


def _case_lines(record: GameRecord, number: int, board: Map) -> Iterator[str]:
    phase = record.phases[number]
    outcome = outcome_of(record, number, board)
    if phase.units is None or outcome is None:
        missing = "where the units stood" if phase.units is None else "what came of the phase"
        raise InputError(f"the record does not say {missing}", phase.name)
    title = " ".join((record.title or record.id or "GAME").replace("#", "").split())
    alone = sum(p.after is not None for p in record.phases) == 1 and record.source == "jdip"
    yield ""
    yield f"CASE {title}" if alone else f"CASE {title} {phase.name}"
    season = "Spring" if phase.name[0] == "S" else "Fall"
    yield f"PRESTATE_SETPHASE {season} {phase.year}, {_WORDS[phase.type]}"
    yield "PRESTATE"
    yield from _unit_lines(phase.units, board)
    if phase.dislodged:
        yield "PRESTATE_DISLODGED"
        yield from _unit_lines(dislodged_units(phase.dislodged), board)
    if phase.type == "R" and number and record.phases[number - 1].name == f"{phase.name[:-1]}M":
        yield "PRESTATE_RESULTS"
        yield from _result_lines(record.phases[number - 1], board)
    if phase.centers is not None:
        yield "PRESTATE_SUPPLYCENTER_OWNERS"
        for power, owned in phase.centers.items():
            yield from (f"\t{board.power_names.get(power, power)}: A {c.lower()}" for c in owned)
    yield "ORDERS"
    yield from _order_lines(phase, board)
    yield "POSTSTATE"
    yield from _unit_lines(outcome[0], board)
    if outcome[1]:
        yield "POSTSTATE_DISLODGED"
        yield from _unit_lines(dislodged_units(outcome[1]), board)
    yield "END"


def _unit_lines(units: ByPower, board: Map) -> Iterator[str]:
    for power, own in units.items():
        yield from (f"\t{board.power_names.get(power, power)}: {u[:2]}{u[2:].lower()}" for u in own)


def _order_lines(phase: RecordedPhase, board: Map) -> Iterator[str]:
    reader = order_reader(board, phase.season)
    for power in phase.orders:
        for text in only_set(phase, power):
            order = reader[text]
            name = board.power_names.get(power, power)
            if isinstance(order, Unreadable) or order.route:
                if "#" in text or "\n" in text or not text.strip():
                    raise InputError(f"{text[:40]!r} cannot be written in this format", phase.name)
                yield f"\t{name}: {' '.join(text.split())}"
            else:
                yield f"\t{name}: {_order_text(order)}"


def _order_text(order: Order) -> str:
    head = f"{order.unit} {order.location.lower()}".strip()
    other = f"{order.other_unit} {order.other.lower()}".strip()
    goal = order.destination.lower()
    match order.kind:
        case Kind.MOVE:
            return f"{head}-{goal}{' via convoy' if order.via else ''}"
        case Kind.RETREAT:
            return f"{head}-{goal}"
        case Kind.SUPPORT:
            return f"{head} S {other}{f'-{goal}' if goal else ''}"
        case Kind.CONVOY:
            return f"{head} C {other}-{goal}"
        case Kind.BUILD:
            return f"Build {head}"
        case Kind.DISBAND:
            return f"{head} DISBAND"
        case Kind.WAIVE:
            return "Waive"
        case _:
            return f"{head} H"


def _result_lines(phase: RecordedPhase, board: Map) -> Iterator[str]:
    for power, text, order in parsed_orders(phase, board):
        unit = f"{order.unit} {order.location}"
        result = phase.results.get(unit)
        if result is None:
            raise InputError(f"nothing is recorded of what became of {text[:40]!r}", phase.name)
        success = result.succeeded if result.outcome is None else result.outcome is Outcome.SUCCEEDS
        word = "SUCCESS" if success else "FAILURE"
        yield f"\t{word}: {board.power_names.get(power, power)}: {_order_text(order)}"


def write_jdip(records: Iterable[GameRecord]) -> Iterator[bytes]:
    """Write a file of cases; all records are of one map.

    Raises:
        InputError: they are not.
    """
    map = ""
    for record in records:
        if not map:
            map = record.map
            yield f"VARIANT_ALL {MAPS.get(map, map)}\n".encode()
        if record.map != map:
            raise InputError(f"a file of cases has one map, not both {map!r} and {record.map!r}", record.id)
        yield format_jdip(record).encode()
