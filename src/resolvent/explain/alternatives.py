"""Which orders an outcome took, and the smallest change that would have made it another.

An outcome is here whether the order succeeds; void or failed is the same.

All legal orders of all units are grounded at once, each under the condition that it is given, and the
solver chooses.  It speaks of consistent resolutions, before any rule for cycles; what it finds is
adjudicated, and only what the rules agree with is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations

import msgspec

from resolvent.board import Map
from resolvent.errors import BudgetError
from resolvent.explain.change import Change, Forcing
from resolvent.explain.explainer import PhaseLike, find_order
from resolvent.explain.movement import MovementExplainer
from resolvent.explain.sentences import order_parts
from resolvent.game.legal import legal_orders
from resolvent.logic.formula import Literal
from resolvent.logic.session import DEFAULT_SOLVER, Session
from resolvent.outcomes import Outcome
from resolvent.records.phase import Phase, read_phase
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Solver
from resolvent.resolution.resolution import OrderResult
from resolvent.resolution.symbolic import Candidate, OpenOrders
from resolvent.rules.reading import Reading, load_reading

__all__ = ["Alternatives", "needed_orders", "smallest_change"]

MOST_TRIES = 200
"""Proposals of the solver that are looked at for one question."""

MOST_ALTERED = 3
"""Orders that a change alters at most."""

_CHOICE = 40
"""Changes among which the plainest are told."""

BUDGET = 20_000
"""Conflicts that one question may cost."""


class Alternatives:
    """The orders of a movement phase left open.

    Args:
        explainer: the phase, explained.
    """

    def __init__(self, explainer: MovementExplainer) -> None:
        self.explainer = explainer
        self.docket = explainer.docket
        self.reading = explainer.reading
        self.solver = Solver(explainer.case.solver.name, BUDGET)
        sheets = self.docket.judged(self.reading).sheets
        self.given = {s.unit.name: s.order.notation if s.order else s.unit.hold for s in sheets}

    @cached_property
    def open(self) -> OpenOrders:
        """Every unit with all its legal orders."""
        phase = self.docket.phase
        legal = legal_orders(phase, self.reading, board=self.docket.board)
        candidates = {
            unit: tuple(dict.fromkeys([self.given[unit], *orders]))
            for units in legal.values()
            for unit, orders in units.items()
        }
        return OpenOrders(
            msgspec.structs.replace(phase, orders={}), candidates, self.reading, self.docket.board
        )

    @cached_property
    def _session(self) -> tuple[Session, list[Literal]]:
        return self.open.session(self.solver)

    @cached_property
    def _actual(self) -> dict[str, Candidate]:
        """Unit -> the order that it was given."""
        return {
            c.unit.name: c
            for unit in self.open.candidates
            for c in unit
            if c.notation == self.given[c.unit.name]
        }

    def _literal(self, result: OrderResult) -> Literal | None:
        """The literal that the outcome is different; ``None`` if the order was not used, or is open."""
        question = self.explainer.question(result.unit)
        value = self.explainer.case.value(question) if question is not None else None
        if question is None or value is None:
            return None
        own = self._actual[result.unit]
        if own.order is None:
            session, _ = self._session
            literal = session.literal(self.open.rules["dislodged"](own.unit))
        else:
            literal = self.open.variables[self.reading.decided[own.order.sort][0], own.order]
        return -literal if value else literal

    # -- which orders it took

    def forcing(self, result: OrderResult) -> Forcing | None:
        """The fewest orders that force the outcome of an order.

        Args:
            result: what became of it.

        Returns:
            They; ``None`` if the order was not used, or if a rule for cycles had to speak.
        """
        different = self._literal(result)
        if different is None:
            return None
        units = [u for u in self._actual if u != result.unit and self._free(u)]
        try:
            kept = self._minimal(result.unit, different, units)
            smallest = self._smallest(result.unit, different, units, kept) if kept else kept
        except BudgetError:
            return None
        if kept is None:
            return None
        found, proved = (smallest, True) if smallest is not None else (kept, False)
        names = [self.given[u] for u in units if u in found]
        succeeds = result.outcome is Outcome.SUCCEEDS
        return Forcing(self.given[result.unit], succeeds, tuple(names), proved)

    def _free(self, unit: str) -> bool:
        """Whether the unit has more than one order to choose from."""
        return self._actual[unit].given is not True

    def _possible(self, unit: str, different: Literal, fixed: Sequence[str]) -> bool:
        """Whether the outcome can be different while some units keep their orders."""
        session, selectors = self._session
        given = [session.literal(self._actual[u].given) for u in (unit, *fixed)]
        return session.solve([different, *selectors, *given])

    def _minimal(self, unit: str, different: Literal, units: list[str]) -> list[str] | None:
        """Orders that force the outcome and of which none can be spared."""
        session, _ = self._session
        if self._possible(unit, different, units):
            return None
        core = set(session.core())
        kept = [u for u in units if session.literal(self._actual[u].given) in core]
        for candidate in kept.copy():
            rest = [u for u in kept if u != candidate]
            if not self._possible(unit, different, rest):
                kept = rest
        return kept

    def _smallest(self, unit: str, different: Literal, units: list[str], kept: list[str]) -> list[str] | None:
        """The fewest, by sets of units of which one at least has to keep its order; ``None`` if cut short."""
        session, _ = self._session
        must: list[frozenset[str]] = []
        for _ in range(MOST_TRIES):
            chosen = _hitting(must, len(kept) - 1)
            if chosen is None:
                return kept
            if not self._possible(unit, different, chosen):
                return chosen
            literals = {u: session.literal(self._actual[u].given) for u in units}
            held = session.model([abs(v) for v in literals.values()])
            kept_orders = [
                u for (u, v), value in zip(literals.items(), held, strict=True) if value is (v > 0)
            ]
            # as many others as possible keep their orders, so that the set is small and says much
            for other in units:
                if other not in kept_orders and self._possible(unit, different, [*kept_orders, other]):
                    kept_orders.append(other)
            must.append(frozenset(u for u in units if u not in kept_orders))
        return None

    # -- the smallest change

    def change(
        self, result: OrderResult, power: str = "", *, ways: int = 3, most: int = MOST_ALTERED
    ) -> Change | None:
        """The fewest orders to alter so that the outcome would have been different.

        Args:
            result: what became of the order; it stays as it is.
            power: whose orders may be altered; ``""``: anybody's.
            ways: how many ways to tell.
            most: orders to alter at most.

        Returns:
            The change; ``None`` if the order was not used, or is open.
        """
        different = self._literal(result)
        if different is None:
            return None
        units = {s.unit.name: s.unit for s in self.docket.judged(self.reading).sheets}
        mine = [u for u in self._actual if u != result.unit and self._free(u)]
        mine = [u for u in mine if not power or units[u].power == power]
        tries = 0
        own = self.given[result.unit]
        for number in range(1, min(most, len(mine)) + 1):
            found: dict[tuple[str, ...], Outcome] = {}
            try:
                for orders in self._proposals(result.unit, different, mine, number):
                    tries += 1
                    outcome = self._outcome(result, orders)
                    if (outcome is Outcome.SUCCEEDS) is not (result.outcome is Outcome.SUCCEEDS):
                        found[tuple(orders.values())] = outcome
                    if tries >= MOST_TRIES or len(found) >= _CHOICE:
                        break
            except BudgetError:
                tries = MOST_TRIES
            if found or tries >= MOST_TRIES:
                told = _telling(found, ways)
                return Change(own, power, told, tuple(found[o] for o in told), tries < MOST_TRIES, number)
        return Change(own, power, (), (), True, min(most, len(mine)))

    def _proposals(
        self, unit: str, different: Literal, mine: Sequence[str], number: int
    ) -> Iterator[dict[str, str]]:
        """Other orders for at most ``number`` units with which some consistent resolution is different."""
        session, selectors = self._session
        algebra = self.open.rules.algebra
        formulas = self.open.formulas
        away = [formulas.negation(self._actual[u].given) for u in mine]
        few = session.literal(formulas.negation(algebra.GT(algebra.COUNT(0, away), number)))
        fixed = [session.literal(c.given) for u, c in self._actual.items() if u not in mine]
        choices = [c for u in self.open.candidates for c in u if c.unit.name in mine]
        literals = [session.literal(c.given) for c in choices]
        assumed = [different, few, session.literal(self._actual[unit].given), *fixed, *selectors]
        for values in session.solutions(literals, assumed):
            picked = [c for c, value in zip(choices, values, strict=True) if value]
            yield {c.unit.name: c.notation for c in picked if c.notation != self.given[c.unit.name]}

    def _outcome(self, result: OrderResult, orders: Mapping[str, str]) -> Outcome:
        """What becomes of an order if others are altered: adjudicated."""
        docket = Docket(self._phase(orders), self.docket.board)
        outline = docket.outline(self.reading, docket.solved(self.reading, self.solver))
        names = [s.unit.name for s in docket.judged(self.reading).sheets]
        return outline.outcomes[names.index(result.unit)]

    def _phase(self, orders: Mapping[str, str]) -> Phase:
        """The phase with some orders altered, and the others as they count."""
        told: dict[str, tuple[str, ...]] = {}
        for unit in self.docket.position.units:
            text = orders.get(unit.name) or self.given[unit.name]
            told[unit.power] = (*told.get(unit.power, ()), text)
        return msgspec.structs.replace(self.docket.phase, orders=told, language="")


def _hitting(sets: Sequence[frozenset[str]], most: int) -> list[str] | None:
    """The fewest members that meet every set, in a fixed order; ``None`` if it takes more than ``most``."""
    members = sorted(frozenset[str]().union(*sets))
    for size in range(most + 1):
        for chosen in combinations(members, size):
            if all(not s.isdisjoint(chosen) for s in sets):
                return list(chosen)
    return None


def _telling(found: Mapping[tuple[str, ...], Outcome], ways: int) -> tuple[tuple[str, ...], ...]:
    """The plainest of several changes, first one for each set of units."""
    ranked = sorted(found, key=lambda orders: (found[orders] is Outcome.VOID, *map(_plain, orders)))
    first: dict[tuple[str, ...], tuple[str, ...]] = {}
    for orders in ranked:
        first.setdefault(tuple(order_parts(o).unit for o in orders), orders)
    chosen = list(first.values())
    return tuple([*chosen, *(o for o in ranked if o not in chosen)][:ways])


def _plain(order: str) -> tuple[int, str]:
    """Holding is plainer than moving, and moving than helping others."""
    return "H-SC".index(order_parts(order).verb), order


def _asked(
    phase: PhaseLike, order: str, rules: str | Reading, board: Map | None
) -> tuple[Alternatives, OrderResult]:
    read = phase if isinstance(phase, Phase) else read_phase(phase)
    reading = rules if isinstance(rules, Reading) else load_reading(rules)
    explainer = MovementExplainer(Docket(read, board), reading, Solver(DEFAULT_SOLVER, BUDGET))
    return Alternatives(explainer), find_order(explainer.resolution, order)


def needed_orders(
    phase: PhaseLike, order: str, rules: str | Reading = "datc", *, board: Map | None = None
) -> Forcing | None:
    """The fewest orders that force the outcome of an order in every consistent resolution.

    Args:
        phase: a movement phase, or anything `resolvent.read_phase` reads.
        order: the order in the notation, or its unit.
        rules: a rulebook's name, the path of a rulebook file, or a reading.
        board: the map; left out, the one the phase names.

    Returns:
        They; ``None`` if the order was not used, or if it took a rule for cycles.

    Raises:
        InputError: the phase cannot be used, or has no such order.
    """
    alternatives, result = _asked(phase, order, rules, board)
    return alternatives.forcing(result)


def smallest_change(
    phase: PhaseLike, order: str, rules: str | Reading = "datc", *, power: str = "", board: Map | None = None
) -> Change | None:
    """The fewest orders to alter, the order itself left as it is, so that its outcome is different.

    Args:
        phase, order, rules, board: as for `needed_orders`.
        power: whose orders may be altered; ``""``: anybody's.

    Returns:
        The ways to do it, each checked by adjudicating; ``None`` if the order was not used, or is open.

    Raises:
        InputError: the phase cannot be used, or has no such order.
    """
    alternatives, result = _asked(phase, order, rules, board)
    return alternatives.change(result, power)
