"""A retreat or adjustment phase in pieces: units, centres and orders, which shrinking drops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeVar

import msgspec

from resolvent.records.phase import Dislodged, Phase

__all__ = ["Piece", "Pieces", "phase_of_pieces", "pieces_of", "smaller", "without_pair", "without_some"]

T = TypeVar("T")


class Piece(NamedTuple):
    """One thing that a phase tells.

    Attributes:
        sort: ``"unit"``, ``"dislodged"``, ``"centre"`` or ``"order"``.
        power: whose it is.
        text: the unit, the province or the order.
        told: of a dislodged unit, what is known of it.
    """

    sort: str
    power: str
    text: str
    told: Dislodged | None = None


Pieces = tuple[Piece, ...]


def pieces_of(phase: Phase) -> Pieces:
    """The pieces of a phase; of several order sets the last counts.

    Args:
        phase: a phase of retreats or adjustments.
    """
    units = [Piece("unit", p, unit) for p, units in phase.units.items() for unit in units]
    gone = [
        Piece("dislodged", p, unit, told)
        for p, units in (phase.dislodged or {}).items()
        for unit, told in units.items()
    ]
    centres = [Piece("centre", p, id) for p, ids in (phase.centers or {}).items() for id in ids]
    sets = {power: phase.order_sets(power) for power in phase.orders}
    orders = [Piece("order", p, text) for p, found in sets.items() if found for text in found[-1]]
    return (*units, *gone, *centres, *orders)


def phase_of_pieces(pieces: Sequence[Piece], phase: Phase) -> Phase:
    """The pieces as a phase again, on the map, in the season and the language of another.

    Args:
        pieces: the pieces.
        phase: where map, season and language are taken from.
    """

    def told(sort: str) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for piece in pieces:
            if piece.sort == sort:
                found.setdefault(piece.power, []).append(piece.text)
        return {power: tuple(found[power]) for power in sorted(found)}

    dislodged: dict[str, dict[str, Dislodged]] = {}
    for piece in sorted(pieces, key=lambda piece: piece.power):
        if piece.told is not None:
            dislodged.setdefault(piece.power, {})[piece.text] = piece.told
    return msgspec.structs.replace(
        phase,
        units=told("unit"),
        orders=told("order"),
        centers=None if phase.centers is None else told("centre"),
        dislodged=None if phase.dislodged is None else dislodged,
    )


def smaller(pieces: Pieces) -> Iterator[Pieces]:
    """Smaller phases, the much smaller first.

    Pieces are dropped, many at once first, and then two at a time, since a unit and a centre may have to
    go together; powers become one; places of retreat and origins of attacks are left out.

    Args:
        pieces: the pieces.
    """
    yield from without_some(pieces)
    yield from without_pair(pieces)
    powers = list(dict.fromkeys(piece.power for piece in pieces))
    for number, power in enumerate(powers):
        for other_power in powers[:number]:
            yield tuple(p._replace(power=other_power) if p.power == power else p for p in pieces)
    for number, piece in enumerate(pieces):
        for told in _less(piece.told):
            yield (*pieces[:number], piece._replace(told=told), *pieces[number + 1 :])


def without_some(things: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    """The things without neighbouring ones of them: half of them at first, single ones at last."""
    size = len(things) // 2
    while size >= 1:
        for start in range(0, len(things), size):
            yield things[:start] + things[start + size :]
        size //= 2


def without_pair(things: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    """The things without any two of them, which may have to go together."""
    for one, other in combinations(range(len(things)), 2):
        yield things[:one] + things[one + 1 : other] + things[other + 1 :]


def _less(told: Dislodged | None) -> Iterator[Dislodged]:
    """Less of what is known of a dislodged unit."""
    if told is None:
        return
    if told.origin:
        yield Dislodged("", told.retreats)
    for place in told.retreats or ():
        yield Dislodged(told.origin, tuple(p for p in told.retreats or () if p != place))
