"""What an outcome took, and what would have made it another, as values that can be told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from resolvent.explain.sentences import join_names
from resolvent.outcomes import Outcome

__all__ = ["Change", "Forcing"]


@dataclass(frozen=True)
class Forcing:
    """The orders that already force an outcome, whatever the other units do.

    Attributes:
        order: the order whose outcome it is; it is given in any case.
        succeeds: whether it succeeds; void or failed is the same here.
        orders: the others that it took.
        smallest: no fewer orders do; ``False`` if the work was cut short, and only none of these can be
            spared.
    """

    order: str
    succeeds: bool
    orders: tuple[str, ...]
    smallest: bool

    def to_dict(self) -> dict[str, Any]:
        """The orders as plain dictionaries and lists."""
        return {"orders": list(self.orders), "smallest": self.smallest}

    def __str__(self) -> str:
        what = "succeeds" if self.succeeds else "cannot succeed"
        if not self.orders:
            return f"It {what} whatever the other units do."
        which = (
            "the fewest orders" if self.smallest else "orders (none can be spared; fewer were not looked for)"
        )
        return f"With {join_names(self.orders)} it {what} whatever the others do: {which} that settle it."


@dataclass(frozen=True)
class Change:
    """The fewest orders to alter for an outcome to be different.

    Attributes:
        order: the order whose outcome it is.
        by: the power whose orders may be altered; ``""``: anybody's.
        altered: ways to do it, each the new orders; all of the same length; none if none was found.
        becomes: for each way the outcome that the order then has.
        complete: the consistent resolutions allow no shorter way, nor any of ``most`` orders if none was
            found; ``False`` if the work was cut short.
        most: how many orders were altered at most.
    """

    order: str
    by: str
    altered: tuple[tuple[str, ...], ...]
    becomes: tuple[Outcome, ...]
    complete: bool
    most: int

    def to_dict(self) -> dict[str, Any]:
        """The ways as plain dictionaries and lists."""
        return {
            "by": self.by or None,
            "ways": [
                {"orders": list(orders), "outcome": str(outcome)}
                for orders, outcome in zip(self.altered, self.becomes, strict=True)
            ],
            "complete": self.complete,
            "most": self.most,
        }

    def __str__(self) -> str:
        who = f"{self.by} alone" if self.by else "anybody"
        cut = "" if self.complete else " (the search was cut short)"
        if not self.altered:
            many = "order" if self.most == 1 else "orders"
            return f"No change of up to {self.most} {many} by {who} would have made a difference{cut}."
        ways = "; or ".join(
            f"{join_names(orders)} (it then {_then(outcome)})"
            for orders, outcome in zip(self.altered, self.becomes, strict=True)
        )
        return f"The smallest change by {who}: {ways}{cut}."


def _then(outcome: Outcome) -> str:
    return {Outcome.OPEN: "is open", Outcome.VOID: "is void"}.get(outcome, str(outcome))
