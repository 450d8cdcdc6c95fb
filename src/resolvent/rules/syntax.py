"""The checked form of a rule: small frozen nodes, every name resolved, every expression typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

__all__ = [
    "Add",
    "And",
    "Attribute",
    "Call",
    "Choose",
    "Compare",
    "Connected",
    "Constant",
    "Definition",
    "Fail",
    "Generator",
    "If",
    "Least",
    "Node",
    "Not",
    "Nothing",
    "Or",
    "OrElse",
    "Quantifier",
    "Same",
    "SetOf",
    "Union",
    "Variable",
    "WordCall",
    "children",
    "walk",
]


@dataclass(frozen=True)
class Node:
    """Any expression; ``type`` is a sort, ``"Boolean"``, ``"count"``, ``"set of X"`` or ``"verdict"``."""

    type: str


@dataclass(frozen=True)
class Constant(Node):
    """``True``, ``False`` or a number."""

    value: bool | int


@dataclass(frozen=True)
class Variable(Node):
    """A parameter, or the variable of a generator."""

    name: str


@dataclass(frozen=True)
class Attribute(Node):
    """``m.destination``"""

    of: Node
    name: str


@dataclass(frozen=True)
class Not(Node):
    """``not x``"""

    part: Node


@dataclass(frozen=True)
class And(Node):
    """``x and y and …``"""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Or(Node):
    """``x or y or …``"""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class If(Node):
    """``x if c else y``, of Booleans, counts or verdicts"""

    condition: Node
    then: Node
    other: Node


@dataclass(frozen=True)
class Compare(Node):
    """Two counts compared; ``operator`` is one of ``< <= > >= == !=``."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Same(Node):
    """Two entities are (not) the same."""

    left: Node
    right: Node
    negated: bool


@dataclass(frozen=True)
class Add(Node):
    """The sum of two counts."""

    left: Node
    right: Node


@dataclass(frozen=True)
class Generator:
    """``for x in relation``; its filters have been moved into the body."""

    variable: str
    sort: str
    relation: Node


@dataclass(frozen=True)
class Quantifier(Node):
    """``all``, ``any`` or ``count`` of ``body`` over the generators."""

    kind: str
    generators: tuple[Generator, ...]
    body: Node


@dataclass(frozen=True)
class Least(Node):
    """``least(value for x in relation if condition)``; never of anything open"""

    value: Node
    generators: tuple[Generator, ...]
    condition: Node


@dataclass(frozen=True)
class SetOf(Node):
    """``[element for x in relation if condition]``"""

    element: Node
    generators: tuple[Generator, ...]
    condition: Node


@dataclass(frozen=True)
class Union(Node):
    """Two sets one after the other."""

    left: Node
    right: Node


@dataclass(frozen=True)
class Call(Node):
    """A definition or decision applied."""

    name: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class WordCall(Node):
    """A word of the vocabulary applied."""

    name: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class Connected(Node):
    """Convoy orders for which ``condition`` holds link the two coasts of ``move``."""

    move: Node
    generator: Generator
    condition: Node


@dataclass(frozen=True)
class Choose(Node):
    """Take the one resolution of the cycle in which ``condition`` holds."""

    condition: Node


@dataclass(frozen=True)
class Fail(Node):
    """The orders of ``members`` fail."""

    members: Node


@dataclass(frozen=True)
class Nothing(Node):
    """This rule does not speak."""


@dataclass(frozen=True)
class OrElse(Node):
    """Verdicts, the first that can be carried out."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Definition:
    """One function of a rule file; readings that say the same share it, and it equals only itself.

    Attributes:
        name: its name.
        parameters: (name, sort) pairs.
        body: the expression.
        type: what it gives.
        role: ``""`` or the decorator's name.
        label: the decorator's argument: a reason, or a status.
        doc: the docstring, which cites the rule, without the lines of `says`.
        file: the file it stands in, as shown to people.
        line: its first line there, from 1.
        source: its text.
        says: what it means in a player's words, if it is true and if it is not (`rules.sayings`).
    """

    name: str
    parameters: tuple[tuple[str, str], ...]
    body: Node
    type: str
    role: str
    label: str
    doc: str
    file: str
    line: int
    source: str
    says: tuple[tuple[bool, str], ...] = ()

    @cached_property
    def nodes(self) -> tuple[Node | Generator, ...]:
        """The expression and all its parts."""
        return tuple(walk(self.body))

    @cached_property
    def calls(self) -> frozenset[str]:
        """The names of the definitions it applies."""
        return frozenset(n.name for n in self.nodes if isinstance(n, Call))

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the vocabulary it applies."""
        return frozenset(n.name for n in self.nodes if isinstance(n, WordCall))


def children(node: Node | Generator) -> Sequence[Node | Generator]:
    """The direct parts of an expression."""
    found: list[Node | Generator] = []
    for value in vars(node).values():
        if value.__class__ is tuple:
            found += [part for part in value if isinstance(part, _PARTS)]
        elif isinstance(value, _PARTS):
            found.append(value)
    return found


def walk(node: Node | Generator) -> Sequence[Node | Generator]:
    """An expression and all its parts."""
    found = [node]
    for here in found:  # the list grows while it is walked
        found += children(here)
    return found


_PARTS = (Node, Generator)
