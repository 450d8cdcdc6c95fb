"""Themes of battles: head to head, garrisons, own units, standoffs and rings (DATC 6.C to 6.E)."""

from __future__ import annotations

from resolvent.board import Province
from resolvent.oracle.generate.legal import legal_orders
from resolvent.oracle.generate.scene import Draft, Scene

__all__ = ["cutting", "garrison", "head_to_head", "own_goal", "rotation", "standoff"]


def _free(scene: Scene, sea: bool = True) -> Province | None:
    return scene.some(p for p in scene.terrain.provinces if sea or p.kind != "sea")


def _kind(scene: Scene, province: Province) -> str:
    return scene.pick({"sea": "F", "inland": "A", "coastal": "AF"}[province.kind])


def head_to_head(scene: Scene) -> None:
    """Two units against each other, both helped, others pressing in from behind (6.E)."""
    one = _free(scene)
    if one is None:
        return
    other = scene.some(scene.terrain.around(one))
    if other is None:
        return
    kind = "A" if other in scene.terrain.land[one] else "F"
    scene.send(one, kind, other)
    scene.send(other, kind, one, foe=one)
    for origin, target in ((one, other), (other, one)):
        for _ in range(scene.pick([0, 1, 1, 2])):
            scene.back(origin, target)
    scene.attack(scene.pick([one, other]), scene.pick([0, 1]))


def cutting(scene: Scene) -> None:
    """A supported attack, and moves against the supporter: from the target, by others, by sea (6.D)."""
    target = _free(scene)
    if target is None:
        return
    scene.put(target, _kind(scene, target))
    attacker = scene.attack(target)
    supporter = scene.back(attacker, target)
    if attacker is None or supporter is None:
        return
    there = scene.pieces[target]
    if scene.chance(60) and supporter in {p.province for p in (*there.place.army, *there.place.fleet)}:
        scene.orders[target] = Draft("-", goal=supporter.place)
        if scene.chance(50):
            scene.back(target, supporter)
    seas = [
        s for s in scene.terrain.ferries if supporter in scene.terrain.shores[s] and s not in scene.pieces
    ]
    if seas and scene.chance(30):
        scene.ferry(scene.pick(seas), None, supporter)
    elif scene.chance(50):
        scene.attack(supporter, scene.pick([0, 0, 1]))


def garrison(scene: Scene) -> None:
    """A unit attacked from several sides with equal or nearly equal strength (6.E.7 to 6.E.13)."""
    middle = _free(scene)
    if middle is None:
        return
    scene.put(middle, _kind(scene, middle))
    if middle in scene.terrain.ferries and scene.chance(50):
        shores = sorted(scene.terrain.shores[middle], key=lambda p: p.index)
        army, goal = scene.pick(shores), scene.pick(shores)
        if army is not goal and scene.send(army, "A", goal):
            scene.orders[middle] = Draft("C", army, goal.place)
    scene.attack(middle, 1)
    scene.attack(middle, scene.pick([1, 1, 2]))
    if scene.orders[middle].verb == "H" and scene.chance(50):
        scene.orders[middle] = scene.pick(legal_orders(scene, middle))


def own_goal(scene: Scene) -> None:
    """Attacks on units of the attacker's or a supporter's own power (6.D.10 to 6.D.14, 6.C.8)."""
    middle = _free(scene, sea=False)
    if middle is None or scene.put(middle, "A") is None:
        return
    way_out = scene.some(scene.terrain.land[middle])
    if way_out is not None and scene.chance(70):
        scene.orders[middle] = Draft("-", goal=way_out.place)
        scene.attack(way_out)
    attacker = scene.attack(middle, 1)
    power = scene.pieces[middle].power
    for province, piece in list(scene.pieces.items()):
        if province is attacker or (province is not middle and scene.chance(50)):
            scene.pieces[province] = piece._replace(power=power)
    scene.attack(middle, scene.pick([0, 1]))


def standoff(scene: Scene) -> None:
    """Units that bounce beside a unit that is dislodged and looks for a way out (6.H.4 to 6.H.6)."""
    middle = _free(scene)
    if middle is None:
        return
    scene.put(middle, _kind(scene, middle))
    scene.attack(middle, 1)
    gap = scene.some(scene.terrain.around(middle))
    if gap is None:
        return
    seas = [s for s in scene.terrain.ferries if gap in scene.terrain.shores[s] and s not in scene.pieces]
    if seas and scene.chance(50):
        scene.ferry(scene.pick(seas), None, gap)
    else:
        scene.attack(gap)
    scene.attack(gap, scene.pick([0, 0, 1]))


def rotation(scene: Scene) -> None:
    """Three or four units in a ring, one link perhaps by sea, an intruder at times (6.C)."""
    kind = scene.pick("AAF")
    rings = scene.terrain.rings(scene.pick([3, 3, 4]), kind)
    if not rings:
        return
    ring = scene.pick(rings)
    if any(p in scene.pieces for p in ring):
        return
    for here, there in zip(ring, (*ring[1:], ring[0]), strict=True):
        seas = [s for s in scene.terrain.ferries if {here, there} <= scene.terrain.shores[s]]
        if seas and kind == "A" and scene.chance(30):
            scene.ferry(scene.pick(seas), here, there)
        else:
            scene.send(here, kind, there)
    if scene.chance(60):
        target = scene.pick(ring)
        scene.attack(target, scene.pick([0, 0, 1]))
        if scene.chance(40):
            scene.back(ring[ring.index(target) - 1], target)
