"""What the algorithms share: the equations, what is settled, the backup rule, a limit to their patience."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from tests.oracle.published.equations import Equations
from tests.referee.rules import Position, Rules
from tests.referee.truth import Decision

__all__ = ["Endless", "Search"]


class Endless(Exception):  # noqa: N818 - a finding about the algorithm, not an error
    """The algorithm does not come to an end, or it ends and orders are left open."""


class Search(ABC):
    """One run of an algorithm on one position, its orders visited as they are listed.

    Attributes:
        title: what to call the algorithm.
        most_steps: equations evaluated before it is taken not to end.
    """

    title: ClassVar[str]
    most_steps: ClassVar[int] = 4_000

    def __init__(self, position: Position) -> None:
        self.rules = Rules(position)
        self.equations = Equations(self.rules, self.ask)
        self.settled: dict[Decision, bool] = {}
        self.steps = 0

    @classmethod
    def run(cls, position: Position) -> dict[Decision, bool]:
        """What the algorithm makes of a position.

        Args:
            position: the units and orders; the order in which these are listed is that of the visits.

        Raises:
            Endless: it does not come to an end.
        """
        search = cls(position)
        try:
            search.visit()
        except RecursionError:
            raise Endless from None
        if len(search.settled) < len(search.rules.decisions):
            raise Endless
        return search.settled

    def visit(self) -> None:
        """Resolve every order."""
        for decision in self.rules.decisions:
            self.ask(decision, True)

    @abstractmethod
    def ask(self, decision: Decision, hope: bool) -> bool:
        """The value of a decision, for an equation or for good; hope is for those that heed it."""

    def adjudicate(self, decision: Decision, hope: bool) -> bool:
        """What the equation says of a decision now.

        Raises:
            Endless: too many equations have been evaluated.
        """
        self.steps += 1
        if self.steps > self.most_steps:
            raise Endless
        return self.equations.adjudicate(decision, hope)

    def back_up(self, cycle: Sequence[Decision]) -> None:
        """Only moves: a circular movement, all succeed.  Else a paradox: its convoys fail (DATC 4.A.2 f)."""
        circular = all(kind == "succeeds" for kind, _ in cycle)
        for decision in cycle:
            if circular or decision[0] == "carries":
                self.settle(decision, circular)

    def settle(self, decision: Decision, value: bool) -> None:
        """Resolve a decision for good."""
        self.settled[decision] = value
