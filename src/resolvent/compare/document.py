"""A reading as a document: all that it decides, and the text of every rule."""

from __future__ import annotations

from typing import Any

import msgspec

from resolvent.rules.encodings import Issue, issues
from resolvent.rules.reading import Reading
from resolvent.rules.rulebook import Rulebook
from resolvent.rules.syntax import Definition

__all__ = [
    "BookEntry",
    "ChoiceEntry",
    "EquationEntry",
    "ReadingDocument",
    "UndecidedEntry",
    "choice_entries",
    "document",
]


class BookEntry(msgspec.Struct, frozen=True):
    """One rulebook of a lineage.

    Attributes:
        name: the name it is called by.
        title: how it is printed.
        short: one sentence about it.
        source: what its choices rest on.
    """

    name: str
    title: str
    short: str
    source: str


class ChoiceEntry(msgspec.Struct, frozen=True):
    """What a reading chooses in one disputed issue.

    Attributes:
        issue: ``"4.A.2"``.
        question: what is in dispute.
        key: the choice, ``"f"``.
        alias: its speaking name, ``"szykman"``.
        meaning: what a player needs to know of it.
        origin: who says so, in words.
        silent: the rulebook is silent, and it is what DATC prefers.
        note: a remark of the rulebook, or ``""``.
    """

    issue: str
    question: str
    key: str
    alias: str
    meaning: str
    origin: str
    silent: bool
    note: str


class UndecidedEntry(msgspec.Struct, frozen=True):
    """A disputed issue that no adjudicator can settle from one order set.

    Attributes:
        issue: its id.
        question: what is in dispute.
        why: why it is not settled here.
        note: a remark of the rulebook, or ``""``.
    """

    issue: str
    question: str
    why: str
    note: str


class EquationEntry(msgspec.Struct, frozen=True):
    """One rule.

    Attributes:
        name: its name.
        role: ``"decision"``, ``"illegal"``, ``"failure"``, ``"success"``, ``"cycle"``, or ``""``.
        label: the reason or status that the role names, or ``""``.
        doc: its docstring, which cites the rule.
        text: its text.
        file: the file it stands in.
        line: its first line there, from 1.
    """

    name: str
    role: str
    label: str
    doc: str
    text: str
    file: str
    line: int

    @property
    def place(self) -> str:
        """``"movement.rules:3"``"""
        return f"{self.file}:{self.line}"


class ReadingDocument(msgspec.Struct, frozen=True):
    """All that a reading says.

    Attributes:
        name: the name of the reading.
        title: its title.
        short: one sentence about it.
        source: what its choices rest on.
        lineage: the rulebooks it builds on, the ground first, itself last.
        choices: the disputed issues that it decides.
        undecided: those that are no matter for an adjudicator.
        equations: its rules, in the order of the files.
    """

    name: str
    title: str
    short: str
    source: str
    lineage: tuple[BookEntry, ...]
    choices: tuple[ChoiceEntry, ...]
    undecided: tuple[UndecidedEntry, ...]
    equations: tuple[EquationEntry, ...]

    def to_dict(self) -> dict[str, Any]:
        """The document as plain dictionaries and lists."""
        data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return data


def document(reading: Reading) -> ReadingDocument:
    """Write a reading down.

    Args:
        reading: any reading.

    Returns:
        What it decides, who says so, and every rule with its text and place.
    """
    book = reading.books[-1]
    undecided = tuple(
        UndecidedEntry(issue.id, issue.question, issue.why, book.notes.get(issue.id, ""))
        for issue in issues().values()
        if issue.id not in reading.choices
    )
    return ReadingDocument(
        reading.name,
        reading.title,
        book.short,
        book.source,
        tuple(BookEntry(b.name, b.title, b.short, b.source) for b in reading.books),
        choice_entries(reading),
        undecided,
        tuple(_equation(d) for d in reading.definitions.values()),
    )


def choice_entries(reading: Reading) -> tuple[ChoiceEntry, ...]:
    """What a reading chooses, issue by issue, in the order of ``encodings/choices.toml``."""
    return tuple(
        _choice(issue, reading.choices[issue.id], reading.books)
        for issue in issues().values()
        if issue.id in reading.choices
    )


def _choice(issue: Issue, key: str, books: tuple[Rulebook, ...]) -> ChoiceEntry:
    value = issue.values[key]
    origin, silent = _origin(issue, key, books)
    note = books[-1].notes.get(issue.id, "")
    return ChoiceEntry(issue.id, issue.question, key, value.alias, value.meaning, origin, silent, note)


def _origin(issue: Issue, key: str, books: tuple[Rulebook, ...]) -> tuple[str, bool]:
    """Who makes a choice: the last book of the lineage that names it, or whoever asked for another."""
    deciding = next((b for b in reversed(books) if issue.id in b.choices), None)
    if key != (deciding.choices[issue.id] if deciding else issue.preferred):
        return "asked for besides the rulebook", False
    if len(books) > 1 and deciding in (None, books[0]):
        return "DATC's preference, the rulebook being silent", True
    return (deciding or books[-1]).title, False


def _equation(definition: Definition) -> EquationEntry:
    return EquationEntry(
        definition.name,
        definition.role,
        definition.label,
        definition.doc,
        definition.source,
        definition.file,
        definition.line,
    )
