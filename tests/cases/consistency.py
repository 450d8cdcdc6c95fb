"""Is an expected outcome consistent in itself?  Bookkeeping only; no rule of movement is known here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from resolvent.datc import Expectation

ByPower = Mapping[str, Sequence[str]]

WORDS = {
    "H": {"holds"},
    "-": {"succeeds", "fails"},
    "S": {"given", "cut", "void"},
    "C": {"given", "disrupted", "void"},
}


def province(unit: str) -> str:
    """``"SPA"`` for ``"F SPA/NC"`` and for ``"SPA/NC"``."""
    return unit.split()[-1].partition("/")[0]


def owners(units: ByPower) -> dict[str, str]:
    """The power of each unit."""
    return {unit: power for power, standing in units.items() for unit in standing}


def orders_by_unit(units: ByPower, orders: ByPower) -> dict[str, str]:
    """The last order for each unit that has one, whoever gave it."""
    found: dict[str, str] = {}
    for order in (order for given in orders.values() for order in given):
        for unit in owners(units):
            if order.split()[0] == unit.split()[0] and province(order.split()[1]) == province(unit):
                found[unit] = order
    return found


def kind(order: str) -> str:
    """The letter of a movement order: ``H``, ``-``, ``S`` or ``C``."""
    return order.split()[2]


def target(order: str) -> str:
    """Where a move goes, with its coast if one is written."""
    return order.removesuffix(" VIA").split()[-1]


def movement_faults(units: ByPower, orders: ByPower, expect: Expectation) -> Iterator[str]:
    """What is wrong with a full outcome of a movement phase, in words."""
    owner, given = owners(units), orders_by_unit(units, orders)
    if set(expect.results) != set(owner):
        yield "not exactly the units are answered"
        return
    moved = {unit for unit, result in expect.results.items() if result.word == "succeeds"}
    for unit, result in expect.results.items():
        order = given.get(unit, f"{unit} H")
        if result.word not in WORDS[kind(order)]:
            yield f"{order} cannot be {result}"
        if result.dislodged != (unit in expect.dislodged):
            yield f"{unit}: dislodged or not"
    yield from _dislodgement_faults(moved, given, expect)
    ends = [
        (power, f"{unit[0]} {target(given[unit])}" if unit in moved else unit)
        for unit, power in owner.items()
        if unit not in expect.dislodged
    ]
    yield from position_faults(ends, expect.positions)


def _dislodgement_faults(moved: set[str], given: Mapping[str, str], expect: Expectation) -> Iterator[str]:
    occupied = {province(unit) for standing in (expect.positions or {}).values() for unit in standing}
    for unit, dislodgement in expect.dislodged.items():
        by = dislodgement.by
        if by not in moved or province(target(given[by])) != province(unit):
            yield f"{unit} was not dislodged by {by}"
        places = set(dislodgement.retreats or ())
        if occupied & {province(place) for place in places}:
            yield f"{unit} retreats to an occupied place"
        if not set(dislodgement.may) <= places or set(dislodgement.may_not) & places:
            yield f"{unit}: may and may not disagree with the retreats"


def position_faults(ends: Iterable[tuple[str, str]], positions: ByPower | None) -> Iterator[str]:
    """Where ``positions`` are not the ends of the moves, coasts filled in or passed over.

    Args:
        ends: power and unit, placed where its orders lead it.
        positions: by power, the units afterwards; nothing is wrong with ``None``.
    """
    if positions is None:
        return
    left = {power: list(standing) for power, standing in positions.items()}
    for power, unit in ends:
        places = [u for u in left.get(power, []) if u[0] == unit[0] and province(u) == province(unit)]
        if not places:
            yield f"{power} has no {unit}"
        else:
            left[power].remove(places[0])
    if any(left.values()):
        yield f"units from nowhere: {left}"
    taken = [province(unit) for standing in positions.values() for unit in standing]
    if len(taken) != len(set(taken)):
        yield "two units in one province"


def retreat_faults(units: ByPower, before: Expectation, orders: ByPower, after: Expectation) -> Iterator[str]:
    """What is wrong with the outcome of a retreat phase, in words."""
    owner, given = owners(units), orders_by_unit(units, orders)
    fled = {unit for unit in before.dislodged if after.results[unit].word == "succeeds"}
    if not set(before.dislodged) <= set(after.results) <= set(before.dislodged) | set(given):
        yield "not exactly the dislodged units are answered"
    for unit in fled:
        if target(given[unit]) not in (before.dislodged[unit].retreats or ()):
            yield f"{given[unit]} is not open"
    ends = [(power, unit) for power, standing in (before.positions or {}).items() for unit in standing]
    ends += [(owner[unit], f"{unit[0]} {target(given[unit])}") for unit in fled]
    yield from position_faults(ends, after.positions)


def adjustment_faults(units: ByPower, orders: ByPower, expect: Expectation) -> Iterator[str]:
    """What is wrong with the outcome of an adjustment phase, in words."""
    told = {power: tuple(order for order, _ in pairs) for power, pairs in expect.adjustments.items()}
    if told != {power: tuple(given) for power, given in orders.items() if given}:
        yield "not exactly the orders are answered"
    ends = [(power, unit) for power, standing in units.items() for unit in standing]
    for power, pairs in expect.adjustments.items():
        for order, result in pairs:
            unit, _, letter = order.rpartition(" ")
            if result.word == "succeeds" and letter == "B":
                # A fleet ordered inland may be read as an army (DATC 4.C.4).
                built = [u for u in (expect.positions or {}).get(power, ()) if province(u) == province(unit)]
                ends += [(power, new) for new in built or [unit]]
            elif result.word == "succeeds":
                ends.remove((power, unit))
    removed = set(expect.civil_disorder)
    ends = [(power, unit) for power, unit in ends if unit not in removed]
    yield from position_faults(ends, expect.positions)
