"""The legal orders of a unit in a scene (DATC 4.E.1), and drawing one that has to do with the others.

`resolvent.game.legal` derives the same from the rules, but asking them takes ten times as long as drawing a
whole phase.  What is written here by hand judges nobody: if an order were left out, or one listed that is not
legal, phases would only be drawn less well.  The tests compare the two in both directions.
"""

from __future__ import annotations

from resolvent.board import Place, Province
from resolvent.oracle.generate.scene import Draft, Scene

__all__ = ["legal_orders", "meddle", "redraw"]

_WEIGHTS = {"other": 1, "bounce": 2, "shield": 2, "help": 3, "cut": 3, "carry": 5, "ride": 5}
"""How an order bears on those already given -> how likely such a one is drawn."""


def legal_orders(scene: Scene, province: Province) -> list[Draft]:
    """Every legal order of a unit, in a fixed order, holding first.

    Args:
        scene: the units.
        province: where the unit stands.
    """
    return [
        Draft("H"),
        *_moves(scene, province),
        *_supports(scene, province),
        *_convoys(scene, province),
    ]


def _reach(scene: Scene, province: Province) -> list[Place]:
    piece = scene.pieces[province]
    return sorted(piece.place.army if piece.kind == "A" else piece.place.fleet, key=_id)


def _moves(scene: Scene, province: Province) -> list[Draft]:
    reach = _reach(scene, province)
    found = [Draft("-", goal=place) for place in reach]
    if scene.pieces[province].kind == "A":
        for other in _overseas(scene, province):
            near = other.place in reach
            found.append(Draft("-", goal=other.place, via=near))
    return found


def _overseas(scene: Scene, province: Province, avoiding: Province | None = None) -> list[Province]:
    """Where fleets at sea could take an army."""
    if province.kind != "coastal":
        return []
    seas = scene.seas_now()
    if not seas.fleets:
        return []
    return [p for p in scene.terrain.provinces if p.kind == "coastal" and seas.route(province, p, avoiding)]


def _supports(scene: Scene, province: Province) -> list[Draft]:
    near = list(dict.fromkeys(p.province for p in _reach(scene, province)))
    found = []
    for other, piece in sorted(scene.pieces.items(), key=lambda item: item[0].index):
        if other is province:
            continue
        if other in near:
            found.append(Draft("S", other))
        theirs = {p.province for p in (piece.place.army if piece.kind == "A" else piece.place.fleet)}
        if piece.kind == "A":
            theirs.update(_overseas(scene, other, province))
        found += [Draft("S", other, p.place) for p in near if p in theirs and p is not other]
    return found


def _convoys(scene: Scene, province: Province) -> list[Draft]:
    if province.kind != "sea":
        return []
    seas = scene.seas_now()
    return [
        Draft("C", army, goal.place)
        for army, piece in sorted(scene.pieces.items(), key=lambda item: item[0].index)
        if piece.kind == "A"
        for goal in _overseas(scene, army)
        if seas.on_route(province, army, goal)
    ]


def meddle(scene: Scene) -> None:
    """Add a unit beside the others, with a legal order that has to do with theirs if there is one."""
    around = {n for p in scene.pieces for n in scene.terrain.around(p)}
    province = scene.some(around)
    if province is None:
        return
    kinds = {"sea": "F", "inland": "A", "coastal": "AF"}[province.kind]
    if scene.put(province, scene.pick(kinds)) is not None:
        redraw(scene, province)


def redraw(scene: Scene, province: Province) -> None:
    """Give a unit a legal order, rather one that has to do with those of others."""
    groups: dict[str, list[Draft]] = {}
    for order in legal_orders(scene, province):
        groups.setdefault(_bearing(scene, province, order), []).append(order)
    tickets = [name for name, weight in _WEIGHTS.items() if name in groups for _ in range(weight)]
    scene.orders[province] = scene.pick(groups[scene.pick(tickets)])


def _bearing(scene: Scene, province: Province, order: Draft) -> str:
    """How an order bears on those already given."""
    goal = order.goal.province if order.goal is not None else None
    if order.verb == "-":
        given = [(o.verb, o.other, o.goal.province if o.goal else None) for o in scene.orders.values()]
        if ("C", province, goal) in given:
            return "ride"
        there = scene.orders.get(goal) if goal is not None else None
        if there is not None and there.verb in ("S", "C"):
            return "cut"
        return "bounce" if there is not None or any(v == "-" and g is goal for v, _, g in given) else "other"
    if order.verb in ("S", "C"):
        theirs = scene.orders.get(order.other) if order.other is not None else None
        if theirs is None:
            return "other"
        if goal is None:
            return "shield" if theirs.verb != "-" else "other"
        same = theirs.verb == "-" and theirs.goal is not None and theirs.goal.province is goal
        return "other" if not same else "help" if order.verb == "S" else "carry"
    return "other"


def _id(place: Place) -> str:
    return place.id
