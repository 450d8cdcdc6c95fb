"""Guessing (DATC 5.F): assume an order fails, adjudicate; if the result rests on that, try the other guess.

An order that is asked for while it is being guessed is put on the list of dependencies.  If both guesses
give one result, the cycle has one resolution; otherwise the backup rule speaks over the dependencies.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping, Sequence

from tests.referee.rules import Position, Rules
from tests.referee.truth import Decision

__all__ = ["Endless", "guessed"]

_MOST_STEPS = 1_000


class Endless(Exception):  # noqa: N818 - a finding about the algorithm, not an error
    """The algorithm does not come to an end."""


class _State(enum.Enum):
    UNRESOLVED = enum.auto()
    GUESSING = enum.auto()
    RESOLVED = enum.auto()


class _Asking(Mapping[Decision, bool]):
    """Values of decisions, each resolved when an equation asks for it."""

    def __init__(self, guesser: _Guesser) -> None:
        self.guesser = guesser

    def __getitem__(self, decision: Decision) -> bool:
        return self.guesser.resolve(decision)

    def __iter__(self) -> Iterator[Decision]:
        return iter(self.guesser.state)

    def __len__(self) -> int:
        return len(self.guesser.state)


class _Guesser:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.state = dict.fromkeys(rules.decisions, _State.UNRESOLVED)
        self.resolution: dict[Decision, bool] = {}
        self.dependencies: list[Decision] = []
        self.asking = _Asking(self)
        self.steps = 0

    def adjudicate(self, decision: Decision) -> bool:
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise Endless
        return self.rules.equation(decision)(self.asking)

    def resolve(self, decision: Decision) -> bool:
        if self.state[decision] is _State.RESOLVED:
            return self.resolution[decision]
        if self.state[decision] is _State.GUESSING:
            if decision not in self.dependencies:
                self.dependencies.append(decision)
            return self.resolution[decision]
        before = len(self.dependencies)
        self.resolution[decision] = False
        self.state[decision] = _State.GUESSING
        first = self.adjudicate(decision)
        if len(self.dependencies) == before:  # it rests on no guess
            if self.state[decision] is not _State.RESOLVED:
                self._settle(decision, first)
            return first
        if self.dependencies[before] != decision:  # it rests on a guess, but not on its own
            self.dependencies.append(decision)
            self.resolution[decision] = first
            return first
        self._forget(before)
        self.resolution[decision] = True
        self.state[decision] = _State.GUESSING
        second = self.adjudicate(decision)
        if first == second:  # a cycle with one resolution
            self._forget(before)
            self._settle(decision, first)
            return first
        self._back_up(before)
        return self.resolve(decision)

    def _settle(self, decision: Decision, value: bool) -> None:
        self.resolution[decision] = value
        self.state[decision] = _State.RESOLVED

    def _forget(self, before: int) -> None:
        for decision in self.dependencies[before:]:
            self.state[decision] = _State.UNRESOLVED
        del self.dependencies[before:]

    def _back_up(self, before: int) -> None:
        """Only moves: circular movement, all succeed.  Else a paradox: its convoys fail (4.A.2 f)."""
        cycle = self.dependencies[before:]
        self._forget(before)
        if all(name == "succeeds" for name, _ in cycle):
            for decision in cycle:
                self._settle(decision, True)
            return
        for decision in cycle:
            if decision[0] == "carries":
                self._settle(decision, False)


def guessed(position: Position, visit: Sequence[int] = ()) -> dict[Decision, bool]:
    """What the algorithm makes of a position.

    Args:
        position: the units and orders.
        visit: the order in which the decisions are resolved, as numbers; left out, that of the orders.

    Raises:
        Endless: it does not come to an end.
    """
    rules = Rules(position)
    guesser = _Guesser(rules)
    decisions = list(rules.decisions)
    try:
        for decision in [decisions[number] for number in visit] or decisions:
            guesser.resolve(decision)
    except RecursionError:
        raise Endless from None
    return {decision: guesser.resolution[decision] for decision in decisions}
