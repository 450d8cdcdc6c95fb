"""Guessing without a list: every order both ways, each guess kept only if it comes out again."""

from __future__ import annotations

from typing import ClassVar

from tests.oracle.published.search import Search
from tests.referee.rules import Position
from tests.referee.truth import Decision

__all__ = ["BothWays", "BothWaysPatient"]


class BothWays(Search):
    """Guess both ways and compare; written from the description, not from the listing.

    An order is guessed to fail and to succeed.  Under each guess all it asks for is resolved afresh, in the
    same manner.  A guess is consistent if adjudication gives it back.  If exactly one is, that is the result,
    for good if it rests on no other guess.  If none or both are, the backup rule speaks over all orders that
    were visited, and the order is resolved again.

    Attributes:
        patient: the rule speaks only where nothing rests on a guess made before; until then such an order
            is taken to fail.
    """

    title = "guessing both ways, rule at once"
    most_steps = 100_000
    patient: ClassVar[bool] = False

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.guesses: dict[Decision, bool] = {}
        self.used: set[Decision] = set()
        self.visited: list[Decision] = []

    def ask(self, decision: Decision, hope: bool) -> bool:
        while decision not in self.settled:
            self.visited.append(decision)
            if decision in self.guesses:
                self.used.add(decision)
                return self.guesses[decision]
            used, self.used = self.used, set()
            visited, self.visited = self.visited, []
            consistent = [guess for guess in (False, True) if self.guess(decision, guess) == guess]
            self.used.discard(decision)
            inside = list(dict.fromkeys([decision, *self.visited]))
            rests = bool(self.used)
            self.used |= used
            self.visited = visited + inside
            if decision in self.settled:
                break
            if len(consistent) == 1 and rests:
                return consistent[0]
            if len(consistent) == 1:
                self.settle(decision, consistent[0])
            elif self.patient and rests:
                return False
            else:
                self.back_up([d for d in inside if d not in self.settled])
        return self.settled[decision]

    def guess(self, decision: Decision, guess: bool) -> bool:
        self.guesses[decision] = guess
        result = self.adjudicate(decision, True)
        del self.guesses[decision]
        return result


class BothWaysPatient(BothWays):
    """Both ways, the rule only at the first level; written from the description, not from the listing."""

    title = "guessing both ways, rule last"
    patient = True
