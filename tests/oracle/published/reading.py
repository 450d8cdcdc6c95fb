"""From a phase to what the algorithms work on: legal orders, routes decided, and their results as a claim."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.referee.geography import geography, place_id
from tests.referee.legality import Written, is_legal, routed
from tests.referee.rules import OrderTuple, Position, Unit
from tests.referee.truth import Decision

__all__ = ["claim_of_values", "position_of"]


def position_of(phase: Mapping[str, Any]) -> Position:
    """The position of a phase; what is illegal holds."""
    units: dict[str, Unit] = {}
    orders: dict[str, Written] = {}
    for power, owned in phase["units"].items():
        for unit in owned:
            kind, place = unit.split()
            province, _, coast = place.partition("/")
            units[province] = (power, kind, coast)
            orders[province] = Written(("H",))
    for texts in phase["orders"].values():
        for text in texts:
            words = text.split()
            orders[_province(words[1])] = _written(words[2:])
    orders = {p: _with_coast(units[p], p, w) for p, w in orders.items()}
    kept = {p: w if is_legal(units, p, w) else Written(("H",)) for p, w in orders.items()}
    return Position(units, {p: w.order for p, w in routed(units, kept).items()})


def _with_coast(unit: Unit, province: str, written: Written) -> Written:
    """A fleet need not name the only coast it can reach (4.B.2)."""
    order = written.order
    if order[0] != "M" or unit[1] != "F" or written.coast:
        return written
    board = geography()
    reached = board.sail[place_id(province, unit[2])]
    fitting = [coast for coast in board.coasts.get(order[1], ()) if place_id(order[1], coast) in reached]
    return written._replace(coast=fitting[0]) if len(fitting) == 1 else written


def _province(place: str) -> str:
    return place.partition("/")[0]


def _written(words: list[str]) -> Written:
    order: OrderTuple
    if words[0] == "-":
        order = ("M", _province(words[1]), False)
        return Written(order, words[1].partition("/")[2], words[-1] == "VIA")
    if words[0] in ("S", "C"):
        goal = _province(words[4]) if len(words) > 4 else None
        if words[0] == "C":
            return Written(("C", _province(words[2]), goal or ""))
        return Written(("S", _province(words[2]), goal))
    return Written(("H",))


def claim_of_values(phase: Mapping[str, Any], values: Mapping[Decision, bool]) -> dict[str, Any]:
    """The values of the decisions as a claim about the orders; a hold claims nothing."""
    outcomes = {province: value for (_, province), value in values.items()}
    named = {_province(u.split()[1]): u for owned in phase["units"].values() for u in owned}
    told = {named[p]: "succeeds" if value else "fails" for p, value in outcomes.items()}
    return {"outcomes": told} if told else {"positions": phase["units"]}
