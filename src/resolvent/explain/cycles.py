"""Cycles without a unique resolution for people: what could be, which rule spoke, and what others say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from resolvent.board import Map
from resolvent.explain.docstrings import prose
from resolvent.explain.sentences import join_names
from resolvent.logic.session import DEFAULT_BUDGET, DEFAULT_SOLVER
from resolvent.outcomes import Outcome, Status
from resolvent.records.phase import Phase
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Solver, said
from resolvent.resolution.solve import MOST_SOLUTIONS, Met, Solved
from resolvent.rules.reading import Reading, load_reading

__all__ = ["OTHER_READINGS", "CycleStory", "OtherReading", "tell_cycles"]

OTHER_READINGS = ("datc", "1971", "1982", "2000", "2023", "dptg")
"""The rulebooks that are asked what they would have said."""

_SHOWN = 6
"""Resolutions that stand side by side."""


@dataclass(frozen=True)
class OtherReading:
    """What other rulebooks make of the orders of a cycle.

    Attributes:
        names: the rulebooks, which agree.
        statuses: for each of them the status of the phase.
        outcomes: for each order of the cycle its outcome.
    """

    names: tuple[str, ...]
    statuses: tuple[Status, ...]
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, repr=False)
class CycleStory:
    """One cycle.

    Attributes:
        orders: its orders.
        decisions: what is to be decided: an order for its outcome, ``"sails: A LON - BEL"`` else.
        solutions: every consistent resolution (the first 64): the values of the decisions.
        flips: the decisions on which they differ.
        rule: the rule that spoke, or ``""``.
        says: what it says, from its docstring.
        status: what it made of the phase.
        outcomes: for each order its outcome in the end.
        others: what other rulebooks would have said, those that agree together.
        rules: the name of the reading.
    """

    orders: tuple[str, ...]
    decisions: tuple[str, ...]
    solutions: tuple[tuple[bool, ...], ...]
    flips: tuple[str, ...]
    rule: str
    says: str
    status: Status
    outcomes: tuple[Outcome, ...]
    others: tuple[OtherReading, ...]
    rules: str

    def lines(self) -> Iterator[str]:
        """The story line by line: a table of the resolutions, the rule, and the other readings."""
        number = len(self.solutions)
        more = " or more" if number >= MOST_SOLUTIONS else ""
        many = "no consistent resolution" if not number else f"{number}{more} consistent resolutions"
        yield f"A cycle of {len(self.orders)} orders with {many}:"
        yield from self._table()
        if self.flips:
            yield f"They differ in {', '.join(self.flips)}."
        if self.rule:
            yield f"The rule '{self.rule}' of {self.rules} speaks: {self.says}."
        else:
            yield f"No rule of {self.rules} speaks: the orders stay open."
        for other in self.others:
            yield self._other(other)

    def _table(self) -> Iterator[str]:
        wide = max(map(len, (*self.decisions, *self.orders)))
        ends = dict(zip(self.orders, self.outcomes, strict=True))
        shown = self.solutions[:_SHOWN]
        heads = [*(f"({n})" for n in range(1, len(shown) + 1)), "in the end"]
        yield f"  {'':<{wide}}  " + "  ".join(f"{h:<8}" for h in heads).rstrip()
        for row, decision in enumerate(self.decisions):
            cells = ["yes" if values[row] else "no" for values in shown]
            cells.append(str(ends.get(decision, "")))
            yield f"  {decision:<{wide}}  " + "  ".join(f"{c:<8}" for c in cells).rstrip()
        if len(self.solutions) > _SHOWN:
            yield f"  and {len(self.solutions) - _SHOWN} more"

    def _other(self, other: OtherReading) -> str:
        pairs = zip(other.names, other.statuses, strict=True)
        names = join_names(f"{name} ({status})" for name, status in pairs)
        if other.outcomes == self.outcomes:
            return f"The same under {names}."
        differing = [
            f"{order} {outcome}"
            for order, outcome, ours in zip(self.orders, other.outcomes, self.outcomes, strict=True)
            if outcome is not ours
        ]
        return f"Otherwise under {names}: {', '.join(differing)}."

    def to_dict(self) -> dict[str, Any]:
        """The story as plain dictionaries and lists."""
        return {
            "orders": list(self.orders),
            "solutions": [dict(zip(self.decisions, values, strict=True)) for values in self.solutions],
            "flips": list(self.flips),
            "rule": self.rule or None,
            "says": self.says or None,
            "status": str(self.status),
            "outcomes": dict(zip(self.orders, map(str, self.outcomes), strict=True)),
            "others": [
                {
                    "rules": dict(zip(other.names, map(str, other.statuses), strict=True)),
                    "outcomes": dict(zip(self.orders, map(str, other.outcomes), strict=True)),
                }
                for other in self.others
            ],
        }

    def to_markdown(self) -> str:
        """The story as Markdown, its lines as they are in text."""
        head, *rest = self.lines()
        table = [line for line in rest if line.startswith("  ")]
        prose_lines = [line for line in rest if not line.startswith("  ")]
        return "\n".join([f"### {head}", "", "```text", *table, "```", "", "\n\n".join(prose_lines)]) + "\n"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        return f"<CycleStory under {self.rules}>\n{self}"


def tell_cycles(
    phase: Phase | Docket,
    reading: Reading,
    *,
    others: Sequence[str] = OTHER_READINGS,
    board: Map | None = None,
    solved: Solved | None = None,
    solver: str = DEFAULT_SOLVER,
    budget: int = DEFAULT_BUDGET,
) -> tuple[CycleStory, ...]:
    """Tell every cycle that is met in a movement phase.

    Args:
        phase: the phase, or its docket.
        reading: the rules.
        others: the rulebooks to ask what they would have said.
        board: the map; left out, the one the phase names.
        solved: the values of the decisions, if they are known already.
        solver: the SAT solver.
        budget: conflicts that one question to the solver may cost.

    Returns:
        The cycles in the order in which they were met; none if everything has one resolution.
    """
    docket = phase if isinstance(phase, Docket) else Docket(phase, board)
    asked = Solver(solver, budget)
    known = solved if solved is not None else docket.solved(reading, asked)
    if not known.cycles:
        return ()
    readings = {name: load_reading(name) for name in others if name != reading.name}
    answers = {name: docket.solved(other, asked) for name, other in readings.items()}
    told = {name: (answers[name].status, _outcomes(docket, r, answers[name])) for name, r in readings.items()}
    ours = _outcomes(docket, reading, known)
    return tuple(_story(met, reading, ours, told) for met in known.cycles)


Told = dict[str, tuple[Status, dict[str, Outcome]]]


def _outcomes(docket: Docket, reading: Reading, solved: Solved) -> dict[str, Outcome]:
    """Unit -> what became of its order."""
    outline = docket.outline(reading, solved)
    sheets = docket.judged(reading).sheets
    return {s.unit.name: outcome for s, outcome in zip(sheets, outline.outcomes, strict=True)}


def _story(met: Met, reading: Reading, ours: dict[str, Outcome], told: Told) -> CycleStory:
    units = [order.unit.name for order in met.orders]
    decisions = (
        list(met.solutions[0]) if met.solutions else [(reading.decided[o.sort][0], o) for o in met.orders]
    )
    solutions = tuple(tuple(s[d] for d in decisions) for s in met.solutions)
    names = tuple(said(d) for d in decisions)
    columns = zip(*solutions, strict=True) if solutions else ()
    flips = tuple(name for name, column in zip(names, columns, strict=False) if len(set(column)) > 1)
    rule = reading.definitions.get(met.rule)
    grouped: dict[tuple[Outcome, ...], list[str]] = {}
    for name, (_, outcomes) in told.items():
        grouped.setdefault(tuple(outcomes[u] for u in units), []).append(name)
    return CycleStory(
        tuple(o.notation for o in met.orders),
        names,
        solutions,
        flips,
        met.rule,
        prose(rule) if rule is not None else "",
        met.status,
        tuple(ours[u] for u in units),
        tuple(OtherReading(tuple(n), tuple(told[x][0] for x in n), o) for o, n in grouped.items()),
        reading.name,
    )
