"""``resolvent map``: maps of other programs, and faults and differences of maps."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from cyclopts import App

from resolvent.board.check import Problem, check_entries
from resolvent.board.diff import MapDifference, diff_maps
from resolvent.board.entries import MapEntries, map_file, read_entries
from resolvent.board.imports import ImportedMap, import_map
from resolvent.board.write import format_map
from resolvent.cli import DONE, FINDING
from resolvent.cli.options import DASH, Flag, Format, Output
from resolvent.cli.streams import open_output
from resolvent.errors import InputError, MapError

__all__ = ["app"]

_FOREIGN = (".map", ".xml", ".zip", ".jar")

app = App(
    name="map",
    help="""Turn maps of other programs into maps of this one, check and compare maps.

A map is the name of one that comes with the program, a .toml file, a .map file (DPjudge, the Python
package diplomacy), or a variants.xml of jDip or a zip with one in it.""",
    help_epilogue="""\
Examples::

  resolvent map convert tiny.map -o tiny.toml
  resolvent map check tiny.toml
  resolvent map diff standard tiny.map

Exit status: 0 done; 1 something was not carried over, is faulty or differs; 2 a file cannot be used.""",
)


@app.command
def convert(file: str, /, *, variant: str | None = None, output: Output = DASH) -> int:
    """Turn a map of another program into a map file.

    What a map file cannot tell (conditions of borders, rules that belong to the map) is named in the
    head of the file and on standard error, and makes the exit status 1.

    Args:
        file: A .map file, a variants.xml, or a zip with one in it.
        variant: The name of the variant, where a file holds several.
    """
    imported = import_map(Path(file), variant)
    text = format_map(imported.entries, _head(imported))
    with open_output(output) as out:
        out.write(text)
    for remark in imported.remarks:
        print(f"resolvent: {remark}", file=sys.stderr)
    return FINDING if imported.remarks else DONE


def _head(imported: ImportedMap) -> list[str]:
    head = [f"The map of {imported.entries.file}."]
    if imported.begin:
        head.append(f"First phase: {imported.begin}.")
    if imported.victory is not None:
        head.append(f"Centres that win: {imported.victory}.")
    if imported.rules:
        head.append(f"Rules of the map: {', '.join(imported.rules)}.")
    return [*head, *imported.remarks]


@app.command
def check(*files: str, variant: str | None = None, format: Format = "text", output: Output = DASH) -> int:
    """Look for faults in maps: borders without a way back, impossible units, spellings used twice.

    Args:
        files: Maps.
        variant: The name of the variant, where a file holds several.
    """
    if not files:
        raise InputError("there is no map to check; see --help")
    found: list[tuple[str, Problem]] = []
    with open_output(output) as out:
        for file in files:
            problems = check_entries(_entries(file, variant))
            found += ((file, problem) for problem in problems)
            if format == "text":
                out.writelines(f"{file}: {problem}\n" for problem in problems)
                out.write("" if problems else f"{file}: no faults\n")
        if format == "json":
            rows = [{"map": file, "entry": p.entry, "message": p.message} for file, p in found]
            out.write(msgspec.json.encode(rows).decode() + "\n")
    return FINDING if found else DONE


@app.command
def diff(
    a: str, b: str, /, *, board_only: Flag = False, format: Format = "text", output: Output = DASH
) -> int:
    """Show the differences of two maps, entry by entry.

    Args:
        a: A map.
        b: Another.
        board_only: Leave out names and other spellings.
    """
    found: list[MapDifference] = diff_maps(_entries(a), _entries(b), spellings=not board_only)
    with open_output(output) as out:
        if format == "json":
            out.write(msgspec.json.encode(found).decode() + "\n")
        else:
            out.writelines(f"{difference}\n" for difference in found)
            out.write("" if found else f"{a} and {b} are the same.\n")
    return FINDING if found else DONE


def _entries(name: str, variant: str | None = None) -> MapEntries:
    path = Path(name)
    if path.suffix.lower() in _FOREIGN:
        return import_map(path, variant).entries
    if variant is not None:
        raise MapError("only files of jDip hold variants", "--variant")
    return read_entries(map_file(name))
