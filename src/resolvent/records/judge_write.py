"""Writing results the way the judges did; the inverse of `resolvent.records.judge`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Literal

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.orders import Kind, Order
from resolvent.records.codes import codes_of
from resolvent.records.game import GameRecord, RecordedPhase, RecordedResult
from resolvent.records.notation import (
    Standing,
    board_for,
    convoy_route,
    dislodged_units,
    parsed_orders,
    province_of,
)
from resolvent.records.phase import Dislodged

__all__ = ["Dialect", "format_judge", "write_dpjudge", "write_njudge"]

Dialect = Literal["njudge", "dpjudge"]

_COASTS = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}
_KINDS = {"A": "Army", "F": "Fleet"}
_TITLES = {"M": "Movement", "R": "Retreat", "A": "Adjustment"}
_NEXT = {"M": "Movement", "R": "Retreats", "A": "Adjustments"}


def format_judge(record: GameRecord, dialect: Dialect = "dpjudge") -> str:
    """Write a record as mails of a judge.

    Args:
        record: a record that says where the units stood and what became of the orders.
        dialect: ``"njudge"`` or ``"dpjudge"``.

    Raises:
        InputError: it does not, or an order cannot be read.
    """
    writer = _Writer(record, dialect)
    played = [phase for phase in record.phases if phase.type]
    if played and not any(played[-1].orders.values()) and not played[-1].results:
        played.pop()  # it is still being played, and there are no results to send
    lines: list[str] = []
    for number, phase in enumerate(played):
        lines += writer.mail(number, phase, played[number + 1] if number + 1 < len(played) else None)
    return "".join(f"{line}\n" for line in lines)


class _Writer:
    def __init__(self, record: GameRecord, dialect: Dialect) -> None:
        self.record = record
        self.board: Map = board_for(record)
        self.dpjudge = dialect == "dpjudge"
        self.id = "".join((record.id or "game").split())
        self.pad = 12 if self.dpjudge else 11

    def mail(self, number: int, phase: RecordedPhase, following: RecordedPhase | None) -> Iterator[str]:
        if phase.units is None:
            raise InputError("the record does not say where the units stood", phase.name)
        short = f"F{phase.year}B" if phase.type == "A" else phase.name
        yield f":: Judge: RESOLVENT  Game: {self.id}  Variant: {self.record.map}"
        yield f":: Deadline: {short}"
        yield ""
        season = {"S": "Spring", "F": "Fall", "W": "Winter"}[phase.name[0]]
        word = "orders" if self.dpjudge and phase.type != "M" else "results"
        gap = " " if phase.type == "M" and not self.dpjudge else "  "
        name = phase.name if self.dpjudge else f"{number + 10:03d}"
        yield f"{_TITLES[phase.type]} {word} for {season} of {phase.year}.{gap}({self.id}.{name})"
        yield ""
        yield from {"M": self.movement, "R": self.retreats, "A": self.adjustments}[phase.type](phase)
        if phase.type == "M":
            yield from self.dislodged(phase, following)
        yield from self.owners(phase, following)
        yield ""
        yield self.ending(following)
        yield ""

    def wrapped(self, line: str, indent: str = "") -> Iterator[str]:
        yield from textwrap.wrap(
            line, 79, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )

    def place(self, place: str) -> str:
        coast = place.partition("/")[2]
        name = self.board.provinces[province_of(place)].name
        return f"{name} ({_COASTS[coast]})" if coast else name

    def power(self, power: str) -> str:
        return self.board.power_names.get(power, power)

    def unit(self, unit: str) -> str:
        return f"{_KINDS[unit[:1]]} {self.place(unit[2:])}"

    def result(self, phase: RecordedPhase, unit: str) -> RecordedResult:
        result = phase.results.get(unit)
        if result is None:
            raise InputError(f"nothing is recorded of what became of {unit!r}", phase.name)
        return result

    def movement(self, phase: RecordedPhase) -> Iterator[str]:
        orders = {(p, province_of(o.location)): o for p, _, o in parsed_orders(phase, self.board)}
        convoys = [order for order in orders.values() if order.kind is Kind.CONVOY]
        standing = Standing(phase.units)
        blank = False
        for power, units in (phase.units or {}).items():
            yield from ([""] if blank else [])
            blank = True
            for unit in units:
                order = orders.pop((power, province_of(unit[2:])), None)
                words = (
                    self.order(order, convoys, standing, power, phase) if order else ", No Order Processed"
                )
                codes = self.codes(self.result(phase, unit), phase)
                notes = f"{'  ' if self.dpjudge else ' '}(*{', '.join(codes)}*)" if codes else ""
                yield from self.wrapped(f"{self.power(power)}: {self.unit(unit)}{words}.{notes}")
        for power, province in orders:
            raise InputError(f"there is no unit of {power} in {province} to order", phase.name)

    def codes(self, result: RecordedResult, phase: RecordedPhase) -> list[str]:
        return list(result.codes) if self.record.source == "judge" else codes_of(result, phase)

    def order(
        self, order: Order, convoys: list[Order], standing: Standing, power: str, phase: RecordedPhase
    ) -> str:
        goal = order.destination
        if order.kind is Kind.HOLD:
            return " HOLD"
        if order.kind is Kind.MOVE:
            start = self.board.places[order.location]
            by_land = province_of(goal) in {p.id for p in start.army} or order.unit == "F"
            route = () if by_land and not order.via else convoy_route(order, convoys, self.board)
            return "".join(f" -> {self.place(stop)}" for stop in (*route, goal))
        there = standing.get(province_of(order.other))
        if there is None or order.kind not in (Kind.SUPPORT, Kind.CONVOY):
            raise InputError(f"'{order}' cannot be written in this format", phase.name)
        adjective = "" if there.power == power else f"{self.board.adjectives.get(there.power, '')} "
        verb = "SUPPORT" if order.kind is Kind.SUPPORT else "CONVOY"
        return f" {verb} {adjective}{self.unit(there.unit)}{f' -> {self.place(goal)}' if goal else ''}"

    def dislodged(self, phase: RecordedPhase, following: RecordedPhase | None) -> Iterator[str]:
        gone = [
            (power, unit)
            for power, units in (phase.units or {}).items()
            for unit in units
            if self.result(phase, unit).dislodged
        ]
        if not gone:
            return
        yield from ("", "", "The following units were dislodged:", "")
        told = following.dislodged if following is not None and following.type == "R" else None
        if told is None:
            told = (phase.after.dislodged if phase.after else None) or {}
        for power, unit in gone:
            retreats = told.get(power, {}).get(unit, Dislodged("", ())).retreats
            if retreats is None:
                raise InputError(f"it is not recorded where {unit!r} may retreat to", phase.name)
            kind = _KINDS[unit[:1]].lower() if self.dpjudge else _KINDS[unit[:1]]
            fate = f"can retreat to {' or '.join(map(self.place, retreats))}"
            fate = fate if retreats else "with no valid retreats was destroyed"
            adjective = self.board.adjectives.get(power, power)
            yield from self.wrapped(f"The {adjective} {kind} in {self.place(unit[2:])} {fate}.")

    def head(self, power: str) -> str:
        name = f"{self.power(power)}:"
        return f"{name:<12}" if self.dpjudge else f"{name:<9}"

    def retreats(self, phase: RecordedPhase) -> Iterator[str]:
        orders = {(p, province_of(o.location)): o for p, _, o in parsed_orders(phase, self.board)}
        for power, units in dislodged_units(phase.dislodged).items():
            for unit in units:
                order = orders.get((power, province_of(unit[2:])))
                kind = _KINDS[unit[:1]]
                shown = f"{kind} " if self.dpjudge else f"{kind:<5} "
                words, note = ", No Order Processed (DISBAND)", ""
                if order is not None:
                    result = self.result(phase, unit)
                    retreats = order.kind is Kind.RETREAT
                    words = f" -> {self.place(order.destination)}" if retreats else " DISBAND"
                    note = "  (*bounce, destroyed*)" if retreats and not result.succeeded else ""
                yield from self.wrapped(f"{self.head(power)}{shown}{self.place(unit[2:])}{words}.{note}")

    def adjustments(self, phase: RecordedPhase) -> Iterator[str]:
        for power, _, order in parsed_orders(phase, self.board):
            kind = _KINDS.get(order.unit, "").lower()
            place = self.place(order.location) if order.location else ""
            if order.kind is Kind.WAIVE:
                words = "Build waived"
            elif order.kind is Kind.BUILD:
                words = f"Builds {'an army' if order.unit == 'A' else 'a fleet'} in {place}"
            elif order.kind is Kind.DISBAND and kind:
                words = f"Removes the {kind} in {place}"
            else:
                raise InputError(f"'{order}' cannot be written in this format", phase.name)
            yield from self.wrapped(f"{self.head(power)}{words}.")

    def owners(self, phase: RecordedPhase, following: RecordedPhase | None) -> Iterator[str]:
        """Who owns what, behind the last phase of a fall."""
        centers = phase.after.centers if phase.after else None
        if following is not None and phase.name[0] == "F" and following.name[0] != "F":
            centers = following.centers
        if centers is None:
            return
        yield from ("", "", "Ownership of supply centers:", "")
        for power, owned in centers.items():
            line = f"{self.power(power) + ':':<{self.pad}}{', '.join(map(self.place, owned))}."
            if owned:
                yield from self.wrapped(line, " " * self.pad)

    def ending(self, following: RecordedPhase | None) -> str:
        if following is None:
            return "The game is over.  Thank you for playing."
        season = {"S": "Spring", "F": "Fall", "W": "Winter"}[following.name[0]]
        return (
            f"The next phase of '{self.id}' will be {_NEXT[following.type]} for {season} of {following.year}."
        )


def write_njudge(records: Iterable[GameRecord]) -> Iterator[bytes]:
    """Write the mails of nJudge."""
    for record in records:
        yield format_judge(record, "njudge").encode()


def write_dpjudge(records: Iterable[GameRecord]) -> Iterator[bytes]:
    """Write the mails of DPjudge."""
    for record in records:
        yield format_judge(record, "dpjudge").encode()
