"""What the oracle found, as one page of HTML: pictures and explanations, nothing to load."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import islice

from resolvent.board import Map, load_map
from resolvent.explain.explainer import explainer_for
from resolvent.explain.html import explanation_html, why_html
from resolvent.explain.page import MOST_PICTURES, PAGE_END, page_head, picture_html
from resolvent.explain.sentences import phase_title
from resolvent.oracle.case_text import case_text
from resolvent.oracle.checker import Answer, Finding
from resolvent.oracle.faults import Listed, Report
from resolvent.oracle.finding_text import choices_words, finding_sentences, head_words, many
from resolvent.records.phase import Phase
from resolvent.records.text import format_phase_text
from resolvent.resolution.adjudicate import adjudicate
from resolvent.resolution.knot import Solver
from resolvent.resolution.resolution import Resolution
from resolvent.rules.reading import Reading

__all__ = ["claims_page", "finding_section", "report_page"]

_EXPLAINED = 6
"""Orders of a phase that are explained."""


def claims_page(reading: Reading, tally: dict[Answer, int], sections: Iterable[str]) -> Iterator[str]:
    """The page about checked claims.

    Args:
        reading: the reading they were checked under.
        tally: how many claims got which answer.
        sections: what `finding_section` gave for each claim that is not right.

    Yields:
        The page, piece by piece.
    """
    counts = ", ".join(f"{tally[answer]:,} {answer}" for answer in Answer if answer in tally)
    yield page_head(f"Claims checked under {reading.name}")
    yield f"<h1>Claims checked under {escape(reading.name)}</h1>\n"
    yield f"<p>{many(sum(tally.values()), 'claim')}: {escape(counts or 'none')}</p>\n"
    yield from sections
    yield PAGE_END


def finding_section(
    place: str, phase: Phase, finding: Finding, reading: Reading, board: Map | None, picture: bool
) -> str:
    """One claim that is not right, folded up.

    Args:
        place: where it stands, ``"claims.jsonl, line 3"``.
        phase: the phase.
        finding: the answer.
        reading: the reading it was checked under.
        board: the map; left out, the one the phase names.
        picture: whether to draw it.
    """
    orders = {order.unit for order in finding.resolution.orders}
    units = [d.about for d in finding.disagreements if d.about in orders]
    said = "".join(f"<p>{escape(sentence)}</p>\n" for sentence in finding_sentences(finding))
    return "".join(
        (
            f"<details><summary><b>{escape(phase_title(phase.phase))}</b> "
            f'<span class="soft">{escape(place)}</span><br>{escape(head_words(finding))}</summary>\n{said}',
            *_shown(phase, finding.resolution, units, reading, board, picture),
            f"<pre>{escape(format_phase_text(phase))}</pre></details>\n",
        )
    )


def report_page(report: Report, reading: Reading, board: Map | None = None) -> Iterator[str]:
    """The page about a judged program.

    Args:
        report: what came of judging it.
        reading: the reading it was judged by.
        board: the map; left out, the one each phase names.

    Yields:
        The page, piece by piece.
    """
    yield page_head(f"{report.judge} judged by {reading.name}")
    yield f"<h1>{escape(report.judge)}</h1>\n<p>Judged by {escape(reading.name)}: "
    listed = report.listed()
    yield f"{many(report.phases, 'phase')}, {report.wrong:,} wrong, {many(len(listed), 'cause')}.</p>\n"
    if report.stopped:
        yield f"<p>{escape(report.stopped)}</p>\n"
    for number, found in enumerate(listed, 1):
        yield from _fault(number, found, reading, board, number <= MOST_PICTURES)
    yield PAGE_END


def _fault(number: int, found: Listed, reading: Reading, board: Map | None, picture: bool) -> Iterator[str]:
    fault = found.fault
    yield f"<details><summary><b>Cause {number}</b>, on {many(fault.count, 'phase')}<br>"
    yield f"{escape('; '.join(fault.cause))}</summary>\n"
    yield from (f"<p>{escape(sentence)}</p>\n" for sentence in fault.sentences)
    for choices in fault.readings:
        yield f"<p>It would be right with {escape(choices_words(choices))}.</p>\n"
    resolution = adjudicate(fault.phase, reading, board=board)
    units = [order.unit for order in resolution.orders]
    yield from _shown(fault.phase, resolution, units, reading, board, picture)
    yield f"<pre>{escape(case_text(fault.phase, board))}</pre>\n"
    for case in fault.others:
        yield f"<p>The same cause in another shape:</p>\n<pre>{escape(case_text(case.phase, board))}</pre>\n"
    for other in found.also:
        yield f"<p>Also seen as, on {many(other.count, 'phase')}: {escape('; '.join(other.cause))}</p>\n"
    yield "</details>\n"


def _shown(
    phase: Phase,
    resolution: Resolution,
    units: list[str],
    reading: Reading,
    board: Map | None,
    picture: bool,
) -> Iterator[str]:
    """The phase drawn as the reading resolves it, and why the orders in question fare so."""
    if picture:
        caption = f"As {reading.name} resolves it"
        yield picture_html(phase, resolution, units, board or load_map(phase.map), caption)
    if units and phase.type == "M":
        yield from why_html(phase, list(islice(units, _EXPLAINED)), [reading], board)
    elif units:
        yield from _aftermath(phase, set(units), reading, board)


def _aftermath(phase: Phase, units: set[str], reading: Reading, board: Map | None) -> Iterator[str]:
    """Why the orders in question fare so in a phase of retreats or adjustments."""
    explainer = explainer_for(phase, reading, board, Solver())
    results = [order for order in explainer.resolution.orders if order.unit in units]
    yield f'<details class="orders"><summary>Why, under {escape(reading.name)}</summary>\n<div>'
    yield from (explanation_html(explainer.explanation(result)) for result in results[:_EXPLAINED])
    yield "</div></details>\n"
