"""``resolvent whatif``"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from cyclopts import App, Parameter

from resolvent.board import load_map
from resolvent.cli import DONE, FINDING
from resolvent.cli.options import DASH, Format, Output, Rules
from resolvent.cli.paint import Paint, paint_for, width_of
from resolvent.cli.resolution_text import Style, resolution_lines
from resolvent.cli.streams import open_output, open_phases, placed
from resolvent.errors import InputError
from resolvent.explain.whatif import WhatIf
from resolvent.explain.whatif import whatif as ask
from resolvent.rules.reading import Reading, load_reading

__all__ = ["app"]

app = App(
    name="whatif",
    help_epilogue="""\
Examples::

  resolvent whatif examples/pandin.txt --change "F ENG H"
  resolvent whatif examples/fall-1907.txt --change "A MUN H" --change "F HOL - NTH" --format json

Exit status: 0 the board is the same either way; 1 it is not; 2 the input cannot be used.""",
)


@app.default
def whatif(
    file: str,
    /,
    *,
    change: Annotated[list[str], Parameter(name="--change", consume_multiple=True, negative="")],
    rules: Rules = "datc",
    map_name: Annotated[str | None, Parameter(name="--map")] = None,
    format: Format = "text",
    output: Output = DASH,
) -> int:
    """Resolve a phase as it is and with other orders, and tell what differs.

    Args:
        file: Order text or a phase as JSON; - is standard input.
        change: Orders in place of those of their units, "A MUN H"; with the power in front where no unit
            is there, "FRANCE: A PAR B".
        map_name: A map's name or file, in place of the one the phase names.
    """
    board = load_map(map_name) if map_name is not None else None
    reading = load_reading(rules)
    with open_phases(file, board) as source, open_output(output) as out:
        place, phase = next(source.phases)
        if next(source.phases, None) is not None:
            raise InputError("holds several phases; give one", source.name)
        with placed(place):
            found = ask(phase, change, reading, board=board)
        if format == "json":
            out.write(msgspec.json.encode(found.to_dict()).decode() + "\n")
        else:
            out.writelines(f"{line}\n" for line in _lines(found, reading, paint_for(out), width_of(out)))
    return DONE if found.same else FINDING


def _lines(found: WhatIf, reading: Reading, paint: Paint, width: int) -> Iterator[str]:
    """Both resolutions, then what differs."""
    style = Style(found.board, reading, paint, width)
    for title, resolution in (("As it was", found.before), ("With the changes", found.after)):
        yield from (paint(f"== {title}", "heading"), *resolution_lines(resolution, style), "")
    head, *rest = found.lines()
    yield paint(f"== {head}", "heading")
    yield from rest
