"""Themes: a handful of units whose orders make one knot, each after a group of DATC cases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from .builder import Builder
from .geography import geography
from .legality import Written, legal_orders


def _shores(sea: str) -> frozenset[str]:
    board = geography()
    return frozenset(p for p in board.waters[sea] if board.kinds[p] == "coastal")


def _seas(near: str | None = None) -> list[str]:
    """The seas with at least two shores, room for a convoy; only those beside a province if one is named."""
    board = geography()
    seas = board.waters[near] if near else board.kinds
    return sorted(s for s in seas if board.kinds[s] == "sea" and len(_shores(s)) > 1)


def _ferry(b: Builder, sea: str, army: str | None = None, target: str | None = None) -> tuple[str, str]:
    """An army and a fleet that convoys it across one sea; the army's province and its destination."""
    shores = _shores(sea)
    start = army or b.choose(sorted(shores - b.units.keys() - {target}) or sorted(shores))
    goal = target or b.choose(sorted(shores - {start}))
    b.put(start, "A", ("M", goal, False), start in geography().land[goal] and b.chance(50))
    b.put(sea, "F", ("C", start, goal))
    return start, goal


def knot(b: Builder) -> None:
    """A convoyed army against a unit with a hand in the fate of its own convoy (6.F.14 to 6.F.18)."""
    sea = b.choose(_seas())
    army, goal = _ferry(b, sea)
    attacker = b.some(geography().waters[sea] - {goal})
    b.put(attacker, "F", ("M", sea, False), foe=sea)
    if b.chance(30):  # the unit at the goal defends the convoy, and somebody else helps the attack
        b.put(goal, "F", ("S", sea, None), foe=army)
        b.back(attacker, sea)
    elif attacker:
        b.put(goal, "F", ("S", attacker, sea), foe=army)
    if b.chance(35):
        b.attack(sea, 1)
    if b.chance(35):
        b.back(army, goal)


def double_knot(b: Builder) -> None:
    """Two convoys, each landing on a unit that has a hand in the fate of the other (6.F.22 to 6.F.24)."""
    first = b.choose(_seas())
    second = b.choose([s for s in _seas(first) if _shores(s) & _shores(first)] or _seas())
    both = sorted(_shores(first) & _shores(second)) or sorted(_shores(first))
    goals = [b.choose(both), b.choose(both)]
    knots = ((first, goals[0], second), (second, goals[1], first))
    for sea, goal, _ in knots:
        start = b.some(_shores(sea) - set(goals))
        if start:
            _ferry(b, sea, start, goal)
    for sea, goal, other in knots:
        if goal in b.units:
            continue
        if b.chance(25):
            b.put(goal, "F", ("S", other, None), foe=sea)
            b.attack(other, 1)
        else:
            attacker = b.some(geography().waters[other] - set(goals))
            if b.put(attacker, "F", ("M", other, False), foe=other) and attacker:
                b.put(goal, "F", ("S", attacker, other), foe=sea)


def routes(b: Builder) -> None:
    """An army with several routes, the destination meddling with one of them (6.F.9 to 6.F.13, 6.F.19)."""
    sea = b.choose(_seas())
    army, goal = _ferry(b, sea)
    board = geography()
    for other in sorted(board.waters[sea] & (board.waters[army] | board.waters[goal])):
        if board.kinds[other] == "sea" and b.chance(70):
            b.put(other, "F", ("C", army, goal))
    broken = b.choose([s for s in _seas(goal) if s in b.units] or [sea])
    attacker = b.some(board.waters[broken] - {goal})
    b.put(attacker, "F", ("M", broken, False))
    if attacker:
        b.put(goal, "F", ("S", attacker, broken) if b.chance(60) else ("H",))
        b.back(attacker, broken)


def swap(b: Builder) -> None:
    """Two units change places, one or both by sea, third units pressing in (6.C.6, 6.G)."""
    land = geography().land
    sea = b.choose(_seas())
    pairs = [(p, q) for p in sorted(_shores(sea)) for q in sorted(land[p] & _shores(sea))]
    army, goal = _ferry(b, sea, *b.choose(pairs)) if pairs and b.chance(65) else _ferry(b, sea)
    near = goal in land[army]
    b.put(goal, "A", ("M", army, False))
    for other in _seas(goal):
        if other in geography().waters[army] and b.chance(60):
            b.put(other, "F", ("C", goal, army))
    if near and b.chance(40):
        b.back(goal, army)
    if b.chance(50):
        b.back(army, goal)
    if b.chance(60):
        b.attack(b.choose([army, goal]), b.choose([0, 1]))


def head_to_head(b: Builder) -> None:
    """Two units against each other, both helped, others pressing in from behind (6.E)."""
    board = geography()
    one = b.choose(sorted(board.kinds))
    other = b.choose(sorted(board.land[one] or board.waters[one]))
    kind = "A" if board.land[one] and other in board.land[one] else "F"
    b.put(one, kind, ("M", other, False))
    b.put(other, kind, ("M", one, False), foe=one)
    for origin, target in ((one, other), (other, one)):
        for _ in range(b.choose([0, 1, 1, 2])):
            b.back(origin, target)
    b.attack(b.choose([one, other]), b.choose([0, 1]))


def rotation(b: Builder) -> None:
    """Three or four units in a ring, one link perhaps by sea (6.C)."""
    board = geography()
    first = b.choose(sorted(board.kinds))
    if board.land[first] and b.chance(50):
        _sea_ring(b, first, b.choose(sorted(board.land[first])))
    else:
        ring = b.choose(_rings(first))
        for here, there in zip(ring, ring[1:] + ring[:1], strict=True):
            kinds = ["A"] * (there in board.land[here]) + ["F"] * (there in board.waters[here])
            b.put(here, b.choose(kinds), ("M", there, False))
    if b.chance(60):
        b.attack(first, b.choose([0, 1]))
    inbound = sorted(p for p, w in b.orders.items() if w.order[0] == "M" and w.order[1] == first)
    if inbound and b.chance(40):
        b.back(b.choose(inbound), first)


@cache
def _rings(first: str) -> Sequence[tuple[str, ...]]:
    """The rings of three and four provinces through this one, whether for armies or for fleets."""
    board = geography()
    near = {p: sorted(board.land[p] | board.waters[p]) for p in board.kinds}
    paths = [(first, p, q) for p in near[first] for q in near[p] if q != first]
    rings: list[tuple[str, ...]] = [path for path in paths if first in near[path[-1]]]
    rings += [(*path, r) for path in paths for r in near[path[-1]] if r not in path and first in near[r]]
    return rings


def _sea_ring(b: Builder, first: str, second: str) -> None:
    """From first to second by land, and back by sea or by way of a third province across a sea."""
    seas = [s for s in _seas(second) if _shores(s) - {first, second}]
    b.put(first, "A", ("M", second, False))
    if not seas:
        b.put(second, "A", ("M", first, False))
        return
    sea = b.choose(seas)
    landward = {p for p in _shores(sea) if first in geography().land[p]} - {second}
    third = b.choose(sorted(landward)) if landward else first
    _ferry(b, sea, second, third)
    if third != first:
        b.put(third, "A", ("M", first, False))
    if b.chance(50):
        b.attack(sea, 1)


def garrison(b: Builder) -> None:
    """A unit attacked from several sides with equal or nearly equal strength (6.E.7 to 6.E.13)."""
    board = geography()
    middle = b.choose(sorted(board.kinds))
    kinds = ["A"] * (board.kinds[middle] != "sea") + ["F"] * (board.kinds[middle] != "inland")
    b.put(middle, b.choose(kinds))
    if board.kinds[middle] == "sea" and b.chance(50):
        shores = sorted(_shores(middle))
        army, goal = b.choose(shores), b.choose(shores)
        b.put(army, "A", ("M", goal, False))
        b.orders[middle] = Written(("C", army, goal))
    b.attack(middle, 1)
    b.attack(middle, b.choose([1, 1, 2]))
    if b.orders[middle].order == ("H",) and b.chance(50):
        b.orders[middle] = b.choose(legal_orders(b.units, middle))


def own_goal(b: Builder) -> None:
    """Attacks on units of the attacker's or a supporter's own power (6.D.10 to 6.D.14, 6.C.8)."""
    board = geography()
    middle = b.choose(sorted(p for p in board.kinds if board.kinds[p] != "sea"))
    b.put(middle, "A")
    way_out = b.choose(sorted(board.land[middle]))
    if b.chance(70):
        b.orders[middle] = Written(("M", way_out, False))
        b.attack(way_out)
    attacker = b.attack(middle, 1)
    power = b.units[middle][0]
    for p, (_, kind, coast) in list(b.units.items()):
        if p == attacker or (p != middle and b.chance(50)):
            b.units[p] = (power, kind, coast)
    b.attack(middle, b.choose([0, 1]))


def standoff(b: Builder) -> None:
    """Units that bounce beside a unit that is dislodged and looks for a way out (6.H.4 to 6.H.6, 6.F.7)."""
    board = geography()
    middle = b.choose(sorted(board.kinds))
    b.put(middle, "F" if board.kinds[middle] == "sea" else "A")
    b.attack(middle, 1)
    gap = b.some(board.waters[middle] if board.kinds[middle] == "sea" else board.land[middle])
    if gap is None:
        return
    seas = [s for s in _seas(gap) if board.kinds[gap] == "coastal" and len(_shores(s)) > 2]
    if seas and b.chance(50):
        sea = middle if middle in seas else b.choose(seas)
        army = b.some(_shores(sea) - {gap})
        if army:
            _ferry(b, sea, army, gap)
            if sea == middle:
                b.orders[middle] = Written(("C", army, gap))
    else:
        b.attack(gap)
    b.attack(gap, b.choose([0, 0, 1]))


def crowd(b: Builder) -> None:
    """No theme: a fleet, an army on its shore, and whatever comes beside them."""
    sea = b.choose(_seas())
    b.put(sea, "F")
    b.put(b.some(_shores(sea)), "A")


THEMES: tuple[Callable[[Builder], None], ...] = (
    crowd, head_to_head, garrison, own_goal, standoff, rotation, swap, routes,
    knot, knot, double_knot, double_knot,
)  # fmt: skip
