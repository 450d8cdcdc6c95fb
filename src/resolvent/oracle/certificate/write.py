"""Writing a certificate: a folder with the resolution, and clauses and a proof for each of its stages."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec
from pysat.solvers import Solver as Prover

from resolvent.board import Map, load_map
from resolvent.errors import InputError
from resolvent.oracle.certificate.clauses import Clauses, stage_clauses
from resolvent.oracle.certificate.folder import CERTIFICATE, new_folder
from resolvent.oracle.certificate.record import Certificate, StageRecord, stage_comments
from resolvent.oracle.certificate.sources import copy_sources, resolution_of
from resolvent.oracle.certificate.stages import Stage, stages_of
from resolvent.records.phase import Phase
from resolvent.resolution.docket import Docket
from resolvent.resolution.grounding import Grounding
from resolvent.resolution.knot import Decision, Knot, Solver, said
from resolvent.resolution.solve import MOST_SOLUTIONS
from resolvent.rules.reading import Reading

__all__ = ["certify"]

_PROVER = "glucose4"
"""A solver that writes down its proofs."""


def certify(phase: Phase, reading: Reading, folder: Path, board: Map | None = None) -> Certificate:
    """Write a certificate.

    Args:
        phase: a movement phase.
        reading: the rules.
        folder: where to; it is made, or takes the place of an empty folder or an older certificate.
        board: the map; left out, the one the phase names.

    Returns:
        What was written to ``certificate.json``.

    Raises:
        InputError: the phase or the folder cannot be used, or a cycle has too many solutions to list.
    """
    board = board or load_map(phase.map)
    phase = msgspec.structs.replace(phase, map=board.name)
    docket = Docket(phase, board)
    solver = Solver()
    solved = docket.solved(reading, solver)
    grounding = docket.grounding(reading)
    with new_folder(folder) as fresh:
        rules, sources = copy_sources(reading, board, fresh)
        records = _write_stages(fresh, grounding, stages_of(grounding, solved, solver), solver)
        resolution = resolution_of(docket, reading, solved, rules)
        certificate = Certificate.of(rules, reading.changed, sources, phase, resolution, records)
        (fresh / CERTIFICATE).write_bytes(certificate.encode())
    return certificate


def _write_stages(
    folder: Path, grounding: Grounding, stages: Iterable[Stage], solver: Solver
) -> tuple[StageRecord, ...]:
    records = []
    values: dict[Decision, bool] = {}
    for number, stage in enumerate(stages, 1):
        if len(stage.solutions) >= MOST_SOLUTIONS:
            raise InputError(f"a cycle has {MOST_SOLUTIONS} solutions or more, too many to certify")
        clauses = stage_clauses(Knot(grounding, values, solver), stage.decisions, stage.solutions)
        record = _record(stage, number)
        (folder / f"{record.file}.cnf").write_bytes(clauses.text(stage_comments(record)).encode())
        (folder / f"{record.file}.drup").write_bytes(_proof(clauses).encode())
        records.append(record)
        values |= stage.values
    return tuple(records)


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
