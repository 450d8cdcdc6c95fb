"""Phases in the contract's JSON, one a line, and order text: the package's own two formats.

A line may carry ``game``, the name of the game it belongs to, and ``record``, what a program said of
it (``game``, ``results`` in the words of the `diplomacy` package, ``next``, the board behind it).
Lines that follow each other in one game make one record.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

import msgspec

from resolvent.errors import InputError
from resolvent.orders import Order, format_order, order_reader
from resolvent.orders.grammar import Season
from resolvent.orders.language import load_language
from resolvent.records.codes import result_of_codes
from resolvent.records.game import (
    Aftermath,
    GameRecord,
    RecordedPhase,
    RecordedResult,
    parse_phase_name,
    phase_order,
    record_of_phase,
)
from resolvent.records.notation import board_of
from resolvent.records.phase import Dislodged, Phase, decode_phase, phase_to_dict
from resolvent.records.source import at, decode_as, read_objects, read_text
from resolvent.records.text import format_phase_text, read_order_text

__all__ = [
    "format_phase_lines",
    "format_text",
    "parse_phase_lines",
    "parse_text",
    "read_phase_lines",
    "write_phase_lines",
]


class _Next(msgspec.Struct, frozen=True):
    phase: str = ""
    units: dict[str, tuple[str, ...]] | None = None
    centers: dict[str, tuple[str, ...]] | None = None
    dislodged: dict[str, tuple[str, ...] | dict[str, Dislodged]] | None = None
    retreats: dict[str, dict[str, tuple[str, ...]]] | None = None


class _Record(msgspec.Struct, frozen=True):
    game: str | None = None
    results: dict[str, tuple[str, ...]] | None = None
    next: _Next | None = None


class _Line(msgspec.Struct, frozen=True):
    game: str | None = None
    record: _Record | None = None


def read_phase_lines(stream: BinaryIO, name: str) -> Iterator[GameRecord]:
    """Read phases from a stream, one at a time.

    Args:
        stream: a binary stream.
        name: its name for messages.

    Yields:
        A record for each run of lines that belong to one game.

    Raises:
        InputError: a line is no phase.
    """
    game: list[RecordedPhase] = []
    head = ("", "")
    for place, data in read_objects(stream, name):
        id, map, phase = _line(data, place)
        if game and ((id, map) != head or not _follows(game[-1].name, phase.name)):
            yield GameRecord(*head, tuple(game), "phases")
            game = []
        head = (id, map)
        game.append(phase)
    if game:
        yield GameRecord(*head, tuple(game), "phases")


def parse_phase_lines(text: str | bytes, name: str = "") -> tuple[GameRecord, ...]:
    """Read phases from text; see `read_phase_lines`."""
    import io

    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return tuple(read_phase_lines(io.BytesIO(data), name))


def _line(data: bytes, place: str) -> tuple[str, str, RecordedPhase]:
    try:
        phase = decode_phase(data)
    except InputError as error:
        raise at(error, place) from None
    recorded = record_of_phase(_in_the_notation(phase))
    try:
        more = decode_as(data, _Line, place)
    except InputError:  # the two keys are no part of the contract, and may be somebody else's
        return "", phase.map, recorded
    if more.record is None:
        return more.game or "", phase.map, recorded
    results: dict[str, RecordedResult] = {
        unit: result_of_codes(codes, phase.type) for unit, codes in (more.record.results or {}).items()
    }
    after = None if more.record.next is None else _aftermath(more.record.next)
    recorded = msgspec.structs.replace(recorded, results=results, after=after)
    return more.game or more.record.game or "", phase.map, recorded


def _in_the_notation(phase: Phase) -> Phase:
    """A phase whose orders are in another language than English, with the orders in the notation."""
    if not phase.language:
        return phase
    season: Season = "R" if phase.type == "R" else "A" if phase.type == "A" else "M"
    reader = order_reader(board_of(phase.map), season, load_language(phase.language))

    def read(text: str) -> str:
        order = reader[text]
        return format_order(order) if isinstance(order, Order) else text

    orders = {
        power: tuple(
            read(entry) if isinstance(entry, str) else tuple(map(read, entry))
            for entry in phase.orders[power]
        )
        for power in phase.orders
    }
    return msgspec.structs.replace(phase, orders=orders, language="")


def _aftermath(told: _Next) -> Aftermath:
    retreats = told.retreats or {}
    dislodged = {
        power: units
        if isinstance(units, dict)
        else {unit: Dislodged("", retreats.get(power, {}).get(unit)) for unit in units}
        for power, units in (told.dislodged or {}).items()
    }
    return Aftermath(told.phase, told.units, dislodged, told.centers)


def _follows(before: str, after: str) -> bool:
    """Whether a phase can come next in a game: later, and no movement phase between them."""
    first, second = phase_order(before), phase_order(after)
    if second <= first:
        return False
    half = first[0] * 2 + (first[1] >= 2)
    return second[0] * 2 + (second[1] >= 2) <= half + 1


def format_phase_lines(record: GameRecord) -> str:
    """Write a record as phases, one a line; the inverse of `parse_phase_lines`.

    Args:
        record: a record that says where the units stood; phases in which nothing is played, and
            results, are left out.

    Raises:
        InputError: the record does not say where the units stood.
    """
    lines = []
    for phase in record.phases:
        if not phase.type:
            continue
        line: dict[str, Any] = phase_to_dict(phase.to_phase(record.map))
        if record.id:
            line["game"] = record.id
        lines.append(msgspec.json.encode(line).decode())
    return "".join(f"{line}\n" for line in lines)


def write_phase_lines(records: Iterable[GameRecord]) -> Iterator[bytes]:
    """Write records one after the other; see `format_phase_lines`."""
    for record in records:
        yield format_phase_lines(record).encode()


def parse_text(stream: BinaryIO, name: str) -> Iterator[GameRecord]:
    """Read order text (`resolvent.records.text`): a record of one phase.

    Raises:
        InputError: it is no order text.
    """
    try:
        phase = read_order_text(read_text(stream, name))
    except InputError as error:
        raise at(error, name) if not error.place.startswith(name or "\0") else error from None
    recorded = record_of_phase(_in_the_notation(phase))
    recorded = msgspec.structs.replace(recorded, name=parse_phase_name(phase.phase))
    yield GameRecord("", phase.map, (recorded,), "text")


def format_text(record: GameRecord) -> str:
    """Write a record of one phase as order text.

    Raises:
        InputError: it has several phases, or does not say where the units stood.
    """
    phases = [phase for phase in record.phases if phase.type]
    if len(phases) != 1:
        raise InputError(f"order text holds one phase, the record has {len(phases)}", record.id)
    return format_phase_text(phases[0].to_phase(record.map))
