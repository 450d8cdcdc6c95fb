"""Provinces and places: the squares of the board.

A *province* is what one unit occupies; a *place* is where in it a unit stands: the province itself,
or, for a fleet in Bulgaria, Spain or St Petersburg, one of its coasts.  Both are compared by
identity: there is one object for each on a map.
"""

from __future__ import annotations

from typing import Literal

__all__ = ["Kind", "Place", "Province"]

Kind = Literal["inland", "coastal", "sea"]


class Province:
    """One province of a map.

    Attributes:
        id: the usual abbreviation in capitals, ``"SPA"``.
        name: the full English name, which decides alphabetical order (DATC 4.D.8).
        kind: ``"inland"``, ``"coastal"`` or ``"sea"``.
        centre: whether it is a supply centre.
        home: the power whose home centre it is, or ``""``.
        place: the province as a place without a coast.
        coasts: its coasts as places, empty where there is but one.
        default: the coast meant by readings that fill in a coast left out (DATC 4.B.1), if any.
        index: its number on the map, in the order of ids.
    """

    __slots__ = ("centre", "coasts", "default", "home", "id", "index", "kind", "name", "place")

    def __init__(self, id: str, name: str, kind: Kind, centre: bool, home: str, index: int) -> None:
        self.id = id
        self.name = name
        self.kind = kind
        self.centre = centre
        self.home = home
        self.index = index
        self.place = Place(id, self, "")
        self.coasts: tuple[Place, ...] = ()
        self.default: Place | None = None

    @property
    def places(self) -> tuple[Place, ...]:
        """The province without a coast, then each of its coasts."""
        return (self.place, *self.coasts)

    def __repr__(self) -> str:
        return f"<Province {self.id}>"


class Place:
    """A province, or one coast of it.

    Attributes:
        id: ``"SPA"`` or ``"SPA/NC"``.
        province: the province.
        coast: ``""``, ``"NC"``, ``"SC"``, ``"EC"`` or ``"WC"``.
        army: the places an army here borders (all without a coast).
        fleet: the places a fleet here borders (with their coast).
    """

    __slots__ = ("army", "coast", "fleet", "id", "province")

    def __init__(self, id: str, province: Province, coast: str) -> None:
        self.id = id
        self.province = province
        self.coast = coast
        self.army: frozenset[Place] = frozenset()
        self.fleet: frozenset[Place] = frozenset()

    def __repr__(self) -> str:
        return f"<Place {self.id}>"
