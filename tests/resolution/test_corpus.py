"""Phases of played games end as they were recorded; every difference is listed with its explanation."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from resolvent import OrderResult, Outcome, Resolution, adjudicate, load_reading
from tests.cases import CorpusPhase, load_corpus

LISTED: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "corpus_differences.toml").read_text(encoding="utf-8")
)
PHASES = {phase.id: phase for phase in load_corpus()}
each_phase = pytest.mark.parametrize("id", PHASES)

# The word of the recording program that stands for an outcome, the dislodgement apart.
OUTCOMES: dict[str, tuple[Outcome, ...]] = {
    "": (Outcome.SUCCEEDS,),
    "bounce": (Outcome.FAILS,),
    "cut": (Outcome.FAILS,),
    "no convoy": (Outcome.FAILS, Outcome.VOID, Outcome.ILLEGAL),
    "void": (Outcome.VOID, Outcome.ILLEGAL),
}


@cache
def resolution(id: str) -> Resolution:
    return adjudicate(PHASES[id].phase_dict(), load_reading("datc"))


def listed(kind: str, id: str) -> set[str]:
    """The units of a phase for which a difference of a kind is explained."""
    return {entry["unit"] for entry in LISTED[kind] if entry["phase"] == id}


def owned(units: Mapping[str, Sequence[str]]) -> set[tuple[str, str]]:
    return {(power, unit) for power, texts in units.items() for unit in texts}


def agrees(found: OrderResult, words: Sequence[str]) -> bool:
    """Whether what became of an order is what the recorded words say."""
    if ("dislodged" in words) != found.dislodged:
        return False
    [*rest] = (word for word in words if word != "dislodged")
    if found.dislodged and not rest:  # said of a unit that held or convoyed, and of nothing else
        return found.outcome is Outcome.FAILS
    return found.outcome in OUTCOMES[rest[0] if rest else ""]


@each_phase
class TestRecords:
    """The position, the dislodged units and the single results of 150 phases."""

    def test_positions(self, id: str) -> None:
        differ = owned(resolution(id).positions) ^ owned(PHASES[id].record.next.units)
        assert {unit for _, unit in differ} == listed("position", id)

    def test_dislodged(self, id: str) -> None:
        """Some sources leave out dislodged units that have nowhere to go."""
        found, recorded = resolution(id).dislodged, PHASES[id].record.next.dislodged
        differ = {
            (power, unit)
            for power, unit in owned({p: list(units) for p, units in found.items()}) ^ owned(recorded)
            if unit in recorded.get(power, ()) or found[power][unit].retreats or not silent(PHASES[id])
        }
        assert {unit for _, unit in differ} == listed("dislodged", id)

    def test_words(self, id: str) -> None:
        words = PHASES[id].record.results
        differ = {o.unit for o in resolution(id).orders if not agrees(o, words.get(o.unit, said_by(o)))}
        assert differ == listed("word", id)


def silent(phase: CorpusPhase) -> bool:
    """Whether its source does not tell of dislodged units that have nowhere to go."""
    return phase.record.source == "searchbot-selfplay"


def said_by(order: OrderResult) -> tuple[str, ...]:
    """What a record that is silent about a unit would have said."""
    word = next(word for word, outcomes in OUTCOMES.items() if order.outcome in outcomes)
    return tuple(w for w in (word, "dislodged" if order.dislodged else "") if w)


def test_there_is_something_to_compare() -> None:
    assert len(PHASES) == 150
    assert sum(len(phase.record.results) for phase in PHASES.values()) > 2000
    assert sum(len(units) for id in PHASES for units in resolution(id).dislodged.values()) > 150


@pytest.mark.parametrize("kind", LISTED)
def test_list_is_in_order(kind: str) -> None:
    """Every entry is about a unit of a phase, quotes its record and our outcome, and gives a reason."""
    for entry in LISTED[kind]:
        phase = PHASES[entry["phase"]]
        assert tuple(entry["record"]) == phase.record.results[entry["unit"]]
        assert entry["ours"] == resolution(phase.id).of(entry["unit"]).outcome
        assert entry["why"].endswith(".")
