"""What there is to draw: the units of a phase, what they were told, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, cast

import msgspec

from resolvent.board import Map, Place
from resolvent.explain.sentences import phase_title, sentence
from resolvent.orders.order import Kind, Order
from resolvent.orders.read import Reader, Unreadable, order_reader
from resolvent.outcomes import Outcome
from resolvent.picture.text import clip
from resolvent.records.phase import Dislodged, Phase
from resolvent.records.units import Placed, format_unit, place_unit, place_units
from resolvent.resolution.resolution import OrderResult, Resolution

__all__ = ["Drawn", "Scene", "make_scene", "phase_of"]

_LONGEST = 90  # characters of an order that are shown


class Drawn(msgspec.Struct, frozen=True, eq=False):
    """A unit, or a unit to be built, with its order.

    Attributes:
        power: whose it is.
        unit: ``"F SPA/NC"``.
        place: where it stands.
        order: what it was told, or ``None``.
        outcome: what became of the order, or ``None``: nobody resolved it.
        out: it is dislodged.
        built: it stands on the board only if its order is carried out.
        title: all of that in words.
    """

    power: str
    unit: str
    place: Place
    order: Order | None
    outcome: Outcome | None
    out: bool
    built: bool
    title: str


class Scene(msgspec.Struct, frozen=True, eq=False):
    """A phase as it is drawn.

    Attributes:
        title, aside: the heading: the phase, and the reading with the status.
        units: every unit, in a fixed order.
        retreats: unit -> where it may go, for those that are dislodged.
        contested: provinces left empty by a standoff.
        owners: supply centre -> its power; ``None`` if nobody told.
        notes: what cannot be drawn, in words.
    """

    title: str
    aside: str
    units: tuple[Drawn, ...]
    retreats: dict[str, tuple[Place, ...]]
    contested: tuple[str, ...]
    owners: dict[str, str] | None
    notes: tuple[str, ...]


def phase_of(resolution: Resolution) -> Phase:
    """What a resolution tells of the phase it resolves: its units, and nothing of centres.

    Args:
        resolution: any resolution.
    """
    told: dict[str, tuple[str, ...]] = {}
    for result in resolution.orders:
        if result.unit:
            told[result.power] = (*told.get(result.power, ()), result.unit)
    phase = Phase(map=resolution.map, phase=resolution.phase, units=told)
    if phase.type == "M":
        return phase
    # only some units have orders; the others stand where they stand afterwards
    arrived = {_arrival(result) for result in resolution.orders if result.outcome is Outcome.SUCCEEDS}
    units = {
        power: tuple(unit for unit in units if (power, unit) not in arrived)
        for power, units in resolution.positions.items()
    }
    fleeing = {power: dict.fromkeys(units, Dislodged()) for power, units in told.items()}
    return msgspec.structs.replace(phase, units=units, dislodged=fleeing if phase.type == "R" else None)


def _arrival(result: OrderResult) -> tuple[str, str]:
    """The unit that is there only since the phase: retreated, or built."""
    _, retreat, goal = result.order.partition(" R ")
    return result.power, f"{result.unit[:1]} {goal}" if retreat else result.unit


def make_scene(phase: Phase, resolution: Resolution | None, board: Map) -> Scene:
    """Look through a phase for what to draw.

    Args:
        phase: the phase.
        resolution: its resolution; without one, the orders are drawn as they were given.
        board: the map.

    Raises:
        InputError: a unit stands nowhere on the map.
    """
    maker = _Maker(phase, resolution, board)
    units = tuple(maker.units())
    aside = "" if resolution is None else f"rules: {resolution.rules} · {resolution.status}"
    return Scene(
        title=phase_title(phase.phase),
        aside=aside,
        units=units,
        retreats={unit: tuple(places) for unit, places in maker.retreats()},
        contested=() if resolution is None else resolution.contested,
        owners=maker.owners(),
        notes=tuple(maker.notes()),
    )


class _Maker:
    """Makes one scene."""

    def __init__(self, phase: Phase, resolution: Resolution | None, board: Map) -> None:
        self.phase = phase
        self.resolution = resolution
        self.board = board
        season = cast(Literal["M", "R", "A"], phase.type)
        self.reader: Reader = order_reader(board, season)
        self.unused: list[str] = []
        self.fleeing = [
            (place_unit(power, text, board, f"dislodged.{power}"), known)
            for power, units in sorted((phase.dislodged or {}).items())
            for text, known in sorted(units.items())
        ]

    def units(self) -> Iterator[Drawn]:
        """Every unit once: those with a result first, then who else is on the board."""
        met = set()
        orders = self.resolved() if self.resolution is not None else self.given()
        for drawn in orders:
            met.add((drawn.power, drawn.unit))
            yield drawn
        for unit, out in self.on_board():
            if (unit.power, format_unit(unit)) not in met:
                yield self.idle(unit, out)

    def idle(self, unit: Placed, out: bool) -> Drawn:
        title = f"{unit} ({self.power_name(unit.power)}){', dislodged' if out else ''}"
        return Drawn(unit.power, format_unit(unit), unit.place, None, None, out, False, title)

    def on_board(self) -> list[tuple[Placed, bool]]:
        """Every unit of the phase, and whether it is dislodged."""
        return [(u, False) for u in place_units(self.phase.units, self.board)] + [
            (unit, True) for unit, _ in self.fleeing
        ]

    def resolved(self) -> Iterator[Drawn]:
        assert self.resolution is not None
        fleeing = {(unit.power, format_unit(unit)) for unit, _ in self.fleeing}
        for result in self.resolution.orders:
            order = self.reader[result.order]
            if isinstance(order, Unreadable) or order.kind is Kind.WAIVE:
                self.unused.append(f"{self.power_name(result.power)}: {result.order}")
                continue
            out = result.dislodged or (result.power, result.unit) in fleeing
            yield Drawn(
                result.power,
                result.unit,
                self.place(result, order),
                None if result.text is None and order.kind is Kind.HOLD else order,
                result.outcome,
                out,
                order.kind is Kind.BUILD,
                self.told(result),
            )

    def place(self, result: OrderResult, order: Order) -> Place:
        """Where a unit stands; one to be built may be impossible there."""
        if order.kind is Kind.BUILD:
            return self.board.places[order.location]
        return place_unit(result.power, result.unit, self.board, "orders").place

    def told(self, result: OrderResult) -> str:
        written = ""
        if result.outcome is Outcome.UNREADABLE and result.text is not None:
            written = f" (written: {clip(result.text, _LONGEST)})"
        words = sentence(result, self.board)
        return f"{self.power_name(result.power)}: {result.order}{written} {words}"

    def given(self) -> Iterator[Drawn]:
        """The units with the first order that was given to each, and the builds."""
        standing = {(u.power, u.place.province, out): u for u, out in self.on_board()}
        first: dict[Placed, Order] = {}
        for power, text in self.texts():
            order = self.reader[text]
            if isinstance(order, Unreadable):
                self.unused.append(f"{self.power_name(power)}: {clip(text, _LONGEST)} (unreadable)")
            elif order.kind is Kind.WAIVE:
                self.unused.append(f"{self.power_name(power)}: {order}")
            elif order.kind is Kind.BUILD:
                yield self.build(power, order)
            else:
                province = self.board.places[order.location].province
                unit = standing.get((power, province, True)) or standing.get((power, province, False))
                if unit is not None and unit not in first:
                    first[unit] = order
                else:
                    why = "no such unit" if unit is None else "a further order for that unit"
                    self.unused.append(f"{self.power_name(power)}: {order} ({why})")
        out = {unit for unit, _ in self.fleeing}
        yield from (self.ordered(unit, order, unit in out) for unit, order in first.items())

    def texts(self) -> Iterator[tuple[str, str]]:
        for power in sorted(self.phase.orders):
            id = self.board.find_power(power) or power
            for orders in self.phase.order_sets(power):
                yield from ((id, text) for text in orders)

    def ordered(self, unit: Placed, order: Order, out: bool) -> Drawn:
        title = f"{self.power_name(unit.power)}: {order}"
        return Drawn(unit.power, format_unit(unit), unit.place, order, None, out, False, title)

    def build(self, power: str, order: Order) -> Drawn:
        place = self.board.places[order.location]
        unit = f"{order.unit or 'A'} {place.id}"
        return Drawn(power, unit, place, order, None, False, True, f"{self.power_name(power)}: {order}")

    def retreats(self) -> Iterator[tuple[str, list[Place]]]:
        """The options of the dislodged: as resolved, else as the phase tells them."""
        if self.resolution is not None and any(self.resolution.dislodged.values()):
            for units in self.resolution.dislodged.values():
                for unit, fate in sorted(units.items()):
                    yield unit, self.places(fate.retreats)
        else:
            for placed, known in self.fleeing:
                yield format_unit(placed), self.places(known.retreats or ())

    def places(self, ids: Iterable[str]) -> list[Place]:
        found = (self.board.find(id) for id in ids)
        return [place for place in found if place is not None]

    def owners(self) -> dict[str, str] | None:
        if self.phase.centers is None:
            return None
        return {
            place.province.id: id
            for power, centres in self.phase.centers.items()
            if (id := self.board.find_power(power)) is not None
            for place in self.places(centres)
        }

    def notes(self) -> Iterator[str]:
        yield from (f"Not drawn: {text}" for text in self.unused)
        if self.resolution is not None:
            for ignored in self.resolution.ignored:
                text = f"{self.power_name(ignored.power)}: {clip(ignored.text, _LONGEST)}"
                yield f"Not used: {text} ({ignored.reason.replace('_', ' ')})"

    def power_name(self, power: str) -> str:
        return self.board.power_names.get(power, power)
