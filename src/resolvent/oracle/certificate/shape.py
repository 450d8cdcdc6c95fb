"""The shape of a stage: that it leaves no doubt what it decides and which solutions it lists."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from resolvent.oracle.certificate.record import StageRecord
from resolvent.resolution.knot import Decision

__all__ = ["shape_fault"]


def shape_fault(record: StageRecord, named: Mapping[str, Decision], decided: Collection[Decision]) -> str:
    """Why a stage cannot be what it says, before anything is proved; empty if it can.

    There is but one way to write a stage: statements in the order of the orders, solutions with true before
    false.  So nothing is listed twice, and nothing can be hidden in the way it is written.

    Args:
        record: the stage.
        named: every decision by its name, in the order of the orders.
        decided: those that earlier stages were about, or gave a value.
    """
    statements, rows = record.statements, record.solutions
    unknown = {*statements, *record.values} - named.keys()
    if unknown:
        return f"there is no decision {min(unknown)[:60]!r}"
    if not statements or any(named[name] in decided for name in statements):
        return "it decides nothing, or again"
    if len(set(statements)) != len(statements):
        return "it lists a decision twice"
    if list(statements) != [name for name in named if name in set(statements)]:
        return "its decisions are not in the order of the orders"
    if any(len(row) != len(statements) for row in rows):
        return "a solution has not one value for each decision"
    if len(set(rows)) != len(rows):
        return "it lists a solution twice"
    if list(rows) != sorted(rows, reverse=True):
        return "its solutions are not in order"
    return ""
