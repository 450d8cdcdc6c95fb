"""Explanations as parts of an HTML page: escaped text, folded up, nothing to load."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from resolvent.board import Map
from resolvent.explain.explanation import Explanation, Step
from resolvent.explain.movement import MovementExplainer
from resolvent.records.phase import Phase
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Solver
from resolvent.rules.reading import Reading

__all__ = ["explanation_html", "why_html"]


def explanation_html(explanation: Explanation) -> str:
    """An explanation as a heading with its outcome and a numbered list.

    Args:
        explanation: the explanation.
    """
    result = explanation.result
    outcome = f'<span class="{result.outcome}">{escape(explanation.summary)}</span>'
    head = f"<b>{escape(explanation.order)}</b> {outcome}"
    parts = [f"<p>{head}</p>\n", _list(explanation.steps)]
    if explanation.dislodgement:
        parts += [f"<p>And {escape(result.unit)} is dislodged:</p>\n", _list(explanation.dislodgement)]
    return "".join(parts)


def why_html(
    phase: Phase, units: Sequence[str], readings: Sequence[Reading], board: Map | None = None
) -> Iterator[str]:
    """Why orders fare differently under several readings.

    Args:
        phase: a movement phase.
        units: the units whose orders are explained.
        readings: the readings, each of which explains them.
        board: the map; left out, the one the phase names.

    Yields:
        For each reading a part of the page, folded up.
    """
    docket = Docket(phase, board)
    solver = Solver()
    for reading in readings:
        explainer = MovementExplainer(docket, reading, solver)
        told = [explainer.explanation(explainer.resolution.of(unit)) for unit in units]
        yield f'<details class="orders"><summary>Why, under {escape(reading.name)}</summary>\n<div>'
        yield from map(explanation_html, told)
        yield "</div></details>\n"


def _list(steps: Sequence[Step]) -> str:
    items = "".join([f"<li>{escape(step.sentence)}</li>\n" for step in steps])
    return f"<ol>\n{items}</ol>\n"
