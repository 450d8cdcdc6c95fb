"""Random rule text, well typed, about the orders of a movement phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from resolvent.rules.parse import LIMITS
from resolvent.rules.vocabulary import ATTRIBUTES, BOOLEAN, COUNT, WORDS, is_a
from tests.referee.builder import Choose

__all__ = ["DECISIONS", "PARAMETERS", "Writer"]

Scope = Mapping[str, str]

DECISIONS = {"succeeds": "Move", "given": "Support", "carries": "Convoy"}
PARAMETERS = ("Move", "Support", "Convoy", "Unit", "Province")
MEMBERS = (*PARAMETERS, "Place")
RELATIONS = {
    "Unit": ("units_at",),
    "Move": ("moves_to", "moves_from"),
    "Support": ("supports_at",),
    "Convoy": ("convoys_at", "convoys_by"),
    "Place": ("coasts",),
    "Province": (),
}
FACTS = ("borders", "reaches", "at_sea", "split", "coastless", "sea_route", "on_convoy_route")
SOURCES = tuple(sort for sort in MEMBERS if RELATIONS[sort])
MOST_FOR_PARTS = 8


class Signature(NamedTuple):
    """What a function takes and gives."""

    sorts: tuple[str, ...]
    result: str


class Writer:
    """Writes functions one after the other; each may apply those before it, and the decisions.

    Args:
        choose: picks one element of a sequence.
    """

    def __init__(self, choose: Choose) -> None:
        self.choose = choose
        self.known = {name: Signature((sort,), BOOLEAN) for name, sort in DECISIONS.items()}
        self.text: list[str] = []
        self.parameters = 0
        self.for_parts = 0
        self.number = 0

    def file(self, functions: int, depth: int, equations: bool) -> str:
        """A file: ``functions`` helpers, and the three decisions, with equations or always true."""
        for number in range(functions):
            result = self.choose((BOOLEAN, COUNT, *(f"set of {sort}" for sort in MEMBERS)))
            sorts = tuple(self.choose(PARAMETERS) for _ in range(self.choose((1, 1, 2))))
            self.function(f"f{number}", sorts, result, depth)
        for name, sort in DECISIONS.items():
            self.function(name, (sort,), BOOLEAN, depth if equations else -1, "@decision\n")
        return "\n".join(self.text)

    def function(self, name: str, sorts: Sequence[str], result: str, depth: int, decorator: str = "") -> None:
        """Add one function; with a depth below zero it is always true."""
        scope = {f"x{i}": sort for i, sort in enumerate(sorts)}
        self.parameters, self.for_parts, self.number = len(scope), 0, len(scope)
        body = "True" if depth < 0 else self.expression(result, depth, scope)
        shown = ", ".join(f"{x}: {sort}" for x, sort in scope.items())
        self.text.append(f'{decorator}def {name}({shown}):\n    """Random."""\n    return {body}\n')
        self.known[name] = Signature(tuple(sorts), result)

    def expression(self, type_: str, depth: int, scope: Scope) -> str:
        """An expression of a type."""
        if type_ == BOOLEAN:
            return self.boolean(depth, scope)
        if type_ == COUNT:
            return self.count(depth, scope)
        return self.set(type_.removeprefix("set of "), depth, scope)

    # -- entities

    @staticmethod
    def paths(sort: str, scope: Scope) -> list[str]:
        """All ways to name something of a sort, over at most two attributes."""
        found = []
        for x, s in scope.items():
            if is_a(s, sort):
                found.append(x)
            for a, (of, _) in ATTRIBUTES.get(s, {}).items():
                if is_a(of, sort):
                    found.append(f"{x}.{a}")
                found += [f"{x}.{a}.{b}" for b, (t, _) in ATTRIBUTES.get(of, {}).items() if is_a(t, sort)]
        return found

    def applied(self, name: str, sorts: Sequence[str], scope: Scope) -> str | None:
        """A function or word applied to something at hand, if there is something for each parameter."""
        options = [self.paths(sort, scope) for sort in sorts]
        if not all(options):
            return None
        return f"{name}({', '.join(self.choose(o) for o in options)})"

    def functions(self, result: str, scope: Scope) -> list[str]:
        """Applications of all functions that give a type."""
        found = [self.applied(n, s.sorts, scope) for n, s in self.known.items() if s.result == result]
        return [f for f in found if f is not None]

    # -- Booleans

    def boolean(self, depth: int, scope: Scope) -> str:
        """A condition."""
        if depth <= 0:
            return self.fact(scope)
        kinds = ["not", "and", "or", "if", "compare", "same", "any of", "fact", "decision", "decision"]
        if self.may_loop(scope):
            kinds += ["any", "all", "any", "all", "connected", "decided"]
        kind = self.choose(kinds)
        if kind == "not":
            return f"not {self.boolean(depth - 1, scope)}"
        if kind in ("and", "or"):
            parts = [self.boolean(depth - 1, scope) for _ in range(self.choose((2, 3)))]
            return "(" + f" {kind} ".join(parts) + ")"
        if kind == "if":
            return self.conditional(BOOLEAN, depth, scope)
        if kind == "compare":
            operator = self.choose(("<", "<=", ">", ">=", "==", "!="))
            return f"({self.count(depth - 1, scope)} {operator} {self.count(depth - 1, scope)})"
        if kind in ("any", "all"):
            return f"{kind}({self.comprehension('', depth, scope)})"
        if kind == "decided":
            return self.decided(scope)
        if kind == "any of":
            return f"any({self.set(self.choose(self.members(scope)), depth - 1, scope)})"
        if kind == "connected":
            return self.connected(depth, scope)
        if kind == "same":
            return self.same(scope)
        options = self.functions(BOOLEAN, scope) if kind == "decision" else []
        return self.choose(options) if options else self.fact(scope)

    def conditional(self, type_: str, depth: int, scope: Scope) -> str:
        """``a if c else b``"""
        then, other = (self.expression(type_, depth - 1, scope) for _ in range(2))
        return f"({then} if {self.boolean(depth - 1, scope)} else {other})"

    def decided(self, scope: Scope) -> str:
        """Some, or all, of the orders somewhere: what a decision says of them."""
        name, sort = self.choose(list(DECISIONS.items()))
        self.for_parts += 1
        x = self.variable()
        relation = self.set(sort, 0, scope)
        return f"{self.choose(('any', 'all'))}({self.choose(('', 'not '))}{name}({x}) for {x} in {relation})"

    def connected(self, depth: int, scope: Scope) -> str:
        """Reachability of a move at hand, if there is one."""
        moves = self.paths("Move", scope)
        if not moves:
            return self.fact(scope)
        move = self.choose(moves)
        self.for_parts += 1
        x = self.variable()
        inner = {**scope, x: "Convoy"}
        body = self.choose((f"carries({x})", f"{x}.destination == {move}.destination", ""))
        body = body or self.boolean(depth - 1, inner)
        return f"connected({move}, ({body} for {x} in convoys_at({move}.origin)))"

    def same(self, scope: Scope) -> str:
        """Two entities compared."""
        sort = self.choose([s for s in ATTRIBUTES if s != "Order" and self.paths(s, scope)])
        ways = self.paths(sort, scope)
        left, right = self.choose(ways), self.choose(ways)
        return f"{left} {self.choose(('==', '!='))} {right}"

    def fact(self, scope: Scope) -> str:
        """Something without parts."""
        kind = self.choose(("constant", "attribute", "word", "function", "same"))
        options: Sequence[str | None] = ()
        if kind == "attribute":
            options = self.paths(BOOLEAN, scope)
        elif kind == "word":
            options = [self.applied(name, WORDS[name].parameters, scope) for name in FACTS]
        elif kind == "function":
            options = self.functions(BOOLEAN, scope)
        elif kind == "same":
            return self.same(scope)
        usable = [o for o in options if o is not None]
        return self.choose(usable) if usable else self.choose(("True", "False"))

    # -- counts

    def count(self, depth: int, scope: Scope) -> str:
        """A number."""
        kinds = ["constant", "function"]
        if depth > 0:
            kinds += ["+", "if", "count of"]
            if self.may_loop(scope):
                kinds += ["count"] * 3 + ["least"]
        kind = self.choose(kinds)
        if kind == "+":
            return f"({self.count(depth - 1, scope)} + {self.count(depth - 1, scope)})"
        if kind == "if":
            return self.conditional(COUNT, depth, scope)
        if kind == "least":
            return self.least(scope)
        if kind == "count of":
            return f"count({self.set(self.choose(self.members(scope)), depth - 1, scope)})"
        if kind == "count":
            return f"count({self.comprehension('', depth, scope)})"
        options = self.functions(COUNT, scope) if kind == "function" else []
        return self.choose(options) if options else self.choose(("0", "1", "2"))

    def least(self, scope: Scope) -> str:
        """The least of some numbers that depend on the units alone."""
        self.for_parts += 1
        relation = self.applied("units_at", ("Province",), scope)
        x = self.variable()
        inner = {**scope, x: "Unit"}
        word = self.choose(("coasts", "units_at"))
        number = self.choose(("1", f"count({self.applied(word, ('Province',), inner)})"))
        condition = self.choose(("", f" if {self.choose(self.paths(BOOLEAN, inner))}"))
        return f"least({number} for {x} in {relation}{condition})"

    # -- sets

    def set(self, sort: str, depth: int, scope: Scope) -> str:
        """A set of entities of a sort."""
        words = [self.applied(name, WORDS[name].parameters, scope) for name in RELATIONS[sort]]
        simple = [w for w in words if w is not None] + self.functions(f"set of {sort}", scope)
        kinds = ["simple"] * 2 if simple else []
        if depth > 0 and (simple or self.may_loop(scope)):
            kinds.append("+")
        if self.may_loop(scope) or not kinds:
            kinds.append("comprehension")
        kind = self.choose(kinds)
        if kind == "simple":
            return self.choose(simple)
        if kind == "+":
            return f"({self.set(sort, depth - 1, scope)} + {self.set(sort, depth - 1, scope)})"
        return f"[{self.comprehension(sort, depth, scope)}]"

    def variable(self) -> str:
        """A new variable."""
        self.number += 1
        return f"x{self.number}"

    def members(self, scope: Scope) -> Sequence[str]:
        """The sorts of which a set can be written here."""
        return MEMBERS if self.may_loop(scope) else SOURCES

    def may_loop(self, scope: Scope) -> bool:
        """Whether another for-part fits into the limits."""
        nested = len(scope) - self.parameters
        return self.for_parts < MOST_FOR_PARTS and nested < LIMITS["loops"] and len(scope) < LIMITS["reach"]

    def comprehension(self, sort: str, depth: int, scope: Scope) -> str:
        """``… for x in relation``: entities of a sort, or a condition if the sort is empty."""
        inner = dict(scope)
        parts: list[str] = []
        for _ in range(self.choose((1, 1, 1, 2))):
            if parts and not self.may_loop(inner):
                break
            member = self.choose([s for s in SOURCES if parts or not sort or self.paths(sort, {"x": s})])
            self.for_parts += 1  # before what it runs over, which may have for-parts of its own
            relation = self.set(member, depth - 1 if self.may_loop(inner) else 0, inner)
            x = self.variable()
            inner[x] = member
            condition = f" if {self.boolean(depth - 1, inner)}" if self.choose((True, False)) else ""
            parts.append(f"for {x} in {relation}{condition}")
        if not sort:
            return f"{self.boolean(depth - 1, inner)} {' '.join(parts)}"
        return f"{self.choose(self.paths(sort, inner))} {' '.join(parts)}"
