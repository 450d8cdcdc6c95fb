"""Decisions (DATC 5.B to 5.D): all open at first, and what is certain decided, until nothing is."""

from __future__ import annotations

from collections.abc import Sequence

from tests.oracle.published.search import Endless, Search
from tests.referee.rules import Position
from tests.referee.truth import Decision

__all__ = ["Decisions", "DecisionsByCycle", "DecisionsRingsFirst"]


class Decisions(Search):
    """Two full passes with three values; written from the description, not from the listing.

    Every order has a value if all that is open goes well for it, and one if it goes ill; where they are one,
    it is decided, until nothing changes.  The backup rule speaks over all that is still open; and so on.
    """

    title = "decisions, rule over all that is open"

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.asked: set[Decision] = set()

    def ask(self, decision: Decision, hope: bool) -> bool:
        if decision in self.settled:
            return self.settled[decision]
        self.asked.add(decision)
        return hope

    def visit(self) -> None:
        while remaining := self.decide():
            count = len(self.settled)
            self.back_up(self.cycle(remaining))
            if len(self.settled) == count:
                raise Endless

    def decide(self) -> list[Decision]:
        """Decide what is certain; what is left."""
        count = -1
        while len(self.settled) > count:
            count = len(self.settled)
            for decision in self.open():
                best, worst = (self.adjudicate(decision, hope) for hope in (True, False))
                if best == worst:
                    self.settle(decision, best)
        return self.open()

    def open(self) -> list[Decision]:
        return [d for d in self.rules.decisions if d not in self.settled]

    def cycle(self, remaining: Sequence[Decision]) -> list[Decision]:
        """What the backup rule is told of."""
        return list(remaining)


class DecisionsRingsFirst(Decisions):
    """Decisions, a ring of moves resolved before any paradox; from the description, not from the listing."""

    title = "decisions, rings first"

    def cycle(self, remaining: Sequence[Decision]) -> list[Decision]:
        for decision in remaining:
            ring: list[Decision] = []
            while decision in remaining and decision[0] == "succeeds" and decision not in ring:
                ring.append(decision)
                decision = ("succeeds", self.rules.moves[decision[1]])
            if ring and decision == ring[0]:
                return ring
        return list(remaining)


class DecisionsByCycle(Decisions):
    """Decisions, the backup rule told of one cycle only; from the description, not from the listing.

    The cycle is a component of open orders that look at each other and at no open order outside it.
    """

    title = "decisions, rule over one cycle"

    def cycle(self, remaining: Sequence[Decision]) -> list[Decision]:
        reach = {d: self.looked_at(d) for d in remaining}
        for _ in remaining:
            reach = {d: seen.union(*(reach[e] for e in seen)) for d, seen in reach.items()}
        smallest = min(remaining, key=lambda d: len(reach[d]))
        return [d for d in remaining if d in reach[smallest]]

    def looked_at(self, decision: Decision) -> set[Decision]:
        """The open orders that its equation asks for."""
        self.asked = set()
        for hope in (True, False):
            self.adjudicate(decision, hope)
        return self.asked
