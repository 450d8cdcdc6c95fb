"""Writing a certificate: a folder with the resolution, and clauses and a proof for each of its stages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from pysat.solvers import Solver as Prover

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER
from resolvent.oracle.certificate.clauses import Clauses, stage_clauses
from resolvent.oracle.certificate.stages import Stage, stages_of
from resolvent.records.phase import Phase, phase_to_dict
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Decision, Knot, Solver, said
from resolvent.resolution.solve import MOST_SOLUTIONS
from resolvent.rules.reading import Reading

__all__ = ["Certificate", "StageRecord", "certify", "stage_comments"]

_PROVER = "glucose4"
"""A solver that writes down its proofs."""


class StageRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """One stage as it is written.

    Attributes:
        file: the name of its files, ``"stage-1"`` for ``stage-1.cnf`` and ``stage-1.drup``.
        statements: what is decided, by the names of `resolvent.consistent_resolutions`.
        solutions: every solution of the equations: a value for each statement.
        values: what came of it: statement -> value.
        rule: the cycle rule that spoke, if the equations have no unique solution.
    """

    file: str
    statements: tuple[str, ...]
    solutions: tuple[tuple[bool, ...], ...]
    values: dict[str, bool]
    rule: str = ""


class Certificate(msgspec.Struct, frozen=True):
    """What is certified, without the clauses and proofs.

    Attributes:
        rules: the rulebook.
        choices: choices made in place of those of the rulebook.
        phase: the phase.
        resolution: the resolution.
        stages: how it comes about.
        version: of this form.
    """

    rules: str
    choices: dict[str, str]
    phase: dict[str, Any]
    resolution: dict[str, Any]
    stages: tuple[StageRecord, ...]
    version: int = 1


def certify(phase: Phase, reading: Reading, folder: Path, board: Map | None = None) -> Certificate:
    """Write a certificate.

    Args:
        phase: a movement phase.
        reading: the rules.
        folder: where to; it is made if it is not there.
        board: the map; left out, the one the phase names.

    Returns:
        What was written to ``certificate.json``.

    Raises:
        InputError: the phase or the folder cannot be used, or a cycle has too many solutions to list.
    """
    docket = Docket(phase, board)
    solver = Solver(DEFAULT_SOLVER, DEFAULT_BUDGET)
    solved = docket.solved(reading, solver)
    grounding = docket.grounding(reading)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        records = []
        values: dict[Decision, bool] = {}
        for number, stage in enumerate(stages_of(grounding, solved, solver), 1):
            if len(stage.solutions) >= MOST_SOLUTIONS:
                raise InputError(f"a cycle has {MOST_SOLUTIONS} solutions or more, too many to certify")
            clauses = stage_clauses(Knot(grounding, values, solver), stage.decisions, stage.solutions)
            record = _record(stage, number)
            text = clauses.text(stage_comments(record))
            (folder / f"{record.file}.cnf").write_text(text, encoding="utf-8")
            (folder / f"{record.file}.drup").write_text(_proof(clauses), encoding="utf-8")
            records.append(record)
            values |= stage.values
        resolution = docket.resolution(reading, solved).to_dict()
        certificate = Certificate(
            reading.books[-1].name, reading.changed, phase_to_dict(phase), resolution, tuple(records)
        )
        data = msgspec.json.format(msgspec.json.encode(certificate), indent=1)
        (folder / "certificate.json").write_bytes(data + b"\n")
    except OSError as error:
        raise InputError(
            f"cannot be written: {(error.strerror or str(error)).lower()}", str(folder)
        ) from None
    return certificate


def stage_comments(record: StageRecord) -> list[str]:
    """What stands above the clauses of a stage."""
    many = len(record.solutions)
    count = "one solution" if many == 1 else f"{many or 'no'} solutions"
    said_so = f"; the rule {record.rule} speaks" if record.rule else ""
    return [
        f"The equations of these {len(record.statements)} decisions, what was settled before put in, "
        f"have {count}{said_so}.",
        "The clauses are those equations without that: they cannot be satisfied.",
    ]


def _record(stage: Stage, number: int) -> StageRecord:
    return StageRecord(
        f"stage-{number}",
        tuple(said(d) for d in stage.decisions),
        tuple(tuple(s[d] for d in stage.decisions) for s in stage.solutions),
        {said(d): value for d, value in stage.values.items()},
        stage.met.rule if stage.met is not None else "",
    )


def _proof(clauses: Clauses) -> str:
    """The solver's proof that clauses cannot be satisfied."""
    with Prover(name=_PROVER, bootstrap_with=[list(c) for c in clauses.clauses], with_proof=True) as prover:
        if prover.solve():
            raise AssertionError("the solutions listed are not all")
        lines = [str(line).strip() for line in prover.get_proof() or ()]
    if not lines or lines[-1] != "0":
        lines.append("0")
    return "\n".join(lines) + "\n"
