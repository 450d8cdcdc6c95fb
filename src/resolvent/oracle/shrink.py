"""Shrinking: from a phase on which judge and oracle part to the smallest one on which they still do."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from resolvent.records.phase import Phase

__all__ = ["Line", "lines_of", "phase_of", "shrink"]


class Line(NamedTuple):
    """One unit with what is written for it; ``text`` is ``None`` where nothing is."""

    power: str
    unit: str
    text: str | None

    @property
    def hold(self) -> str:
        """``"A PAR H"``"""
        return f"{self.unit} H"


Lines = tuple[Line, ...]


def lines_of(phase: Phase) -> tuple[Line, ...]:
    """The units of a phase, each with its order; a text that is for no unit of its power is left out.

    Args:
        phase: any phase; of several order sets the last counts.
    """
    found = []
    for power, units in phase.units.items():
        sets = phase.order_sets(power)
        texts = {" ".join(text.split()[:2]).upper(): text for text in (sets[-1] if sets else ())}
        found += [Line(power, unit, texts.get(unit.upper())) for unit in units]
    return tuple(found)


def phase_of(lines: Sequence[Line], phase: Phase) -> Phase:
    """The lines as a phase again, on the map and in the season of another.

    Args:
        lines: the units.
        phase: where map and season are taken from.
    """
    units: dict[str, list[str]] = {}
    orders: dict[str, list[str]] = {}
    for line in lines:
        units.setdefault(line.power, []).append(line.unit)
        if line.text is not None:
            orders.setdefault(line.power, []).append(line.text)
    return Phase(
        phase.map,
        phase.phase,
        {power: tuple(units[power]) for power in sorted(units)},
        {power: tuple(orders[power]) for power in sorted(orders)},
    )


def shrink(phase: Phase, still: Callable[[Phase], bool], seconds: float = 20.0) -> Phase:
    """The smallest phase found on which something is still so.

    Units are dropped, many at once first; orders become holds; powers become one.

    Args:
        phase: where it is so.
        still: whether it is so in another phase.
        seconds: when to stop looking.

    Returns:
        A phase in which it is so, and in which no single step of those makes a smaller one, if there
        was time to try them all.
    """
    deadline = time.monotonic() + seconds
    lines = lines_of(phase)
    if not still(phase_of(lines, phase)):
        return phase  # it needs what cannot be told line by line
    shrinking = True
    while shrinking:
        shrinking = False
        for smaller in _smaller(lines):
            if time.monotonic() > deadline:
                return phase_of(lines, phase)
            if still(phase_of(smaller, phase)):
                lines = smaller
                shrinking = True
                break
    return phase_of(lines, phase)


def _smaller(lines: Lines) -> Iterator[Lines]:
    """Simpler phases, the much simpler first."""
    size = len(lines) // 2
    while size >= 1:
        for start in range(0, len(lines), size):
            rest = lines[:start] + lines[start + size :]
            if rest:
                yield rest
        size //= 2
    for number, line in enumerate(lines):
        if line.text is not None and line.text != line.hold:
            yield _with(lines, number, line._replace(text=line.hold))
            if line.text.endswith(" VIA"):
                yield _with(lines, number, line._replace(text=line.text.removesuffix(" VIA")))
    powers = list(dict.fromkeys(line.power for line in lines))
    for number, power in enumerate(powers):
        for other in powers[:number]:
            yield tuple(line._replace(power=other) if line.power == power else line for line in lines)
    for number, line in enumerate(lines):
        if line.text is None:
            yield _with(lines, number, line._replace(text=line.hold))


def _with(lines: Lines, number: int, line: Line) -> Lines:
    return (*lines[:number], line, *lines[number + 1 :])
