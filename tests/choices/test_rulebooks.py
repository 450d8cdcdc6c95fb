"""Rulebooks: what they choose, what they inherit, and DATC's outcomes under each as a whole."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from resolvent import load_reading
from resolvent.cli import main
from resolvent.compare.document import document
from resolvent.datc import Case, Variant, load_cases
from resolvent.datc.run import run_movement
from resolvent.datc.verdicts import State, verdicts
from resolvent.rules.encodings import issues
from resolvent.rules.rulebook import find_rulebook, rulebook_names
from tests.choices.outcomes import expected_of, faults, movement_variants, usual

EXCEPTIONS = tomllib.loads((Path(__file__).parent / "exceptions.toml").read_text(encoding="utf-8"))
BY_ID = {case.id: case for case in load_cases()}
NAMES = rulebook_names()
ASCRIBED = tuple(
    (name, case, variant) for case, variant in movement_variants(load_cases()) for name in variant.rulebooks
)
each_rulebook = pytest.mark.parametrize("name", NAMES)


def test_names() -> None:
    assert NAMES[0] == "datc"
    assert set(NAMES) >= {
        "1971", "1982", "2000", "2023", "dptg", "datc", "datc-2",
        "webdiplomacy", "diplomacy", "jdip", "godip",
    }  # fmt: skip


@each_rulebook
class TestRulebook:
    """One rulebook."""

    def test_decides_all_that_can_be_decided(self, name: str) -> None:
        deciding = {i.id for i in issues().values() if i.decides and i.values[i.preferred].decides}
        assert set(load_reading(name).choices) == deciding
        assert deciding == {i.id for i in issues().values() if i.decides}

    def test_says_what_it_rests_on(self, name: str) -> None:
        book = find_rulebook(name)
        assert book.title
        assert book.short.endswith(".")
        assert len(book.source) > 20

    def test_silence_is_inherited(self, name: str) -> None:
        """Where a rulebook notes that it is silent it chooses nothing, and DATC's preference stands."""
        book = find_rulebook(name)
        told = {choice.issue: choice for choice in document(load_reading(name)).choices}
        silent = [issue for issue, note in book.notes.items() if note.startswith("silent") and issue in told]
        for issue in silent:
            assert issue not in book.choices
            assert told[issue].key == issues()[issue].preferred
            assert told[issue].silent
            assert told[issue].origin == "DATC's preference, the rulebook being silent"

    def test_shows_where_from(self, name: str, capsys: pytest.CaptureFixture[str]) -> None:
        """``rules show`` names for every choice the rulebook that makes it."""
        assert main(["rules", "show", name]) == 0
        out = " ".join(capsys.readouterr().out.split())
        for choice in document(load_reading(name)).choices:
            shown = f"{choice.meaning} {choice.origin}"
            assert " ".join(shown.split()) in out, choice.issue


def test_silence_is_noted() -> None:
    """There is something for the test above to look at."""
    for name in ("1971", "1982", "2000", "2023", "dptg"):
        assert sum(note.startswith("silent") for note in find_rulebook(name).notes.values()) > 10


class TestAscribed:
    """What DATC says of a case under a rulebook holds under that rulebook as a whole."""

    @pytest.mark.parametrize(
        ("name", "case", "variant"), ASCRIBED, ids=lambda x: x if isinstance(x, str) else getattr(x, "id", "")
    )
    def test_outcome(self, name: str, case: Case, variant: Variant) -> None:
        reading = load_reading(name)
        assert {issue: reading.choices[issue] for issue in variant.choice} == variant.choice
        problems = faults(expected_of(case, variant), run_movement(case, reading))
        listed = [e for e in EXCEPTIONS["rulebook"] if (e["rulebook"], e["case"]) == (name, case.id)]
        if not listed:
            assert problems == []
            return
        assert problems != []
        preferred = {issue: issues()[issue].preferred for issue in listed[0]["because"]}
        assert faults(expected_of(case, variant), run_movement(case, load_reading(name, preferred))) == []

    def test_all_are_here(self) -> None:
        assert len(ASCRIBED) == 98
        assert {(e["rulebook"], e["case"]) for e in EXCEPTIONS["rulebook"]} <= {
            (n, c.id) for n, c, _ in ASCRIBED
        }


def board(case: Case, choices: Mapping[str, str], name: str) -> Any:
    found = run_movement(case, load_reading(name, choices))
    return found.positions, found.dislodged


class TestUsual:
    """The cases of which DATC tells nothing but the outcome it prefers."""

    @each_rulebook
    def test_outcome(self, name: str) -> None:
        """All that differs is listed, and the choice that is listed is the reason."""
        reading = load_reading(name)
        expected = {
            case: entry
            for entry in EXCEPTIONS["usual"]
            if entry["choice"].items() <= reading.choices.items()
            for case in entry["cases"]
        }
        failed = [v.case for v in verdicts(name) if v.state is State.FAILED]
        assert set(failed) == set(expected)
        for id, entry in expected.items():
            preferred = {issue: issues()[issue].preferred for issue in entry["choice"]}
            case = BY_ID[id]
            assert faults((usual(case),), run_movement(case, load_reading(name, preferred))) == []
            if entry.get("orders"):
                assert board(case, {}, name) == board(case, preferred, name)

    @pytest.mark.parametrize("entry", EXCEPTIONS["usual"], ids=lambda e: "-".join(e["choice"].values()))
    def test_the_choice_alone_makes_the_difference(self, entry: dict[str, Any]) -> None:
        assert entry["why"]
        for id in entry["cases"]:
            case = BY_ID[id]
            assert faults((usual(case),), run_movement(case, load_reading("datc", entry["choice"]))) != []
