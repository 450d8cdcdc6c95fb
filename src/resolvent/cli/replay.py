"""``resolvent replay``"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, TextIO

import msgspec
from cyclopts import App, Parameter

from resolvent.board import load_map
from resolvent.cli import DONE, FINDING
from resolvent.cli.options import DASH, Flag, Format, Output, Rules
from resolvent.cli.progress import counted
from resolvent.cli.streams import open_input, open_output
from resolvent.cli.tables import write_table
from resolvent.errors import InputError
from resolvent.explain.sentences import sentence
from resolvent.game.replay import Difference, Step, replay
from resolvent.records.formats import find_format, read_records
from resolvent.records.game import GameRecord
from resolvent.rules.reading import Reading, load_reading

__all__ = ["app"]

_TYPES = {"M": "movement", "R": "retreats", "A": "adjustments"}

app = App(
    name="replay",
    help_epilogue="""\
Examples::

  resolvent replay game.json
  resolvent replay games.jsonl.gz --all
  resolvent convert mail.txt --to phases | resolvent replay -

Exit status: 0 every phase came out as it was recorded; 1 somewhere it did not; 2 a file cannot be read: \
standard error says why, with file and line.""",
)


@app.default
def run(
    *files: str,
    rules: Rules = "datc",
    from_: Annotated[str | None, Parameter(name="--from")] = None,
    every: Annotated[Flag, Parameter(name="--all")] = False,
    format: Format = "text",
    output: Output = DASH,
) -> int:
    """Adjudicate recorded games from start to end, and compare.

    Each phase is adjudicated from the position that came of the phases before it, with the orders
    of the record. Where the record has another position next, it is told how, and the game is left.

    Args:
        files: Files to read one after the other, in any format of records, also compressed by gzip; - is
            standard input.
        from_: The format of the files; left out, it is told by what is in them.
        every: Go on from the record's position where the two part.
    """
    if from_ is not None:
        find_format(from_)
    reading = load_reading(rules)
    with open_output(output) as out:
        tally = _Tally()
        for record in counted(_records(files or (DASH,), from_), "games", out.isatty()):
            _game(record, reading, every, format == "json", tally, out)
        if format == "json":
            out.write(msgspec.json.encode(tally.to_dict(reading)).decode() + "\n")
        else:
            tally.write(out)
    return FINDING if tally.parted else DONE


def _records(files: tuple[str, ...], format: str | None) -> Iterator[GameRecord]:
    for file in files:
        with open_input(file) as (stream, name):
            yield from read_records(stream, format, name)


class _Tally:
    """Phases by type, and how many came out as recorded."""

    def __init__(self) -> None:
        self.games = self.parted = 0
        self.rows = {type: [0, 0, 0, 0] for type in _TYPES}

    def count(self, step: Step) -> None:
        row = self.rows[step.phase.type]
        row[0] += 1
        row[1] += step.compared and not step.differences
        row[2] += bool(step.differences)
        row[3] += not step.compared and not step.differences
        self.parted += bool(step.differences)

    def write(self, out: TextIO) -> None:
        heads = [
            f"{self.games} game{'s' * (self.games != 1)}",
            "phases",
            "as recorded",
            "otherwise",
            "not told",
        ]
        rows = [[_TYPES[type], *row] for type, row in self.rows.items()]
        rows.append(["all", *map(sum, zip(*self.rows.values(), strict=True))])
        write_table(out, heads, rows)

    def to_dict(self, reading: Reading) -> dict[str, Any]:
        keys = ("phases", "as_recorded", "otherwise", "not_told")
        phases = {_TYPES[type]: dict(zip(keys, row, strict=True)) for type, row in self.rows.items()}
        return {"rules": reading.name, "games": self.games, "phases": phases}


def _game(
    record: GameRecord, reading: Reading, every: bool, as_json: bool, tally: _Tally, out: TextIO
) -> None:
    """Replay one game and tell where it parts from the record."""
    tally.games += 1
    try:
        for step in replay(record, reading, every=every):
            tally.count(step)
            if step.differences and as_json:
                out.write(msgspec.json.encode(_told(record, step)).decode() + "\n")
            elif step.differences:
                out.writelines(f"{line}\n" for line in _lines(record, step))
    except InputError as error:
        where = ", ".join(part for part in (record.id, error.place) if part)
        raise InputError(error.message, where) from None


def _told(record: GameRecord, step: Step) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(
        {
            "game": record.id,
            "phase": step.phase.phase,
            "differences": step.differences,
            "orders": step.concerned(),
        }
    )
    return data


def _lines(record: GameRecord, step: Step) -> Iterator[str]:
    """How a phase ends otherwise."""
    board = load_map(record.map)
    yield f"{record.id or 'The game'}: {step.phase.phase} does not end as it was recorded"
    for difference in step.differences:
        about = board.power_names.get(difference.about, difference.about)
        yield f"  {_sentence(difference, about)}"
    concerned = step.concerned()
    column = max([len(order.order) for order in concerned], default=0)
    for order in concerned:
        codes = step.results[order.unit].codes if order.unit in step.results else ()
        note = f"  (recorded: {', '.join(codes)})" if any(codes) else ""
        yield f"    {order.order:<{column}}  {sentence(order, board)}{note}"
    yield ""


def _sentence(difference: Difference, about: str) -> str:
    ours = ", ".join(difference.ours) or "nothing"
    recorded = ", ".join(difference.recorded) or "nothing"
    if difference.kind == "open":
        return "these rules leave orders open"
    if difference.kind == "phase":
        gone = f"; without orders {ours} would go" if difference.ours else ""
        return f"the record leaves out {about}, in which there was something to do{gone}"
    what = {
        "units": "units of {}",
        "dislodged": "dislodged units of {}",
        "retreats": "retreats of {}",
        "centers": "centres of {}",
    }[difference.kind].format(about)
    return f"{what}: only here {ours}; only in the record {recorded}"
