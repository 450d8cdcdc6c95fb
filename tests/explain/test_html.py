"""Explanations in the page that ``compare`` writes."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from resolvent.cli import main
from resolvent.explain.explainer import explain
from resolvent.explain.html import explanation_html

ROOT = Path(__file__).resolve().parents[2]


class _Balanced(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_tells_why(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    assert main(["compare", "datc", "1971", "1982", "examples/pandin.txt", "--format", "html"]) == 1
    page = capsys.readouterr().out
    assert page.count("<summary>Why, under ") == 2
    assert "and the rule &#x27;szykman&#x27; speaks" in page
    assert "<li>F ENG C A BRE - LON carries: F WAL - ENG fails; F BEL - ENG fails (5.B.3).</li>" in page
    parser = _Balanced()
    parser.feed(page)
    assert parser.open == []


def test_nothing_written_is_taken_for_html() -> None:
    phase = {"units": {"ENGLAND": ["A LON"]}, "orders": {"ENGLAND": ["A LON <b>flies</b>"]}}
    (explanation,) = explain(phase)
    assert "<b>flies" not in explanation_html(explanation)
    assert "&lt;b&gt;flies" in explanation_html(explanation)
