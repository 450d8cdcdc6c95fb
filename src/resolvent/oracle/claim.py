"""Claims: what another program says became of a phase, in the shape of a resolution or of a part of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from resolvent.errors import InputError
from resolvent.outcomes import Outcome
from resolvent.records.keys import check_near_misses
from resolvent.resolution.resolution import Resolution

__all__ = ["Claim", "Disagreement", "disagreements", "read_claim"]


class Claim(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is claimed; whatever is left out is not claimed.

    Attributes:
        outcomes: unit as it stood before the moves -> outcome word.
        positions: power -> all its units after the moves.
        dislodged: power -> dislodged units.
        retreats: dislodged unit -> where it may go.
    """

    outcomes: dict[str, Outcome] | None = None
    positions: dict[str, tuple[str, ...]] | None = None
    dislodged: dict[str, tuple[str, ...]] | None = None
    retreats: dict[str, tuple[str, ...]] | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing is claimed."""
        return not any(getattr(self, name) is not None for name in self.__struct_fields__)


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
        InputError: it has another shape, a key that is nearly one of these, or claims nothing.
    """
    check_near_misses(data, (*Claim.__struct_fields__, "orders"))
    plain = dict(data)
    orders = plain.get("orders")
    if isinstance(orders, list) and all(isinstance(o, Mapping) for o in orders):
        plain.setdefault("outcomes", {o.get("unit"): o.get("outcome") for o in orders})
    gone = plain.get("dislodged")
    if isinstance(gone, Mapping) and any(isinstance(units, Mapping) for units in gone.values()):
        plain["dislodged"] = {power: list(units) for power, units in gone.items()}
        listed = {
            unit: what["retreats"]
            for units in gone.values()
            if isinstance(units, Mapping)
            for unit, what in units.items()
            if isinstance(what, Mapping) and isinstance(what.get("retreats"), list | tuple)
        }
        if listed:
            plain.setdefault("retreats", listed)
    try:
        claim = msgspec.convert(plain, Claim)
    except msgspec.ValidationError as error:
        raise InputError(f"this is no claim: {str(error)[:1].lower()}{str(error)[1:]}", "claim") from None
    if claim.empty:
        raise InputError("nothing is claimed (outcomes, positions, dislodged, retreats)", "claim")
    return claim


_FAILED = (Outcome.FAILS, Outcome.VOID, Outcome.ILLEGAL, Outcome.UNREADABLE)


def disagreements(claim: Claim, resolution: Resolution) -> list[Disagreement]:
    """Where a claim is not what a resolution says.

    What a failed order is called (fails, void, illegal) is a matter of words: those count as the same, and
    so does a unit that holds without a legal order as one whose hold succeeds.

    Args:
        claim: the claim.
        resolution: the resolution.
    """
    found: list[Disagreement] = []
    orders = {o.unit: o for o in resolution.orders}
    for unit, outcome in (claim.outcomes or {}).items():
        order = orders.get(unit)
        if order is None:
            found.append(Disagreement(unit, "outcome", str(outcome), "there is no such unit"))
        elif not _same_outcome(outcome, order.outcome, order.order.endswith(" H"), order.dislodged):
            found.append(Disagreement(unit, "outcome", str(outcome), str(order.outcome)))
    if claim.positions is not None:
        found += _by_power("positions", claim.positions, resolution.positions)
    gone = {power: tuple(units) for power, units in resolution.dislodged.items()}
    if claim.dislodged is not None:
        found += _by_power("dislodged", claim.dislodged, gone)
    places = {unit: d.retreats for units in resolution.dislodged.values() for unit, d in units.items()}
    for unit, retreats in (claim.retreats or {}).items():
        if unit not in places:
            found.append(Disagreement(unit, "retreats", _listed(retreats), "it is not dislodged"))
        elif sorted(retreats) != sorted(places[unit]):
            found.append(Disagreement(unit, "retreats", _listed(retreats), _listed(places[unit])))
    return found


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
