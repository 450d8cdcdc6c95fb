"""All algorithms by name, and each as a judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.oracle.published import both_ways, decisions, guessing, partial
from tests.oracle.published.reading import claim_of_values, position_of
from tests.oracle.published.search import Search

__all__ = ["VARIANTS", "judge_of"]

VARIANTS: Mapping[str, type[Search]] = {
    variant.__name__: variant
    for variant in (
        guessing.Guessing,
        guessing.GuessingHopeful,
        guessing.GuessingHeedful,
        guessing.GuessingThorough,
        guessing.GuessingHopefulThorough,
        guessing.GuessingForgetful,
        guessing.GuessingRecomputed,
        guessing.GuessingMended,
        both_ways.BothWays,
        both_ways.BothWaysPatient,
        partial.Partial,
        partial.PartialBoth,
        partial.PartialReadjudicated,
        partial.PartialEntered,
        partial.PartialReentered,
        decisions.Decisions,
        decisions.DecisionsRingsFirst,
        decisions.DecisionsByCycle,
    )
}
"""Name -> algorithm."""


def judge_of(variant: type[Search]) -> Callable[[dict[str, Any]], Mapping[str, Any]]:
    """An algorithm as a judge, for `resolvent.oracle.check_judge`; it raises `Endless` where it does not end.

    It claims only whether orders succeed.  It knows movement phases of the standard map.
    """

    def judge(phase: dict[str, Any]) -> Mapping[str, Any]:
        return claim_of_values(phase, variant.run(position_of(phase)))

    judge.__name__ = variant.__name__
    return judge
