"""Certificates: written, checked, and wrong when anything in them is changed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
import pytest

from resolvent import InputError, Phase, load_map, load_reading
from resolvent.datc import load_cases
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER
from resolvent.oracle.certificate import certify, check_certificate, write
from resolvent.oracle.certificate.rup import parse_dimacs, parse_proof, refutes
from resolvent.oracle.certificate.split import split_fault
from resolvent.oracle.certificate.stages import Stage, stages_of
from resolvent.oracle.generate import Generator
from resolvent.records.phase import read_phase
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Knot, Solver, said
from tests.cli.conftest import Run
from tests.oracle.phases import bounce, dislodgement, pandin, phase, ring

READING = load_reading("datc")


@pytest.mark.parametrize("example", [bounce, ring, dislodgement, pandin])
def test_a_certificate_is_right(example: Phase, tmp_path: Path) -> None:
    certify(example, READING, tmp_path)
    assert check_certificate(tmp_path) == []


def test_paradoxes_of_datc_and_generated_phases_are_certified(tmp_path: Path) -> None:
    phases = [read_phase(c.phase_dict()) for c in load_cases() if c.id.startswith("6.F.1")]
    generator = Generator(load_map("standard"), 1)
    phases += [generator.draw().phase for _ in range(40)]
    for number, example in enumerate(phases):
        certify(example, READING, tmp_path / str(number))
        assert check_certificate(tmp_path / str(number)) == []


def test_an_open_cycle_is_certified_with_all_its_solutions(tmp_path: Path) -> None:
    reading = READING.choosing("4.A.2", "no-rule")
    certificate = certify(pandin, reading, tmp_path)
    assert any(not stage.values for stage in certificate.stages)
    assert check_certificate(tmp_path) == []


def test_the_clauses_say_what_they_mean(tmp_path: Path) -> None:
    certify(ring, READING, tmp_path)
    text = (tmp_path / "stage-1.cnf").read_text()
    assert "c 1: F ANK - CON" in text
    assert "have 2 solutions; the rule circular_movement speaks" in text


def changes(folder: Path) -> dict[str, tuple[str, str]]:
    """What a forger might write: file -> (old, new)."""
    return {
        "stage-1.cnf": ("p cnf", "c\np cnf"),
        "stage-1.drup": ((folder / "stage-1.drup").read_text(), ""),
        "certificate.json": ('"outcome": "fails"', '"outcome": "succeeds"'),
    }


@pytest.mark.parametrize("file", ["stage-1.cnf", "stage-1.drup", "certificate.json"])
def test_whatever_is_changed_is_found(file: str, tmp_path: Path) -> None:
    certify(pandin, READING, tmp_path)
    old, new = changes(tmp_path)[file]
    text = (tmp_path / file).read_text()
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new))
    assert check_certificate(tmp_path) != []


def test_another_solution_cannot_be_certified(tmp_path: Path) -> None:
    certify(bounce, READING, tmp_path)
    path = tmp_path / "certificate.json"
    data = json.loads(path.read_text())
    stage = data["stages"][0]
    stage["solutions"] = [[True] * len(stage["statements"])]
    stage["values"] = dict.fromkeys(stage["statements"], True)
    path.write_text(json.dumps(data))
    assert check_certificate(tmp_path) != []


# -- stages that somebody else might have made, each with clauses and proofs that are right


Forger = Callable[[list[Stage]], Iterable[Stage]]


@pytest.fixture
def forged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Phase, Forger], list[str]]:
    """What is wrong with the certificate of a phase with other stages."""

    def check(phase: Phase, forge: Forger) -> list[str]:
        monkeypatch.setattr(write, "stages_of", lambda *given: forge(list(stages_of(*given))))
        certify(phase, READING, tmp_path)
        return check_certificate(tmp_path)

    return check


two_rings = phase(
    {
        "TURKEY": ["F ANK - CON", "A CON - SMY", "A SMY - ANK"],
        "FRANCE": ["A PAR - BUR", "A BUR - PIC", "A PIC - PAR"],
    }
)


def as_it_is(stages: list[Stage]) -> list[Stage]:
    return stages


def joined(one: Stage, other: Stage) -> Stage:
    """Two stages as one; every solution of one goes with every one of the other."""
    solutions = tuple({**a, **b} for a in one.solutions for b in other.solutions)
    return Stage(one.decisions + other.decisions, solutions, {**one.values, **other.values}, one.met)


def test_what_is_not_changed_is_right(forged: Callable[[Phase, Forger], list[str]]) -> None:
    assert forged(two_rings, as_it_is) == []
    assert forged(pandin, as_it_is) == []


def test_two_components_are_not_one(forged: Callable[[Phase, Forger], list[str]]) -> None:
    (fault,) = forged(two_rings, lambda stages: [joined(*stages)])
    assert "so they are no component" in fault


def test_a_component_and_what_follows_from_it_are_not_one(
    forged: Callable[[Phase, Forger], list[str]],
) -> None:
    (fault, *_) = forged(pandin, lambda stages: [joined(stages[1], stages[0]), *stages[2:]])
    assert "component" in fault or "decided later" in fault


def test_nothing_is_left_out(forged: Callable[[Phase, Forger], list[str]]) -> None:
    faults = forged(two_rings, lambda stages: stages[:1])
    assert "nothing is said of F ANK - CON" in faults
    assert len([fault for fault in faults if fault.startswith("nothing is said")]) == 3


def other_way(stage: Stage) -> Stage:
    """The other solution of a cycle, said to be chosen by its rule."""
    return msgspec.structs.replace(stage, values={d: not v for d, v in stage.values.items()})


def test_a_rule_is_not_put_into_the_mouth(forged: Callable[[Phase, Forger], list[str]]) -> None:
    fault, *_ = forged(ring, lambda stages: [*map(other_way, stages)])
    assert fault == "stage-1: the values are not those of circular_movement, which speaks of this cycle"


def silent(stage: Stage) -> Stage:
    return msgspec.structs.replace(stage, values={}, met=None)


def test_a_rule_that_speaks_is_not_passed_over(forged: Callable[[Phase, Forger], list[str]]) -> None:
    fault, *_ = forged(ring, lambda stages: [*map(silent, stages)])
    assert "which speaks of this cycle" in fault


def test_what_depends_on_an_open_decision_is_later(forged: Callable[[Phase, Forger], list[str]]) -> None:
    behind = phase(
        {"RUSSIA": ["A WAR - SIL", "A MOS - WAR"], "GERMANY": ["A BER - SIL", "A MUN S A BER - SIL"]}
    )
    assert forged(behind, as_it_is) == []
    assert check_split(behind, "A MOS - WAR") == "A MOS - WAR depends on A WAR - SIL, which is decided later"


def check_split(phase: Phase, *names: str) -> str:
    knot = Knot(Docket(phase).grounding(READING), {}, Solver(DEFAULT_SOLVER, DEFAULT_BUDGET))
    return split_fault(knot, [o.decision for o in knot.open if said(o.decision) in names])


def test_dependence_is_what_the_solver_says_too() -> None:
    """The truth tables of the checker against the components of the program."""
    generator = Generator(load_map("standard"), 6, themes=("double_knot", "rotation", "swap"))
    seen = 0
    for _ in range(60):
        knot = Knot(
            Docket(generator.draw().phase).grounding(READING), {}, Solver(DEFAULT_SOLVER, DEFAULT_BUDGET)
        )
        for component in knot.sources(frozenset()):
            assert split_fault(knot, [o.decision for o in component]) == ""
            if len(component) > 1:
                seen += 1
                assert split_fault(knot, [o.decision for o in component[1:]]) != ""
    assert seen > 5


def test_what_is_no_certificate(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        check_certificate(tmp_path)
    (tmp_path / "certificate.json").write_text("{}")
    with pytest.raises(InputError):
        check_certificate(tmp_path)


# -- the checker of proofs


def test_a_refutation() -> None:
    clauses = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
    assert refutes(clauses, [(2,), ()])
    assert not refutes(clauses, [()])
    assert not refutes(clauses, [(2,)])
    assert not refutes(clauses[:3], [(2,), ()])
    assert not refutes([(1, 2, 3)], [(1,), ()])
    assert refutes([(1,), (-1,)], [()])
    assert refutes([()], [()])


def test_nothing_satisfiable_is_refuted() -> None:
    rng = random.Random(1)
    for _ in range(200):
        hidden = [x if rng.random() < 0.5 else -x for x in range(1, 7)]
        clauses = [
            tuple({rng.choice(hidden), *(rng.choice([-1, 1]) * rng.randint(1, 6) for _ in "ab")})
            for _ in range(20)
        ]
        proof = [tuple({rng.choice([-1, 1]) * rng.randint(1, 6) for _ in range(2)}) for _ in range(10)]
        assert not refutes(clauses, [*proof, ()])


def test_texts_that_are_no_clauses() -> None:
    assert parse_dimacs("c a\np cnf 2 1\n1 -2 0\n") == [(1, -2)]
    assert parse_proof("d 1 0\n2 0\n0\n") == [(2,), ()]
    for text in ("", "p cnf 1 2\n1 0\n", "p cnf 1 1\n1\n", "p cnf 1 1\nx 0\n"):
        with pytest.raises(InputError):
            parse_dimacs(text)


def test_the_command(run: Run, tmp_path: Path) -> None:
    folder = str(tmp_path / "evidence")
    ran = run("certify", "examples/pandin.txt", "--output", folder)
    assert (ran.status, "each proved" in ran.out) == (0, True)
    assert run("certify", "--check", folder).status == 0
    (tmp_path / "evidence" / "stage-1.drup").write_text("")
    assert run("certify", "--check", folder).status == 1
    assert run("certify", "examples/pandin.txt").status == 2
    assert run("certify", "--check", str(tmp_path / "nowhere")).status == 2
