"""Two readings side by side: choice by choice, and rule by rule."""

from __future__ import annotations

import difflib
from typing import Any

import msgspec

from resolvent.compare.document import (
    ChoiceEntry,
    EquationEntry,
    ReadingDocument,
    document,
)
from resolvent.rules.reading import Reading

__all__ = ["ChoiceDifference", "EquationDifference", "ReadingDifference", "difference"]


class ChoiceDifference(msgspec.Struct, frozen=True):
    """A disputed issue in which two readings choose differently.

    Attributes:
        issue: its id.
        question: what is in dispute.
        a: what the first chooses; ``None`` if it leaves the issue undecided.
        b: what the second chooses, likewise.
    """

    issue: str
    question: str
    a: ChoiceEntry | None
    b: ChoiceEntry | None


class EquationDifference(msgspec.Struct, frozen=True):
    """A rule that is written differently in two readings.

    Attributes:
        name: its name.
        a: the rule in the first reading; ``None`` if it has none of this name.
        b: the rule in the second, likewise.
        same_meaning: only the docstring or the spacing differs.
        diff: the two texts as a unified diff.
    """

    name: str
    a: EquationEntry | None
    b: EquationEntry | None
    same_meaning: bool
    diff: str


class ReadingDifference(msgspec.Struct, frozen=True):
    """All in which two readings differ.

    Attributes:
        a: the name of the first.
        b: the name of the second.
        choices: the issues in which they choose differently.
        equations: the rules that are written differently, those of the first in its order, then
            those that only the second has.
    """

    a: str
    b: str
    choices: tuple[ChoiceDifference, ...]
    equations: tuple[EquationDifference, ...]

    def __bool__(self) -> bool:
        return bool(self.choices or self.equations)

    def to_dict(self) -> dict[str, Any]:
        """The difference as plain dictionaries and lists."""
        data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return data


def difference(a: Reading, b: Reading) -> ReadingDifference:
    """Put two readings beside each other.

    Args:
        a: one reading.
        b: the other.

    Returns:
        What differs; false as a truth value if nothing does.
    """
    first, second = document(a), document(b)
    return ReadingDifference(a.name, b.name, _choices(first, second), _equations(a, b, first, second))


def _choices(a: ReadingDocument, b: ReadingDocument) -> tuple[ChoiceDifference, ...]:
    first = {c.issue: c for c in a.choices}
    second = {c.issue: c for c in b.choices}
    found = []
    for issue in dict.fromkeys([*first, *second]):
        one, other = first.get(issue), second.get(issue)
        either = one or other
        if either is not None and (one is None or other is None or one.key != other.key):
            found.append(ChoiceDifference(issue, either.question, one, other))
    return tuple(found)


def _equations(
    a: Reading, b: Reading, first: ReadingDocument, second: ReadingDocument
) -> tuple[EquationDifference, ...]:
    ones = {e.name: e for e in first.equations}
    others = {e.name: e for e in second.equations}
    found = []
    for name in dict.fromkeys([*ones, *others]):
        one, other = ones.get(name), others.get(name)
        if one is None or other is None or one.text != other.text:
            found.append(EquationDifference(name, one, other, _same_meaning(a, b, name), _diff(one, other)))
    return tuple(found)


def _same_meaning(a: Reading, b: Reading, name: str) -> bool:
    one, other = a.definitions.get(name), b.definitions.get(name)
    return (
        one is not None
        and other is not None
        and (one.role, one.label, one.parameters, one.body)
        == (other.role, other.label, other.parameters, other.body)
    )


def _diff(one: EquationEntry | None, other: EquationEntry | None) -> str:
    lines = difflib.unified_diff(
        one.text.splitlines() if one else [],
        other.text.splitlines() if other else [],
        one.place if one else "nowhere",
        other.place if other else "nowhere",
        n=100,  # rules are short; each is shown as a whole
        lineterm="",
    )
    return "\n".join(lines)
