"""Shrinking: from a phase on which judge and oracle part to the smallest one on which they still do."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from resolvent.board import Map, load_map
from resolvent.oracle.lines import Line, Lines, Shelf, lines_of, phase_of
from resolvent.oracle.pieces import phase_of_pieces, pieces_of, smaller, without_pair, without_some
from resolvent.oracle.places import Elsewhere
from resolvent.records.phase import Phase
from resolvent.rules.reading import Reading, load_reading

__all__ = ["parts_of", "shrink"]

_PAIRS = 12
"""Units of a phase of movement from which any two are dropped together."""

Step = Callable[[Lines], Iterator[Lines]]
"""Simpler phases than one."""


def shrink(
    phase: Phase,
    still: Callable[[Phase], bool],
    seconds: float = 20.0,
    *,
    board: Map | None = None,
    rules: str | Reading = "datc",
) -> Phase:
    """The smallest phase found on which something is still so, in the simplest places.

    Units are dropped, many at once first; orders become simpler ones, holds if possible, a move together
    with the supports for it; powers become one; any two units are dropped, since supports on either side
    may have to go together; convoys become shorter.  Then provinces give way to simpler ones, as
    `Simplicity` measures them.
    Each step makes the number of units, the weight of the orders, the number of powers, of units
    without an order, or that measure less, and none of those that stand before it greater: so it ends.

    Of retreats and adjustments, units, centres and orders are dropped, powers become one, and less is told
    of dislodged units; they stay in their places.

    Args:
        phase: where it is so.
        still: whether it is so in another phase.
        seconds: when to stop looking.
        board: the map; left out, the one the phase names.
        rules: the rules that say which orders are legal.

    Returns:
        A phase in which it is so, and in which no single step of those makes a smaller one, if there
        was time to try them all.
    """
    deadline = time.monotonic() + seconds
    if phase.type != "M":
        return _shrink_aftermath(phase, still, deadline)
    lines = lines_of(phase)
    if not still(phase_of(lines, phase)):
        return phase  # it needs what cannot be told line by line
    reading = rules if isinstance(rules, Reading) else load_reading(rules)
    elsewhere = Elsewhere(phase, board or load_map(phase.map), reading)
    steps: tuple[Step, ...] = (
        lambda found: _smaller(found, elsewhere.shelf),
        elsewhere.shorter,
        elsewhere.simpler,
    )

    def better(step: Step) -> Lines | None:
        for found in step(lines):
            if time.monotonic() > deadline:
                return None
            if still(phase_of(found, phase)):
                return found
        return None

    shrinking = True
    while shrinking:
        shrinking = False
        for step in steps:
            while (found := better(step)) is not None:
                lines, shrinking = found, True
    return phase_of(lines, phase)


def _shrink_aftermath(phase: Phase, still: Callable[[Phase], bool], deadline: float) -> Phase:
    """The same for a phase of retreats or adjustments."""
    pieces = pieces_of(phase)
    if not still(phase_of_pieces(pieces, phase)):
        return phase
    shrinking = True
    while shrinking:
        shrinking = False
        for found in smaller(pieces):
            if time.monotonic() > deadline:
                break
            if still(phase_of_pieces(found, phase)):
                pieces, shrinking = found, True
                break
    return phase_of_pieces(pieces, phase)


def _smaller(lines: Lines, shelf: Shelf) -> Iterator[Lines]:
    """Smaller phases, the much smaller first."""
    yield from filter(None, without_some(lines))
    for number, line in enumerate(lines):
        for simpler in shelf.simpler(line):
            yield _with(lines, number, simpler)
    for line in lines:
        if shelf.goal(line):
            yield tuple(shelf.staying(other, line) for other in lines)
    powers = list(dict.fromkeys(line.power for line in lines))
    for number, power in enumerate(powers):
        for other in powers[:number]:
            yield tuple(line._replace(power=other) if line.power == power else line for line in lines)
    for number, line in enumerate(lines):
        if line.text is None:
            yield _with(lines, number, line._replace(text=line.hold))
    if len(lines) <= _PAIRS:
        yield from filter(None, without_pair(lines))


def parts_of(phase: Phase) -> Iterator[Phase]:
    """A phase without one or any two of its units; of retreats and adjustments, of what it tells.

    Args:
        phase: a small phase.
    """
    if phase.type != "M":
        pieces = pieces_of(phase)
        for number in range(len(pieces)):
            yield phase_of_pieces(pieces[:number] + pieces[number + 1 :], phase)
        for fewer in without_pair(pieces):
            yield phase_of_pieces(fewer, phase)
        return
    lines = lines_of(phase)
    for number in range(len(lines)):
        if len(lines) > 1:
            yield phase_of(lines[:number] + lines[number + 1 :], phase)
    for rest in filter(None, without_pair(lines)):
        yield phase_of(rest, phase)


def _with(lines: Lines, number: int, line: Line) -> Lines:
    return (*lines[:number], line, *lines[number + 1 :])
