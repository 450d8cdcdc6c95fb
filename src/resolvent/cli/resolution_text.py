"""A resolution as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from resolvent.board import Map
from resolvent.cli.paint import Paint
from resolvent.cli.prose import wrap
from resolvent.explain.sentences import phase_title, place_name, sentence
from resolvent.resolution.resolution import CycleMet, Resolution
from resolvent.resolution.solve import MOST_SOLUTIONS
from resolvent.rules.reading import Reading

__all__ = ["Style", "resolution_lines", "solutions_lines"]


@dataclass(frozen=True)
class Style:
    """How to write.

    Attributes:
        board: the map, for full names.
        reading: the rules, for their words about themselves.
        paint: how to colour.
        width: columns to wrap prose at.
        positions: tell the units after the moves too.
    """

    board: Map
    reading: Reading
    paint: Paint
    width: int
    positions: bool = False


def resolution_lines(resolution: Resolution, style: Style) -> Iterator[str]:
    """A resolution, line by line.

    Args:
        resolution: the resolution.
        style: how to write.

    Yields:
        Lines without an end.
    """
    yield from _heading(resolution, style)
    yield from _orders(resolution, style)
    yield from _dislodged(resolution, style)
    yield from _contested(resolution, style)
    for cycle in resolution.cycles:
        yield from _cycle(cycle, style)
    yield from _ignored(resolution, style)
    if style.positions:
        yield from _positions(resolution, style)


def _heading(resolution: Resolution, style: Style) -> Iterator[str]:
    title = f"{phase_title(resolution.phase)} ({resolution.phase}, map {resolution.map})"
    yield style.paint(title, "heading")
    yield f"Rules: {style.reading.title} ({resolution.rules})"
    yield from _wrapped(f"Status: {resolution.status}. {_capital(resolution.status.meaning)}.", style)


def _orders(resolution: Resolution, style: Style) -> Iterator[str]:
    column = max([len(o.order) for o in resolution.orders], default=0)
    for power, orders in groupby(resolution.orders, lambda o: o.power):
        yield from _title(style.board.power_names.get(power, power), style)
        for order in orders:
            what = style.paint(sentence(order, style.board), order.outcome)
            note = style.paint(" (no order)", "dim") if order.text is None else ""
            yield f"  {order.order:<{column}}  {what}{note}"


def _dislodged(resolution: Resolution, style: Style) -> Iterator[str]:
    if any(resolution.dislodged.values()):
        yield from _title("Dislodged", style)
    for power, units in resolution.dislodged.items():
        for unit, known in units.items():
            places = ", ".join(_place(p, style) for p in known.retreats)
            fate = f"may retreat to {places}" if places else "may retreat nowhere and is destroyed"
            origin = f" from {_place(known.origin, style)}" if known.origin else ""
            power_name = style.board.power_names.get(power, power)
            yield from _wrapped(f"  {unit} ({power_name}), attacked{origin}, {fate}.", style)


def _contested(resolution: Resolution, style: Style) -> Iterator[str]:
    if resolution.contested:
        yield from _title("Contested, and left empty", style)
        yield from _wrapped("  " + ", ".join(_place(p, style) for p in resolution.contested), style)


def _cycle(cycle: CycleMet, style: Style) -> Iterator[str]:
    yield from _title("Cycle without a unique resolution", style)
    for order in cycle.orders:
        yield f"  {order}"
    more = " or more" if cycle.solutions >= MOST_SOLUTIONS else ""
    many = f"{cycle.solutions}{more} solutions" if cycle.solutions != 1 else "1 solution"
    yield f"  The equations of these orders have {many if cycle.solutions else 'no solution'}."
    if cycle.rule is None:
        yield from _wrapped("  No rule of this reading settles it; it stays open.", style)
        yield from _outcomes(cycle)
        return
    rule = style.reading.definitions.get(cycle.rule)
    told = f": {rule.doc}" if rule is not None else "."
    yield from _wrapped(f"  Settled by the rule '{cycle.rule}'{told}", style)


def _outcomes(cycle: CycleMet) -> Iterator[str]:
    """The solutions of an open cycle."""
    for number, solution in enumerate(cycle.outcomes or (), 1):
        yield f"  Solution {number}:"
        yield from _values(solution.items(), "    ")


def _ignored(resolution: Resolution, style: Style) -> Iterator[str]:
    if not resolution.ignored:
        return
    yield from _title("Written and not used", style)
    for text in resolution.ignored:
        power = style.board.power_names.get(text.power, text.power)
        shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text.text)
        yield f"  {power}: {shown}  {style.paint(sentence(text, style.board), text.outcome)}"


def _positions(resolution: Resolution, style: Style) -> Iterator[str]:
    yield from _title("Positions after the moves", style)
    for power, units in resolution.positions.items():
        if units:
            name = style.board.power_names.get(power, power)
            yield from _wrapped(f"  {name}: {', '.join(units)}", style)


def solutions_lines(
    phase: str, solutions: Sequence[dict[str, bool]], complete: bool, style: Style
) -> Iterator[str]:
    """Every solution of the bare equations, line by line.

    Args:
        phase: the name of the phase.
        solutions: order -> whether it succeeds.
        complete: these are all of them.
        style: how to write.
    """
    yield style.paint(f"{phase_title(phase)} ({phase})", "heading")
    yield f"Rules: {style.reading.title} ({style.reading.name}), without the rules for cycles"
    if not solutions:
        yield "No solution: the equations of these orders contradict each other."
        return
    many = "One solution." if len(solutions) == 1 else f"{len(solutions)} solutions."
    yield many if complete else f"The first {len(solutions)} solutions; there are more (--limit)."
    common = [o for o in solutions[0] if len({s[o] for s in solutions}) == 1]
    if common:
        yield from _title("In every solution" if len(solutions) > 1 else "The solution", style)
        yield from _values(((o, solutions[0][o]) for o in common), "  ")
    for number, solution in enumerate(solutions, 1):
        rest = [(o, v) for o, v in solution.items() if o not in common]
        if rest:
            yield from _title(f"Solution {number}", style)
            yield from _values(rest, "  ")


# -- small parts


def _values(values: Iterable[tuple[str, bool]], indent: str) -> Iterator[str]:
    rows = list(values)
    column = max([len(order) for order, _ in rows], default=0)
    for order, value in rows:
        yield f"{indent}{order:<{column}}  {'succeeds' if value else 'fails'}"


def _title(text: str, style: Style) -> Iterator[str]:
    yield ""
    yield style.paint(text, "heading")


def _place(id: str, style: Style) -> str:
    return f"{place_name(id, style.board)} ({id})"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _wrapped(text: str, style: Style) -> list[str]:
    """Prose within the width; blanks in front are an indent."""
    return wrap(text, style.width, " " * (len(text) - len(text.lstrip(" "))))
