"""Whole games: retreats, adjustments, the next phase, replay, legal orders."""

from __future__ import annotations

import functools
import gzip
import io
from pathlib import Path

from resolvent.records.formats import read_records
from resolvent.records.game import GameRecord

__all__ = ["GAMES", "load_games"]

GAMES = Path(__file__).parent / "real_games.jsonl.gz"


@functools.cache
def load_games() -> tuple[GameRecord, ...]:
    """The played games."""
    return tuple(read_records(io.BytesIO(gzip.decompress(GAMES.read_bytes())), "phases", GAMES.name))
