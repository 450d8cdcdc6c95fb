"""Pictures for notebooks, which show an object by its ``_repr_svg_``."""

from __future__ import annotations

from resolvent.board import load_map
from resolvent.errors import InputError
from resolvent.picture.draw import draw_phase
from resolvent.picture.scene import phase_of
from resolvent.records.phase import Phase
from resolvent.resolution.resolution import Resolution

__all__ = ["phase_svg", "resolution_svg"]


def phase_svg(phase: Phase) -> str | None:
    """Draw a phase, orders as given.

    Args:
        phase: any phase.

    Returns:
        SVG, or ``None``, which makes a notebook show text: its map is unknown, or a unit does not fit it.
    """
    try:
        return draw_phase(phase, board=load_map(phase.map))
    except InputError:
        return None


def resolution_svg(resolution: Resolution) -> str | None:
    """Draw a resolution, which knows nothing of the centres.

    Args:
        resolution: any resolution.

    Returns:
        SVG, or ``None``, which makes a notebook show text: its map is unknown, or a unit does not fit it.
    """
    try:
        return draw_phase(phase_of(resolution), resolution, board=load_map(resolution.map))
    except InputError:
        return None
