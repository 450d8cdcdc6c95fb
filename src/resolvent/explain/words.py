"""Rule instances as sentences.

No rule is known here.  What a rule means is told by its docstring: by the lines ``true:`` and ``false:``
if it has them, else by what is to be said of the rules below it, and if that is nothing by the docstring
itself.  So a reading of one's own explains itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from resolvent.board import Map, Place, Province
from resolvent.explain.because import Because
from resolvent.explain.docstrings import SIGNS, citations, prose, term_of
from resolvent.explain.premises import Premise
from resolvent.explain.sentences import join_names, place_name
from resolvent.orders.entities import OrderEntity, Unit
from resolvent.rules.reading import Reading
from resolvent.rules.sayings import WHY, fields_of
from resolvent.rules.syntax import Definition

__all__ = ["Words"]

_DECIDED: Mapping[str, tuple[str, str]] = {
    "succeeds": ("{0} succeeds", "{0} fails"),
    "given": ("{0} is given", "{0} is not given"),
    "carries": ("{0} carries", "{0} does not carry"),
    "escapes": ("{0} succeeds", "{0} fails"),
    "built": ("{0} is carried out", "{0} is not carried out"),
    "removed": ("{0} is carried out", "{0} is not carried out"),
    "waived": ("{0} is accepted", "{0} is not accepted"),
    "lost": ("{0} is removed", "{0} stays"),
    "dislodged": ("{0} is dislodged", "{0} stays"),
}
"""What is said of a decision and of what else the program asks for, if it is true and if it is not."""

_FACTS: Mapping[tuple[str, bool], str] = {
    ("moves_to", False): "nobody attacks {0}",
    ("units_at", False): "nobody stands in {0}",
    ("borders", False): "{0} does not border {1}",
    ("reaches", False): "{0} cannot go to {1}",
    ("at_sea", False): "{0} is no sea",
    ("fleet", False): "{0} is no fleet",
    ("sea_route", False): "no fleets at sea link {0} and {1}",
    ("sea_route_avoiding", False): "no other fleets at sea link {0} and {1}",
    ("on_sea_route", False): "a fleet in {0} lies on no route over fleets at sea from {1} to {2}",
    ("sea_way", False): "no seas link {0} and {1}",
    ("listed", False): "{1} is not among the places that are open to {0}",
    ("attacked_from", True): "{0} was attacked from {1}",
}
"""(word of the vocabulary, truth) -> what is said of it; of the others nothing."""

_PLAIN: Mapping[str, tuple[str, ...]] = {"borders": ("{0} borders {1}",)}
"""Facts that are told only where there is nothing else to tell."""


class Words:
    """Says what the rules of a reading say.

    Args:
        reading: the rules, for their docstrings.
        board: the map, for full names.
    """

    def __init__(self, reading: Reading, board: Map) -> None:
        self.definitions = reading.definitions
        self.board = board

    # -- whole sentences

    def instance(self, premise: Premise) -> str:
        """A rule instance as a sentence."""
        name, order = premise.decision
        head = self.decided(name, order, premise.value)
        if premise.ruling is not None:
            return self.ruled(head, premise)
        return self.told(head, premise.because)

    def told(self, head: str, because: Because) -> str:
        """A statement, a colon, and why the rule it comes from says so.

        Args:
            head: the statement.
            because: the reason, its root the rule.
        """
        subject = because.arguments[0] if because.arguments else None
        said = list(dict.fromkeys(c for part in because.parts for c in self.clauses(part, subject)))
        clauses = [c for c in said if not any(c != other and c in other for other in said)]
        if not clauses:
            clauses = self.whole(because, subject)
        cited = self._cited(because)
        source = f" ({', '.join(cited)})" if cited else ""
        return f"{head}: {'; '.join(clauses)}{source}."

    def whole(self, because: Because, subject: Any) -> list[str]:
        """What a rule itself says, where nothing is to be said of those below it."""
        plain = [f.format(*map(self.thing, s.arguments)) for s in _walk(because) if s.value is True
                 for f in _PLAIN.get(s.name, ())]  # fmt: skip
        if plain:
            return list(dict.fromkeys(plain))
        definition = self.definitions[because.name]
        template = dict(definition.says).get(bool(because.value))
        if not template or definition.role == "decision":  # of a decision it has been said already
            return [self.quoted(because)]
        return [self.filled(template, definition, because.arguments, subject, prose(definition))]

    def objection(self, head: str, because: Because) -> str:
        """A statement, a colon, and the objection that was raised, in words.

        Args:
            head: the statement.
            because: the reason, its root the objection.
        """
        clauses = list(dict.fromkeys(self.clauses(because, None))) or [prose(self.definitions[because.name])]
        cited = self._cited(because)
        source = f" ({', '.join(cited)})" if cited else ""
        return f"{head}: {'; '.join(clauses)}{source}."

    def ruled(self, head: str, premise: Premise) -> str:
        """What a cycle rule made of a decision."""
        met = premise.ruling
        assert met is not None
        number = len(met.solutions)
        many = "no consistent resolution" if not number else f"{number} consistent resolutions"
        others = [o.notation for o in met.orders if o is not premise.decision[1]]
        cycle = f"it is in a cycle with {join_names(others)}" if others else "it depends on itself"
        rule = self.definitions[met.rule]
        source = f" ({', '.join(citations(rule))})" if citations(rule) else ""
        return f"{head}: {cycle}, which has {many}, and the rule '{met.rule}' speaks: {prose(rule)}{source}."

    def decided(self, name: str, about: Any, value: bool | None, subject: Any = None) -> str:
        """What became of something: ``"A RUH - HOL fails"``."""
        shown = self.called(about, subject)
        if value is None:
            return f"{shown} is open"
        definition = self.definitions[name]
        template = dict(definition.says).get(value)
        if template:
            return self.filled(template, definition, (about,), subject, prose(definition))
        if name in _DECIDED:
            return _DECIDED[name][0 if value else 1].format(shown)
        return f"of {shown} it is {'' if value else 'not '}so that '{prose(definition)}'"

    def outcome(self, name: str, about: Any, value: bool) -> str:
        """The same in the words that do not give the reason away."""
        yes, no = _DECIDED.get(name, ("", ""))
        return (yes if value else no).format(self.thing(about)) or self.decided(name, about, value)

    # -- clauses

    def clauses(self, step: Because, subject: Any) -> list[str]:
        """What is to be said of a step and of those below it.

        Args:
            step: the step.
            subject: what the sentence is about, which is called "it".
        """
        if step.kind == "decision":
            return self._decision(step, subject)
        if step.kind == "compare":
            return self._comparison(step, subject)
        if step.kind == "connected":
            return [] if step.value is None else self._connection(step, subject)
        if step.name in self.definitions:
            return self._definition(step, subject)
        return self._fact(step, subject)

    def _decision(self, step: Because, subject: Any) -> list[str]:
        about = step.arguments[0]
        if step.value is None or (about is subject and step.name in _DECIDED):  # that is what is asked about
            return []
        return [self.decided(step.name, about, bool(step.value), subject)]

    def _definition(self, step: Because, subject: Any) -> list[str]:
        if step.value is None:
            return []
        definition = self.definitions[step.name]
        template = dict(definition.says).get(bool(step.value))
        if template == "":
            return []
        below_of = subject if template is None else step.arguments[0]
        below = [c for part in step.parts for c in self.clauses(part, below_of)]
        if template is None:
            return below
        why = " and ".join(dict.fromkeys(below)) or self.quoted(step)
        filled = self.filled(template, definition, step.arguments, subject, why)
        return [filled] if filled else []

    def filled(
        self, template: str, definition: Definition, arguments: tuple[Any, ...], subject: Any, why: str
    ) -> str:
        """A template of a docstring with its fields filled in."""
        things = {name: thing for (name, _), thing in zip(definition.parameters, arguments, strict=True)}
        words = {WHY: why}
        for field in fields_of(template):
            if field != WHY:
                first, *attributes = field.split(".")
                thing = things[first]
                for attribute in attributes:
                    thing = getattr(thing, attribute)
                words[field] = self.called(thing, subject)
        return re.sub(r"\{([a-z_.]+)\}", lambda match: words[match[1]], template)

    def _fact(self, step: Because, subject: Any) -> list[str]:
        if step.name == "same":
            left, right = step.arguments
            if isinstance(left, str) and left == right:
                return [f"both belong to {self.thing(left)}"]
            return []
        template = _FACTS.get((step.name, bool(step.value)))
        return [template.format(*map(self.thing, step.arguments))] if template else []

    def _connection(self, step: Because, subject: Any) -> list[str]:
        move = step.arguments[0]
        told = [(o, value) for (_, o), value in step.decisions().items() if value is not None]
        if step.value:
            carrying = [o.unit.name for o, value in told if value]
            return [f"{join_names(carrying)} {_verb('carry', carrying)} it"] if carrying else []
        idle = [o.notation for o, value in told if not value]
        it = self.called(move, subject)
        if not idle:
            return [f"no convoy orders make a route to {self.thing(move.destination)}"]
        return [f"no fleets carry {it} all the way ({join_names(idle)} {_verb('do', idle)} not)"]

    def _comparison(self, step: Because, subject: Any) -> list[str]:
        if step.value is None or not any(name for name, _ in step.arguments):
            return []
        large = (step.name in (">", ">=")) == step.value  # the left has to be, the right must not
        left = self._strength(step, 0, step.left, large, subject)
        right = self._strength(step, 1, step.right, not large, subject)
        return [f"{left} {SIGNS[step.name][0 if step.value else 1]} {right}"]

    def _strength(self, step: Because, side: int, number: int | None, large: bool, subject: Any) -> str:
        """``"its attack strength 1"``, ``"the hold strength 2 of Burgundy"``; or a number without a name."""
        name, arguments = step.arguments[side]
        shown = "open" if number is None else str(number)
        if not name:
            return shown
        part = next((p for p in step.parts if p.name == name and p.arguments == arguments), None)
        notes = self._counted(part) + self._circumstances(part, subject) if part else []
        if step.spans is not None:
            bound = step.spans[side][0 if large else 1]
            if bound != number:
                notes.append(f"at {'least' if large else 'most'} {bound} whatever else happens")
        note = f" ({'; '.join(dict.fromkeys(notes))})" if notes else ""
        term = term_of(self.definitions[name])
        if arguments and arguments[0] is subject:
            return f"its {term} {shown}{note}"
        of = join_names(self.thing(a) for a in arguments)
        return f"the {term} {shown} of {of}{note}"

    def _counted(self, part: Because) -> list[str]:
        """The orders that a number counts, and those that it does not."""
        counted = [s for s in _walk(part) if s.counted and s.kind == "decision" and s.value is not None]
        helping = [s.arguments[0].unit.name for s in counted if s.value]
        idle = [s.arguments[0].unit.name for s in counted if not s.value]
        notes = [f"with {join_names(dict.fromkeys(helping))}"] if helping else []
        return [*notes, f"without {join_names(dict.fromkeys(idle))}"] if idle else notes

    def _circumstances(self, part: Because, subject: Any) -> list[str]:
        """What else is to be said of a number."""
        if part.counted and part.kind == "decision":
            return []
        if part.kind == "definition" and not isinstance(part.value, bool) and part.name in self.definitions:
            return [c for p in part.parts for c in self._circumstances(p, subject)]
        return self.clauses(part, subject)

    def quoted(self, step: Because) -> str:
        """The docstring of the last rule on the way down that leaves no choice of ways."""
        while (
            len(step.parts) == 1
            and step.parts[0].kind == "definition"
            and isinstance(step.parts[0].value, bool)
        ):
            step = step.parts[0]
        quoted = f"'{prose(self.definitions[step.name])}'"
        return quoted if step.value else f"it is not so that {quoted}"

    # -- names

    def called(self, thing: Any, subject: Any) -> str:
        """What a thing is called in a sentence about ``subject``."""
        return "it" if thing is subject else self.thing(thing)

    def thing(self, thing: Any) -> str:
        """What a thing is called: an order in the notation, a unit, a place or a power by its full name."""
        if isinstance(thing, OrderEntity):
            return thing.notation
        if isinstance(thing, Unit):
            return thing.name
        if isinstance(thing, Province | Place):
            return place_name(thing.id, self.board)
        return self.board.power_names.get(thing, str(thing))

    def _cited(self, because: Because) -> list[str]:
        """What the rule cites, and the rules below it that have a say of their own."""
        found = list(citations(self.definitions[because.name])[:1])
        for step in _walk(because):
            definition = self.definitions.get(step.name)
            if definition is not None and dict(definition.says).get(
                step.value is not False and bool(step.value)
            ):
                found += citations(definition)[:1]
        return list(dict.fromkeys(found))[:3]


def _walk(step: Because) -> Iterator[Because]:
    """A step, and those below it."""
    yield step
    for part in step.parts:
        yield from _walk(part)


def _verb(word: str, names: Iterable[str]) -> str:
    """A verb in the number of its subject."""
    several = len(list(names)) > 1
    singular = {"carry": "carries", "do": "does"}
    return word if several else singular[word]
