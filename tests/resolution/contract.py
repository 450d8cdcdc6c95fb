"""What every resolution has to be, whatever the phase and however badly its orders are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from resolvent import Map, Outcome, Phase, Reason, Resolution, Status, load_map
from resolvent.records.units import place_unit
from tests.resolution.against import province

__all__ = ["REASONS", "faults"]

REASONS: dict[Outcome, frozenset[Reason]] = {
    Outcome.SUCCEEDS: frozenset(
        (
            Reason.UNOPPOSED, Reason.STRONGER, Reason.CIRCULAR, Reason.UNDISTURBED, Reason.WITHSTOOD,
            Reason.CONVOYED, Reason.UNUSED,
        )
    ),
    Outcome.FAILS: frozenset(
        (
            Reason.BOUNCED, Reason.HEAD_TO_HEAD, Reason.HELD_OFF, Reason.OWN_UNIT, Reason.DISRUPTED,
            Reason.CUT, Reason.DISLODGED, Reason.PARADOX,
        )
    ),
    Outcome.VOID: frozenset((Reason.NO_CONVOY, Reason.UNMATCHED)),
    Outcome.ILLEGAL: frozenset(
        (
            Reason.SAME_PROVINCE, Reason.UNREACHABLE, Reason.COAST_UNCLEAR, Reason.SUPPORTS_ITSELF,
            Reason.NO_SUCH_UNIT, Reason.OUT_OF_RANGE, Reason.SUPPORTED_UNREACHABLE, Reason.NOT_AT_SEA,
            Reason.NO_SUCH_ARMY, Reason.OFF_ROUTE, Reason.SLIP, Reason.CONFLICTING,
        )
    ),
    Outcome.UNREADABLE: frozenset((Reason.UNREADABLE,)),
    Outcome.OPEN: frozenset((Reason.OPEN,)),
}  # fmt: skip
"""Outcome of a unit's order -> the reasons there are for it in a movement phase."""

NAMING = frozenset(
    (
        Reason.STRONGER, Reason.CIRCULAR, Reason.WITHSTOOD, Reason.BOUNCED, Reason.HEAD_TO_HEAD,
        Reason.HELD_OFF, Reason.OWN_UNIT, Reason.DISRUPTED, Reason.CUT, Reason.DISLODGED, Reason.UNMATCHED,
    )
)  # fmt: skip
"""The reasons that say "those named": somebody has to be."""

UNUSED = REASONS[Outcome.ILLEGAL] | {
    Reason.WRONG_PHASE, Reason.NOT_OWN_UNIT, Reason.REPEATED, Reason.REPLACED,
}  # fmt: skip
"""The reasons why something that could be read is not used."""


def faults(phase: Phase, found: Resolution) -> list[str]:
    """What breaks the contract in a resolution of a movement phase.

    Args:
        phase: what was handed in.
        found: its resolution.

    Returns:
        One sentence for each fault.
    """
    board = load_map(phase.map)
    return [
        *_entries(phase, found, board),
        *_texts(phase, found),
        *_board(phase, found, board),
        *_cycles(found),
        *_json(found),
    ]


def _entries(phase: Phase, found: Resolution, board: Map) -> Iterator[str]:
    """Exactly one entry a unit, in the fixed order, with words that belong together."""
    placed = [
        place_unit(power, unit, board, "units") for power, units in phase.units.items() for unit in units
    ]
    placed.sort(key=lambda unit: (board.powers.index(unit.power), unit.place.province.index))
    units = [str(unit) for unit in placed]
    if [(o.power, o.unit) for o in found.orders] != [(u.power, str(u)) for u in placed]:
        yield "the entries are not the units in their order"
    for order in found.orders:
        if order.reason not in REASONS[order.outcome]:
            yield f"{order.order} {order.outcome} because of {order.reason}"
        if order.text is None and order.order != f"{order.unit} H":
            yield f"{order.unit} has no order, but {order.order}"
        # an order that counts names its unit as it stands; an illegal one may be shown as it was written
        if order.outcome is not Outcome.ILLEGAL and not order.order.startswith(f"{order.unit} "):
            yield f"{order.order} is none of {order.unit}"
        if list(order.by) != [unit for unit in units if unit in order.by] or order.unit in order.by:
            yield f"{order.order} fares so because of {order.by}"
        # where a paradox is left open it may be open too because of whom
        if order.reason in NAMING and not order.by and found.status is not Status.OPEN:
            yield f"{order.order} {order.outcome} ({order.reason}), because of nobody"


def _texts(phase: Phase, found: Resolution) -> Iterator[str]:
    """Everything that was written is told once: beside a unit, or as ignored."""
    written = Counter(
        (power, text) for power in phase.orders for texts in phase.order_sets(power) for text in texts
    )
    told = Counter((o.power, o.text) for o in found.orders if o.text is not None)
    told += Counter((i.power, i.text) for i in found.ignored)
    if written != told:
        yield f"written and not told: {written - told}; told and not written: {told - written}"
    for i in found.ignored:
        unreadable = i.outcome is Outcome.UNREADABLE and i.reason is Reason.UNREADABLE
        if not unreadable and not (i.outcome is Outcome.ILLEGAL and i.reason in UNUSED):
            yield f"{i.text!r} is ignored as {i.outcome}, {i.reason}"
    if list(found.ignored) != sorted(found.ignored, key=lambda i: (i.power, i.text, i.outcome, i.reason)):
        yield "what is ignored is not sorted"


def _board(phase: Phase, found: Resolution, board: Map) -> Iterator[str]:
    """No unit is lost or made, and nobody retreats to where he cannot."""
    gone = {(power, unit) for power, units in found.dislodged.items() for unit in units}
    if gone != {(o.power, o.unit) for o in found.orders if o.dislodged}:
        yield "the dislodged units are not those that the entries call dislodged"
    if set(found.positions) != {power for power, units in phase.units.items() if units}:
        yield f"positions of {sorted(found.positions)}"
    for power, units in found.positions.items():
        lost = sum(owner == power for owner, _ in gone)
        if len(units) + lost != len(phase.units[power]) or list(units) != sorted(units):
            yield f"{power} has {units}"
    after = [province(unit) for units in found.positions.values() for unit in units]
    if found.status is not Status.OPEN and len(after) != len(set(after)):
        yield "two units in one province"
    if list(found.contested) != sorted(set(found.contested) - set(after)):
        yield f"contested are {found.contested}"
    for units_gone in found.dislodged.values():
        for unit, how in units_gone.items():
            place = board.places[unit[2:]]
            near = {p.id for p in (place.army if unit[0] == "A" else place.fleet)}
            closed = {*after, *found.contested}
            if not near.issuperset(how.retreats) or not closed.isdisjoint(r[:3] for r in how.retreats):
                yield f"{unit} may retreat to {how.retreats}"
            if list(how.retreats) != sorted(how.retreats) or how.origin not in board.provinces:
                yield f"{unit} was dislodged from {how.origin!r} and may retreat to {how.retreats}"


def _cycles(found: Resolution) -> Iterator[str]:
    """Cycles have no unique solution, and the status tells of them."""
    shown = [order.order for order in found.orders]
    open_orders = any(order.outcome is Outcome.OPEN for order in found.orders)
    for cycle in found.cycles:
        if list(cycle.orders) != [order for order in shown if order in cycle.orders] or not cycle.orders:
            yield f"a cycle of {cycle.orders}"
        if cycle.solutions == 1:
            yield f"{cycle.orders} have one solution and are no cycle"
        if (cycle.rule is None) != isinstance(cycle.outcomes, tuple):
            yield f"{cycle.orders} are settled by {cycle.rule} and show {cycle.outcomes}"
    if (found.status is Status.UNIQUE) != (not found.cycles):
        yield f"{found.status} with {len(found.cycles)} cycles"
    if (found.status is Status.OPEN) != open_orders:
        yield f"{found.status}, and orders are {'' if open_orders else 'not '}open"


def _json(found: Resolution) -> Iterator[str]:
    """The JSON holds it all."""
    data = found.to_json()
    if msgspec.json.decode(data, type=Resolution) != found:
        yield "the JSON reads back as another resolution"
    if msgspec.json.encode(found.to_dict()) != data or b"\n" in data:
        yield "the JSON is not the dictionary on one line"
    if [row["unit"] for row in found.to_dicts()] != [order.unit for order in found.orders]:
        yield "the rows are not the orders"
