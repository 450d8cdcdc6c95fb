"""``resolvent convert``"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from cyclopts import App, Parameter

from resolvent.cli import DONE
from resolvent.cli.options import DASH, Output
from resolvent.cli.progress import counted
from resolvent.cli.streams import open_input, open_output
from resolvent.errors import InputError
from resolvent.records.backstabbr import join_backstabbr
from resolvent.records.formats import FORMATS, find_format, read_records, write_records
from resolvent.records.game import GameRecord

__all__ = ["app"]

app = App(
    name="convert",
    help_epilogue="""\
Examples::

  resolvent convert game.json --to phases -o game.jsonl
  resolvent convert mail.txt --to diplomacy
  resolvent convert game_*_*.json --to dpjudge
  resolvent convert - --from daide --to webdip < log.txt

Formats: """
    + ", ".join(FORMATS)
    + """.

Exit status: 0 done; 2 a file cannot be read or the records cannot be written: standard error says why, \
with file and line, and a file named by --output is not touched.""",
)


@app.default
def convert(
    *files: str,
    to: str,
    from_: Annotated[str | None, Parameter(name="--from")] = None,
    output: Output = DASH,
) -> int:
    """Turn records of games from one file format into another.

    What a format cannot hold is left out where that changes no phase (remarks, messages); where it
    needs what the record does not say, the conversion is refused. Files of one object a line are
    read and written one object at a time.

    Args:
        files: Files to read one after the other; - is standard input. Seasons of one Backstabbr game
            are put together.
        to: The format to write.
        from_: The format of the files; left out, it is told by what is in them.
    """
    target = find_format(to)
    if from_ is not None:
        find_format(from_)
    if target.write is None:
        raise InputError(f"the format '{to}' is only read", "--to")
    with open_output(output) as out:
        for piece in write_records(_records(files or (DASH,), from_, out.isatty()), to):
            out.write(piece.decode())
    return DONE


def _records(files: Iterable[str], format: str | None, terminal: bool) -> Iterator[GameRecord]:
    """The records of all files; seasons, of which a game has many files, are kept to the end."""
    seasons: list[GameRecord] = []
    for record in counted(_every(files, format), "records", terminal):
        if record.source == "backstabbr":
            seasons.append(record)
        else:
            yield record
    yield from join_backstabbr(seasons)


def _every(files: Iterable[str], format: str | None) -> Iterator[GameRecord]:
    for file in files:
        with open_input(file) as (stream, name):
            yield from read_records(stream, format, name)
