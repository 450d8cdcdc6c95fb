"""Certificates that are wrong: whatever somebody changed, and however well the rest fits."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from resolvent import InputError, Phase, load_map
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER
from resolvent.oracle.certificate import certify, write
from resolvent.oracle.certificate import split as split_module
from resolvent.oracle.certificate.check import _Check
from resolvent.oracle.certificate.clauses import stage_clauses
from resolvent.oracle.certificate.record import decode_certificate, stage_comments
from resolvent.oracle.certificate.split import _depends_on, split
from resolvent.oracle.certificate.stages import Stage, stages_of
from resolvent.oracle.certificate.write import _proof
from resolvent.oracle.generate import Generator
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Knot, Solver, said
from resolvent.rules.reading import Reading
from tests.oracle.certificates import LONE, READING, Edit, change, edited, faults
from tests.oracle.phases import bounce, pandin, phase, ring


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("p cnf", "c\np cnf"),
        ("p cnf", "p cnf 1"),
        ("p cnf", "1 2 0\np cnf"),
        ("\nc 1: ", "\nc 1: not "),
        ("have", "had"),
        (" 0\n", " 0\n1 2 0\n"),
        ("\n-", "\n"),
        ("\n", "\r\n"),
        ("c ", "\ufeffc "),
    ],
)
def test_other_clauses_are_wrong(old: str, new: str, tmp_path: Path) -> None:
    certify(bounce, READING, tmp_path)
    path = tmp_path / "stage-1.cnf"
    text = path.read_text()
    assert old in text
    path.write_bytes(text.replace(old, new, 1).encode())
    assert faults(tmp_path) == ("stage-1: the clauses are not the equations of the rules",)


NOT_SHOWN = "the proof does not show that there is no other solution"


@pytest.mark.parametrize(
    ("proof", "fault"),
    [
        (b"", NOT_SHOWN),
        (b"d 1 0\n", NOT_SHOWN),
        (b"c 0\n", NOT_SHOWN),
        (b"1 -1 0\n", NOT_SHOWN),
        (b"1 0\n", NOT_SHOWN),
        (b"rubbish\n", "the proof holds 'rubbish', which is no clause"),
        (b"done\n0\n", "the proof holds 'done', which is no clause"),
        (b"d x 0\n0\n", "the proof holds 'x 0', which is no clause"),
        (b"1 2\n0\n", "the proof holds '1 2', which is no clause"),
        (b"1_0 0\n0\n", "the proof holds '1_0 0', which is no clause"),
        ("\u0661 0\n0\n".encode(), "the proof is no text"),
        (b"\xff\x00", "the proof is no text"),
    ],
)
def test_a_proof_that_is_none_is_wrong(proof: bytes, fault: str, tmp_path: Path) -> None:
    certify(pandin, READING, tmp_path)
    last = sorted(tmp_path.glob("*.drup"))[CYCLE]
    last.write_bytes(proof)
    assert faults(tmp_path) == (f"{last.stem}: {fault}",)


CYCLE = 1
"""The stage of Pandin's paradox, from 0, that unit propagation alone does not refute."""


@pytest.mark.parametrize("proof", [b"c a\n%b", b"1 -1 0\nd 1 -1 0\n%b", b"%b\n99 0\n"])
def test_a_proof_may_say_more_than_it_must(proof: bytes, tmp_path: Path) -> None:
    certify(pandin, READING, tmp_path)
    for path in tmp_path.glob("*.drup"):
        path.write_bytes(proof % path.read_bytes())
    assert faults(tmp_path) == ()


def forgery(folder: Path, phase: Phase, edit: Edit, reading: Reading = READING) -> tuple[str, ...]:
    """The same by a forger who makes all else fit: clauses, proofs, and the resolution that would follow."""
    certify(phase, reading, folder)
    change(folder, edit)
    certificate = decode_certificate((folder / "certificate.json").read_bytes())
    for old in folder.glob("stage-*"):
        old.unlink()
    eager = _Check(folder, certificate)
    for record in certificate.stages:
        decisions = [eager.named[name] for name in record.statements]
        solutions = [dict(zip(decisions, row, strict=False)) for row in record.solutions]
        text, proof = "p cnf 0 1\n0\n", "0\n"
        with contextlib.suppress(KeyError, AssertionError):  # no clauses, or no proof, can be made
            clauses = stage_clauses(eager.knot(), decisions, solutions)
            text = clauses.text(stage_comments(record))
            list(eager.taken(eager.knot(), record, decisions, solutions))
            proof = _proof(clauses)
        (folder / f"{record.file}.cnf").write_text(text)
        (folder / f"{record.file}.drup").write_text(proof)
    change(folder, lambda data: data.update(resolution=eager.resolution()))
    return faults(folder)


def stage(number: int, **new: object) -> Edit:
    """Other entries in a stage, from 1."""
    return lambda data: data["stages"][number - 1].update(new)


def test_what_a_forger_leaves_alone_is_right(tmp_path: Path) -> None:
    for number, example in enumerate((LONE, bounce, ring, pandin, two_rings)):
        assert forgery(tmp_path / str(number), example, lambda data: None) == ()


FAILS = {"values": {"A MUN - SIL": False}, "rule": "deadlock"}


@pytest.mark.parametrize(("phase", "edit", "fault"),
    [
        (LONE, stage(1, solutions=[[True], [True]], **FAILS), "lists a solution twice"),
        (LONE, stage(1, statements=["A MUN - SIL"] * 2, solutions=[[True] * 2, [False, True]], **FAILS),
         "lists a decision twice"),
        (LONE, stage(1, solutions=[[True], [False]], **FAILS), "no cycle, so they have one solution"),
        (LONE, stage(1, solutions=[], **FAILS), "no cycle, so they have one solution"),
        (LONE, stage(1, solutions=[[True]], rule="deadlock"), "no cycle, so they have one solution"),
        (LONE, stage(1, solutions=[[]]), "not one value for each"),
        (LONE, stage(1, solutions=[[True, True]]), "not one value for each"),
        (LONE, stage(1, solutions=[[False]], values={"A MUN - SIL": False}), "does not show"),
        (LONE, stage(1, values={}), "not those of the one solution"),
        (LONE, stage(1, values={"A MUN - SIL": True, "A BER - KIE": True}), "there is no decision"),
        (LONE, stage(1, statements=[], solutions=[[]], values={}), "decides nothing"),
        (LONE, stage(1, file="stage-2"), "there is no file 'stage-1.cnf'"),
        (LONE, lambda data: data["stages"].clear(), "nothing is said of A MUN - SIL"),
        (LONE, lambda data: data["stages"].append({**data["stages"][0], "file": "stage-2"}), "or again"),
        (bounce, stage(1, statements=["A WAR - SIL", "A MUN - SIL"]), "not in the order of the orders"),
        (ring, stage(1, solutions=[[False] * 3, [True] * 3]), "not in order"),
        (ring, stage(1, solutions=[[True] * 3, [True] * 3]), "lists a solution twice"),
        (ring, stage(1, solutions=[[True] * 3], rule=""), "does not show"),
        (ring, stage(1, rule="deadlock"), "not those of circular_movement"),
        (ring, stage(1, rule="anything"), "not those of circular_movement"),
        (ring, stage(1, rule="", values={}), "not those of circular_movement"),
        (ring, stage(1, statements=["F ANK - CON"], solutions=[[True], [False]]), "decided later"),
    ],
)  # fmt: skip
def test_forgeries(phase: Phase, edit: Edit, fault: str, tmp_path: Path) -> None:
    found = forgery(tmp_path, phase, edit)
    assert found
    assert fault in found[0]


def test_a_statement_does_not_move_to_another_stage(tmp_path: Path) -> None:
    def move(data: dict[str, Any]) -> None:
        first, second = data["stages"][:2]
        name = second["statements"].pop()
        first["statements"].append(name)
        first["values"][name] = second["values"].pop(name, False)
        first["solutions"] = [[*row, False] for row in first["solutions"]]
        second["solutions"] = [row[:-1] for row in second["solutions"]]

    assert forgery(tmp_path, pandin, move)


def test_stages_do_not_change_places(tmp_path: Path) -> None:
    def swap(data: dict[str, Any]) -> None:
        one, other, *rest = data["stages"]
        data["stages"] = [{**other, "file": "stage-1"}, {**one, "file": "stage-2"}, *rest]

    (fault, *_) = forgery(tmp_path / "pandin", pandin, swap)
    assert fault.startswith("stage-1: ")
    # where neither depends on the other, nothing comes of it but the order in which cycles are told
    assert forgery(tmp_path / "rings", two_rings, swap) == ()
    (fault,) = edited(tmp_path / "resolution", two_rings, lambda data: data["resolution"]["cycles"].reverse())
    assert fault == "the resolution is not what follows from the values"


def test_an_open_cycle_is_not_told_twice(tmp_path: Path) -> None:
    def again(data: dict[str, Any]) -> None:
        open_ = next(s for s in data["stages"] if not s["values"])
        data["stages"].append({**open_, "file": f"stage-{len(data['stages']) + 1}"})

    (fault,) = forgery(tmp_path, pandin, again, READING.choosing("4.A.2", "no-rule"))
    assert "decides nothing, or again" in fault


OTHERWISE = "the phase holds more than a phase, or is written otherwise"


@pytest.mark.parametrize(("edit", "fault"),
    [
        (lambda data: data["resolution"]["orders"][0].update(outcome="fails"), "the resolution is not"),
        (lambda data: data["resolution"]["orders"][0].update(dislodged=0), "the resolution is not"),
        (lambda data: data["resolution"].update(rules="1982"), "the resolution is not"),
        (lambda data: data["resolution"].update(remark="all is well"), "the resolution is not"),
        (lambda data: data.update(rules="1982"), ""),
        (lambda data: data.update(choices={"4.A.1": "a"}), "the resolution is not"),
        (lambda data: data.update(choices={"4.A.2": "no-rule"}), "the choices are not called by their keys"),
        (lambda data: data["phase"].update(phase="S1901M"), "the resolution is not"),
        (lambda data: data["phase"].update(map="ancmed"), ""),
        (lambda data: data["phase"].update(remark="all is well"), OTHERWISE),
        (lambda data: data["phase"].pop("language"), OTHERWISE),
        (lambda data: data["phase"]["orders"]["GERMANY"].pop(), ""),
        (lambda data: data["phase"]["units"]["GERMANY"].append("A BER"), ""),
        (lambda data: data["sources"].update({"rules/my.toml": "0"}), "there is no file 'rules/my.toml'"),
        (lambda data: data["sources"].update({"../x": "0"}), "there is no file '../x'"),
    ],
)  # fmt: skip
def test_whatever_else_is_changed_is_found(edit: Edit, fault: str, tmp_path: Path) -> None:
    example = msgspec.structs.replace(pandin, phase="F1901M")
    try:
        found = edited(tmp_path, example, edit)
    except InputError as error:  # units that the other map does not have
        found = (str(error),)
        assert fault == ""
    assert found
    assert fault in found[0]


def test_files_too_many_or_too_few(tmp_path: Path) -> None:
    certify(bounce, READING, tmp_path)
    (tmp_path / "stage-7.cnf").write_text("p cnf 0 0\n")
    (tmp_path / ".hidden").write_text("")
    assert faults(tmp_path) == ("the file 'stage-7.cnf' is none of a certificate's",)
    (tmp_path / "stage-7.cnf").unlink()
    (tmp_path / "stage-1.drup").unlink()
    assert faults(tmp_path) == ("there is no file 'stage-1.drup'",)


# -- stages that somebody else might have made, each with clauses and proofs that are right


Forger = Callable[[list[Stage]], Iterable[Stage]]


@pytest.fixture
def forged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Phase, Forger], list[str]]:
    """What is wrong with the certificate of a phase with other stages."""

    def check(phase: Phase, forge: Forger) -> list[str]:
        monkeypatch.setattr(write, "stages_of", lambda *given: forge(list(stages_of(*given))))
        certify(phase, READING, tmp_path)
        return list(faults(tmp_path))

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
    return split(knot, [o.decision for o in knot.open if said(o.decision) in names]).fault


def test_dependence_is_what_the_solver_says_too() -> None:
    """The truth tables of the checker against the components of the program."""
    generator = Generator(load_map("standard"), 6, themes=("double_knot", "rotation", "swap"))
    seen = 0
    for _ in range(60):
        knot = Knot(
            Docket(generator.draw().phase).grounding(READING), {}, Solver(DEFAULT_SOLVER, DEFAULT_BUDGET)
        )
        for component in knot.sources(frozenset()):
            assert split(knot, [o.decision for o in component]).fault == ""
            if len(component) > 1:
                seen += 1
                assert split(knot, [o.decision for o in component[1:]]).fault != ""
    assert seen > 5


def test_of_wide_equations_what_is_seen_to_depend_depends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where not all assignments are looked at, some show what a change does."""
    generator = Generator(load_map("standard"), 6, themes=("double_knot", "rotation", "knot"))
    seen = 0
    for _ in range(30):
        knot = Knot(
            Docket(generator.draw().phase).grounding(READING), {}, Solver(DEFAULT_SOLVER, DEFAULT_BUDGET)
        )
        exact = [_depends_on(knot, o) for o in knot.open]
        seen += sum(len(others) > 1 for others in exact)
        with monkeypatch.context() as patch:
            patch.setattr(split_module, "_WIDEST", 0)
            assert [_depends_on(knot, o) for o in knot.open] == exact
    assert seen > 20
