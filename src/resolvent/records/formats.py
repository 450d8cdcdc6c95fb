"""Every file format of records by name: told apart, read and written."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from resolvent.errors import InputError
from resolvent.records import (
    backstabbr,
    daide,
    daide_write,
    datc_text,
    diplicity,
    diplicity_write,
    diplomacy_json,
    diplomacy_server,
    godip,
    jdip,
    jdip_write,
    judge,
    judge_write,
    phase_lines,
    rust_cases,
    webdip,
    webdip_text,
    webdip_write,
)
from resolvent.records.game import GameRecord
from resolvent.records.packed import unpacked
from resolvent.records.rejoin import rejoined
from resolvent.records.source import top_level_keys

__all__ = [
    "FORMATS",
    "Format",
    "Sample",
    "detect",
    "find_format",
    "read_record",
    "read_records",
    "write_record",
    "write_records",
]

_HEAD = 64 * 1024  # bytes that are looked at to tell a format

Read = Callable[[BinaryIO, str], Iterator[GameRecord]]
Write = Callable[[Iterable[GameRecord]], Iterator[bytes]]


class Sample(msgspec.Struct, frozen=True):
    """The beginning of a file, ready to be looked at.

    Attributes:
        text: the first 64 KiB as text.
        keys: the keys of the first JSON object; empty if the file does not begin with one.
    """

    text: str
    keys: frozenset[str]


class Format(msgspec.Struct, frozen=True):
    """A file format.

    Attributes:
        name: what it is called on the command line.
        title: one line for people.
        sniff: whether a file looks like it.
        read: its reader: stream and name to records, one after the other.
        write: its writer: records to the pieces of a file; ``None`` if it is only read.
    """

    name: str
    title: str
    sniff: Callable[[Sample], bool]
    read: Read
    write: Write | None = None


def _keys(*needed: str, without: tuple[str, ...] = ()) -> Callable[[Sample], bool]:
    def sniff(sample: Sample) -> bool:
        return sample.keys.issuperset(needed) and sample.keys.isdisjoint(without)

    return sniff


def _text(pattern: str) -> Callable[[Sample], bool]:
    compiled = re.compile(pattern, re.IGNORECASE | re.MULTILINE)

    def sniff(sample: Sample) -> bool:
        return not sample.keys and compiled.search(sample.text) is not None

    return sniff


def _one(name: str, format: Callable[[GameRecord], str]) -> Write:
    """A writer for formats whose files hold one record."""

    def write(records: Iterable[GameRecord]) -> Iterator[bytes]:
        for number, record in enumerate(records):
            if number:
                raise InputError(f"a file in the format {name!r} holds one record, and there are more")
            yield format(record).encode()

    return write


def _njudge(sample: Sample) -> bool:
    return _JUDGE(sample) and not _DPJUDGE(sample)


_JUDGE = _text(r"^[ \t]*::\s*Judge:|^(Movement|Retreat|Adjustment) (results|orders) for \w+ of \d")
_DPJUDGE = _text(r"^(Movement|Retreat|Adjustment) (results|orders) for .*\(\S+\.[SFW]\d+[MRA]\)")

FORMATS: dict[str, Format] = {
    format.name: format
    for format in (
        Format(
            "diplicity",
            "diplicity's test fixtures (JSON)",
            _keys("phases", "variant"),
            diplicity.read_diplicity,
            diplicity_write.write_diplicity,
        ),
        Format(
            "webdip",
            "webDiplomacy's game status (JSON)",
            _keys("phases", "gameID"),
            webdip.read_webdip,
            webdip_write.write_webdip,
        ),
        Format(
            "webdip-submit",
            "orders handed in to webDiplomacy (JSON)",
            _keys("orders", "turn", "countryID", without=("phases",)),
            webdip.read_webdip,
            webdip_write.write_webdip_submit,
        ),
        Format(
            "diplomacy-server",
            "games of the server of the Python package diplomacy (JSON)",
            _keys("map_name", without=("phases",)),
            diplomacy_server.read_server_games,
            diplomacy_server.write_server_games,
        ),
        Format(
            "dipcc",
            "games of dipcc, the engine of Cicero (JSON)",
            lambda s: "phases" in s.keys and bool(s.keys & {"version", "is_full_press", "scoring_system"}),
            diplomacy_json.read_saved_games,
            diplomacy_json.write_dipcc_games,
        ),
        Format(
            "diplomacy",
            "saved games of the Python package diplomacy (JSON, a game a line)",
            _keys("phases"),
            diplomacy_json.read_saved_games,
            diplomacy_json.write_saved_games,
        ),
        Format(
            "rust",
            "test cases of the Rust crate diplomacy (JSON)",
            _keys("cases"),
            rust_cases.read_rust_cases,
            rust_cases.write_rust_cases,
        ),
        Format(
            "backstabbr",
            "a season of the Backstabbr data set (JSON)",
            _keys("orders", "territories"),
            backstabbr.read_backstabbr,
            backstabbr.write_backstabbr,
        ),
        Format(
            "phases",
            "Resolvent's own: a phase a line (JSON Lines)",
            _keys("units"),
            phase_lines.read_phase_lines,
            phase_lines.write_phase_lines,
        ),
        Format(
            "daide",
            "DAIDE messages, or a log of DAIDE clients",
            _text(r"^[ \t]*(\d+,[^,\n]*,?)?[ \t]*(NOW|SCO|SUB|ORD)\s*\("),
            daide.read_daide,
            _one("daide", daide_write.format_daide),
        ),
        Format(
            "godip",
            "game records of godip and droidippy (text)",
            _text(r"^[ \t]*PHASE\s+\d+\s+(Spring|Fall|Year)\b"),
            godip.read_godip,
            _one("godip", godip.format_godip),
        ),
        Format(
            "jdip",
            "jDip's test cases (text)",
            _text(r"^[ \t]*(VARIANT_ALL\b|PRESTATE_SETPHASE\b)"),
            jdip.read_jdip,
            jdip_write.write_jdip,
        ),
        Format(
            "dpjudge",
            "results of the e-mail judge DPjudge",
            _DPJUDGE,
            judge.read_judge,
            judge_write.write_dpjudge,
        ),
        Format(
            "njudge",
            "results of the e-mail judge nJudge",
            _njudge,
            judge.read_judge,
            judge_write.write_njudge,
        ),
        Format(
            "webdip-text",
            "webDiplomacy's order archive (text)",
            _text(r"^[ \t]*(Spring|Autumn),[ \t]*\d+(\s+Large map)?\s*:"),
            webdip_text.read_webdip_text,
            _one("webdip-text", webdip_text.format_webdip_text),
        ),
        Format(
            "datc",
            "test cases as the DATC writes them (text)",
            _text(r"\bTEST CASE\b"),
            datc_text.read_datc_text,
            datc_text.write_datc_text,
        ),
        Format(
            "text",
            "one phase as people write it down",
            lambda s: not s.keys and not s.text.lstrip().startswith(("{", "[")),
            phase_lines.parse_text,
            _one("text", phase_lines.format_text),
        ),
    )
}
"""Name to format, in the order in which a file is compared with them."""


def find_format(name: str) -> Format:
    """The format of a name.

    Raises:
        InputError: there is none; the message lists those there are.
    """
    if name not in FORMATS:
        raise InputError(f"there is no format {name[:40]!r}; the formats are: {', '.join(FORMATS)}")
    return FORMATS[name]


def detect(data: bytes, name: str = "") -> str:
    """Tell the format of a file by what is in it.

    Args:
        data: its first bytes, some 64 KiB are enough.
        name: its name for messages.

    Returns:
        The name of the format.

    Raises:
        InputError: it looks like none of them.
    """
    data = data.removeprefix(b"\xef\xbb\xbf")[:_HEAD]
    if not data.strip():
        raise InputError("the file is empty", name)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError("the file is in UTF-16; UTF-8 is needed", name)
    if b"\0" in data:
        raise InputError("the file is no text, and no format of records", name)
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    sample = Sample(text, top_level_keys(data))
    for format in FORMATS.values():
        if format.sniff(sample):
            return format.name
    raise InputError(f"it looks like none of the formats: {', '.join(FORMATS)}", name)


def read_records(
    source: str | Path | BinaryIO, format: str | None = None, name: str = ""
) -> Iterator[GameRecord]:
    """Read the records of a file one after the other.

    Args:
        source: a path, or a binary stream, also of data compressed by gzip.
        format: the name of its format; left out, it is told by what is in the file.
        name: a name for messages; left out, that of the path.

    Yields:
        Records; of JSON Lines no more than one is kept in memory.

    Raises:
        InputError: the file cannot be read, or is not of the format; the place names the file and
            the line.
    """
    chosen = None if format is None else find_format(format)
    if not isinstance(source, str | Path):
        yield from _read(source, chosen, name or "input")
        return
    name = name or str(source)
    with contextlib.ExitStack() as stack:
        try:
            stream = stack.enter_context(open(source, "rb"))
        except (OSError, ValueError) as error:
            reason = (getattr(error, "strerror", None) or str(error)).lower()
            raise InputError(f"the file cannot be read: {reason}", name) from None
        yield from _read(stream, chosen, name)


def _read(stream: BinaryIO, chosen: Format | None, name: str) -> Iterator[GameRecord]:
    try:
        stream = unpacked(stream)
        if chosen is None:
            head = stream.read(_HEAD)
            chosen = FORMATS[detect(head, name)]
            stream = rejoined(head, stream)
    except OSError as error:
        reason = (error.strerror or "it is no readable stream").lower()
        raise InputError(f"the file cannot be read: {reason}", name) from None
    yield from chosen.read(stream, name)


def read_record(source: str | Path | BinaryIO, format: str | None = None, name: str = "") -> GameRecord:
    """Read a file that holds one record.

    Args:
        source, format, name: as for `read_records`.

    Raises:
        InputError: as for `read_records`; or there is no record in the file, or several.
    """
    records = read_records(source, format, name)
    record = next(records, None)
    shown = name or (str(source) if isinstance(source, str | Path) else "input")
    if record is None:
        raise InputError("there is no record in the file", shown)
    if next(records, None) is not None:
        raise InputError("the file holds several records, and one was expected", shown)
    return record


def write_records(records: Iterable[GameRecord], format: str) -> Iterator[bytes]:
    """Write records, one after the other.

    Args:
        records: the records; they are taken one at a time.
        format: the name of the format.

    Yields:
        The pieces of a file.

    Raises:
        InputError: there is no such format, it is only read, or a record lacks what it needs.
    """
    chosen = find_format(format)
    if chosen.write is None:
        raise InputError(f"the format {format!r} is only read")
    yield from chosen.write(records)


def write_record(record: GameRecord, format: str) -> bytes:
    """Write one record.

    Args:
        record: the record.
        format: the name of the format.

    Returns:
        The bytes of a file.

    Raises:
        InputError: as for `write_records`.
    """
    return b"".join(write_records((record,), format))
