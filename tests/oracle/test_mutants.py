"""Mutants of the rules: made as they should be, killed by our cases, and found by fuzzing."""

from __future__ import annotations

import json
from functools import cache

import pytest

from resolvent import load_map, load_reading
from resolvent.datc import load_cases, read_cases
from resolvent.datc.run import differences, run_movement
from resolvent.oracle.checker import Checker
from resolvent.oracle.fuzz import Fuzz
from resolvent.oracle.generate import Generator
from resolvent.oracle.judges import ReadingJudge
from resolvent.oracle.mutate import Mutant, mutants_of
from resolvent.oracle.rule_text import written
from resolvent.oracle.suite import RuleCase, Suite, Witnesses, judge_mutants
from tests.cases import HERE
from tests.cli.conftest import Run

READING = load_reading("datc")

DATC_MISSES = (
    "attack-17", "beats_defence-20", "could_go-15", "could_go_by_itself-2", "coast_agrees-10",
    "goes_by_itself-10", "valid_move-5", "valid_move-9", "convoys-1", "contested-7",
)  # fmt: skip
"""Mutants that pass every case of DATC, and differ from the rules."""

FOUND_BY_FUZZING = ("given-4", "cuts-3", "attack-17", "hold-10", "may_retreat-3", "opposes-4")


@cache
def mutants() -> dict[str, Mutant]:
    return {mutant.id: mutant for mutant in mutants_of(READING)}


@cache
def our_cases() -> tuple[RuleCase, ...]:
    return read_cases((HERE / "mutants.toml").read_text(encoding="utf-8"), RuleCase, "mutants.toml")


def test_every_mutant_is_another_rule() -> None:
    assert len(mutants()) > 400
    texts = set()
    for mutant in mutants().values():
        text = written(mutant.reading.definitions[mutant.rule].body)
        assert text != written(READING.definitions[mutant.rule].body)
        assert (mutant.rule, text) not in texts
        texts.add((mutant.rule, text))


def test_our_cases_come_out_as_they_say() -> None:
    for case in our_cases():
        found = run_movement(case, READING)
        assert case.expect is not None
        assert differences(case.expect, found) == [], case.id
        assert all(found.of(unit).outcome is outcome for unit, outcome in case.outcomes.items()), case.id
        assert case.contested in (None, found.contested), case.id
    assert len(Suite(our_cases(), READING)) == len(our_cases())


def test_every_case_of_ours_kills_what_datc_leaves() -> None:
    datc, ours = Suite(load_cases(), READING), Suite(our_cases(), READING)
    killers = set()
    for name in DATC_MISSES:
        mutant = mutants()[name]
        assert not list(datc.killers(mutant, every=False)), name
        by = set(ours.killers(mutant))
        assert by, name
        killers |= by
    assert len(killers) >= len(our_cases()) - 2


def test_a_survivor_has_a_witness_and_an_equivalent_mutant_has_none() -> None:
    some = [mutants()[name] for name in ("attack-17", "attack-7", "succeeds-3")]
    differs, equal, killed = judge_mutants(
        some, [Suite(load_cases(), READING)], Witnesses(READING, 150, seed="m")
    )
    assert equal.equal
    assert equal.tried == 150
    assert killed.killed_by
    assert differs.survives or differs.equal


@pytest.mark.parametrize("name", FOUND_BY_FUZZING)
def test_a_mutant_as_judge_is_found_and_its_case_is_small(name: str) -> None:
    judge = ReadingJudge(mutants()[name].reading)
    fuzz = Fuzz(judge, Checker(READING, most_choices=0), Generator(load_map("standard"), 5))
    report = fuzz.run(phases=4000, seconds=60, most_faults=1)
    assert report.faults
    assert all(fault.size <= 8 for fault in report.faults.values())


def test_the_command(run: Run) -> None:
    ran = run("mutants", "--rule", "convoys", "--phases", "500")
    assert ran.status == 1
    assert "survives  convoys-1" in ran.out
    ran = run(
        "mutants", "--rule", "convoys", "--phases", "60", "--cases", "tests/cases/mutants.toml", "--every"
    )
    assert ran.status == 0
    assert "by RC-M05" in ran.out
    ran = run("mutants", "--rule", "cuts", "--phases", "0", "--format", "json")
    assert all(json.loads(line)["rule"] == "cuts" for line in ran.out.splitlines())
    assert run("mutants", "--rule", "none").status == 2
    assert run("mutants", "--cases", "nowhere.toml").status == 2
