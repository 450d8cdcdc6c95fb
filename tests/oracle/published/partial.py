"""Partial information (DATC 5.E): adjudicate once as if all that is open went well, once as if it went ill.

An order that is asked for while it is being adjudicated gives the answer that is hoped for or feared.  Where
both results are one, it is resolved.  Where they are not and the search is back at the first order of the
cycle, the backup rule speaks.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.oracle.published.guessing import Endless
from tests.referee.geography import linked
from tests.referee.rules import Position, Rules
from tests.referee.truth import Decision

__all__ = ["informed"]

_MOST_STEPS = 1_000


class _Informed:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.resolved: dict[Decision, bool] = {}
        self.visited: set[Decision] = set()
        self.cycle: list[Decision] = []
        self.hit: list[Decision] = []  # those asked for while they were being adjudicated
        self.uncertain = False
        self.steps = 0

    def resolve(self, decision: Decision, hope: bool) -> bool:
        if decision in self.resolved:
            return self.resolved[decision]
        if decision in self.visited:
            if decision not in self.hit:
                self.hit.append(decision)
            self.uncertain = True
            return hope
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise Endless
        self.visited.add(decision)
        length, hits, uncertain = len(self.cycle), len(self.hit), self.uncertain
        self.uncertain = False
        best = self.adjudicate(decision, True)
        worst = self.adjudicate(decision, False) if best and self.uncertain else best
        self.visited.discard(decision)
        if best == worst:
            del self.cycle[length:], self.hit[hits:]
            self.uncertain = uncertain
            self.resolved[decision] = best
            return best
        if decision not in self.cycle:
            self.cycle.append(decision)
        if decision in self.hit:
            self.hit.remove(decision)
            if len(self.hit) == hits:  # back at the first order of the cycle
                members = self.cycle[length:]
                del self.cycle[length:]
                self._back_up(members)
                self.uncertain = uncertain
                return self.resolve(decision, hope)
        self.uncertain = True
        return best if hope else worst

    def _back_up(self, cycle: Sequence[Decision]) -> None:
        """Only moves: circular movement, all succeed.  Else a paradox: its convoys fail (4.A.2 f)."""
        if all(name == "succeeds" for name, _ in cycle):
            self.resolved |= dict.fromkeys(cycle, True)
        else:
            self.resolved |= dict.fromkeys((d for d in cycle if d[0] == "carries"), False)

    # -- DATC 5.B with hope: what helps is asked for with hope, what harms without

    def adjudicate(self, decision: Decision, hope: bool) -> bool:
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
        return p in self.rules.moves and self.resolve(("succeeds", p), hope)

    def dislodged(self, p: str, hope: bool) -> bool:
        comes = any(self.resolve(("succeeds", a), hope) for a in self.rules.into[p])
        return comes and not self.left(p, not hope)

    def path(self, p: str, hope: bool) -> bool:
        if p not in self.rules.by_sea:
            return True
        fleets = [f for f in self.rules.convoys[p] if self.resolve(("carries", f), hope)]
        return linked(p, fleets, self.rules.moves[p])

    def hold(self, p: str, much: bool) -> int:
        rules = self.rules
        if p not in rules.power:
            return 0
        if p in rules.moves:
            return 0 if self.left(p, not much) else 1
        return 1 + sum(self.resolve(("given", s), much) for s in rules.hold_supports[p])

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
        return 1 + sum(self.resolve(("given", s), much) for s in helpers)


def informed(position: Position, visit: Sequence[int] = ()) -> dict[Decision, bool]:
    """What the algorithm makes of a position.

    Args:
        position: the units and orders.
        visit: the order in which the decisions are resolved, as numbers; left out, that of the orders.

    Raises:
        Endless: it does not come to an end.
    """
    rules = Rules(position)
    search = _Informed(rules)
    decisions = list(rules.decisions)
    try:
        for decision in [decisions[number] for number in visit] or decisions:
            search.resolve(decision, True)
    except RecursionError:
        raise Endless from None
    return {decision: search.resolved[decision] for decision in decisions if decision in search.resolved}
