"""Certificates: written, checked, and wrong when anything in them is changed."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from resolvent import InputError, Phase, load_map, load_reading
from resolvent.datc import load_cases
from resolvent.oracle.certificate import certify, check_certificate
from resolvent.oracle.certificate.rup import parse_dimacs, parse_proof, refutes
from resolvent.oracle.generate import Generator
from resolvent.records.phase import read_phase
from tests.cli.conftest import Run
from tests.oracle.phases import bounce, dislodgement, pandin, ring

READING = load_reading("datc")


@pytest.mark.parametrize("phase", [bounce, ring, dislodgement, pandin])
def test_a_certificate_is_right(phase: Phase, tmp_path: Path) -> None:
    certify(phase, READING, tmp_path)
    assert check_certificate(tmp_path) == []


def test_paradoxes_of_datc_and_generated_phases_are_certified(tmp_path: Path) -> None:
    phases = [read_phase(c.phase_dict()) for c in load_cases() if c.id.startswith("6.F.1")]
    generator = Generator(load_map("standard"), 1)
    phases += [generator.draw().phase for _ in range(40)]
    for number, phase in enumerate(phases):
        certify(phase, READING, tmp_path / str(number))
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
