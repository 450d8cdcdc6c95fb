"""Explaining the orders of retreat and adjustment phases: nothing in them is open, so one rule is enough."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from resolvent.explain.because import Evaluator
from resolvent.explain.docstrings import citations
from resolvent.explain.explanation import Explanation, Step
from resolvent.explain.objections import chosen, objected, unreadable
from resolvent.explain.sentences import sentence
from resolvent.explain.words import Words
from resolvent.game.adjustments import AdjustmentJudge, resolve_adjustments
from resolvent.game.retreats import RetreatJudge, resolve_retreats
from resolvent.game.setting import Setting
from resolvent.orders.entities import OrderEntity, Retreat
from resolvent.outcomes import Outcome, Reason
from resolvent.resolution.resolution import OrderResult, Resolution
from resolvent.rules.reading import Reading
from resolvent.rules.stages import FATES

__all__ = ["AdjustmentExplainer", "RetreatExplainer"]


class _Explainer(ABC):
    """What both have in common."""

    asked: Evaluator
    resolution: Resolution

    def __init__(self, setting: Setting, reading: Reading) -> None:
        self.setting = setting
        self.reading = reading
        self.words = Words(reading, setting.board)

    def explanations(self) -> Iterator[Explanation]:
        """One for each entry of the resolution, in its order."""
        for result in self.resolution.orders:
            yield self.explanation(result)

    def explanation(self, result: OrderResult) -> Explanation:
        """The explanation of one order.

        Args:
            result: what became of it.
        """
        phase = self.setting.phase
        line = sentence(result, self.setting.board)
        return Explanation(self.reading.name, phase.map, phase.phase, result, line, (self.step(result),))

    @abstractmethod
    def step(self, result: OrderResult) -> Step:
        """The rule that decided."""

    def answer(self, name: str, about: Any) -> Step:
        """What a rule says of something, and why."""
        because = self.asked.why_applied(name, about)
        value = bool(because.value)
        sentence = self.words.told(self.words.outcome(name, about, value), because)
        cited = citations(self.reading.definitions[name])
        return Step(name, self.words.thing(about), value, sentence, cited, None, because)


class RetreatExplainer(_Explainer):
    """Explains the orders of a retreat phase.

    Args:
        setting: the phase.
        reading: the rules.
    """

    def __init__(self, setting: Setting, reading: Reading) -> None:
        super().__init__(setting, reading)
        self.resolution = resolve_retreats(setting.phase, reading, setting.board)
        self.judge = RetreatJudge(setting, reading)
        self.sheets = {s.unit.name: s for s in self.judge.judge(setting.sets()).sheets}
        for sheet in self.sheets.values():
            if isinstance(sheet.order, Retreat):
                self.judge.retreats_to.setdefault(sheet.order.destination, []).append(sheet.order)
        self.asked = Evaluator.over(reading.definitions, self.judge.rules)

    def step(self, result: OrderResult) -> Step:
        """The rule that decided."""
        sheet = self.sheets[result.unit]
        if sheet.order is not None:
            return self.answer(FATES["Retreat"], sheet.order)
        if sheet.outcome is Outcome.ILLEGAL and sheet.reason is not Reason.CONFLICTING:
            orders = [w.order for w in self.judge.by_unit.get(sheet.unit, ()) if w.order is not None]
            orders.sort(key=lambda order: order.text != sheet.text)
            names = self.reading.objections_in("retreat")[orders[0].sort] if orders else ()
            step = objected(sheet.shown, orders[:1], names, self.asked, self.words)
            if step is not None:
                return step
        if sheet.outcome is Outcome.ILLEGAL:
            return chosen(sheet.shown, result.reason, self.reading)
        if sheet.outcome is not None:
            return unreadable(result.unit, sheet.text, sheet.outcome, result.reason)
        return Step(
            str(result.reason), result.unit, True, f"{result.unit} disbands: {result.reason.meaning}."
        )


class AdjustmentExplainer(_Explainer):
    """Explains the orders of an adjustment phase.

    Args:
        setting: the phase.
        reading: the rules.
    """

    def __init__(self, setting: Setting, reading: Reading) -> None:
        super().__init__(setting, reading)
        self.resolution = resolve_adjustments(setting.phase, reading, setting.board)
        self.judge = AdjustmentJudge(setting, reading)
        self.orders = self.judge.orders()
        for order in self.orders:
            if self.judge.objection(order) is None:
                self.judge.census.take(order)
        self.asked = Evaluator.over(reading.definitions, self.judge.rules)

    def step(self, result: OrderResult) -> Step:
        """The rule that decided."""
        order = self._written(result)
        if order is not None and result.outcome is Outcome.ILLEGAL:
            names = self.reading.objections_in("adjust")[order.sort]
            step = objected(result.order, [order], names, self.asked, self.words)
            if step is not None:
                return step
        if order is not None:
            return self.answer(FATES[order.sort], order)
        here = [u for u in self.setting.standing.units if u.name == result.unit and u.power == result.power]
        if here:
            return self.answer("lost", here[0])
        return unreadable(result.unit or result.power, result.text, result.outcome, result.reason)

    def _written(self, result: OrderResult) -> OrderEntity | None:
        """The order behind an entry; of several with the same words the one that fared so."""
        same = [o for o in self.orders if o.power == result.power and o.text == result.text]
        wanted = result.outcome is Outcome.SUCCEEDS
        fitting = [o for o in same if bool(self.asked.apply(FATES[o.sort], o)) is wanted]
        return next(iter(fitting or same), None) if result.text is not None else None
