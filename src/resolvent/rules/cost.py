"""What is open, what loops and what is costly: the facts about definitions that the emitter goes by."""

from __future__ import annotations

from collections.abc import Mapping

from resolvent.rules import syntax as s
from resolvent.rules.passes import in_order
from resolvent.rules.vocabulary import VERDICT, WORDS

__all__ = ["loops", "open_definitions", "worth_remembering"]

_CHEAP = 100
"""Steps that it may take to find a value that is not remembered."""


def open_definitions(definitions: Mapping[str, s.Definition], guarded: bool) -> frozenset[str]:
    """The definitions whose value may be neither true nor false when they are grounded.

    Args:
        definitions: a whole reading.
        guarded: whether orders carry guards.

    Returns:
        Names; the others are plain Python over the map, the units and the given orders.
    """
    found = {d.name for d in definitions.values() if d.role == "decision"}
    if guarded:
        found |= {d.name for d in definitions.values() if any(WORDS[w].ordered for w in d.words)}
    while True:
        more = {d.name for d in definitions.values() if d.calls & found} - found
        if not more:
            return frozenset(found)
        found |= more


def loops(node: s.Node | s.Generator) -> bool:
    """Whether an expression runs over a relation."""
    return any(isinstance(n, s.Quantifier | s.SetOf | s.Connected | s.Least) for n in s.walk(node))


def worth_remembering(definitions: Mapping[str, s.Definition], applied: frozenset[str]) -> frozenset[str]:
    """Definitions to ask only once: decisions, and what others apply and is costly to find.

    It is costly if it runs over a relation or applies something that is remembered, or if it and what
    it applies are long together.
    """
    found = {d.name for d in definitions.values() if d.role == "decision"}
    weights: dict[str, int] = {}
    for name in in_order(definitions):
        d = definitions[name]
        if d.type == VERDICT or name in found:
            continue
        weights[name] = _weight(d, weights)
        if (not d.role or name in applied) and (
            loops(d.body) or not d.calls.isdisjoint(found) or weights[name] > _CHEAP
        ):
            found.add(name)
    return frozenset(found)


def _weight(definition: s.Definition, weights: Mapping[str, int]) -> int:
    """Steps that an evaluation takes at most, loops not counted."""
    return sum(weights.get(n.name, 1) if isinstance(n, s.Call) else 1 for n in definition.nodes)
