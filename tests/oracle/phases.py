"""Phases that the tests of the oracle share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from resolvent import Phase, Resolution, read_phase

__all__ = ["bounce", "claim_of", "dislodgement", "pandin", "phase", "ring"]


def phase(orders: Mapping[str, Sequence[str]]) -> Phase:
    """A phase in which every unit has an order: power -> orders in the notation."""
    units = {power: [" ".join(o.split()[:2]) for o in texts] for power, texts in orders.items()}
    return read_phase({"units": units, "orders": {p: list(o) for p, o in orders.items()}})


def claim_of(resolution: Resolution) -> dict[str, Any]:
    """All that can be claimed of a phase, as it is."""
    return {
        "outcomes": {o.unit: str(o.outcome) for o in resolution.orders},
        "positions": {p: list(units) for p, units in resolution.positions.items()},
        "dislodged": {p: list(units) for p, units in resolution.dislodged.items()},
        "retreats": {
            unit: list(d.retreats) for units in resolution.dislodged.values() for unit, d in units.items()
        },
    }


bounce = phase({"GERMANY": ["A MUN - SIL"], "RUSSIA": ["A WAR - SIL"]})
ring = phase({"TURKEY": ["F ANK - CON", "A CON - SMY", "A SMY - ANK"]})
dislodgement = phase({"FRANCE": ["A BUR H"], "GERMANY": ["A BEL - BUR", "A RUH S A BEL - BUR"]})
pandin = phase(
    {
        "ENGLAND": ["F LON S F WAL - ENG", "F WAL - ENG"],
        "FRANCE": ["A BRE - LON", "F ENG C A BRE - LON"],
        "GERMANY": ["F NTH S F BEL - ENG", "F BEL - ENG"],
    }
)
