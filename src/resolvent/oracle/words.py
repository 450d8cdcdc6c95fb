"""Sentences about rule instances, made from the steps of a reason and from the docstrings of the rules.

What a strength is called, which paragraph is cited, and what a definition says if it is true and if it is
not, is read from its docstring, so any reading explains itself.  Named here is only what the program itself
asks of every rulebook: what becomes of moves, supports, convoys and units.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from resolvent.board import Map, Place, Province
from resolvent.explain.because import Because
from resolvent.explain.docstrings import CITATION, SIGNS, citations, term_of
from resolvent.explain.words import Words
from resolvent.orders.entities import OrderEntity, Unit
from resolvent.rules.reading import Reading
from resolvent.rules.sayings import WHY, fields_of
from resolvent.rules.syntax import Call, Definition

__all__ = [
    "SAID",
    "because_path",
    "claimed_words",
    "reason_words",
    "source_words",
    "thing_words",
]

SAID: Mapping[str, tuple[str, str]] = {
    "succeeds": ("to succeed", "not to succeed"),
    "given": ("to be given", "not to be given"),
    "carries": ("to carry", "not to carry"),
    "dislodged": ("to be dislodged", "not to be dislodged"),
    "may_retreat": ("to have the retreat", "not to have the retreat"),
}
"""What is said of an order or a unit, if what the program asks for is true and if it is not."""

_MOST = 3
"""Clauses of a sentence."""


def thing_words(thing: Any) -> str:
    """What a thing of the rules is called: an order in the notation, a unit, a province, a place."""
    if isinstance(thing, OrderEntity):
        return thing.notation
    if isinstance(thing, Unit):
        return thing.name
    if isinstance(thing, Province | Place):
        return thing.id
    return str(thing)


def source_words(definition: Definition, reading: Reading) -> str:
    """Where a rule stands, and what it cites: ``"movement.rules: succeeds; 5.B.1"``.

    One that cites nothing itself rests on what the rules cite that it applies.

    Args:
        definition: the rule.
        reading: the rules.
    """
    cited = citations(definition) or [
        paragraph
        for node in definition.nodes
        if isinstance(node, Call)
        for paragraph in citations(reading.definitions[node.name])
    ]
    return "; ".join([f"{definition.file}: {definition.name}", *list(dict.fromkeys(cited))[:3]])


def claimed_words(definition: Definition, arguments: tuple[Any, ...], claimed: bool) -> str:
    """A claim as half a sentence: ``"A MUN - SIL is said to succeed"``.

    Args:
        definition: the decision or definition it is about.
        arguments: what that is applied to.
        claimed: whether it is claimed to be so.
    """
    about, *more = map(thing_words, arguments)
    if definition.name in SAID:
        yes, no = SAID[definition.name]
        return " ".join([about, "is said", yes if claimed else no, *more])
    saying = _saying(definition, arguments, claimed)
    if saying:
        return f"it is said that {saying}"
    so = "so" if claimed else "not so"
    return f"of {', '.join([about, *more])} it is said to be {so} that '{_prose(definition)}'"


def _saying(definition: Definition, arguments: tuple[Any, ...], value: bool) -> str:
    """The line ``true:`` or ``false:`` of a docstring filled in; empty if there is none that stands alone."""
    template = dict(definition.says).get(value, "")
    fields = list(fields_of(template))
    if WHY in fields:
        return ""
    things = {name: thing for (name, _), thing in zip(definition.parameters, arguments, strict=True)}
    for field in fields:
        first, *attributes = field.split(".")
        thing = things[first]
        for attribute in attributes:
            thing = getattr(thing, attribute)
        template = template.replace(f"{{{field}}}", thing_words(thing))
    return template


def _prose(definition: Definition) -> str:
    """The first line of a docstring, without citations."""
    return CITATION.sub("", definition.doc.split("\n")[0]).strip(" .")


def reason_words(because: Because, reading: Reading, board: Map) -> str:
    """Why a rule says what it says, in clauses.

    Args:
        because: the reason, its root the rule itself.
        reading: the rules, for their docstrings.
        board: the map, for names.

    Returns:
        ``"its attack strength 1 is not greater than the prevent strength 1 of A WAR - SIL"``.
    """
    subject = because.arguments[0] if because.arguments else None
    clauses = [_comparison(s, subject, reading) for s in _walk(because) if s.kind == "compare"]
    if not clauses:
        words = Words(reading, board)
        clauses = [c for part in because.parts for c in words.clauses(part, subject)]
        clauses = clauses or words.whole(because, subject)
    return " and ".join(list(dict.fromkeys(clauses))[:_MOST])


def _walk(step: Because) -> Iterator[Because]:
    """The steps of a reason, each before its parts."""
    yield step
    for part in step.parts:
        yield from _walk(part)


def _comparison(step: Because, subject: Any, reading: Reading) -> str:
    left, right = step.arguments
    sign = SIGNS[step.name][0 if step.value else 1]
    one = _strength(left, step.left, subject, reading)
    return f"{one} {sign} {_strength(right, step.right, subject, reading)}"


def _strength(side: tuple[str, tuple[Any, ...]], number: int | None, subject: Any, reading: Reading) -> str:
    """``"its attack strength 1"``, ``"the hold strength 2 of BUR"``; only the number if it has no name."""
    name, arguments = side
    shown = "open" if number is None else str(number)
    if not name:
        return shown
    term = term_of(reading.definitions[name])
    if arguments and arguments[0] is subject:
        return f"its {term} {shown}"
    of = " and ".join(thing_words(a) for a in arguments)
    return f"the {term} {shown} of {of}" if of else f"the {term} {shown}"


def because_path(because: Because) -> tuple[str, ...]:
    """The conditions that decided, by name, whatever orders they were about: what groups findings.

    Where one condition was enough, the way down to it; where all counted, each of them, without facts.
    """
    path = []
    step = because
    while len(step.parts) == 1 and step.kind != "compare" and step.parts[0].kind != "fact":
        path.append(_label(step))
        step = step.parts[0]
    path.append(_label(step))
    if step.kind != "compare" and step.kind != "connected":
        path += sorted({_label(s) for s in _walk(step) if s is not step and _telling(s, step)})
    return tuple(path)


def _telling(step: Because, root: Because) -> bool:
    return step.kind == "compare" or (step.kind == "definition" and any(step is p for p in root.parts))


def _label(step: Because) -> str:
    if step.kind == "compare":
        left, right = (name or "number" for name, _ in step.arguments)
        return f"{left} {step.name} {right} is {_truth(step.value)}"
    return f"{step.name} is {_truth(step.value)}"


def _truth(value: bool | int | None) -> str:
    return "open" if value is None else "true" if value is True else "false" if value is False else str(value)
