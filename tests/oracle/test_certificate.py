"""Certificates: written, checked, and moved elsewhere; the folder, and the checker of proofs."""

from __future__ import annotations

import hashlib
import random
import shutil
from pathlib import Path

import msgspec
import pytest

from resolvent import InputError, Phase, load_map, load_reading
from resolvent.board.entries import MAP_FOLDER
from resolvent.datc import load_cases
from resolvent.oracle.certificate import certify, check_certificate, write
from resolvent.oracle.certificate.rup import parse_dimacs, parse_proof, refutes
from resolvent.oracle.certificate.stages import Stage
from resolvent.oracle.generate import Generator
from resolvent.records.phase import read_phase
from tests.cli.conftest import Run
from tests.oracle.certificates import LONE, READING, Edit, change, edited, faults
from tests.oracle.phases import bounce, dislodgement, pandin, ring


@pytest.mark.parametrize("example", [bounce, ring, dislodgement, pandin])
def test_a_certificate_is_right(example: Phase, tmp_path: Path) -> None:
    certify(example, READING, tmp_path)
    assert faults(tmp_path) == ()


def test_paradoxes_of_datc_and_generated_phases_are_certified(tmp_path: Path) -> None:
    phases = [read_phase(c.phase_dict()) for c in load_cases() if c.id.startswith("6.F.1")]
    generator = Generator(load_map("standard"), 1)
    phases += [generator.draw().phase for _ in range(40)]
    for number, example in enumerate(phases):
        certify(example, READING, tmp_path / str(number))
        assert faults(tmp_path / str(number)) == ()


def test_an_open_cycle_is_certified_with_all_its_solutions(tmp_path: Path) -> None:
    reading = READING.choosing("4.A.2", "no-rule")
    certificate = certify(pandin, reading, tmp_path)
    assert any(not stage.values for stage in certificate.stages)
    assert faults(tmp_path) == ()


def test_the_clauses_say_what_they_mean(tmp_path: Path) -> None:
    certify(ring, READING, tmp_path)
    text = (tmp_path / "stage-1.cnf").read_text()
    assert "c 1: F ANK - CON" in text
    assert "have 2 solutions; the rule circular_movement speaks" in text


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{}", "is no certificate"),
        ("", "is no certificate"),
        ("[" * 100_000, "is no certificate"),
        ('{"version": 2}', "is a certificate of version 2; version 1 can be checked"),
        ('{"version": 1, "rules": 7}', "is no certificate"),
    ],
)
def test_what_is_no_certificate(text: str, fault: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        check_certificate(tmp_path)
    (tmp_path / "certificate.json").write_text(text)
    with pytest.raises(InputError, match=fault) as caught:
        check_certificate(tmp_path)
    assert caught.value.place == str(tmp_path / "certificate.json")


@pytest.mark.parametrize(
    ("edit", "place"),
    [
        (lambda data: data.update(remark="x"), ""),
        (lambda data: data.pop("sources"), ""),
        (lambda data: data["stages"][0].update(remark="x"), ""),
        (lambda data: data["stages"][0].update(solutions=[["yes"]]), ""),
        (lambda data: data.update(rules="datk"), ""),
        (lambda data: data.update(rules="/elsewhere/my.toml"), ""),
        (lambda data: data.update(rules="../my.toml"), ""),
        (lambda data: data.update(choices={"4.A.2": "z"}), ""),
        (lambda data: data["phase"].update(map="./my.toml"), ""),
        (lambda data: data["phase"].update(map=["standard"]), ""),
        (lambda data: data["phase"].update(phase="X"), ", phase.phase"),
        (lambda data: data["phase"].update(phase="S1901R"), ", phase.phase"),
        (lambda data: data["phase"]["units"].update(GERMANY=["A XYZ"]), ", phase.units.GERMANY[0]"),
    ],
)
def test_what_cannot_be_used_says_where(edit: Edit, place: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        edited(tmp_path, bounce, edit)
    assert caught.value.place == str(tmp_path / "certificate.json") + place


def test_a_key_that_stands_twice(tmp_path: Path) -> None:
    certify(bounce, READING, tmp_path)
    path = tmp_path / "certificate.json"
    path.write_text(path.read_text().replace('"rules":', '"rules": "1982", "rules":', 1))
    with pytest.raises(InputError, match="stands here twice"):
        check_certificate(tmp_path)


def test_a_phase_whose_language_would_be_guessed(tmp_path: Path) -> None:
    english = read_phase({"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}, "en")
    dutch = msgspec.structs.replace(english, language="nl")
    for number, example in enumerate((english, dutch)):
        certify(example, READING, tmp_path / str(number))
        assert faults(tmp_path / str(number)) == ()


# -- rules and maps of one's own


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A rulebook in which no attack is strong, with a rule file in another folder."""
    (tmp_path / "own" / "books").mkdir(parents=True)
    (tmp_path / "own" / "files").mkdir()
    book = tmp_path / "own" / "books" / "my.toml"
    book.write_text('title = "mine"\nextends = "1982"\nrules = ["../files/weak.rules"]\n')
    (tmp_path / "own" / "files" / "weak.rules").write_text(
        '@redefines\ndef attack(m: Move):\n    """No attack is strong."""\n    return 0\n'
    )
    return book


def test_own_rules_travel_with_the_certificate(mine: Path, tmp_path: Path) -> None:
    folder = tmp_path / "evidence"
    certificate = certify(LONE, load_reading(str(mine)), folder)
    assert (certificate.rules, certificate.resolution["rules"]) == ("rules/books/my.toml",) * 2
    assert certificate.resolution["orders"][0]["outcome"] == "fails"
    shutil.rmtree(tmp_path / "own")
    elsewhere = folder.rename(tmp_path / "elsewhere")
    checked = check_certificate(elsewhere)
    assert checked.faults == ()
    assert checked.subject == "under rules/books/my.toml, S1901M of map standard"
    rules = elsewhere / "rules" / "files" / "weak.rules"
    assert certificate.sources["rules/files/weak.rules"] == hashlib.sha256(rules.read_bytes()).hexdigest()
    rules.write_text(rules.read_text().replace("return 0", "return 1"))
    (fault,) = faults(elsewhere)
    assert fault.startswith("'rules/files/weak.rules' is not the file that was certified")


def test_rules_that_depend_on_where_they_are(mine: Path, tmp_path: Path) -> None:
    mine.write_text(f'rules = ["{tmp_path}/own/files/weak.rules"]\n')
    with pytest.raises(InputError, match="absolute paths"):
        certify(LONE, load_reading(str(mine)), tmp_path / "evidence")
    assert not (tmp_path / "evidence").exists()


def test_rules_outside_the_folder_are_not_used(mine: Path, tmp_path: Path) -> None:
    folder = tmp_path / "evidence"
    certify(LONE, load_reading(str(mine)), folder)
    book = folder / "rules" / "books" / "my.toml"
    book.write_text(f'extends = "{mine}"\nrules = ["../files/weak.rules"]\n')
    digest = hashlib.sha256(book.read_bytes()).hexdigest()
    change(folder, lambda data: data["sources"].update({"rules/books/my.toml": digest}))
    with pytest.raises(InputError, match="not among its sources"):
        check_certificate(folder)


def test_an_own_map_travels_with_the_certificate(tmp_path: Path) -> None:
    text = (MAP_FOLDER / "standard.toml").read_text()
    (tmp_path / "mine.toml").write_text(text.replace('name = "standard"', 'name = "mine"', 1))
    folder = tmp_path / "evidence"
    certificate = certify(LONE, READING, folder, load_map(tmp_path / "mine.toml"))
    (tmp_path / "mine.toml").unlink()
    assert list(certificate.sources) == ["map.toml"]
    assert check_certificate(folder).subject == "under datc, S1901M of map mine"
    assert faults(folder) == ()
    change(folder, lambda data: data["phase"].update(map="standard"))
    with pytest.raises(InputError, match=r"map\.toml is another"):
        check_certificate(folder)


# -- the folder


def test_an_older_certificate_is_replaced(mine: Path, tmp_path: Path) -> None:
    folder = tmp_path / "evidence"
    folder.mkdir()
    certify(pandin, load_reading(str(mine)), folder)
    certify(bounce, READING, folder)
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["certificate.json", "stage-1.cnf", "stage-1.drup"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["evidence", "own"]


def test_nothing_else_is_replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "evidence"
    certify(bounce, READING, folder)
    (folder / "letter.txt").write_text("dear")
    with pytest.raises(InputError, match=r"holds 'letter\.txt'"):
        certify(pandin, READING, folder)
    (folder / "letter.txt").unlink()
    before = (folder / "certificate.json").read_bytes()

    def fail(*given: object) -> list[Stage]:
        raise InputError("too many")

    with monkeypatch.context() as patch:
        patch.setattr(write, "stages_of", fail)
        with pytest.raises(InputError, match="too many"):
            certify(pandin, READING, folder)
    assert (folder / "certificate.json").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["evidence"]
    monkeypatch.chdir(folder)
    with pytest.raises(InputError, match="the folder you are in"):
        certify(pandin, READING, Path())
    with pytest.raises(InputError, match="is no folder"):
        certify(pandin, READING, folder / "certificate.json")
    with pytest.raises(InputError, match="cannot be written"):
        certify(pandin, READING, folder / "certificate.json" / "x")


# -- the checker of proofs


def test_a_refutation() -> None:
    clauses = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
    assert refutes(clauses, [(2,), ()])
    assert not refutes(clauses, [()])
    assert not refutes(clauses, [(99,), ()])
    assert not refutes(clauses, [(1, -1), ()])
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
    ran = run("certify", "--check", folder)
    assert ran.status == 0
    assert ran.out.startswith("right: under datc, F1901M of map standard: ")
    (tmp_path / "evidence" / "stage-1.drup").write_text("x")
    ran = run("certify", "--check", folder)
    assert (ran.status, ran.out) == (1, "wrong: stage-1: the proof holds 'x', which is no clause\n")
    assert run("certify", "examples/pandin.txt").status == 2
    assert run("certify", "--check", str(tmp_path / "nowhere")).status == 2
    assert run("certify", "--check", folder, "--rules", "1982").status == 2


def test_the_command_takes_one_phase(run: Run, tmp_path: Path) -> None:
    ran = run("certify", "examples/phases.jsonl", "--output", str(tmp_path / "evidence"))
    assert (ran.status, "there are several phases" in ran.err) == (2, True)
    assert not (tmp_path / "evidence").exists()


def test_the_command_tells_which_rules(run: Run, mine: Path, tmp_path: Path) -> None:
    folder = str(tmp_path / "evidence")
    assert run("certify", "examples/pandin.txt", "--output", folder, "--rules", str(mine)).status == 0
    right, *files = run("certify", "--check", folder).out.splitlines()
    assert right.startswith("right: under rules/books/my.toml, F1901M of map standard: ")
    assert len(files) == 2
    assert files[0].startswith("with the file rules/books/my.toml of SHA-256 ")
