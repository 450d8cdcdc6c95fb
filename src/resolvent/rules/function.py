"""Typing one function: from its expression as parsed to nodes that each have a sort."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from resolvent.errors import RuleError
from resolvent.rules import syntax as s
from resolvent.rules.parse import LIMITS, Stated, check_variable, nearest
from resolvent.rules.vocabulary import ATTRIBUTES, BOOLEAN, COUNT, FORMS, VERDICT, WORDS, is_a

__all__ = ["FunctionChecker", "a_sort", "gives"]

CULPRITS = "set of culprit"
"""Orders and units together: for reasons only, nothing can be asked of their members."""

_REASON_TYPES = (
    BOOLEAN,
    "set of Order",
    "set of Move",
    "set of Support",
    "set of Convoy",
    "set of Retreat",
    "set of Build",
    "set of Removal",
    "set of Waive",
    "set of Unit",
    CULPRITS,
)

ROLE_TYPES: dict[str, tuple[str, ...]] = {
    "decision": (BOOLEAN,),
    "illegal": (BOOLEAN,),
    "failure": _REASON_TYPES,
    "success": _REASON_TYPES,
    "cycle": (VERDICT,),
}
"""Decorator -> what a function with it may give."""

ROLE_SORTS: dict[str, tuple[str, ...]] = {
    "decision": ("Move", "Support", "Convoy"),
    "illegal": ("Order", "Move", "Support", "Convoy", "Retreat", "Build", "Removal", "Waive"),
    "failure": ("Move", "Support", "Convoy", "Unit", "Retreat", "Build", "Removal", "Waive"),
    "success": ("Move", "Support", "Convoy", "Unit", "Retreat", "Build", "Removal", "Waive"),
    "cycle": ("Cycle",),
}
"""Decorator -> what a function with it may be about."""

_OPERATORS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}


def gives(function: Stated, checked: Mapping[str, s.Definition]) -> str:
    """What a function gives: a decision a Boolean, even before it is typed."""
    return BOOLEAN if function.role == "decision" else checked[function.name].type


class FunctionChecker:
    """Checks one function; ``checked`` holds the definitions it applies."""

    def __init__(
        self, stated: Stated, all_stated: Mapping[str, Stated], checked: Mapping[str, s.Definition]
    ) -> None:
        self.stated = stated
        self.all = all_stated
        self.checked = checked
        self.loops = 0

    def error(self, message: str, node: ast.AST) -> RuleError:
        return self.stated.source.error(message, node)

    def definition(self) -> s.Definition:
        stated = self.stated
        about = ROLE_SORTS.get(stated.role)
        if about and (len(stated.parameters) != 1 or stated.parameters[0][1] not in about):
            raise self.error(
                f"a function under '@{stated.role}' has one parameter, {_one_of(about)}",
                stated.node,
            )
        body = self.expression(stated.expression, dict(stated.parameters))
        allowed = ROLE_TYPES.get(stated.role)
        if allowed and body.type not in allowed:
            raise self.error(
                f"'{stated.name}' must give {a_sort(allowed[0])}, this is {a_sort(body.type)}",
                stated.expression,
            )
        if body.type == VERDICT and stated.role != "cycle":
            raise self.error("only a function under '@cycle' gives a verdict", stated.expression)
        if body.type in ATTRIBUTES:
            raise self.error(
                f"a function gives a Boolean, a count or a set, this is {a_sort(body.type)}",
                stated.expression,
            )
        return s.Definition(
            stated.name,
            stated.parameters,
            body,
            body.type,
            stated.role,
            stated.label,
            stated.doc,
            stated.source.file,
            min([stated.node.lineno, *(d.lineno for d in stated.node.decorator_list)]),
            stated.text,
            stated.says,
        )

    # -- expressions

    def expression(self, node: ast.expr, scope: Mapping[str, str]) -> s.Node:
        method = getattr(self, "_" + type(node).__name__.lower(), None)
        if method is None:
            raise self.error(
                f"{_kind(node)} is not part of the rule language; see encodings/README.md for what is", node
            )
        result: s.Node = method(node, scope)
        return result

    def typed(self, node: ast.expr, scope: Mapping[str, str], want: str) -> s.Node:
        found = self.expression(node, scope)
        self.expect(found, want, node)
        return found

    def expect(self, found: s.Node, want: str, node: ast.expr) -> None:
        if found.type != want:
            raise self.error(f"this must be {a_sort(want)}, it is {a_sort(found.type)}", node)

    def _constant(self, node: ast.Constant, scope: Mapping[str, str]) -> s.Node:
        if isinstance(node.value, bool):
            return s.Constant(BOOLEAN, node.value)
        if isinstance(node.value, int) and 0 <= node.value <= 99:
            return s.Constant(COUNT, node.value)
        raise self.error("constants are True, False and the numbers 0 to 99", node)

    def _name(self, node: ast.Name, scope: Mapping[str, str]) -> s.Node:
        if node.id in scope:
            return s.Variable(scope[node.id], node.id)
        if node.id == "nothing":
            return s.Nothing(VERDICT)
        known = [*scope, *self.all, *WORDS]
        if node.id in self.all or node.id in WORDS or node.id in FORMS:
            raise self.error(f"'{node.id}' needs its arguments in parentheses", node)
        raise self.error(f"unknown name '{node.id}'{nearest(node.id, known)}", node)

    def _attribute(self, node: ast.Attribute, scope: Mapping[str, str]) -> s.Node:
        of = self.expression(node.value, scope)
        table = ATTRIBUTES.get(of.type)
        if table is None:
            raise self.error(f"{a_sort(of.type)} has no attributes", node)
        if node.attr not in table:
            have = ", ".join(table) or "none"
            raise self.error(
                f"{a_sort(of.type)} has no '{node.attr}'{nearest(node.attr, table) or '; it has: ' + have}",
                node,
            )
        return s.Attribute(table[node.attr][0], of, node.attr)

    def _boolop(self, node: ast.BoolOp, scope: Mapping[str, str]) -> s.Node:
        conjunction = isinstance(node.op, ast.And)
        first = self.expression(node.values[0], scope)
        want = BOOLEAN if conjunction or first.type != VERDICT else VERDICT
        self.expect(first, want, node.values[0])
        parts = (first, *(self.typed(value, scope, want) for value in node.values[1:]))
        if want == VERDICT:
            return s.OrElse(VERDICT, parts)
        return s.And(BOOLEAN, parts) if conjunction else s.Or(BOOLEAN, parts)

    def _unaryop(self, node: ast.UnaryOp, scope: Mapping[str, str]) -> s.Node:
        if not isinstance(node.op, ast.Not):
            raise self.error("the only operator before an expression is 'not'", node)
        return s.Not(BOOLEAN, self.typed(node.operand, scope, BOOLEAN))

    def _binop(self, node: ast.BinOp, scope: Mapping[str, str]) -> s.Node:
        if not isinstance(node.op, ast.Add):
            raise self.error("the only arithmetic is '+'", node)
        left = self.expression(node.left, scope)
        if left.type.startswith("set of "):
            right = self.expression(node.right, scope)
            if not right.type.startswith("set of "):
                raise self.error(f"this must be a set, it is {a_sort(right.type)}", node.right)
            return s.Union(left.type if left.type == right.type else CULPRITS, left, right)
        self.expect(left, COUNT, node.left)
        return s.Add(COUNT, left, self.typed(node.right, scope, COUNT))

    def _ifexp(self, node: ast.IfExp, scope: Mapping[str, str]) -> s.Node:
        condition = self.typed(node.test, scope, BOOLEAN)
        then = self.expression(node.body, scope)
        if then.type not in (BOOLEAN, COUNT, VERDICT):
            raise self.error(
                f"'if … else' chooses between Booleans, counts or verdicts, not {then.type}", node
            )
        return s.If(then.type, condition, then, self.typed(node.orelse, scope, then.type))

    def _compare(self, node: ast.Compare, scope: Mapping[str, str]) -> s.Node:
        if len(node.ops) != 1 or type(node.ops[0]) not in _OPERATORS:
            raise self.error("a comparison has two sides and one of < <= > >= == !=", node)
        operator = _OPERATORS[type(node.ops[0])]
        left = self.expression(node.left, scope)
        right = self.expression(node.comparators[0], scope)
        if left.type == COUNT and right.type == COUNT:
            return s.Compare(BOOLEAN, operator, left, right)
        if operator not in ("==", "!=") or left.type not in ATTRIBUTES or right.type not in ATTRIBUTES:
            raise self.error(
                f"cannot compare {a_sort(left.type)} with {a_sort(right.type)} by '{operator}'", node
            )
        if not (is_a(left.type, right.type) or is_a(right.type, left.type)):
            raise self.error(f"{a_sort(left.type)} is never {a_sort(right.type)}", node)
        return s.Same(BOOLEAN, left, right, operator == "!=")

    # -- sets and calls

    def _listcomp(self, node: ast.ListComp, scope: Mapping[str, str]) -> s.Node:
        generators, filters, inner = self.generators(node.generators, scope)
        element = self.expression(node.elt, inner)
        if element.type not in ATTRIBUTES:
            raise self.error(
                f"a set has orders, units, provinces or places as members, not {a_sort(element.type)}",
                node.elt,
            )
        return s.SetOf(f"set of {element.type}", element, generators, _all_of(filters))

    def generators(
        self, nodes: list[ast.comprehension], scope: Mapping[str, str]
    ) -> tuple[tuple[s.Generator, ...], list[s.Node], dict[str, str]]:
        inner = dict(scope)
        found: list[s.Generator] = []
        filters: list[s.Node] = []
        for part in nodes:
            self.loops += 1
            if (
                self.loops > LIMITS["for-parts"]
                or len(inner) >= LIMITS["reach"]
                or len(inner) - len(self.stated.parameters) >= LIMITS["loops"]
            ):
                raise self.error("too many for-parts in one function; divide it", part.iter)
            if not isinstance(part.target, ast.Name) or part.is_async:
                raise self.error("a for-part is 'for x in relation'", part.target)
            name = part.target.id
            check_variable(name, part.target, self.stated.source)
            if name in inner:
                raise self.error(f"'{name}' already means something here", part.target)
            relation = self.expression(part.iter, inner)
            if not relation.type.startswith("set of "):
                raise self.error(f"'for' runs over a relation, this is {a_sort(relation.type)}", part.iter)
            inner[name] = relation.type.removeprefix("set of ")
            found.append(s.Generator(name, inner[name], relation))
            filters += [self.typed(condition, inner, BOOLEAN) for condition in part.ifs]
        return tuple(found), filters, inner

    def _call(self, node: ast.Call, scope: Mapping[str, str]) -> s.Node:
        if not isinstance(node.func, ast.Name):
            raise self.error("only names can be applied", node)
        if node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            raise self.error("arguments are given by position", node)
        name = node.func.id
        if name in ("all", "any", "count"):
            return self.quantifier(name, node, scope)
        if name == "connected":
            return self.connected(node, scope)
        if name == "least":
            return self.least(node, scope)
        if name in ("choose", "fail"):
            return self.verdict(name, node, scope)
        if name in WORDS:
            word = WORDS[name]
            return s.WordCall(word.result, name, self.arguments(node, word.parameters, scope))
        if name in self.all:
            target = self.all[name]
            if target.role == "cycle":
                raise self.error(f"'{name}' is a cycle rule, which no other rule can apply", node.func)
            arguments = self.arguments(node, tuple(sort for _, sort in target.parameters), scope)
            return s.Call(gives(target, self.checked), name, arguments)
        known = [*self.all, *WORDS, *FORMS]
        raise self.error(f"unknown relation or rule '{name}'{nearest(name, known)}", node.func)

    def arguments(
        self, node: ast.Call, sorts: tuple[str, ...], scope: Mapping[str, str]
    ) -> tuple[s.Node, ...]:
        if len(node.args) != len(sorts):
            raise self.error(
                f"this takes {len(sorts)} argument{'s' * (len(sorts) != 1)}: {', '.join(sorts)}", node
            )
        found = tuple(self.expression(argument, scope) for argument in node.args)
        for value, sort, argument in zip(found, sorts, node.args, strict=True):
            if not is_a(value.type, sort):
                raise self.error(f"this must be {a_sort(sort)}, it is {a_sort(value.type)}", argument)
        return found

    def quantifier(self, kind: str, node: ast.Call, scope: Mapping[str, str]) -> s.Node:
        result = COUNT if kind == "count" else BOOLEAN
        if len(node.args) != 1:
            raise self.error(f"'{kind}' takes one relation, or '… for x in relation'", node)
        inside = node.args[0]
        if not isinstance(inside, ast.GeneratorExp):
            relation = self.expression(inside, scope)
            if not relation.type.startswith("set of ") or kind == "all":
                raise self.error(
                    f"'{kind}' takes {'' if kind == 'all' else 'a relation, or '}'… for x in relation'", node
                )
            generator = s.Generator("_member", relation.type.removeprefix("set of "), relation)
            return s.Quantifier(result, kind, (generator,), s.Constant(BOOLEAN, True))
        generators, filters, inner = self.generators(inside.generators, scope)
        body = self.typed(inside.elt, inner, BOOLEAN)
        if kind == "all":
            body = s.Or(BOOLEAN, (*(s.Not(BOOLEAN, f) for f in filters), body)) if filters else body
        else:
            body = _all_of([*filters, body])
        return s.Quantifier(result, kind, generators, body)

    def least(self, node: ast.Call, scope: Mapping[str, str]) -> s.Node:
        if len(node.args) != 1 or not isinstance(node.args[0], ast.GeneratorExp):
            raise self.error("write 'least(number for x in relation)'", node)
        generators, filters, inner = self.generators(node.args[0].generators, scope)
        value = self.typed(node.args[0].elt, inner, COUNT)
        return s.Least(COUNT, value, generators, _all_of(filters))

    def connected(self, node: ast.Call, scope: Mapping[str, str]) -> s.Node:
        if len(node.args) != 2 or not isinstance(node.args[1], ast.GeneratorExp):
            raise self.error("write 'connected(m, (condition for v in convoys))'", node)
        move = self.typed(node.args[0], scope, "Move")
        generators, filters, inner = self.generators(node.args[1].generators, scope)
        if len(generators) != 1 or generators[0].sort != "Convoy":
            raise self.error("'connected' runs over one relation of convoy orders", node.args[1])
        body = self.typed(node.args[1].elt, inner, BOOLEAN)
        return s.Connected(BOOLEAN, move, generators[0], _all_of([*filters, body]))

    def verdict(self, name: str, node: ast.Call, scope: Mapping[str, str]) -> s.Node:
        if len(node.args) != 1:
            raise self.error(f"'{name}' takes one argument", node)
        if name == "choose":
            return s.Choose(VERDICT, self.typed(node.args[0], scope, BOOLEAN))
        members = self.expression(node.args[0], scope)
        sort = members.type.removeprefix("set of ")
        if sort == members.type or not is_a(sort, "Order"):
            raise self.error(f"'fail' takes a set of orders, this is {a_sort(members.type)}", node.args[0])
        return s.Fail(VERDICT, members)


def _all_of(parts: list[s.Node]) -> s.Node:
    """The conjunction of any number of conditions."""
    kept = [p for p in parts if not (isinstance(p, s.Constant) and p.value is True)]
    if not kept:
        return s.Constant(BOOLEAN, True)
    return kept[0] if len(kept) == 1 else s.And(BOOLEAN, tuple(kept))


def a_sort(sort: str) -> str:
    """``"a Move"``, ``"an Order"``"""
    return f"a{'n' * (sort[0] in 'AEIO')} {sort}"  # but "a Unit"


def _one_of(sorts: tuple[str, ...]) -> str:
    *most, last = map(a_sort, sorts)
    return f"{', '.join(most)} or {last}" if most else last


def _kind(node: ast.AST) -> str:
    return {
        "Lambda": "a lambda",
        "Dict": "a dictionary",
        "Tuple": "a tuple",
        "List": "a list without 'for'",
        "Subscript": "an index",
        "NamedExpr": "an assignment",
        "JoinedStr": "a formatted text",
        "GeneratorExp": "a bare 'for' expression",
    }.get(type(node).__name__, f"'{type(node).__name__}'")
