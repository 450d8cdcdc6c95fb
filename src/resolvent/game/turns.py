"""The phase that comes next."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.game.census import Census
from resolvent.game.setting import Setting, centres_by_power
from resolvent.outcomes import Status
from resolvent.records.phase import Dislodged, Phase
from resolvent.resolution.resolution import Resolution
from resolvent.rules.reading import Reading, load_reading

__all__ = ["after", "next_name"]

_NAME = re.compile(r"([SFW])(\d+)([MRA])")
_NEXT = {"SM": "SR", "SR": "FM", "FM": "FR", "FR": "WA", "WA": "SM"}


def next_name(phase: str) -> str:
    """The phase behind a phase, whether there is anything to do in it or not.

    Args:
        phase: ``"F1901R"``.

    Returns:
        ``"W1901A"``.

    Raises:
        InputError: it is no phase of a game.
    """
    match = _NAME.fullmatch(phase)
    following = _NEXT.get(match[1] + match[3]) if match else None
    if match is None or following is None:
        raise InputError(f"'{phase[:40]}' is no phase; phases are written S1901M, F1901R, W1901A", "phase")
    year = int(match[2]) + (phase[0] == "W")
    return f"{following[0]}{year:0{len(match[2])}d}{following[1]}"


def after(
    phase: Phase,
    resolution: Resolution,
    rules: str | Reading = "datc",
    *,
    skip_empty: bool = True,
    board: Map | None = None,
) -> Phase:
    """The phase that comes next, without orders.

    Args:
        phase: a phase.
        resolution: what came of it.
        rules: a rulebook's name, the path of a rulebook file, or a reading: who owns a centre, and whether
            anything is due, is up to it.
        skip_empty: leave out retreats where no unit has anywhere to go, and adjustments where nothing can
            be built and nothing has to be removed.
        board: the map; left out, the one the phase names.

    Returns:
        The phase; units dislodged without a retreat are gone when their retreat phase is over or left
        out, and centres change hands when the autumn is over.  Where the owners of centres are not known,
        every year ends with an adjustment phase.

    Raises:
        InputError: the resolution is open, or of another phase.
    """
    if resolution.phase != phase.phase:
        raise InputError(f"this is what came of {resolution.phase}, not of {phase.phase}", "phase")
    if resolution.status is Status.OPEN:
        raise InputError("orders are open, so nobody knows how the game goes on", phase.phase)
    reading = rules if isinstance(rules, Reading) else load_reading(rules)
    now = msgspec.structs.replace(
        phase,
        units={power: units for power, units in resolution.positions.items() if units},
        orders={},
        dislodged=_dislodged(resolution),
    )
    while True:
        now = _turned(now, reading, board)
        if not skip_empty or _anything_to_do(now, reading, board):
            return now


def _dislodged(resolution: Resolution) -> dict[str, dict[str, Dislodged]] | None:
    return {
        power: {unit: Dislodged(told.origin, told.retreats) for unit, told in units.items()}
        for power, units in resolution.dislodged.items()
        if units
    } or None


def _turned(phase: Phase, reading: Reading, board: Map | None) -> Phase:
    """One phase on, nothing being done in this one any more."""
    name = next_name(phase.phase)
    dislodged = phase.dislodged if name[-1] == "R" else None
    if name[-1] == "R" and dislodged is None:
        dislodged = {}
    centers: Mapping[str, tuple[str, ...]] | None = phase.centers
    if name[-1] == "A" and centers is not None:
        centers = _census(phase, reading, board).owners()
    return msgspec.structs.replace(phase, phase=name, dislodged=dislodged, centers=centers)


def _anything_to_do(phase: Phase, reading: Reading, board: Map | None) -> bool:
    if phase.type == "R":
        return any(told.retreats for units in (phase.dislodged or {}).values() for told in units.values())
    if phase.type == "A":
        return phase.centers is None or _census(phase, reading, board).anything_due()
    return True


def _census(phase: Phase, reading: Reading, board: Map | None) -> Census:
    setting = Setting(phase, board)
    return Census(setting.standing, centres_by_power(phase.centers or {}, setting), reading)
