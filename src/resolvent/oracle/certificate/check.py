"""Checking a certificate, no solver asked.

What is checked: that the clauses are the equations of the rules, made again from the phase; that each proof
refutes them, so there are no other solutions than those listed; that those listed are solutions; that the
values taken are the one solution, or those that the rules for cycles give; that each stage is what is to be
decided next, and none is left out; that the resolution is what follows from the values; and that the folder
holds nothing else.  What the rules mean for this phase, as formulas, is taken from the compiler.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from resolvent.errors import InputError
from resolvent.logic.algebra import ThreeValued
from resolvent.oracle.certificate.clauses import stage_clauses
from resolvent.oracle.certificate.folder import CERTIFICATE, files_of, read_file
from resolvent.oracle.certificate.record import (
    Certificate,
    StageRecord,
    decode_certificate,
    stage_comments,
    written_phase,
)
from resolvent.oracle.certificate.rup import parse_dimacs, parse_proof, refutes
from resolvent.oracle.certificate.shape import shape_fault
from resolvent.oracle.certificate.sources import digest, load_sources, resolution_of
from resolvent.oracle.certificate.split import always, left_out, ruling_of, split
from resolvent.outcomes import Status
from resolvent.records.phase import read_phase
from resolvent.resolution.docket import Docket
from resolvent.resolution.grounding import Grounding
from resolvent.resolution.knot import Decision, Knot, Solver, said
from resolvent.resolution.solve import Met, Solved

__all__ = ["Checked", "check_certificate"]


class Checked(msgspec.Struct, frozen=True):
    """What came of checking a certificate.

    Attributes:
        certificate: what it says.
        faults: what is wrong with it, in sentences; none if it is right.
    """

    certificate: Certificate
    faults: tuple[str, ...]

    @property
    def subject(self) -> str:
        """What it is about: ``"under datc with 4.A.2 = f, S1901M of map standard"``."""
        choices = ", ".join(f"{issue} = {key}" for issue, key in self.certificate.choices.items())
        rules = f"{self.certificate.rules} with {choices}" if choices else self.certificate.rules
        return f"under {rules}, {self.certificate.phase['phase']} of map {self.certificate.phase['map']}"


def check_certificate(folder: Path) -> Checked:
    """Check a certificate.

    Args:
        folder: where it was written.

    Raises:
        InputError: its ``certificate.json`` cannot be read, or its phase, rules or map cannot be used.
        RuleError: the rulebook in the folder cannot be used.
    """
    path = folder / CERTIFICATE
    data = read_file(path)
    try:
        certificate = decode_certificate(data)
    except InputError as error:
        raise InputError(error.message, f"{path}, {error.place}" if error.place else str(path)) from None
    faults = tuple(_file_faults(folder, certificate))
    return Checked(certificate, faults or tuple(_Check(folder, certificate).faults()))


def _file_faults(folder: Path, certificate: Certificate) -> Iterator[str]:
    """Whether the folder holds the files of a certificate and no others."""
    stages = range(1, len(certificate.stages) + 1)
    proofs = {f"stage-{number}.{suffix}" for number in stages for suffix in ("cnf", "drup")}
    expected = {CERTIFICATE, *proofs, *certificate.sources}
    found = files_of(folder)
    yield from (f"there is no file {name[:80]!r}" for name in sorted(expected - found))
    yield from (f"the file {name[:80]!r} is none of a certificate's" for name in sorted(found - expected))
    for name in sorted(found & certificate.sources.keys()):
        if digest(folder / name) != certificate.sources[name]:
            yield f"{name!r} is not the file that was certified: its SHA-256 is another"


class _Check:
    """One certificate being checked."""

    def __init__(self, folder: Path, certificate: Certificate) -> None:
        self.folder = folder
        self.certificate = certificate
        self.reading, board = load_sources(certificate, folder)
        try:
            self.phase = read_phase(certificate.phase)
            self.docket = Docket(self.phase, board)
            self.grounding: Grounding = self.docket.grounding(self.reading)
        except InputError as error:
            place = f"{folder / CERTIFICATE}, phase"
            raise InputError(error.message, f"{place}.{error.place}" if error.place else place) from None
        self.named = {said(d): d for d in self.grounding.decisions}
        self.values: dict[Decision, bool] = {}
        self.cycles: list[Met] = []
        self.stuck: set[Decision] = set()

    def faults(self) -> Iterator[str]:
        if _text(self.certificate.phase) != _text(written_phase(self.phase)):
            yield "the phase holds more than a phase, or is written otherwise"
        if self.certificate.choices != self.reading.changed:
            yield "the choices are not called by their keys"
        for number, record in enumerate(self.certificate.stages, 1):
            found = list(self.stage(number, record))
            yield from (f"stage-{number}: {fault}" for fault in found)
            if found:
                return
        yield from (f"nothing is said of {name}" for name in left_out(self.knot(), self.stuck))
        if _text(self.resolution()) != _text(self.certificate.resolution):
            yield "the resolution is not what follows from the values"

    def stage(self, number: int, record: StageRecord) -> Iterator[str]:
        if record.file != f"stage-{number}":
            yield "it is called otherwise"
        elif fault := shape_fault(record, self.named, {*self.values, *self.stuck}):
            yield fault
        else:
            yield from self.content(record, [self.named[name] for name in record.statements])

    def content(self, record: StageRecord, decisions: list[Decision]) -> Iterator[str]:
        """What is wrong with a stage that is of the right shape."""
        solutions = [dict(zip(decisions, s, strict=True)) for s in record.solutions]
        knot = self.knot()
        part = split(knot, decisions)
        if part.fault:
            yield part.fault
        elif not part.cycle and (len(solutions) != 1 or record.rule):
            yield "its decisions are no cycle, so they have one solution and no rule speaks"
        text = stage_clauses(knot, decisions, solutions).text(stage_comments(record))
        yield from self.proof(record, text)
        yield from self.solutions(knot, decisions, solutions)
        yield from self.taken(knot, record, decisions, solutions)

    def proof(self, record: StageRecord, text: str) -> Iterator[str]:
        """Whether the clauses are as they must be, and the proof refutes them."""
        try:
            if read_file(self.folder / f"{record.file}.cnf") != text.encode():
                yield "the clauses are not the equations of the rules"
                return
            proof = parse_proof(read_file(self.folder / f"{record.file}.drup").decode("ascii"))
        except UnicodeDecodeError:
            yield "the proof is no text"
        except InputError as error:
            yield f"the proof {error.message}"
        else:
            if not refutes(parse_dimacs(text), proof):
                yield "the proof does not show that there is no other solution"

    def knot(self) -> Knot:
        """The formulas of what has no value yet."""
        return Knot(self.grounding, self.values, Solver())

    def solutions(
        self, knot: Knot, decisions: list[Decision], solutions: list[dict[Decision, bool]]
    ) -> Iterator[str]:
        """Whether those listed are solutions, whatever the decisions that are left open."""
        variables = {o.decision: o for o in knot.open}
        for solution in solutions:
            given = {variables[d].variable: value for d, value in solution.items()}
            for decision in decisions:
                value = knot.formulas.substitute(variables[decision].formula, given)
                if always(knot, value) is not solution[decision]:
                    yield f"a solution does not satisfy the equation of {said(decision)}"

    def taken(
        self,
        knot: Knot,
        record: StageRecord,
        decisions: list[Decision],
        solutions: list[dict[Decision, bool]],
    ) -> Iterator[str]:
        """Whether the values are those of the one solution, or of the rules for cycles."""
        values = {self.named[name]: value for name, value in record.values.items()}
        if len(solutions) == 1:
            if values != solutions[0] or record.rule:
                yield "the values are not those of the one solution"
        else:
            name, said_values, forced = ruling_of(knot, decisions, solutions)
            if (name, said_values) != (record.rule, values):
                yield f"the values are not those of {name or 'no rule'}, which speaks of this cycle"
            status = Status(self.reading.definitions[name].label) if name else Status.OPEN
            orders = tuple(dict.fromkeys(order for _, order in decisions))
            self.cycles.append(Met(orders, tuple(solutions), name, status, forced))
            if not name:
                self.stuck |= set(decisions)
        self.values |= values

    def resolution(self) -> dict[str, Any]:
        """What follows from the values."""
        rules = self.grounding.put(ThreeValued())
        for name, order in self.grounding.decisions:
            rules.memo(name)[order] = self.values.get((name, order))
        solved = Solved(self.grounding, rules, self.cycles)
        return resolution_of(self.docket, self.reading, solved, self.certificate.rules)


def _text(data: dict[str, Any]) -> bytes:
    """JSON that is equal only if the data are; 1 equals true in Python, but not here."""
    return msgspec.json.encode(data, order="deterministic")
