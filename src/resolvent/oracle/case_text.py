"""A phase as a case, in the layout of DATC."""

from __future__ import annotations

from collections.abc import Iterator

from resolvent.board import Map, load_map
from resolvent.oracle.lines import lines_of
from resolvent.oracle.pieces import Piece, pieces_of
from resolvent.records.phase import Phase

__all__ = ["case_text"]


def case_text(phase: Phase, board: Map | None = None) -> str:
    """A phase as it would stand in DATC: each power, then its orders.

    Args:
        phase: the phase.
        board: the map; left out, the one the phase names.

    Returns:
        Lines without line break at the end; a unit without an order is written as one that holds.  Of
        retreats and adjustments the units and centres come first, for not all of them have orders.
    """
    names = (board or load_map(phase.map)).power_names
    blocks: dict[str, list[str]] = {}
    for power, text in _movement(phase) if phase.type == "M" else _aftermath(phase):
        blocks.setdefault(power, []).append(text)
    return "\n\n".join(
        "\n".join([f"{names.get(power, power)}:", *orders]) for power, orders in blocks.items()
    )


def _movement(phase: Phase) -> Iterator[tuple[str, str]]:
    for line in lines_of(phase):
        yield line.power, line.text or line.hold


def _aftermath(phase: Phase) -> Iterator[tuple[str, str]]:
    """What each power has, and what it wrote."""
    pieces = pieces_of(phase)
    centres: dict[str, list[str]] = {}
    for piece in pieces:
        if piece.sort == "centre":
            centres.setdefault(piece.power, []).append(piece.text)
    for power in dict.fromkeys(piece.power for piece in pieces):
        if phase.centers is not None:
            yield power, f"(centres: {', '.join(centres.get(power, ())) or 'none'})"
        for piece in pieces:
            if piece.power == power and piece.sort != "centre":
                yield power, _words(piece)


def _words(piece: Piece) -> str:
    """``"(A BUR, dislodged from PAR, may go to MUN, RUH)"``, ``"(A PAR)"`` for a unit that stands."""
    if piece.sort == "order":
        return piece.text
    if piece.told is None:
        return f"({piece.text})"
    origin = f" from {piece.told.origin}" if piece.told.origin else ""
    places = piece.told.retreats
    listed = "" if places is None else f", may go to {', '.join(places)}" if places else ", may go nowhere"
    return f"({piece.text}, dislodged{origin}{listed})"
