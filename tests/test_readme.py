"""What the README shows is what comes out."""

from __future__ import annotations

import doctest
import re

import pytest

from tests.readme import README, ROOT, ConsoleBlock, carry_out, console_blocks, python_examples, refreshed

TEXT = README.read_text(encoding="utf-8")
BLOCKS = console_blocks(TEXT)


def test_the_marks_are_found() -> None:
    assert len(BLOCKS) == TEXT.count("<!-- run") >= 4


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.arguments)
def test_commands(block: ConsoleBlock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert carry_out(block.arguments) == (block.status, block.printed)


def test_refreshing_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert refreshed(TEXT) == TEXT


def test_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    test = doctest.DocTestParser().get_doctest(python_examples(TEXT), {}, "README", "README.md", 0)
    assert len(test.examples) > 5
    told: list[str] = []
    failed, tried = doctest.DocTestRunner().run(test, out=told.append)
    assert (failed, tried) == (0, len(test.examples)), "".join(told)


def test_the_rule_that_is_shown_is_the_one_that_counts() -> None:
    rule = re.search(r"```python\n(@decision\n.*?)```", TEXT, re.DOTALL)
    assert rule is not None
    assert rule[1] in (ROOT / "encodings/movement.rules").read_text(encoding="utf-8")


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\((?!https?:)([^)#]+)\)", TEXT))))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()
