"""Cases that say more than DATC's words can: exact outcomes, reasons, order sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from resolvent.datc.cases import Case
from resolvent.outcomes import Outcome, Status
from resolvent.resolution.resolution import OrderResult, Resolution

__all__ = ["RuleCase", "reason_text"]


def reason_text(result: OrderResult) -> str:
    """``"bounced by A MUN, A WAR"``: why an order fared as it did, and because of whom."""
    return f"{result.reason} by {', '.join(result.by)}" if result.by else str(result.reason)


class RuleCase(Case, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A case of the layout that the files in ``tests/cases`` have in common.

    Attributes:
        outcomes: by unit, the exact outcome; where DATC would say "fails", it may be void.
        reasons: by unit, the reason as `reason_text` writes it.
        contested: the provinces left empty by a standoff; ``None`` if not told.
        status: the status of the resolution; ``None`` if not told.
        order_sets: by power, several order sets in the order in which they came, in place of ``orders``.
        moved: by unit, where a move that succeeds ends.
        no_path: units whose move fails because no convoy route is whole.
        resolutions, season, centers_before, centers_after: not looked at here.
    """

    outcomes: dict[str, Outcome] = msgspec.field(default_factory=dict)
    reasons: dict[str, str] = msgspec.field(default_factory=dict)
    contested: tuple[str, ...] | None = None
    status: Status | None = None
    order_sets: dict[str, tuple[tuple[str, ...], ...]] = msgspec.field(default_factory=dict)
    moved: dict[str, str] = msgspec.field(default_factory=dict)
    no_path: tuple[str, ...] = ()
    resolutions: int | None = None
    season: str = ""
    centers_before: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    centers_after: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)

    def phase_dict(self, orders: Mapping[str, Sequence[str]] | None = None) -> dict[str, Any]:
        """As for any case, with the order sets."""
        phase = super().phase_dict(orders)
        phase["orders"] |= {power: [list(s) for s in sets] for power, sets in self.order_sets.items()}
        return phase

    def objections(self, found: Resolution) -> Iterator[str]:
        """What a resolution of the movement phase has otherwise than is said beside ``expect``.

        Args:
            found: the resolution under the choices that the case is made for.
        """
        results = {order.unit: order for order in found.orders}
        for unit, outcome in self.outcomes.items():
            if results[unit].outcome is not outcome:
                yield f"{unit} is {results[unit].outcome}, not {outcome}"
        for unit, reason in self.reasons.items():
            if reason_text(results[unit]) != reason:
                yield f"{unit} is {reason_text(results[unit])}, not {reason}"
        if self.contested not in (None, found.contested):
            yield f"contested are {found.contested}, not {self.contested}"
        if self.status not in (None, found.status):
            yield f"the status is {found.status}, not {self.status}"
        for unit, end in self.moved.items():
            if f"{unit[0]} {end}" not in found.positions[results[unit].power]:
                yield f"{unit} does not end in {end}"
        for unit in self.no_path:
            if results[unit].outcome is Outcome.SUCCEEDS:
                yield f"{unit} has found a way"
