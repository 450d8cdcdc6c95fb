"""What if orders had been others: both resolutions, and what differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from resolvent.board import Map, Province
from resolvent.errors import InputError
from resolvent.explain.sentences import join_names, place_name, sentence
from resolvent.game.setting import Setting
from resolvent.orders.order import Order
from resolvent.orders.read import Reader, Unreadable
from resolvent.records.phase import OrderSet, Phase, read_phase
from resolvent.records.units import check_power
from resolvent.resolution.adjudicate import adjudicate
from resolvent.resolution.resolution import OrderResult, Resolution
from resolvent.rules.reading import Reading, load_reading

__all__ = ["WhatIf", "changed_phase", "whatif"]


@dataclass(frozen=True, repr=False)
class WhatIf:
    """Two resolutions of one position.

    Attributes:
        changes: the orders that were put in place of others.
        before: the resolution of the orders as they were.
        after: the resolution with the changes.
        board: the map, for full names.
    """

    changes: tuple[str, ...]
    before: Resolution
    after: Resolution
    board: Map

    def differences(self) -> Iterator[tuple[OrderResult | None, OrderResult | None]]:
        """The entries that differ in order, outcome or dislodgement, before and after."""
        old = {(o.power, o.unit, o.order if not o.unit else ""): o for o in self.before.orders}
        new = {(o.power, o.unit, o.order if not o.unit else ""): o for o in self.after.orders}
        for key in [*old, *(key for key in new if key not in old)]:
            one, other = old.get(key), new.get(key)
            if one is None or other is None or _fate(one) != _fate(other):
                yield one, other

    def moved(self) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
        """Power -> the units that are only in the first position afterwards, and only in the second."""
        found = {}
        for power in dict.fromkeys([*self.before.positions, *self.after.positions]):
            old, new = (set(r.positions.get(power, ())) for r in (self.before, self.after))
            if old != new:
                found[power] = (tuple(sorted(old - new)), tuple(sorted(new - old)))
        return found

    @property
    def same(self) -> bool:
        """Whether the board is the same afterwards, retreats and contested provinces included."""
        one, other = self.before, self.after
        return not self.moved() and one.contested == other.contested and _gone(one) == _gone(other)

    def lines(self) -> Iterator[str]:
        """The differences line by line."""
        yield f"If {join_names(self.changes)}:"
        for old, new in self.differences():
            yield from _difference(old, new, self.board)
        for power, (only_before, only_after) in self.moved().items():
            name = self.board.power_names.get(power, power)
            yield f"  {name} then has {_units(only_after)} where it had {_units(only_before)}."
        for title, one, other in (
            ("Dislodged", _gone(self.before), _gone(self.after)),
            ("Contested", set(self.before.contested), set(self.after.contested)),
        ):
            if one != other:
                yield f"  {title} before: {self._names(one)}; then: {self._names(other)}."
        if self.same:
            yield "  The board is the same afterwards."

    def _names(self, names: set[str]) -> str:
        return join_names(place_name(name, self.board) for name in sorted(names)) or "nobody"

    def to_dict(self) -> dict[str, Any]:
        """Both resolutions and what differs, as plain dictionaries and lists."""
        return {
            "changes": list(self.changes),
            "before": self.before.to_dict(),
            "after": self.after.to_dict(),
            "orders": [
                {"before": msgspec.to_builtins(old), "after": msgspec.to_builtins(new)}
                for old, new in self.differences()
            ],
            "positions": {
                power: {"before": list(old), "after": list(new)} for power, (old, new) in self.moved().items()
            },
            "same": self.same,
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        return f"<WhatIf of {self.before.phase} under {self.before.rules}>\n{self}"


def whatif(
    phase: Phase | Mapping[str, Any] | str | bytes,
    changes: Sequence[str],
    rules: str | Reading = "datc",
    *,
    board: Map | None = None,
) -> WhatIf:
    """Adjudicate a phase as it is and with other orders.

    Args:
        phase: a phase of any type, or anything `resolvent.read_phase` reads.
        changes: orders in place of those of their units, ``"A MUN H"``; for a unit that is not there (a
            build) with its power, ``"FRANCE: A PAR B"``.
        rules: a rulebook's name, the path of a rulebook file, or a reading.
        board: the map; left out, the one the phase names.

    Raises:
        InputError: the phase cannot be used, or a change is no order of a unit that is there.
        RuleError: the rulebook cannot be used.
    """
    read = phase if isinstance(phase, Phase) else read_phase(phase)
    reading = rules if isinstance(rules, Reading) else load_reading(rules)
    setting = Setting(read, board)
    other = changed_phase(read, changes, setting)
    before, after = (adjudicate(p, reading, board=board) for p in (read, other))
    return WhatIf(tuple(changes), before, after, setting.board)


def changed_phase(phase: Phase, changes: Sequence[str], setting: Setting | None = None) -> Phase:
    """A phase with orders in place of those of their units.

    Args:
        phase: the phase.
        changes: as for `whatif`.
        setting: the phase on its map, if that is known already.

    Raises:
        InputError: a change is no order of a unit that is there.
    """
    known = setting or Setting(phase)
    reader = known.reader()
    names = {check_power(name, known.board, f"orders.{name}"): name for name in phase.orders}
    orders: dict[str, tuple[OrderSet, ...]] = {power: phase.order_sets(name) for power, name in names.items()}
    for change in changes:
        head, _, tail = change.rpartition(":")
        text = tail.strip()
        place = _place_of(text, reader, known)
        power = (
            check_power(head.strip(), known.board, "change") if head else _owner(place, phase, known, change)
        )
        *most, last = orders.get(power) or ((),)
        kept = [tuple(t for t in texts if _about(t, reader, known) is not place) for texts in (*most, last)]
        orders[power] = (*kept[:-1], (*kept[-1], text))
    told: dict[str, Any] = {power: sets[0] if len(sets) == 1 else sets for power, sets in orders.items()}
    return msgspec.structs.replace(phase, orders=told)


def _place_of(text: str, reader: Reader, setting: Setting) -> Province:
    order = reader[text]
    if isinstance(order, Unreadable):
        raise InputError(f"'{text[:60]}' is no order", "change")
    return _province(order, setting)


def _province(order: Order, setting: Setting) -> Province:
    return setting.place(order.location, "change").province


def _about(text: str, reader: Reader, setting: Setting) -> Province | None:
    """The province whose unit a text is about."""
    order = reader[text]
    return None if isinstance(order, Unreadable) or not order.location else _province(order, setting)


def _owner(place: Province, phase: Phase, setting: Setting, change: str) -> str:
    position = setting.dislodged() if phase.type == "R" else setting.standing
    here = position.at.get(place)
    if not here:
        which = "dislodged unit" if phase.type == "R" else "unit"
        raise InputError(f"'{change[:60]}': there is no {which} in {place.name}", "change")
    return here[0].power


def _fate(result: OrderResult) -> tuple[Any, ...]:
    return result.order, result.outcome, result.dislodged


def _gone(resolution: Resolution) -> set[str]:
    return {unit for units in resolution.dislodged.values() for unit in units}


def _units(names: Sequence[str]) -> str:
    return join_names(names) or "nothing"


def _difference(old: OrderResult | None, new: OrderResult | None, board: Map) -> Iterator[str]:
    if old is not None and new is not None and old.order == new.order:
        yield f"  {old.order}  {sentence(old, board)}  ->  {sentence(new, board)}"
        return
    if old is not None:
        yield f"  - {old.order}  {sentence(old, board)}"
    if new is not None:
        yield f"  + {new.order}  {sentence(new, board)}"
