"""Many phases under several readings: where they differ, and which choice is responsible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER
from resolvent.outcomes import Outcome, Reason
from resolvent.records.phase import Phase, read_phase
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Solver
from resolvent.resolution.report import Outline
from resolvent.resolution.resolution import DislodgedUnit, Resolution
from resolvent.resolution.solve import Solved
from resolvent.rules.reading import Maker, Reading, load_reading

__all__ = ["Comparator", "OrderDifference", "PhaseDifference", "Totals", "Verdict", "compare"]


class Verdict(msgspec.Struct, frozen=True):
    """What one reading says of one order.

    Attributes:
        outcome: what becomes of it.
        reason: why.
        by: because of whom.
        dislodged: whether the unit is dislodged.
    """

    outcome: Outcome
    reason: Reason
    by: tuple[str, ...]
    dislodged: bool


class OrderDifference(msgspec.Struct, frozen=True):
    """An order of which readings say different things.

    Attributes:
        power, unit, order: the order.
        verdicts: reading -> what it says.
    """

    power: str
    unit: str
    order: str
    verdicts: dict[str, Verdict]


class PhaseDifference(msgspec.Struct, frozen=True):
    """A phase that readings resolve differently.

    Attributes:
        number: its number in the stream, from 0.
        phase: its name.
        map: its map.
        groups: the readings, those that agree together; the first group is that of the first reading.
        orders: the orders of which they say different things.
        retreats: reading -> dislodged unit -> where it may go, if that differs.
        boards: the readings under which the board differs too (positions, dislodged units, where they may
            go) from that of the first reading, and not only what an order that fails is called.
        responsible: reading -> the issues whose choice alone makes it differ from the first reading;
            ``("together",)`` if no choice does so alone, but all of them do; ``("rules",)`` if they do
            not, and rules that a reading words itself make the difference.
        source: the phase itself, as the contract's JSON.
    """

    number: int
    phase: str
    map: str
    groups: tuple[tuple[str, ...], ...]
    orders: tuple[OrderDifference, ...]
    retreats: dict[str, dict[str, tuple[str, ...]]]
    boards: tuple[str, ...]
    responsible: dict[str, tuple[str, ...]]
    source: Phase

    def to_dict(self) -> dict[str, Any]:
        """Plain dictionaries and lists."""
        data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return data

    def to_dicts(self) -> list[dict[str, Any]]:
        """One flat row for each order and reading, ready for a table of any library."""
        return [
            {
                "number": self.number,
                "phase": self.phase,
                "power": o.power,
                "unit": o.unit,
                "order": o.order,
                "rules": rules,
                "outcome": str(v.outcome),
                "reason": str(v.reason),
                "by": ", ".join(v.by),
                "dislodged": v.dislodged,
                "responsible": ", ".join(self.responsible.get(rules, ())),
            }
            for o in self.orders
            for rules, v in o.verdicts.items()
        ]


class Totals(msgspec.Struct):
    """Counts over a stream of phases.

    Attributes:
        phases: how many were adjudicated.
        left_out: how many were left out, being no movement phases.
        differing: how many the readings do not resolve alike.
        boards: how many end on different boards.
        by_reading: reading -> how many it resolves otherwise than the first reading.
        boards_by_reading: reading -> in how many of these the board is another.
        by_choice: reading -> issue -> in how many phases that choice alone made it differ.
    """

    phases: int = 0
    left_out: int = 0
    differing: int = 0
    boards: int = 0
    by_reading: dict[str, int] = {}
    boards_by_reading: dict[str, int] = {}
    by_choice: dict[str, dict[str, int]] = {}

    def add(self, found: PhaseDifference | None) -> None:
        """Count one phase."""
        self.phases += 1
        if found is None:
            return
        self.differing += 1
        self.boards += bool(found.boards)
        for rules in found.boards:
            self.boards_by_reading[rules] = self.boards_by_reading.get(rules, 0) + 1
        for rules, issues in found.responsible.items():
            self.by_reading[rules] = self.by_reading.get(rules, 0) + 1
            counts = self.by_choice.setdefault(rules, {})
            for issue in issues:
                counts[issue] = counts.get(issue, 0) + 1

    def merge(self, other: Totals) -> None:
        """Add the counts of another part of the stream."""
        self.phases += other.phases
        self.left_out += other.left_out
        self.differing += other.differing
        self.boards += other.boards
        for rules, number in other.by_reading.items():
            self.by_reading[rules] = self.by_reading.get(rules, 0) + number
        for rules, number in other.boards_by_reading.items():
            self.boards_by_reading[rules] = self.boards_by_reading.get(rules, 0) + number
        for rules, issues in other.by_choice.items():
            counts = self.by_choice.setdefault(rules, {})
            for issue, number in issues.items():
                counts[issue] = counts.get(issue, 0) + number

    def to_dict(self) -> dict[str, Any]:
        """Plain dictionaries and lists."""
        data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return data

    def to_dicts(self) -> list[dict[str, Any]]:
        """One flat row for each reading and issue."""
        return [
            {"rules": rules, "issue": issue, "phases": number}
            for rules, issues in self.by_choice.items()
            for issue, number in sorted(issues.items())
        ]


_Known: TypeAlias = dict[tuple[Maker, Maker], tuple[Solved, Outline]]
"""The rules by which a phase was resolved -> what came of it; readings with the same rules share it."""


class Comparator:
    """Compares readings with the first of them, phase by phase.

    Args:
        rules: two or more readings, as names, paths or readings.
        board: the map; left out, the one each phase names.
        solver, budget: as for `resolvent.adjudicate`.

    Raises:
        InputError: for fewer than two different readings.
        RuleError: for a rulebook that cannot be used.
    """

    def __init__(
        self,
        rules: Sequence[str | Reading],
        *,
        board: Map | None = None,
        solver: str = DEFAULT_SOLVER,
        budget: int = DEFAULT_BUDGET,
    ) -> None:
        readings = [r if isinstance(r, Reading) else load_reading(r) for r in rules]
        self.readings = tuple({r.name: r for r in readings}.values())
        if len(self.readings) < 2:
            raise InputError("to compare takes at least two different readings")
        self.board = board
        self.solver = Solver(solver, budget)

    def compare(
        self, phase: Phase | Mapping[str, Any] | str | bytes, number: int = 0
    ) -> PhaseDifference | None:
        """Compare the readings on one phase.

        Args:
            phase: the phase, or anything `resolvent.read_phase` reads.
            number: its number in a stream.

        Returns:
            How they differ, or ``None`` if they say the same of every order and every unit.
        """
        read = phase if isinstance(phase, Phase) else read_phase(phase)
        docket = Docket(read, self.board)
        known: _Known = {}
        outlines = [self._outline(docket, reading, known) for reading in self.readings]
        if all(o == outlines[0] for o in outlines[1:]):
            return None
        return self._difference(docket, number, outlines, known)

    def _outline(self, docket: Docket, reading: Reading, known: _Known) -> Outline:
        """What a reading makes of the phase; readings with the same rules share the work."""
        return self._solved(docket, reading, known)[1]

    def _solved(self, docket: Docket, reading: Reading, known: _Known) -> tuple[Solved, Outline]:
        key = (reading.maker("judge"), reading.maker("resolve"))
        if key not in known:
            solved = docket.solved(reading, self.solver)
            known[key] = solved, docket.outline(reading, solved)
        return known[key]

    def _difference(
        self,
        docket: Docket,
        number: int,
        outlines: Sequence[Outline],
        known: _Known,
    ) -> PhaseDifference:
        groups: list[list[str]] = []
        seen: list[Outline] = []
        for reading, found in zip(self.readings, outlines, strict=True):
            if found not in seen:
                seen.append(found)
                groups.append([])
            groups[seen.index(found)].append(reading.name)
        resolutions = {r.name: docket.resolution(r, self._solved(docket, r, known)[0]) for r in self.readings}
        responsible = {
            reading.name: self._responsible(docket, reading, outlines[0], found, known)
            for reading, found in zip(self.readings, outlines, strict=True)
            if found != outlines[0]
        }
        return PhaseDifference(
            number,
            docket.phase.phase,
            docket.phase.map,
            tuple(tuple(g) for g in groups),
            _orders(resolutions),
            _retreats(resolutions),
            tuple(
                reading.name
                for reading, found in zip(self.readings, outlines, strict=True)
                if found[1:3] != outlines[0][1:3]
            ),
            responsible,
            docket.phase,
        )

    def _responsible(
        self,
        docket: Docket,
        reading: Reading,
        ours: Outline,
        theirs: Outline,
        known: _Known,
    ) -> tuple[str, ...]:
        """The issues whose choice, switched alone in the first reading, makes a difference.

        Those that alone give the other reading's resolution; if there are none, those that change
        anything; if there are none, the choices together, or else rules that a reading words itself.
        """
        first = self.readings[0]
        alone, changing = [], []
        for issue, key in reading.choices.items():
            if first.choices.get(issue) == key:
                continue
            outcome = self._outline(docket, first.choosing(issue, key), known)
            if outcome == theirs:
                alone.append(issue)
            elif outcome != ours:
                changing.append(issue)
        if alone or changing:
            return tuple(alone or changing)
        switched = load_reading(first.books[-1].name, reading.choices)
        return ("together",) if self._outline(docket, switched, known) == theirs else ("rules",)


def compare(
    phases: Iterable[Phase | Mapping[str, Any] | str | bytes],
    rules: Sequence[str | Reading],
    totals: Totals | None = None,
    **options: Any,
) -> Iterator[PhaseDifference]:
    """Compare readings on a stream of phases.

    Args:
        phases: movement phases; others are left out and counted.
        rules: two or more readings.
        totals: counts to fill on the way.
        options: as for `Comparator`.

    Yields:
        The phases that the readings do not resolve alike.
    """
    comparator = Comparator(rules, **options)
    for number, phase in enumerate(phases):
        read = phase if isinstance(phase, Phase) else read_phase(phase)
        if read.type != "M":
            if totals is not None:
                totals.left_out += 1
            continue
        found = comparator.compare(read, number)
        if totals is not None:
            totals.add(found)
        if found is not None:
            yield found


def _orders(resolutions: Mapping[str, Resolution]) -> tuple[OrderDifference, ...]:
    found = []
    first = next(iter(resolutions.values()))
    for place, order in enumerate(first.orders):
        verdicts = {
            name: Verdict(o.outcome, o.reason, o.by, o.dislodged)
            for name, o in ((name, r.orders[place]) for name, r in resolutions.items())
        }
        if len({(v.outcome, v.dislodged) for v in verdicts.values()}) > 1:
            found.append(OrderDifference(order.power, order.unit, order.order, verdicts))
    return tuple(found)


def _retreats(resolutions: Mapping[str, Resolution]) -> dict[str, dict[str, tuple[str, ...]]]:
    """Where dislodged units may go, where the readings do not agree on that."""
    by_reading: dict[str, dict[str, DislodgedUnit]] = {
        name: {unit: d for units in r.dislodged.values() for unit, d in units.items()}
        for name, r in resolutions.items()
    }
    units = {unit for found in by_reading.values() for unit in found}
    differing = {
        unit
        for unit in units
        if len({found[unit].retreats for found in by_reading.values() if unit in found}) > 1
    }
    return {
        name: {unit: found[unit].retreats for unit in sorted(differing) if unit in found}
        for name, found in by_reading.items()
        if differing
    }
