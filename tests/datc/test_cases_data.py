"""The test knowledge is sound: DATC cases, reported situations, choices and rulebooks agree."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from resolvent.board import load_map
from resolvent.datc import (
    SECTIONS,
    Case,
    Expectation,
    Variant,
    format_result,
    load_cases,
    parse_result,
    read_cases,
    section,
)
from resolvent.errors import InputError
from tests.cases import CorpusPhase, Report, load_corpus, load_reports
from tests.cases.consistency import (
    adjustment_faults,
    kind,
    movement_faults,
    orders_by_unit,
    owners,
    province,
    retreat_faults,
    target,
)

ROOT = Path(__file__).parents[2]
ENCODINGS = ROOT / "encodings"
STEPS = {"reading", "judging", "matching", "routing", "movement", "retreats", "adjustments", "procedure"}

# DATC 3.1: headings of each section, and the entries made of them (6.J.9 has two scenes).
HEADINGS = dict(zip(SECTIONS, (12, 15, 9, 34, 15, 25, 20, 16, 7, 11), strict=True))
ISSUES = {"4.A": 7, "4.B": 7, "4.C": 6, "4.D": 9, "4.E": 6}

ALL: tuple[Case, ...] = (*load_cases(), *load_reports())
each_case = pytest.mark.parametrize("case", ALL, ids=lambda case: case.id)


def toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def issues() -> dict[str, dict[str, Any]]:
    return {issue["id"]: issue for issue in toml(ENCODINGS / "choices.toml")["issue"]}


def rulebooks() -> dict[str, dict[str, Any]]:
    return {path.stem: toml(path) for path in sorted((ENCODINGS / "rulebooks").glob("*.toml"))}


def resolved(name: str) -> dict[str, str]:
    """The choices of a rulebook, with those it builds on."""
    books, chain = rulebooks(), [name]
    while "extends" in books[chain[-1]]:
        chain.append(books[chain[-1]]["extends"])
        assert len(chain) == len(set(chain)), f"{name} extends itself"
    return {key: value for book in reversed(chain) for key, value in books[book]["choices"].items()}


def outcomes(variant: Variant) -> tuple[Expectation, ...]:
    return (variant.expect, *variant.any_of) if variant.expect else variant.any_of


def faults(case: Case) -> Iterator[str]:
    """What is wrong with the main outcome of a case and with its probes."""
    if case.phase == "adjustment":
        assert case.expect
        yield from adjustment_faults(case.units, case.orders, case.expect)
    elif case.movement:
        before = case.movement.expect
        yield from movement_faults(case.units, case.movement.orders, before)
        trials = [(probe.orders, probe.expect) for probe in case.probes]
        for orders, after in [*trials, *([(case.orders, case.expect)] if case.expect else [])]:
            yield from retreat_faults(case.units, before, orders, after)
    else:
        assert case.expect
        yield from movement_faults(case.units, case.orders, case.expect)


class TestCases:
    """DATC and the reports."""

    def test_ids_and_titles_are_unique(self) -> None:
        assert len({case.id for case in ALL}) == len(ALL)
        assert len({case.title for case in ALL}) == len(ALL)
        assert len(load_cases()) == 176
        assert len(load_reports()) == 42

    def test_every_heading_is_covered(self) -> None:
        standing = {case.number for case in load_cases() if not case.until}
        assert standing == {f"{name}.{n}" for name, count in HEADINGS.items() for n in range(1, count + 1)}

    def test_entries_a_section(self) -> None:
        entries = Counter(section(case.id) for case in load_cases() if not case.until and not case.derived)
        assert entries == Counter({**HEADINGS, "6.J": 12})
        assert sum(1 for case in load_cases() if case.until) == 10
        assert sum(len(case.variants) for case in load_cases()) == 203
        assert sum(len(case.probes) for case in load_cases()) == 8

    def test_an_older_text_says_how_it_is_judged(self) -> None:
        for case in load_cases():
            assert bool(case.until) == bool(case.under) == ("@" in case.id)

    @each_case
    def test_titles_are_short(self, case: Case) -> None:
        assert 3 <= len(case.title.split()) <= 9

    @each_case
    def test_outcome_fits_orders_and_positions(self, case: Case) -> None:
        assert not list(faults(case))

    @each_case
    def test_every_place_is_on_the_map(self, case: Case) -> None:
        board = load_map("standard")
        for unit in owners(case.units):
            place = board.places[unit[2:]]
            assert bool(place.coast) == (unit[0] == "F" and bool(place.province.coasts))
        assert set(case.units) | set(case.orders) <= set(board.powers)
        shown = [e for e in (case.expect, case.movement and case.movement.expect) if e]
        for dislodged in (d for expect in shown for d in expect.dislodged.values()):
            assert {*(dislodged.retreats or ()), *dislodged.may, *dislodged.may_not} <= set(board.places)
        assert {centre for owned in case.centers.values() for centre in owned} <= {
            centre.id for centre in board.centres
        }

    @each_case
    def test_adjustments_are_what_the_centres_say(self, case: Case) -> None:
        for power, due in case.adjust.items():
            assert due == len(case.centers[power]) - len(case.units[power])

    @each_case
    def test_phase_has_the_shape_of_the_phase_json(self, case: Case) -> None:
        phase = json.loads(json.dumps(case.phase_dict()))
        assert phase["phase"][-1] == case.phase[0].upper()
        assert ("dislodged" in phase) == (case.phase == "retreat")
        assert ("centers" in phase) == (case.phase == "adjustment")
        if case.phase != "adjustment":
            assert owners(case.movement_dict()["units"]) == owners(case.units)


class TestVariants:
    """The outcomes under other choices."""

    @each_case
    def test_choices_and_rulebooks_exist(self, case: Case) -> None:
        known = issues()
        assert set(case.issues) <= set(known)
        for choice in (case.under, *case.also_under, *(variant.choice for variant in case.variants)):
            assert all(value in known[key]["values"] for key, value in choice.items())
        for variant in case.variants:
            assert set(variant.rulebooks) <= set(rulebooks())

    @each_case
    def test_exactly_one_kind_of_outcome(self, case: Case) -> None:
        for variant in case.variants:
            given = [variant.same, variant.undefined, bool(variant.any_of), variant.expect is not None]
            assert given.count(True) == 1
            assert (variant.about == "movement") == (case.phase == "retreat")

    @each_case
    def test_outcome_fits_orders_and_positions(self, case: Case) -> None:
        if case.phase == "adjustment":
            for expect in (e for variant in case.variants for e in outcomes(variant)):
                assert not list(adjustment_faults(case.units, case.orders, expect))
            return
        orders = case.movement.orders if case.movement else case.orders
        for expect in (e for variant in case.variants for e in outcomes(variant)):
            if set(expect.results) == set(owners(case.units)):
                assert not list(movement_faults(case.units, orders, expect))
            else:
                self.check_partial(case, orders, expect)

    def check_partial(self, case: Case, orders: Mapping[str, Sequence[str]], expect: Expectation) -> None:
        """Where only some results are told, these are right and nobody stands where nobody could."""
        given = orders_by_unit(case.units, orders)
        after = owners(expect.positions or {})
        assert set(expect.results) <= set(owners(case.units))
        for unit, result in expect.results.items():
            if kind(given[unit]) == "-" and not result.dislodged:
                end = target(given[unit]) if result.word == "succeeds" else unit
                assert any(u[0] == unit[0] and province(u) == province(end) for u in after)
        assert len(after) + len(expect.dislodged) == len(owners(case.units))

    def test_a_rulebook_makes_the_choices_told_of_it(self) -> None:
        books = {name: resolved(name) for name in rulebooks()}
        for case in load_cases():
            for variant in case.variants:
                for name in variant.rulebooks:
                    assert variant.choice.items() <= books[name].items(), (case.id, name)


class TestChoices:
    """encodings/choices.toml"""

    def test_every_issue_of_chapter_4_is_there(self) -> None:
        assert set(issues()) == {f"{part}.{n}" for part, count in ISSUES.items() for n in range(1, count + 1)}

    @pytest.mark.parametrize("id", issues())
    def test_issue_is_complete(self, id: str) -> None:
        issue = issues()[id]
        assert issue["question"].endswith("?")
        assert issue["step"] in STEPS
        assert issue["preferred"] in issue["values"]
        assert issue["values"][issue["preferred"]].get("decides", True)
        assert (issue["step"] == "procedure") == (issue.get("decides") is False)
        for table in (issue, *issue["values"].values()):
            assert ("why" in table) == (table.get("decides") is False)

    @pytest.mark.parametrize("id", issues())
    def test_aliases_are_unique_and_no_keys(self, id: str) -> None:
        values = issues()[id]["values"]
        aliases = [value["alias"] for value in values.values()]
        assert len(aliases) == len(set(aliases))
        assert not set(aliases) & set(values)

    @pytest.mark.parametrize("id", issues())
    def test_values_say_what_they_mean(self, id: str) -> None:
        known = {case.id for case in load_cases()}
        for value in issues()[id]["values"].values():
            assert value["meaning"].endswith(".")
            assert set(value["cases"]) <= known


class TestRulebooks:
    """encodings/rulebooks/"""

    @pytest.mark.parametrize("name", rulebooks())
    def test_choices_exist_and_can_be_followed(self, name: str) -> None:
        book, known = rulebooks()[name], issues()
        assert {"title", "short", "source", "choices"} <= set(book)
        for key, value in book["choices"].items():
            assert value in known[key]["values"], (key, value)
            assert known[key].get("decides", True)
            assert known[key]["values"][value].get("decides", True)
        assert set(book.get("notes", {})) <= set(known)

    @pytest.mark.parametrize("name", rulebooks())
    def test_every_decidable_issue_is_decided(self, name: str) -> None:
        assert set(resolved(name)) == {key for key, issue in issues().items() if issue.get("decides", True)}

    def test_datc_is_the_root_and_chooses_what_is_preferred(self) -> None:
        assert [name for name, book in rulebooks().items() if "extends" not in book] == ["datc"]
        assert all(issues()[key]["preferred"] == value for key, value in resolved("datc").items())


class TestReports:
    """What the reports add to the layout of the cases."""

    @pytest.mark.parametrize("report", load_reports(), ids=lambda report: report.id)
    def test_additions_agree_with_the_results(self, report: Report) -> None:
        if report.phase == "adjustment":
            assert not report.moved
            return
        orders = report.movement.orders if report.movement else report.orders
        expect = report.movement.expect if report.movement else report.expect
        assert expect
        given = orders_by_unit(report.units, orders)
        assert set(report.moved) == {u for u, result in expect.results.items() if result.word == "succeeds"}
        assert all(province(place) == province(target(given[u])) for u, place in report.moved.items())
        assert all(expect.results[unit].word == "fails" for unit in report.no_path)
        assert report.resolutions is not None


class TestRecords:
    """Phases of played games."""

    def test_corpus_is_from_free_sources(self) -> None:
        sources = Counter(phase.record.source for phase in load_corpus())
        assert sources == {"backstabbr-peskov": 50, "cicero-webdip": 70, "searchbot-selfplay": 30}
        assert len({phase.id for phase in load_corpus()}) == 150

    @pytest.mark.parametrize("phase", load_corpus(), ids=lambda phase: phase.id)
    def test_no_unit_appears_from_nowhere(self, phase: CorpusPhase) -> None:
        before: Counter[str] = Counter()
        after: Counter[str] = Counter()
        for power, standing in phase.units.items():
            before[power] += len(standing)
        for table in (phase.record.next.units, phase.record.next.dislodged):
            for power, standing in table.items():
                after[power] += len(standing)
        assert after <= before

    def test_benchmark_phases(self) -> None:
        lines = (ROOT / "benchmarks" / "data" / "phases.jsonl").read_text(encoding="utf-8").splitlines()
        phases = [json.loads(line) for line in lines]
        assert len(set(lines)) == len(phases) == 400
        assert all(set(phase) == {"map", "phase", "units", "orders"} for phase in phases)
        assert all(22 <= len(owners(phase["units"])) <= 34 for phase in phases)


class TestResults:
    """The notation of results."""

    @pytest.mark.parametrize("text", ["succeeds", "cut dislodged", "disrupted paradox", "given own"])
    def test_round_trip(self, text: str) -> None:
        assert format_result(parse_result(text)) == text

    @pytest.mark.parametrize("text", ["", "dislodged", "fails twice", "fails illegal illegal"])
    def test_no_result(self, text: str) -> None:
        with pytest.raises(InputError, match="allowed"):
            parse_result(text)

    def test_a_file_that_is_no_file_of_cases(self) -> None:
        with pytest.raises(InputError, match="there is no"):
            read_cases("title = 1", Case)
        with pytest.raises(InputError, match='case "x"'):
            read_cases('[[case]]\nid = "x"\nphase = "winter"', Case, "mine.toml")

    def test_section_of_an_unknown_id(self) -> None:
        assert section("6.J.9@3.0.1") == "6.J"
        with pytest.raises(InputError, match="not the id"):
            section("BR-001")

    def test_an_adjustment_has_no_movement_phase(self) -> None:
        case = next(case for case in load_cases() if case.phase == "adjustment")
        with pytest.raises(InputError, match="no movement phase"):
            case.movement_dict()
