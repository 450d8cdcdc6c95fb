"""The document of a reading, as text and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from resolvent.cli.paint import Paint
from resolvent.cli.prose import wrap
from resolvent.compare.document import ChoiceEntry, EquationEntry, ReadingDocument

__all__ = ["markdown_lines", "text_lines"]


def text_lines(told: ReadingDocument, paint: Paint, width: int) -> Iterator[str]:
    """The document for a terminal.

    Args:
        told: the document.
        paint: how to colour.
        width: columns to wrap prose at.
    """
    yield paint(f"{told.title} ({told.name})", "heading")
    yield from wrap(told.short, width)
    yield from wrap(f"Source: {told.source}", width)
    yield from wrap(f"Builds on: {_lineage(told)}", width)
    yield from ("", paint("Choices", "heading"))
    for choice in told.choices:
        yield ""
        yield from wrap(f"{choice.issue}  {choice.question}", width)
        yield from wrap(f"{_chosen(choice)}: {choice.meaning}", width, "  ")
        yield from wrap(_origin(choice), width, "  ")
    if told.undecided:
        yield from ("", paint("No matter for an adjudicator", "heading"))
    for point in told.undecided:
        yield ""
        yield from wrap(f"{point.issue}  {point.question}", width)
        yield from wrap(" ".join([point.why, *([f"Note: {point.note}."] if point.note else [])]), width, "  ")
    yield from ("", paint("Rules", "heading"))
    for equation in told.equations:
        yield ""
        yield paint(f"# {_where(equation)}", "dim")
        yield from equation.text.splitlines()


def markdown_lines(told: ReadingDocument) -> Iterator[str]:
    """The document as Markdown.

    Args:
        told: the document.
    """
    yield from (f"# {told.title}", "", told.short, "")
    yield f"- Name: `{told.name}`"
    yield f"- Builds on: {_lineage(told)}"
    yield f"- Source: {' '.join(told.source.split())}"
    yield from ("", "## Choices", "", "| issue | question | choice | meaning | who says so |")
    yield "|---|---|---|---|---|"
    for c in told.choices:
        cells = (c.issue, c.question, _chosen(c), c.meaning, _origin(c))
        yield f"| {' | '.join(_cell(cell) for cell in cells)} |"
    if told.undecided:
        yield from ("", "## No matter for an adjudicator", "", "| issue | question | why | note |")
        yield "|---|---|---|---|"
    for u in told.undecided:
        yield f"| {' | '.join(_cell(cell) for cell in (u.issue, u.question, u.why, u.note))} |"
    yield from ("", "## Rules")
    for equation in told.equations:
        yield from ("", f"### {equation.name}", "", equation.doc, "", f"`{_where(equation)}`", "")
        yield from ("```python", *equation.text.splitlines(), "```")


def _lineage(told: ReadingDocument) -> str:
    below = [f"{book.title} ({book.name})" for book in told.lineage[:-1]]
    return ", ".join(below) or "nothing but the rule files"


def _chosen(choice: ChoiceEntry) -> str:
    return f"{choice.key} ({choice.alias})" if choice.alias != choice.key else choice.key


def _origin(choice: ChoiceEntry) -> str:
    note = f" ({choice.note})" if choice.note else ""
    return f"{choice.origin}{note}"


def _where(equation: EquationEntry) -> str:
    role = f", {equation.role} {equation.label}".rstrip() if equation.role else ""
    return f"{equation.place}{role}"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
