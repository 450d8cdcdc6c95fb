"""The page: well formed, self-contained, and nothing in it that somebody else wrote is markup."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html.parser import HTMLParser

import pytest

from resolvent import Reading, load_reading
from resolvent.compare.comparison import Comparator, Totals, compare
from resolvent.compare.page import page_lines, phase_section
from resolvent.datc import load_cases

READINGS = tuple(load_reading(name) for name in ("datc", "1971", "1982", "2000", "dptg"))
VOID = {"meta", "br"}
NASTY = "<script>alert('&\"')</script>"


class Outline(HTMLParser):
    """The elements of a page; complains about any that is not closed in its turn."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.attributes: set[str] = set()
        self.text: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes.update(name for name, _ in attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text.append(data)


def page(readings: Sequence[Reading] = READINGS, source: str = "games.jsonl") -> str:
    totals = Totals()
    phases = [case.phase_dict() for case in load_cases() if case.phase == "movement"]
    sections = [
        phase_section(found, f"{source}, line {found.number + 1}", readings)
        for found in compare(phases, readings, totals)
    ]
    return "".join(page_lines(readings, source, totals, sections))


class TestPage:
    """The whole of it."""

    def test_well_formed(self) -> None:
        outline = Outline(page())
        assert outline.seen <= {
            "html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "div",
            "table", "tr", "th", "td",
            "details", "summary", "b", "br", "span", "dl", "dt", "dd", "pre", "ol", "li",
        }  # fmt: skip

    def test_nothing_is_loaded_and_nothing_runs(self) -> None:
        outline = Outline(page())
        assert outline.attributes <= {
            "lang", "charset", "name", "content", "http-equiv", "class", "data-head",
        }  # fmt: skip
        assert not re.search(r"https?:|url\(|@import", page())
        assert "default-src &#x27;none&#x27;" in page()

    def test_fit_for_a_phone_and_for_the_dark(self) -> None:
        assert '<meta name="viewport" content="width=device-width' in page()
        assert "prefers-color-scheme: dark" in page()

    def test_says_what_there_is_to_say(self) -> None:
        text = " ".join(Outline(page()).text)
        assert "stopped by the paradox rule, together with F LON and F BEL" in text
        assert "Because of 4.A.2" in text
        assert "Retreats of" in text
        assert "games.jsonl, line " in text
        for reading in READINGS:
            assert reading.title in text

    def test_the_same_every_time(self) -> None:
        assert page() == page()

    def test_no_difference(self) -> None:
        totals = Totals(phases=3)
        text = "".join(Outline("".join(page_lines(READINGS, "x", totals, []))).text)
        assert "3 movement phases compared; no difference." in text
        assert "Phases that differ" not in text


class TestStrangers:
    """Names of files, titles of rulebooks and orders come from anybody."""

    def test_source(self) -> None:
        shown = page(source=NASTY)
        assert "<script" not in shown
        assert NASTY in " ".join(Outline(shown).text)

    @pytest.mark.parametrize("text", [NASTY, f"A BRE - {NASTY}", "</pre><img src=x>"])
    def test_orders(self, text: str) -> None:
        phase = next(case.phase_dict() for case in load_cases() if case.id == "6.F.16")
        phase["orders"]["GERMANY"].append(text)
        found = Comparator(READINGS).compare(phase)
        assert found is not None
        section = phase_section(found, "x", READINGS)
        assert "<script" not in section
        assert "<img" not in section
        assert text in "".join(Outline(section).text)

    def test_rulebook(self, tmp_path: object) -> None:
        path = f"{tmp_path}/house.toml"
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(f"title = '''{NASTY}'''\nshort = '<b>'\n[choices]\n'4.A.2' = '1982'\n")
        readings = (READINGS[0], load_reading(path))
        shown = page(readings)
        assert "<script" not in shown
        assert NASTY in " ".join(Outline(shown).text)
