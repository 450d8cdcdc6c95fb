"""Themes of slips: coasts, void and illegal orders, and orders drawn without any aim (DATC 6.A, 6.B)."""

from __future__ import annotations

from resolvent.board import Province
from resolvent.oracle.generate.legal import legal_orders
from resolvent.oracle.generate.scene import Draft, Scene

__all__ = ["coasts", "crowd", "illegal", "uniform", "void"]


def coasts(scene: Scene) -> None:
    """Fleets around a province with two coasts: moves, supports, the wrong coast or none (6.B)."""
    if not scene.terrain.split:
        return
    middle = scene.pick(scene.terrain.split)
    fleet = scene.some(scene.terrain.waters[middle])
    if fleet is None:
        return
    if scene.chance(40):
        scene.put(middle, "F", foe=fleet)
        scene.attack(middle, 1)
        return
    scene.send(fleet, "F", middle)
    scene.back(fleet, middle)
    if scene.chance(40):
        scene.attack(middle, scene.pick([0, 1]))
    order = scene.orders.get(fleet)
    if order is not None and scene.chance(40):
        scene.orders[fleet] = order._replace(goal=scene.pick((middle.place, *middle.coasts)))
    for province, given in list(scene.orders.items()):
        goal = given.goal.province if given.goal is not None else None
        if given.verb == "S" and goal is middle and scene.chance(50):
            scene.orders[province] = given._replace(goal=scene.pick((middle.place, *middle.coasts)))


def void(scene: Scene) -> None:
    """Supports and convoys for something that the unit was not told (4.E.1)."""
    middle = scene.some(scene.terrain.provinces)
    if middle is None:
        return
    for province in scene.terrain.near(middle, 4):
        scene.put(province, scene.pick({"sea": "F", "inland": "A", "coastal": "AF"}[province.kind]))
    for province in list(scene.pieces):
        orders = [o for o in legal_orders(scene, province) if o.verb in "SC"] or [Draft("H")]
        if scene.chance(70):
            scene.orders[province] = scene.pick(orders)


def illegal(scene: Scene) -> None:
    """Orders that cannot be valid: too far, to itself, a convoy from land, a unit that is not there (6.A)."""
    crowd(scene)
    for province in list(scene.pieces):
        if scene.chance(50):
            scene.orders[province] = _slip(scene, province)


def _slip(scene: Scene, province: Province) -> Draft:
    anywhere = scene.pick(scene.terrain.provinces)
    other = scene.pick(list(scene.pieces))
    return scene.pick(
        [
            Draft("-", goal=anywhere.place),
            Draft("-", goal=province.place),
            Draft("S", province),
            Draft("S", anywhere, other.place),
            Draft("S", other, anywhere.place),
            Draft("C", other, anywhere.place),
            Draft("-", goal=anywhere.place, via=True),
        ]
    )


def crowd(scene: Scene) -> None:
    """A fleet, an army on its shore, and whatever comes beside them."""
    if not scene.terrain.ferries:
        uniform(scene)
        return
    sea = scene.pick(scene.terrain.ferries)
    scene.put(sea, "F")
    scene.put(scene.some(scene.terrain.shores[sea]), "A")


def uniform(scene: Scene) -> None:
    """Units close together, each with any of its legal orders, all equally likely."""
    middle = scene.pick(scene.terrain.provinces)
    for province in scene.terrain.near(middle, scene.size + 2):
        if scene.chance(75):
            scene.put(province, scene.pick({"sea": "F", "inland": "A", "coastal": "AF"}[province.kind]))
    for province in scene.pieces:
        scene.orders[province] = scene.pick(legal_orders(scene, province))
