"""A checker of proofs by reverse unit propagation (RUP), small enough to be read.

A proof is a list of clauses, the last of them empty.  Each is checked in turn: if all its literals are
assumed to be false, then making the one literal true that a clause leaves, again and again, must end in a
clause with no literal left.  So each clause follows from those before it, and in the end falsehood does.
Deletions only save time in other checkers; here they are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from resolvent.errors import InputError

__all__ = ["parse_dimacs", "parse_proof", "refutes"]

Clause = tuple[int, ...]

_CLAUSE = re.compile(r"(?:-?[1-9][0-9]{0,17} +)*0")


def parse_dimacs(text: str) -> list[Clause]:
    """The clauses of a DIMACS text.

    Raises:
        InputError: it is none.
    """
    lines = [line for line in text.splitlines() if line and not line.startswith("c")]
    if not lines or not lines[0].startswith("p cnf "):
        raise InputError("has no line 'p cnf'")
    clauses = [_clause(line) for line in lines[1:]]
    if lines[0].split()[3:] != [str(len(clauses))]:
        raise InputError("has another number of clauses than it says")
    return clauses


def parse_proof(text: str) -> list[Clause]:
    """The clauses of a DRUP proof, deletions left out.

    Raises:
        InputError: it is none.
    """
    clauses = []
    for line in text.splitlines():
        deleted = line.startswith("d ")
        if line and line != "c" and not line.startswith("c "):
            clause = _clause(line.removeprefix("d "))
            clauses += [] if deleted else [clause]
    return clauses


def _clause(line: str) -> Clause:
    if not _CLAUSE.fullmatch(line.strip()):
        raise InputError(f"holds {line[:40]!r}, which is no clause")
    return tuple(dict.fromkeys(int(literal) for literal in line.split()[:-1]))


def refutes(clauses: Iterable[Clause], proof: Sequence[Clause]) -> bool:
    """Whether a proof shows that no assignment satisfies all clauses.

    Args:
        clauses: the clauses.
        proof: clauses that follow, each from those before it; the last one empty.
    """
    known = _Known()
    for clause in clauses:
        known.add(clause)
    for clause in proof:
        if not known.implies(clause):
            return False
        if not clause:
            return True
        known.add(clause)
    return False


class _Known:
    """Clauses that hold, each found by the literals whose truth takes one of its own away."""

    def __init__(self) -> None:
        self.watching: dict[int, list[Clause]] = {}
        self.units: list[int] = []
        self.contradiction = False

    def add(self, clause: Clause) -> None:
        if not clause:
            self.contradiction = True
        elif len(clause) == 1:
            self.units.append(clause[0])
        else:
            for literal in clause:
                self.watching.setdefault(-literal, []).append(clause)

    def implies(self, clause: Clause) -> bool:
        """Whether the negation of a clause leads to a contradiction by unit propagation alone."""
        true: set[int] = set()
        todo = [*(-literal for literal in clause), *self.units]
        while todo and not self.contradiction:
            literal = todo.pop()
            if literal in true:
                continue
            if -literal in true:
                return True
            true.add(literal)
            for touched in self.watching.get(literal, ()):  # it has lost a literal just now
                if any(x in true for x in touched):
                    continue
                left = [x for x in touched if -x not in true]
                if not left:
                    return True
                if len(left) == 1:
                    todo.append(left[0])
        return self.contradiction
