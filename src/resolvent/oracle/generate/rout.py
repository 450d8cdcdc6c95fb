"""A rout: a retreat phase in the making, with units that stand and units that have to go."""

from __future__ import annotations

import msgspec

from resolvent.board import Place, Province
from resolvent.oracle.generate.scene import HOLD, Draft, Piece, Scene
from resolvent.orders.position import Position
from resolvent.records.phase import Dislodged, Phase

__all__ = ["Rout"]

_GOALS = {"open": 9, "closed": 2, "taken": 2, "origin": 2, "far": 1, "disband": 2, "none": 2}
"""What the goal of a retreat is -> how likely such a one is drawn."""


class Rout:
    """A retreat phase in the making; what cannot be put where it should go is left out.

    Args:
        scene: the board, chance, and the units that stand.

    Attributes:
        scene: this.
        fled: province -> the unit that was dislodged there.
        told: province -> what is known of it.
        texts: power -> its orders, in the order of writing.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.fled: dict[Province, Piece] = {}
        self.told: dict[Province, Dislodged] = {}
        self.texts: dict[str, list[str]] = {}

    @classmethod
    def of(cls, phase: Phase, scene: Scene) -> Rout:
        """The units of a retreat phase, put on an empty scene, without its orders.

        Args:
            phase: the phase.
            scene: the scene.
        """
        rout = cls(scene)
        for unit in Position(phase.units, scene.board).units:
            scene.stand(unit)
        for power, units in (phase.dislodged or {}).items():
            for text, told in units.items():
                (unit,) = Position({power: (text,)}, scene.board).units
                rout.fled[unit.province] = Piece(power, unit.name[0], unit.place)
                rout.told[unit.province] = told
        return rout

    # -- units

    @property
    def full(self) -> bool:
        """No further unit has room."""
        return len(self.fled) + len(self.scene.pieces) >= self.scene.size

    def dislodge(self, province: Province | None, kind: str, goal: Province | None = None) -> Province | None:
        """Put a dislodged unit, and the unit that dislodged it.

        Args:
            province: where; nothing happens if it is ``None``, taken, or no place for the unit.
            kind: ``"A"`` or ``"F"``.
            goal: a fleet stands on a coast from which it reaches this.

        Returns:
            The province, or ``None`` if there is no dislodged unit now.
        """
        scene = self.scene
        if province is None or province in self.fled or self.full:
            return None
        if province.kind == ("sea" if kind == "A" else "inland"):
            return None
        aim = HOLD if goal is None else Draft("-", goal=goal.place)
        place, _ = scene.berth(province, kind, aim)
        self.fled[province] = Piece("", kind, place)
        if not self.full:
            scene.put(province, scene.pick({"sea": "F", "inland": "A", "coastal": "AF"}[province.kind]))
        self.fled[province] = Piece(scene.power(province), kind, place)
        self.told[province] = Dislodged(self._origin(province))
        return province

    def _origin(self, province: Province) -> str:
        """Where the attacker may have come from; at times nobody knows."""
        scene, terrain = self.scene, self.scene.terrain
        attacker = scene.pieces.get(province)
        borders = terrain.waters if attacker is not None and attacker.kind == "F" else terrain.land
        origins = sorted(borders[province], key=lambda p: p.index)
        return scene.pick(origins).id if origins and scene.chance(90) else ""

    # -- places

    def reach(self, province: Province) -> list[Place]:
        """Where the dislodged unit of a province could go if all were empty."""
        piece = self.fled[province]
        return sorted(piece.place.army if piece.kind == "A" else piece.place.fleet, key=lambda p: p.id)

    def left(self, province: Province) -> list[Place]:
        """Where it may go, as far as the phase tells."""
        told = self.told[province]
        empty = [p for p in self.reach(province) if p.province not in self.scene.pieces]
        if told.retreats is not None:
            return [p for p in empty if p.id in told.retreats]
        return [p for p in empty if p.province.id != told.origin]

    def list_retreats(self, percent: int) -> None:
        """List, for about so many of a hundred units, where they may go; a few provinces were fought over."""
        contested = {p for p in self.scene.terrain.provinces if self.scene.chance(15)}
        for province, told in self.told.items():
            if self.scene.chance(percent):
                places = tuple(p.id for p in self.left(province) if p.province not in contested)
                self.told[province] = msgspec.structs.replace(told, retreats=places)

    # -- orders

    def write(self, power: str, text: str) -> None:
        """Add an order of a power."""
        self.texts.setdefault(power, []).append(text)

    def send(self, province: Province, goal: Place) -> None:
        """Order a unit to retreat to a place."""
        piece = self.fled[province]
        self.write(piece.power, f"{piece.name} R {goal.id}")

    def flee(self, province: Province) -> None:
        """Order a unit to go anywhere, rather where it may."""
        piece = self.fled[province]
        goals = self._goals(province)
        tickets = [name for name, weight in _GOALS.items() if goals.get(name, [None]) for _ in range(weight)]
        name = self.scene.pick(tickets)
        if name == "disband":
            self.write(piece.power, f"{piece.name} D")
        elif name != "none":
            self.send(province, self.scene.pick(goals[name]))

    def _goals(self, province: Province) -> dict[str, list[Place]]:
        scene = self.scene
        reach, left = self.reach(province), self.left(province)
        return {
            "open": left,
            "closed": [p for p in reach if p not in left],
            "taken": [p for p in reach if p.province in scene.pieces],
            "origin": [p for p in reach if p.province.id == self.told[province].origin],
            "far": [scene.pick(scene.terrain.provinces).place],
        }

    # -- the phase

    def phase(self) -> Phase:
        """The rout as a phase."""
        units: dict[str, list[str]] = {}
        for province in sorted(self.scene.pieces, key=lambda p: p.id):
            piece = self.scene.pieces[province]
            units.setdefault(piece.power, []).append(piece.name)
        gone: dict[str, dict[str, Dislodged]] = {}
        for province in sorted(self.fled, key=lambda p: p.id):
            piece = self.fled[province]
            gone.setdefault(piece.power, {})[piece.name] = self.told[province]
        return Phase(
            self.scene.board.name,
            "F1901R",
            {power: tuple(units[power]) for power in sorted(units)},
            {power: tuple(self.texts[power]) for power in sorted(self.texts)},
            dislodged={power: gone[power] for power in sorted(gone)},
        )
