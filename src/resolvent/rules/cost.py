"""What is open, what loops and what is costly: the facts about definitions that the emitter goes by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from resolvent.rules import syntax as s
from resolvent.rules.passes import in_order
from resolvent.rules.vocabulary import VERDICT, WORDS

__all__ = ["children", "loops", "open_definitions", "worth_remembering"]

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
        found |= {d.name for d in definitions.values() if _quantifies_orders(d.body)}
    while True:
        more = {d.name for d in definitions.values() if d.calls & found} - found
        if not more:
            return frozenset(found)
        found |= more


def children(node: s.Node | s.Generator) -> Sequence[s.Node | s.Generator]:
    found: list[s.Node | s.Generator] = []
    for value in vars(node).values():
        if isinstance(value, s.Node | s.Generator):
            found.append(value)
        elif isinstance(value, tuple):
            found += [v for v in value if isinstance(v, s.Node | s.Generator)]
    return found


def _quantifies_orders(node: s.Node | s.Generator) -> bool:
    if isinstance(node, s.WordCall) and WORDS[node.name].ordered:
        return True
    return any(_quantifies_orders(child) for child in children(node))


def loops(node: s.Node | s.Generator) -> bool:
    if isinstance(node, s.Quantifier | s.SetOf | s.Connected | s.Least):
        return True
    return any(loops(child) for child in children(node))


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
        weights[name] = _weight(d.body, weights)
        if (not d.role or name in applied) and (
            loops(d.body) or not d.calls.isdisjoint(found) or weights[name] > _CHEAP
        ):
            found.add(name)
    return frozenset(found)


def _weight(node: s.Node | s.Generator, weights: Mapping[str, int]) -> int:
    """Steps that an evaluation takes at most, loops not counted."""
    own = weights.get(node.name, 1) if isinstance(node, s.Call) else 1
    return own + sum(_weight(child, weights) for child in children(node))
