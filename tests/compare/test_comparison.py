"""Comparing readings is the same as adjudicating under each, and a responsible choice is responsible."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from resolvent import InputError, Phase, Reading, Resolution, adjudicate, load_reading, read_phase
from resolvent.compare.comparison import Comparator, PhaseDifference, Totals, compare
from resolvent.datc import load_cases
from tests.cases import load_choice_cases
from tests.referee.positions import random_position, to_phase

NAMES = ("datc", "1971", "1982", "2000", "2023", "dptg", "datc-2", "diplomacy")
READINGS = tuple(load_reading(name) for name in NAMES)
COMPARATOR = Comparator(READINGS)


@cache
def phases() -> tuple[Phase, ...]:
    """The cases of DATC and our own, and positions made at random."""
    cases = [case for case in (*load_cases(), *load_choice_cases()) if case.phase != "adjustment"]
    found = [case.movement_dict() if case.phase == "retreat" else case.phase_dict() for case in cases]
    found += [to_phase(random_position(random.Random(seed), 10)) for seed in range(200)]
    return tuple(read_phase(phase) for phase in found)


@cache
def differing() -> tuple[tuple[Phase, PhaseDifference], ...]:
    """The phases that the readings resolve differently."""
    found = ((phase, COMPARATOR.compare(phase)) for phase in phases())
    return tuple((phase, difference) for phase, difference in found if difference is not None)


def came_of(resolution: Resolution) -> Any:
    """All but the reasons."""
    outcomes = [o.outcome for o in resolution.orders]
    return outcomes, resolution.positions, resolution.dislodged, resolution.contested


def resolutions(phase: Phase) -> dict[str, Resolution]:
    return {reading.name: adjudicate(phase, reading) for reading in READINGS}


class TestSameAsAdjudicating:
    """Readings share what they can, and that changes nothing."""

    def test_there_is_something_to_see(self) -> None:
        assert len(differing()) > 80
        assert len(phases()) - len(differing()) > 80

    def test_none_means_that_all_agree(self) -> None:
        seen = {id(phase) for phase, _ in differing()}
        for phase in phases():
            found = [came_of(r) for r in resolutions(phase).values()]
            assert (id(phase) in seen) == any(one != found[0] for one in found)

    def test_groups(self) -> None:
        for phase, difference in differing():
            found = {name: came_of(r) for name, r in resolutions(phase).items()}
            groups: list[list[str]] = []
            for name in NAMES:
                group = next((g for g in groups if found[g[0]] == found[name]), None)
                if group is None:
                    groups.append([name])
                else:
                    group.append(name)
            assert difference.groups == tuple(tuple(group) for group in groups)
            boards = tuple(name for name in NAMES if found[name][1:3] != found["datc"][1:3])
            assert difference.boards == boards

    def test_orders(self) -> None:
        """Exactly the orders that fare differently, each with what every reading says."""
        for phase, difference in differing():
            found = resolutions(phase)
            told = {order.unit: order for order in difference.orders}
            for place, first in enumerate(found["datc"].orders):
                each = {name: r.orders[place] for name, r in found.items()}
                fates = {(o.outcome, o.dislodged) for o in each.values()}
                assert (first.unit in told) == (len(fates) > 1)
                for name, o in each.items() if first.unit in told else ():
                    verdict = told[first.unit].verdicts[name]
                    assert (verdict.outcome, verdict.reason) == (o.outcome, o.reason)
                    assert (verdict.by, verdict.dislodged) == (o.by, o.dislodged)

    def test_retreats(self) -> None:
        for phase, difference in differing():
            retreats = {
                name: {unit: d.retreats for units in r.dislodged.values() for unit, d in units.items()}
                for name, r in resolutions(phase).items()
            }
            for unit in {unit for units in retreats.values() for unit in units}:
                places = {units[unit] for units in retreats.values() if unit in units}
                told = any(unit in units for units in difference.retreats.values())
                assert told == (len(places) > 1)
            for name, units in difference.retreats.items():
                assert units.items() <= retreats[name].items()

    def test_the_phase_is_in_it(self) -> None:
        for phase, difference in differing():
            assert difference.source == phase
            assert read_phase(msgspec.json.encode(difference.to_dict()["source"])) == phase


class TestResponsible:
    """A choice is responsible if making it in the first reading makes the difference."""

    def test_only_those_that_differ_have_a_reason(self) -> None:
        for _, difference in differing():
            assert list(difference.responsible) == [n for n in NAMES if n not in difference.groups[0]]
            assert all(difference.responsible.values())

    def test_does_what_it_says(self) -> None:
        kinds = set()
        for phase, difference in differing():
            found = resolutions(phase)
            for name, responsible in difference.responsible.items():
                changed = {
                    issue: came_of(adjudicate(phase, reading))
                    for issue, reading in switched(READINGS[0], READINGS[NAMES.index(name)])
                }
                alone = {i for i, outcome in changed.items() if outcome == came_of(found[name])}
                changing = {i for i, outcome in changed.items() if outcome != came_of(found["datc"])}
                assert set(responsible) == (alone or changing or {"together"})
                kinds.add("alone" if alone else "changing" if changing else "together")
        assert kinds >= {"alone", "changing"}

    def test_rules_of_ones_own(self, own: str) -> None:
        pandin = next(case for case in load_cases() if case.id == "6.F.16")
        difference = Comparator(["datc", own]).compare(pandin.phase_dict())
        assert difference is not None
        assert difference.responsible == {own: ("rules",)}

    def test_rules_of_ones_own_beside_other_choices(self, tmp_path: Path) -> None:
        """Choices that make no difference, alone or together, are not blamed for what a rule does."""
        (tmp_path / "own.rules").write_text(
            '@redefines\ndef cuts(a: Move, s: Support):\n    """Nothing cuts."""\n    return False\n'
        )
        book = tmp_path / "own.toml"
        book.write_text('extends = "1982"\nrules = ["own.rules"]\n')
        phase = {
            "units": {"GERMANY": ["A MUN", "A RUH"], "FRANCE": ["A BUR", "A BEL"]},
            "orders": {"GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"], "FRANCE": ["A BEL - RUH"]},
        }
        difference = Comparator(["datc", str(book)]).compare(phase)
        assert difference is not None
        assert difference.responsible == {str(book): ("rules",)}


@pytest.fixture
def own() -> str:
    """A reading with rules of its own."""
    from tests.cli.conftest import ROOT

    return str(ROOT / "examples" / "readings" / "no-convoy-cuts.toml")


def switched(first: Reading, other: Reading) -> Iterator[tuple[str, Reading]]:
    """The first reading with one choice of the other, for each that they do not share."""
    for issue, key in other.choices.items():
        if first.choices[issue] != key:
            yield issue, first.choosing(issue, key)


class TestRows:
    """What goes into a table."""

    def test_differences(self) -> None:
        for _, difference in differing():
            rows = difference.to_dicts()
            assert len(rows) == len(difference.orders) * len(NAMES)
            assert {row["rules"] for row in rows} <= set(NAMES)
            for row in rows:
                assert all(isinstance(value, str | int | bool) for value in row.values())
                assert row["responsible"] == ", ".join(difference.responsible.get(row["rules"], ()))

    def test_totals(self) -> None:
        totals = counted([difference for _, difference in differing()])
        rows = totals.to_dicts()
        assert {(row["rules"], row["issue"]): row["phases"] for row in rows} == {
            (rules, issue): number
            for rules, issues in totals.by_choice.items()
            for issue, number in issues.items()
        }


def counted(found: list[PhaseDifference]) -> Totals:
    totals = Totals()
    for one in found:
        totals.add(one)
    return totals


class TestTotals:
    """Counts over a stream."""

    def test_counts(self) -> None:
        found = [difference for _, difference in differing()]
        totals = counted(found)
        assert totals.phases == totals.differing == len(found)
        assert totals.boards == sum(bool(d.boards) for d in found)
        for name in NAMES[1:]:
            assert totals.by_reading.get(name, 0) == sum(name in d.responsible for d in found)
            assert totals.boards_by_reading.get(name, 0) == sum(name in d.boards for d in found)

    def test_merging_parts_is_counting_the_whole(self) -> None:
        found = [difference for _, difference in differing()]
        for cut in (0, 1, len(found) // 2, len(found)):
            parts = counted(found[:cut])
            parts.merge(counted(found[cut:]))
            assert parts.to_dict() == counted(found).to_dict()

    def test_new_totals_are_empty(self) -> None:
        counted([difference for _, difference in differing()])
        assert Totals().to_dict() == {
            "phases": 0, "left_out": 0, "differing": 0, "boards": 0,
            "by_reading": {}, "boards_by_reading": {}, "by_choice": {},
        }  # fmt: skip

    def test_a_stream(self) -> None:
        stream = [*phases()[:60], read_phase({"phase": "F1901R", "units": {}}), *phases()[60:80]]
        totals = Totals()
        found = list(compare(stream, READINGS, totals))
        assert (totals.phases, totals.left_out, totals.differing) == (80, 1, len(found))
        assert [d.source for d in found] == [stream[d.number] for d in found]


class TestInput:
    """What cannot be compared."""

    @pytest.mark.parametrize("rules", [[], ["datc"], ["datc", "datc"]])
    def test_fewer_than_two(self, rules: list[str]) -> None:
        with pytest.raises(InputError, match="two different readings"):
            Comparator(rules)

    def test_a_retreat_phase(self) -> None:
        with pytest.raises(InputError, match="no movement phase"):
            COMPARATOR.compare({"phase": "F1901R", "units": {}})
