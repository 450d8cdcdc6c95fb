"""``resolvent orders``"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TextIO

import msgspec
from cyclopts import App, Parameter

from resolvent.board import Map, load_map
from resolvent.cli import DONE
from resolvent.cli.options import DASH, Format, Output, Rules
from resolvent.cli.paint import paint_for
from resolvent.cli.progress import counted
from resolvent.cli.streams import open_output, open_phases, placed
from resolvent.errors import InputError
from resolvent.explain.sentences import phase_title
from resolvent.game.legal import LegalOrders, legal_orders
from resolvent.records import Phase
from resolvent.rules.reading import load_reading

__all__ = ["app"]

app = App(
    name="orders",
    help_epilogue="""\
Examples::

  resolvent orders examples/fall-1907.txt
  resolvent orders examples/fall-1907.txt --unit "F NTH"
  resolvent orders games.jsonl --format json

Exit status: 0 done; 2 the input cannot be used: standard error says why and where.""",
)


@app.default
def orders(
    *files: str,
    rules: Rules = "datc",
    map_name: Annotated[str | None, Parameter(name="--map")] = None,
    unit: Annotated[tuple[str, ...], Parameter(negative="", show_default=False)] = (),
    format: Format = "text",
    output: Output = DASH,
) -> int:
    """List the legal orders of every unit.

    Legal is what could succeed in this position whatever the others are ordered, under the rules that
    are chosen. Orders that stand in the file do not matter. In a retreat phase these are the orders of
    dislodged units, in an adjustment phase builds, removals and waivers.

    Args:
        files: Files to read one after the other (order text, a phase as JSON, JSON Lines); - is standard
            input.
        map_name: A map's name or file, in place of the one the phase names.
        unit: Only this unit, "F NTH" or "NTH"; may be given several times.
    """
    reading = load_reading(rules)
    board = load_map(map_name) if map_name is not None else None
    with open_output(output) as out:
        for file in files or (DASH,):
            with open_phases(file, board) as source:
                for place, phase in counted(source.phases, "phases", out.isatty()):
                    with placed(place):
                        found = _chosen(legal_orders(phase, reading, board=board), unit)
                        _write(phase, found, board or load_map(phase.map), format, reading.name, out)
    return DONE


def _chosen(found: LegalOrders, units: tuple[str, ...]) -> LegalOrders:
    """The orders of the units asked for; of all if none is."""
    if not units:
        return found
    wanted = {unit.upper() for unit in units}
    names = {name for orders in found.values() for name in orders}
    for unit in sorted(wanted):
        if not any(unit in _names(name) for name in names):
            raise InputError(f"no unit '{unit[:40]}' has an order in this phase", "--unit")
    kept = {
        power: {name: texts for name, texts in orders.items() if not wanted.isdisjoint(_names(name))}
        for power, orders in found.items()
    }
    return {power: orders for power, orders in kept.items() if orders}


def _names(unit: str) -> tuple[str, str, str]:
    """``F SPA/NC``, ``SPA/NC`` and ``SPA``."""
    place = unit.rpartition(" ")[2]
    return unit, place, place.partition("/")[0]


def _write(phase: Phase, found: LegalOrders, board: Map, format: Format, rules: str, out: TextIO) -> None:
    if format == "json":
        record = {"rules": rules, "map": phase.map, "phase": phase.phase, "orders": found}
        out.write(msgspec.json.encode(record).decode() + "\n")
        return
    paint = paint_for(out)
    out.write(paint(f"{phase_title(phase.phase)} ({phase.phase}, map {phase.map})", "heading") + "\n")
    for line in _lines(found, board):
        out.write(f"{line}\n")


def _lines(found: LegalOrders, board: Map) -> Iterator[str]:
    for power, units in found.items():
        yield ""
        yield board.power_names[power]
        for texts in units.values():
            yield from (f"  {text}" for text in texts)
    if not found:
        yield "Nothing can be ordered."
