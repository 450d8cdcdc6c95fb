"""Writing Booleans and numbers: constants stay plain, the rest goes to the algebra."""

from __future__ import annotations

from collections.abc import Sequence

from resolvent.rules import syntax as s
from resolvent.rules.emit_sets import Raw, SetWriter, negate
from resolvent.rules.vocabulary import BOOLEAN, COUNT, FARTHEST

__all__ = ["ValueWriter"]

_NEGATED = {">": "<=", "<=": ">", "<": ">=", ">=": "<", "==": "!=", "!=": "=="}

_WIDEST = 8
"""Parts of a conjunction or disjunction that are put inside each other."""

_DEEPEST = 20
"""Indentations below which they no longer are."""


class ValueWriter(SetWriter):
    """The part that writes Booleans and counts."""

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
        if isinstance(node, Raw):
            return self.sign(node.code, negated, False)
        if isinstance(node, s.WordCall) and not self.static(node):
            return self.sign(self.word(node), negated, False)
        return self.plain(node, negated)

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
            return negate(code) if negated else code
        code = self.entity(node)
        return negate(code) if negated else code

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
                self.put(f"if {code if conjunction else negate(code)}:")
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
