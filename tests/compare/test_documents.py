"""Readings as documents, and side by side."""

from __future__ import annotations

from pathlib import Path

import pytest

from resolvent import load_reading
from resolvent.compare.difference import difference
from resolvent.compare.document import document
from resolvent.rules.encodings import issues
from resolvent.rules.rulebook import rulebook_names


@pytest.mark.parametrize("name", rulebook_names())
def test_a_document_leaves_nothing_out(name: str) -> None:
    reading = load_reading(name)
    told = document(reading)
    assert {c.issue: c.key for c in told.choices} == reading.choices
    assert sorted([c.issue for c in told.choices] + [u.issue for u in told.undecided]) == sorted(issues())
    assert [e.name for e in told.equations] == list(reading.definitions)
    assert all(e.doc and e.text and e.line for e in told.equations)
    assert told.lineage[-1].title == told.title
    assert told.to_dict()["choices"][0]["issue"] == told.choices[0].issue


def test_the_origin_of_a_choice() -> None:
    told = {c.issue: c for c in document(load_reading("2023")).choices}
    assert (told["4.A.2"].origin, told["4.A.2"].silent) == ("Rulebook of 2023", False)
    assert told["4.B.5"].silent
    assert told["4.B.5"].note == "silent; as DATC prefers"
    assert not any(c.silent for c in document(load_reading("datc")).choices)


def test_a_choice_asked_for_besides() -> None:
    told = {c.issue: c for c in document(load_reading("datc", {"4.A.2": "1971"})).choices}
    assert told["4.A.2"].key == "a"
    assert told["4.A.2"].origin == "asked for besides the rulebook"


@pytest.mark.parametrize("name", rulebook_names())
def test_nothing_differs_from_itself(name: str) -> None:
    assert not difference(load_reading(name), load_reading(name))


def test_a_difference_has_both_sides() -> None:
    a, b = load_reading("datc"), load_reading("1971")
    found, turned = difference(a, b), difference(b, a)
    assert found
    assert {c.issue: (c.a, c.b) for c in found.choices} == {c.issue: (c.b, c.a) for c in turned.choices}
    assert {e.name for e in found.equations} == {e.name for e in turned.equations}
    differing = {i for i, key in a.choices.items() if b.choices[i] != key}
    assert {c.issue for c in found.choices} == differing


def test_a_rule_that_one_has_not() -> None:
    found = difference(load_reading("datc"), load_reading("datc", {"4.A.2": "1971"}))
    gone = next(e for e in found.equations if e.name == "szykman")
    assert gone.b is None
    assert gone.diff.splitlines()[:2] == ["--- choices/4.A.2-szykman.rules:3", "+++ nowhere"]


def test_words_alone_are_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "words.rules").write_text(
        '@redefines\ndef spared(a: Move, s: Support):\n    """Other words."""\n    return False\n'
    )
    book = tmp_path / "house.toml"
    book.write_text('rules = ["words.rules"]\n')
    found = difference(load_reading("datc"), load_reading(str(book)))
    assert [(e.name, e.same_meaning) for e in found.equations] == [("spared", True)]
    assert '+    """Other words."""' in found.equations[0].diff
