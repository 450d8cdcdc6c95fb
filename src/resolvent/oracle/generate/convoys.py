"""Themes by sea: knots of convoys, several routes, swaps (DATC 6.F, 6.G)."""

from __future__ import annotations

from resolvent.board import Province
from resolvent.oracle.generate.scene import Draft, Scene

__all__ = ["double_knot", "knot", "routes", "swap"]


def _ferries(scene: Scene, near: Province | None = None) -> list[Province]:
    """The seas where a convoy has room; only those beside a province if one is named."""
    ferries = scene.terrain.ferries
    return [s for s in ferries if near is None or s in scene.terrain.waters[near]]


def _sea(scene: Scene) -> Province | None:
    ferries = [s for s in _ferries(scene) if s not in scene.pieces]
    return scene.pick(ferries) if ferries else None


def knot(scene: Scene) -> None:
    """A convoyed army against a unit with a hand in the fate of its own convoy (6.F.14 to 6.F.18)."""
    sea = _sea(scene)
    if sea is None:
        return
    army, goal = scene.ferry(sea)
    attacker = scene.some(scene.terrain.waters[sea] - {goal})
    if attacker is not None:
        scene.send(attacker, "F", sea, foe=sea)
    if scene.chance(30):  # the unit at the goal defends the convoy, and somebody else helps the attack
        scene.put(goal, "F", Draft("S", sea), foe=army)
        scene.back(attacker, sea)
    elif attacker is not None:
        scene.put(goal, "F", Draft("S", attacker, sea.place), foe=army)
    if scene.chance(35):
        scene.attack(sea, 1)
    if scene.chance(35):
        scene.back(army, goal)


def double_knot(scene: Scene) -> None:
    """Two convoys, each landing on a unit that has a hand in the fate of the other (6.F.22 to 6.F.24)."""
    first = _sea(scene)
    if first is None:
        return
    shores = scene.terrain.shores
    beside = [s for s in _ferries(scene, first) if shores[s] & shores[first]]
    if not beside:
        return
    second = scene.pick(beside)
    both = sorted(shores[first] & shores[second], key=lambda p: p.index)
    goals = [scene.pick(both), scene.pick(both)]
    for sea, goal in ((first, goals[0]), (second, goals[1])):
        start = scene.some(shores[sea] - set(goals))
        if start is not None:
            scene.ferry(sea, start, goal)
    for sea, goal, other in ((first, goals[0], second), (second, goals[1], first)):
        if scene.chance(25):
            scene.put(goal, "F", Draft("S", other), foe=sea)
            scene.attack(other, 1)
            continue
        attacker = scene.some(scene.terrain.waters[other] - set(goals))
        if attacker is not None and scene.send(attacker, "F", other, foe=other):
            scene.put(goal, "F", Draft("S", attacker, other.place), foe=sea)


def routes(scene: Scene) -> None:
    """An army with several routes, the destination meddling with one of them (6.F.9 to 6.F.13, 6.F.19)."""
    sea = _sea(scene)
    if sea is None:
        return
    army, goal = scene.ferry(sea)
    waters = scene.terrain.waters
    for other in sorted(waters[sea] & (waters[army] | waters[goal]), key=lambda p: p.index):
        if other.kind == "sea" and scene.chance(70):
            scene.put(other, "F", Draft("C", army, goal.place))
    broken = scene.pick([s for s in _ferries(scene, goal) if s in scene.pieces] or [sea])
    attacker = scene.some(waters[broken] - {goal})
    if attacker is not None and scene.send(attacker, "F", broken):
        scene.put(goal, "F", Draft("S", attacker, broken.place) if scene.chance(60) else Draft("H"))
        scene.back(attacker, broken)


def swap(scene: Scene) -> None:
    """Two armies change places, one or both by sea, third units pressing in (6.C.6, 6.G)."""
    sea = _sea(scene)
    if sea is None:
        return
    land, shores = scene.terrain.land, scene.terrain.shores[sea]
    pairs = [(p, q) for p in shores for q in land[p] & shores if p not in scene.pieces]
    pairs.sort(key=lambda pair: (pair[0].index, pair[1].index))
    army, goal = scene.ferry(sea, *scene.pick(pairs)) if pairs and scene.chance(65) else scene.ferry(sea)
    scene.send(goal, "A", army)
    for other in _ferries(scene, goal):
        if other in scene.terrain.waters[army] and scene.chance(60):
            scene.put(other, "F", Draft("C", goal, army.place))
    if goal in land[army] and scene.chance(40):
        scene.back(goal, army)
    if scene.chance(50):
        scene.back(army, goal)
    if scene.chance(60):
        scene.attack(scene.pick([army, goal]), scene.pick([0, 1]))
