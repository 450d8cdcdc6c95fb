"""Which conditions of the rules have been seen to decide something, as true and as false.

A condition is what stands between ``and``, ``or`` and ``not`` in a rule: a comparison, a rule applied, a
fact.  It decides when its value alone turns what is asked: everything else being as it is, the equation, or
the objection, would come out otherwise if the condition did.  Of several false parts of a conjunction none
decides.  Having decided both ways is what modified condition/decision coverage asks of code (its masking
form: what is turned is one rule after the other, from the condition up to the equation).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from operator import ne
from typing import Any, NamedTuple

from resolvent.board import Map
from resolvent.explain.aftermath import AdjustmentExplainer, RetreatExplainer
from resolvent.explain.because import Evaluator, Scope, Values
from resolvent.explain.spans import compared, junction
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
from resolvent.rules.stages import FATES, STAGE_SORTS
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
    """In how many phases a condition decided as true, and as false."""

    condition: Condition
    true: int
    false: int


class Coverage:
    """Counts over many phases under one reading.

    Args:
        reading: the rules.
        kinds: the types of phases: of movement ``"M"``, retreats ``"R"``, adjustments ``"A"``.
        seen: what was counted before.

    Attributes:
        seen: (condition, value) -> in how many phases it decided something so.
    """

    def __init__(
        self, reading: Reading, kinds: str = "M", seen: Counter[tuple[Condition, bool]] | None = None
    ) -> None:
        self.reading = reading
        entries = [name for kind in kinds for name in _entries(reading, kind)]
        self.names: dict[int, Condition] = {}
        rules = reachable(reading.definitions, entries)
        for definition in rules.values():
            for node in _conditions(definition.body):
                self.names[id(node)] = Condition(definition.name, written(node))
        self.order = list(dict.fromkeys(self.names.values()))
        self.seen: Counter[tuple[Condition, bool]] = Counter() if seen is None else seen

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
            watcher.asked(*decision)
        for unit in docket.position.units:
            if solved.rules["dislodged"](unit) is True:
                for place in unit.reach:
                    watcher.asked("may_retreat", unit, place)
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
            watcher.asked(name, about)
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


Turns = Callable[[Any], bool]
"""Whether what is asked would come out otherwise if an expression had another value: this one."""


class _Watcher(Evaluator):
    """An evaluator that notes the conditions whose value alone turns what is asked."""

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
        self._entered: set[tuple[str, tuple[Any, ...]]] = set()

    def asked(self, name: str, *arguments: Any) -> None:
        """Note what decides a rule, or the equation of a decision."""
        definition = self.definitions[name]
        scope = self._scope(definition, arguments)
        value = self.value(definition.body, scope)
        self._walk(definition.body, scope, lambda other: other != value)

    def _scope(self, definition: s.Definition, arguments: Sequence[Any]) -> Scope:
        return {name: thing for (name, _), thing in zip(definition.parameters, arguments, strict=True)}

    def _walk(self, node: s.Node, scope: Scope, turns: Turns) -> None:
        """Note what in an expression turns what is asked."""
        if node.type == BOOLEAN:
            value = self.value(node, scope)
            if value is None or not turns(not value):
                return
            name = self.names.get(id(node))
            if name is not None:
                self.found.add((name, bool(value)))
        method = getattr(self, "_walk_" + type(node).__name__.lower(), None)
        if method is not None:
            method(node, scope, turns)

    def _walk_not(self, node: s.Not, scope: Scope, turns: Turns) -> None:
        self._walk(node.part, scope, lambda other: turns(not other))

    def _walk_and(self, node: s.And, scope: Scope, turns: Turns) -> None:
        self._walk_members([(part, scope) for part in node.parts], False, turns)

    def _walk_or(self, node: s.Or, scope: Scope, turns: Turns) -> None:
        self._walk_members([(part, scope) for part in node.parts], True, turns)

    def _walk_members(self, members: Sequence[tuple[s.Node, Scope]], disjunction: bool, turns: Turns) -> None:
        """The parts of a junction: only one that is alone in deciding can turn it, or any if none is."""
        values = [self.value(part, scope) for part, scope in members]
        deciding = values.count(disjunction)
        open_ones = [value for value in values if value is None]
        for (part, scope), value in zip(members, values, strict=True):
            if deciding == 0 or (deciding == 1 and value is disjunction):
                self._walk(part, scope, lambda other: turns(junction([*open_ones, other], disjunction)))

    def _walk_if(self, node: s.If, scope: Scope, turns: Turns) -> None:
        branches = {True: node.then, False: node.other}
        self._walk(node.condition, scope, lambda other: turns(self.value(branches[bool(other)], scope)))
        condition = self.value(node.condition, scope)
        if condition is not None:
            self._walk(branches[bool(condition)], scope, turns)

    def _walk_quantifier(self, node: s.Quantifier, scope: Scope, turns: Turns) -> None:
        members = [(node.body, inner) for inner in self.members(node.generators, scope)]
        if node.kind != "count":
            self._walk_members(members, node.kind == "any", turns)
            return
        values = [bool(self.value(body, inner)) for body, inner in members]
        total = sum(values)
        for (body, inner), value in zip(members, values, strict=True):
            turned = total - 1 if value else total + 1  # a member is Boolean: there is one other value
            if turns(turned):
                self._walk(body, inner, partial(ne, value))

    def _walk_compare(self, node: s.Compare, scope: Scope, turns: Turns) -> None:
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        self._walk(node.left, scope, lambda other: turns(compared(node.operator, other, right)))
        self._walk(node.right, scope, lambda other: turns(compared(node.operator, left, other)))

    def _walk_add(self, node: s.Add, scope: Scope, turns: Turns) -> None:
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        self._walk(node.left, scope, lambda other: turns(other + right))
        self._walk(node.right, scope, lambda other: turns(left + other))

    def _walk_call(self, node: s.Call, scope: Scope, turns: Turns) -> None:
        arguments = tuple(self.value(argument, scope) for argument in node.arguments)
        definition = self.definitions[node.name]
        if definition.role == "decision":
            return
        if definition.type == BOOLEAN:  # it turns what is asked: so does whatever turns it, asked once
            if (node.name, arguments) in self._entered:
                return
            self._entered.add((node.name, arguments))
        self._walk(definition.body, self._scope(definition, arguments), turns)

    def _walk_connected(self, node: s.Connected, scope: Scope, turns: Turns) -> None:
        move = self.value(node.move, scope)
        members = self.members((node.generator,), scope)
        at = [inner[node.generator.variable].location for inner in members]
        values = [self.value(node.condition, inner) for inner in members]
        for number, inner in enumerate(members):

            def otherwise(other: Any, number: int = number) -> bool:
                put = [*values[:number], other, *values[number + 1 :]]
                fleets = list(zip(at, put, strict=True))
                seas = self.context.seas
                return turns(ThreeValued.CONNECTED(seas, move.origin, move.destination, fleets))

            self._walk(node.condition, inner, otherwise)


def _entries(reading: Reading, kind: str) -> list[str]:
    """The rules that are asked in a type of phase."""
    if kind == "M":
        return [d.name for d in reading.of_role("decision")] + ["may_retreat"]
    stage = "retreat" if kind == "R" else "adjust"
    objections = [name for names in reading.objections_in(stage).values() for name, _ in names]
    return [
        *objections,
        *(FATES[sort] for sort in STAGE_SORTS[stage] if sort in FATES),
        *(("lost",) if kind == "A" else ()),
    ]


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
            if order.sort in FATES:
                yield FATES[order.sort], order


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
