"""jDip's files of test cases: positions, orders, and the board that is expected behind them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import BinaryIO

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.orders import Kind, Order, Unreadable, order_reader
from resolvent.orders.grammar import Season
from resolvent.outcomes import Outcome
from resolvent.records.game import (
    Aftermath,
    ByPower,
    DislodgedUnits,
    GameRecord,
    Orders,
    RecordedPhase,
    RecordedResult,
    parse_phase_name,
)
from resolvent.records.notation import (
    board_of,
    canonical,
    dislodged_units,
    find_place,
    province_of,
    units_of_orders,
)
from resolvent.records.phase import Dislodged
from resolvent.records.source import read_text

__all__ = ["MAPS", "parse_jdip", "read_jdip"]

_BLOCKS = frozenset(
    {
        "PRESTATE",
        "PRESTATE_DISLODGED",
        "PRESTATE_SUPPLYCENTER_OWNERS",
        "PRESTATE_RESULTS",
        "ORDERS",
        "POSTSTATE",
        "POSTSTATE_DISLODGED",
        "POSTSTATE_SAME",
    }
)
MAPS = {"standard": "Standard"}
"""Our name of a map to jDip's name of the variant, where they differ."""
_UNIT = re.compile(r"(a|f|army|fleet)\s+(\S.*)", re.IGNORECASE)


class _Case:
    """The lines of one case, by block, each with its number."""

    def __init__(self, title: str, number: int) -> None:
        self.title = title
        self.number = number
        self.phase = ""
        self.blocks: dict[str, list[tuple[int, str]]] = {}


def parse_jdip(text: str, name: str = "") -> tuple[GameRecord, ...]:
    """Read a file of cases.

    Args:
        text: the file.
        name: its name for messages.

    Returns:
        A record for each case; one with ``PRESTATE_RESULTS`` has the movement before it as well.

    Raises:
        InputError: the file is not of this format, or a line names an unknown place or power.
    """
    variant, cases = _cases(text, name)
    map = next((ours for ours, theirs in MAPS.items() if theirs.lower() == variant.lower()), variant)
    board = board_of(map)
    return tuple(_Reader(board, name).record(case) for case in cases)


def read_jdip(stream: BinaryIO, name: str) -> Iterator[GameRecord]:
    """Read a file of cases from a stream; see `parse_jdip`."""
    yield from parse_jdip(read_text(stream, name), name)


def _where(name: str, number: int) -> str:
    return f"{name}, line {number}" if name else f"line {number}"


def _cases(text: str, name: str) -> tuple[str, list[_Case]]:
    """The name of the variant, and the cases."""
    variant, cases = "Standard", []
    case: _Case | None = None
    block = ""
    for number, line in enumerate(text.split("\n"), 1):
        words = line.partition("#")[0].strip()
        key, _, rest = words.partition(" ")
        key, rest = key.upper().split("\t")[0], rest.strip()
        if not words:
            continue
        if key == "VARIANT_ALL":
            variant = rest
        elif key == "CASE" and case is None:
            case, block = _Case(rest, number), ""
            cases.append(case)
        elif case is None or key == "CASE":
            raise InputError(f"{words[:40]!r} stands outside a case", _where(name, number))
        elif key == "END":
            case = None
        elif key == "PRESTATE_SETPHASE":
            case.phase, block = _phase(rest, _where(name, number)), ""
        elif words.upper() in _BLOCKS:
            block = words.upper()
            case.blocks.setdefault(block, [])
        elif block:
            case.blocks[block].append((number, words))
        else:
            raise InputError(f"{words[:40]!r} is no keyword of a case", _where(name, number))
    if case is not None:
        raise InputError(f"the case {case.title[:40]!r} has no END", _where(name, case.number))
    if not cases:
        raise InputError("there is no case in the file", name)
    return variant, cases


def _phase(text: str, where: str) -> str:
    try:
        return parse_phase_name(re.sub(r"[^\w]+", " ", text).strip())
    except InputError as error:
        raise InputError(error.message, where) from None


class _Reader:
    def __init__(self, board: Map, name: str) -> None:
        self.board = board
        self.name = name

    def record(self, case: _Case) -> GameRecord:
        """The record of one case."""
        name = case.phase or "S1901M"
        units = self.units(case, "PRESTATE")
        dislodged: DislodgedUnits = {
            power: {unit: Dislodged() for unit in found}
            for power, found in self.units(case, "PRESTATE_DISLODGED").items()
        }
        phase = RecordedPhase(
            name,
            units,
            self.orders(case, "R" if name.endswith("R") else "A" if name.endswith("A") else "M"),
            self.centers(case, name),
            dislodged if dislodged or name.endswith("R") else None,
            after=self.after(case, units),
        )
        before = self.before(case, phase)
        phases = (before, phase) if before else (phase,)
        return GameRecord("", self.board.name, phases, "jdip", case.title)

    def lines(self, case: _Case, block: str) -> Iterator[tuple[str, str, str]]:
        """Power, what stands behind the colon, and where."""
        for number, line in case.blocks.get(block, ()):
            where = _where(self.name, number)
            power, colon, rest = line.partition(":")
            if not colon:
                raise InputError(f"{line[:40]!r} does not begin with a power and a colon", where)
            yield self.power(power.strip(), where), rest.strip(), where

    def power(self, text: str, where: str) -> str:
        """Powers are shortened and misspelt in these files."""
        found = self.board.find_power(text)
        if found is None and len(text) <= 40:
            names = {name.lower(): id for id, name in self.board.power_names.items()}
            close = difflib.get_close_matches(text.lower(), names, 1, 0.8)
            found = names[close[0]] if close else None
        if found is None:
            raise InputError(f"{text[:40]!r} is no power of the map {self.board.name!r}", where)
        return found

    def units(self, case: _Case, block: str) -> ByPower:
        found: dict[str, list[str]] = {}
        for power, text, where in self.lines(case, block):
            match = _UNIT.fullmatch(text)
            if match is None:
                raise InputError(f"{text[:40]!r} is no unit", where)
            place = find_place(match[2], self.board, where)
            kind = match[1][0].upper()
            found.setdefault(power, []).append(f"{kind} {place if kind == 'F' else province_of(place)}")
        return {power: tuple(units) for power, units in found.items()}

    def orders(self, case: _Case, season: Season) -> Orders:
        found: dict[str, list[str]] = {}
        for power, text, _ in self.lines(case, "ORDERS"):
            found.setdefault(power, []).append(canonical(text, self.board, season))
        return {power: tuple(texts) for power, texts in found.items()}

    def centers(self, case: _Case, name: str) -> ByPower | None:
        """The owners; in adjustments without any, those of the start."""
        if "PRESTATE_SUPPLYCENTER_OWNERS" not in case.blocks:
            return dict(self.board.homes) if name.endswith("A") else None
        owned = self.units(case, "PRESTATE_SUPPLYCENTER_OWNERS")
        return {power: tuple(province_of(unit[2:]) for unit in units) for power, units in owned.items()}

    def after(self, case: _Case, units: ByPower) -> Aftermath:
        """The board expected; a missing block says that there are no such units."""
        dislodged: DislodgedUnits = {
            power: {unit: Dislodged() for unit in found}
            for power, found in self.units(case, "POSTSTATE_DISLODGED").items()
        }
        standing = units if "POSTSTATE_SAME" in case.blocks else self.units(case, "POSTSTATE")
        return Aftermath("", standing, dislodged)

    def before(self, case: _Case, phase: RecordedPhase) -> RecordedPhase | None:
        """The movement before a retreat phase."""
        lines = case.blocks.get("PRESTATE_RESULTS")
        if not lines:
            return None
        reader = order_reader(self.board, "M")
        given: list[tuple[str, Order]] = []
        texts: dict[str, list[str]] = {}
        words: list[bool] = []
        for number, line in lines:
            where = _where(self.name, number)
            word, _, rest = line.partition(":")
            name, colon, text = rest.partition(":")
            if word.strip().upper() not in ("SUCCESS", "FAILURE") or not colon:
                raise InputError(f"{line[:40]!r} is no result; one begins 'SUCCESS: England: '", where)
            power, order = self.power(name.strip(), where), reader[text.strip()]
            if isinstance(order, Unreadable):
                raise InputError(f"{text.strip()[:40]!r} is no order: {order.why}", where)
            given.append((power, order))
            texts.setdefault(power, []).append(canonical(text.strip(), self.board, "M"))
            words.append(word.strip().upper() == "SUCCESS")
        units = units_of_orders(given, self.board, _where(self.name, lines[0][0]))
        gone = dislodged_units(phase.dislodged)
        results = {
            f"{order.unit} {order.location}": _result(power, order, success, gone)
            for (power, order), success in zip(given, words, strict=True)
        }
        orders: Orders = {power: tuple(own) for power, own in texts.items()}
        return RecordedPhase(f"{phase.name[:-1]}M", units, orders, results=results)


def _result(power: str, order: Order, success: bool, gone: ByPower) -> RecordedResult:
    code = "SUCCESS" if success else "FAILURE"
    dislodged = f"{order.unit} {order.location}" in gone.get(power, ()) and not (
        success and order.kind is Kind.MOVE
    )
    return RecordedResult((code,), Outcome.SUCCEEDS if success else None, None, dislodged, success)
