"""Judging: from what the players wrote to at most one order for each unit.

Which orders are legal, which place a move means, and which of several orders counts are questions
to the rules (``encodings/reading.rules``, ``encodings/orders.rules``); here they are only asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from resolvent.board.province import Province
from resolvent.logic.algebra import ThreeValued
from resolvent.orders.entities import Move, OrderEntity, Unit
from resolvent.orders.language import Language
from resolvent.orders.order import Kind, Order, format_order
from resolvent.orders.position import Position
from resolvent.orders.read import Reader, Unreadable, order_reader
from resolvent.orders.understand import Understanding
from resolvent.outcomes import Outcome, Reason
from resolvent.rules.grounded import Grounded
from resolvent.rules.reading import Reading

__all__ = ["Ignored", "Judge", "Judged", "Sets", "Sheet", "judge"]

_MOVEMENT = (Kind.HOLD, Kind.MOVE, Kind.SUPPORT, Kind.CONVOY)


class Sheet(NamedTuple):
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
    """The result.

    Attributes:
        sheets: one for each unit, in the order of the position.
        ignored: what was not used, sorted.
        written_by: power -> the orders it wrote that could be read, every set.
        scribbled: the units for which nothing could be read.
    """

    sheets: list[Sheet]
    ignored: list[Ignored] = field(default_factory=list)
    written_by: dict[str, list[OrderEntity]] = field(default_factory=dict)
    scribbled: set[Unit] = field(default_factory=set)


class _Written(NamedTuple):
    """One text of an order set that is about a certain unit; without an order it is unreadable."""

    power: str
    text: str
    order: OrderEntity | None
    set: int


Sets = Mapping[str, Sequence[Sequence[str]]]


def judge(position: Position, sets: Sets, reading: Reading, language: Language | None = None) -> Judged:
    """Decide what each unit is told.

    Args:
        position: the units.
        sets: power -> its order sets, in the order they came -> texts.
        reading: the rules.
        language: the language of the texts, English if left out.

    Returns:
        The sheets, the same whatever the order of powers and, within a set, of orders to different units.
    """
    return Judge(position, reading, order_reader(position.board, "M", language)).judge(sets)


class Judge:
    """The rules of one reading asked about one position; retreats have a judge derived from this one.

    Args:
        position: the units that can have orders.
        reading: the rules.
        reader: what reads the texts.
    """

    kinds: ClassVar[tuple[Kind, ...]] = _MOVEMENT

    def __init__(self, position: Position, reading: Reading, reader: Reader) -> None:
        self.position = position
        self.reader = reader
        self.written_by: dict[str, list[OrderEntity]] = {}
        self.written_for: dict[Unit, list[OrderEntity]] = {}
        self.by_unit: dict[Unit, list[_Written]] = {}
        self.legal: dict[Unit, list[OrderEntity]] = {}
        self.different: dict[tuple[Unit, str], list[OrderEntity]] = {}
        self.ignored: list[Ignored] = []
        self.scribbled: set[Unit] = set()
        self.rules = self.put(reading)
        self.may_order: Callable[[str, Unit], bool] = self.rules["may_order"]
        self.understanding = Understanding(position, self.rules, reading, reader)
        self.objections = self.objections_of(reading)
        self.asks_what_was_written = reading.asks_what_was_written

    def put(self, reading: Reading) -> Grounded:
        """The rules over the position."""
        position = self.position
        none: dict[Any, Any] = {}
        return reading.maker("judge")(
            position.at, position.seas, self.written_by, self.written_for, self.others, self.scribbled,
            none, none, none, none, none, ThreeValued(),
        )  # fmt: skip

    def objections_of(self, reading: Reading) -> Mapping[str, Sequence[tuple[Callable[..., Any], str]]]:
        """The objections to ask, by sort of order."""
        return reading.objection_functions

    def not_ordered_here(self, power: str, province: Province) -> Reason:
        """Why a power gives no order to a unit in a province."""
        return Reason.NOT_OWN_UNIT if province in self.position.at else Reason.NO_SUCH_UNIT

    def judge(self, sets: Sets) -> Judged:
        for power, power_sets in sorted(sets.items()):
            last = len(power_sets) - 1
            for number, texts in enumerate(power_sets):
                self.take_set(power, texts, number, last)
            if last > 0:
                self.drop_replaced(power, last)
        by_unit = self.by_unit
        if self.asks_what_was_written:
            for unit, written in by_unit.items():
                self.written_for[unit] = [w.order for w in written if w.order is not None]
        sheets = [self.sheet(unit, by_unit.get(unit)) for unit in self.position.units]
        if "implies" in self.rules:
            sheets = self.with_implied(sheets)
        self.ignored.sort()
        return Judged(sheets, self.ignored, self.written_by, self.scribbled)

    # -- which unit a text is about

    def take_set(self, power: str, texts: Sequence[str], number: int, last: int) -> None:
        """Sort the texts of one order set (of ``last + 1``) by the unit they are about."""
        reader, at, places = self.reader, self.position.at, self.position.board.places
        may_order = self.may_order
        everything = self.written_by.setdefault(power, [])
        shares = last == 0 and self.understanding.shares
        for text in texts:
            order = reader[text]
            if order.__class__ is Unreadable:
                self.take_unreadable(power, text, number)
                continue
            assert isinstance(order, Order)
            if order.kind not in self.kinds:
                self.ignored.append(Ignored(power, text, Outcome.ILLEGAL, Reason.WRONG_PHASE))
                continue
            place = places.get(order.location) or self.understanding.place(order.location)
            here = at.get(place.province)
            if here is None or not may_order(power, here[0]):
                reason = self.not_ordered_here(power, place.province)
                self.ignored.append(Ignored(power, text, Outcome.ILLEGAL, reason))
            else:
                unit = here[0]
                before = self.by_unit.get(unit)
                if before is None and shares and unit.power == power:
                    entity = self.understanding.shared(unit, order, text)
                else:
                    entity = self.understanding.fresh(unit, order, text)
                    entity.writer, entity.set, entity.last = power, number, number == last
                    entity.rank = len(everything)
                everything.append(entity)
                if before is None:
                    self.by_unit[unit] = [_Written(power, text, entity, number)]
                else:
                    before.append(_Written(power, text, entity, number))

    def take_unreadable(self, power: str, text: str, number: int) -> None:
        """A text that is no order still belongs to the unit that it begins with."""
        words = text[:80].split()
        for size in range(min(5, len(words)), 0, -1):
            named = self.reader.unit(" ".join(words[:size]))
            if isinstance(named, Unreadable):
                continue
            here = self.position.at.get(self.understanding.place(named[1]).province)
            if here is not None and self.may_order(power, here[0]):
                self.by_unit.setdefault(here[0], []).append(_Written(power, text, None, number))
                return
        self.ignored.append(Ignored(power, text, Outcome.UNREADABLE, Reason.UNREADABLE))

    # -- which text counts

    def drop_replaced(self, power: str, last: int) -> None:
        """Keep the orders that the rules say are in force; what cannot be read goes with its set."""
        in_force = {o for o in self.written_by[power] if self.rules["in_force"](o)}
        sets = {last, *(o.set for o in in_force)}
        for unit, texts in self.by_unit.items():
            kept: list[_Written] = []
            for w in texts:
                if w.power != power or (w.order in in_force if w.order else w.set in sets):
                    kept.append(w)
                else:
                    self.ignored.append(Ignored(power, w.text, Outcome.ILLEGAL, Reason.REPLACED))
            self.by_unit[unit] = kept

    def sheet(self, unit: Unit, texts: list[_Written] | None) -> Sheet:
        """What a unit is told, given all that was written for it."""
        if not texts:
            return Sheet(unit, None, unit.hold)
        if len(texts) > 1:
            return self.settle(unit, texts)
        _, text, order, _ = texts[0]
        if order is None:
            self.scribbled.add(unit)
            return Sheet(unit, text, unit.hold, None, Outcome.UNREADABLE, Reason.UNREADABLE)
        for applies, label in self.objections[order.sort]:
            if applies(self.rules, order):
                return Sheet(unit, text, format_order(order.written), None, Outcome.ILLEGAL, Reason(label))
        return Sheet(unit, text, order.notation, order if order.sort != "Order" else None)

    def objection(self, order: OrderEntity) -> str:
        """The reason why an order is illegal, or ``""``."""
        objections = self.objections[order.sort]
        return next((label for applies, label in objections if applies(self.rules, order)), "")

    def settle(self, unit: Unit, texts: list[_Written]) -> Sheet:
        """Choose between several texts for one unit."""
        objections = [self.objection(w.order) if w.order is not None else "" for w in texts]
        legal = [w for w, o in zip(texts, objections, strict=True) if w.order is not None and not o]
        counts = legal[0] if len(legal) == 1 else self.choose(unit, legal)
        shown = counts or next((w for w in texts if w.order is not None), texts[0])
        for written, objection in zip(texts, objections, strict=True):
            if written is not shown:
                self.ignored.append(_put_aside(written, objection, shown))
        sheet = self.sheet(unit, [shown])
        if counts is None and sheet.outcome is None:
            return sheet._replace(order=None, outcome=Outcome.ILLEGAL, reason=Reason.CONFLICTING)
        return sheet

    def choose(self, unit: Unit, legal: list[_Written]) -> _Written | None:
        """Which of several legal orders counts, if any."""
        self.legal[unit] = [w.order for w in legal if w.order is not None]
        self.different.clear()
        prevails = self.rules["prevails"]
        standing = [w for w in legal if prevails(w.order)]
        return standing[0] if standing and len({_said(w) for w in standing}) == 1 else None

    def others(self, order: OrderEntity) -> list[OrderEntity]:
        """The other legal orders to the same unit that say something else."""
        key = (order.unit, order.notation)  # most of a thousand orders say the same
        found = self.different.get(key)
        if found is None:
            found = [o for o in self.legal.get(order.unit, ()) if o.notation != order.notation]
            self.different[key] = found
        return found

    # -- orders that others imply

    def with_implied(self, sheets: list[Sheet]) -> list[Sheet]:
        """Give units the one legal move that orders naming them imply, where the rules say that they do."""
        implies, at = self.rules["implies"], self.position.at
        found: dict[Unit, dict[str, Move]] = {}
        for order in [s.order for s in sheets if s.order is not None and s.order.written.destination]:
            named = getattr(order, "supported", None) or getattr(order, "army", None)
            for unit in at.get(named, ()) if named is not None else ():
                if not implies(order, unit):
                    continue
                written = Order(Kind.MOVE, unit.name[0], unit.place.id, order.written.destination)
                move = self.understanding.move(unit, written, "")
                if not self.objection(move):
                    found.setdefault(unit, {})[move.notation] = move
        moves = {unit: next(iter(meant.values())) for unit, meant in found.items() if len(meant) == 1}
        return [
            Sheet(s.unit, None, moves[s.unit].notation, moves[s.unit]) if s.unit in moves else s
            for s in sheets
        ]


def _put_aside(written: _Written, objection: str, shown: _Written) -> Ignored:
    """Why a text for a unit is not used."""
    if written.order is None:
        return Ignored(written.power, written.text, Outcome.UNREADABLE, Reason.UNREADABLE)
    if objection:
        return Ignored(written.power, written.text, Outcome.ILLEGAL, Reason(objection))
    same = _said(written) == _said(shown)
    return Ignored(
        written.power, written.text, Outcome.ILLEGAL, Reason.REPEATED if same else Reason.CONFLICTING
    )


def _said(written: _Written) -> str:
    return written.order.notation if written.order is not None else ""
