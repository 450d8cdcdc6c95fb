"""Why an expression of the rules has the value it has: the parts of it that decide.

The checked rules are walked as they stand in the files, not as the compiler has rewritten them, with
every decision at the value it has in a resolution (or in a claim).  Of a conjunction that is false the
first false part is enough; of one that is true all parts count; and so on down to decisions and to facts
of the map and the orders.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from resolvent.explain.spans import Span, closed, compared, either, junction, number, span_of
from resolvent.logic.algebra import ThreeValued
from resolvent.resolution.grounding import Grounding
from resolvent.resolution.knot import Decision
from resolvent.rules import syntax as s
from resolvent.rules.grounded import Grounded
from resolvent.rules.vocabulary import BOOLEAN, COUNT, FARTHEST, WORDS

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
        counted: it is one of those that a number counts.
        spans: of a comparison that is decided though a number is open: least and most of either side.
    """

    kind: str
    name: str
    arguments: tuple[Any, ...]
    value: bool | int | None
    left: int | None = None
    right: int | None = None
    parts: tuple[Because, ...] = field(default=())
    counted: bool = False
    spans: tuple[Span, Span] | None = None

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
        values: the decisions; a number that rests on an open one is a span.
        full: the same with more values, to ask for numbers that are open here.
    """

    def __init__(self, grounding: Grounding, values: Values, full: Evaluator | None = None) -> None:
        context = grounding.put(ThreeValued()) if full is None else full.context
        self._set_up(grounding.reading.definitions, context, values)
        self._full = full

    @classmethod
    def over(cls, definitions: Mapping[str, s.Definition], context: Grounded) -> Evaluator:
        """For rules that know no decision: those about what was written, retreats and adjustments.

        Args:
            definitions: the rules.
            context: the rules as they were put to a position.
        """
        new = cls.__new__(cls)
        new._set_up(definitions, context, {})
        new._full = None
        return new

    def _set_up(self, definitions: Mapping[str, s.Definition], context: Grounded, values: Values) -> None:
        self.definitions = definitions
        self.values = values
        self.context = context
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
        return junction((self.value(p, scope) for p in node.parts), False)

    def _value_or(self, node: s.Or, scope: Scope) -> bool | None:
        return junction((self.value(p, scope) for p in node.parts), True)

    def _value_if(self, node: s.If, scope: Scope) -> Any:
        condition = self.value(node.condition, scope)
        if condition is None:
            then, other = self.value(node.then, scope), self.value(node.other, scope)
            return either(then, other)
        return self.value(node.then if condition else node.other, scope)

    def _value_compare(self, node: s.Compare, scope: Scope) -> bool | None:
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        return compared(node.operator, left, right)

    def _value_same(self, node: s.Same, scope: Scope) -> bool:
        same: bool = self.value(node.left, scope) == self.value(node.right, scope)
        return same != node.negated

    def _value_add(self, node: s.Add, scope: Scope) -> int | Span:
        (a, b), (c, d) = span_of(self.value(node.left, scope)), span_of(self.value(node.right, scope))
        return number(a + c, b + d)

    def _value_quantifier(self, node: s.Quantifier, scope: Scope) -> Any:
        found = [self.value(node.body, inner) for inner in self.members(node.generators, scope)]
        if node.kind == "count":
            sure = sum(1 for v in found if v)
            return number(sure, sure + found.count(None))
        return junction(found, node.kind == "any")

    def _value_least(self, node: s.Least, scope: Scope) -> int:
        return min(
            (
                self.value(node.value, inner)
                for inner in self.members(node.generators, scope)
                if self.value(node.condition, inner)
            ),
            default=FARTHEST,
        )

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
        return ThreeValued.CONNECTED(self.context.seas, move.origin, move.destination, fleets)

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
        return Because("definition", name, arguments, closed(value), parts=tuple(parts))

    def why(self, node: s.Node, scope: Scope) -> list[Because]:
        """The steps that decide the value of an expression, in the order of the rule."""
        if isinstance(node, s.Not):
            return self.why(node.part, scope)
        if isinstance(node, s.And | s.Or):
            return self._whyjunction(node.parts, isinstance(node, s.Or), scope)
        if isinstance(node, s.If):
            condition = self.value(node.condition, scope)
            branches = (
                (node.then, node.other) if condition is None else (node.then if condition else node.other,)
            )
            return [step for part in (node.condition, *branches) for step in self.why(part, scope)]
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

    def _whyjunction(self, parts: Sequence[s.Node], disjunction: bool, scope: Scope) -> list[Because]:
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
        steps = [step for inner in members for step in self.why(node.body, inner)]
        return [replace(step, counted=True) for step in steps] if node.kind == "count" else steps

    def _nobody(self, relation: s.Node, scope: Scope) -> Because:
        """A relation has no members: a fact that decides by itself."""
        if isinstance(relation, s.WordCall | s.Call):
            return Because("fact", relation.name, tuple(self.value(a, scope) for a in relation.arguments), 0)
        return Because("fact", "none", (), 0)

    def _why_compare(self, node: s.Compare, scope: Scope) -> Because:
        numbers = self.value(node.left, scope), self.value(node.right, scope)
        return Because(
            "compare",
            node.operator,
            (self._side(node.left, scope), self._side(node.right, scope)),
            compared(node.operator, *numbers),
            self._exact(node.left, numbers[0], scope),
            self._exact(node.right, numbers[1], scope),
            (*self.why(node.left, scope), *self.why(node.right, scope)),
            spans=None
            if all(isinstance(n, int) for n in numbers)
            else (span_of(numbers[0]), span_of(numbers[1])),
        )

    def _exact(self, node: s.Node, found: int | Span, scope: Scope) -> int | None:
        """A number, as it is with all that is known."""
        if isinstance(found, int):
            return found
        return self._full._exact(node, self._full.value(node, scope), scope) if self._full else None

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


def _plainest(parts: Sequence[s.Node]) -> s.Node:
    """Of several parts each of which decides, one about facts before one about decisions."""
    return next((p for p in parts if _is_plain(p)), parts[0])


def _is_plain(node: s.Node) -> bool:
    """Whether it asks one fact."""
    return (
        _is_plain(node.part)
        if isinstance(node, s.Not)
        else isinstance(node, s.WordCall | s.Same | s.Attribute)
    )


@cache
def _word(name: str) -> Callable[..., Any]:
    """A word of the vocabulary as a function of the grounding and its arguments."""
    word = WORDS[name]
    names = [f"a{i}" for i in range(len(word.parameters))]
    code = f"lambda g, {', '.join(names)}: {word.python.format(*names)}"
    function: Callable[..., Any] = eval(code, {"EMPTY": (), "bool": bool})
    return function
