"""A winter: an adjustment phase in the making, with units, centres and what is written."""

from __future__ import annotations

from collections.abc import Sequence

from resolvent.board import Province
from resolvent.oracle.generate.scene import HOLD, Piece, Scene
from resolvent.orders.position import Position
from resolvent.records.phase import Phase

__all__ = ["Winter"]

_SITES = {"home": 9, "taken": 2, "lost": 2, "elsewhere": 2, "foreign": 1, "anywhere": 1}
"""What is at the place of a build -> how likely such a one is drawn."""


class Winter:
    """An adjustment phase in the making.

    Args:
        scene: the board, chance, and the units.

    Attributes:
        scene: this.
        owners: centre -> the power that owns it.
        texts: power -> its orders, in the order of writing.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.owners: dict[Province, str] = {}
        self.texts: dict[str, list[str]] = {}
        self.centres = [p for p in scene.terrain.provinces if p.centre]

    @classmethod
    def of(cls, phase: Phase, scene: Scene) -> Winter:
        """The units and centres of an adjustment phase, put on an empty scene, without its orders.

        Args:
            phase: the phase.
            scene: the scene.
        """
        winter = cls(scene)
        scene.powers = sorted({*phase.units, *(phase.centers or {})}) or scene.powers
        for unit in Position(phase.units, scene.board).units:
            scene.stand(unit)
        for power, ids in (phase.centers or {}).items():
            winter.owners |= {scene.board.places[id].province: power for id in ids}
        return winter

    # -- units and centres

    def homes(self, power: str) -> list[Province]:
        """The home centres of a power."""
        return [self.scene.board.provinces[id] for id in self.scene.board.homes.get(power, ())]

    def owned(self, power: str) -> list[Province]:
        """Its centres."""
        return [p for p, owner in self.owners.items() if owner == power]

    def units(self, power: str) -> list[Piece]:
        """Its units."""
        return [piece for piece in self.scene.pieces.values() if piece.power == power]

    def due(self, power: str) -> int:
        """How many units it may build; less than nothing if it has to remove some."""
        return len(self.owned(power)) - len(self.units(power))

    def give(self, power: str, number: int) -> None:
        """Let a power own so many more centres, wherever they are."""
        for _ in range(number):
            free = [p for p in self.centres if p not in self.owners]
            if free:
                self.owners[self.scene.pick(free)] = power

    def station(self, power: str, provinces: Sequence[Province]) -> None:
        """Put a unit into one of several provinces, if any is free."""
        scene = self.scene
        province = scene.some(provinces)
        if province is None or scene.full:
            return
        kind = scene.pick({"sea": "F", "inland": "A", "coastal": "AF"}[province.kind])
        place, _ = scene.berth(province, kind, HOLD)
        scene.pieces[province] = Piece(power, kind, place)

    # -- orders

    def write(self, power: str, text: str) -> None:
        """Add an order of a power."""
        self.texts.setdefault(power, []).append(text)

    def build(self, power: str) -> None:
        """Write a build, rather one that can be made."""
        sites = self._sites(power)
        tickets = [name for name, weight in _SITES.items() if sites[name] for _ in range(weight)]
        self.write(power, f"{self._unit(self.scene.pick(sites[self.scene.pick(tickets)]))} B")

    def _sites(self, power: str) -> dict[str, list[Province]]:
        homes, owned, pieces = self.homes(power), self.owned(power), self.scene.pieces
        empty = [p for p in homes if p in owned and p not in pieces]
        named = {text.split()[-2].partition("/")[0] for text in self.texts.get(power, ()) if text[-1] == "B"}
        return {
            "home": [p for p in empty if p.id not in named] or empty,
            "taken": [p for p in homes if p in pieces],
            "lost": [p for p in homes if p not in owned],
            "elsewhere": [p for p in owned if p not in homes],
            "foreign": [p for p in self.centres if p not in homes],
            "anywhere": list(self.scene.terrain.provinces),
        }

    def _unit(self, province: Province) -> str:
        """A unit to build, as it is written: at times of the wrong type or coast, or without."""
        scene = self.scene
        kind = scene.pick({"sea": "F", "inland": "AAAAAF", "coastal": "AF"}[province.kind])
        if scene.chance(4):
            return scene.pick((province.place, *province.coasts)).id
        places = (*province.coasts * 4, province.place) if province.coasts else (province.place,)
        place = scene.pick(places) if kind == "F" or scene.chance(15) else province.place
        return f"{kind} {place.id}"

    def remove(self, power: str) -> None:
        """Write a removal, rather of a unit that was not named before."""
        scene = self.scene
        units = [piece.name for piece in self.units(power)]
        fresh = [unit for unit in units if f"{unit} D" not in self.texts.get(power, ())]
        kinds = ["fresh"] * 9 * bool(fresh) + ["again"] * bool(units) + ["foreign", "nobody"]
        kinds += ["type"] * bool(units)
        kind = scene.pick(kinds)
        unit = f"A {scene.pick(scene.terrain.provinces).id}"
        if kind == "fresh":
            unit = scene.pick(fresh)
        elif kind == "again":
            unit = scene.pick(units)
        elif kind == "foreign" and scene.pieces:
            unit = scene.pick(list(scene.pieces.values())).name
        elif kind == "type":
            unit = f"{scene.pick('AF')} {scene.pick(units)[2:5]}"
        self.write(power, f"{unit} D")

    def settle(self, power: str) -> None:
        """Write what a power has to, or a little more or less, and at times something else."""
        scene, due = self.scene, self.due(power)
        number = abs(due) + scene.pick([-2, -1, 0, 0, 0, 0, 1, 2])
        for _ in range(number):
            if scene.chance(8):
                self.write(power, "WAIVE")
            elif (due > 0) is not scene.chance(6):
                self.build(power)
            else:
                self.remove(power)

    # -- the phase

    def phase(self) -> Phase:
        """The winter as a phase."""
        units: dict[str, list[str]] = {}
        for province in sorted(self.scene.pieces, key=lambda p: p.id):
            piece = self.scene.pieces[province]
            units.setdefault(piece.power, []).append(piece.name)
        centers: dict[str, list[str]] = {}
        for province in sorted(self.owners, key=lambda p: p.id):
            centers.setdefault(self.owners[province], []).append(province.id)
        return Phase(
            self.scene.board.name,
            "W1901A",
            {power: tuple(units[power]) for power in sorted(units)},
            {power: tuple(self.texts[power]) for power in sorted(self.texts)},
            {power: tuple(centers[power]) for power in sorted(centers)},
        )
