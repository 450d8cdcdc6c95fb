"""The resolution of a phase: typed, printable, and the contract's JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from resolvent.outcomes import Outcome, Reason, Status

__all__ = ["CycleMet", "DislodgedUnit", "IgnoredText", "OrderResult", "Resolution"]


class OrderResult(msgspec.Struct, frozen=True):
    """What became of one unit's order.

    Attributes:
        power: whose unit it is.
        unit: ``"F SPA/NC"``, where it stood.
        order: the order in the notation; a hold if there was none.
        text: what was written, or ``None``.
        outcome: what became of it.
        reason: why.
        by: the units because of whom, in the fixed order of units.
        dislodged: whether the unit was dislodged.
    """

    power: str
    unit: str
    order: str
    text: str | None
    outcome: Outcome
    reason: Reason
    by: tuple[str, ...]
    dislodged: bool


class DislodgedUnit(msgspec.Struct, frozen=True, rename={"origin": "from"}):
    """A unit that was dislodged.

    Attributes:
        origin: the province of the attacker (``from`` in JSON).
        retreats: where the unit may go; empty if it is destroyed.
    """

    origin: str
    retreats: tuple[str, ...]


class CycleMet(msgspec.Struct, frozen=True):
    """A cycle without a unique resolution.

    Attributes:
        orders: its orders.
        solutions: how many solutions its equations have (looked for up to 64).
        rule: the rule that settled it, or ``None``: it is open.
        outcomes: for an open cycle, every solution: order -> whether it succeeds.
    """

    orders: tuple[str, ...]
    solutions: int
    rule: str | None
    outcomes: tuple[dict[str, bool], ...] | msgspec.UnsetType = msgspec.UNSET


class IgnoredText(msgspec.Struct, frozen=True):
    """Something that was written and not used."""

    power: str
    text: str
    outcome: Outcome
    reason: Reason


class Resolution(msgspec.Struct, frozen=True):
    """The resolution of one phase; field by field the JSON of the contract.

    Attributes:
        rules: the name of the reading.
        map: the name of the map.
        phase: ``"F1907M"``.
        status: how the orders came to their resolution.
        orders: one entry for each unit, by power and then by province.
        positions: power -> its units after the moves, dislodged ones left out.
        dislodged: power -> dislodged unit -> where from and where to.
        contested: provinces left empty by a standoff, sorted.
        cycles: the cycles met.
        ignored: what was written and not used, sorted.
    """

    rules: str
    map: str
    phase: str
    status: Status
    orders: tuple[OrderResult, ...]
    positions: dict[str, tuple[str, ...]]
    dislodged: dict[str, dict[str, DislodgedUnit]]
    contested: tuple[str, ...]
    cycles: tuple[CycleMet, ...]
    ignored: tuple[IgnoredText, ...]

    def to_dict(self) -> dict[str, Any]:
        """The contract's JSON as plain dictionaries and lists."""
        data: dict[str, Any] = msgspec.json.decode(self.to_json())
        return data

    def to_json(self) -> bytes:
        """The contract's JSON on one line."""
        return msgspec.json.encode(self)

    def to_dicts(self) -> list[dict[str, Any]]:
        """One flat row for each order, ready for a table of any library."""
        head = {"rules": self.rules, "map": self.map, "phase": self.phase, "status": str(self.status)}
        return [
            {
                **head,
                "power": o.power,
                "unit": o.unit,
                "order": o.order,
                "outcome": str(o.outcome),
                "reason": str(o.reason),
                "by": ", ".join(o.by),
                "dislodged": o.dislodged,
            }
            for o in self.orders
        ]

    def of(self, unit: str) -> OrderResult:
        """What became of the order of a unit.

        Args:
            unit: ``"A PAR"``, as it stood before the moves.

        Raises:
            KeyError: if there is no such unit.
        """
        for order in self.orders:
            if order.unit == unit:
                return order
        raise KeyError(unit)

    def _repr_svg_(self) -> str | None:
        """A picture, for notebooks; ``None`` if the map is known only by a file."""
        from resolvent.picture.notebook import resolution_svg

        return resolution_svg(self)

    def __repr__(self) -> str:
        lines = [f"<Resolution of {self.phase} under {self.rules}: {self.status}>"]
        lines += [
            f"{o.power:<8} {o.order:<24} {o.outcome}"
            + (f", {o.reason}" if o.outcome != "succeeds" else "")
            + (f" by {', '.join(o.by)}" if o.by else "")
            + (", dislodged" if o.dislodged else "")
            for o in self.orders
        ]
        return "\n".join(lines)
