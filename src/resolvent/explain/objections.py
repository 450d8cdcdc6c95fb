"""Why an order never came to the equations: the objection that was raised, or the rule that chose another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from resolvent.explain.because import Evaluator
from resolvent.explain.docstrings import citations, prose
from resolvent.explain.explanation import Step
from resolvent.explain.words import Words
from resolvent.orders.entities import OrderEntity
from resolvent.outcomes import Outcome, Reason
from resolvent.rules.reading import Reading

__all__ = ["chosen", "objected", "unreadable"]


def objected(
    shown: str,
    orders: Iterable[OrderEntity],
    names: Sequence[tuple[str, str]],
    asked: Evaluator,
    words: Words,
) -> Step | None:
    """The first objection to an order, as it was raised.

    Args:
        shown: the order in the notation.
        orders: the order as the rules see it, or several among which it is.
        names: (objection, reason) in the order in which they are asked.
        asked: the rules about what was written.
        words: what they are called.

    Returns:
        The step; ``None`` if no objection applies to any of them.
    """
    for order in orders:
        for name, _ in names:
            if asked.apply(name, order):
                because = asked.why_applied(name, order)
                definition = words.definitions[name]
                sentence = words.objection(f"{shown} is illegal", because)
                return Step(name, shown, True, sentence, citations(definition), None, because)
    return None


def chosen(shown: str, reason: Reason, reading: Reading) -> Step:
    """Several orders contradict each other, and the rule about that lets none of them, or another, count.

    Args:
        shown: the order in the notation.
        reason: the reason that was given.
        reading: the rules.
    """
    rule: Any = reading.definitions["prevails"]
    cited = citations(rule)
    source = f" ({', '.join(cited)})" if cited else ""
    sentence = f"{shown} does not count, for {reason.meaning}: {prose(rule)}{source}."
    return Step(rule.name, shown, False, sentence, cited)


def unreadable(unit: str, text: str | None, outcome: Outcome, reason: Reason) -> Step:
    """There is no order to ask any rule about.

    Args:
        unit: the unit.
        text: what was written.
        outcome, reason: what was made of it.
    """
    shown = "".join(c if c.isprintable() else " " for c in text or "")
    written = f"of '{shown}' " if shown else ""
    return Step(str(outcome), unit, None, f"{unit} has no order: {written}{reason.meaning}.")
