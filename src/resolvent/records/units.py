"""Units on the board: from the strings of a record to places of the map."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from operator import attrgetter

import msgspec

from resolvent.board import Map, Place
from resolvent.errors import InputError

__all__ = ["Placed", "check_power", "format_unit", "place_unit", "place_units"]

_UNIT = re.compile(r"\s*([AFaf])\s+(\S.*?)\s*")
_REMEMBERED = 20_000  # strings a map; it has some thousand units written canonically


class Placed(msgspec.Struct, frozen=True):
    """A unit on the board.

    Attributes:
        power: the id of its power, ``"FRANCE"``.
        unit: ``"A"`` or ``"F"``.
        place: where it stands, with the coast where a fleet needs one.
        rank: its number in the fixed order: by power, then by province.
    """

    power: str
    unit: str
    place: Place
    rank: int

    def __str__(self) -> str:
        return format_unit(self)


_known: dict[Map, dict[tuple[str, str], Placed]] = {}
_rank = attrgetter("rank")


def format_unit(unit: Placed) -> str:
    """Write a unit: ``"F SPA/NC"``.

    Args:
        unit: any unit.

    Returns:
        Its type and the id of its place.
    """
    return f"{unit.unit} {unit.place.id}"


def place_units(units: Mapping[str, Sequence[str]], board: Map) -> tuple[Placed, ...]:
    """Put units on the board.

    Args:
        units: power to units, ``{"FRANCE": ("A PAR", "F SPA/NC")}``, in any order.
        board: the map.

    Returns:
        The units by power and then by province, whatever the order they were given in.

    Raises:
        InputError: a power or place is unknown, a unit cannot be where it is, or two units are in
            one province; ``place`` is for example ``units.FRANCE[2]``.
    """
    known = _known.get(board)
    if known is None:
        known = _known.setdefault(board, {})
    placed = []
    for power, texts in units.items():
        for number, text in enumerate(texts):
            unit = known.get((power, text))
            if unit is None:
                unit = place_unit(power, text, board, f"units.{power}[{number}]")
                if len(known) >= _REMEMBERED:
                    known.clear()
                known[power, text] = unit
            placed.append(unit)
        if not texts:
            check_power(power, board, f"units.{power}")
    if len({unit.place.province for unit in placed}) < len(placed):
        raise _crowded(units, board)
    placed.sort(key=_rank)
    return tuple(placed)


def place_unit(power: str, text: str, board: Map, where: str) -> Placed:
    """Put one unit on the board.

    Args:
        power: the id of its power.
        text: the unit, ``"F SPA/NC"``; other spellings of places are understood.
        board: the map.
        where: the place for error messages.

    Returns:
        The unit.

    Raises:
        InputError: the power or place is unknown, or the unit cannot be there.
    """
    power = check_power(power, board, where)
    match = _UNIT.fullmatch(text) if len(text) <= 100 else None
    if match is None:
        raise InputError(f"{_short(text)!r} is no unit; units are written like 'A PAR' or 'F SPA/NC'", where)
    kind, place = match[1].upper(), board.find(match[2])
    if place is None:
        raise InputError(f"{match[2]!r} is no place of the map {board.name!r}", where)
    fault = unit_fault(kind, place)
    if fault:
        raise InputError(f"{text!r} is impossible: {fault}", where)
    return Placed(power, kind, place, board.powers.index(power) * 10_000 + place.province.index)


def unit_fault(kind: str, place: Place) -> str:
    """Why a unit cannot be in a place; empty if it can."""
    province = place.province
    if kind == "A" and province.kind == "sea":
        return f"{province.name} is a sea, and an army cannot be at sea"
    if kind == "A" and place.coast:
        return "an army is in a province, not on one of its coasts"
    if kind == "F" and province.kind == "inland":
        return f"{province.name} is inland, and a fleet cannot be there"
    if kind == "F" and province.coasts and not place.coast:
        return f"a fleet there is on a coast: {' or '.join(c.id for c in province.coasts)}"
    return ""


def check_power(power: str, board: Map, where: str) -> str:
    """Find the power that a record names.

    Args:
        power: its id, or any usual spelling (``"England"``).
        board: the map.
        where: the place for error messages.

    Returns:
        Its id.

    Raises:
        InputError: the map has no such power.
    """
    if power in board.power_names:
        return power
    found = board.find_power(power)
    if found is None:
        names = ", ".join(board.powers)
        raise InputError(f"unknown power {_short(power)!r}; the powers are {names}", where)
    return found


def _crowded(units: Mapping[str, Sequence[str]], board: Map) -> InputError:
    first: dict[str, str] = {}
    for power, texts in units.items():
        for number, text in enumerate(texts):
            where = f"units.{power}[{number}]"
            province = place_unit(power, text, board, where).place.province.id
            if province in first:
                return InputError(f"{text!r} is in the same province as {first[province]}", where)
            first[province] = f"{text!r} of {power}"
    raise AssertionError("no two units are in one province")  # pragma: no cover


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
