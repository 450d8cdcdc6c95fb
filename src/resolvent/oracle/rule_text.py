"""Expressions of the rules written out again, as they would stand in a rule file."""

from __future__ import annotations

from resolvent.rules import syntax as s

__all__ = ["written"]


def written(node: s.Node) -> str:
    """An expression as text.

    Args:
        node: a checked expression.

    Returns:
        ``"attack(m) > prevent(r)"``.
    """
    match node:
        case s.Constant(value=value):
            return str(value)
        case s.Variable(name=name):
            return name
        case s.Attribute(of=of, name=name):
            return f"{written(of)}.{name}"
        case s.Not(part=part):
            return f"not {_inner(part)}"
        case s.And(parts=parts):
            return " and ".join(map(_inner, parts))
        case s.Or(parts=parts):
            return " or ".join(map(_inner, parts))
        case s.If(condition=condition, then=then, other=other):
            return f"{_inner(then)} if {_inner(condition)} else {_inner(other)}"
        case s.Compare(operator=operator, left=left, right=right):
            return f"{_inner(left)} {operator} {_inner(right)}"
        case s.Same(left=left, right=right, negated=negated):
            return f"{_inner(left)} {'!=' if negated else '=='} {_inner(right)}"
        case s.Add(left=left, right=right) | s.Union(left=left, right=right):
            return f"{_inner(left)} + {_inner(right)}"
        case s.Quantifier(kind=kind, generators=generators, body=body):
            return f"{kind}({written(body)}{_loops(generators)})"
        case s.Least(value=value_, generators=generators, condition=condition):
            return f"least({written(value_)}{_loops(generators)} if {written(condition)})"
        case s.SetOf(element=element, generators=generators, condition=condition):
            return f"[{written(element)}{_loops(generators)} if {written(condition)}]"
        case s.Call(name=name, arguments=arguments) | s.WordCall(name=name, arguments=arguments):
            return f"{name}({', '.join(map(written, arguments))})"
        case s.Connected(move=move, generator=generator, condition=condition):
            return f"connected({written(move)}, ({written(condition)}{_loops((generator,))}))"
        case s.Choose(condition=condition):
            return f"choose({written(condition)})"
        case s.Fail(members=members):
            return f"fail({written(members)})"
        case s.OrElse(parts=parts):
            return " else ".join(map(written, parts))
    return "nothing"


def _loops(generators: tuple[s.Generator, ...]) -> str:
    return "".join(f" for {g.variable} in {written(g.relation)}" for g in generators)


def _inner(node: s.Node) -> str:
    text = written(node)
    return f"({text})" if isinstance(node, s.And | s.Or | s.If | s.Compare | s.Same | s.Not) else text
