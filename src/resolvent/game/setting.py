"""A retreat or adjustment phase set up on its map: units, dislodged units, centres, orders by power."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from resolvent.board import Map, Place, Province, load_map
from resolvent.errors import InputError
from resolvent.orders.entities import Unit
from resolvent.orders.judge import Sets
from resolvent.orders.language import Language, load_language
from resolvent.orders.position import Position
from resolvent.orders.read import Reader, order_reader
from resolvent.records.phase import Phase
from resolvent.records.units import check_power

__all__ = ["Setting", "centres_by_power"]


class Setting:
    """What a phase says, in terms of its map.

    Args:
        phase: a phase of any type.
        board: the map; left out, the one the phase names.

    Attributes:
        phase, board: these.
        standing: the units that stand.

    Raises:
        InputError: the phase cannot be used; ``place`` says where.
    """

    def __init__(self, phase: Phase, board: Map | None = None) -> None:
        self.phase = phase
        self.board = board or load_map(phase.map)
        self.standing = Position(phase.units, self.board)

    @property
    def language(self) -> Language | None:
        """The language of the orders, ``None`` for English."""
        return load_language(self.phase.language) if self.phase.language else None

    def reader(self) -> Reader:
        """What reads the orders of the phase."""
        season = self.phase.type
        return order_reader(
            self.board, "R" if season == "R" else "A" if season == "A" else "M", self.language
        )

    def sets(self) -> Sets:
        """Power to its order sets."""
        found: dict[str, Sequence[Sequence[str]]] = {}
        for name in self.phase.orders:
            power = check_power(name, self.board, f"orders.{name}")
            if power in found:
                raise InputError(f"the orders of {power} stand here twice", f"orders.{name}")
            found[power] = self.phase.order_sets(name)
        return found

    def dislodged(self) -> Position:
        """The dislodged units, as a position of their own."""
        units = {power: tuple(told) for power, told in (self.phase.dislodged or {}).items()}
        try:
            return Position(units, self.board)
        except InputError as error:
            raise InputError(error.message, error.place.replace("units", "dislodged", 1)) from None

    def retreats(self, dislodged: Position) -> tuple[dict[Unit, Province], dict[Unit, frozenset[Place]]]:
        """Where attacks came from, and where units may go: both only as far as the phase tells.

        Args:
            dislodged: the dislodged units.
        """
        origins: dict[Unit, Province] = {}
        listed: dict[Unit, frozenset[Place]] = {}
        for name, units in (self.phase.dislodged or {}).items():
            power = check_power(name, self.board, f"dislodged.{name}")
            for text, told in units.items():
                where = f"dislodged.{name}.{text}"
                (unit,) = Position({power: (text,)}, self.board).units
                if told.origin:
                    origins[unit] = self.place(told.origin, f"{where}.from").province
                if told.retreats is not None:
                    places = [self.place(id, f"{where}.retreats") for id in told.retreats]
                    listed[unit] = frozenset(places)
        return origins, listed

    def place(self, text: str, where: str) -> Place:
        """A place that the phase names.

        Raises:
            InputError: the map has none of that name.
        """
        found = self.board.find(text)
        if found is None:
            raise InputError(f"'{text[:40]}' is no place of the map '{self.board.name}'", where)
        return found

    def centres(self) -> dict[str, tuple[Province, ...]]:
        """Power to its supply centres.

        Raises:
            InputError: the phase does not tell them, or they cannot be as it tells.
        """
        if self.phase.centers is None:
            raise InputError("an adjustment phase needs the supply centres of the powers", "centers")
        return centres_by_power(self.phase.centers, self)


def centres_by_power(
    centers: Mapping[str, Sequence[str]], setting: Setting
) -> dict[str, tuple[Province, ...]]:
    """Power to its supply centres, in the order of ids.

    Args:
        centers: power to ids.
        setting: whose map is meant.

    Raises:
        InputError: a power or place is unknown, a place is no supply centre, or one belongs to two powers.
    """
    found: dict[str, tuple[Province, ...]] = {}
    taken: dict[Province, str] = {}
    for name, ids in centers.items():
        power = check_power(name, setting.board, f"centers.{name}")
        provinces = []
        for number, id in enumerate(ids):
            where = f"centers.{name}[{number}]"
            province = setting.place(id, where).province
            if not province.centre:
                raise InputError(f"{province.id} is no supply centre", where)
            if province in taken:
                raise InputError(f"{province.id} belongs to {taken[province]} already", where)
            taken[province] = power
            provinces.append(province)
        found[power] = (*found.get(power, ()), *sorted(provinces, key=lambda p: p.id))
    return found
