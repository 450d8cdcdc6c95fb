"""From checked definitions to the Python that grounds them.

One text of Python serves every use, because it is written against an *algebra* (`AND`, `OR`, `NOT`,
`COUNT`, …): with three-valued values it settles what follows from what is known, with formulas it
builds what is left for the solver.  Constants are plain ``bool`` and ``int``; conjunctions and
quantifiers stop early; an operation of the algebra is called only for values that are neither.

Two flavours: *concrete*, where every order is given, and *guarded*, where every order carries the
condition under which it is given (orders left open).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from resolvent.rules import syntax as s
from resolvent.rules.passes import in_order
from resolvent.rules.vocabulary import BOOLEAN, COUNT, FARTHEST, VERDICT, WORDS

__all__ = ["CONTEXT", "CONTEXTS", "Grounded", "emit_module", "open_definitions"]

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

_NEGATED = {">": "<=", "<=": ">", "<": ">=", ">=": "<", "==": "!=", "!=": "=="}


@dataclass(frozen=True)
class _Raw(s.Node):
    """A piece of Python whose value may be open."""

    code: str


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


def _children(node: s.Node | s.Generator) -> Sequence[s.Node | s.Generator]:
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
    return any(_quantifies_orders(child) for child in _children(node))


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
    costly = _worth_remembering(definitions, applied)
    functions = [
        _Function(d, definitions, opens, guarded, d.name in costly, d.name in applied)
        for d in definitions.values()
    ]
    bodies = [line for function in functions for line in function.emit()]
    remembered = [f.definition.name for f in functions if f.remembers]
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


class Grounded:
    """The rules over one grounding in one algebra; the emitted class derives from it.

    Attributes:
        names: the definitions it has; ``rules[name]`` is the function.
        remembered: those that remember what they found.
        decisions: the decisions; their memo tables may be filled beforehand.
    """

    __slots__ = ()
    algebra: Any
    names: ClassVar[tuple[str, ...]] = ()
    remembered: ClassVar[tuple[str, ...]] = ()
    decisions: ClassVar[tuple[str, ...]] = ()

    def __getitem__(self, name: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(self, "r_" + name)
        return function

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def memo(self, name: str) -> dict[Any, Any]:
        """What a definition found so far: argument -> value."""
        table: dict[Any, Any] = getattr(self, "m_" + name)
        return table

    def memos(self) -> list[dict[Any, Any]]:
        """All memo tables."""
        return [self.memo(name) for name in self.remembered]

    def equation(self, name: str) -> Callable[..., Any]:
        """The equation of a decision, which does not look at the decision's own value."""
        function: Callable[..., Any] = getattr(self, "e_" + name)
        return function

    def merged(self, pairs: Sequence[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
        """Every member once, under the conditions it came with: (member, some of them) pairs."""
        found: dict[Any, Any] = {}
        for member, condition in pairs:
            old = found.get(member, False)
            if old is False or condition is True:
                found[member] = condition
            elif old is not True and condition is not False:
                found[member] = self.algebra.OR((old, condition))
        return list(found.items())


class _Function:
    """Writes one definition."""

    def __init__(
        self,
        definition: s.Definition,
        all_: Mapping[str, s.Definition],
        opens: frozenset[str],
        guarded: bool,
        remembers: bool,
        applied: bool,
    ) -> None:
        self.definition = definition
        self.all = all_
        self.opens = opens
        self.guarded = guarded
        self.lines: list[str] = []
        self.indent = 1
        self.remembers = remembers
        self.applied = applied
        self.fresh_number = 0

    def emit(self) -> list[str]:
        d = self.definition
        parameters = ", ".join("v_" + name for name, _ in d.parameters)
        if d.type == VERDICT:
            self.put(f"return {self.verdict(d.body)}")
        elif d.type.startswith("set of "):
            code, kind = self.set(d.body, self.applied)  # to the program repetitions do not matter
            self.put(f"return {_as_pairs(code, kind) if d.name in self.opens else code}")
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
        if isinstance(node, _Raw):
            return False
        if isinstance(node, s.Connected):
            return not self.guarded and self.static(node.condition) and self.static(node.generator)
        if isinstance(node, s.Call):
            return node.name not in self.opens and all(self.static(a) for a in node.arguments)
        if self.guarded and isinstance(node, s.WordCall) and WORDS[node.name].ordered:
            return False
        return all(self.static(child) for child in _children(node))

    def inline(self, node: s.Node) -> bool:
        """Whether it can stand inside an expression: static and without a loop."""
        return self.static(node) and not _loops(node)

    # -- entities

    def entity(self, node: s.Node) -> str:
        if isinstance(node, s.Variable):
            return "v_" + node.name
        if isinstance(node, s.Attribute):
            return f"{self.entity(node.of)}.{node.name}"
        raise AssertionError(f"{node} is no entity")

    def arguments(self, nodes: Sequence[s.Node]) -> str:
        return ", ".join(self.entity(node) for node in nodes)

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
            parts.append(self.hold(_as_pairs(code, kind) if pairs else code))
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
                conditions.append(_Raw(BOOLEAN, condition))
            else:
                self.put(f"for {variable} in {code}:")
                if kind == "guarded":
                    conditions.append(_Raw(BOOLEAN, f"{variable}.guard"))
            self.indent += 1
        return conditions

    def filter_and(self, parts: Sequence[s.Node]) -> str:
        """Inside a loop: go on with the next member if a part is false; the conjunction otherwise."""
        return self.filter(parts, True, False)

    def filter(self, parts: Sequence[s.Node], conjunction: bool, negated: bool) -> str:
        """Inside a loop: next member once the junction is decided against counting; else its value."""
        stop, op = ("False", "AND") if conjunction else ("True", "OR")
        values: list[str] = []
        for part in _flatten(parts, s.And if conjunction != negated else s.Or):
            if isinstance(part, s.Constant) and part.value is (conjunction != negated):
                continue
            if self.inline(part):
                code = self.boolean(part, negated)
                self.put(f"if {_negate(code) if conjunction else code}: continue")
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

    # -- Booleans

    def boolean(self, node: s.Node, negated: bool = False) -> str:
        """Write what is needed and give an expression for the (negated) value."""
        if isinstance(node, s.Not):
            return self.boolean(node.part, not negated)
        if isinstance(node, s.Constant):
            return str(bool(node.value) != negated)
        if isinstance(node, s.And | s.Or) and not self.inline(node):
            return self.junction(node.parts, isinstance(node, s.And) != negated, negated)
        if isinstance(node, s.If) and not self.inline(node):
            return self.conditional(node, negated)
        if isinstance(node, s.Quantifier):
            return self.quantifier(node, negated)
        if isinstance(node, s.Compare):
            return self.compare(node, negated)
        if isinstance(node, s.Connected):
            return self.sign(self.connected(node), negated, self.static(node))
        if isinstance(node, s.Call):
            code = f"g.r_{node.name}({self.arguments(node.arguments)})"
            return self.sign(code, negated, node.name not in self.opens)
        if isinstance(node, _Raw):
            return self.sign(node.code, negated, False)
        if isinstance(node, s.WordCall) and not self.static(node):
            return self.sign(self.word(node), negated, False)
        return self.plain(node, negated)

    def word(self, node: s.WordCall) -> str:
        return WORDS[node.name].python.format(*(self.entity(a) for a in node.arguments))

    def sign(self, code: str, negated: bool, static: bool) -> str:
        if not negated:
            return code
        if static:
            return f"(not {code})"
        value = self.hold(code)
        return f"({value} is False if {value} is True or {value} is False else g.algebra.NOT({value}))"

    def plain(self, node: s.Node, negated: bool) -> str:
        """A static expression without loops."""
        if isinstance(node, s.And | s.Or):
            word = " and " if isinstance(node, s.And) != negated else " or "
            return "(" + word.join(self.boolean(p, negated) for p in node.parts) + ")"
        if isinstance(node, s.If):
            then, other = self.boolean(node.then, negated), self.boolean(node.other, negated)
            return f"({then} if {self.boolean(node.condition)} else {other})"
        if isinstance(node, s.Same):
            op = "!=" if node.negated != negated else "=="
            if node.left.type != "Power":
                op = "is not" if op == "!=" else "is"
            return f"({self.entity(node.left)} {op} {self.entity(node.right)})"
        if isinstance(node, s.WordCall):
            code = self.word(node)
            return _negate(code) if negated else code
        code = self.entity(node)
        return _negate(code) if negated else code

    def junction(self, parts: Sequence[s.Node], conjunction: bool, negated: bool) -> str:
        stop, op = ("False", "AND") if conjunction else ("True", "OR")
        if len(parts) > _WIDEST or self.indent > _DEEPEST:
            return self.flat_junction(parts, conjunction, negated)
        result = self.fresh("t")
        self.put(f"{result} = {stop}")
        before = self.indent
        values: list[str] = []
        for part in parts:
            if self.inline(part):
                code = self.boolean(part, negated)
                self.put(f"if {code if conjunction else _negate(code)}:")
            else:
                value = self.hold(self.boolean(part, negated))
                self.put(f"if {value} is not {stop}:")
                if not self.static(part):
                    values.append(value)
            self.indent += 1
        self.put(f"{result} = {self.combine(values, conjunction, op)}")
        self.indent = before
        return result

    def flat_junction(self, parts: Sequence[s.Node], conjunction: bool, negated: bool) -> str:
        """The same without an indentation for each part, of which Python allows a hundred."""
        stop, op = ("False", "AND") if conjunction else ("True", "OR")
        result = self.fresh("t")
        self.put(f"{result} = {conjunction}")
        values: list[str] = []
        for part in parts:
            open_ = not self.static(part)
            if open_:
                values.append(self.fresh("t"))
                self.put(f"{values[-1]} = {conjunction}")
            self.put(f"if {result} is {conjunction}:")
            self.indent += 1
            code = self.boolean(part, negated)
            if open_:
                self.put(f"{values[-1]} = {code}")
                code = f"{values[-1]} is not {stop}" if conjunction else f"{values[-1]} is {stop}"
            self.put(f"{result} = {code}")
            self.indent -= 1
        if values:
            undecided = self.combine(values, conjunction, op)
            self.put(f"if {result} is {conjunction}: {result} = {undecided}")
        return result

    def conditional(self, node: s.If, negated: bool) -> str:
        result = self.fresh("t")
        if self.static(node.condition):
            self.put(f"if {self.boolean(node.condition)}:")
            for branch, last in ((node.then, False), (node.other, True)):
                self.indent += 1
                self.put(f"{result} = {self.value(branch, negated)}")
                self.indent -= 1
                if not last:
                    self.put("else:")
            return result
        condition = self.hold(self.boolean(node.condition))
        names = []
        for branch, skip in ((node.then, "False"), (node.other, "True")):
            name = self.fresh("t")
            names.append(name)
            self.put(f"if {condition} is not {skip}:")
            self.indent += 1
            self.put(f"{name} = {self.value(branch, negated)}")
            self.indent -= 1
        choose = "ITE_COUNT" if node.type == COUNT else "ITE"
        then, other = names
        self.put(
            f"{result} = {then} if {condition} is True else {other} if {condition} is False"
            f" else g.algebra.{choose}({condition}, {then}, {other})"
        )
        return result

    def value(self, node: s.Node, negated: bool) -> str:
        return self.count(node) if node.type == COUNT else self.boolean(node, negated)

    def quantifier(self, node: s.Quantifier, negated: bool) -> str:
        """``any`` or ``all``, to a variable."""
        result = self.fresh("t")
        universal = (node.kind == "all") != negated
        self.put(f"{result} = {universal}")
        pending = self.search(node, negated, universal, f"{result} = {not universal}; break")
        if pending:
            op = "AND" if universal else "OR"
            self.put(
                f"if {pending} is not None and {result} is {universal}: {result} = g.algebra.{op}({pending})"
            )
        return result

    def search(self, node: s.Quantifier, negated: bool, universal: bool, found: str) -> str:
        """The loop of ``any`` or ``all``; gives the name of the list of open values, if there can be any.

        Several for-parts become quantifiers inside each other.
        """
        first, rest = node.generators[0], node.generators[1:]
        body = s.Quantifier(BOOLEAN, node.kind, rest, node.body) if rest else node.body
        static = self.static(node)
        pending = "" if static else self.fresh("o")
        if pending:
            self.put(f"{pending} = None")
        before = self.indent
        conditions = self.loops([first])
        if universal:
            value = self.filter_or_guarded(conditions, body, negated)
        else:
            value = self.filter_guarded(conditions, body, negated)
        decided = "False" if universal else "True"
        if static:
            self.put(found)
        else:
            value = self.hold(value)
            self.put(f"if {value} is {decided}: {found}")
            self.put(f"if {pending} is None: {pending} = [{value}]")
            self.put(f"else: {pending}.append({value})")
        self.indent = before
        return pending

    def filter_guarded(self, conditions: Sequence[s.Node], body: s.Node, negated: bool) -> str:
        values = [self.filter(conditions, True, False)] if conditions else []
        values.append(self.filter([body], True, negated))
        return self.combine([v for v in values if v != "True"], True, "AND")

    def filter_or_guarded(self, conditions: Sequence[s.Node], body: s.Node, negated: bool) -> str:
        values = []
        for condition in conditions:  # a member that is not there does not count against "all"
            value = self.hold(self.boolean(condition))
            self.put(f"if {value} is False: continue")
            values.append(self.hold(self.sign(value, True, False)))
        values.append(self.filter([body], False, negated))
        return self.combine([v for v in values if v != "False"], False, "OR")

    def connected(self, node: s.Connected) -> str:
        found = self.fresh("s")
        self.put(f"{found} = []")
        before = self.indent
        conditions = self.loops([node.generator])
        value = self.filter_and([*conditions, node.condition])
        self.put(f"{found}.append((v_{node.generator.variable}.location, {value}))")
        self.indent = before
        move = self.entity(node.move)
        if self.static(node):
            return f"g.seas.linked({move}.origin, {move}.destination, {found})"
        return f"g.algebra.CONNECTED(g.seas, {move}.origin, {move}.destination, {found})"

    def compare(self, node: s.Compare, negated: bool) -> str:
        operator = _NEGATED[node.operator] if negated else node.operator
        left, right = self.count(node.left), self.count(node.right)
        if self.static(node):
            return f"({left} {operator} {right})"
        left, right = self.hold(left), self.hold(right)
        plain = [f"{v}.__class__ is int" for v in (left, right) if not v.isdigit()]
        open_ = {
            ">": f"g.algebra.GT({left}, {right})",
            "<": f"g.algebra.GT({right}, {left})",
            ">=": f"g.algebra.GE({left}, {right})",
            "<=": f"g.algebra.GE({right}, {left})",
            "==": f"g.algebra.EQ({left}, {right})",
            "!=": f"g.algebra.NOT(g.algebra.EQ({left}, {right}))",
        }[operator]
        return f"(({left} {operator} {right}) if {' and '.join(plain)} else {open_})"

    # -- counts

    def count(self, node: s.Node, start: int = 0) -> str:
        """Write what is needed and give an expression for the number (plus ``start``)."""
        if isinstance(node, s.Constant):
            return str(node.value + start)
        if isinstance(node, s.Quantifier):
            return self.counting(node, start)
        if isinstance(node, s.Add):
            for number, rest in ((node.left, node.right), (node.right, node.left)):
                if isinstance(number, s.Constant):
                    return self.count(rest, start + number.value)
        code = self.sum(node) if isinstance(node, s.Add) else self.other_count(node)
        if not start:
            return code
        return self.added(code, str(start), self.static(node))

    def other_count(self, node: s.Node) -> str:
        if isinstance(node, s.If):
            return self.conditional(node, False)
        if isinstance(node, s.WordCall):
            return self.word(node)
        if isinstance(node, s.Least):
            return self.least(node)
        assert isinstance(node, s.Call)
        return f"g.r_{node.name}({self.arguments(node.arguments)})"

    def least(self, node: s.Least) -> str:
        """The checker lets nothing open in here."""
        number = self.fresh("n")
        self.put(f"{number} = {FARTHEST}")
        before = self.indent
        self.loops(node.generators)
        self.filter_and([node.condition])
        value = self.hold(self.count(node.value))
        self.put(f"if {value} < {number}: {number} = {value}")
        self.indent = before
        return number

    def sum(self, node: s.Add) -> str:
        return self.added(self.hold(self.count(node.left)), self.count(node.right), self.static(node))

    def added(self, left: str, right: str, static: bool) -> str:
        if static:
            return f"({left} + {right})"
        left, right = self.hold(left), self.hold(right)
        plain = [f"{v}.__class__ is int" for v in (left, right) if not v.isdigit()]
        return f"({left} + {right} if {' and '.join(plain)} else g.algebra.ADD({left}, {right}))"

    def counting(self, node: s.Quantifier, start: int) -> str:
        number = self.fresh("n")
        self.put(f"{number} = {start}")
        static = self.static(node)
        pending = "" if static else self.fresh("o")
        if pending:
            self.put(f"{pending} = None")
        before = self.indent
        conditions = self.loops(node.generators)
        value = self.filter_and([*conditions, node.body])
        if static:
            self.put(f"{number} += 1")
        else:
            value = self.hold(value)
            self.put(f"if {value} is True: {number} += 1")
            self.put(f"elif {pending} is None: {pending} = [{value}]")
            self.put(f"else: {pending}.append({value})")
        self.indent = before
        return (
            number if static else f"({number} if {pending} is None else g.algebra.COUNT({number}, {pending}))"
        )

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
                self.put(f"if {_negate(code) if conjunction else code}: return {stop}")
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
            return f"('fail', {_as_pairs(code, kind)})"
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


def _as_pairs(code: str, kind: str) -> str:
    if kind == "pairs":
        return code
    guard = "x.guard" if kind == "guarded" else "True"
    return f"[(x, {guard}) for x in {code}]"


def _negate(code: str) -> str:
    return f"(not {code})"


def _flatten(parts: Sequence[s.Node], junction: type[s.And] | type[s.Or]) -> list[s.Node]:
    found: list[s.Node] = []
    for part in parts:
        found += _flatten(part.parts, junction) if isinstance(part, junction) else [part]
    return found


def _loops(node: s.Node | s.Generator) -> bool:
    if isinstance(node, s.Quantifier | s.SetOf | s.Connected | s.Least):
        return True
    return any(_loops(child) for child in _children(node))


def _worth_remembering(definitions: Mapping[str, s.Definition], applied: frozenset[str]) -> frozenset[str]:
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
            _loops(d.body) or not d.calls.isdisjoint(found) or weights[name] > _CHEAP
        ):
            found.add(name)
    return frozenset(found)


_CHEAP = 100
"""Steps that it may take to find a value that is not remembered."""

_WIDEST = 8
"""Parts of a conjunction or disjunction that are put inside each other."""

_DEEPEST = 20
"""Indentations below which they no longer are."""


def _weight(node: s.Node | s.Generator, weights: Mapping[str, int]) -> int:
    """Steps that an evaluation takes at most, loops not counted."""
    own = weights.get(node.name, 1) if isinstance(node, s.Call) else 1
    return own + sum(_weight(child, weights) for child in _children(node))
