"""Sentences: what became of an order and why, for people.

One template for each reason, so a sentence is data.  In a template stand

* ``{by}``: the units because of whom, ``A LON and F NTH``;
* ``{unit}``, ``{other}``: the ordered unit, and the unit that a support or a convoy names;
* ``{there}``: the province of that other unit, in full;
* ``{goal}``: where the order leads, in full.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from resolvent.board import Map
from resolvent.outcomes import Outcome, Reason
from resolvent.resolution.resolution import IgnoredText, OrderResult

__all__ = ["TEMPLATES", "OrderParts", "join_names", "order_parts", "phase_title", "place_name", "sentence"]

TEMPLATES: Mapping[Reason, str] = {
    Reason.UNOPPOSED: "",
    Reason.STRONGER: "stronger than {by}",
    Reason.CIRCULAR: "moves in a ring with {by}",
    Reason.UNDISTURBED: "",
    Reason.WITHSTOOD: "withstood {by}",
    Reason.CONVOYED: "",
    Reason.UNUSED: "not needed, {other} goes by land",
    Reason.DISBANDED: "",
    Reason.NO_ORDER: "not told where to go, so it disbands",
    Reason.DUE: "",
    Reason.WAIVED: "a build stays unused",
    Reason.CIVIL_DISORDER: "chosen by the rules, as too few units were removed by order",
    Reason.BOUNCED: "bounced with {by}",
    Reason.HEAD_TO_HEAD: "met {by} head to head and was not stronger",
    Reason.HELD_OFF: "held off by {by}",
    Reason.OWN_UNIT: "{by} of the same power stays in {goal}",
    Reason.NO_CONVOY: "no convoy orders cover a route to {goal}",
    Reason.DISRUPTED: "the convoy is broken because of {by}",
    Reason.NO_PATH: "no way leads to {goal}",
    Reason.CUT: "cut by {by}",
    Reason.DISLODGED: "dislodged by {by}",
    Reason.UNMATCHED: "{other} was ordered something else",
    Reason.PARADOX: "stopped by the paradox rule, together with {by}",
    Reason.STANDOFF: "met {by} in {goal}, so all disband",
    Reason.TOO_MANY: "more were ordered than were due",
    Reason.TWICE: "another order for the province counts",
    Reason.CLOSED: "{goal} is not open to {unit}",
    Reason.NOTHING_DUE: "nothing of the kind is due",
    Reason.TYPE_UNCLEAR: "army or fleet is not clear",
    Reason.INLAND: "no fleet can be inland",
    Reason.NOT_HOME: "no home centre of the power",
    Reason.NOT_OWNED: "the power does not own the centre",
    Reason.OCCUPIED: "a unit stands there",
    Reason.NO_WAIVER: "a build that is due has to be made",
    Reason.NOT_DISLODGED: "the unit was not dislodged",
    Reason.SAME_PROVINCE: "{unit} stands in {goal} already",
    Reason.UNREACHABLE: "{unit} cannot get to {goal}",
    Reason.COAST_UNCLEAR: "{goal} has several coasts, and which is meant is not clear",
    Reason.SUPPORTS_ITSELF: "{unit} cannot support itself",
    Reason.NO_SUCH_UNIT: "there is no such unit",
    Reason.OUT_OF_RANGE: "{unit} cannot move to {goal} itself",
    Reason.SUPPORTED_UNREACHABLE: "{other} cannot get to {goal}",
    Reason.NOT_AT_SEA: "only a fleet at sea convoys",
    Reason.NO_SUCH_ARMY: "there is no army in {there}",
    Reason.OFF_ROUTE: "{unit} lies on no sea route from {there} to {goal}",
    Reason.SLIP: "written in a way that these rules do not accept",
    Reason.UNREADABLE: "no order can be made out",
    Reason.WRONG_PHASE: "such an order belongs to another phase",
    Reason.NOT_OWN_UNIT: "the unit belongs to another power",
    Reason.REPEATED: "the same order was given before",
    Reason.CONFLICTING: "other legal orders were given to the same unit",
    Reason.REPLACED: "a later order set took its place",
    Reason.OPEN: "it depends on a cycle for which these rules have no rule",
    Reason.OTHER: "",
}
"""Reason -> template; of a reason without one the meaning is told."""

_SPECIAL: Mapping[tuple[Reason, str], str] = {
    (Reason.WITHSTOOD, "S"): "not cut by {by}",
    (Reason.NO_SUCH_UNIT, "S"): "there is no unit in {there}",
    (Reason.CONFLICTING, ""): "another order to the same unit",
}
"""What is said otherwise of a support (``S``), or of a text that is not used (``""``)."""

_ALONE: Mapping[Reason, str] = {
    Reason.PARADOX: "stopped by the paradox rule",
    Reason.CIRCULAR: "moves in a ring",
    Reason.DISRUPTED: "the convoy is broken",
    Reason.WITHSTOOD: "",
    Reason.STRONGER: "",
    Reason.DISLODGED: "dislodged",
    Reason.CUT: "cut",
    Reason.STANDOFF: "met another retreat, so all disband",
    Reason.BOUNCED: "bounced",
    Reason.HELD_OFF: "held off",
    Reason.HEAD_TO_HEAD: "met head to head and was not stronger",
    Reason.OWN_UNIT: "a unit of the same power stays in {goal}",
}
"""The same where a rule names nobody."""

_COASTS = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}
_SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter"}
_TYPES = {"M": "movement", "R": "retreats", "A": "adjustments"}
_ORDER = re.compile(
    r"(?P<unit>[AF] \S+)(?: (?P<verb>[-SCHRDB]))?(?: (?P<other>[AF] \S+))?(?:(?: -)? (?P<goal>[A-Z0-9/]+))?.*"
)


class OrderParts(NamedTuple):
    """An order in the notation, taken apart.

    Attributes:
        unit: the ordered unit, ``"F NTH"``.
        verb: ``"-"``, ``"S"``, ``"C"``, ``"H"``, ``"R"``, ``"D"``, ``"B"``; ``""`` if there is none.
        other: the unit that a support or convoy names, or ``""``.
        goal: the id of the place it leads to; of a support to hold, the place of that unit.
    """

    unit: str
    verb: str
    other: str
    goal: str


def order_parts(order: str) -> OrderParts:
    """Take an order in the notation apart.

    Args:
        order: ``"F NTH C A LON - BEL"``.

    Returns:
        Its parts; all but ``unit`` may be empty.
    """
    match = _ORDER.fullmatch(order)
    if match is None:
        return OrderParts(order, "", "", "")
    other = match["other"] or ""
    goal = match["goal"] or other[2:]
    return OrderParts(match["unit"], match["verb"] or "", other, goal)


def place_name(id: str, board: Map) -> str:
    """The full name of a place.

    Args:
        id: ``"SPA/NC"``.
        board: the map.

    Returns:
        ``"Spain (north coast)"``; the id itself if the map has no such place.
    """
    province, _, coast = id.partition("/")
    if province not in board.provinces:
        return id
    name = board.provinces[province].name
    return f"{name} ({_COASTS.get(coast, coast)})" if coast else name


def phase_title(phase: str) -> str:
    """The name of a phase in words.

    Args:
        phase: ``"F1907M"``.

    Returns:
        ``"Fall 1907, movement"``.
    """
    return f"{_SEASONS.get(phase[:1], phase[:1])} {phase[1:-1]}, {_TYPES.get(phase[-1:], phase[-1:])}"


def join_names(names: Iterable[str]) -> str:
    """Names in a sentence: ``"A LON, A BEL and F NTH"``."""
    *most, last = list(names) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def sentence(result: OrderResult | IgnoredText, board: Map) -> str:
    """What became of an order, and why.

    Args:
        result: one order of a resolution, or a text that was not used.
        board: the map, for full names.

    Returns:
        The outcome, a colon and the reason: ``"fails: bounced with A LON"``; only the outcome where
        there is nothing to add.
    """
    if isinstance(result, IgnoredText):
        return _joined(result.outcome, _reason(result.reason, OrderParts("", "", "", ""), (), board))
    parts = order_parts(result.order)
    why = _reason(result.reason, parts, result.by, board)
    if result.dislodged and result.reason is not Reason.DISLODGED:
        why = f"{why}; dislodged" if why else "dislodged"
    return _joined(result.outcome, why)


def _joined(outcome: Outcome, why: str) -> str:
    return f"{outcome}: {why}" if why else str(outcome)


def _reason(reason: Reason, parts: OrderParts, by: tuple[str, ...], board: Map) -> str:
    template = _SPECIAL.get((reason, parts.verb), TEMPLATES.get(reason, reason.meaning))
    if not by:
        template = _ALONE.get(reason, template)
    return template.format(
        by=join_names(by),
        unit=parts.unit or "the unit",
        other=parts.other or join_names(by) or "the unit named",
        there=place_name(parts.other[2:], board) or "the province named",
        goal=place_name(parts.goal, board) or "its destination",
    )
