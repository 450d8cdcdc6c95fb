"""Why an expression of the rules has the value it has: the parts of it that decide.

The checked rules are walked as they stand in the files, not as the compiler has rewritten them, with
every decision at the value it has in a resolution (or in a claim).  Of a conjunction that is false the
first false part is enough; of one that is true all parts count; and so on down to decisions and to facts
of the map and the orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from resolvent.logic.algebra import ThreeValued
from resolvent.resolution.grounding import Grounding
from resolvent.resolution.knot import Decision
from resolvent.rules import syntax as s
from resolvent.rules.emit import Grounded
from resolvent.rules.vocabulary import BOOLEAN, COUNT, WORDS

__all__ = ["Because", "Evaluator", "Values"]

Values = Mapping[Decision, bool]
"""The decisions that have a value; what is missing is open."""

Scope = Mapping[str, Any]


@dataclass(frozen=True)
class Because:
    """One step of an explanation.

    Attributes:
        kind: ``"decision"``, ``"definition"``, ``"compare"``, ``"connected"`` or ``"fact"``.
        name: the decision, definition, comparison sign or word.
        arguments: what it is applied to: orders, units, provinces, places, powers.
        value: the value it has; ``None`` if it is open.
        left, right: of a comparison, the two numbers.
        parts: why: the steps that decide.
    """

    kind: str
    name: str
    arguments: tuple[Any, ...]
    value: bool | int | None
    left: int | None = None
    right: int | None = None
    parts: tuple[Because, ...] = field(default=())

    def decisions(self) -> dict[Decision, bool | None]:
        """The decisions it rests on, in the order in which they are met."""
        found: dict[Decision, bool | None] = {}
        todo = [self]
        while todo:
            step = todo.pop()
            if step.kind == "decision":
                found[step.name, step.arguments[0]] = None if step.value is None else bool(step.value)
            todo += reversed(step.parts)
        return found


class Evaluator:
    """Evaluates the rules of a grounding's reading with given decisions, and says why.

    Args:
        grounding: the orders and the reading.
        values: the decisions.
    """

    def __init__(self, grounding: Grounding, values: Values) -> None:
        self.definitions = grounding.reading.definitions
        self.values = values
        self.context: Grounded = grounding.put(ThreeValued())
        self._known: dict[tuple[str, tuple[Any, ...]], Any] = {}

    # -- values

    def apply(self, name: str, *arguments: Any) -> Any:
        """The value of a decision or a definition; ``None`` if it is open."""
        definition = self.definitions[name]
        if definition.role == "decision":
            return self.values.get((name, arguments[0]))
        key = (name, arguments)
        if key not in self._known:
            self._known[key] = self.value(definition.body, _bind(definition, arguments))
        return self._known[key]

    def equation(self, decision: Decision) -> bool | None:
        """What the equation of a decision says, given the other decisions."""
        name, order = decision
        definition = self.definitions[name]
        found: bool | None = self.value(definition.body, _bind(definition, (order,)))
        return found

    def value(self, node: s.Node, scope: Scope) -> Any:
        """The value of an expression: a Boolean, a number, a list or an entity; ``None`` if it is open."""
        method = getattr(self, "_value_" + type(node).__name__.lower())
        return method(node, scope)

    def _value_constant(self, node: s.Constant, scope: Scope) -> Any:
        return node.value

    def _value_variable(self, node: s.Variable, scope: Scope) -> Any:
        return scope[node.name]

    def _value_attribute(self, node: s.Attribute, scope: Scope) -> Any:
        return getattr(self.value(node.of, scope), node.name)

    def _value_not(self, node: s.Not, scope: Scope) -> bool | None:
        part = self.value(node.part, scope)
        return None if part is None else not part

    def _value_and(self, node: s.And, scope: Scope) -> bool | None:
        return _junction((self.value(p, scope) for p in node.parts), False)

    def _value_or(self, node: s.Or, scope: Scope) -> bool | None:
        return _junction((self.value(p, scope) for p in node.parts), True)

    def _value_if(self, node: s.If, scope: Scope) -> Any:
        condition = self.value(node.condition, scope)
        if condition is None:
            then, other = self.value(node.then, scope), self.value(node.other, scope)
            return then if then == other else None
        return self.value(node.then if condition else node.other, scope)

    def _value_compare(self, node: s.Compare, scope: Scope) -> bool | None:
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        return None if left is None or right is None else _COMPARE[node.operator](left, right)

    def _value_same(self, node: s.Same, scope: Scope) -> bool:
        same: bool = self.value(node.left, scope) == self.value(node.right, scope)
        return same != node.negated

    def _value_add(self, node: s.Add, scope: Scope) -> int | None:
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        return None if left is None or right is None else left + right

    def _value_quantifier(self, node: s.Quantifier, scope: Scope) -> Any:
        found = [self.value(node.body, inner) for inner in self.members(node.generators, scope)]
        if node.kind == "count":
            return None if None in found else sum(1 for v in found if v)
        if node.kind == "least":
            return None if None in found else min(found, default=99)
        return _junction(found, node.kind == "any")

    def _value_setof(self, node: s.SetOf, scope: Scope) -> list[Any]:
        return [
            self.value(node.element, inner)
            for inner in self.members(node.generators, scope)
            if self.value(node.condition, inner)
        ]

    def _value_union(self, node: s.Union, scope: Scope) -> list[Any]:
        return [*self.value(node.left, scope), *self.value(node.right, scope)]

    def _value_call(self, node: s.Call, scope: Scope) -> Any:
        return self.apply(node.name, *(self.value(a, scope) for a in node.arguments))

    def _value_wordcall(self, node: s.WordCall, scope: Scope) -> Any:
        return _word(node.name)(self.context, *(self.value(a, scope) for a in node.arguments))

    def _value_connected(self, node: s.Connected, scope: Scope) -> Any:
        move = self.value(node.move, scope)
        fleets = [
            (inner[node.generator.variable].location, self.value(node.condition, inner))
            for inner in self.members((node.generator,), scope)
        ]
        return ThreeValued.CONNECTED(self.context.seas, move.origin, move.destination, fleets)  # type: ignore[attr-defined]

    def members(self, generators: Sequence[s.Generator], scope: Scope) -> list[dict[str, Any]]:
        """The scopes in which the body of a quantifier is evaluated."""
        scopes = [dict(scope)]
        for generator in generators:
            scopes = [
                {**inner, generator.variable: member}
                for inner in scopes
                for member in self.value(generator.relation, inner)
            ]
        return scopes

    # -- reasons

    def why_equation(self, decision: Decision) -> Because:
        """Why the equation of a decision says what it says."""
        name, order = decision
        definition = self.definitions[name]
        scope = _bind(definition, (order,))
        value = self.value(definition.body, scope)
        return Because("definition", name, (order,), value, parts=tuple(self.why(definition.body, scope)))

    def why_applied(self, name: str, *arguments: Any) -> Because:
        """Why a definition has its value."""
        definition = self.definitions[name]
        value = self.apply(name, *arguments)
        if definition.role == "decision":
            return Because("decision", name, arguments, value)
        parts = self.why(definition.body, _bind(definition, arguments))
        return Because("definition", name, arguments, value, parts=tuple(parts))

    def why(self, node: s.Node, scope: Scope) -> list[Because]:
        """The steps that decide the value of an expression, in the order of the rule."""
        if isinstance(node, s.Not):
            return self.why(node.part, scope)
        if isinstance(node, s.And | s.Or):
            return self._why_junction(node.parts, isinstance(node, s.Or), scope)
        if isinstance(node, s.If):
            condition = self.value(node.condition, scope)
            branch = node.then if condition else node.other
            return [*self.why(node.condition, scope), *([] if condition is None else self.why(branch, scope))]
        if isinstance(node, s.Quantifier):
            return self._why_quantifier(node, scope)
        if isinstance(node, s.Compare):
            return [self._why_compare(node, scope)]
        if isinstance(node, s.Add):
            return [*self.why(node.left, scope), *self.why(node.right, scope)]
        if isinstance(node, s.Call):
            return [self.why_applied(node.name, *(self.value(a, scope) for a in node.arguments))]
        if isinstance(node, s.Connected):
            return [self._why_connected(node, scope)]
        if isinstance(node, s.WordCall | s.Same | s.Attribute) and node.type == BOOLEAN:
            return [self._fact(node, scope)]
        return []

    def _why_junction(self, parts: Sequence[s.Node], disjunction: bool, scope: Scope) -> list[Because]:
        deciding = [p for p in parts if self.value(p, scope) is disjunction]
        if deciding:
            return self.why(_plainest(deciding), scope)
        return [step for part in parts for step in self.why(part, scope)]

    def _why_quantifier(self, node: s.Quantifier, scope: Scope) -> list[Because]:
        members = self.members(node.generators, scope)
        if node.kind in ("any", "all"):
            deciding = [m for m in members if self.value(node.body, m) is (node.kind == "any")]
            if deciding:
                return self.why(node.body, deciding[0])
        if not members:
            return [self._nobody(generator.relation, scope) for generator in node.generators[:1]]
        return [step for inner in members for step in self.why(node.body, inner)]

    def _nobody(self, relation: s.Node, scope: Scope) -> Because:
        """A relation has no members: a fact that decides by itself."""
        if isinstance(relation, s.WordCall | s.Call):
            return Because("fact", relation.name, tuple(self.value(a, scope) for a in relation.arguments), 0)
        return Because("fact", "none", (), 0)

    def _why_compare(self, node: s.Compare, scope: Scope) -> Because:
        parts = [*self.why(node.left, scope), *self.why(node.right, scope)]
        sides = tuple(self._side(side, scope) for side in (node.left, node.right))
        return Because(
            "compare",
            node.operator,
            sides,
            self.value(node, scope),
            self.value(node.left, scope),
            self.value(node.right, scope),
            tuple(parts),
        )

    def _side(self, node: s.Node, scope: Scope) -> tuple[str, tuple[Any, ...]]:
        """What stands on one side of a comparison: a definition and its arguments, or nothing to name."""
        if isinstance(node, s.Call) and node.type == COUNT:
            return node.name, tuple(self.value(a, scope) for a in node.arguments)
        return "", ()

    def _why_connected(self, node: s.Connected, scope: Scope) -> Because:
        move = self.value(node.move, scope)
        value = self.value(node, scope)
        parts = []
        for inner in self.members((node.generator,), scope):
            if value is None or self.value(node.condition, inner) is value:
                parts += self.why(node.condition, inner)
        return Because("connected", "connected", (move,), value, parts=tuple(parts))

    def _fact(self, node: s.Node, scope: Scope) -> Because:
        value = self.value(node, scope)
        if isinstance(node, s.WordCall):
            return Because("fact", node.name, tuple(self.value(a, scope) for a in node.arguments), value)
        if isinstance(node, s.Same):
            return Because(
                "fact", "same", (self.value(node.left, scope), self.value(node.right, scope)), value
            )
        assert isinstance(node, s.Attribute)
        return Because("fact", node.name, (self.value(node.of, scope),), value)


def _bind(definition: s.Definition, arguments: Sequence[Any]) -> dict[str, Any]:
    return {name: value for (name, _), value in zip(definition.parameters, arguments, strict=True)}


def _junction(values: Iterable[bool | None], decisive: bool) -> bool | None:
    """``or`` (decisive true) or ``and`` (decisive false) in three values."""
    open_ = False
    for value in values:
        if value is decisive:
            return decisive
        open_ = open_ or value is None
    return None if open_ else not decisive


def _plainest(parts: Sequence[s.Node]) -> s.Node:
    """Of several parts each of which decides, one about facts before one about decisions."""
    return next((p for p in parts if isinstance(p, s.WordCall | s.Same | s.Attribute | s.Not)), parts[0])


@cache
def _word(name: str) -> Callable[..., Any]:
    """A word of the vocabulary as a function of the grounding and its arguments."""
    word = WORDS[name]
    names = [f"a{i}" for i in range(len(word.parameters))]
    code = f"lambda g, {', '.join(names)}: {word.python.format(*names)}"
    function: Callable[..., Any] = eval(code, {"EMPTY": (), "bool": bool})
    return function


_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
