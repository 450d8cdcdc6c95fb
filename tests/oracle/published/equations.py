"""The equations of movement (DATC 5.B) with hope: what helps is asked for with hope, what harms without.

Where the answers do not heed the hope, these are the plain equations of the referee, asked in the same order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tests.referee.geography import linked
from tests.referee.rules import Rules
from tests.referee.truth import Decision

__all__ = ["Ask", "Equations"]

Ask: TypeAlias = Callable[[Decision, bool], bool]
"""The value of a decision; the best it can be if the second argument is true, else the worst."""


class Equations:
    """One equation for each decision of a position.

    Args:
        rules: the orders, matched with each other.
        ask: where the values of other decisions come from, one at a time, as an equation needs them.
    """

    def __init__(self, rules: Rules, ask: Ask) -> None:
        self.rules = rules
        self.ask = ask

    def adjudicate(self, decision: Decision, hope: bool) -> bool:
        """The value of a decision if those it rests on are as good, or as bad, for it as they can be."""
        kind, p = decision
        return {"succeeds": self.move, "given": self.support, "carries": self.convoy}[kind](p, hope)

    def move(self, p: str, hope: bool) -> bool:
        goal = self.rules.moves[p]
        attack = self.attack(p, hope)
        met = self.rules.head_to_head(p)
        against = self.helped(goal, not hope) if met else self.hold(goal, not hope)
        rivals = [r for r in self.rules.into[goal] if r != p]
        return attack > against and all(attack > self.prevent(r, not hope) for r in rivals)

    def support(self, p: str, hope: bool) -> bool:
        rules = self.rules
        if p not in rules.target:
            return False
        cutters = [a for a in rules.into[p] if rules.power[a] != rules.power[p] and a != rules.target[p]]
        return not any(self.path(a, not hope) for a in cutters) and not self.dislodged(p, not hope)

    def convoy(self, p: str, hope: bool) -> bool:
        return p in self.rules.target and not self.dislodged(p, not hope)

    def left(self, p: str, hope: bool) -> bool:
        return p in self.rules.moves and self.ask(("succeeds", p), hope)

    def dislodged(self, p: str, hope: bool) -> bool:
        comes = any(self.ask(("succeeds", a), hope) for a in self.rules.into[p])
        return comes and not self.left(p, not hope)

    def path(self, p: str, hope: bool) -> bool:
        if p not in self.rules.by_sea:
            return True
        fleets = [f for f in self.rules.convoys[p] if self.ask(("carries", f), hope)]
        return linked(p, fleets, self.rules.moves[p])

    def hold(self, p: str, much: bool) -> int:
        rules = self.rules
        if p not in rules.power or self.left(p, not much):
            return 0
        if p in rules.moves:
            return 1
        return 1 + sum(self.ask(("given", s), much) for s in rules.hold_supports[p])

    def attack(self, p: str, much: bool) -> int:
        rules = self.rules
        if not self.path(p, much):
            return 0
        goal = rules.moves[p]
        if goal not in rules.power or (not rules.head_to_head(p) and self.left(goal, much)):
            return self.helped(p, much)
        return 0 if rules.power[goal] == rules.power[p] else self.helped(p, much, rules.power[goal])

    def prevent(self, p: str, much: bool) -> int:
        rules = self.rules
        if not self.path(p, much) or (rules.head_to_head(p) and self.left(rules.moves[p], not much)):
            return 0
        return self.helped(p, much)

    def helped(self, p: str, much: bool, without: str = "") -> int:
        rules = self.rules
        helpers = [s for s in rules.move_supports[p] if rules.power[s] != without]
        return 1 + sum(self.ask(("given", s), much) for s in helpers)
