"""A docket: one phase made ready to be adjudicated, once or under many readings.

What does not depend on the reading is done once, and what depends only on how a reading judges is done
once for all readings that judge alike.
"""

from __future__ import annotations

from resolvent.board import Map, load_map
from resolvent.errors import InputError
from resolvent.orders.judge import Judged, judge
from resolvent.orders.language import load_language
from resolvent.orders.position import Position
from resolvent.records.phase import OrderSet, Phase
from resolvent.records.units import check_power
from resolvent.resolution.grounding import Grounding
from resolvent.resolution.knot import Solver
from resolvent.resolution.report import Outline, outline, report
from resolvent.resolution.resolution import Resolution
from resolvent.resolution.solve import Solved, solve
from resolvent.rules.reading import Maker, Reading

__all__ = ["Docket"]


class Docket:
    """A movement phase, its position set up and its orders sorted by power.

    Args:
        phase: the phase.
        board: the map; left out, the one the phase names.

    Raises:
        InputError: the phase cannot be used; ``place`` says where.
    """

    def __init__(self, phase: Phase, board: Map | None = None) -> None:
        if phase.type != "M":
            raise InputError(f"'{phase.phase}' is no movement phase", "phase")
        self.phase = phase
        self.board = board or load_map(phase.map)
        self.position = Position(phase.units, self.board)
        self.sets: dict[str, tuple[OrderSet, ...]] = {}
        for name in phase.orders:
            power = check_power(name, self.board, f"orders.{name}")
            if power in self.sets:
                raise InputError(f"the orders of {power} stand here twice", f"orders.{name}")
            self.sets[power] = phase.order_sets(name)
        self.language = load_language(phase.language) if phase.language else None
        self._grounded: dict[Maker, Grounding] = {}
        self._judged: dict[Maker, Judged] = {}

    def judged(self, reading: Reading) -> Judged:
        """What each unit is told under a reading."""
        key = reading.maker("judge")
        if key not in self._judged:
            self._judged[key] = judge(self.position, self.sets, reading, self.language)
        return self._judged[key]

    def grounding(self, reading: Reading) -> Grounding:
        """The orders that count, ready for the rules of a reading."""
        key = reading.maker("judge")
        known = self._grounded.get(key)
        if known is not None:
            return known.under(reading)
        judged = self.judged(reading)
        orders = [sheet.order for sheet in judged.sheets if sheet.order is not None]
        self._grounded[key] = grounding = Grounding(self.position, orders, judged, reading)
        return grounding

    def solved(self, reading: Reading, solver: Solver, fold: bool = True) -> Solved:
        """The values of all decisions under a reading."""
        return solve(self.grounding(reading), solver, fold)

    def resolution(self, reading: Reading, solved: Solved) -> Resolution:
        """The resolution that these values make."""
        phase = self.phase
        return report(
            reading.name, phase.map, phase.phase, self.judged(reading), self.grounding(reading), solved
        )

    def resolved(self, reading: Reading, solver: Solver, fold: bool = True) -> Resolution:
        """What becomes of the phase under a reading."""
        return self.resolution(reading, self.solved(reading, solver, fold))

    def outline(self, reading: Reading, solved: Solved) -> Outline:
        """The resolution without reasons: enough to tell whether two differ."""
        return outline(self.judged(reading), self.grounding(reading), solved)
