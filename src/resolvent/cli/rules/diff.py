"""``resolvent rules diff``"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from cyclopts import App

from resolvent.cli import DONE, FINDING
from resolvent.cli.options import DASH, Format, Output
from resolvent.cli.paint import Paint, paint_for, width_of
from resolvent.cli.prose import wrap
from resolvent.cli.streams import open_output
from resolvent.compare.difference import EquationDifference, ReadingDifference, difference
from resolvent.compare.document import ChoiceEntry
from resolvent.rules.reading import load_reading

__all__ = ["app"]

app = App(
    name="diff",
    help_epilogue="""\
Example: resolvent rules diff 1982 2023

Exit status: 0 the two say the same; 1 they differ; 2 one of them cannot be used.""",
)


@app.default
def diff(a: str, b: str, /, *, format: Format = "text", output: Output = DASH) -> int:
    """Show where two rulebooks part: choice by choice, and rule by rule.

    Args:
        a: A rulebook's name, or a .toml file.
        b: Another.
    """
    found = difference(load_reading(a), load_reading(b))
    with open_output(output) as out:
        if format == "json":
            out.write(msgspec.json.encode(found).decode() + "\n")
        else:
            out.writelines(f"{line}\n" for line in _lines(found, paint_for(out), width_of(out)))
    return FINDING if found else DONE


def _lines(found: ReadingDifference, paint: Paint, width: int) -> Iterator[str]:
    if not found:
        yield f"{found.a} and {found.b} say the same."
        return
    for choice in found.choices:
        yield from (paint(line, "heading") for line in wrap(f"{choice.issue} {choice.question}", width))
        yield from wrap(f"{found.a}: {_side(choice.a)}", width, "  ")
        yield from wrap(f"{found.b}: {_side(choice.b)}", width, "  ")
        yield ""
    if not found.equations:
        yield "Their rules are worded alike."
    for equation in found.equations:
        yield paint(_title(equation), "heading")
        for line in equation.diff.splitlines():
            yield paint(line, line[:1])
        yield ""


def _side(choice: ChoiceEntry | None) -> str:
    return "undecided" if choice is None else f"{choice.key} ({choice.alias}). {choice.meaning}"


def _title(equation: EquationDifference) -> str:
    return f"{equation.name} (only the wording differs)" if equation.same_meaning else equation.name
