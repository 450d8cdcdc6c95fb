"""Guessing (DATC 5.F): assume an order fails, adjudicate; if the result rests on that, try the other guess.

An order that is asked for while it is being guessed is put on the list of dependencies.  If both guesses
give one result, the cycle has one resolution; otherwise the backup rule speaks over the dependencies.
"""

from __future__ import annotations

import enum
from typing import ClassVar

from tests.oracle.published.search import Search
from tests.referee.rules import Position
from tests.referee.truth import Decision

__all__ = [
    "Guessing",
    "GuessingForgetful",
    "GuessingHeedful",
    "GuessingHopeful",
    "GuessingHopefulThorough",
    "GuessingMended",
    "GuessingRecomputed",
    "GuessingThorough",
]


class _State(enum.Enum):
    UNRESOLVED = enum.auto()
    GUESSING = enum.auto()
    RESOLVED = enum.auto()


class Guessing(Search):
    """Guess with a list of dependencies; written from the description, not from the listing.

    An order is unresolved, guessing or resolved.  It is guessed to fail and adjudicated.  Was no order put on
    the list meanwhile, the result stands.  Was another order the first, this one is put there too and keeps
    its result as a guess.  Else those on the list become unresolved, and it is guessed to succeed: one result
    stands; of two, the backup rule speaks over the list, and the order is resolved again.

    Attributes:
        first_guess: what is guessed first.
        listed_each_time: an order is put on the list each time its guess is asked for, not once.  If once,
            an order that asks only for guesses that are on the list already seems to rest on none.
        keeps_results: an order that rests on another's guess keeps its result until that guess is dropped;
            otherwise it becomes unresolved and is adjudicated each time it is asked for.
        heeds_rule: an order that the backup rule resolves while it is being adjudicated further up has that
            value; otherwise the result of the adjudication is passed on.
        looks_at_all: an order rests on another's guess if any order guessed further up is on the list, not
            only if the first one is another.
    """

    title = "guessing"
    first_guess: ClassVar[bool] = False
    listed_each_time: ClassVar[bool] = False
    keeps_results: ClassVar[bool] = True
    heeds_rule: ClassVar[bool] = False
    looks_at_all: ClassVar[bool] = False

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.state = dict.fromkeys(self.rules.decisions, _State.UNRESOLVED)
        self.value: dict[Decision, bool] = {}
        self.dependencies: list[Decision] = []
        self.guessed: list[Decision] = []  # those being guessed, the outermost first

    def visit(self) -> None:
        super().visit()
        self.settled = {d: v for d, v in self.value.items() if self.state[d] is _State.RESOLVED}

    def ask(self, decision: Decision, hope: bool) -> bool:
        if self.state[decision] is _State.RESOLVED:
            return self.value[decision]
        if self.state[decision] is _State.GUESSING:
            if self.listed_each_time or decision not in self.dependencies:
                self.dependencies.append(decision)
            return self.value[decision]
        return self.resolve(decision)

    def resolve(self, decision: Decision) -> bool:
        before = len(self.dependencies)
        first = self.guess(decision, self.first_guess)
        if self.heeds_rule and self.state[decision] is _State.RESOLVED:
            return self.value[decision]
        if len(self.dependencies) == before:  # it rests on no guess
            if self.state[decision] is not _State.RESOLVED:
                self.settle(decision, first)
            return first
        if self.rests_on_another(decision, before):
            self.dependencies.append(decision)
            self.value[decision] = first
            if not self.keeps_results:
                self.state[decision] = _State.UNRESOLVED
            return first
        self.forget(before)
        second = self.guess(decision, not self.first_guess)
        if self.heeds_rule and self.state[decision] is _State.RESOLVED:
            return self.value[decision]
        if first == second:  # a cycle with one resolution
            self.forget(before)
            self.settle(decision, first)
            return first
        cycle = list(dict.fromkeys(self.dependencies[before:]))
        self.forget(before)
        self.back_up(cycle)
        return self.ask(decision, True)

    def guess(self, decision: Decision, guess: bool) -> bool:
        self.value[decision] = guess
        self.state[decision] = _State.GUESSING
        self.guessed.append(decision)
        result = self.adjudicate(decision, True)
        self.guessed.pop()
        return result

    def rests_on_another(self, decision: Decision, before: int) -> bool:
        """Whether its result rests on a guess other than its own."""
        if self.looks_at_all:
            return any(d in self.guessed for d in self.dependencies[before:])
        return self.dependencies[before] != decision

    def settle(self, decision: Decision, value: bool) -> None:
        self.value[decision] = value
        self.state[decision] = _State.RESOLVED

    def forget(self, before: int) -> None:
        """Make the orders on the list, from a place on, unresolved, and take them off."""
        for decision in self.dependencies[before:]:
            self.state[decision] = _State.UNRESOLVED
        del self.dependencies[before:]


class GuessingHopeful(Guessing):
    """Guessing, the first guess that an order succeeds; from the description, not from the listing."""

    title = "guessing, success first"
    first_guess = True


class GuessingHeedful(Guessing):
    """Guessing, what the backup rule said further down heeded; from the description, not from the listing."""

    title = "guessing, the rule heeded at once"
    heeds_rule = True


class GuessingThorough(Guessing):
    """Guessing, each use of a guess listed; from the description, not from the listing."""

    title = "guessing, each use listed"
    listed_each_time = True


class GuessingHopefulThorough(GuessingThorough):
    """Guessing, success first and each use of a guess listed; from the description, not from the listing."""

    title = "guessing, success first, each use listed"
    first_guess = True


class GuessingForgetful(Guessing):
    """Guessing, results that rest on other guesses dropped; from the description, not from the listing."""

    title = "guessing, results dropped"
    keeps_results = False


class GuessingRecomputed(Guessing):
    """Guessing, such results dropped and each use of a guess listed; from the description too."""

    title = "guessing, results dropped, each use listed"
    keeps_results = False
    listed_each_time = True


class GuessingMended(GuessingRecomputed):
    """Guessing, results that rest on others dropped, each use listed, and all of the list looked at.

    No published reading: it shows where the faults of the others lie.  What the second guess rests on is not
    asked here either, which does no harm as long as failure is guessed first, on all phases tried.
    """

    title = "guessing, mended"
    looks_at_all = True
