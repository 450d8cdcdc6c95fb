"""Maps of the judge DPjudge and of the Python package `diplomacy`: ``.map`` files.

A line is a directive.  Facts about the format: the maps in circulation and the two programs; no line
of any of their files is here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from resolvent.board.imports.dpjudge_board import MapBoard
from resolvent.board.imports.imported import ImportedMap, read_file
from resolvent.errors import MapError

__all__ = ["import_map_file", "parse_map_file"]

_TERRAINS = ("WATER", "LAND", "COAST", "PORT", "SHUT", "AMEND")
# DPjudge has these, the package does not; nothing of them is about the graph
_FOREIGN = frozenset(
    {
        "FLOW",
        "FLAGS",
        "FLAG",
        "NEWHOMES",
        "RESERVES",
        "MILITIA",
        "CONTROL",
        "LEAGUE",
        "TEAM",
        "TEAMS",
        "TEXTONLY",
        "NOTIFY",
        "ROTATE",
        "FROM",
        "IN",
        "DIRECTIVES",
        "END",
        "NEWYEAR",
    }
)
_PLAIN = re.compile(r"[\w.+-]+")
_UNIT = re.compile(r"[AF]")
_FILES = 20

Load = Callable[[str, str], str]
"""From the name of a file that is used, and where it is named, to its text."""


def import_map_file(path: Path) -> ImportedMap:
    """Read a ``.map`` file and those it uses, which lie in the same folder.

    Args:
        path: the file.

    Returns:
        The map, named like the file.

    Raises:
        MapError: a file cannot be read, or a line cannot be understood; the place names file and line.
    """

    def load(name: str, where: str) -> str:
        return _text(read_file(path.parent / name))

    return parse_map_file(_text(read_file(path)), path.name, load)


def parse_map_file(text: str, file: str = "map", load: Load | None = None) -> ImportedMap:
    """Read a map.

    Args:
        text: the map.
        file: its name for messages; the map is named like it.
        load: finds files that are used; left out, using one is a fault.

    Raises:
        MapError: a line cannot be understood.
    """
    reader = _Reader(load)
    reader.read(text, file)
    return reader.board.imported(file, file.rpartition(".")[0] or file)


def _text(data: bytes) -> str:
    """UTF-8 for the package, Latin-1 for DPjudge."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


class _Reader:
    def __init__(self, load: Load | None) -> None:
        self.load = load
        self.board = MapBoard()
        self.files: set[str] = set()

    def read(self, text: str, file: str) -> None:
        if file in self.files or len(self.files) >= _FILES:
            raise MapError("the file is used a second time, or there are too many", file)
        self.files.add(file)
        for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
            words = line.split()
            if words and not words[0].startswith("#"):
                self.line(words, " ".join(words), f"{file}, line {number}")

    def line(self, words: list[str], line: str, where: str) -> None:
        """One line; the kinds are tried in the order in which the programs try them."""
        board, word, rest = self.board, words[0].upper(), words[1:]
        if word == "VICTORY":
            board.set_victory(rest, where)
        elif word in ("USE", "USES", "MAP"):
            self.use(rest, where)
        elif word == "BEGIN":
            board.set_begin(rest, where)
        elif word in ("RULE", "RULES"):
            board.rules += rest
        elif "=" in line:
            board.name(line, where)
        elif "->" in words:
            board.remark(f"The new name in '{line[:60]}' is not carried over ({where}).")
        elif word in ("OWNS", "CENTERS"):
            board.owns(rest, word == "CENTERS", where)
        elif word in ("INHABITS", "HOME", "HOMES"):
            board.inhabits(rest, word != "INHABITS", where)
        elif word == "UNITS" and not rest:
            board.power(where).units.clear()
        elif _UNIT.fullmatch(word) and len(words) == 2:
            board.unit(word, rest[0], where)
        elif word in ("DUMMY", "DUMMIES"):
            board.dummies(rest, where)
        elif word == "DROP":
            board.drop(rest)
        elif words[0] in _TERRAINS:
            self.terrain(words[0], rest, where)
        elif word == "UNPLAYED":
            board.unplayed(rest, where)
        elif word in ("UNOWNED", "NEUTRAL"):
            board.unowned(rest, where)
        elif word in _FOREIGN:
            board.remark(f"'{line[:60]}' is not carried over ({where}).")
        else:
            board.power_line(line, where)

    def use(self, files: list[str], where: str) -> None:
        if not files:
            raise MapError("no file is named", where)
        for name in files:
            name = name if "." in name else f"{name}.map"
            if self.load is None or not _PLAIN.fullmatch(name) or name.startswith("."):
                raise MapError(f"the file {name[:40]!r} cannot be used from here", where)
            self.read(self.load(name, where), name)

    def terrain(self, terrain: str, words: list[str], where: str) -> None:
        if not words or (len(words) > 1 and words[1].upper() != "ABUTS"):
            raise MapError(f"a line of terrain is written '{terrain} XXX ABUTS YYY …'", where)
        self.board.terrain(terrain, words[0], list(_abuts(words[2:])), where)


def _abuts(words: list[str]) -> Iterator[str]:
    yield from (word.strip(",") for word in words if word.strip(","))
