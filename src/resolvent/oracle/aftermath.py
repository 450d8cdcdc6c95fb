"""What a wrong claim about retreats or adjustments violates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from resolvent.explain.explainer import Explainer
from resolvent.oracle.claim import Disagreement
from resolvent.oracle.violations import Violation
from resolvent.outcomes import Outcome
from resolvent.resolution.resolution import OrderResult

__all__ = ["aftermath_violations"]


def aftermath_violations(differing: Sequence[Disagreement], explainer: Explainer) -> Iterator[Violation]:
    """The rule instances that a claim violates.

    Args:
        differing: where it is not the resolution.
        explainer: what explains the orders of the phase.
    """
    orders = {o.unit: o for o in explainer.resolution.orders}
    told: set[str] = set()
    for d in differing:
        order = orders.get(d.about) if d.kind == "outcome" else None
        if order is not None:
            yield _misjudged(order, d.claimed, explainer)
            told.add(order.power)
        elif d.kind == "positions" and d.about not in told:
            yield from _misplaced(d, orders.values(), explainer)


def _misjudged(order: OrderResult, claimed: str, explainer: Explainer) -> Violation:
    """An order whose outcome is another."""
    said = "succeed" if claimed == Outcome.SUCCEEDS else "fail"
    rule, reason = _reason(order, explainer)
    sentence = f"{order.order} is said to {said}, but {reason}"
    return Violation(rule, order.order, said == "succeed", sentence, (rule, str(order.reason)))


def _misplaced(d: Disagreement, orders: Iterable[OrderResult], explainer: Explainer) -> Iterator[Violation]:
    """Units that stand elsewhere: the orders of their power that say so."""
    claimed, found = set(d.claimed.split(", ")), set(d.found.split(", "))
    for order in orders:
        ends = order.order.replace(" R ", " ").split()
        places = {f"{ends[0]} {ends[-1]}", order.unit}
        wrong = places & (claimed ^ found)
        if order.power == d.about and wrong:
            rule, reason = _reason(order, explainer)
            unit = min(wrong)
            said = "have" if unit in claimed else "lack"
            sentence = f"{d.about} is said to {said} {unit}, but {reason}"
            yield Violation(rule, order.order, said == "have", sentence, (rule, str(order.reason)))


def _reason(order: OrderResult, explainer: Explainer) -> tuple[str, str]:
    """The first rule that decided, and why the order ended as it did, in words."""
    explanation = explainer.explanation(order)
    sentences = "; ".join(step.sentence.rstrip(".") for step in explanation.steps)
    rule = explanation.steps[0].rule if explanation.steps else str(order.outcome)
    return rule, sentences or f"{order.order} {explanation.summary}"
