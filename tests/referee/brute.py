"""Movement resolved by brute force, as an independent check on the solver.

Written from DATC 5.B (the equations) and from the stratified meaning of a resolution: settle, depend,
components, solve.  It shares nothing with the rule files, the compiler or the solver; the only thing taken
from the package is which province borders which.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal, NamedTuple

from .geography import geography, place_id
from .rules import Position, Rules, Unit
from .truth import Decision, Equation, Tables

__all__ = ["Cycle", "Position", "Resolution", "equations", "resolve", "solutions"]


class Cycle(NamedTuple):
    """A component without a unique resolution: its decisions, how many solutions it has, which rule spoke."""

    members: tuple[Decision, ...]
    solutions: int
    rule: str


@dataclass(frozen=True)
class Resolution:
    """What the orders come to.

    Attributes:
        values: every decision; None where it stays open.
        cycles: the cycles met, sorted, so that the order of solving them does not show.
        status: ``unique``, ``circular``, ``paradox`` or ``open``.
        positions: province to (power, type) after the moves, dislodged units left out.
        dislodged: province of a dislodged unit to the province its attacker came from.
        contested: vacant provinces in which a standoff happened.
        retreats: province of a dislodged unit to the ids of the places it may retreat to.

    Everything after ``status`` is empty while a decision is open.
    """

    values: dict[Decision, bool | None]
    cycles: tuple[Cycle, ...]
    status: Literal["unique", "circular", "paradox", "open"]
    positions: dict[str, tuple[str, str]]
    dislodged: dict[str, str]
    contested: frozenset[str]
    retreats: dict[str, frozenset[str]]


def equations(position: Position) -> dict[Decision, Equation]:
    """The equation of every decision of a position (DATC 5.B)."""
    rules = Rules(position)
    return {decision: rules.equation(decision) for decision in rules.decisions}


def solutions(position: Position) -> list[dict[Decision, bool]]:
    """Every assignment that satisfies all equations at once."""
    tables = Tables(equations(position))
    return tables.assignments(tables.consistent(tables.decisions, tables.full))


class _Stratified:
    """The loop settle, depend, components, solve, over truth tables."""

    def __init__(self, position: Position, paradox: str, shuffle: random.Random | None) -> None:
        self.tables = Tables(equations(position))
        self.paradox = paradox
        self.shuffle = shuffle
        self.values: dict[Decision, bool] = {}
        self.cube = self.tables.full
        self.stuck: set[Decision] = set()
        self.cycles: list[Cycle] = []

    def run(self) -> None:
        self.settle()
        while sources := self.sources():
            self.solve(self.shuffle.choice(sources) if self.shuffle else sources[0])
            self.settle()

    def open(self) -> list[Decision]:
        return [d for d in self.tables.decisions if d not in self.values]

    def fix(self, decision: Decision, value: bool) -> None:
        self.values[decision] = value
        self.cube = self.tables.cofactor(self.cube, decision, value)

    def settle(self) -> None:
        """Step 1: what has one value under every completion gets it, until nothing changes."""
        changed = True
        while changed:
            changed = False
            for d in self.open():
                table = self.tables.equations[d] & self.cube
                if table in (0, self.cube):
                    self.fix(d, table != 0)
                    changed = True

    def sources(self) -> list[frozenset[Decision]]:
        """Steps 2 and 3: the components that depend on no other, without those left open for good."""
        reach = self.reach()
        found = []
        for d, reached in reach.items():
            if d not in self.stuck and all(d in reach[e] for e in reached) and d == min(reached | {d}):
                found.append(reached | {d})
        return found

    def reach(self) -> dict[Decision, frozenset[Decision]]:
        """The open decisions on which each open one depends, directly or through others."""
        t = self.tables
        remaining = self.open()
        direct = {d: {e for e in remaining if t.hinges(t.equations[d], self.cube, e)} for d in remaining}
        reach: dict[Decision, frozenset[Decision]] = {}
        for d in remaining:
            seen: set[Decision] = set()
            todo = list(direct[d])
            while todo:
                e = todo.pop()
                if e not in seen:
                    seen.add(e)
                    todo += direct[e]
            reach[d] = frozenset(seen)
        return reach

    def solve(self, component: frozenset[Decision]) -> None:
        """Step 4: one solution is taken; otherwise the cycle rule speaks."""
        cube = self.cube
        for d in self.open():
            if d not in component:  # it has no influence here: any value will do
                cube = self.tables.cofactor(cube, d, False)
        found = self.tables.assignments(self.tables.consistent(component, cube))
        if len(found) == 1:
            for d in sorted(component):
                self.fix(d, found[0][d])
            return
        rule = self.cycle_rule(component, found)
        self.cycles.append(Cycle(tuple(sorted(component)), len(found), rule))

    def cycle_rule(self, component: frozenset[Decision], found: list[dict[Decision, bool]]) -> str:
        convoys = {d for d in component if d[0] == "carries"}
        if all(d[0] == "succeeds" for d in component):
            assert any(all(s[d] for d in component) for s in found), f"no rotation: {sorted(component)}"
            for d in component:
                self.fix(d, True)
            return "circular"
        if convoys and self.paradox == "none":
            self.stuck |= component
            return "none"
        for d in convoys or component:
            self.fix(d, False)
        return "szykman" if convoys else "all-fail"

    def status(self) -> Literal["unique", "circular", "paradox", "open"]:
        if self.open():
            return "open"
        if any(c.rule != "circular" for c in self.cycles):
            return "paradox"
        return "circular" if self.cycles else "unique"


def resolve(
    position: Position,
    paradox: Literal["szykman", "none"] = "szykman",
    shuffle: random.Random | None = None,
) -> Resolution:
    """Resolve a position by trying everything.

    Args:
        position: legal orders with their routes decided.
        paradox: what decides a cycle with convoy orders: the Szykman rule (4.A.2 f), or nothing.
        shuffle: picks which of several independent components is solved first; must not matter.

    Raises:
        ValueError: more than ``LIMIT`` decisions.
        AssertionError: a cycle of moves in which their common success is no solution; cannot happen.
    """
    stratified = _Stratified(position, paradox, shuffle)
    stratified.run()
    values = {d: stratified.values.get(d) for d in stratified.tables.decisions}
    cycles = tuple(sorted(stratified.cycles))
    status = stratified.status()
    if status == "open":
        return Resolution(values, cycles, status, {}, {}, frozenset(), {})
    return _outcome(position, stratified.values, cycles, status)


def _outcome(
    position: Position,
    v: dict[Decision, bool],
    cycles: tuple[Cycle, ...],
    status: Literal["unique", "circular", "paradox", "open"],
) -> Resolution:
    """What the board looks like once everything is decided."""
    rules = Rules(position)
    dislodged = {
        p: next(a for a in rules.into[p] if v["succeeds", a]) for p in rules.power if rules.dislodged(v, p)
    }
    after = {
        rules.moves[p] if rules.left(v, p) else p: unit[:2]
        for p, unit in position.units.items()
        if p not in dislodged
    }
    contested = frozenset(
        target
        for p, target in rules.moves.items()
        if target not in after and not v["succeeds", p] and rules.prevent(v, p) > 0
    )
    # The attacker's province is closed too, unless it came by convoy (4.A.5 b).
    retreats = {
        p: _retreats(p, position.units[p], contested | after.keys() | ({a} - rules.by_sea))
        for p, a in dislodged.items()
    }
    return Resolution(dict(v), cycles, status, after, dislodged, contested, retreats)


def _retreats(province: str, unit: Unit, closed: frozenset[str]) -> frozenset[str]:
    """The places a unit could move to by itself, those in closed provinces left out."""
    near = geography()
    reach = near.land[province] if unit[1] == "A" else near.sail[place_id(province, unit[2])]
    return frozenset(place for place in reach if place.partition("/")[0] not in closed)
