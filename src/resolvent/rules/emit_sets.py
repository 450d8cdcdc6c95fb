"""Writing sets and loops: which members there are, and under what condition."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from resolvent.rules import syntax as s
from resolvent.rules.cost import loops
from resolvent.rules.vocabulary import BOOLEAN, WORDS

__all__ = ["Raw", "SetWriter", "as_pairs", "negate"]


@dataclass(frozen=True)
class Raw(s.Node):
    """A piece of Python whose value may be open."""

    code: str


class SetWriter(ABC):
    """Writes the Python of one definition, line by line; this part writes sets and loops.

    Args:
        definition: the definition.
        opens: the definitions whose value may be open.
        guarded: whether orders carry guards.
    """

    def __init__(self, definition: s.Definition, opens: frozenset[str], guarded: bool) -> None:
        self.definition = definition
        self.opens = opens
        self.guarded = guarded
        self.lines: list[str] = []
        self.indent = 1
        self.fresh_number = 0

    @abstractmethod
    def boolean(self, node: s.Node, negated: bool = False) -> str:
        """Write what is needed and give an expression for the (negated) value."""

    # -- writing

    def put(self, line: str) -> None:
        self.lines.append("    " * self.indent + line)

    def fresh(self, prefix: str) -> str:
        self.fresh_number += 1
        return f"{prefix}{self.fresh_number}"

    def hold(self, code: str) -> str:
        """Name a value that is used twice."""
        if code.isidentifier() or code.isdigit():
            return code
        name = self.fresh("t")
        self.put(f"{name} = {code}")
        return name

    # -- what is known when

    def static(self, node: s.Node | s.Generator) -> bool:
        """Whether the value is a plain bool or int whatever the algebra."""
        if isinstance(node, Raw):
            return False
        if isinstance(node, s.Connected):
            return not self.guarded and self.static(node.condition) and self.static(node.generator)
        if isinstance(node, s.Call):
            return node.name not in self.opens and all(self.static(a) for a in node.arguments)
        if self.guarded and isinstance(node, s.WordCall) and WORDS[node.name].ordered:
            return False
        return all(self.static(child) for child in s.children(node))

    def inline(self, node: s.Node) -> bool:
        """Whether it can stand inside an expression: static and without a loop."""
        return self.static(node) and not loops(node)

    # -- entities

    def entity(self, node: s.Node) -> str:
        if isinstance(node, s.Variable):
            return "v_" + node.name
        if isinstance(node, s.Attribute):
            return f"{self.entity(node.of)}.{node.name}"
        raise AssertionError(f"{node} is no entity")

    def arguments(self, nodes: Sequence[s.Node]) -> str:
        return ", ".join(self.entity(node) for node in nodes)

    def word(self, node: s.WordCall) -> str:
        return WORDS[node.name].python.format(*(self.entity(a) for a in node.arguments))

    # -- sets: (code, kind); kind is "plain", "guarded" (members carry .guard) or "pairs"

    def set(self, node: s.Node, once: bool = True) -> tuple[str, str]:
        if isinstance(node, s.WordCall):
            return self.word(node), "guarded" if self.guarded and WORDS[node.name].ordered else "plain"
        if isinstance(node, s.Call):
            return (
                f"g.r_{node.name}({self.arguments(node.arguments)})",
                "pairs" if node.name in self.opens else "plain",
            )
        if isinstance(node, s.Union):
            return self.union(node, once)
        assert isinstance(node, s.SetOf)
        return self.set_of(node, once)

    def union(self, node: s.Union, once: bool) -> tuple[str, str]:
        pairs = not self.static(node) or self.definition.name in self.opens
        parts = []
        for part in (node.left, node.right):
            code, kind = self.set(part, False)
            parts.append(self.hold(as_pairs(code, kind) if pairs else code))
        code = f"[*{parts[0]}, *{parts[1]}]"
        return self.distinct(code, pairs) if once else code, "pairs" if pairs else "plain"

    def distinct(self, code: str, pairs: bool) -> str:
        """Every member once: it is a set, and sets of sets must not grow without bound."""
        return f"g.merged({code})" if pairs else f"[*{{x: None for x in {code}}}]"

    def set_of(self, node: s.SetOf, once: bool) -> tuple[str, str]:
        pairs = not self.static(node) or self.definition.name in self.opens
        found = self.fresh("s")
        self.put(f"{found} = []")
        before = self.indent
        parts = self.loops(node.generators)
        value = self.filter_and([*parts, node.condition])
        element = self.entity(node.element)
        self.put(f"{found}.append(({element}, {value}))" if pairs else f"{found}.append({element})")
        self.indent = before
        kind = "pairs" if pairs else "plain"
        only = node.generators[0]
        if not once or (len(node.generators) == 1 and node.element == s.Variable(only.sort, only.variable)):
            return found, kind
        return self.distinct(found, pairs), kind

    def loops(self, generators: Sequence[s.Generator]) -> list[s.Node]:
        """Open the loops; gives the conditions under which their members are there."""
        conditions: list[s.Node] = []
        for generator in generators:
            code, kind = self.set(generator.relation)
            variable = "v_" + generator.variable
            if kind == "pairs":
                condition = self.fresh("c")
                self.put(f"for {variable}, {condition} in {code}:")
                conditions.append(Raw(BOOLEAN, condition))
            else:
                self.put(f"for {variable} in {code}:")
                if kind == "guarded":
                    conditions.append(Raw(BOOLEAN, f"{variable}.guard"))
            self.indent += 1
        return conditions

    def filter_and(self, parts: Sequence[s.Node]) -> str:
        """Inside a loop: go on with the next member if a part is false; the conjunction otherwise."""
        return self.filter(parts, True, False)

    def filter(self, parts: Sequence[s.Node], conjunction: bool, negated: bool) -> str:
        """Inside a loop: next member once the junction is decided against counting; else its value."""
        stop, op = ("False", "AND") if conjunction else ("True", "OR")
        values: list[str] = []
        for part in flatten(parts, s.And if conjunction != negated else s.Or):
            if isinstance(part, s.Constant) and part.value is (conjunction != negated):
                continue
            if self.inline(part):
                code = self.boolean(part, negated)
                self.put(f"if {negate(code) if conjunction else code}: continue")
                continue
            value = self.hold(self.boolean(part, negated))
            self.put(f"if {value} is {stop}: continue")
            if not self.static(part):
                values.append(value)
        return self.combine(values, conjunction, op)

    def combine(self, values: Sequence[str], conjunction: bool, op: str) -> str:
        """The value of a junction none of whose parts decides it alone."""
        neutral = str(conjunction)
        if not values:
            return neutral
        if len(values) == 1:
            return values[0]
        test = " and ".join(f"{v} is {neutral}" for v in values)
        return f"({neutral} if {test} else g.algebra.{op}(({', '.join(values)})))"


def as_pairs(code: str, kind: str) -> str:
    if kind == "pairs":
        return code
    guard = "x.guard" if kind == "guarded" else "True"
    return f"[(x, {guard}) for x in {code}]"


def negate(code: str) -> str:
    return f"(not {code})"


def flatten(parts: Sequence[s.Node], junction: type[s.And] | type[s.Or]) -> list[s.Node]:
    found: list[s.Node] = []
    for part in parts:
        found += flatten(part.parts, junction) if isinstance(part, junction) else [part]
    return found
