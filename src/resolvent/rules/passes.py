"""Compiler passes: small stateless functions from definitions to definitions that mean the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from graphlib import TopologicalSorter
from operator import is_
from typing import Any

from resolvent.rules import syntax as s
from resolvent.rules.vocabulary import BOOLEAN

__all__ = [
    "asks",
    "fold",
    "in_order",
    "inline",
    "optimise",
    "reachable",
]

Definitions = dict[str, s.Definition]

_LARGEST = 14
"""Nodes that a definition may have and still be put in place of its name."""


def optimise(definitions: Mapping[str, s.Definition], entries: Iterable[str]) -> Definitions:
    """All passes: put small definitions in place, fold constants, drop what nothing needs."""
    return reachable(inline(definitions), entries)


def inline(definitions: Mapping[str, s.Definition]) -> Definitions:
    """Put small definitions without loops in place of their names, and fold.

    Small is measured after their own insertions, so the text grows by a constant factor at most.
    """
    small: Definitions = {}
    done: Definitions = {}
    for name in in_order(definitions):
        d = definitions[name]
        done[name] = d = _inlined(d, tuple(small[c] for c in sorted(d.calls) if c in small))
        if not d.role and d.type == BOOLEAN and len(d.nodes) <= _LARGEST and not _binds(d):
            small[name] = d
    return {name: done[name] for name in definitions}


@lru_cache(maxsize=4096)  # readings share most of their definitions
def _inlined(definition: s.Definition, small: tuple[s.Definition, ...]) -> s.Definition:
    """A definition with the small ones that it applies put in place of their names."""
    bodies = {d.name: d for d in small}

    def put(node: s.Node) -> s.Node:
        node = _rebuild(node, put)
        if isinstance(node, s.Call) and node.name in bodies:
            target = bodies[node.name]
            names = [name for name, _ in target.parameters]
            return _replace_variables(target.body, dict(zip(names, node.arguments, strict=True)))
        return node

    body = _fold(put(definition.body))
    return definition if body is definition.body else replace(definition, body=body)


def in_order(definitions: Mapping[str, s.Definition]) -> Iterable[str]:
    """Names, each after the definitions it applies; what a decision says is not put in its place."""
    graph = {d.name: [c for c in d.calls if definitions[c].role != "decision"] for d in definitions.values()}
    return TopologicalSorter(graph).static_order()


def fold(definitions: Mapping[str, s.Definition]) -> Definitions:
    """Fold constants: what is true or false whatever the position needs no code."""
    return {d.name: replace(d, body=_fold(d.body)) for d in definitions.values()}


def reachable(definitions: Mapping[str, s.Definition], entries: Iterable[str]) -> Definitions:
    """Keep what the entries need."""
    needed: set[str] = set()
    todo = [name for name in entries if name in definitions]
    while todo:
        name = todo.pop()
        if name not in needed:
            needed.add(name)
            todo += definitions[name].calls
    return {name: d for name, d in definitions.items() if name in needed}


def _fold(node: s.Node) -> s.Node:
    node = _rebuild(node, _fold)
    if isinstance(node, s.Not):
        if isinstance(node.part, s.Constant):
            return s.Constant(BOOLEAN, not node.part.value)
        return node.part.part if isinstance(node.part, s.Not) else node
    if isinstance(node, s.And | s.Or):
        neutral = isinstance(node, s.And)
        parts = [p for p in node.parts if not (isinstance(p, s.Constant) and p.value is neutral)]
        if any(isinstance(p, s.Constant) for p in parts):
            return s.Constant(BOOLEAN, not neutral)
        if not parts:
            return s.Constant(BOOLEAN, neutral)
        return parts[0] if len(parts) == 1 else replace(node, parts=tuple(parts))
    if isinstance(node, s.If) and isinstance(node.condition, s.Constant):
        return node.then if node.condition.value else node.other
    return node


def asks(definitions: Mapping[str, s.Definition], name: str, parameter: int = 0) -> frozenset[str]:
    """What a definition depends on of one of its parameters.

    Args:
        definitions: it and all it applies.
        name: its name.
        parameter: the number of the parameter.

    Returns:
        Attributes of the parameter; ``""`` is among them if it is asked for as a whole.
    """
    found: set[str] = set()
    met = {(name, parameter)}
    todo = [(name, parameter)]
    while todo:
        applied, number = todo.pop()
        attributes_, passed = _asks(definitions[applied], definitions[applied].parameters[number][0])
        found |= attributes_
        todo += passed - met
        met |= passed
    return frozenset(found)


def _asks(definition: s.Definition, variable: str) -> tuple[set[str], set[tuple[str, int]]]:
    """What a definition itself asks of a variable, and to which parameters of others it passes it on."""
    found: set[str] = set()
    passed: set[tuple[str, int]] = set()
    todo: list[s.Node | s.Generator] = [definition.body]
    while todo:
        node = todo.pop()
        if isinstance(node, s.Variable):
            if node.name == variable:
                found.add("")
        elif isinstance(node, s.Attribute) and isinstance(node.of, s.Variable):
            if node.of.name == variable:
                found.add(node.name)
        elif isinstance(node, s.Call):
            for number, argument in enumerate(node.arguments):
                if isinstance(argument, s.Variable) and argument.name == variable:
                    passed.add((node.name, number))
                else:
                    todo.append(argument)
        else:
            todo += s.children(node)
    return found, passed


def _binds(definition: s.Definition) -> bool:
    """Whether it has variables of its own, which could be mistaken for others elsewhere."""
    return any(isinstance(n, s.Generator) for n in definition.nodes)


def _rebuild(node: s.Node, change: Callable[[s.Node], s.Node]) -> s.Node:
    """The node with every direct part changed."""

    changed: dict[str, Any] = {}
    for name, value in vars(node).items():
        new: object = value
        if isinstance(value, s.Node):
            new = change(value)
        elif isinstance(value, s.Generator):
            new = _with_relation(value, change)
        elif value.__class__ is tuple and value:
            parts = [
                _with_relation(v, change)
                if isinstance(v, s.Generator)
                else (change(v) if isinstance(v, s.Node) else v)
                for v in value
            ]
            new = value if all(map(is_, parts, value)) else tuple(parts)
        if new is not value:
            changed[name] = new
    return replace(node, **changed) if changed else node


def _with_relation(generator: s.Generator, change: Callable[[s.Node], s.Node]) -> s.Generator:
    relation = change(generator.relation)
    return generator if relation is generator.relation else replace(generator, relation=relation)


def _replace_variables(node: s.Node, values: Mapping[str, s.Node]) -> s.Node:
    if isinstance(node, s.Variable):
        return values.get(node.name, node)
    return _rebuild(node, lambda part: _replace_variables(part, values))
