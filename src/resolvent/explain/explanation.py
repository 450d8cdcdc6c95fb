"""The explanation of one order: a chain of rule instances, nearest first, each a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from resolvent.board import Place, Province
from resolvent.explain.because import Because
from resolvent.orders.entities import OrderEntity, Unit
from resolvent.resolution.resolution import OrderResult

__all__ = ["Explanation", "Step", "reason_tree"]


@dataclass(frozen=True)
class Step:
    """One rule instance.

    Attributes:
        rule: the rule's name: a decision, an objection, what else the program asks for.
        about: the order in the notation, or the unit, it is about.
        value: what it says; ``None`` if that is open.
        sentence: the instance in words.
        cites: the paragraphs that the rule cites.
        ruling: the rule for cycles that took the place of the equation, or ``None``.
        because: why it says so, down to facts of map and orders; ``None`` where there is no more to say.
    """

    rule: str
    about: str
    value: bool | None
    sentence: str
    cites: tuple[str, ...] = ()
    ruling: str | None = None
    because: Because | None = None

    def to_dict(self) -> dict[str, Any]:
        """The instance as plain dictionaries and lists, the reason as a tree."""
        return {
            "rule": self.rule,
            "about": self.about,
            "value": self.value,
            "sentence": self.sentence,
            "cites": list(self.cites),
            "ruling": self.ruling,
            "because": None if self.because is None or self.ruling else reason_tree(self.because),
        }


@dataclass(frozen=True, repr=False)
class Explanation:
    """Why an order fared as it did.

    Attributes:
        rules: the name of the reading.
        phase: ``"F1907M"``.
        map: the name of the map.
        result: what became of the order.
        summary: the outcome in a line, ``"fails: bounced with A LON"``.
        steps: the fewest rule instances from which the outcome follows, nearest first.
        dislodgement: the same for the dislodgement of the unit, where that is not the outcome itself.
    """

    rules: str
    map: str
    phase: str
    result: OrderResult
    summary: str
    steps: tuple[Step, ...]
    dislodgement: tuple[Step, ...] = ()

    @property
    def order(self) -> str:
        """The order in the notation."""
        return self.result.order

    def mentions(self, unit: str) -> bool:
        """Whether a unit is named in any sentence.

        Args:
            unit: ``"F HEL"``.
        """
        sentences = [self.summary, *(s.sentence for s in (*self.steps, *self.dislodgement))]
        return any(f" {unit} " in f" {_plain(sentence)} " for sentence in sentences)

    def lines(self) -> Iterator[str]:
        """The explanation line by line: the order with its outcome, then a numbered line for each step."""
        yield f"{self.order}  {self.summary}"
        yield from _numbered(self.steps)
        if self.dislodgement:
            yield f"  And {self.result.unit} is dislodged:"
            yield from _numbered(self.dislodgement)

    def to_dict(self) -> dict[str, Any]:
        """The explanation as plain dictionaries and lists."""
        return {
            "rules": self.rules,
            "map": self.map,
            "phase": self.phase,
            "power": self.result.power,
            "unit": self.result.unit,
            "order": self.result.order,
            "outcome": str(self.result.outcome),
            "reason": str(self.result.reason),
            "by": list(self.result.by),
            "dislodged": self.result.dislodged,
            "summary": self.summary,
            "steps": [step.to_dict() for step in self.steps],
            "dislodgement": [step.to_dict() for step in self.dislodgement],
        }

    def to_json(self) -> bytes:
        """The explanation as JSON on one line."""
        return msgspec.json.encode(self.to_dict())

    def to_markdown(self) -> str:
        """The explanation as Markdown: a heading of the third level and a numbered list."""
        lines = [f"### {self.order}", "", f"{self.result.power}: **{_escaped(self.summary)}**", ""]
        lines += _listed(self.steps)
        if self.dislodgement:
            lines += ["", f"And {self.result.unit} is dislodged:", "", *_listed(self.dislodgement)]
        return "\n".join(lines) + "\n"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        return f"<Explanation of {self.phase} under {self.rules}>\n{self}"


def reason_tree(step: Because) -> dict[str, Any]:
    """A step and those below it as plain dictionaries and lists; what does not apply is left out.

    Args:
        step: the step.
    """
    tree: dict[str, Any] = {"kind": step.kind, "name": step.name}
    if step.kind == "compare":
        tree["left"], tree["right"] = (
            {"name": name, "about": [_shown(a) for a in arguments], "number": number}
            for (name, arguments), number in zip(step.arguments, (step.left, step.right), strict=True)
        )
        if step.spans is not None:
            tree["bounds"] = [list(span) for span in step.spans]
    else:
        tree["about"] = [_shown(a) for a in step.arguments]
    tree["value"] = step.value
    if step.parts:
        tree["parts"] = [reason_tree(part) for part in step.parts]
    return tree


def _shown(thing: Any) -> str:
    if isinstance(thing, OrderEntity):
        return thing.notation
    if isinstance(thing, Unit):
        return thing.name
    return thing.id if isinstance(thing, Province | Place) else str(thing)


def _numbered(steps: Sequence[Step]) -> Iterator[str]:
    return (f"  {number}. {step.sentence}" for number, step in enumerate(steps, 1))


def _listed(steps: Sequence[Step]) -> list[str]:
    return [f"{number}. {_escaped(step.sentence)}" for number, step in enumerate(steps, 1)]


def _escaped(text: str) -> str:
    """Text in which nothing is taken for Markdown."""
    return "".join(f"\\{c}" if c in "\\`*_[]<>#|" else c for c in text)


def _plain(sentence: str) -> str:
    """A sentence of which only words and the strokes within them are left."""
    return " ".join("".join(c if c.isalnum() or c == "/" else " " for c in sentence).split())
