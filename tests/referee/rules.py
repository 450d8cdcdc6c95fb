"""The equations of movement, DATC 5.B in plain words over one assignment of truth values.

A decision is one Boolean, named by what is decided and the province of the unit: ``("succeeds", "PAR")`` of
a move, ``("given", "MUN")`` of a support, ``("carries", "NTH")`` of a convoy.  The equations are plain
functions on assignments of truth values; :mod:`.truth` tries every assignment.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from .geography import linked
from .truth import Assignment, Decision, Equation

Unit: TypeAlias = tuple[str, str, str]
Hold: TypeAlias = tuple[Literal["H"]]
Move: TypeAlias = tuple[Literal["M"], str, bool]
Support: TypeAlias = tuple[Literal["S"], str, str | None]
Convoy: TypeAlias = tuple[Literal["C"], str, str]
OrderTuple: TypeAlias = Hold | Move | Support | Convoy


class Position(NamedTuple):
    """Units and their orders, all legal, routes decided.

    Attributes:
        units: province id to (power, ``"A"`` or ``"F"``, coast or ``""``).
        orders: province id to ``("H",)``, ``("M", destination, by convoy)``, ``("S", supported province,
            destination or None)`` or ``("C", province of the army, destination)``, all of them province ids.
    """

    units: Mapping[str, Unit]
    orders: Mapping[str, OrderTuple]


class Rules:
    """DATC 5.B for one position.  ``v`` is always an assignment; a unit goes by the id of its province."""

    def __init__(self, position: Position) -> None:
        self.power = {p: unit[0] for p, unit in position.units.items()}
        self.moves: dict[str, str] = {}
        self.by_sea: set[str] = set()
        self.target: dict[str, str] = {}
        for p, order in position.orders.items():
            if order[0] == "M":
                self.moves[p] = order[1]
                if order[2]:
                    self.by_sea.add(p)
        self.into: defaultdict[str, list[str]] = defaultdict(list)
        for p, destination in self.moves.items():
            self.into[destination].append(p)
        self.move_supports: defaultdict[str, list[str]] = defaultdict(list)
        self.hold_supports: defaultdict[str, list[str]] = defaultdict(list)
        self.convoys: defaultdict[str, list[str]] = defaultdict(list)
        self.decisions: list[Decision] = []
        for p, order in position.orders.items():
            self._enter(p, order)

    def _enter(self, p: str, order: OrderTuple) -> None:
        """Match a support or convoy with what the other unit is ordered to do (None: it does not move)."""
        match order:
            case ("M", _, _):
                self.decisions.append(("succeeds", p))
            case ("S", supported, destination):
                self.decisions.append(("given", p))
                if self.moves.get(supported) == destination:
                    self.target[p] = destination or supported
                    (self.move_supports if destination else self.hold_supports)[supported].append(p)
            case ("C", army, destination):
                self.decisions.append(("carries", p))
                if self.moves.get(army) == destination:
                    self.target[p] = destination
                    self.convoys[army].append(p)

    def equation(self, decision: Decision) -> Equation:
        """The one equation of a decision."""
        kind, p = decision
        rule = {"succeeds": self.move, "given": self.support, "carries": self.convoy}[kind]
        return lambda v: rule(v, p)

    def head_to_head(self, p: str) -> bool:
        """The unit where p goes comes the other way, and neither goes by convoy."""
        other = self.moves[p]
        return self.moves.get(other) == p and self.by_sea.isdisjoint((p, other))

    def left(self, v: Assignment, p: str) -> bool:
        """The unit in p has moved away."""
        return p in self.moves and v["succeeds", p]

    def dislodged(self, v: Assignment, p: str) -> bool:
        """Somebody has moved to p, and the unit there has not left."""
        return p in self.power and any(v["succeeds", a] for a in self.into[p]) and not self.left(v, p)

    def move(self, v: Assignment, p: str) -> bool:
        """5.B.1: stronger than what stands or comes in the way, and than every other unit going there."""
        destination = self.moves[p]
        attack = self.attack(v, p)
        against = self.defend(v, destination) if self.head_to_head(p) else self.hold(v, destination)
        return attack > against and all(attack > self.prevent(v, r) for r in self.into[destination] if r != p)

    def support(self, v: Assignment, p: str) -> bool:
        """5.B.2: matched, not dislodged, not attacked by another power from elsewhere than the target.

        Whether that attacker comes by land or by sea makes no difference (4.A.4 a).
        """
        if p not in self.target:
            return False
        cutters = [a for a in self.into[p] if self.power[a] != self.power[p] and a != self.target[p]]
        return not any(self.path(v, a) for a in cutters) and not self.dislodged(v, p)

    def convoy(self, v: Assignment, p: str) -> bool:
        """5.B.3: matched and not dislodged."""
        return p in self.target and not self.dislodged(v, p)

    def path(self, v: Assignment, p: str) -> bool:
        """5.B.4: by land always; by sea over a chain of the fleets that carry, any chain (4.A.1 b)."""
        if p not in self.by_sea:
            return True
        return linked(p, [f for f in self.convoys[p] if v["carries", f]], self.moves[p])

    def hold(self, v: Assignment, p: str) -> int:
        """5.B.5, of a province."""
        if p not in self.power or self.left(v, p):
            return 0
        if p in self.moves:
            return 1
        return 1 + sum(v["given", s] for s in self.hold_supports[p])

    def attack(self, v: Assignment, p: str) -> int:
        """5.B.6: no help against, and no dislodgement of, a unit of one's own power."""
        if not self.path(v, p):
            return 0
        destination = self.moves[p]
        gone = destination not in self.power or (not self.head_to_head(p) and self.left(v, destination))
        if gone:
            return self.helped(v, p)
        if self.power[destination] == self.power[p]:
            return 0
        return self.helped(v, p, self.power[destination])

    def defend(self, v: Assignment, p: str) -> int:
        """5.B.7, of a move in a head-to-head battle."""
        return self.helped(v, p)

    def prevent(self, v: Assignment, p: str) -> int:
        """5.B.8: nothing without a path, nothing after a lost head-to-head battle (4.A.7 b)."""
        if not self.path(v, p) or (self.head_to_head(p) and v["succeeds", self.moves[p]]):
            return 0
        return self.helped(v, p)

    def helped(self, v: Assignment, p: str, without: str = "") -> int:
        """One for the move and one for each support given to it, those of a power left out if named."""
        return 1 + sum(v["given", s] for s in self.move_supports[p] if self.power[s] != without)
