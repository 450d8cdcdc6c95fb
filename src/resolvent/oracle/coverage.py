"""Which conditions of the rules have been seen to decide something, as true and as false.

A condition is what stands between ``and``, ``or`` and ``not`` in a rule: a comparison, a rule applied, a
fact.  It decides when the reason of a decision goes through it (see `resolvent.explain.because`), so having
decided both ways is what modified condition/decision coverage asks of code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from resolvent.board import Map
from resolvent.explain.aftermath import AdjustmentExplainer, RetreatExplainer
from resolvent.explain.because import Because, Evaluator, Scope, Values
from resolvent.game.setting import Setting
from resolvent.logic.algebra import ThreeValued
from resolvent.oracle.rule_text import written
from resolvent.records.phase import Phase
from resolvent.resolution.docket import Docket
from resolvent.resolution.solve import Solved
from resolvent.rules import syntax as s
from resolvent.rules.grounded import Grounded
from resolvent.rules.passes import reachable
from resolvent.rules.reading import Reading
from resolvent.rules.vocabulary import BOOLEAN

__all__ = ["Condition", "Coverage", "Row"]


class Condition(NamedTuple):
    """One condition of a rule.

    Attributes:
        rule: the name of the rule.
        text: the condition, as it is written there.
    """

    rule: str
    text: str


class Row(NamedTuple):
    """How often a condition decided."""

    condition: Condition
    true: int
    false: int


class Coverage:
    """Counts over many phases under one reading.

    Args:
        reading: the rules.
        kinds: the types of phases: of movement ``"M"``, retreats ``"R"``, adjustments ``"A"``.

    Attributes:
        seen: (condition, value) -> how often it decided so.
    """

    def __init__(self, reading: Reading, kinds: str = "M") -> None:
        self.reading = reading
        entries = [name for kind in kinds for name in _entries(reading, kind)]
        self.names: dict[int, Condition] = {}
        rules = reachable(reading.definitions, entries)
        for definition in rules.values():
            for node in _conditions(definition.body):
                self.names[id(node)] = Condition(definition.name, written(node))
        self.order = list(dict.fromkeys(self.names.values()))
        self.seen: Counter[tuple[Condition, bool]] = Counter()

    def watch(self, docket: Docket, solved: Solved) -> float:
        """Count what decided in one phase.

        Args:
            docket: the phase.
            solved: its resolution.

        Returns:
            How rare that was: the sum, over what decided, of one by how often it did before.
        """
        context = solved.grounding.put(ThreeValued())
        watcher = _Watcher(solved.grounding.reading.definitions, context, solved.values, self.names)
        for decision in solved.values:
            watcher.why_equation(decision)
        for unit in docket.position.units:
            if solved.rules["dislodged"](unit) is True:
                for place in unit.reach:
                    watcher.why_applied("may_retreat", unit, place)
        return self._count(watcher)

    def watch_aftermath(self, phase: Phase, board: Map | None = None) -> float:
        """The same for a phase of retreats or adjustments.

        Args:
            phase: the phase.
            board: the map; left out, the one the phase names.
        """
        setting = Setting(phase, board)
        if phase.type == "R":
            explainer: RetreatExplainer | AdjustmentExplainer = RetreatExplainer(setting, self.reading)
        else:
            explainer = AdjustmentExplainer(setting, self.reading)
        watcher = _Watcher(self.reading.definitions, explainer.judge.rules, {}, self.names)
        for name, about in _asked(explainer, watcher):
            watcher.why_applied(name, about)
        return self._count(watcher)

    def _count(self, watcher: _Watcher) -> float:
        gain = sum(1.0 / (1 + self.seen[key]) for key in watcher.found)
        self.seen.update(watcher.found)
        return gain

    def rows(self) -> list[Row]:
        """One row for each condition, in the order of the rules."""
        return [Row(c, self.seen[c, True], self.seen[c, False]) for c in self.order]

    @property
    def share(self) -> float:
        """The share of all (condition, value) that have decided."""
        return len(self.seen) / (2 * len(self.order)) if self.order else 1.0


class _Watcher(Evaluator):
    """An evaluator that notes the conditions its reasons go through."""

    def __init__(
        self,
        definitions: Mapping[str, s.Definition],
        context: Grounded,
        values: Values,
        names: Mapping[int, Condition],
    ) -> None:
        self._set_up(definitions, context, values)
        self._full = None
        self.names = names
        self.found: set[tuple[Condition, bool]] = set()
        self._told: dict[tuple[str, tuple[Any, ...]], Because] = {}

    def why(self, node: s.Node, scope: Scope) -> list[Because]:
        name = self.names.get(id(node))
        if name is not None:
            value = self.value(node, scope)
            if value is not None:
                self.found.add((name, bool(value)))
        return super().why(node, scope)

    def why_applied(self, name: str, *arguments: Any) -> Because:
        key = (name, arguments)
        if key not in self._told:
            self._told[key] = super().why_applied(name, *arguments)
        return self._told[key]


def _entries(reading: Reading, kind: str) -> list[str]:
    """The rules that are asked in a type of phase."""
    if kind == "M":
        return [d.name for d in reading.of_role("decision")] + ["may_retreat"]
    stage = "retreat" if kind == "R" else "adjust"
    objections = [name for names in reading.objections_in(stage).values() for name, _ in names]
    return [*objections, *(("escapes",) if kind == "R" else ("built", "waived", "removed", "lost"))]


def _asked(
    explainer: RetreatExplainer | AdjustmentExplainer, watcher: Evaluator
) -> Iterator[tuple[str, Any]]:
    """What is asked in a phase: of each order what there is to object to it, and what became of it."""
    if isinstance(explainer, RetreatExplainer):
        orders = [w.order for written in explainer.judge.by_unit.values() for w in written if w.order]
        objections = explainer.reading.objections_in("retreat")
    else:
        orders = explainer.orders
        objections = explainer.reading.objections_in("adjust")
        yield from (("lost", unit) for unit in explainer.setting.standing.units)
    for order in orders:
        for name, _ in objections[order.sort]:
            yield name, order
            if watcher.apply(name, order):
                break
        else:
            if order.sort in _FATES:
                yield _FATES[order.sort], order


_FATES = {"Retreat": "escapes", "Build": "built", "Waive": "waived", "Removal": "removed"}


def _conditions(node: s.Node) -> Iterator[s.Node]:
    """The conditions of an expression, those inside of counts included."""
    if isinstance(node, s.Not):
        yield from _conditions(node.part)
    elif isinstance(node, s.And | s.Or):
        for part in node.parts:
            yield from _conditions(part)
    elif isinstance(node, s.If):
        for part in (node.condition, node.then, node.other):
            yield from _conditions(part)
    elif isinstance(node, s.Quantifier):
        yield from _conditions(node.body)
    elif isinstance(node, s.Add):
        yield from _conditions(node.left)
        yield from _conditions(node.right)
    elif isinstance(node, s.Connected):
        yield node
        yield from _conditions(node.condition)
    elif isinstance(node, s.Compare):
        yield node
        yield from _conditions(node.left)
        yield from _conditions(node.right)
    elif node.type == BOOLEAN and isinstance(node, s.Call | s.WordCall | s.Same | s.Attribute):
        yield node
