"""Deliberately wrong rules: every small change to the rules of a reading that still is a set of rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from graphlib import CycleError
from typing import Any

from resolvent.oracle.rule_text import written
from resolvent.rules import syntax as s
from resolvent.rules.passes import in_order, reachable
from resolvent.rules.reading import Reading
from resolvent.rules.stages import asked
from resolvent.rules.syntax import Definition
from resolvent.rules.vocabulary import BOOLEAN, COUNT

__all__ = ["Mutant", "mutants_of"]

_OTHER_OPERATORS: Mapping[str, tuple[str, ...]] = {
    ">": (">=", "<"),
    ">=": (">", "<="),
    "<": ("<=", ">"),
    "<=": ("<", ">="),
    "==": ("!=",),
    "!=": ("==",),
}
_OTHER_QUANTIFIER = {"all": "any", "any": "all"}


@dataclass(frozen=True, eq=False)
class Mutant:
    """One wrong rule.

    Attributes:
        id: ``"succeeds-3"``.
        rule: the name of the rule.
        file: where it stands.
        change: what was done, ``"attack(m) > prevent(r)  ->  attack(m) >= prevent(r)"``.
        reading: the rules with it.
        tells: whether it is a reason, which decides nothing, but is told.
    """

    id: str
    rule: str
    file: str
    change: str
    reading: Reading
    tells: bool = False


def mutants_of(reading: Reading) -> Iterator[Mutant]:
    """Every mutant of the rules that decide a movement phase, in the order of the rules.

    Changed are the equations and what they apply, the places of retreat, what makes an order illegal, what
    a carelessly written order means, which of several counts, and the reasons that are told.

    Args:
        reading: the rules.
    """
    roots = [name for stage in ("judge", "resolve") for name in asked(reading.definitions, stage)]
    rules = reachable(reading.definitions, roots)
    for definition in rules.values():
        seen = {written(definition.body)}
        number = 0
        for node, other in _changes(definition.body, reading):
            body = other if node is definition.body else _put(definition.body, node, other)
            text = written(body)
            if text in seen:
                continue
            seen.add(text)
            mutated = _with(reading, definition, body, f"{definition.name}-{number + 1}")
            if mutated is not None:
                number += 1
                change = f"{written(node)}  ->  {written(other)}"
                name = f"{definition.name}-{number}"
                tells = definition.role in ("failure", "success")
                yield Mutant(name, definition.name, definition.file, change, mutated, tells)


def _with(reading: Reading, definition: Definition, body: s.Node, name: str) -> Reading | None:
    """The reading with another body of a rule; ``None`` if the rules would apply each other in a ring."""
    definitions = {**reading.definitions, definition.name: replace(definition, body=body)}
    mutated = Reading(f"{reading.name} {name}", reading.books, reading.choices, definitions, reading.changed)
    try:
        list(in_order(definitions))
    except CycleError:
        return None
    return mutated


# -- what can be changed in an expression


def _changes(node: s.Node, reading: Reading) -> Iterator[tuple[s.Node, s.Node]]:
    """A part of an expression, and what may stand in its place."""
    for other in _others(node, reading):
        yield node, other
    for part in _parts(node):
        yield from _changes(part, reading)


def _others(node: s.Node, reading: Reading) -> Iterator[s.Node]:
    if isinstance(node, s.And | s.Or):
        yield from _without_one(node)
        yield s.Or(BOOLEAN, node.parts) if isinstance(node, s.And) else s.And(BOOLEAN, node.parts)
    elif isinstance(node, s.Not):
        yield node.part
    elif isinstance(node, s.Compare):
        for operator in _OTHER_OPERATORS[node.operator]:
            yield replace(node, operator=operator)
    elif isinstance(node, s.Same):
        yield replace(node, negated=not node.negated)
    elif isinstance(node, s.If):
        yield node.then
        yield node.other
    elif isinstance(node, s.Quantifier):
        if node.kind in _OTHER_QUANTIFIER:
            yield replace(node, kind=_OTHER_QUANTIFIER[node.kind])
            yield s.Constant(BOOLEAN, node.kind == "all")
        elif node.kind == "count":
            yield s.Constant(COUNT, 0)
    elif isinstance(node, s.Union):
        yield node.left
        yield node.right
    elif isinstance(node, s.Constant):
        yield from _constants(node)
    elif isinstance(node, s.Call) and node.type == COUNT:
        yield from _other_strengths(node, reading)
    elif node.type == BOOLEAN and isinstance(node, s.Call | s.WordCall | s.Attribute | s.Connected):
        yield s.Not(BOOLEAN, node)
        yield s.Constant(BOOLEAN, True)
        yield s.Constant(BOOLEAN, False)


def _without_one(node: s.And | s.Or) -> Iterator[s.Node]:
    for number in range(len(node.parts)):
        rest = node.parts[:number] + node.parts[number + 1 :]
        yield rest[0] if len(rest) == 1 else replace(node, parts=rest)


def _constants(node: s.Constant) -> Iterator[s.Node]:
    if isinstance(node.value, bool):
        yield replace(node, value=not node.value)
    else:
        yield replace(node, value=node.value + 1)
        if node.value > 0:
            yield replace(node, value=node.value - 1)


def _other_strengths(node: s.Call, reading: Reading) -> Iterator[s.Node]:
    """Another strength of the same thing: the defend strength in place of the attack strength."""
    sorts = [sort for _, sort in reading.definitions[node.name].parameters]
    for other in reading.definitions.values():
        if other.type == COUNT and other.name != node.name and [x for _, x in other.parameters] == sorts:
            yield replace(node, name=other.name)


def _parts(node: s.Node) -> Iterator[s.Node]:
    """The direct parts of an expression that can be changed; relations of generators are left alone."""
    for field in fields(node):
        value = getattr(node, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, s.Node) and not isinstance(part, s.Variable):
                yield part


def _put(node: s.Node, old: s.Node, new: s.Node) -> s.Node:
    """The expression with one of its parts, told by identity, replaced."""
    changed: dict[str, Any] = {}
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, s.Node):
            found: Any = new if value is old else _put(value, old, new)
            if found is not value:
                changed[field.name] = found
        elif isinstance(value, tuple) and any(isinstance(v, s.Node) for v in value):
            parts = tuple(
                new if v is old else _put(v, old, new) if isinstance(v, s.Node) else v for v in value
            )
            if any(a is not b for a, b in zip(parts, value, strict=True)):
                changed[field.name] = parts
    return replace(node, **changed) if changed else node
