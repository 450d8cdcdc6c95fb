"""A claim taken apart into single statements, each a formula over the decisions of a phase."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from resolvent.board import Map, Place
from resolvent.logic.formula import Value
from resolvent.oracle.claim import Claim, ClaimError
from resolvent.orders.entities import Move, OrderEntity, Unit
from resolvent.outcomes import Outcome
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Knot
from resolvent.rules.reading import Reading

__all__ = ["NO_PLACE", "NO_UNIT", "OTHER_POWER", "Statement", "canonical", "statements"]

NO_UNIT, NO_PLACE, OTHER_POWER = "no such unit", "no such place", "of another power"
"""Rules of statements about nothing: a unit or a place that is not there, or not with that power."""

T = TypeVar("T")


class Statement(NamedTuple):
    """One thing that is claimed.

    Attributes:
        kind: the part of the claim it comes from.
        rule: the decision or definition it is about; ``"positions"`` where it is about the board, and
            `NO_UNIT`, `NO_PLACE` or `OTHER_POWER` where it is about nothing.
        arguments: what the rule is applied to; for ``"positions"`` the power and the unit's name, for the
            last ones the names that are claimed.
        claimed: whether it is said to be so.
        value: the formula that has to be true.
    """

    kind: str
    rule: str
    arguments: tuple[Any, ...]
    claimed: bool
    value: Value


def canonical(claim: Claim, board: Map, units: Collection[str]) -> Claim:
    """The same claim in the names of the map: ``"a par"`` becomes ``"A PAR"``.

    What the map does not know stays as it is; it will be found to be nobody.

    Args:
        claim: the claim.
        board: the map.
        units: the units that outcomes are about, ``"F STP/SC"``; one is known without its coast too.

    Raises:
        ClaimError: nothing is claimed; or two names are given for one thing.
    """
    claim.check()
    here = {(unit[0], place.province): unit for unit in units if (place := _place(unit, board)) is not None}
    exact = set(units)

    def before(text: str) -> str:
        place = _place(text, board)
        if place is None or after(text) in exact:
            return text if place is None else after(text)
        return here.get((text.strip()[0].upper(), place.province), text)

    def after(text: str) -> str:
        place = _place(text, board)
        return text if place is None else f"{text.strip()[0].upper()} {place.id}"

    def power(text: str) -> str:
        return board.find_power(text) or text

    def goal(text: str) -> str:
        place = board.find(text)
        return place.id if place is not None else text

    outcomes = _keys(claim.outcomes, before, "outcomes", "unit")
    positions = _keys(claim.positions, power, "positions", "power")
    gone = _keys(claim.dislodged, power, "dislodged", "power")
    retreats = _keys(claim.retreats, before, "retreats", "unit")
    return Claim(
        outcomes and {unit: o for unit, o in outcomes.items() if o is not Outcome.OPEN},
        _lists(positions, after, "positions", "unit"),
        _without_none(_lists(gone, before, "dislodged", "unit")),
        _lists(retreats, goal, "retreats", "place"),
    )


def _keys(
    claimed: Mapping[str, T] | None, name: Callable[[str], str], part: str, what: str
) -> dict[str, T] | None:
    """A part of a claim with other keys, which stay as different as they are meant to be."""
    if claimed is None:
        return None
    found: dict[str, T] = {}
    for text, value in claimed.items():
        key = name(text)
        if key in found:
            raise ClaimError(f"this {what} stands there under another name too", f"claim.{part}.{text}")
        found[key] = value
    return found


def _lists(
    claimed: Mapping[str, Iterable[str]] | None, name: Callable[[str], str], part: str, what: str
) -> dict[str, tuple[str, ...]] | None:
    """A part of a claim with other words in its lists, in none of which one thing stands twice."""
    if claimed is None:
        return None
    found: dict[str, tuple[str, ...]] = {}
    for key, texts in claimed.items():
        names: list[str] = []
        for text in texts:
            if name(text) in names:
                raise ClaimError(f"this {what} stands there twice", f"claim.{part}.{key}.{text}")
            names.append(name(text))
        found[key] = tuple(names)
    return found


def _without_none(gone: dict[str, tuple[str, ...]] | None) -> dict[str, tuple[str, ...]] | None:
    """Powers of which nothing was dislodged need not be named."""
    return None if gone is None else {power: units for power, units in gone.items() if units}


def _place(text: str, board: Map) -> Place | None:
    text = text.strip()
    return board.find(text[2:].strip()) if text[:2].upper() in ("A ", "F ") else None


def statements(claim: Claim, docket: Docket, reading: Reading, knot: Knot) -> list[Statement]:
    """What a claim says, one thing after the other: outcomes, positions, dislodged, retreats.

    Args:
        claim: the claim, in the names of the map.
        docket: the phase.
        reading: the rules.
        knot: the rules as formulas over the decisions of the phase.
    """
    return list(_Taken(claim, docket, reading, knot).all())


class _Taken:
    """A claim being taken apart."""

    def __init__(self, claim: Claim, docket: Docket, reading: Reading, knot: Knot) -> None:
        self.claim = claim
        self.position = docket.position
        self.knot = knot
        self.reading = reading
        self.sheets = docket.judged(reading).sheets
        self.units = {u.name: u for u in docket.position.units}
        self.moves: dict[Unit, Move] = {
            s.unit: s.order for s in self.sheets if s.order is not None and isinstance(s.order, Move)
        }

    def all(self) -> Iterator[Statement]:
        yield from self.outcomes()
        yield from self.positions()
        yield from self.dislodged()
        yield from self.retreats()

    def say(self, kind: str, rule: str, arguments: tuple[Any, ...], claimed: bool) -> Statement:
        value = self.value(rule, *arguments)
        said = value if claimed else self.knot.formulas.negation(value)
        return Statement(kind, rule, arguments, claimed, said)

    def nothing(self, kind: str, rule: str, *names: str) -> Statement:
        """What is said of a thing that is not there is not so, whatever it is."""
        return Statement(kind, rule, names, True, False)

    def value(self, rule: str, *arguments: Any) -> Any:
        return self.knot.rules[rule](*arguments)

    def outcomes(self) -> Iterator[Statement]:
        """Decisions first: what follows from them gives way if the claim contradicts itself."""
        for sheet in sorted(self.sheets, key=lambda sheet: sheet.order is None):
            outcome = (self.claim.outcomes or {}).get(sheet.unit.name)
            if outcome is None:
                continue
            if sheet.order is not None:
                yield self.decided(sheet.order, outcome is Outcome.SUCCEEDS)
            elif sheet.outcome is None:
                yield self.say("outcomes", "dislodged", (sheet.unit,), outcome is not Outcome.SUCCEEDS)
            elif outcome is Outcome.SUCCEEDS and sheet.shown.endswith(" H"):
                # nothing could be read, so the unit holds: that may be called a success, if it stays
                yield self.say("outcomes", "dislodged", (sheet.unit,), False)
        for name in self.claim.outcomes or {}:
            if name not in self.units:
                yield self.nothing("outcomes", NO_UNIT, name)

    def decided(self, order: OrderEntity, claimed: bool) -> Statement:
        return self.say("outcomes", self.reading.decided[order.sort][0], (order,), claimed)

    def positions(self) -> Iterator[Statement]:
        if self.claim.positions is None:
            return
        formulas = self.knot.formulas
        powers = sorted({u.power for u in self.position.units} | set(self.claim.positions))
        for power in powers:
            there = self.claim.positions.get(power, ())
            chances: dict[str, list[Value]] = {name: [] for name in there}
            for unit in self.position.units:
                if unit.power == power:
                    for name, value in self.ends(unit):
                        chances.setdefault(name, []).append(value)
            for name, values in chances.items():
                value = formulas.disjunction(values)
                claimed = name in there
                said = value if claimed else formulas.negation(value)
                yield Statement("positions", "positions", (power, name), claimed, said)

    def ends(self, unit: Unit) -> Iterator[tuple[str, Value]]:
        """Where a unit may be after the moves, and when."""
        formulas = self.knot.formulas
        away: list[Value] = [formulas.negation(self.value("dislodged", unit))]
        move = self.moves.get(unit)
        if move is not None:
            arrives = self.value(self.reading.decided["Move"][0], move)
            yield f"{unit.name[0]} {move.place.id}", arrives
            away.append(formulas.negation(arrives))
        yield unit.name, formulas.conjunction(away)

    def dislodged(self) -> Iterator[Statement]:
        if self.claim.dislodged is not None:
            gone = {(power, unit) for power, units in self.claim.dislodged.items() for unit in units}
            for unit in self.position.units:
                yield self.say("dislodged", "dislodged", (unit,), (unit.power, unit.name) in gone)
            for power, name in sorted(gone - {(u.power, u.name) for u in self.position.units}):
                yield self.nothing("dislodged", OTHER_POWER if name in self.units else NO_UNIT, name, power)

    def retreats(self) -> Iterator[Statement]:
        """That a unit is dislodged, and if it is, where it may go and where it may not."""
        places = self.position.board.places
        formulas = self.knot.formulas
        for name, listed in (self.claim.retreats or {}).items():
            unit = self.units.get(name)
            if unit is None:
                yield self.nothing("retreats", NO_UNIT, name)
                continue
            gone = self.say("retreats", "dislodged", (unit,), True)
            yield gone
            named = {places[x] for x in listed if x in places}
            for place in sorted({*unit.reach, *named}, key=lambda p: p.id):
                said = self.say("retreats", "may_retreat", (unit, place), place.id in listed)
                value = formulas.disjunction([formulas.negation(gone.value), said.value])
                yield said._replace(value=value)
            for text in listed:
                if text not in places:
                    yield self.nothing("retreats", NO_PLACE, text, name)
