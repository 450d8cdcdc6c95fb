"""What a certificate rests on: the rules and the map, with copies of those that are somebody's own."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from resolvent.board import Map, load_map
from resolvent.board.entries import map_names
from resolvent.board.write import format_map
from resolvent.errors import InputError, RuleError
from resolvent.oracle.certificate.folder import CERTIFICATE, MAP, RULES, read_file
from resolvent.oracle.certificate.record import Certificate
from resolvent.resolution.docket import Docket
from resolvent.resolution.solve import Solved
from resolvent.rules.encodings import encodings
from resolvent.rules.reading import Reading, load_reading
from resolvent.rules.rulebook import Rulebook, lineage

__all__ = ["copy_sources", "digest", "load_sources", "resolution_of"]


def copy_sources(reading: Reading, board: Map, folder: Path) -> tuple[str, dict[str, str]]:
    """Copy the rules and the map to a folder, if they do not come with the program.

    Args:
        reading: the rules.
        board: the map.
        folder: where to.

    Returns:
        What to call the rulebook in the folder, and the files copied -> SHA-256.

    Raises:
        InputError: the rule files cannot be copied, or depend on where they are.
    """
    book = reading.books[-1]
    copies: dict[str, bytes] = {}
    if board.name not in map_names() or load_map(board.name) is not board:
        copies[MAP] = format_map(board.entries).encode()
    name = Path(book.path).stem
    if not _is_shipped(book):
        files = list(_own_files(reading.books))
        root = os.path.commonpath([file.parent for file in files])
        inside = {file: f"{RULES}/{file.relative_to(root).as_posix()}" for file in files}
        copies |= {inside[file]: read_file(file) for file in files}
        name = inside[Path(book.path)]
    for file, data in copies.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(data)
    sources = {file: hashlib.sha256(data).hexdigest() for file, data in copies.items()}
    if name in sources and _stray(lineage(str(folder / name)), folder, sources):
        raise InputError("names files by absolute paths or links, so it cannot be certified", book.path)
    return name, sources


def load_sources(certificate: Certificate, folder: Path) -> tuple[Reading, Map]:
    """The rules and the map of a certificate.

    Raises:
        InputError: there are none of these names; ``place`` says where.
        RuleError: the rulebook in the folder cannot be used.
    """
    place = str(folder / CERTIFICATE)
    return _rules(certificate, folder, place), _map(certificate, folder, place)


def _rules(certificate: Certificate, folder: Path, place: str) -> Reading:
    name = certificate.rules
    if not name.endswith(".toml"):
        try:
            return load_reading(name, certificate.choices)
        except RuleError as error:
            raise InputError(str(error), place) from None
    if name not in certificate.sources:
        raise InputError(f"rests on the rulebook {name[:80]!r}, which is not among its sources", place)
    stray = _stray(lineage(str(folder / name)), folder, certificate.sources)
    if stray:
        raise InputError(f"rests on {stray[:80]!r}, which is not among its sources", place)
    return load_reading(str(folder / name), certificate.choices)


def _map(certificate: Certificate, folder: Path, place: str) -> Map:
    name = certificate.phase.get("map")
    if MAP in certificate.sources:
        board = load_map(folder / MAP)
        if board.name != name:
            raise InputError(f"is of map {str(name)[:40]!r}, but {MAP} is another", place)
        return board
    if name not in map_names():
        raise InputError(f"is of map {str(name)[:40]!r}, which does not come with the program", place)
    return load_map(str(name))


def digest(path: Path) -> str:
    """The SHA-256 of a file, as ``sha256sum`` prints it."""
    return hashlib.sha256(read_file(path)).hexdigest()


def resolution_of(docket: Docket, reading: Reading, solved: Solved, rules: str) -> dict[str, Any]:
    """A resolution as certificates hold it: the rulebook is called as it is there."""
    called = " ".join([rules, *(f"{issue}={key}" for issue, key in reading.changed.items())])
    return {**docket.resolution(reading, solved).to_dict(), "rules": called}


def _stray(books: Sequence[Rulebook], folder: Path, sources: Mapping[str, str]) -> str:
    """A file that rulebooks rest on and that is not one of those in the folder."""
    known = {(folder / file).resolve() for file in sources}
    return next((str(file) for file in _own_files(books) if file not in known), "")


def _own_files(books: Sequence[Rulebook]) -> Iterator[Path]:
    """The files of rulebooks that do not come with the program, with their rule files."""
    for book in books:
        if not _is_shipped(book):
            yield Path(book.path)
            yield from ((Path(book.path).parent / file).resolve() for file in book.rules)


def _is_shipped(book: Rulebook) -> bool:
    return Path(book.path).parent == (encodings() / "rulebooks").resolve()
