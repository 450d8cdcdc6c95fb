"""Map files as they are written: TOML, read into frozen structs.

Only the shape is checked here (types and keys); what the entries mean is the business of
:mod:`resolvent.board.load`, and whether the map makes sense that of :mod:`resolvent.board.check`.
"""

from __future__ import annotations

import stat
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from resolvent.errors import MapError

__all__ = ["MAP_FOLDER", "MapEntries", "PowerEntry", "ProvinceEntry", "map_file", "map_names", "read_entries"]

MAP_FOLDER = Path(__file__).parent / "maps"
_LARGEST = 1_000_000  # bytes; a map of a thousand provinces has about 200,000
_LONGEST_LINE = 4000  # characters; a dotted key costs the TOML reader the square of its length


class PowerEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[powers.X]``: lists are written as one string, see ``maps/standard.toml``."""

    name: str
    adjective: str = ""
    homes: str = ""
    units: str = ""
    aliases: str = ""


class ProvinceEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[provinces.X]``: borders are ids with blanks between, aliases have commas between."""

    name: str
    kind: Literal["inland", "coastal", "sea"]
    centre: bool = False
    army: str = ""
    fleet: str = ""
    coasts: dict[str, str] = {}
    default_coast: str = ""
    coast_aliases: dict[str, str] = {}
    aliases: str = ""


class MapEntries(msgspec.Struct, frozen=True):
    """A map file.

    Attributes:
        file: where it was read from, for messages.
        name: the name of the map.
        powers: by id, in the order of the file.
        provinces: by id, in the order of the file.
        unclear: spellings that are refused, with the ids they may stand for.
    """

    file: str
    name: str
    powers: dict[str, PowerEntry]
    provinces: dict[str, ProvinceEntry]
    unclear: dict[str, str]


_Entry = TypeVar("_Entry")


def map_names() -> list[str]:
    """Names of the maps that come with the package, sorted."""
    return sorted(path.stem for path in MAP_FOLDER.glob("*.toml"))


def map_file(name_or_path: str | Path) -> Path:
    """Find the file of a map.

    Args:
        name_or_path: the name of a map of the package, or the path of a map file (which has a
            suffix or a folder).

    Returns:
        The path; a file given by path may still be missing.

    Raises:
        MapError: no map of the package has that name.
    """
    if isinstance(name_or_path, Path):
        return name_or_path
    if "/" in name_or_path or "\\" in name_or_path or "." in name_or_path:
        return Path(name_or_path)
    path = MAP_FOLDER / f"{name_or_path}.toml"
    if not name_or_path or "\0" in name_or_path or len(name_or_path) > 100 or not path.is_file():
        shown = name_or_path if len(name_or_path) <= 40 else f"{name_or_path[:40]}…"
        raise MapError(f"there is no map {shown!r}; the maps are: {', '.join(map_names())}")
    return path


def read_entries(path: Path) -> MapEntries:
    """Read a map file.

    Args:
        path: the file.

    Returns:
        Its entries, with types and keys checked.

    Raises:
        MapError: the file cannot be read, is no TOML, or an entry has a wrong shape.
    """
    file = path.name
    table = _parse(_text(path), file)
    unknown = sorted(set(table) - {"name", "powers", "provinces", "unclear"})
    if unknown:
        raise MapError(f"unknown entry {unknown[0]!r}", file)
    return MapEntries(
        file=file,
        name=_convert(table.get("name", path.stem), str, file, "name"),
        powers=_section(table, "powers", PowerEntry, file),
        provinces=_section(table, "provinces", ProvinceEntry, file),
        unclear=_convert(table.get("unclear", {}), dict[str, str], file, "unclear"),
    )


def _text(path: Path) -> str:
    data = _data(path)
    if len(data) > _LARGEST:
        raise MapError(f"the file is larger than {_LARGEST} bytes", path.name)
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise MapError("the map file is not text in UTF-8", path.name) from None
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _LONGEST_LINE:
            raise MapError(f"line {number} is longer than {_LONGEST_LINE} characters", path.name)
    return text


def _data(path: Path) -> bytes:
    """The file, or as much of it as shows that it is too large."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISREG(mode) or stat.S_ISDIR(mode):  # a pipe could keep us waiting for ever
            with path.open("rb") as stream:
                return stream.read(_LARGEST + 1)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise MapError(f"the map file cannot be read: {reason}", str(path)) from None
    except ValueError:  # a path with a NUL, or with half a character
        raise MapError("the map file cannot be read: no such file", repr(str(path))) from None
    raise MapError("the map file cannot be read: it is no plain file", str(path))


def _parse(text: str, file: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except ValueError as error:  # also for a number of thousands of digits
        message = str(error)
        raise MapError(f"the file is not valid TOML: {message[:1].lower()}{message[1:]}", file) from None
    except RecursionError:
        raise MapError("the file is not valid TOML: nested too deeply", file) from None


def _section(table: Mapping[str, object], key: str, entry: type[_Entry], file: str) -> dict[str, _Entry]:
    section = table.get(key, {})
    if not isinstance(section, dict):
        raise MapError("a table was expected", f"{file}: {key}")
    return {id: _convert(value, entry, file, f"{key}.{id}") for id, value in section.items()}


def _convert(value: object, target: type[_Entry], file: str, entry: str) -> _Entry:
    try:
        return msgspec.convert(value, target)
    except msgspec.ValidationError as error:
        message = str(error).replace("`$.", "`").replace("`", "'")
        raise MapError(message[:1].lower() + message[1:], f"{file}: {entry}") from None
