"""Themes of adjustments: builds, removals, civil disorder, and orders that are not due (DATC 6.I, 6.J)."""

from __future__ import annotations

from resolvent.board import Province
from resolvent.oracle.generate.scene import Scene
from resolvent.oracle.generate.winter import Winter
from resolvent.records.phase import Phase

__all__ = ["building", "confusion", "disorder", "redrawn", "removing"]


def building(scene: Scene) -> Phase:
    """Powers with more centres than units; a home may be lost, or occupied (6.I)."""
    winter = Winter(scene)
    _share_homes(winter, 80)
    for power in scene.powers:
        winter.give(power, scene.pick([0, 1, 1, 2]))
    for power in scene.powers:
        for _ in range(scene.pick(range(max(1, winter.due(power))))):
            winter.station(power, _around(winter, power))
        winter.settle(power)
    return winter.phase()


def removing(scene: Scene) -> Phase:
    """Powers with more units than centres that say which go, of which some are named twice (6.J.1, 6.J.2)."""
    winter = Winter(scene)
    _muster(winter, scene.pick([1, 2]))
    for power in scene.powers:
        winter.settle(power)
    return winter.phase()


def disorder(scene: Scene) -> Phase:
    """Powers that say too little: units far and near, ties, fleets beside armies (6.J.3 to 6.J.11)."""
    winter = Winter(scene)
    scene.powers = scene.powers[: scene.pick([1, 1, 2])]
    _muster(winter, scene.pick([1, 2, 3]))
    for power in scene.powers:
        if scene.chance(25):
            winter.remove(power)
    return winter.phase()


def confusion(scene: Scene) -> Phase:
    """Builds, removals and waivers, whatever is due."""
    winter = Winter(scene)
    _share_homes(winter, 60)
    for power in scene.powers:
        winter.give(power, scene.pick([0, 1, 2]))
        for _ in range(scene.pick([0, 1, 2, 3, 4])):
            winter.station(power, _around(winter, power))
        for _ in range(scene.pick([0, 1, 2, 3, 4])):
            if scene.chance(25):
                winter.write(power, "WAIVE")
            elif scene.chance(50):
                winter.build(power)
            else:
                winter.remove(power)
    return winter.phase()


def redrawn(phase: Phase, scene: Scene) -> Phase:
    """An adjustment phase with orders of its own.

    Args:
        phase: the phase.
        scene: where chance comes from.
    """
    winter = Winter.of(phase, scene)
    for power in scene.powers:
        winter.settle(power)
    return winter.phase()


def _share_homes(winter: Winter, percent: int) -> None:
    """Let each power own about so many of a hundred of its homes; others own some of the rest."""
    scene = winter.scene
    for power in scene.powers:
        for home in winter.homes(power):
            if scene.chance(percent):
                winter.owners[home] = power
            elif scene.chance(50):
                winter.owners[home] = scene.pick(scene.powers)


def _muster(winter: Winter, most: int) -> None:
    """Let each power have a few centres, some of them homes, and up to so many units more than that."""
    scene = winter.scene
    for power in scene.powers:
        homes = winter.homes(power)
        if homes and scene.chance(70):
            winter.owners[scene.pick(homes)] = power
        winter.give(power, scene.pick([0, 0, 1, 2]))
    for power in scene.powers:
        for _ in range(max(0, winter.due(power)) + scene.pick(range(1, most + 1))):
            winter.station(power, _around(winter, power))


def _around(winter: Winter, power: str) -> list[Province]:
    """Where a power may have units: on its centres, not far from its homes, anywhere."""
    scene = winter.scene
    where = scene.pick(["centre", "near", "near", "far"])
    if where == "centre" and winter.owned(power):
        return winter.owned(power)
    if where == "near" and winter.homes(power):
        return scene.terrain.near(scene.pick(winter.homes(power)), 16)
    return list(scene.terrain.provinces)
