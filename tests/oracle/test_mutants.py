"""Mutants of the rules: made as they should be, killed by our cases, and found by fuzzing."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import msgspec
import pytest

from resolvent import Outcome, Status, load_map, load_reading
from resolvent.datc import load_cases, read_cases
from resolvent.datc.run import differences, run_movement
from resolvent.oracle.checker import Checker
from resolvent.oracle.fuzz import Fuzz
from resolvent.oracle.generate import Generator
from resolvent.oracle.judges import ReadingJudge
from resolvent.oracle.mutate import Mutant, mutants_of
from resolvent.oracle.rule_case import RuleCase
from resolvent.oracle.rule_text import written
from resolvent.oracle.suite import Suite, Witnesses, judge_mutants
from tests.cases import HERE
from tests.cli.conftest import Run

READING = load_reading("datc")

DATC_MISSES = (
    "attack-17", "beats_defence-20", "could_go-15", "could_go_by_itself-2", "coast_agrees-10",
    "goes_by_itself-10", "valid_move-5", "valid_move-9", "convoys-1", "contested-7", "prevails-1",
)  # fmt: skip
"""Mutants that pass every case of DATC, and differ from the rules."""

FOUND_BY_FUZZING = {
    "given-4": 3, "cuts-3": 4, "attack-17": 3, "hold-10": 4, "may_retreat-3": 6, "opposes-4": 2
}  # fmt: skip
"""Mutants with the most units that the smallest case of each may have."""


@cache
def mutants() -> dict[str, Mutant]:
    return {mutant.id: mutant for mutant in mutants_of(READING)}


ALIKE = {
    "convoy_disrupted-13", "convoy_disrupted-20", "no_path-3", "loses_head_to_head-12",
    "supporter_dislodged-1", "supporter_dislodged-7", "convoy_unused-1",
}  # fmt: skip
"""Mutants of reasons that tell the same: what they leave out, a reason tried before has seen to."""


@cache
def cases_of(file: str) -> tuple[RuleCase, ...]:
    return read_cases((HERE / file).read_text(encoding="utf-8"), RuleCase, file)


def our_cases() -> tuple[RuleCase, ...]:
    return cases_of("mutants.toml")


def test_every_mutant_is_another_rule() -> None:
    assert len(mutants()) > 400
    texts = set()
    for mutant in mutants().values():
        text = written(mutant.reading.definitions[mutant.rule].body)
        assert text != written(READING.definitions[mutant.rule].body)
        assert (mutant.rule, text) not in texts
        texts.add((mutant.rule, text))


@pytest.mark.parametrize("file", sorted(file.name for file in HERE.glob("*.toml")))
def test_our_cases_come_out_as_they_say(file: str) -> None:
    """Every file of cases has the layout, and what is said beside ``expect`` is so."""
    cases = [case for case in cases_of(file) if case.phase != "adjustment"]
    for case in cases:
        found = run_movement(case, READING)
        if case.expect is not None and case.phase == "movement":
            assert differences(case.expect, found) == [], case.id
        assert list(case.objections(found)) == [], case.id
    left_out = {case.id for case in cases} - {case.id for case in Suite(cases, READING).cases}
    assert left_out <= {case.id for case in cases if case.expect is None and case.movement is None}


def test_what_is_said_beside_the_outcome_matters() -> None:
    case = cases_of("reasons.toml")[0]
    wrong = msgspec.structs.replace(
        case,
        outcomes={"A WAR": Outcome.SUCCEEDS},
        reasons={"A WAR": "bounced by A BOH"},
        contested=(),
        status=Status.PARADOX,
        moved={"A WAR": "SIL"},
        no_path=("A BER",),
    )
    assert list(wrong.objections(run_movement(case, READING))) == [
        "A WAR is fails, not succeeds",
        "A WAR is bounced by A BOH, A MUN, not bounced by A BOH",
        "contested are ('SIL',), not ()",
        "the status is unique, not paradox",
        "A WAR does not end in SIL",
        "A BER has found a way",
    ]


def test_reasons_are_told_from_slightly_wrong_ones() -> None:
    suite = Suite(cases_of("reasons.toml"), READING)
    told = [mutant for mutant in mutants().values() if mutant.tells]
    assert len(told) > 100
    assert {mutant.id for mutant in told if not list(suite.killers(mutant, every=False))} == ALIKE
    assert not list(Suite(load_cases(), READING).killers(told[0]))


def test_a_wrong_reason_has_a_witness() -> None:
    (fate,) = judge_mutants([mutants()["bounces-2"]], [], Witnesses(READING, 60, seed="r"))
    assert fate.survives
    assert fate.witness is not None
    assert sum(map(len, fate.witness.units.values())) <= 3


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
    assert differs.survives
    assert differs.witness is not None
    assert sum(map(len, differs.witness.units.values())) <= 4
    assert (equal.killed_by, equal.witness, equal.survives) == ((), None, False)
    assert equal.tried == 150
    assert killed.killed_by
    assert not killed.survives


@pytest.mark.parametrize("name", FOUND_BY_FUZZING)
def test_a_mutant_as_judge_is_found_and_its_case_is_small(name: str) -> None:
    judge = ReadingJudge(mutants()[name].reading)
    fuzz = Fuzz(judge, Checker(READING, most_choices=0), Generator(load_map("standard"), 5))
    report = fuzz.run(phases=4000, seconds=60, most_faults=1)
    assert report.faults
    assert [fault.size for fault in report.faults.values() if fault.size > FOUND_BY_FUZZING[name]] == []


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


def test_the_command_with_all_files_of_cases(run: Run, tmp_path: Path) -> None:
    ran = run("mutants", "--rule", "in_force", "--phases", "0", "--cases", "tests/cases", "--every")
    assert ran.status == 0
    assert "by RC-4.D.1-adds" in ran.out
    ran = run("mutants", "--cases", str(tmp_path))
    assert ran.status == 2
    assert "there is no file of cases" in ran.err
