"""How readings differ, as one page of HTML: nothing to load, no script, readable on a phone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from resolvent.board import Map, load_map
from resolvent.compare.comparison import OrderDifference, PhaseDifference, Totals
from resolvent.compare.sides import (
    Said,
    by_choice,
    causes,
    retreat_sides,
    sides,
    totals_sentence,
    units_retreating,
)
from resolvent.explain.html import why_html
from resolvent.explain.page import PAGE_END, page_head, picture_html
from resolvent.explain.sentences import phase_title
from resolvent.outcomes import Outcome
from resolvent.records.text import format_phase_text
from resolvent.resolution.adjudicate import adjudicate
from resolvent.rules.reading import Reading

__all__ = ["page_lines", "phase_section"]

def page_lines(
    readings: Sequence[Reading], source: str, totals: Totals, sections: Iterable[str]
) -> Iterator[str]:
    """The page.

    Args:
        readings: the readings that were compared.
        source: the name of the file of phases.
        totals: the counts.
        sections: what `phase_section` gave for each phase that differs.

    Yields:
        The page, piece by piece.
    """
    names = ", ".join(reading.name for reading in readings)
    yield page_head(f"Readings compared: {names}")
    yield f"<h1>{escape(names)}</h1>\n<p>{escape(source)}: {escape(totals_sentence(totals))}</p>\n"
    yield from _readings(readings, totals)
    yield from _causes(readings, totals)
    if totals.differing:
        yield "<h2>Phases that differ</h2>\n"
    yield from sections
    yield PAGE_END


def _readings(readings: Sequence[Reading], totals: Totals) -> Iterator[str]:
    first = readings[0]
    rows = [
        (
            reading.name,
            f"{reading.title}. {reading.books[-1].short}".strip(),
            "" if reading is first else f"{totals.by_reading.get(reading.name, 0):,}",
            "" if reading is first else f"{totals.boards_by_reading.get(reading.name, 0):,}",
        )
        for reading in readings
    ]
    heads = ("reading", "what it is", f"differs from {first.name}", "on the board")
    yield from _table(heads, rows, (2, 3))


def _causes(readings: Sequence[Reading], totals: Totals) -> Iterator[str]:
    rows = [
        (rules, issue, f"{number:,}", question)
        for rules, issue, number, question in by_choice(totals, readings)
    ]
    if rows:
        yield "<h2>Choices that make the difference</h2>\n"
        yield from _table(("reading", "because of", "phases", "question"), rows, (2,))


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[int]) -> Iterator[str]:
    classes = [' class="number"' if column in numbers else "" for column in range(len(heads))]
    yield '<div class="wide"><table>\n<tr class="heads">'
    yield from (f"<th{c}>{escape(head)}</th>" for c, head in zip(classes, heads, strict=True))
    yield "</tr>\n"
    for row in rows:
        cells = (
            f'<td{c} data-head="{escape(head)}">{escape(cell)}</td>'
            for c, head, cell in zip(classes, heads, row, strict=True)
        )
        yield f"<tr>{''.join(cells)}</tr>\n"
    yield "</table></div>\n"


def phase_section(
    found: PhaseDifference, place: str, readings: Sequence[Reading], picture: bool = False
) -> str:
    """One phase that readings resolve differently.

    Args:
        found: how they differ.
        place: where the phase stands, ``"games.jsonl, line 17"``.
        readings: the readings that were compared.
        picture: whether to draw it, as the first reading resolves it (some tens of kilobytes).

    Returns:
        A part of the page, folded up.
    """
    board = load_map(found.map)
    parts = [
        f"<details><summary><b>{escape(phase_title(found.phase))}</b> ",
        f'<span class="soft">{escape(place)}, map {escape(found.map)}</span><br>',
        f"{escape(_groups(found))}</summary>\n",
        *(_order(order, board) for order in found.orders),
        *(_retreats(found, unit, board) for unit in units_retreating(found)),
        *_remarks(found),
        *_causes_of(found, readings),
        *(_picture(found, readings[0], board) if picture else ()),
        *_why(found, readings),
        '<details class="orders"><summary>All orders</summary>',
        f"<pre>{escape(format_phase_text(found.source))}</pre></details>\n</details>\n",
    ]
    return "".join(parts)


def _picture(found: PhaseDifference, reading: Reading, board: Map) -> Iterator[str]:
    """The part of the board that the differing orders involve."""
    units = [order.unit for order in found.orders] or list(units_retreating(found))
    if units:
        resolution = adjudicate(found.source, reading, board=board)
        yield picture_html(found.source, resolution, units, board, f"As {reading.name} resolves it")


_EXPLAINED = 6
"""Orders of a phase that are explained."""


def _why(found: PhaseDifference, readings: Sequence[Reading]) -> Iterator[str]:
    """Why the orders fare as they do, under one reading of each group."""
    units = [order.unit for order in found.orders[:_EXPLAINED]]
    asked = [reading for group in found.groups for reading in readings if reading.name == group[0]]
    return why_html(found.source, units, asked) if units else iter(())


def _groups(found: PhaseDifference) -> str:
    """Who agrees with whom: ``"datc, 2000 against 1971 against 1982"``."""
    return " against ".join(", ".join(group) for group in found.groups)


def _order(order: OrderDifference, board: Map) -> str:
    power = board.power_names.get(order.power, order.power)
    return (
        f'<h3>{escape(order.order)}</h3>\n<p class="soft">{escape(power)}</p>\n{_said(sides(order, board))}'
    )


def _retreats(found: PhaseDifference, unit: str, board: Map) -> str:
    return f"<h3>Retreats of {escape(unit)}</h3>\n{_said(retreat_sides(found, unit, board))}"


def _said(said: Iterable[Said]) -> str:
    rows = [
        f"<dt>{escape(', '.join(s.readings))}</dt><dd{_colour(s.outcome)}>{escape(s.words)}</dd>\n"
        for s in said
    ]
    return f"<dl>\n{''.join(rows)}</dl>\n"


def _colour(outcome: Outcome | None) -> str:
    return f' class="{outcome}"' if outcome else ""


def _remarks(found: PhaseDifference) -> Iterator[str]:
    if not found.orders and not found.retreats:
        yield "<p>Only which provinces count as contested differs.</p>\n"
    if not found.boards:
        yield '<p class="soft">The board is the same.</p>\n'


def _causes_of(found: PhaseDifference, readings: Sequence[Reading]) -> Iterator[str]:
    for cause in causes(found, readings):
        yield f'<p class="cause">Because of {escape(cause.words)}</p>\n'
        yield _said(cause.choices)
