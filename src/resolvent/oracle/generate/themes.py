"""The themes by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from resolvent.oracle.generate import battles, convoys, oddities
from resolvent.oracle.generate.scene import Scene

__all__ = ["SLIPS", "THEMES"]

THEMES: Mapping[str, Callable[[Scene], None]] = {
    theme.__name__: theme
    for theme in (
        convoys.knot,
        convoys.double_knot,
        convoys.routes,
        convoys.swap,
        battles.head_to_head,
        battles.cutting,
        battles.garrison,
        battles.own_goal,
        battles.standoff,
        battles.rotation,
        oddities.coasts,
        oddities.void,
        oddities.illegal,
        oddities.crowd,
        oddities.uniform,
    )
}
"""Name -> a function that puts a handful of units with orders into a scene."""

SLIPS = ("illegal", "coasts")
"""The themes whose orders may be illegal."""
