"""Orders as value types, and their one-line notation.

The notation is the ecosystem's: ``A PAR - BUR``, ``A LON - BEL VIA``, ``F NTH C A LON - BEL``,
``A RUH S A BEL - HOL``, ``A BEL H``, ``A PAR R GAS``, ``A PAR D``, ``A PAR B``, ``WAIVE``.
"""

from __future__ import annotations

import enum

import msgspec

__all__ = ["Kind", "Order", "format_order"]


class Kind(enum.Enum):
    """What an order tells a unit to do; the value is its letter in the notation."""

    HOLD = "H"
    MOVE = "-"
    SUPPORT = "S"
    CONVOY = "C"
    RETREAT = "R"
    DISBAND = "D"
    BUILD = "B"
    WAIVE = "WAIVE"


class Order(msgspec.Struct, frozen=True, cache_hash=True):
    """One order as it was read, before anybody asks whether it is legal.

    Places are ids of the map (``"SPA/NC"``).  What the text left out is ``""``.

    Attributes:
        kind: what the unit is to do.
        unit: ``"A"``, ``"F"`` or ``""``: the type written for the ordered unit.
        location: the place written for the ordered unit; ``""`` only for ``WAIVE``.
        destination: where a move, retreat, supported move or convoy goes; ``""`` otherwise
            (a support with an empty destination is a support to hold).
        other: the place of the supported or convoyed unit.
        other_unit: the type written for that unit.
        other_power: the nationality written for that unit (DATC 4.C.5, 4.C.6), a power's name.
        via: a move says "via convoy".
        route: the sea provinces a move names on its way (DATC 4.A.6).
        needless_coast: a coast was written that the province does not have (DATC 4.B.6).
    """

    kind: Kind
    unit: str = ""
    location: str = ""
    destination: str = ""
    other: str = ""
    other_unit: str = ""
    other_power: str = ""
    via: bool = False
    route: tuple[str, ...] = ()
    needless_coast: bool = False

    def __str__(self) -> str:
        return format_order(self)


def format_order(order: Order) -> str:
    """Write an order in the notation; the inverse of reading it.

    Args:
        order: any order.

    Returns:
        One line, for example ``"F NTH C A LON - BEL"``; a type that was left out stays out.
    """
    if order.kind is Kind.WAIVE:
        return "WAIVE"
    head = f"{order.unit} {order.location}".strip()
    if order.kind is Kind.MOVE:
        return f"{head} - {order.destination}{' VIA' if order.via else ''}"
    if order.kind is Kind.RETREAT:
        return f"{head} R {order.destination}"
    if order.kind in (Kind.SUPPORT, Kind.CONVOY):
        other = f"{order.other_unit} {order.other}".strip()
        goal = f" - {order.destination}" if order.destination else ""
        return f"{head} {order.kind.value} {other}{goal}"
    return f"{head} {order.kind.value}"
