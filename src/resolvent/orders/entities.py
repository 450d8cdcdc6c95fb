"""The things rules speak of: units, orders and cycles, with the attributes of the vocabulary.

They are compared by identity.  Units are made once for each map and shared; orders are made for
one position.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cache, cached_property

from resolvent.board import Place, Province
from resolvent.orders.order import Order

__all__ = [
    "Build",
    "Convoy",
    "Cycle",
    "Disband",
    "Hold",
    "Move",
    "OrderEntity",
    "Removal",
    "Retreat",
    "Support",
    "Unit",
    "Waive",
]


_NOWHERE = Province("", "", "inland", False, "", -1)


@cache
def _nobody(power: str) -> Unit:
    """The unit of orders that are about none."""
    return Unit(power, "A", _NOWHERE.place)


class Unit:
    """An army or fleet where it stands.

    Attributes:
        name: ``"F SPA/NC"``.
        hold: ``"F SPA/NC H"``.
        power: its power.
        army, fleet: what it is.
        place, province: where it stands.
        reach: the places it borders.
        range: the provinces of those places.
    """

    __slots__ = ("army", "fleet", "hold", "name", "place", "power", "province", "range", "reach")

    def __init__(self, power: str, kind: str, place: Place) -> None:
        self.name = f"{kind} {place.id}"
        self.hold = f"{self.name} H"
        self.power = power
        self.army = kind == "A"
        self.fleet = not self.army
        self.place = place
        self.province = place.province
        self.reach = place.army if self.army else place.fleet
        self.range = frozenset(p.province for p in self.reach)

    def __repr__(self) -> str:
        return f"<Unit {self.power} {self.name}>"


class OrderEntity:
    """An order to one unit of the position.

    Attributes:
        unit: the unit.
        power: its power.
        writer: the power that wrote the order.
        location: its province.
        written: the order as it was read.
        text: the text it was read from.
        rank: its place among all that the power wrote, from 0.
        set: the number of the order set it stands in, from 0.
        last: it stands in the last order set.
        guard: the condition under which it is given: ``True``, or a literal in search.
        notation: the order in the notation, the unit as it really stands.
    """

    __slots__ = (
        "guard",
        "last",
        "location",
        "miscoasted",
        "misnamed",
        "mistyped",
        "needless_coast",
        "notation",
        "power",
        "rank",
        "set",
        "slip",
        "stateless",
        "text",
        "unit",
        "untyped",
        "writer",
        "written",
    )
    sort = "Order"

    def __init__(self, unit: Unit, written: Order, text: str) -> None:
        self.unit = unit
        self.power = self.writer = unit.power
        self.location = unit.province
        self.written = written
        self.text = text
        self.rank = 0
        self.set = 0
        self.last = True
        self.guard: bool | int = True
        self.slip = False
        self.untyped = self.mistyped = self.miscoasted = self.needless_coast = False
        self.stateless = self.misnamed = False
        self.notation = unit.hold

    def __repr__(self) -> str:
        return f"<{self.power} {self.notation}>"

    def under(self, guard: bool | int) -> OrderEntity:
        """The same order, given under a condition."""
        twin = copy(self)
        twin.guard = guard
        return twin


class Hold(OrderEntity):
    """An order to hold."""

    __slots__ = ()


class Move(OrderEntity):
    """An order to move."""

    __slots__ = ("destination", "origin", "place", "route", "routed", "via")
    sort = "Move"

    def __init__(self, unit: Unit, written: Order, text: str, place: Place) -> None:
        super().__init__(unit, written, text)
        self.origin = unit.province
        self.destination = place.province
        self.via = written.via
        self.routed = bool(written.route)
        self.route: tuple[Province, ...] = ()
        self.set_place(place)

    def set_place(self, place: Place) -> None:
        """Say which place of the destination is meant."""
        self.place = place
        self.notation = f"{self.unit.name} - {place.id}{' VIA' if self.via else ''}"


class Retreat(Move):
    """An order to retreat."""

    __slots__ = ()
    sort = "Retreat"

    def set_place(self, place: Place) -> None:
        """Say which place of the destination is meant."""
        self.place = place
        self.notation = f"{self.unit.name} R {place.id}"


class Disband(OrderEntity):
    """An order to a dislodged unit to disband."""

    __slots__ = ()

    def __init__(self, unit: Unit, written: Order, text: str) -> None:
        super().__init__(unit, written, text)
        self.notation = f"{unit.name} D"


class Removal(OrderEntity):
    """An order to remove a unit, in an adjustment phase."""

    __slots__ = ()
    sort = "Removal"

    def __init__(self, unit: Unit, written: Order, text: str) -> None:
        super().__init__(unit, written, text)
        self.notation = f"{unit.name} D"


class Build(OrderEntity):
    """An order to build a unit.

    Attributes:
        candidates: the units that it may mean; ``unit`` is the one it does mean, once that is known.
        army, fleet: whether it says so.
        place: where, with the coast that is written.
    """

    __slots__ = ("army", "candidates", "fleet", "place")
    sort = "Build"

    def __init__(self, candidates: Sequence[Unit], written: Order, text: str, place: Place) -> None:
        super().__init__(candidates[0], written, text)
        self.candidates = tuple(candidates)
        self.army = written.unit == "A"
        self.fleet = written.unit == "F"
        self.place = place
        self.notation = f"{self.unit.name} B"

    def set_unit(self, unit: Unit) -> None:
        """Say which of the candidates is meant."""
        self.unit = unit
        self.notation = f"{unit.name} B"


class Waive(OrderEntity):
    """An order to leave a build unused; its unit is one that stands nowhere."""

    __slots__ = ()
    sort = "Waive"

    def __init__(self, power: str, written: Order, text: str) -> None:
        super().__init__(_nobody(power), written, text)
        self.notation = "WAIVE"


class Support(OrderEntity):
    """An order to support."""

    __slots__ = ("destination", "moving", "place", "supported", "supported_name")
    sort = "Support"

    def __init__(
        self, unit: Unit, written: Order, text: str, supported: Province, place: Place, supported_name: str
    ) -> None:
        super().__init__(unit, written, text)
        self.supported = supported
        self.moving = bool(written.destination)
        self.place = place
        self.destination = place.province
        self.supported_name = supported_name
        goal = f" - {place.id}" if self.moving else ""
        self.notation = f"{unit.name} S {supported_name}{goal}"


class Convoy(OrderEntity):
    """An order to convoy."""

    __slots__ = ("army", "destination")
    sort = "Convoy"

    def __init__(self, unit: Unit, written: Order, text: str, army: Province, destination: Province) -> None:
        super().__init__(unit, written, text)
        self.army = army
        self.destination = destination
        self.notation = f"{unit.name} C A {army.id} - {destination.id}"


class Cycle:
    """Orders that depend on each other and have no unique resolution, in the order of their units."""

    def __init__(self, orders: list[OrderEntity]) -> None:
        self.orders = orders

    @cached_property
    def moves(self) -> list[OrderEntity]:
        """Its moves."""
        return [o for o in self.orders if o.sort == "Move"]

    @cached_property
    def supports(self) -> list[OrderEntity]:
        """Its supports."""
        return [o for o in self.orders if o.sort == "Support"]

    @cached_property
    def convoys(self) -> list[OrderEntity]:
        """Its convoy orders."""
        return [o for o in self.orders if o.sort == "Convoy"]
