"""The ground of each map: its shapes, or a graph."""

from __future__ import annotations

from resolvent.board import Map
from resolvent.picture.graph import graph_ground
from resolvent.picture.ground import Ground
from resolvent.picture.shaped import shaped_ground

__all__ = ["load_ground"]

_grounds: dict[Map, Ground] = {}


def load_ground(board: Map) -> Ground:
    """The ground of a map: its shapes if there are any, else a graph; made once for each map.

    Args:
        board: any map.
    """
    ground = _grounds.get(board)
    if ground is None:
        ground = _grounds.setdefault(board, shaped_ground(board) or graph_ground(board))
    return ground
