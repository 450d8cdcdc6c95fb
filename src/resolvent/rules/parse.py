"""From the text of a rule file to its functions, each checked to be of the closed subset.

The text is read with the standard library's ``ast`` and never executed.  A file may hold a
docstring, comments and functions; a function has typed parameters, at most one decorator, a
docstring and one ``return``.
"""

from __future__ import annotations

import ast
import difflib
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from resolvent.errors import RuleError
from resolvent.rules.sayings import Says, check_sayings, split_doc
from resolvent.rules.vocabulary import DECORATORS, FORMS, SORTS, WORDS

__all__ = ["LIMITS", "Source", "Stated", "nearest", "parse_rules"]

LIMITS = {
    "files": 10,  # rule files that the rulebooks of one reading name
    "characters": 100_000,  # of a file
    "functions": 400,  # of a file
    "name": 40,  # characters of a name
    "depth": 40,  # of an expression
    "chain": 40,  # functions that apply each other one after the other
    "sum": 40,  # counts that are added up, those of the functions it applies included
    "parameters": 3,  # of a function
    "for-parts": 12,  # of a function
    "loops": 3,  # for-parts inside each other in one function
    "reach": 5,  # parameters and for-parts inside each other together
}
"""What a rule file may be at most, so that no file can exhaust time or memory."""


@dataclass(frozen=True)
class Source:
    """The text of a rule file, able to point at a place in it."""

    file: str
    text: str

    def line(self, number: int) -> str:
        """Line ``number``, from 1."""
        lines = self.text.split("\n")
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def error(self, message: str, node: ast.AST | None = None) -> RuleError:
        """The error ``message`` with a caret under ``node``, or for the file as a whole."""
        line = getattr(node, "lineno", 0)
        if not line:
            return RuleError(message, self.file)
        text = self.line(line)
        start = len(text.encode()[: getattr(node, "col_offset", 0)].decode(errors="ignore"))
        width = 1
        if isinstance(node, ast.FunctionDef) and node.name in text[start:]:
            return RuleError(message, self.file, line, text.index(node.name, start + 3), text, len(node.name))
        if getattr(node, "end_lineno", line) == line:
            end = len(text.encode()[: getattr(node, "end_col_offset", 0)].decode(errors="ignore"))
            width = max(1, end - start)
        return RuleError(message, self.file, line, start, text, width)


@dataclass(frozen=True)
class Stated:
    """A function as it stands in a file, its expression not yet typed."""

    name: str
    parameters: tuple[tuple[str, str], ...]
    expression: ast.expr
    role: str
    label: str
    redefines: bool
    doc: str
    source: Source
    node: ast.FunctionDef
    says: Says = ()

    @cached_property
    def applies(self) -> frozenset[str]:
        """The names that it applies to something: rules, and words of the language."""
        calls = (n.func for n in ast.walk(self.expression) if isinstance(n, ast.Call))
        return frozenset(name.id for name in calls if isinstance(name, ast.Name))

    @property
    def text(self) -> str:
        """The function as it is written."""
        first = min([self.node.lineno, *(d.lineno for d in self.node.decorator_list)])
        return "\n".join(self.source.text.split("\n")[first - 1 : self.node.end_lineno])


def nearest(name: str, known: Iterable[str]) -> str:
    """A clause that proposes the nearest known name, or nothing."""
    if len(name) > LIMITS["name"]:
        return ""
    close = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.6)
    return f"; did you mean '{close[0]}'?" if close else ""


def parse_rules(text: str, file: str) -> list[Stated]:
    """Read one rule file.

    Args:
        text: its text.
        file: the name shown in errors.

    Returns:
        Its functions in the order of the file.

    Raises:
        RuleError: with file, line and caret, if anything is outside the rule language.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", " ")  # lines as `ast` counts them
    source = Source(file, text)
    if len(text) > LIMITS["characters"]:
        raise source.error(f"a rule file has at most {LIMITS['characters']} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about things like a backslash, which mean nothing here
            tree = ast.parse(text)
    except SyntaxError as error:
        line, column = error.lineno or 1, max(0, (error.offset or 1) - 1)
        raise RuleError(
            f"this is not the syntax of a rule: {error.msg}", file, line, column, source.line(line)
        ) from None
    except (ValueError, RecursionError, MemoryError):
        raise source.error("this is not text that can be read as rules") from None
    body = tree.body[1:] if ast.get_docstring(tree, clean=False) is not None else tree.body
    if len(body) > LIMITS["functions"]:
        raise source.error(f"a rule file has at most {LIMITS['functions']} functions")
    found: dict[str, Stated] = {}
    for node in body:
        if not isinstance(node, ast.FunctionDef):
            raise source.error("a rule file holds functions ('def name(x: Sort): …') and nothing else", node)
        stated = _function(node, source)
        if stated.name in found:
            raise source.error(f"'{stated.name}' is defined twice in this file", node)
        found[stated.name] = stated
    return list(found.values())


def _function(node: ast.FunctionDef, source: Source) -> Stated:
    role, label, redefines = _decorator(node, source)
    if node.name in WORDS or node.name in FORMS or node.name in SORTS:
        raise source.error(f"'{node.name}' is a word of the language and cannot be defined", node)
    if node.name.startswith("_") or not node.name.isascii() or len(node.name) > LIMITS["name"]:
        raise source.error(
            f"a name begins with a letter and is written in ASCII, {LIMITS['name']} characters at most", node
        )
    if node.returns is not None:
        raise source.error("what a rule gives follows from its expression; leave out '->'", node.returns)
    statements = list(node.body)
    doc = ast.get_docstring(node)
    if doc is not None:
        statements = statements[1:]
    if not doc:
        raise source.error(f"'{node.name}' needs a docstring that cites its rule", node)
    if not all(c.isprintable() or c == "\n" for c in doc):
        raise source.error("a docstring has no control characters", node.body[0])
    if len(statements) != 1 or not isinstance(statements[0], ast.Return) or statements[0].value is None:
        raise source.error(
            f"after the docstring '{node.name}' has one 'return' of one expression and nothing else",
            statements[0] if statements else node,
        )
    _check_depth(statements[0].value, source)
    parameters = _parameters(node, source)
    prose, says = split_doc(doc)
    problem = check_sayings(prose, says, dict(parameters))
    if problem:
        raise source.error(problem, node.body[0])
    return Stated(
        node.name, parameters, statements[0].value, role, label, redefines, prose, source, node, says
    )


def _decorator(node: ast.FunctionDef, source: Source) -> tuple[str, str, bool]:
    """Role, label and whether the function redefines another."""
    if len(node.decorator_list) > 1:
        raise source.error("a function has at most one decorator", node.decorator_list[1])
    if not node.decorator_list:
        return "", "", False
    mark = node.decorator_list[0]
    name, labels = (mark.func, mark.args) if isinstance(mark, ast.Call) else (mark, [])
    word = name.id if isinstance(name, ast.Name) else ""
    if isinstance(mark, ast.Call) and mark.keywords:
        raise source.error("a decorator takes no keyword", mark)
    if word == "redefines" and not isinstance(mark, ast.Call):
        return "", "", True
    if word not in DECORATORS:
        known = [*DECORATORS, "redefines"]
        raise source.error(f"decorators are {_list('@' + k for k in known)}{nearest(word, known)}", mark)
    wants = word != "decision"
    texts = [x.value for x in labels if isinstance(x, ast.Constant) and isinstance(x.value, str)]
    if len(texts) != len(labels) or len(texts) != int(wants) or not all(t.isidentifier() for t in texts):
        raise source.error(f"'@{word}' takes {'one word in quotes' if wants else 'no argument'}", mark)
    return word, texts[0] if texts else "", False


def _parameters(node: ast.FunctionDef, source: Source) -> tuple[tuple[str, str], ...]:
    given = node.args
    if given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg or given.defaults:
        raise source.error("parameters are plain names with a sort, 'm: Move'", node)
    if not 1 <= len(given.args) <= LIMITS["parameters"]:
        raise source.error(f"a function has 1 to {LIMITS['parameters']} parameters", node)
    found: dict[str, str] = {}
    for parameter in given.args:
        sort = parameter.annotation.id if isinstance(parameter.annotation, ast.Name) else ""
        if sort not in SORTS:
            raise source.error(
                f"parameter '{parameter.arg}' needs a sort, one of {_list(SORTS)}{nearest(sort, SORTS)}",
                parameter,
            )
        check_variable(parameter.arg, parameter, source)
        found[parameter.arg] = sort
    if len(found) != len(given.args):
        raise source.error("two parameters have the same name", node)
    return tuple(found.items())


def check_variable(name: str, node: ast.AST, source: Source) -> None:
    """A variable is a short ASCII name and no word of the language.

    Raises:
        RuleError: if it is not.
    """
    if (
        name in WORDS
        or name in FORMS
        or name in SORTS
        or name.startswith("_")
        or not name.isascii()
        or len(name) > LIMITS["name"]
    ):
        raise source.error(f"'{name[:40]}' cannot be the name of a variable", node)


def _check_depth(expression: ast.expr, source: Source) -> None:
    """Refuse expressions nested too deeply, walking without recursion."""
    todo: list[tuple[ast.AST, int]] = [(expression, 1)]
    while todo:
        node, depth = todo.pop()
        if depth > LIMITS["depth"]:
            raise source.error(f"an expression nests at most {LIMITS['depth']} deep", expression)
        todo.extend((child, depth + 1) for child in ast.iter_child_nodes(node))


def _list(names: Iterable[str]) -> str:
    return ", ".join(_quote(names))


def _quote(names: Iterable[str]) -> Iterator[str]:
    return (f"'{name}'" for name in names)
