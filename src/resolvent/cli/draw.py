"""``resolvent draw``"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Annotated, TextIO

import msgspec
from cyclopts import App, Parameter

from resolvent.board import Map, load_map
from resolvent.cli import DONE, FINDING
from resolvent.cli.options import DASH, Flag, Output, Rules
from resolvent.cli.streams import PhaseFile, open_output, open_phases, placed
from resolvent.errors import InputError
from resolvent.outcomes import Status
from resolvent.picture import Theme, draw_phase, svg_to_png
from resolvent.records import Phase
from resolvent.resolution.adjudicate import adjudicate
from resolvent.resolution.resolution import Resolution
from resolvent.rules.reading import Reading, load_reading

__all__ = ["app"]

app = App(
    name="draw",
    help_epilogue="""\
Examples::

  resolvent draw examples/fall-1907.txt -o fall-1907.svg
  resolvent draw examples/pandin.txt --knot -o pandin.svg
  resolvent draw examples/phases.jsonl --number 2 --theme dark -o ring.png

Exit status: 0 done; 1 a cycle stays open, because the rulebook has no rule for it; 2 the input cannot \
be used.""",
)


_OTHER_PICTURES = (".pdf", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".eps", ".ps")


@app.default
def draw(
    file: str,
    /,
    *,
    rules: Rules = "datc",
    map_name: Annotated[str | None, Parameter(name="--map")] = None,
    number: int | None = None,
    plain: Flag = False,
    knot: Flag = False,
    units: Annotated[tuple[str, ...], Parameter(name="--unit", negative="", show_default=False)] = (),
    theme: Theme = "auto",
    width: int = 900,
    output: Output = DASH,
) -> int:
    """Draw a phase and its resolution.

    The picture is SVG, or PNG if the output is called .png (which needs the extra resolvent[png]).

    Args:
        file: Order text, a phase as JSON, or JSON Lines; - is standard input.
        map_name: A map's name or file, in place of the one the phase names.
        number: Which phase of the file, from 1, where it holds several.
        plain: Only what was ordered: nothing is resolved.
        knot: Only the part of the board where a cycle was met, large.
        units: Only the part that this unit touches, as "F LON"; may be given several times.
        theme: Light, dark, or as the reader's screen prefers; a PNG is light unless dark.
        width: How wide the picture is shown, in pixels.
    """
    if plain and knot:
        raise InputError("a cycle is met only in resolving; leave out --plain", "--knot")
    if number is not None and number < 1:
        raise InputError(f"must be at least 1, not {number}", "--number")
    if output.lower().endswith(_OTHER_PICTURES):
        raise InputError("the picture is SVG or PNG; call the output .svg or .png", output)
    board = load_map(map_name) if map_name is not None else None
    reading = None if plain else load_reading(rules)
    with open_phases(file, board) as source:
        place, phase = _chosen(source, number)
        with placed(place):
            return _draw(phase, _Wanted(board, reading, knot, units, theme, width, output))


def _chosen(source: PhaseFile, number: int | None) -> tuple[str, Phase]:
    """The phase to draw; there must be no doubt which."""
    first = (number or 1) - 1
    found: Iterator[tuple[str, Phase]] = islice(source.phases, first, first + (2 if number is None else 1))
    phases = list(found)
    if not phases:
        raise InputError("there are not so many phases" if number else "there is no phase", source.name)
    if len(phases) > 1:
        raise InputError("there are several phases; choose one with --number", source.name)
    return phases[0]


class _Wanted(msgspec.Struct, frozen=True):
    """What the command was told."""

    board: Map | None
    reading: Reading | None
    knot: bool
    units: tuple[str, ...]
    theme: Theme
    width: int
    output: str


def _draw(phase: Phase, wanted: _Wanted) -> int:
    resolution = None
    # without orders, there is but a position to show
    if wanted.reading is not None and phase.orders:
        resolution = adjudicate(phase, wanted.reading, board=wanted.board)
    png = wanted.output.lower().endswith(".png")
    svg = draw_phase(
        phase,
        resolution,
        board=wanted.board,
        knot=_knot(resolution, wanted),
        theme="light" if png and wanted.theme == "auto" else wanted.theme,
        width=wanted.width,
    )
    data = svg_to_png(svg) if png else None
    with open_output(wanted.output) as out:
        _write(out, svg, data)
    return FINDING if resolution is not None and resolution.status is Status.OPEN else DONE


def _write(out: TextIO, svg: str, data: bytes | None) -> None:
    if data is None:
        out.write(svg)
    else:
        out.buffer.write(data)


def _knot(resolution: Resolution | None, wanted: _Wanted) -> Sequence[str] | None:
    """The units to draw around, or ``None``: everything."""
    if not wanted.knot:
        return wanted.units or None
    met = [] if resolution is None else [o for cycle in resolution.cycles for o in cycle.orders]
    if not met and not wanted.units:
        raise InputError("no cycle was met; name units with --unit", "--knot")
    return [*dict.fromkeys(" ".join(order.split()[:2]) for order in met), *wanted.units]
