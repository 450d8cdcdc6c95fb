"""Writing map files: the inverse of reading them (`resolvent.board.entries`)."""

from __future__ import annotations

import json
import re
import textwrap
import tomllib
from collections.abc import Iterable, Iterator, Mapping

from resolvent.board.entries import MapEntries, PowerEntry, ProvinceEntry
from resolvent.errors import MapError

__all__ = ["format_map"]

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def format_map(entries: MapEntries, remarks: Iterable[str] = ()) -> str:
    """Write a map as the text of a map file.

    Args:
        entries: what is to be in it.
        remarks: comments for its head, each a paragraph.

    Returns:
        TOML; reading it gives the same entries.

    Raises:
        MapError: a spelling cannot be written (half a character).
    """
    lines = [
        f"# {line}".rstrip() for remark in remarks for line in textwrap.wrap(_printable(remark), 98) or [""]
    ]
    lines += ["", f"name = {_string(entries.name)}"] if lines else [f"name = {_string(entries.name)}"]
    if entries.unclear:
        lines += ["", "[unclear]", *_pairs(entries.unclear)]
    for id, power in entries.powers.items():
        lines += ["", f"[powers.{_key(id)}]", *_power(power)]
    for id, province in entries.provinces.items():
        lines += ["", f"[provinces.{_key(id)}]", *_province(province)]
        if province.coasts:
            lines += ["", f"[provinces.{_key(id)}.coasts]", *_pairs(province.coasts)]
    text = "\n".join(lines) + "\n"
    _readable(text, entries.file)
    return text


def _printable(text: str) -> str:
    """A remark on one line, without what a comment cannot hold."""
    return "".join(c if c.isprintable() else " " for c in " ".join(text.split()))


def _readable(text: str, file: str) -> None:
    try:
        text.encode()
        tomllib.loads(text)
    except (UnicodeEncodeError, tomllib.TOMLDecodeError):
        raise MapError("a name in the map holds a character that cannot be written", file) from None


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def _key(text: str) -> str:
    return text if _BARE.fullmatch(text) else _string(text)


def _pairs(table: Mapping[str, str]) -> Iterator[str]:
    yield from (f"{_key(key)} = {_string(value)}" for key, value in table.items())


def _power(power: PowerEntry) -> Iterator[str]:
    yield f"name = {_string(power.name)}"
    for key in ("adjective", "homes", "units", "aliases"):
        value: str = getattr(power, key)
        if value:
            yield f"{key} = {_string(value)}"


def _province(province: ProvinceEntry) -> Iterator[str]:
    yield f"name = {_string(province.name)}"
    yield f"kind = {_string(province.kind)}"
    if province.centre:
        yield "centre = true"
    for key in ("army", "fleet", "default_coast", "aliases"):
        value: str = getattr(province, key)
        if value:
            yield f"{key} = {_string(value)}"
    if province.coast_aliases:
        yield f"coast_aliases = {{ {', '.join(_pairs(province.coast_aliases))} }}"
