"""Grouping: one fault is listed once or twice, not nine times; what looks otherwise is kept beside it."""

from __future__ import annotations

from functools import cache

import pytest

from resolvent import Phase, load_map, load_reading
from resolvent.oracle.checker import Checker
from resolvent.oracle.faults import Case, Fault, Report
from resolvent.oracle.fuzz import Fuzz
from resolvent.oracle.generate import Generator
from resolvent.oracle.judges import ReadingJudge
from resolvent.oracle.mutate import Mutant, mutants_of
from resolvent.oracle.shape import shape_of
from resolvent.rules.reading import Reading
from tests.oracle.phases import phase

BOARD = load_map("standard")
READING = load_reading("datc")


@cache
def mutants() -> dict[str, Mutant]:
    return {mutant.id: mutant for mutant in mutants_of(READING)}


def judged(*names: str) -> Report:
    """A judge with these faults, all at once."""
    definitions = dict(READING.definitions)
    for name in names:
        rule = mutants()[name].rule
        definitions[rule] = mutants()[name].reading.definitions[rule]
    wrong = Reading("wrong", READING.books, READING.choices, definitions, READING.changed)
    return Fuzz(ReadingJudge(wrong), Checker(READING, most_choices=0), Generator(BOARD, "5", 8)).run(250)


@pytest.mark.parametrize(
    ("name", "most"), [("succeeds-8", 1), ("sea_path-1", 3), ("given-4", 4), ("helps_against_own-2", 2)]
)
def test_one_fault_is_listed_few_times(name: str, most: int) -> None:
    report = judged(name)
    listed = report.listed()
    assert 1 <= len(listed) <= most
    everything = [fault.cause for found in listed for fault in (found.fault, *found.also)]
    assert sorted(everything) == sorted(report.faults)
    assert [found.count for found in listed] == sorted((found.count for found in listed), reverse=True)
    assert all(fault.count for fault in report.faults.values())


def test_the_smallest_case_stands_first() -> None:
    for fault in judged("defend-2").faults.values():
        assert all(fault.case.measure <= other.measure for other in fault.others)
        shapes = [case.shape for case in (fault.case, *fault.others)]
        assert len(set(shapes)) == len(shapes)


def test_two_faults_are_both_listed() -> None:
    """Of a judge with two faults, no more is hidden than of a judge with either."""
    both = {found.fault.cause for found in judged("given-4", "opposes-4").listed()}
    assert {found.fault.cause for found in judged("opposes-4").listed()} & both
    assert {found.fault.cause for found in judged("given-4").listed()} & both


# -- shapes


def shape(orders: dict[str, list[str]]) -> object:
    return shape_of(phase(orders), BOARD)


def test_names_and_types_make_no_shape() -> None:
    one = shape({"ITALY": ["F AEG - CON"], "TURKEY": ["F CON - AEG"]})
    assert one == shape({"FRANCE": ["A BUR - MUN"], "GERMANY": ["A MUN - BUR"]})
    assert one == shape({"GERMANY": ["A MUN - BUR"], "AUSTRIA": ["A BUR - MUN"]})


def test_powers_orders_and_ways_do() -> None:
    one = shape({"ITALY": ["F AEG - CON"], "TURKEY": ["F CON - AEG"]})
    assert one != shape({"ITALY": ["F AEG - CON", "F CON - AEG"]})
    assert one != shape({"ITALY": ["F AEG - CON"], "TURKEY": ["F CON - BLA"]})
    assert shape({"ENGLAND": ["A EDI - LVP"]}) != shape({"ENGLAND": ["A EDI - NWY"]})


# -- faults put together


def fault(orders: dict[str, list[str]], count: int = 1, under: tuple[str, ...] | None = None) -> Fault:
    found: Phase = phase(orders)
    return Fault(("a rule",), count, Case(found, (), None, shape_of(found, BOARD)), "crowd", under=under)


def test_the_smaller_case_is_kept_and_the_other_shape_beside_it() -> None:
    large = fault({"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]}, 3)
    small = fault({"FRANCE": ["A PAR H"]}, 4)
    for together in (large.with_(small), small.with_(large)):
        assert (together.count, together.case, together.others) == (7, small.case, (large.case,))
    same = small.with_(fault({"ENGLAND": ["F LON H"]}))
    assert (same.count, same.others) == (5, ())


def test_a_case_of_its_own_is_preferred() -> None:
    small = fault({"FRANCE": ["A PAR H"]}, under=("another rule",))
    large = fault({"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]})
    assert small.with_(large).case == large.with_(small).case == large.case
