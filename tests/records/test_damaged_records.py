"""Whatever is read, nothing but an input error comes out of it."""

from __future__ import annotations

import io
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from resolvent.errors import InputError
from resolvent.records.formats import FORMATS, detect, read_records, write_records
from tests.records.facts import SAMPLES

FILES = sorted(path for path in SAMPLES.iterdir() if path.is_file())


def damaged(data: bytes, random: Random) -> bytes:
    """Cut off, with flipped bits, parts doubled or left out, or words of another place."""
    changed = bytearray(data)
    for _ in range(random.randint(1, 3)):
        at, end = sorted(random.choices(range(len(changed) + 1), k=2))
        match random.randint(0, 5):
            case 0:
                del changed[max(at, 1) :]
            case 1 if at < len(changed):
                changed[at] ^= 1 << random.randint(0, 7)
            case 2:
                del changed[at : min(end, at + 40)]
            case 3:
                changed[at:at] = changed[at : min(end, at + 200)]
            case 4:
                changed[at:at] = random.choice(JUNK)
            case 5 if at < len(changed):
                changed[at] = random.randint(0, 255)
    return bytes(changed) or b" "


JUNK = [
    b"null",
    b"-1",
    b"[]",
    b"{}",
    b'""',
    b"99999999999999999999",
    b"(",
    b")",
    b"\n",
    b"\r\n",
    b"\xff",
    b"/NC",
]


def read_all(data: bytes, format: str | None, name: str) -> None:
    """Read, and write what could be read in its own format."""
    with suppress(InputError):
        records = list(read_records(io.BytesIO(data), format, name))
        target = format or detect(data)
        for record in records:
            b"".join(write_records([record], target))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_damaged_samples(path: Path) -> None:
    data = path.read_bytes()
    random = Random(path.name)
    try:
        format: str | None = detect(data)
    except InputError:
        format = None
    for _ in range(120):
        read_all(damaged(data, random), format, path.name)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_truncated_samples(path: Path) -> None:
    data = path.read_bytes()
    for end in range(0, len(data), max(1, len(data) // 60)):
        read_all(data[:end], None, path.name)


@pytest.mark.parametrize("format", FORMATS)
def test_every_sample_as_every_format(format: str) -> None:
    for file in FILES:
        with suppress(InputError):
            list(read_records(file, format))


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=40, deadline=None)
@given(data=st.binary(max_size=200) | st.text(max_size=200).map(lambda t: t.encode("utf-8", "replace")))
@example(data=b"[" * 100_000)
@example(data=b'{"a":' * 100_000)
@example(data=b"(" * 100_000)
@example(data=b"\n" * 100_000)
def test_arbitrary_bytes(format: str, data: bytes) -> None:
    read_all(data, format, f"x_1901_fall.{format}")


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300))
def test_arbitrary_bytes_of_no_format(data: bytes) -> None:
    read_all(data, None, "file")


class Broken(io.RawIOBase):
    """A stream that fails."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # what a buffered reader hands over
        raise OSError(5, "Input/output error")


@pytest.mark.parametrize("format", [None, *FORMATS])
def test_streams_that_fail(format: str | None) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        list(read_records(io.BufferedReader(Broken()), format, "disk"))


def test_files_that_are_missing() -> None:
    for name in ("no/such/file", "a\0b"):
        with pytest.raises(InputError, match="cannot be read"):
            list(read_records(name))
