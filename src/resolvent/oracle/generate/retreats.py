"""Themes of retreats: where units may go, who gets away, and orders that are for nobody (DATC 6.H)."""

from __future__ import annotations

from resolvent.board import Province
from resolvent.game.turns import after
from resolvent.oracle.generate import battles, convoys, oddities
from resolvent.oracle.generate.rout import Rout
from resolvent.oracle.generate.scene import Scene
from resolvent.records.phase import Phase
from resolvent.resolution.adjudicate import adjudicate

__all__ = ["blocked", "flight", "harbours", "meeting", "redrawn", "stragglers"]

_BATTLES = (
    battles.garrison,
    battles.standoff,
    battles.cutting,
    battles.head_to_head,
    battles.own_goal,
    convoys.knot,
    oddities.coasts,
)
"""Themes of movement in which units are dislodged."""

_ROOM = 4
"""Units left over for a second battle."""

_TRIES = 4
"""How often battles are drawn to have somebody dislodged."""


def flight(scene: Scene) -> Phase:
    """What a drawn movement phase leaves behind, its retreats as the rules of DATC list them."""
    for _ in range(_TRIES):
        scene.pieces.clear()
        scene.orders.clear()
        scene.pick(_BATTLES)(scene)
        if scene.size - len(scene.pieces) >= _ROOM:
            scene.pick(_BATTLES)(scene)
        phase = scene.phase()
        following = after(phase, adjudicate(phase, board=scene.board), board=scene.board)
        if following.type == "R":
            return redrawn(following, scene)
    return meeting(scene)


def redrawn(phase: Phase, scene: Scene) -> Phase:
    """A retreat phase with orders of its own.

    Args:
        phase: the phase.
        scene: where chance comes from.
    """
    scene.pieces.clear()
    rout = Rout.of(phase, scene)
    for province in rout.fled:
        rout.flee(province)
    return rout.phase()


def meeting(scene: Scene) -> Phase:
    """Several units beside one province, most of which go there (6.H.7 to 6.H.10, 6.H.14)."""
    scene.pieces.clear()
    rout = Rout(scene)
    goal = scene.pick(scene.terrain.provinces)
    for _ in range(scene.pick([2, 2, 2, 3, 3, 4])):
        _beside(rout, goal)
    _crowd(rout)
    rout.list_retreats(70)
    for province in rout.fled:
        goals = [place for place in rout.reach(province) if place.province is goal]
        if goals and scene.chance(75):
            rout.send(province, scene.pick(goals))
        else:
            rout.flee(province)
    return rout.phase()


def blocked(scene: Scene) -> Phase:
    """Units hemmed in: by others, by the attacker, by a standoff (6.H.5, 6.H.6, 6.H.11, 6.H.12)."""
    rout = Rout(scene)
    middle = scene.pick(scene.terrain.provinces)
    rout.dislodge(middle, _kind(scene, middle))
    if scene.chance(50):
        _beside(rout, middle)
    for other in sorted(scene.terrain.around(middle), key=lambda p: p.index):
        if scene.chance(50) and not rout.full:
            scene.put(other, _kind(scene, other))
    rout.list_retreats(scene.pick([0, 50, 100]))
    for province in rout.fled:
        rout.flee(province)
    return rout.phase()


def harbours(scene: Scene) -> Phase:
    """Fleets around a province with two coasts, the wrong coast or none (6.H.7, 6.H.16)."""
    if not scene.terrain.split:
        return meeting(scene)
    rout = Rout(scene)
    middle = scene.pick(scene.terrain.split)
    if scene.chance(40):
        rout.dislodge(middle, "F")
    for _ in range(scene.pick([1, 2, 2])):
        near = sorted(scene.terrain.waters[middle] - set(rout.fled), key=lambda p: p.index)
        if near:
            rout.dislodge(scene.pick(near), scene.pick("FFFA"), middle)
    _crowd(rout)
    rout.list_retreats(60)
    for province in rout.fled:
        if province is not middle and scene.chance(70):
            rout.send(province, scene.pick((middle.place, *middle.coasts, *rout.reach(province)[:1])))
        else:
            rout.flee(province)
    return rout.phase()


def stragglers(scene: Scene) -> Phase:
    """Orders for units that stand, of others, or that are not there; orders twice, and of another phase."""
    rout = Rout(scene)
    for _ in range(2):
        province = scene.pick(scene.terrain.provinces)
        rout.dislodge(province, _kind(scene, province))
    _crowd(rout)
    rout.list_retreats(70)
    for province in rout.fled:
        rout.flee(province)
    for _ in range(scene.pick([1, 2, 3])):
        rout.write(*_stray(rout))
    for texts in rout.texts.values():
        scene.rng.shuffle(texts)
    return rout.phase()


def _stray(rout: Rout) -> tuple[str, str]:
    """A power, and an order that it should not have written."""
    scene = rout.scene
    here = scene.pick([*rout.fled, *scene.pieces]) if rout.fled else scene.pick(scene.terrain.provinces)
    piece = rout.fled.get(here) or scene.pieces.get(here)
    power = scene.pick(scene.powers)
    anywhere = scene.pick(scene.terrain.provinces)
    if piece is None:
        return power, f"A {here.id} R {anywhere.id}"
    near = sorted(scene.terrain.around(here), key=lambda p: p.index) or [here]
    other = scene.pieces.get(here) or piece
    return scene.pick(
        [
            (piece.power, f"{piece.name} R {scene.pick(near).id}"),
            (piece.power, f"{piece.name} D"),
            (power, f"{piece.name} R {scene.pick(near).id}"),
            (power, f"{piece.name} D"),
            (other.power, f"{other.name} R {scene.pick(near).id}"),
            (piece.power, f"{piece.name} H"),
            (piece.power, f"{piece.name} S {other.name}"),
            (power, f"A {anywhere.id} R {scene.pick(near).id}"),
        ]
    )


def _beside(rout: Rout, goal: Province) -> Province | None:
    """Dislodge a unit in a province from which it reaches another."""
    terrain = rout.scene.terrain
    free = sorted((p for p in terrain.around(goal) if p not in rout.fled), key=lambda p: p.index)
    if not free:
        return None
    province = rout.scene.pick(free)
    kinds = ["A"] * (province in terrain.land[goal]) + ["F"] * (province in terrain.waters[goal])
    return rout.dislodge(province, rout.scene.pick(kinds), goal)


def _crowd(rout: Rout) -> None:
    """Put a few units that stand beside those that go."""
    scene = rout.scene
    around = {n for p in rout.fled for n in scene.terrain.around(p)}
    while not rout.full and scene.chance(40):
        province = scene.some(around)
        if province is None:
            return
        scene.put(province, _kind(scene, province))


def _kind(scene: Scene, province: Province) -> str:
    return scene.pick({"sea": "F", "inland": "A", "coastal": "AF"}[province.kind])
