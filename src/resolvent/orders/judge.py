"""Judging: from what the players wrote to at most one order for each unit.

Which orders are legal, which place a move means, and which of several orders counts are questions
to the rules (``encodings/reading.rules``, ``encodings/orders.rules``); here they are only asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from resolvent.board.province import Place
from resolvent.logic.algebra import ThreeValued
from resolvent.orders.entities import Convoy, Hold, Move, OrderEntity, Support, Unit
from resolvent.orders.order import Kind, Order, format_order
from resolvent.orders.position import Position
from resolvent.orders.read import Reader, Unreadable, order_reader
from resolvent.outcomes import Outcome, Reason
from resolvent.rules.reading import Reading

__all__ = ["Ignored", "Judged", "Sheet", "judge"]

_MOVEMENT = (Kind.HOLD, Kind.MOVE, Kind.SUPPORT, Kind.CONVOY)


@dataclass(slots=True)
class Sheet:
    """What one unit is told.

    Attributes:
        unit: the unit.
        text: what was written, or ``None``.
        shown: the order in the notation; a hold if none could be read.
        order: the order that counts, or ``None``: the unit holds.
        outcome: ``ILLEGAL`` or ``UNREADABLE`` if that is why it holds.
        reason: why, if so.
    """

    unit: Unit
    text: str | None
    shown: str
    order: OrderEntity | None = None
    outcome: Outcome | None = None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True, order=True)
class Ignored:
    """Something a player wrote that is not used."""

    power: str
    text: str
    outcome: Outcome
    reason: Reason


@dataclass(slots=True)
class Judged:
    """The result: one sheet for each unit, in the order of the position, and what was not used."""

    sheets: list[Sheet]
    ignored: list[Ignored] = field(default_factory=list)
    written_by: dict[str, list[OrderEntity]] = field(default_factory=dict)
    scribbled: set[Unit] = field(default_factory=set)


@dataclass(slots=True)
class _Written:
    """One text that is about a certain unit."""

    text: str
    order: OrderEntity | None  # None: unreadable
    objection: str = ""


Sets = Mapping[str, Sequence[Sequence[str]]]


def judge(position: Position, sets: Sets, reading: Reading) -> Judged:
    """Decide what each unit is told.

    Args:
        position: the units.
        sets: power -> its order sets, in the order they came -> texts.
        reading: the rules.

    Returns:
        The sheets, the same whatever the order of powers and, within a set, of orders to different units.
    """
    return _Judge(position, reading).judge(sets)


class _Judge:
    """The rules of one reading asked about one position."""

    def __init__(self, position: Position, reading: Reading) -> None:
        self.position = position
        self.reading = reading
        self.written_by: dict[str, list[OrderEntity]] = {}
        self.written_for: dict[Unit, list[OrderEntity]] = {}
        self.legal: dict[Unit, list[OrderEntity]] = {}
        self.ignored: list[Ignored] = []
        self.scribbled: set[Unit] = set()
        none: dict[Any, Any] = {}
        self.rules = reading.maker("judge")(
            position.at, position.seas, self.written_by, self.written_for, self.others, self.scribbled,
            none, none, none, none, none, ThreeValued(),
        )  # fmt: skip
        self.objections = {
            sort: [(self.rules[name], label) for name, label in names if name in self.rules]
            for sort, names in reading.objections.items()
        }

    def judge(self, sets: Sets) -> Judged:
        reader = order_reader(self.position.board)
        by_unit: dict[Unit, list[_Written]] = {}
        for power, power_sets in sets.items():
            for number, texts in enumerate(power_sets):
                for text in texts:
                    self.take(power, text, number == len(power_sets) - 1, reader, by_unit)
        for power, power_sets in sets.items():
            if len(power_sets) > 1:
                self.drop_replaced(power, by_unit)
        sheets = [self.sheet(unit, by_unit.get(unit)) for unit in self.position.units]
        self.imply(sheets)
        self.ignored.sort()
        return Judged(sheets, self.ignored, self.written_by, self.scribbled)

    # -- which unit a text is about

    def take(
        self, power: str, text: str, last: bool, reader: Reader, by_unit: dict[Unit, list[_Written]]
    ) -> None:
        order = reader[text]
        if isinstance(order, Unreadable):
            self.take_unreadable(power, text, reader, by_unit)
            return
        if order.kind not in _MOVEMENT:
            self.ignored.append(Ignored(power, text, Outcome.ILLEGAL, Reason.WRONG_PHASE))
            return
        place = self.place(order.location)
        here = self.position.at.get(place.province)
        if here is None:
            self.ignored.append(Ignored(power, text, Outcome.ILLEGAL, Reason.NO_SUCH_UNIT))
        elif here[0].power != power:
            self.ignored.append(Ignored(power, text, Outcome.ILLEGAL, Reason.NOT_OWN_UNIT))
        else:
            unit = here[0]
            entity = self.entity(unit, order, text)
            entity.last = last
            everything = self.written_by.setdefault(power, [])
            entity.rank = len(everything)
            everything.append(entity)
            by_unit.setdefault(unit, []).append(_Written(text, entity))

    def take_unreadable(
        self, power: str, text: str, reader: Reader, by_unit: dict[Unit, list[_Written]]
    ) -> None:
        """A text that is no order still belongs to the unit that it begins with."""
        words = text[:80].split()
        for size in range(min(5, len(words)), 0, -1):
            named = reader.unit(" ".join(words[:size]))
            if isinstance(named, Unreadable):
                continue
            here = self.position.at.get(self.place(named[1]).province)
            if here is not None and here[0].power == power:
                by_unit.setdefault(here[0], []).append(_Written(text, None))
                return
        self.ignored.append(Ignored(power, text, Outcome.UNREADABLE, Reason.UNREADABLE))

    def place(self, id: str) -> Place:
        """A place as it is written; of a coast that does not exist the province is meant."""
        places = self.position.board.places
        return places.get(id) or places[id.partition("/")[0]]

    # -- from an order to something rules can be asked about

    def entity(self, unit: Unit, order: Order, text: str) -> OrderEntity:
        entity: OrderEntity
        if order.kind is Kind.MOVE:
            entity = self.move(unit, order, text)
        elif order.kind is Kind.SUPPORT:
            supported = self.place(order.other).province
            place = self.place(order.destination) if order.destination else supported.place
            here = self.position.at.get(supported)
            name = here[0].name if here else f"{order.other_unit} {order.other}".strip()
            entity = Support(unit, order, text, supported, place, name)
        elif order.kind is Kind.CONVOY:
            goal = self.place(order.destination).province
            entity = Convoy(unit, order, text, self.place(order.other).province, goal)
        else:
            entity = Hold(unit, order, text)
        self.note_slips(entity, order)
        return entity

    def move(self, unit: Unit, order: Order, text: str) -> Move:
        move = Move(unit, order, text, self.place(order.destination))
        move.route = tuple(self.place(id).province for id in order.route)
        if move.destination.coasts or move.place.coast:
            means = self.rules["means"]
            meant = [place for place in move.destination.places if means(move, place)]
            move.place = meant[0] if len(meant) == 1 else move.destination.place
        return move

    def note_slips(self, entity: OrderEntity, order: Order) -> None:
        """Record in what ways the writing differs from the position."""
        unit = entity.unit
        other = self.position.at.get(self.place(order.other).province) if order.other else None
        written = [(order.unit, unit)]
        if other is not None:
            written.append((order.other_unit, other[0]))
            nation = order.other_power
            entity.stateless = not nation and other[0].power != unit.power
            entity.misnamed = bool(nation) and other[0].power != nation
        entity.untyped = any(not kind for kind, _ in written)
        entity.mistyped = any(kind and (kind == "A") is not u.army for kind, u in written)
        own_coast = order.location.partition("/")[2]
        entity.miscoasted = bool(own_coast and unit.place.coast and unit.place.id != order.location)
        entity.needless_coast = bool(
            (own_coast and not unit.place.coast) or self.needless(entity, order, other)
        )
        entity.slip = (
            entity.untyped
            or entity.mistyped
            or entity.miscoasted
            or entity.needless_coast
            or entity.stateless
            or entity.misnamed
        )

    def needless(self, entity: OrderEntity, order: Order, other: tuple[Unit, ...] | None) -> bool:
        """Whether a coast is written for a goal where it does not exist or does not matter."""
        if "/" not in order.destination:
            return False
        goer = entity.unit if order.kind is Kind.MOVE else other[0] if other else None
        return order.destination not in self.position.board.places or (goer is not None and goer.army)

    # -- which text counts

    def drop_replaced(self, power: str, by_unit: dict[Unit, list[_Written]]) -> None:
        """Of several order sets keep what the rules say is in force."""
        in_force = self.rules["in_force"]
        for unit, texts in by_unit.items():
            if unit.power == power:
                kept = [w for w in texts if w.order is None or in_force(w.order)]
                self.ignored += [
                    Ignored(power, w.text, Outcome.ILLEGAL, Reason.REPLACED) for w in texts if w not in kept
                ]
                by_unit[unit] = kept

    def sheet(self, unit: Unit, texts: list[_Written] | None) -> Sheet:
        if not texts:
            return Sheet(unit, None, f"{unit.name} H")
        if len(texts) > 1:
            self.written_for[unit] = [w.order for w in texts if w.order is not None]
        legal: list[_Written] = []
        for written in texts:
            if written.order is not None:
                written.objection = self.objection(written.order)
                if not written.objection:
                    legal.append(written)
        counts = legal[0] if len(legal) == 1 else self.choose(unit, legal)
        shown = counts or next((w for w in texts if w.order is not None), texts[0])
        for written in texts:
            if written is not shown:
                self.ignored.append(self.put_aside(unit, written, shown))
        return self.filled(unit, shown, counts is not None, bool(legal))

    def imply(self, sheets: list[Sheet]) -> None:
        """Give a unit without order the one that orders to other units of its power imply, if the rules say so."""
        implies = self.rules["implies"]
        idle = {s.unit.province: s for s in sheets if s.text is None}
        found: dict[Unit, list[Move]] = {}
        for order in [s.order for s in sheets if s.order is not None]:
            named = getattr(order, "supported", None) or getattr(order, "army", None)
            sheet = idle.get(named) if named is not None else None
            if sheet is not None and sheet.unit.power == order.power and order.written.destination and implies(order):
                unit = sheet.unit
                written = Order(Kind.MOVE, unit.name[0], unit.place.id, order.written.destination)
                found.setdefault(unit, []).append(self.move(unit, written, ""))
        for unit, moves in found.items():
            legal = {m.notation: m for m in moves if not self.objection(m)}
            if len(legal) == 1:
                sheet = idle[unit.province]
                (sheet.order,) = legal.values()
                sheet.shown = sheet.order.notation

    def objection(self, order: OrderEntity) -> str:
        """The reason why an order is illegal, or ``""``."""
        for applies, label in self.objections[order.sort]:
            if applies(order):
                return label
        return ""

    def choose(self, unit: Unit, legal: list[_Written]) -> _Written | None:
        """Which of several legal orders counts, if any."""
        self.legal[unit] = [w.order for w in legal if w.order is not None]
        prevails = self.rules["prevails"]
        standing = [w for w in legal if prevails(w.order)]
        return standing[0] if standing and len({_said(w) for w in standing}) == 1 else None

    def others(self, order: OrderEntity) -> list[OrderEntity]:
        """The other legal orders to the same unit that say something else."""
        return [o for o in self.legal.get(order.unit, ()) if o.notation != order.notation]

    def put_aside(self, unit: Unit, written: _Written, shown: _Written) -> Ignored:
        if written.order is None:
            return Ignored(unit.power, written.text, Outcome.UNREADABLE, Reason.UNREADABLE)
        if written.objection:
            return Ignored(unit.power, written.text, Outcome.ILLEGAL, Reason(written.objection))
        same = _said(written) == _said(shown)
        return Ignored(
            unit.power, written.text, Outcome.ILLEGAL, Reason.REPEATED if same else Reason.CONFLICTING
        )

    def filled(self, unit: Unit, shown: _Written, counts: bool, conflict: bool) -> Sheet:
        if shown.order is None:
            self.scribbled.add(unit)
            return Sheet(unit, shown.text, f"{unit.name} H", None, Outcome.UNREADABLE, Reason.UNREADABLE)
        if counts:
            order = None if shown.order.sort == "Order" else shown.order
            return Sheet(unit, shown.text, shown.order.notation, order)
        reason = Reason(shown.objection) if shown.objection else Reason.CONFLICTING
        notation = format_order(shown.order.written) if shown.objection else shown.order.notation
        return Sheet(unit, shown.text, notation, None, Outcome.ILLEGAL, reason)


def _said(written: _Written) -> str:
    return written.order.notation if written.order is not None else ""
