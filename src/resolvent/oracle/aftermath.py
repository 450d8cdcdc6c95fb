"""What a wrong claim about retreats or adjustments violates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from resolvent.explain.aftermath import AdjustmentExplainer
from resolvent.explain.explainer import Explainer
from resolvent.oracle.claim import Disagreement
from resolvent.oracle.violations import Violation
from resolvent.outcomes import Outcome
from resolvent.resolution.resolution import OrderResult

__all__ = ["aftermath_violations"]


def aftermath_violations(differing: Sequence[Disagreement], explainer: Explainer) -> Iterator[Violation]:
    """The rule instances that a claim violates; illegal orders first, for the rest may follow from them.

    Args:
        differing: where it is not the resolution.
        explainer: what explains the orders of the phase.
    """
    orders = {o.unit: o for o in explainer.resolution.orders}
    told: set[str] = set()
    illegal = {o.unit for o in orders.values() if o.outcome is Outcome.ILLEGAL}
    for d in sorted(differing, key=lambda d: d.about not in illegal):
        order = orders.get(d.about) if d.kind == "outcome" else None
        if order is not None:
            yield _misjudged(order, d.claimed, explainer)
            told.add(order.power)
        elif d.kind == "positions" and d.about not in told:
            yield from _misplaced(d, explainer)


def _misjudged(order: OrderResult, claimed: str, explainer: Explainer) -> Violation:
    """An order whose outcome is another."""
    said = "succeed" if claimed == Outcome.SUCCEEDS else "fail"
    rule, reason = _reason(order, explainer)
    sentence = f"{order.order} is said to {said}, but {reason}"
    return Violation(rule, order.order, said == "succeed", sentence, (rule, str(order.reason)))


def _misplaced(d: Disagreement, explainer: Explainer) -> Iterator[Violation]:
    """Units that stand elsewhere: the orders of their power that say so, and units that nobody removes."""
    claimed, found = set(d.claimed.split(", ")), set(d.found.split(", "))
    told: set[str] = set()
    for order in explainer.resolution.orders:
        ends = order.order.replace(" R ", " ").split()
        stands = (order.outcome is Outcome.SUCCEEDS) is not (ends[-1] == "D")
        wrong = {f"{ends[0]} {ends[-1]}", order.unit} & (found - claimed if stands else claimed - found)
        if order.power == d.about and wrong:
            rule, reason = _reason(order, explainer)
            unit = min(wrong)
            said = "lack" if stands else "have"
            sentence = f"{d.about} is said to {said} {unit}, but {reason}"
            told.add(unit)
            yield Violation(rule, order.order, said == "have", sentence, (rule, str(order.reason)))
    if told:
        return
    if isinstance(explainer, AdjustmentExplainer):
        yield from _missing(d.about, found - claimed, explainer)
    else:
        yield from _arrived(d.about, claimed - found, explainer)


def _missing(power: str, units: set[str], explainer: AdjustmentExplainer) -> Iterator[Violation]:
    """Units that are said to be removed, though nobody ordered it and they are not to go."""
    for unit in explainer.setting.standing.units:
        if unit.power == power and unit.name in units:
            step = explainer.answer("lost", unit)
            sentence = f"{power} is said to lack {unit.name}, but {step.sentence.rstrip('.')}"
            yield Violation("lost", unit.name, True, sentence, ("lost", "stays"))


def _arrived(power: str, units: set[str], explainer: Explainer) -> Iterator[Violation]:
    """Units that are said to have got away, though no order to go there counts."""
    gone = [o for o in explainer.resolution.orders if o.power == power and o.order.endswith(" D")]
    for unit in sorted(units):
        order = next((o for o in gone if o.unit[0] == unit[0]), None)
        if order is not None:
            rule, reason = _reason(order, explainer)
            sentence = f"{power} is said to have {unit}, but {reason}"
            yield Violation(rule, order.order, True, sentence, (rule, str(order.reason)))


def _reason(order: OrderResult, explainer: Explainer) -> tuple[str, str]:
    """The first rule that decided, and why the order ended as it did, in words."""
    explanation = explainer.explanation(order)
    sentences = "; ".join(step.sentence.rstrip(".") for step in explanation.steps)
    rule = explanation.steps[0].rule if explanation.steps else str(order.outcome)
    return rule, sentences or f"{order.order} {explanation.summary}"
