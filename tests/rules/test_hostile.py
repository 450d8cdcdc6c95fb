"""A rule file from a stranger never runs code, never loops, and never exhausts memory.

Whatever it holds, it is either refused with a `RuleError`, or it compiles and the orders are adjudicated
as its text says, in a second or two.
"""

from __future__ import annotations

import ast
import itertools
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from resolvent import Outcome, Reading, Resolution, RuleError, adjudicate, load_reading
from resolvent.rules.encodings import encodings
from resolvent.rules.parse import LIMITS, parse_rules
from tests.referee.geography import geography
from tests.referee.positions import random_position, to_phase

SECONDS = 4.0
"""Processor time that anything may take on a slow machine; most of it takes a tenth."""

LONG = LIMITS["chain"] - 14
"""Functions in a row that leave room for those of the base files that apply them."""

NEVER = "a.unit.army and a.unit.fleet"
SEEDS = (1, 4, 12, 14, 21, 42)


@contextmanager
def soon() -> Iterator[None]:
    """What is done in here takes little time."""
    start = time.process_time()
    yield
    assert time.process_time() - start < SECONDS


def function(name: str, expression: str, parameters: str = "a: Move", decorator: str = "") -> str:
    """The text of a function."""
    return f'{decorator}\ndef {name}({parameters}):\n    """Hostile."""\n    return {expression}\n'


def spares(expression: str) -> str:
    """The rule that is asked about every attack on a supporter, with a new expression."""
    return function("spared", expression, "a: Move, s: Support", "@redefines")


@cache
def phases() -> tuple[tuple[dict[str, Any], dict[str, Any]], ...]:
    """Some phases and their resolutions, with paradoxes and circular movement among them."""
    found = [to_phase(random_position(random.Random(seed), 9)) for seed in SEEDS]
    return tuple((phase, said(adjudicate(phase))) for phase in found)


def said(resolution: Resolution) -> dict[str, Any]:
    """A resolution without the name of the reading."""
    return {**resolution.to_dict(), "rules": ""}


def check_harmless(folder: Path, text: str | bytes) -> None:
    """A file loads, and the orders are adjudicated as without it."""
    expected = phases()
    with soon():
        reading = load(folder, text)
        for phase, resolution in expected:
            assert said(adjudicate(phase, reading)) == resolution


def check_refused(folder: Path, text: str | bytes, message: str = "") -> None:
    """A file is refused, and quickly."""
    with soon(), pytest.raises(RuleError) as caught:
        load(folder, text)
    assert message in caught.value.message


def load(folder: Path, text: str | bytes) -> Reading:
    """The reading with one rule file of a stranger."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    (folder / "own.rules").write_bytes(data)
    (folder / "own.toml").write_text('rules = ["own.rules"]\n', "utf-8")
    return load_reading(str(folder / "own.toml"))


def chain(first: str, following: str, length: int = LONG, **more: str) -> str:
    """Functions f0, f1, …, each from the one before: ``{0}`` in the text is the name of that."""
    text = [function("f0", first, **more)]
    text += [function(f"f{i}", following.format(f"f{i - 1}"), **more) for i in range(1, length)]
    return "\n".join(text)


LAST = f"f{LONG - 1}"
TALL: dict[str, str] = {
    "or": chain(NEVER, "{0}(a) or {0}(a)") + spares(f"{LAST}(a)"),
    "and": chain("a.unit.army or a.unit.fleet", "{0}(a) and {0}(a)") + spares(f"not {LAST}(a)"),
    "or-of-decisions": chain("succeeds(a) and not succeeds(a)", "{0}(a) or {0}(a)") + spares(f"{LAST}(a)"),
    "or-of-loops": chain(f"any({NEVER} for x in moves_to(a.origin))", "{0}(a) or {0}(a)")
    + spares(f"{LAST}(a)"),
    "if": chain(NEVER, "{0}(a) if {0}(a) else {0}(a)") + spares(f"{LAST}(a)"),
    "objections": chain(NEVER, "{0}(a) or {0}(a)", decorator='@illegal("slip")'),
    "reasons": chain(NEVER, "{0}(a) or {0}(a)", decorator='@failure("other")'),
    "unions": chain("moves_to(a.origin)", "{0}(a) + {0}(a)") + spares(f"count({LAST}(a)) > 90"),
    "unions-of-open": chain("[x for x in moves_to(a.origin) if succeeds(x)]", "{0}(a) + {0}(a)")
    + spares(f"count({LAST}(a)) > 90"),
    "open-halves": chain(
        "moves_to(a.destination)", "[x for x in {0}(a) if succeeds(x)] + [x for x in {0}(a) if path(x)]"
    )
    + spares(f"count({LAST}(a)) > 90"),
    "squares": chain("moves_to(a.destination)", "[x for x in {0}(a) for y in {0}(a)]")
    + spares(f"count({LAST}(a)) > 90"),
    "cubes-of-open": chain(
        "[x for x in moves_to(a.destination) if succeeds(x)]",
        "[x for x in {0}(a) for y in {0}(a) for z in {0}(a)]",
    )
    + spares(f"count({LAST}(a)) > 90"),
    "long-and-cheap": "".join(
        function(f"f{i}", " or ".join([f"f{i - 1}(a)" if i else f"({NEVER} and a.via)"] * 500))
        for i in range(6)
    )
    + spares("f5(a)"),
}
"""Texts whose evaluation, naively done, takes longer than the world has been there."""


@pytest.mark.parametrize("name", TALL)
def test_tall(name: str, tmp_path: Path) -> None:
    check_harmless(tmp_path, TALL[name])


def test_long_way_from_decision_to_decision(tmp_path: Path) -> None:
    """Units in a row, each going where the next is, and as many calls as allowed from one to the next."""
    hold = parse_rules((encodings() / "movement.rules").read_text("utf-8"), "movement.rules")
    body = next(ast.unparse(stated.expression) for stated in hold if stated.name == "hold")
    text = chain(body, "{0}(p)", parameters="p: Province")
    row = way(34)
    units = {"FRANCE": [f"A {p}" for p in row[:-1]]}
    orders = {"FRANCE": [f"A {a} - {b}" for a, b in itertools.pairwise(row)]}
    reading = load(tmp_path, text + function("hold", f"{LAST}(p)", "p: Province", "@redefines"))
    with soon():
        found = adjudicate({"units": units, "orders": orders}, reading)
    assert {o.outcome for o in found.orders} == {Outcome.SUCCEEDS}


def way(length: int) -> list[str]:
    """Provinces each of which an army can reach from the one before."""
    land = geography().land
    todo = [[start] for start in sorted(land)]
    while todo:
        row = todo.pop()
        if len(row) == length:
            return row
        todo += [[*row, p] for p in sorted(land[row[-1]]) if p not in row]
    raise AssertionError("the map is too small")


class TestTooTall:
    """What the limits refuse."""

    def test_chain(self, tmp_path: Path) -> None:
        text = chain(NEVER, "{0}(a) or {0}(a)", LIMITS["functions"])
        check_refused(tmp_path, text, "begins a chain of more than 40 functions")

    def test_sums(self, tmp_path: Path) -> None:
        text = chain("count(given(s) for s in supports_at(a.origin))", "{0}(a) + {0}(a)")
        check_refused(tmp_path, text, "adds up more than 40 counts")

    def test_loops(self, tmp_path: Path) -> None:
        """No more than three loops inside each other, wherever they stand."""
        expression = "x7.via"
        for i in range(7, 0, -1):
            expression = f"any({expression} for x{i} in moves_to(a.origin))"
        check_refused(tmp_path, function("own", expression), "too many for-parts")

    def test_many_functions(self, tmp_path: Path) -> None:
        text = "\n".join(function(f"f{i}", NEVER) for i in range(1500))
        check_refused(tmp_path, text[: LIMITS["characters"]])
        check_refused(tmp_path, text)

    def test_many_files(self, tmp_path: Path) -> None:
        """As much as the limits allow."""
        for file in range(LIMITS["files"]):
            text = "\n".join(function(f"f{file}x{i}", NEVER) for i in range(LIMITS["functions"]))
            (tmp_path / f"{file}.rules").write_text(text, "utf-8")
        names = ", ".join(f'"{i}.rules"' for i in range(LIMITS["files"]))
        (tmp_path / "own.toml").write_text(f"rules = [{names}]\n", "utf-8")
        with soon():
            assert len(load_reading(str(tmp_path / "own.toml")).definitions) > 4000


BIG: dict[str, str] = {
    "flat-or": spares(" or ".join(["(a.via and not a.via)"] * 3500)),
    "flat-or-of-calls": spares(" or ".join(["(succeeds(a) and not succeeds(a))"] * 2400)),
    "flat-condition": function("f", f"1 if {' or '.join(['succeeds(a)'] * 3000)} else 1")
    + spares("f(a) > 1"),
    "additions": spares(f"count(moves_to(a.origin)) > 98{' + 1' * 37}"),
    "left-heavy": spares(
        "(" * 17
        + "a.via and not a.via"
        + "".join(f" {('and', 'or')[i % 2]} a.via and not a.via)" for i in range(17))
    ),
    "whole-file": spares("any(succeeds(x) and not succeeds(x) for x in moves_to(a.origin))")
    + "\n".join(
        function(f"f{i}", " and ".join(["any(succeeds(x) for x in moves_to(a.origin))"] * 3))
        for i in range(390)
    ),
}


def nested(levels: int, most: int) -> str:
    """Conjunctions in disjunctions in conjunctions …, each part needing statements of its own."""
    text = "any(succeeds(x) for x in moves_to(a.origin))"
    for i in range(levels):
        word = ("and", "or")[i % 2]
        part = f"any(moves_{('to', 'from')[i % 2]}(a.destination))"
        text = f"({f' {word} '.join([part] * most)} {word} {text})"
    return text


@pytest.mark.parametrize("name", BIG)
def test_big(name: str, tmp_path: Path) -> None:
    check_harmless(tmp_path, BIG[name])


@pytest.mark.parametrize(("levels", "most"), [(30, 1), (30, 3), (26, 9), (6, 40), (2, 300)])
def test_deep(levels: int, most: int, tmp_path: Path) -> None:
    """Python allows a hundred indentations and twenty blocks inside each other."""
    text = function("f", f"1 if {nested(levels, most)} else 1") + spares("f(a) > 1")
    check_harmless(tmp_path, text)


DEEP: dict[str, str] = {
    "parentheses": "(" * 150 + "a.via" + ")" * 150,
    "not": "not " * 20_000 + "a.via",
    "minus": "-" * 90_000 + "1",
    "brackets": "[" * 90 + "a" + "]" * 90,
    "unclosed": "(" * 50_000,
    "attributes": "a" + ".unit" * 15_000,
    "calls": "not(" * 150 + "a.via" + ")" * 150,
    "conditions": "1 if a.via else " * 6_000 + "1",
    "additions": "1" + "+1" * 40_000,
    "comparisons": "1" + "<1" * 40_000,
    "powers": "9**" * 30_000 + "9",
    "digits": "9" * 90_000,
    "hexadecimal": "0x" + "f" * 90_000,
    "strings": "'' " * 30_000,
    "formatted": "f'{" * 150 + "a" + "}'" * 150,
    "lambdas": "lambda: " * 10_000 + "a",
}


@pytest.mark.parametrize("name", DEEP)
def test_too_deep(name: str, tmp_path: Path) -> None:
    text = function("own", DEEP[name])
    if name == "parentheses":  # they leave no trace in what is read
        check_harmless(tmp_path, text)
    else:
        check_refused(tmp_path, text)


class TestCode:
    """Nothing of a rule file is ever run."""

    EXPRESSIONS = (
        "{run}",
        "a.via and {run}",
        "any({run} for x in moves_to(a.origin))",
        "[x for x in {run}]",
        "any(x.via for x in moves_to(a.origin) if {run})",
        "(lambda: {run})()",
        "f'{{{run}}}'",
        "(y := {run})",
        "borders(a.unit, {run})",
        "a.__class__.__mro__[1].__subclasses__()",
        "a.unit.__init__.__globals__",
        "a.written",
        "moves_to.__self__",
        "path.__globals__['__builtins__']",
        "().__class__",
        "g.algebra",
        "algebra",
        "MISSING",
        "EMPTY",
        "Grounded",
        "__builtins__",
        "object()",
        "int(1)",
        "bool(a)",
        "open('/etc/passwd')",
        "print(a)",
        "[*moves_to(a.origin)]",
        "(yield)",
        "(await a)",
    )
    FILES = (
        "import os\n{run}\n",
        "from os import *\n",
        "{run}\n",
        "x = {run}\n",
        "if True: {run}\n",
        "class A:\n    x = {run}\n",
        "@{run}\n" + function("own", "True"),
        "@illegal({run})\n" + function("own", "True").lstrip(),
        "@illegal('slip', {run})\n" + function("own", "True").lstrip(),
        "@illegal(*{run})\n" + function("own", "True").lstrip(),
        function("own", "True", "a: {run}"),
        function("own", "True", "a: Move = {run}"),
        function("own", "True", "a: Move, *b: {run}"),
        "def own(a: Move) -> {run}:\n    'Own.'\n    return True\n",
        "def own(a: Move):\n    f'{{{run}}}'\n    return True\n",
        "def own(a: Move):\n    'Own.'\n    {run}\n    return True\n",
        "def own(a: Move):\n    'Own.'\n    return True; {run}\n",
        "async def own(a: Move):\n    'Own.'\n    return {run}\n",
        "lambda: {run}\n",
        "'''Doc.'''; {run}\n",
    )

    @pytest.mark.parametrize("expression", EXPRESSIONS)
    def test_expressions(self, expression: str, tmp_path: Path) -> None:
        self.check(function("own", expression), tmp_path)

    @pytest.mark.parametrize("text", FILES)
    def test_files(self, text: str, tmp_path: Path) -> None:
        self.check(text, tmp_path)

    def check(self, text: str, folder: Path) -> None:
        trace = folder / "trace"
        run = f"__import__('pathlib').Path({str(trace)!r}).touch()"
        check_refused(folder, text.replace("{run}", run).replace("{{", "{").replace("}}", "}"))
        assert not trace.exists()


WORDS_OF_PYTHON = (
    "memos", "algebra", "AND", "OR", "NOT", "ITE", "COUNT", "DECIDE", "make", "EMPTY", "MISSING",
    "int", "bool", "object", "Rules", "Grounded", "g", "names", "remembered", "decisions", "memo",
    "equation", "merged", "self", "value", "x", "key", "r_spared", "e_spared", "m_spared", "v_a",
    "t1", "t2", "o1", "o2", "s1", "c1", "n1", "print", "exec", "eval", "type", "match", "case",
    "super", "property", "seas", "member",
)  # fmt: skip


class TestNames:
    """Names that the emitted Python uses, or that Python knows, are names as any other."""

    def test_functions(self, tmp_path: Path) -> None:
        never = "any(succeeds(o) and not succeeds(o) for o in moves_to(a.origin))"
        text = "".join(function(name, never) for name in WORDS_OF_PYTHON)
        check_harmless(tmp_path, text + spares(" or ".join(f"{name}(a)" for name in WORDS_OF_PYTHON)))

    def test_parameters(self, tmp_path: Path) -> None:
        """A parameter is not overwritten by what the emitted Python puts aside."""
        text = "".join(
            function(
                f"f{i}",
                f"any(moves_to({name}.origin)) and not any(succeeds({name}) or not succeeds({name}) "
                f"for other in moves_to({name}.origin)) and any({name}.via or not {name}.via "
                f"for other in moves_from({name}.origin))",
                f"{name}: Move",
            )
            for i, name in enumerate(WORDS_OF_PYTHON)
        )
        check_harmless(
            tmp_path, text + spares(" or ".join(f"f{i}(a)" for i, _ in enumerate(WORDS_OF_PYTHON)))
        )

    def test_loop_variables(self, tmp_path: Path) -> None:
        text = "".join(
            function(
                f"f{i}",
                f"count([{name} for {name} in moves_to(p) if succeeds({name})] + moves_from(p)) > 90 "
                f"and all({name}.power == {name}.unit.power for {name} in supports_at(p) if given({name}))",
                "p: Province",
            )
            for i, name in enumerate(WORDS_OF_PYTHON)
        )
        check_harmless(
            tmp_path, text + spares(" or ".join(f"f{i}(a.origin)" for i, _ in enumerate(WORDS_OF_PYTHON)))
        )


class TestText:
    """Odd characters and line ends."""

    GOOD = function("own", NEVER) + spares("own(a) and any(units_at(a.origin))")

    @pytest.mark.parametrize("end", ["\r\n", "\r"])
    def test_line_ends(self, end: str, tmp_path: Path) -> None:
        check_harmless(tmp_path, self.GOOD.replace("\n", end))

    def test_tabs(self, tmp_path: Path) -> None:
        check_harmless(tmp_path, self.GOOD.replace("    ", "\t"))

    def test_byte_order_mark(self, tmp_path: Path) -> None:
        check_harmless(tmp_path, "\ufeff" + self.GOOD)
        check_refused(tmp_path, "\ufeff\ufeff" + self.GOOD)

    def test_no_newline_and_none_at_all(self, tmp_path: Path) -> None:
        check_harmless(tmp_path, self.GOOD.rstrip())
        check_harmless(tmp_path, "")
        check_harmless(tmp_path, "\n\n# nothing\n")

    def test_coding_cookie(self, tmp_path: Path) -> None:
        check_harmless(tmp_path, "# -*- coding: latin-1 -*-\n# é\n" + self.GOOD)

    def test_odd_escapes(self, tmp_path: Path) -> None:
        """Nothing is said about a backslash that Python would warn of."""
        check_harmless(tmp_path, self.GOOD.replace("Hostile.", "Hostile \\d."))

    @pytest.mark.parametrize(
        "text",
        [
            "\0",
            GOOD + "\0",
            GOOD.replace("own", "o\0wn"),
            GOOD.replace("own", "öwn"),
            GOOD.replace("a.unit", "а.unit"),  # a Cyrillic letter
            GOOD.replace("return", "return\u00a0"),
            GOOD.replace("own", "o\u200bwn"),
            GOOD.replace("Hostile.", "\\x00"),
            GOOD.replace("Hostile.", "\\ud800"),
            GOOD.replace("Hostile.", "\u202eHostile"),
            GOOD.encode() + b"\xff",
            GOOD.encode("utf-16"),
            GOOD.encode() + b"# \xed\xa0\x80",
        ],
        ids=repr,
    )
    def test_refused(self, text: str | bytes, tmp_path: Path) -> None:
        check_refused(tmp_path, text)

    def test_other_forms_of_a_letter(self, tmp_path: Path) -> None:
        """Python takes them for the letter itself, and so does a rule."""
        check_harmless(tmp_path, self.GOOD.replace("own(a) and", "\uff4fwn(a) and"))

    @pytest.mark.parametrize("text", ["\ud800", "'\ud800'", "# \udcff", "def f(\ud800): pass"])
    def test_surrogates(self, text: str) -> None:
        with pytest.raises(RuleError):
            parse_rules(text, "test.rules")

    def test_noise(self) -> None:
        """Damaged rule files are refused, or are rule files still; nothing else happens."""
        rng = random.Random(7)
        functions = [f + "\n" for f in (encodings() / "movement.rules").read_text("utf-8").split("\n\n")[1:]]
        letters = "()[]{}:,.=<>'\"\\@#\n\t \0azé0"
        done = {True: 0, False: 0}
        for _ in range(400):
            piece = list("\n".join(rng.sample(functions, 2)))
            for _ in range(rng.randint(1, 3)):
                piece[rng.randrange(len(piece))] = rng.choice(letters)
            done[self.parses("".join(piece))] += 1
        assert min(done.values()) > 20

    @staticmethod
    def parses(text: str) -> bool:
        try:
            parse_rules(text, "test.rules")
        except RuleError:
            return False
        return True


LONG_NAMES: dict[str, Callable[[int], str]] = {
    "alike": lambda i: "a" * 34 + f"{i:04}",
    "other": lambda i: f"{i:04}".translate(str.maketrans("0123456789", "abcdefghij")) * 9,
}


@pytest.mark.parametrize("kind", LONG_NAMES)
def test_nearest_name_of_many(kind: str, tmp_path: Path) -> None:
    """Looking for the name that was meant takes no time either."""
    name = LONG_NAMES[kind]
    text = "\n".join(function(name(i), "True") for i in range(398))
    check_refused(tmp_path, text + function("own", f"{name(9999)}(a)"), "unknown relation or rule")


def test_toml(tmp_path: Path) -> None:
    """A rulebook whose reading would take the TOML reader for ever."""
    for text in (
        "a" + ".a" * 90_000 + " = 1",
        "[" + "a." * 90_000 + "a]",
        "a = " + "[" * 90_000,
        "a = {b = " * 9_000,
    ):
        (tmp_path / "own.toml").write_text(text, "utf-8")
        with soon(), pytest.raises(RuleError):
            load_reading(str(tmp_path / "own.toml"))
