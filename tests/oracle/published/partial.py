"""Partial information (DATC 5.E): adjudicate once as if all that is open went well, once as if it went ill.

An order that is asked for while it is being adjudicated gives the answer that is hoped for or feared.  Where
both results are one, it is resolved.  Where they are not and the search is back at the first order of the
cycle, the backup rule speaks.
"""

from __future__ import annotations

from typing import ClassVar

from tests.oracle.published.search import Search
from tests.referee.rules import Position
from tests.referee.truth import Decision

__all__ = ["Partial", "PartialBoth", "PartialEntered", "PartialReadjudicated", "PartialReentered"]


class Partial(Search):
    """Partial information with a list of the cycle; written from the description, not from the listing.

    An order that is hit, that is asked for while it is visited, is put on the list of the cycle, and counted.
    One on the list answers at once with the hope.  The others are adjudicated with hope and, if that
    succeeded on an uncertain answer, without.  One result resolves the order, and takes all that came on the
    list meanwhile off again.  Of two, an order that was hit counts no longer; when none is left of those hit
    meanwhile, the cycle is known, the backup rule speaks over it, and the order is resolved again.  An order
    that was not hit is put on the list.

    Attributes:
        answers_at_once: an order on the list answers with the hope; otherwise it is adjudicated again.
        enters_when_hit: an order comes on the list when it is hit; otherwise when it is left.
        lazy: the result without hope is asked for only where the other is an uncertain success.
    """

    title = "partial information"
    answers_at_once: ClassVar[bool] = True
    enters_when_hit: ClassVar[bool] = True
    lazy: ClassVar[bool] = True

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.visited: set[Decision] = set()
        self.cycle: list[Decision] = []
        self.hits: list[Decision] = []
        self.uncertain = False

    def ask(self, decision: Decision, hope: bool) -> bool:
        if decision in self.settled:
            return self.settled[decision]
        if self.answers_at_once and decision in self.cycle:
            self.uncertain = True
            return hope
        if decision in self.visited:
            self.hit(decision)
            self.uncertain = True
            return hope
        return self.resolve(decision, hope)

    def hit(self, decision: Decision) -> None:
        if decision not in self.hits:
            self.hits.append(decision)
        if self.enters_when_hit and decision not in self.cycle:
            self.cycle.append(decision)

    def resolve(self, decision: Decision, hope: bool) -> bool:
        self.visited.add(decision)
        length, hits, uncertain = len(self.cycle), len(self.hits), self.uncertain
        self.uncertain = False
        best = self.adjudicate(decision, True)
        again = not self.lazy or (best and self.uncertain)
        worst = self.adjudicate(decision, False) if again else best
        self.visited.discard(decision)
        if best == worst:
            del self.cycle[length:], self.hits[hits:]
            self.uncertain = uncertain
            self.settle(decision, best)
            return best
        if decision not in self.cycle:
            self.cycle.append(decision)
        if decision in self.hits:
            self.hits.remove(decision)
            if len(self.hits) == hits:  # back at the first order of the cycle
                members = self.cycle[length:]
                del self.cycle[length:]
                self.back_up(members)
                self.uncertain = uncertain
                return self.ask(decision, hope)
        self.uncertain = True
        return best if hope else worst


class PartialBoth(Partial):
    """Partial information, both results always asked for; from the description, not from the listing."""

    title = "partial information, both results always"
    lazy = False


class PartialReadjudicated(Partial):
    """Partial information, orders on the list adjudicated again, and put there when they are left.

    Written from the description, not from the listing.
    """

    title = "partial information, members adjudicated again"
    answers_at_once = False
    enters_when_hit = False


class PartialEntered(Partial):
    """Partial information, orders put on the list only when they are left; from the description."""

    title = "partial information, listed when left"
    enters_when_hit = False


class PartialReentered(Partial):
    """Partial information, orders on the list adjudicated again; from the description."""

    title = "partial information, listed when hit, members adjudicated again"
    answers_at_once = False
