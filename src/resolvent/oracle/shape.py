"""The shape of a phase: what is left of it if powers and provinces have no names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from resolvent.board import Map
from resolvent.oracle.lines import Shelf, lines_of
from resolvent.oracle.pieces import pieces_of
from resolvent.orders import Kind, Order
from resolvent.records.phase import Phase

__all__ = ["Shape", "shape_of"]

Shape = tuple[Any, ...]
"""Equal for phases that are the same but for names, and types of units; can be compared and sent."""

_ROUNDS = 4
"""How far two places of a phase may be apart and still be told by what lies between them."""

_POWER = "power "
"""Before the names of powers, so that they are told from provinces."""


class _Fact(NamedTuple):
    """A unit with its order, or a piece: what it says, and the powers and provinces it says it of."""

    label: str
    names: tuple[str, ...]


def shape_of(phase: Phase, board: Map) -> Shape:
    """The shape of a phase.

    Whether units are armies or fleets, and what kind of province they stand in, is left out, for a fault
    mostly shows in either; whether a unit could go by itself where it moves, is not.

    Args:
        phase: a phase of any type.
        board: its map.
    """
    facts = _lines(phase, board) if phase.type == "M" else _pieces(phase, board)
    colours = dict.fromkeys((name for fact in facts for name in fact.names), 0)
    for _ in range(_ROUNDS):
        told = {name: _surroundings(name, facts, colours) for name in colours}
        ranks = {around: rank for rank, around in enumerate(sorted(set(told.values())))}
        colours = {name: ranks[around] for name, around in told.items()}
    powers = sum(name.startswith(_POWER) for name in colours)  # colours alone do not tell a pair from one
    return (phase.type, powers, len(colours), *sorted(_coloured(fact, colours) for fact in facts))


def _coloured(fact: _Fact, colours: dict[str, int]) -> tuple[str, tuple[int, ...]]:
    return fact.label, tuple(colours[name] for name in fact.names)


def _surroundings(name: str, facts: Sequence[_Fact], colours: dict[str, int]) -> tuple[Any, ...]:
    """What is said of a power or province, and where in it."""
    return tuple(
        sorted((*_coloured(f, colours), i) for f in facts for i, other in enumerate(f.names) if other == name)
    )


def _lines(phase: Phase, board: Map) -> list[_Fact]:
    shelf = Shelf(board, phase.language)
    found = []
    for line in lines_of(phase):
        order = shelf.order(line)
        named = [] if order is None else [order.other, order.destination]
        ids = [_province(id, board) for id in (line.unit.split()[-1], *named) if id]
        label = "nothing" if line.text is None else "unreadable" if order is None else _label(order, board)
        found.append(_Fact(label, (_POWER + line.power, *ids)))
    return found


def _label(order: Order, board: Map) -> str:
    if order.kind is not Kind.MOVE:
        return str(order.kind)
    start, goal = board.find(order.location), board.find(order.destination)
    if start is None or goal is None:
        return "move nowhere"
    reach = start.army if order.unit == "A" else start.fleet
    return "move" if goal.province in {place.province for place in reach} else "move afar"


def _pieces(phase: Phase, board: Map) -> list[_Fact]:
    found = []
    for piece in pieces_of(phase):
        words = [word for word in piece.text.split() if word not in ("A", "F")]
        ids = [_province(word, board) for word in words if board.find(word) is not None]
        told = [] if piece.told is None else [piece.told.origin, *(piece.told.retreats or ())]
        ids += [_province(id, board) for id in told if id]
        label = " ".join([piece.sort, *(word for word in words if board.find(word) is None)])
        found.append(_Fact(label, (_POWER + piece.power, *ids)))
    return found


def _province(id: str, board: Map) -> str:
    place = board.find(id)
    return id if place is None else place.province.id
