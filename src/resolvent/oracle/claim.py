"""Claims: what another program says became of a phase, in the shape of a resolution or of a part of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from resolvent.errors import InputError
from resolvent.outcomes import Outcome
from resolvent.records.keys import check_near_misses
from resolvent.resolution.resolution import OrderResult, Resolution

__all__ = [
    "NOT_DISLODGED",
    "NO_UNIT",
    "Claim",
    "ClaimError",
    "ClaimRecord",
    "Disagreement",
    "disagreements",
    "read_claim",
]

Claimable: TypeAlias = Literal["succeeds", "fails", "void", "illegal", "unreadable"]
"""The outcomes that can be claimed: all but ``open``, which says nothing of an order."""


class ClaimError(InputError):
    """A claim that cannot be used; in an answer of a judge it is nonsense."""


class GoneRecord(msgspec.Struct, frozen=True):
    """What a resolution says of a dislodged unit; of that only the places count."""

    retreats: tuple[str, ...] | None = None


class OrderRecord(msgspec.Struct, frozen=True):
    """What a resolution says of an order; of that only the outcome counts, and none if it is open."""

    unit: str
    outcome: Outcome


class ClaimRecord(msgspec.Struct, frozen=True):
    """A claim as it is written; whatever is left out is not claimed.

    Attributes:
        outcomes: unit as it stood before the moves -> outcome word.
        positions: power -> all its units after the moves.
        dislodged: power -> dislodged units; or, as in a resolution, unit -> its retreats.
        retreats: dislodged unit -> where it may go.
        orders: as in a resolution, units with their outcomes; the orders of a phase count for nothing.
    """

    outcomes: dict[str, Claimable] | None = None
    positions: dict[str, tuple[str, ...]] | None = None
    dislodged: dict[str, tuple[str, ...] | dict[str, GoneRecord]] | None = None
    retreats: dict[str, tuple[str, ...]] | None = None
    orders: tuple[OrderRecord, ...] | dict[str, Any] | None = None


class Claim(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is claimed; whatever is left out is not claimed.

    Attributes:
        outcomes: unit as it stood before the moves -> outcome word; ``open`` claims nothing.
        positions: power -> all its units after the moves.
        dislodged: power -> dislodged units.
        retreats: dislodged unit -> where it may go.
    """

    outcomes: dict[str, Outcome] | None = None
    positions: dict[str, tuple[str, ...]] | None = None
    dislodged: dict[str, tuple[str, ...]] | None = None
    retreats: dict[str, tuple[str, ...]] | None = None

    def check(self) -> Claim:
        """The claim itself, if anything is claimed: no units at all is something, no outcomes is not.

        Raises:
            ClaimError: nothing is.
        """
        told = any(outcome is not Outcome.OPEN for outcome in (self.outcomes or {}).values())
        if not told and not self.retreats and self.positions is None and self.dislodged is None:
            raise ClaimError("nothing is claimed (outcomes, positions, dislodged, retreats)", "claim")
        return self


class Disagreement(msgspec.Struct, frozen=True):
    """One point in which a claim is not the resolution.

    Attributes:
        about: a unit, or a power for its positions.
        kind: ``"outcome"``, ``"positions"``, ``"dislodged"`` or ``"retreats"``.
        claimed: what is claimed.
        found: what the resolution says.
    """

    about: str
    kind: str
    claimed: str
    found: str


def read_claim(data: Mapping[str, Any]) -> Claim:
    """Read a claim.

    Args:
        data: any of ``outcomes``, ``positions``, ``dislodged`` and ``retreats``; ``dislodged`` may be in
            the shape of a resolution (power -> unit -> from, retreats), whose retreats are then claimed too,
            and ``orders``, a list of units with their outcomes, counts as ``outcomes``.

    Raises:
        ClaimError: it has another shape, or claims nothing.
        InputError: it has a key that is nearly one of these.
    """
    check_near_misses(data, ClaimRecord.__struct_fields__)
    plain = dict(data)
    if not isinstance(plain.get("orders"), list | tuple):
        plain.pop("orders", None)
    for unit, outcome in _items(plain.get("outcomes")):
        if outcome == Outcome.OPEN:
            raise ClaimError("'open' claims nothing of an order; leave it out", f"claim.outcomes.{unit}")
    try:
        record = msgspec.convert(plain, ClaimRecord)
    except msgspec.ValidationError as error:
        raise ClaimError(f"this is no claim: {str(error)[:1].lower()}{str(error)[1:]}", "claim") from None
    return Claim(_outcomes(record), record.positions, _dislodged(record), _retreats(record)).check()


def _items(data: object) -> Iterator[tuple[object, object]]:
    if isinstance(data, Mapping):
        yield from data.items()


def _outcomes(record: ClaimRecord) -> dict[str, Outcome] | None:
    if record.outcomes is not None:
        return {unit: Outcome(word) for unit, word in record.outcomes.items()}
    if not isinstance(record.orders, tuple):
        return None
    return {order.unit: order.outcome for order in record.orders if order.outcome is not Outcome.OPEN}


def _dislodged(record: ClaimRecord) -> dict[str, tuple[str, ...]] | None:
    return None if record.dislodged is None else {p: tuple(units) for p, units in record.dislodged.items()}


def _retreats(record: ClaimRecord) -> dict[str, tuple[str, ...]] | None:
    if record.retreats is not None:
        return record.retreats
    listed = {
        unit: gone.retreats
        for units in (record.dislodged or {}).values()
        if isinstance(units, dict)
        for unit, gone in units.items()
        if gone.retreats is not None
    }
    return listed or None


_FAILED = (Outcome.FAILS, Outcome.VOID, Outcome.ILLEGAL, Outcome.UNREADABLE)
NO_UNIT, NOT_DISLODGED = "there is no such unit", "it is not dislodged"
"""What is found of a unit that nobody has, and of the retreats of one that needs none."""


def disagreements(claim: Claim, resolution: Resolution) -> list[Disagreement]:
    """Where a claim is not what a resolution says.

    What a failed order is called (fails, void, illegal) is a matter of words: those count as the same, and
    so does a unit that holds without a legal order as one whose hold succeeds.  Where several orders are
    about units of one name (waivers, and builds of several powers in one place), it may be that of any.

    Args:
        claim: the claim.
        resolution: the resolution.
    """
    found: list[Disagreement] = []
    orders: dict[str, list[OrderResult]] = {}
    for order in resolution.orders:
        orders.setdefault(order.unit, []).append(order)
    for unit, outcome in (claim.outcomes or {}).items():
        here = orders.get(unit)
        if here is None:
            found.append(Disagreement(unit, "outcome", str(outcome), _nothing(unit, resolution)))
        elif not any(_same_outcome(outcome, o.outcome, o.order.endswith(" H"), o.dislodged) for o in here):
            found.append(Disagreement(unit, "outcome", str(outcome), str(here[-1].outcome)))
    if claim.positions is not None:
        found += _by_power("positions", claim.positions, resolution.positions)
    gone = {power: tuple(units) for power, units in resolution.dislodged.items()}
    if claim.dislodged is not None:
        found += _by_power("dislodged", claim.dislodged, gone)
    places = {unit: d.retreats for units in resolution.dislodged.values() for unit, d in units.items()}
    for unit, retreats in (claim.retreats or {}).items():
        if unit not in places:
            found.append(Disagreement(unit, "retreats", _listed(retreats), NOT_DISLODGED))
        elif sorted(retreats) != sorted(places[unit]):
            found.append(Disagreement(unit, "retreats", _listed(retreats), _listed(places[unit])))
    return found


def _nothing(unit: str, resolution: Resolution) -> str:
    """Why a resolution says nothing of a unit."""
    stands = any(unit in units for units in resolution.positions.values())
    return "neither built nor removed" if stands else NO_UNIT


def _same_outcome(claimed: Outcome, found: Outcome, holds: bool, dislodged: bool) -> bool:
    if claimed is found or (claimed in _FAILED and found in _FAILED):
        return True
    # a unit that holds for want of a legal order stands as any other does
    return holds and not dislodged and found in _FAILED and claimed is Outcome.SUCCEEDS


def _by_power(
    kind: str, claimed: Mapping[str, tuple[str, ...]], found: Mapping[str, tuple[str, ...]]
) -> list[Disagreement]:
    return [
        Disagreement(power, kind, _listed(claimed.get(power, ())), _listed(found.get(power, ())))
        for power in sorted({*claimed, *found})
        if sorted(claimed.get(power, ())) != sorted(found.get(power, ()))
    ]


def _listed(things: tuple[str, ...]) -> str:
    return ", ".join(sorted(things)) or "none"
