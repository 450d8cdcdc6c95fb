"""What readings say of a phase, put in words and side by side; for text and for pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from resolvent.board import Map
from resolvent.compare.comparison import OrderDifference, PhaseDifference, Totals, Verdict
from resolvent.explain.sentences import place_name, sentence
from resolvent.outcomes import Outcome
from resolvent.resolution.resolution import OrderResult
from resolvent.rules.encodings import issues
from resolvent.rules.reading import Reading

__all__ = [
    "Cause",
    "Said",
    "by_choice",
    "causes",
    "retreat_sides",
    "sides",
    "totals_sentence",
    "units_retreating",
    "verdict_words",
]

_INSTEAD = {
    "together": "several choices together, none of which makes a difference alone",
    "rules": "rules that the reading words itself",
}
"""What stands for an issue where there is none -> what it means."""


class Said(NamedTuple):
    """What some readings say.

    Attributes:
        readings: their names, in the order in which they are compared.
        words: what they say.
        outcome: the outcome that it begins with; ``None`` of retreats.
    """

    readings: tuple[str, ...]
    words: str
    outcome: Outcome | None = None


class Cause(NamedTuple):
    """A choice that makes readings differ from the first.

    Attributes:
        words: the issue and its question, or what there is instead of a choice.
        choices: what the readings choose, the first reading before those that differ for this reason; of
            what is no choice only who differs, without words.
    """

    words: str
    choices: list[Said]


def verdict_words(order: OrderDifference, verdict: Verdict, board: Map) -> str:
    """What a reading says of an order: ``"fails: bounced with A LON"``."""
    v = verdict
    told = OrderResult(order.power, order.unit, order.order, None, v.outcome, v.reason, v.by, v.dislodged)
    return sentence(told, board)


def sides(order: OrderDifference, board: Map) -> list[Said]:
    """What the readings say of an order, those together that say the same."""
    found: dict[str, list[str]] = {}
    outcomes: dict[str, Outcome] = {}
    for reading, verdict in order.verdicts.items():
        words = verdict_words(order, verdict, board)
        found.setdefault(words, []).append(reading)
        outcomes[words] = verdict.outcome
    return [Said(tuple(names), words, outcomes[words]) for words, names in found.items()]


def units_retreating(found: PhaseDifference) -> list[str]:
    """The dislodged units of which readings say different things about their retreats."""
    return sorted({unit for units in found.retreats.values() for unit in units})


def retreat_sides(found: PhaseDifference, unit: str, board: Map) -> list[Said]:
    """Where the readings let a dislodged unit go, those together that say the same."""
    said: dict[str, list[str]] = {}
    for reading, units in found.retreats.items():
        said.setdefault(_places(units.get(unit), board), []).append(reading)
    return [Said(tuple(names), words) for words, names in said.items()]


def _places(places: tuple[str, ...] | None, board: Map) -> str:
    if places is None:
        return "is not dislodged"
    if not places:
        return "may retreat nowhere and is destroyed"
    return "may retreat to " + ", ".join(f"{place_name(p, board)} ({p})" for p in places)


def causes(found: PhaseDifference, readings: Sequence[Reading]) -> list[Cause]:
    """The choices that make readings differ from the first, those first that concern most readings.

    Args:
        found: the difference.
        readings: the readings that were compared.
    """
    concerned: dict[str, list[Reading]] = {}
    for reading in readings:
        for issue in found.responsible.get(reading.name, ()):
            concerned.setdefault(issue, []).append(reading)
    return [
        _cause(issue, [readings[0], *others])
        for issue, others in sorted(concerned.items(), key=lambda item: (-len(item[1]), item[0]))
    ]


def _cause(issue: str, concerned: Sequence[Reading]) -> Cause:
    if issue in _INSTEAD:
        return Cause(_INSTEAD[issue], [Said(tuple(r.name for r in concerned[1:]), "")])
    known = issues()[issue]
    chosen: dict[str, list[str]] = {}
    for reading in concerned:
        chosen.setdefault(known.values[reading.choices[issue]].meaning, []).append(reading.name)
    choices = [Said(tuple(names), " ".join(words.split())) for words, names in chosen.items()]
    return Cause(f"{issue}. {known.question}", choices)


def by_choice(totals: Totals, readings: Sequence[Reading]) -> list[tuple[str, str, int, str]]:
    """How often each choice was responsible.

    Args:
        totals: the counts.
        readings: the readings that were compared.

    Returns:
        Reading, issue, number of phases and the question, by reading, and then the most frequent first.
    """
    return [
        (reading.name, issue, number, issues()[issue].question if issue in issues() else _INSTEAD[issue])
        for reading in readings
        for issue, number in sorted(
            totals.by_choice.get(reading.name, {}).items(), key=lambda item: (-item[1], item[0])
        )
    ]


def totals_sentence(totals: Totals) -> str:
    """``"611 movement phases compared, 648 others left out; 12 differ, 9 of them on the board."``"""
    left_out = (
        f", {totals.left_out:,} other{'s' * (totals.left_out != 1)} left out" if totals.left_out else ""
    )
    compared = f"{totals.phases:,} movement phase{'s' * (totals.phases != 1)} compared{left_out}"
    if not totals.differing:
        return f"{compared}; no difference."
    differ = "1 differs" if totals.differing == 1 else f"{totals.differing:,} differ"
    return f"{compared}; {differ}, {totals.boards:,} on the board."
