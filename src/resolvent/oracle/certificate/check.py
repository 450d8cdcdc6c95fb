"""Checking a certificate, no solver asked.

What is checked: that the clauses are the equations of the rules, made again from the phase; that each proof
refutes them, so there are no other solutions than those listed; that those listed are solutions; that the
values taken are the one solution, or those that the rules for cycles give; that each stage is what is to be
decided next, and none is left out; and that the resolution is what follows from the values.  What the rules
mean for this phase, as formulas, is taken from the compiler.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.logic.algebra import ThreeValued
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER
from resolvent.oracle.certificate.clauses import stage_clauses
from resolvent.oracle.certificate.rup import parse_dimacs, parse_proof, refutes
from resolvent.oracle.certificate.split import left_out, ruling_of, split_fault
from resolvent.oracle.certificate.write import Certificate, StageRecord, stage_comments
from resolvent.outcomes import Status
from resolvent.records.phase import read_phase
from resolvent.resolution.docket import Docket
from resolvent.resolution.grounding import Grounding
from resolvent.resolution.knot import Decision, Knot, Solver, said
from resolvent.resolution.solve import Met, Solved
from resolvent.rules.reading import Reading, load_reading

__all__ = ["check_certificate"]


def check_certificate(folder: Path, board: Map | None = None) -> list[str]:
    """What is wrong with a certificate.

    Args:
        folder: where it was written.
        board: the map; left out, the one the phase names.

    Returns:
        Sentences; none if it is right.

    Raises:
        InputError: it cannot be read at all.
        RuleError: the rulebook cannot be used.
    """
    try:
        certificate = msgspec.json.decode(_read(folder / "certificate.json"), type=Certificate)
    except msgspec.DecodeError as error:
        raise InputError(f"is no certificate: {error}", str(folder / "certificate.json")) from None
    reading = load_reading(certificate.rules, certificate.choices)
    return list(_Check(folder, certificate, reading, board).faults())


class _Check:
    """One certificate being checked."""

    def __init__(self, folder: Path, certificate: Certificate, reading: Reading, board: Map | None) -> None:
        self.folder = folder
        self.certificate = certificate
        self.reading = reading
        self.docket = Docket(read_phase(certificate.phase), board)
        self.grounding: Grounding = self.docket.grounding(reading)
        self.named = {said(d): d for d in self.grounding.decisions}
        self.values: dict[Decision, bool] = {}
        self.cycles: list[Met] = []
        self.stuck: set[Decision] = set()

    def faults(self) -> Iterator[str]:
        for record in self.certificate.stages:
            found = list(self.stage(record))
            yield from (f"{record.file}: {fault}" for fault in found)
            if found:
                return
        yield from (f"nothing is said of {name}" for name in left_out(self.knot(), self.stuck))
        if self.resolution() != self.certificate.resolution:
            yield "the resolution is not what follows from the values"

    def stage(self, record: StageRecord) -> Iterator[str]:
        unknown = {*record.statements, *record.values} - self.named.keys()
        if unknown:
            yield f"there is no decision '{min(unknown)[:60]}'"
            return
        decisions = [self.named[name] for name in record.statements]
        if not decisions or any(d in self.values for d in decisions):
            yield "it decides nothing, or again"
            return
        solutions = [dict(zip(decisions, s, strict=True)) for s in record.solutions]
        knot = self.knot()
        if fault := split_fault(knot, decisions):
            yield fault
        clauses = stage_clauses(knot, decisions, solutions)
        text = _read(self.folder / f"{record.file}.cnf").decode("utf-8", "replace")
        if text != clauses.text(stage_comments(record)):
            yield "the clauses are not the equations of the rules"
        elif not refutes(
            parse_dimacs(text),
            parse_proof(_read(self.folder / f"{record.file}.drup").decode("utf-8", "replace")),
        ):
            yield "the proof does not show that there is no other solution"
        yield from self.solutions(knot, decisions, solutions)
        yield from self.taken(knot, record, decisions, solutions)

    def knot(self) -> Knot:
        """The formulas of what has no value yet."""
        return Knot(self.grounding, self.values, Solver(DEFAULT_SOLVER, DEFAULT_BUDGET))

    def solutions(
        self, knot: Knot, decisions: list[Decision], solutions: list[dict[Decision, bool]]
    ) -> Iterator[str]:
        """Whether those listed are solutions, whatever the decisions that are left open."""
        variables = {o.decision: o for o in knot.open}
        for solution in solutions:
            given = {variables[d].variable: value for d, value in solution.items()}
            for decision in decisions:
                value = knot.formulas.substitute(variables[decision].formula, given)
                if value is not solution[decision]:
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
        return self.docket.resolution(self.reading, solved).to_dict()


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {(error.strerror or str(error)).lower()}", str(path)) from None
