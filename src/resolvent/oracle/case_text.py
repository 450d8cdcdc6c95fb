"""A phase as a case, in the layout of DATC."""

from __future__ import annotations

from resolvent.board import Map, load_map
from resolvent.oracle.lines import lines_of
from resolvent.records.phase import Phase

__all__ = ["case_text"]


def case_text(phase: Phase, board: Map | None = None) -> str:
    """A phase as it would stand in DATC: each power, then its orders.

    Args:
        phase: the phase.
        board: the map; left out, the one the phase names.

    Returns:
        Lines without line break at the end; a unit without an order is written as one that holds.
    """
    names = (board or load_map(phase.map)).power_names
    blocks: dict[str, list[str]] = {}
    for line in lines_of(phase):
        blocks.setdefault(line.power, []).append(line.text or line.hold)
    return "\n\n".join(
        "\n".join([f"{names.get(power, power)}:", *orders]) for power, orders in blocks.items()
    )
