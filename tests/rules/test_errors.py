"""A mistake in a rule file or rulebook is answered with file, line, caret, and what would do."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from resolvent import ResolventError, RuleError, load_reading
from resolvent.rules.encodings import issues
from resolvent.rules.parse import LIMITS, nearest
from resolvent.rules.vocabulary import DECORATORS

HERE = Path(__file__).parent
BOOK = 'rules = ["own.rules"]\n'


def cases(name: str) -> list[Any]:
    """The cases of a file, as parameters of a test."""
    data = tomllib.loads((HERE / name).read_text("utf-8"))
    return [pytest.param(case, id=case["id"]) for case in data["case"]]


def failure(folder: Path, files: dict[str, str], load: str = "own.toml") -> RuleError:
    """The error that loading a rulebook ends with."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    with pytest.raises(RuleError) as caught:
        load_reading(str(folder / load))
    return caught.value


def check_shown(error: RuleError) -> None:
    """An error is one line of text, and below it the line that is meant with a caret."""
    first, *rest = str(error).split("\n")
    place = ":".join(str(x) for x in (error.file, error.line, error.column + 1) if x).replace("\0", " ")
    assert first == (f"{place}: {error.message}" if place else error.message)
    assert error.message
    assert isinstance(error, ResolventError)
    assert isinstance(error, ValueError)
    if error.column < 0:
        assert rest == []
        return
    source, carets = rest
    start = len(carets) - len(carets.lstrip())
    shown = source[start : start + len(carets.strip())]
    assert set(carets.strip()) == {"^"}
    assert error.source[error.column :].startswith(shown)


@pytest.mark.parametrize("case", cases("errors.toml"))
def test_rule_files(case: dict[str, Any], tmp_path: Path) -> None:
    error = failure(tmp_path, {"own.toml": BOOK, "own.rules": case["text"]})
    assert case["message"] in error.message
    assert (error.file, error.line, error.column + 1) == ("own.rules", case["line"], case["column"])
    if case["column"]:
        assert error.source == case["text"].split("\n")[error.line - 1]
        assert error.source[error.column : error.column + error.width] == case.get("under", "")
    check_shown(error)


@pytest.mark.parametrize("case", cases("rulebook_errors.toml"))
def test_rulebooks(case: dict[str, Any], tmp_path: Path) -> None:
    error = failure(tmp_path, case["files"])
    assert case["message"] in error.message
    assert Path(error.file).name.replace("\0", " ").startswith(case.get("file", "own.toml"))
    assert error.line == case.get("line", 0)
    if "under" in case:
        assert error.source[error.column : error.column + error.width] == case["under"]
    check_shown(error)


class TestFiles:
    """What is wrong with a file as a whole."""

    def test_too_long(self, tmp_path: Path) -> None:
        text = "# " + "x" * LIMITS["characters"]
        error = failure(tmp_path, {"own.toml": BOOK, "own.rules": text})
        assert error.message == f"a rule file has at most {LIMITS['characters']} characters"
        assert error.file == "own.rules"

    def test_too_many_functions(self, tmp_path: Path) -> None:
        one = 'def own{}(m: Move):\n    """Own."""\n    return m.via\n'
        text = "".join(one.format(i) for i in range(LIMITS["functions"] + 1))
        error = failure(tmp_path, {"own.toml": BOOK, "own.rules": text})
        assert error.message == f"a rule file has at most {LIMITS['functions']} functions"

    def test_too_large(self, tmp_path: Path) -> None:
        error = failure(tmp_path, {"own.toml": "#" * 200_001})
        assert error.message == "is larger than 200000 bytes"

    def test_not_utf8(self, tmp_path: Path) -> None:
        (tmp_path / "own.rules").write_bytes(b'"""\xff"""\n')
        assert failure(tmp_path, {"own.toml": BOOK}).message == "is not UTF-8 text"

    def test_no_rulebook(self) -> None:
        with pytest.raises(RuleError, match=r"^unknown rulebook 'dact'; did you mean 'datc'\?$"):
            load_reading("dact")
        with pytest.raises(
            RuleError, match=r"^unknown rulebook 'x'; there are datc, .*, or a file that ends in"
        ):
            load_reading("x")

    def test_deep_extends(self, tmp_path: Path) -> None:
        files = {f"own{i}.toml": f'extends = "own{i + 1}.toml"' for i in range(25)}
        error = failure(tmp_path, files, "own0.toml")
        assert error.message == "rulebooks extend each other more than 20 deep"

    def test_choices_by_hand(self) -> None:
        """Choices given beside a rulebook are checked as those in one."""
        with pytest.raises(RuleError, match=r"unknown issue '4\.A\.x'"):
            load_reading("datc", {"4.A.x": "a"})
        with pytest.raises(RuleError, match=r"unknown choice 'x' for 4\.A\.1"):
            load_reading("datc", {"4.A.1": "x"})
        undecided = next(i for i in issues().values() if not i.decides)
        with pytest.raises(RuleError, match="cannot be decided by an adjudicator"):
            load_reading("datc", {undecided.id: next(iter(undecided.values))})


class TestShown:
    """How an error is shown."""

    def test_long_lines_are_cut(self, tmp_path: Path) -> None:
        text = f'def own(m: Move):\n    """Own."""\n    return {"m.via or " * 200}m.vai\n'
        error = failure(tmp_path, {"own.toml": BOOK, "own.rules": text})
        assert max(map(len, str(error).split("\n"))) < 200
        assert "did you mean 'via'?" in str(error)
        check_shown(error)

    def test_no_escape_reaches_a_terminal(self, tmp_path: Path) -> None:
        files = {"own.toml": '"\\u001b[2J" = 1\n'}
        assert "\x1b" not in str(failure(tmp_path, files))
        text = 'def own(m: Move):\n    """Own."""\n    return m.vai # \x1b[2J\u202e\n'
        error = failure(tmp_path, {"own.toml": BOOK, "own.rules": text})
        assert str(error).isascii()
        assert "\x1b" not in str(error)

    def test_tabs_and_accents(self, tmp_path: Path) -> None:
        text = 'def own(m: Move):\n\t"""Été."""\n\treturn "é" == m.vai\n'
        error = failure(tmp_path, {"own.toml": BOOK, "own.rules": text})
        assert (error.line, error.column, error.width) == (3, 8, 3)
        text = 'def own(m: Move):\n\t"""Été."""\n\treturn any(x.vai for x in moves_to(m.origin)) # é\n'
        error = failure(tmp_path / "more", {"own.toml": BOOK, "own.rules": text})
        assert error.source[error.column : error.column + error.width] == "x.vai"

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_line_ends(self, end: str, tmp_path: Path) -> None:
        (tmp_path / "own.rules").write_bytes(
            f'def own(m: Move):{end}  "Own."{end}  return m.vai{end}'.encode()
        )
        error = failure(tmp_path, {"own.toml": BOOK})
        assert (error.line, error.column, error.source) == (3, 9, "  return m.vai")


class TestNearest:
    """Which name is proposed."""

    @pytest.mark.parametrize(
        ("name", "known", "proposed"),
        [
            ("moves_too", ["moves_to", "moves_from"], "; did you mean 'moves_to'?"),
            ("decison", DECORATORS, "; did you mean 'decision'?"),
            ("zzz", ["moves_to"], ""),
            ("", ["moves_to"], ""),
            ("m" * 5000, ["m" * 5000], ""),
        ],
    )
    def test_nearest(self, name: str, known: list[str], proposed: str) -> None:
        assert nearest(name, known) == proposed
