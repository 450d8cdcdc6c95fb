"""Test cases beside those of DATC: reported situations, disputed choices, and phases of played games."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from resolvent.datc import Case, read_cases

__all__ = [
    "ChoiceCase",
    "CorpusPhase",
    "Next",
    "PositionCase",
    "Record",
    "Report",
    "Same",
    "load_choice_cases",
    "load_corpus",
    "load_positions",
    "load_reports",
    "load_same",
]

HERE = Path(__file__).parent


class Report(Case, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A situation from ``reports.toml``, where the fields are described.

    Attributes:
        season: ``"spring"`` or ``"fall"`` where it matters.
        resolutions: how many outcomes satisfy the equations before any paradox rule speaks.
        moved: by unit, where a move that succeeds ends (with its coast).
        no_path: units whose move fails because no convoy route is whole.
        centers_before: owners of centres before the phase.
        centers_after: owners of centres after the retreats.
    """

    season: str = ""
    resolutions: int | None = None
    moved: dict[str, str] = msgspec.field(default_factory=dict)
    no_path: tuple[str, ...] = ()
    centers_before: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    centers_after: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)


class PositionCase(Report, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position from ``positions.toml``; ``status`` is that of its resolution."""

    status: str


class ChoiceCase(Case, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A case from ``choices.toml``, where the fields are described.

    Attributes:
        order_sets: by power, several order sets, in place of ``orders``.
    """

    order_sets: dict[str, tuple[tuple[str, ...], ...]] = msgspec.field(default_factory=dict)

    def phase_dict(self, orders: Mapping[str, Sequence[str]] | None = None) -> dict[str, Any]:
        """As for any case, with the order sets."""
        phase = super().phase_dict(orders)
        phase["orders"] |= {power: [list(s) for s in sets] for power, sets in self.order_sets.items()}
        return phase


class Same(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Choices of an issue that no case can tell apart.

    Attributes:
        issue: ``"4.A.3"``.
        keys: the two choices.
        why: why none can.
    """

    issue: str
    keys: tuple[str, str]
    why: str


class Next(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position recorded after the moves."""

    units: dict[str, tuple[str, ...]]
    dislodged: dict[str, tuple[str, ...]] = {}


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the program that ran the game wrote down; ``results`` by unit, where it had any."""

    source: str
    game: str
    next: Next
    results: dict[str, tuple[str, ...]] = {}


class CorpusPhase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A movement phase of a played game."""

    map: str
    phase: str
    units: dict[str, tuple[str, ...]]
    orders: dict[str, tuple[str, ...]]
    record: Record

    @property
    def id(self) -> str:
        """A name for test reports."""
        return f"{self.record.game}-{self.phase}"

    def phase_dict(self) -> dict[str, Any]:
        """The phase in the shape of the phase JSON, without the record."""
        return {
            "map": self.map,
            "phase": self.phase,
            "units": {power: list(units) for power, units in self.units.items()},
            "orders": {power: list(orders) for power, orders in self.orders.items()},
        }


@functools.cache
def load_reports() -> tuple[Report, ...]:
    """All reported situations."""
    text = (HERE / "reports.toml").read_text(encoding="utf-8")
    return read_cases(text, Report, "reports.toml")


@functools.cache
def load_positions() -> tuple[PositionCase, ...]:
    """All positions made to try the rules where they meet."""
    text = (HERE / "positions.toml").read_text(encoding="utf-8")
    return read_cases(text, PositionCase, "positions.toml")


@functools.cache
def load_choice_cases() -> tuple[ChoiceCase, ...]:
    """All cases about disputed choices."""
    text = (HERE / "choices.toml").read_text(encoding="utf-8")
    return read_cases(text, ChoiceCase, "choices.toml")


@functools.cache
def load_same() -> tuple[Same, ...]:
    """All pairs of choices that no case can tell apart."""
    tables = tomllib.loads((HERE / "choices.toml").read_text(encoding="utf-8"))["same"]
    return tuple(msgspec.convert(table, Same) for table in tables)


@functools.cache
def load_corpus() -> tuple[CorpusPhase, ...]:
    """All recorded phases."""
    lines = (HERE / "corpus.jsonl").read_bytes().splitlines()
    return tuple(msgspec.json.decode(line, type=CorpusPhase) for line in lines)
