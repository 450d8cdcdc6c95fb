"""From checked definitions to the Python that grounds them.

One text of Python serves every use, because it is written against an *algebra* (`AND`, `OR`, `NOT`,
`COUNT`, …): with three-valued values it settles what follows from what is known, with formulas it
builds what is left for the solver.  Constants are plain ``bool`` and ``int``; conjunctions and
quantifiers stop early; an operation of the algebra is called only for values that are neither.

Two flavours: *concrete*, where every order is given, and *guarded*, where every order carries the
condition under which it is given (orders left open).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from resolvent.rules import syntax as s
from resolvent.rules.cost import open_definitions, worth_remembering
from resolvent.rules.emit_sets import as_pairs, negate
from resolvent.rules.emit_values import ValueWriter
from resolvent.rules.vocabulary import BOOLEAN, VERDICT

__all__ = ["CONTEXT", "CONTEXTS", "emit_module"]

CONTEXT = (
    "units_at",
    "seas",
    "written_by",
    "written_for",
    "others",
    "scribbled",
    "moves_to",
    "moves_from",
    "supports_at",
    "convoys_at",
    "convoys_by",
)
"""What the grounding of a position hands to the emitted function, in this order."""

_WRITTEN = CONTEXT[:6]

CONTEXTS: dict[str, tuple[str, ...]] = {
    "judge": CONTEXT,
    "resolve": CONTEXT,
    "retreat": (*_WRITTEN, "listed", "attackers", "retreats_to"),
    "adjust": (
        *_WRITTEN,
        "units_of",
        "centres_of",
        "homes_of",
        "distances",
        "builds_by",
        "removals_by",
        "waives_by",
    ),
}
"""The same for every stage."""


def emit_module(
    definitions: Mapping[str, s.Definition], guarded: bool, context: Sequence[str] = CONTEXT
) -> str:
    """Write the Python of a reading.

    Args:
        definitions: every definition, calls resolved.
        guarded: whether orders carry guards.
        context: what the emitted class takes, by name.

    Returns:
        The text of a module with one class ``Rules(*context, algebra)``, derived from `Grounded`.
    """
    opens = open_definitions(definitions, guarded)
    applied = frozenset(name for d in definitions.values() for name in d.calls)
    costly = worth_remembering(definitions, applied)
    remembered = [name for name in definitions if name in costly]
    bodies = [
        line
        for d in definitions.values()
        for line in _emitted(d, opens & {d.name, *d.calls}, guarded, d.name in costly, d.name in applied)
    ]
    slots = [*context, "algebra", *("m_" + name for name in remembered)]
    lines = [
        "EMPTY = ()",
        "MISSING = object()",
        "class Rules(Grounded):",
        f"    __slots__ = {tuple(slots)!r}",
        f"    names = {tuple(definitions)!r}",
        f"    remembered = {tuple(remembered)!r}",
        f"    decisions = {tuple(d.name for d in definitions.values() if d.role == 'decision')!r}",
        f"    def __init__(g, {', '.join(context)}, algebra):",
        *(f"        g.{name} = {name}" for name in (*context, "algebra")),
        *(f"        g.m_{name} = {{}}" for name in remembered),
        *("    " + line for line in bodies),
    ]
    return "\n".join(lines) + "\n"


@lru_cache(maxsize=4096)  # readings share most of their definitions
def _emitted(
    definition: s.Definition, opens: frozenset[str], guarded: bool, remembers: bool, applied: bool
) -> tuple[str, ...]:
    """The lines of one definition; ``opens`` are those open of itself and of what it applies."""
    return tuple(_Function(definition, opens, guarded, remembers, applied).emit())


class _Function(ValueWriter):
    """Writes one definition as a whole."""

    def __init__(
        self,
        definition: s.Definition,
        opens: frozenset[str],
        guarded: bool,
        remembers: bool,
        applied: bool,
    ) -> None:
        super().__init__(definition, opens, guarded)
        self.remembers = remembers
        self.applied = applied

    def emit(self) -> list[str]:
        d = self.definition
        parameters = ", ".join("v_" + name for name, _ in d.parameters)
        if d.type == VERDICT:
            self.put(f"return {self.verdict(d.body)}")
        elif d.type.startswith("set of "):
            code, kind = self.set(d.body, self.applied)  # to the program repetitions do not matter
            self.put(f"return {as_pairs(code, kind) if d.name in self.opens else code}")
        elif d.type == BOOLEAN:
            self.tail(d.body)
        else:
            self.tail_count(d.body)
        name = d.name
        key = parameters if len(d.parameters) == 1 else f"({parameters})"
        if not self.remembers:
            return [f"def r_{name}(g, {parameters}):", *self.lines]
        equation = [f"def e_{name}(g, {parameters}):", *self.lines, f"def r_{name}(g, {parameters}):"]
        if d.role == "decision":
            return [
                *equation,
                f"    value = g.m_{name}.get({key})",
                "    if value is not None: return value",
                f"    if {key} in g.m_{name}: return g.algebra.unsettled()",
                f"    return g.algebra.DECIDE({name!r}, g.m_{name}, g.e_{name}, {key})",
            ]
        return [
            *equation,
            f"    value = g.m_{name}.get({key}, MISSING)",
            "    if value is MISSING:",
            f"        g.m_{name}[{key}] = value = g.e_{name}({parameters})",
            "    return value",
        ]

    # -- the whole function

    def tail(self, node: s.Node, negated: bool = False) -> None:
        """Write ``return`` of a Boolean, leaving as soon as it is known."""
        if isinstance(node, s.Not):
            self.tail(node.part, not negated)
        elif isinstance(node, s.And | s.Or) and not self.inline(node):
            self.tail_junction(node.parts, isinstance(node, s.And) != negated, negated)
        elif isinstance(node, s.If) and self.static(node.condition) and not self.inline(node):
            self.put(f"if {self.boolean(node.condition)}:")
            self.indent += 1
            self.tail(node.then, negated)
            self.indent -= 1
            self.tail(node.other, negated)
        elif isinstance(node, s.Quantifier):
            universal = (node.kind == "all") != negated
            pending = self.search(node, negated, universal, f"return {not universal}")
            if pending:
                self.put(
                    f"if {pending} is not None: return g.algebra.{'AND' if universal else 'OR'}({pending})"
                )
            self.put(f"return {universal}")
        else:
            self.put(f"return {self.boolean(node, negated)}")

    def tail_junction(self, parts: Sequence[s.Node], conjunction: bool, negated: bool) -> None:
        stop, op = ("False", "AND") if conjunction else ("True", "OR")
        values: list[str] = []
        for number, part in enumerate(parts):
            if number == len(parts) - 1 and not values:
                self.tail(part, negated)
                return
            if self.inline(part):
                code = self.boolean(part, negated)
                self.put(f"if {negate(code) if conjunction else code}: return {stop}")
                continue
            value = self.hold(self.boolean(part, negated))
            self.put(f"if {value} is {stop}: return {stop}")
            if not self.static(part):
                values.append(value)
        self.put(f"return {self.combine(values, conjunction, op)}")

    def tail_count(self, node: s.Node) -> None:
        if isinstance(node, s.If) and self.static(node.condition):
            self.put(f"if {self.boolean(node.condition)}:")
            self.indent += 1
            self.tail_count(node.then)
            self.indent -= 1
            self.tail_count(node.other)
        elif isinstance(node, s.If):
            condition = self.hold(self.boolean(node.condition))
            self.put(f"if {condition} is True:")
            self.indent += 1
            self.tail_count(node.then)
            self.indent -= 1
            self.put(f"if {condition} is False:")
            self.indent += 1
            self.tail_count(node.other)
            self.indent -= 1
            then, other = self.hold(self.count(node.then)), self.hold(self.count(node.other))
            self.put(f"return g.algebra.ITE_COUNT({condition}, {then}, {other})")
        else:
            self.put(f"return {self.count(node)}")

    # -- verdicts: tuples that the resolution reads

    def verdict(self, node: s.Node) -> str:
        if isinstance(node, s.Nothing):
            return "None"
        if isinstance(node, s.Choose):
            return f"('choose', {self.boolean(node.condition)})"
        if isinstance(node, s.Fail):
            code, kind = self.set(node.members)
            return f"('fail', {as_pairs(code, kind)})"
        if isinstance(node, s.OrElse):
            return f"('first', [{', '.join(self.hold(self.verdict(p)) for p in node.parts)}])"
        assert isinstance(node, s.If)
        result = self.fresh("t")
        condition = self.hold(self.boolean(node.condition))
        for test, branch in (("True", node.then), ("False", node.other)):
            self.put(f"if {condition} is {test}:")
            self.indent += 1
            self.put(f"{result} = {self.verdict(branch)}")
            self.indent -= 1
        self.put(f"if {condition} is not True and {condition} is not False: {result} = None")
        return result
