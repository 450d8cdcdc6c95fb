"""Which orders are legal and which route a move takes, knowing the units (DATC 4.E.1 2.5:d, 4.A.3 c)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .geography import geography, linked, place_id
from .rules import Convoy, OrderTuple, Unit


class Written(NamedTuple):
    """An order with what the brute-force referee need not know: the coast a fleet goes to, and "via convoy".

    ``by convoy`` of a move is not yet decided in ``order``; see :func:`routed`.
    """

    order: OrderTuple
    coast: str = ""
    via: bool = False


def unit_text(units: Mapping[str, Unit], province: str) -> str:
    _, kind, coast = units[province]
    return f"{kind} {place_id(province, coast)}"


def order_text(units: Mapping[str, Unit], province: str, written: Written) -> str:
    """An order in the usual notation, ``"F POR - SPA/NC"``."""
    head = unit_text(units, province)
    match written.order:
        case ("M", destination, _):
            return f"{head} - {place_id(destination, written.coast)}{' VIA' if written.via else ''}"
        case ("S", supported, destination):
            return f"{head} S {unit_text(units, supported)}{f' - {destination}' if destination else ''}"
        case ("C", army, destination):
            return f"{head} C A {army} - {destination}"
    return f"{head} H"


def sea_fleets(units: Mapping[str, Unit], without: str = "") -> list[str]:
    """Provinces of the fleets at sea, sorted, one of them left out if named."""
    kinds = geography().kinds
    return sorted(p for p, u in units.items() if u[1] == "F" and kinds[p] == "sea" and p != without)


def can_be_convoyed(units: Mapping[str, Unit], army: str, destination: str, without: str = "") -> bool:
    """Whether the fleets at sea could make a chain for an army to a coastal province."""
    kinds = geography().kinds
    return (
        units[army][1] == "A"
        and army != destination
        and kinds[army] == kinds[destination] == "coastal"
        and linked(army, sea_fleets(units, without), destination)
    )


def walks_or_sails(units: Mapping[str, Unit], province: str, destination: str) -> bool:
    """Whether a unit could move to a province (some coast of it) without a convoy."""
    _, kind, coast = units[province]
    board = geography()
    if kind == "A":
        return destination in board.land[province]
    reach = board.sail[place_id(province, coast)]
    return any(place_id(destination, c) in reach for c in board.coasts[destination])


def needed_fleets(units: Mapping[str, Unit], army: str, destination: str) -> set[str]:
    """The fleets on some chordless chain from the army to the destination (DATC 6.G.19).

    Chordless: no fleet of the chain, nor an end province, borders a later link other than the next; that the
    two ends border each other does not count.
    """
    waters = geography().waters
    fleets = sea_fleets(units)
    found: set[str] = set()

    def extend(chain: tuple[str, ...]) -> None:
        if len(chain) > 1 and destination in waters[chain[-1]]:
            found.update(chain[1:])
            return  # going on would leave a chord from here to the destination
        for f in fleets:
            if f not in chain and f in waters[chain[-1]] and waters[f].isdisjoint(chain[:-1]):
                extend((*chain, f))

    extend((army,))
    return found


def is_legal(units: Mapping[str, Unit], province: str, written: Written) -> bool:
    """Whether an order could be valid in a position, whatever the other orders (DATC 4.E.1, 2.5:d).

    A move "via convoy" needs a possible chain of fleets even where there is a way by land.
    """
    match written.order:
        case ("M", destination, _):
            return _is_legal_move(units, province, destination, written)
        case ("S", supported, destination):
            target = destination or supported
            return (
                supported in units
                and supported != province
                and walks_or_sails(units, province, target)
                and (destination is None or _can_reach(units, supported, destination, province))
            )
        case ("C", army, destination):
            return (
                province in sea_fleets(units)
                and army in units
                and can_be_convoyed(units, army, destination)
                and province in needed_fleets(units, army, destination)
            )
    return True


def _is_legal_move(units: Mapping[str, Unit], province: str, destination: str, written: Written) -> bool:
    _, kind, coast = units[province]
    if kind == "F":
        return place_id(destination, written.coast) in geography().sail[place_id(province, coast)]
    by_land = destination in geography().land[province] and not written.via
    return by_land or can_be_convoyed(units, province, destination)


def _can_reach(units: Mapping[str, Unit], province: str, destination: str, supporter: str) -> bool:
    return walks_or_sails(units, province, destination) or can_be_convoyed(
        units, province, destination, supporter
    )


def legal_orders(units: Mapping[str, Unit], province: str) -> list[Written]:
    """Every legal order of a unit, in a fixed order, holding first.

    Coasts are written where a fleet moves to a province with several, and nowhere else; "via convoy" is
    written only where there is a way by land too.
    """
    board = geography()
    _, kind, coast = units[province]
    found = [Written(("H",))]
    if kind == "F":
        for place in sorted(board.sail[place_id(province, coast)]):
            name, _, to = place.partition("/")
            found.append(Written(("M", name, False), to))
    else:
        for destination in sorted(board.kinds):
            by_land = destination in board.land[province]
            by_sea = can_be_convoyed(units, province, destination)
            if by_land or by_sea:
                found.append(Written(("M", destination, False)))
            if by_land and by_sea:
                found.append(Written(("M", destination, False), "", True))
    found += _legal_supports(units, province)
    if kind == "F" and board.kinds[province] == "sea":
        for army in sorted(p for p, u in units.items() if u[1] == "A"):
            convoys = [Written(("C", army, to)) for to, k in board.kinds.items() if k == "coastal"]
            found += [w for w in convoys if is_legal(units, province, w)]
    return found


def _legal_supports(units: Mapping[str, Unit], province: str) -> list[Written]:
    board = geography()
    near = [p for p in board.kinds if walks_or_sails(units, province, p)]
    found = []
    for other in sorted(units.keys() - {province}):
        goals: list[str | None] = [None, *near]
        supports = [Written(("S", other, goal)) for goal in goals if goal != other]
        found += [w for w in supports if is_legal(units, province, w)]
    return found


def routed(units: Mapping[str, Unit], orders: Mapping[str, Written]) -> dict[str, Written]:
    """Decide the route of every army's move (DATC 4.A.3 c); all orders have to be legal.

    By convoy if there is no way by land, if the order says so, or if a fleet of the same power is ordered to
    convoy exactly this move.
    """
    result = dict(orders)
    for p, (order, coast, via) in orders.items():
        if order[0] == "M" and units[p][1] == "A":
            wanted: Convoy = ("C", p, order[1])
            own = any(w.order == wanted and units[f][0] == units[p][0] for f, w in orders.items())
            by_sea = via or own or order[1] not in geography().land[p]
            result[p] = Written(("M", order[1], by_sea), coast, via)
    return result
