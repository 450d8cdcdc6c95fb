"""The words of the rule language: sorts, their attributes, relations and facts.

This table is the single source: the checker types rule text with it, the compiler takes the
Python behind each word from it, and a test keeps ``encodings/README.md`` in step with it.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "ATTRIBUTES",
    "BOOLEAN",
    "COUNT",
    "DECORATORS",
    "FARTHEST",
    "SLIPS",
    "SORTS",
    "STAGES",
    "SUPERSORT",
    "VERDICT",
    "WORDS",
    "Word",
    "is_a",
]

BOOLEAN = "Boolean"
COUNT = "count"
VERDICT = "verdict"

FARTHEST = 99
"""The count of steps where no way leads, and the least of no numbers at all."""

STAGES = ("judge", "resolve", "retreat", "adjust")
"""When the program asks: judging and resolving movement, the whole of a retreat and of an adjustment phase."""

SORTS: dict[str, str] = {
    "Order": "an order as a player wrote it, of any kind",
    "Move": "an order to move",
    "Support": "an order to support, a hold or a move",
    "Convoy": "an order to convoy",
    "Retreat": "an order to a dislodged unit to go elsewhere",
    "Build": "an order to build a unit",
    "Removal": "an order to remove a unit",
    "Waive": "an order to leave a build unused",
    "Unit": "an army or fleet where it stands",
    "Province": "a square of the board",
    "Place": "a province, or one coast of it",
    "Power": "a player",
    "Cycle": "orders that depend on each other and have no unique resolution",
}
"""Sort name -> what it is."""

SUPERSORT: dict[str, str] = {
    "Move": "Order",
    "Support": "Order",
    "Convoy": "Order",
    "Retreat": "Move",
    "Build": "Order",
    "Removal": "Order",
    "Waive": "Order",
}
"""Sort -> the sort it is a kind of."""

_EVERY_ORDER: dict[str, tuple[str, str]] = {
    "power": ("Power", "whose unit is ordered"),
    "writer": ("Power", "who wrote it"),
    "unit": ("Unit", "the unit that is ordered"),
    "location": ("Province", "where that unit stands"),
    "last": (BOOLEAN, "it stands in the last order set of its power"),
    "slip": (BOOLEAN, "it has any of the slips below"),
    "untyped": (BOOLEAN, "it leaves out the type of its unit or of the unit it names"),
    "mistyped": (BOOLEAN, "it says army for a fleet or fleet for an army"),
    "miscoasted": (BOOLEAN, "it names the ordered fleet with a coast where it is not"),
    "needless_coast": (BOOLEAN, "it names a coast that does not exist or does not matter"),
    "stateless": (BOOLEAN, "it names a foreign unit without nationality"),
    "misnamed": (BOOLEAN, "it names a unit with the wrong nationality"),
}

SLIPS = (
    "slip",
    "untyped",
    "mistyped",
    "miscoasted",
    "needless_coast",
    "stateless",
    "misnamed",
)
"""The attributes about how an order is written."""

_EVERY_MOVE: dict[str, tuple[str, str]] = _EVERY_ORDER | {
    "origin": ("Province", "where it starts, the same as location"),
    "destination": ("Province", "where it goes"),
    "place": ("Place", "the destination with the coast that is meant"),
    "via": (BOOLEAN, "it says via convoy"),
    "routed": (BOOLEAN, "it names the seas of its route"),
}

ATTRIBUTES: dict[str, dict[str, tuple[str, str]]] = {
    "Order": _EVERY_ORDER,
    "Move": _EVERY_MOVE,
    "Support": _EVERY_ORDER
    | {
        "supported": ("Province", "where the supported unit stands"),
        "moving": (BOOLEAN, "the support is for a move"),
        "destination": ("Province", "where the supported move goes; for a hold where the unit stands"),
        "place": ("Place", "that destination with the coast that is written"),
    },
    "Convoy": _EVERY_ORDER
    | {
        "army": ("Province", "where the army stands"),
        "destination": ("Province", "where the army is carried"),
    },
    "Retreat": _EVERY_MOVE,
    "Build": _EVERY_ORDER
    | {
        "place": ("Place", "where, with the coast that is written"),
        "army": (BOOLEAN, "it says army"),
        "fleet": (BOOLEAN, "it says fleet"),
    },
    "Removal": _EVERY_ORDER,
    "Waive": _EVERY_ORDER,
    "Unit": {
        "power": ("Power", "whose unit it is"),
        "province": ("Province", "where it stands"),
        "place": ("Place", "where it stands, with the coast"),
        "army": (BOOLEAN, "it is an army"),
        "fleet": (BOOLEAN, "it is a fleet"),
    },
    "Province": {"place": ("Place", "the province without a coast")},
    "Place": {"province": ("Province", "the province it is or belongs to")},
    "Power": {},
    "Cycle": {},
}
"""Sort -> attribute -> (its sort, what it is)."""


@dataclass(frozen=True)
class Word:
    """One relation or fact of the language.

    Attributes:
        parameters: the sorts it takes.
        result: a sort, ``"Boolean"``, ``"count"``, or ``"set of X"``.
        python: the Python behind it, with ``{0}``, ``{1}`` for the arguments and ``g`` for the grounding.
        meaning: one line for the documentation.
        ordered: it speaks of orders that count, so with orders left open its members carry guards.
        judging: it speaks of what is known only while orders are judged.
        phase: the one stage in which there is something to say, for the words of other phases than movement.
    """

    parameters: tuple[str, ...]
    result: str
    python: str
    meaning: str
    ordered: bool = False
    judging: bool = False
    phase: str = ""

    @property
    def stages(self) -> tuple[str, ...]:
        """The stages in which there is something to say."""
        if self.phase:
            return (self.phase,)
        if self.ordered:
            return ("resolve",)
        return ("judge", "retreat", "adjust") if self.judging else STAGES


WORDS: dict[str, Word] = {
    # the map
    "borders": Word(
        ("Unit", "Place"),
        BOOLEAN,
        "({1} in {0}.reach)",
        "the unit can go to the place by itself, the coast counted",
    ),
    "reaches": Word(
        ("Unit", "Province"), BOOLEAN, "({1} in {0}.range)", "it can go to some place of the province"
    ),
    "at_sea": Word(("Province",), BOOLEAN, "({0}.kind == 'sea')", "the province is a sea"),
    "split": Word(("Province",), BOOLEAN, "bool({0}.coasts)", "it has several coasts"),
    "coasts": Word(("Province",), "set of Place", "{0}.coasts", "its coasts, if it has several"),
    "coastless": Word(("Place",), BOOLEAN, "(not {0}.coast)", "the place is a whole province"),
    "default_coast": Word(
        ("Place",), BOOLEAN, "({0} is {0}.province.default)", "the coast that the map calls the default"
    ),
    "inland": Word(("Province",), BOOLEAN, "({0}.kind == 'inland')", "no fleet can be there"),
    "supply_centre": Word(("Province",), BOOLEAN, "{0}.centre", "the province is a supply centre"),
    "alphabetical": Word(
        ("Province", "Province"),
        BOOLEAN,
        "({0}.name < {1}.name)",
        "the full English name of the first stands before that of the second in the alphabet",
    ),
    # the units
    "units_at": Word(
        ("Province",), "set of Unit", "g.units_at.get({0}, EMPTY)", "the unit in the province, if any"
    ),
    "sea_route": Word(
        ("Province", "Province"),
        BOOLEAN,
        "g.seas.route({0}, {1})",
        "fleets at sea, of anybody, link the two coasts",
    ),
    "sea_route_avoiding": Word(
        ("Province", "Province", "Province"),
        BOOLEAN,
        "g.seas.route({0}, {1}, {2})",
        "so too without the fleet in the third province",
    ),
    "on_sea_route": Word(
        ("Province", "Province", "Province"),
        BOOLEAN,
        "g.seas.on_route({0}, {1}, {2})",
        "the fleet in the first lies on a route over fleets at sea from the second to the third that has no short cut",
    ),
    "sea_way": Word(
        ("Province", "Province"), BOOLEAN, "g.seas.way({0}, {1})", "seas of the map link the two coasts, fleets or not"
    ),
    "on_sea_way": Word(
        ("Province", "Province", "Province"),
        BOOLEAN,
        "g.seas.on_way({0}, {1}, {2})",
        "the first lies on such a way from the second to the third that has no short cut",
    ),
    # what was written
    "written_by": Word(
        ("Power",), "set of Order", "g.written_by.get({0}, EMPTY)", "all that the power wrote, every order set"
    ),
    "written_for": Word(
        ("Unit",),
        "set of Order",
        "g.written_for.get({0}, EMPTY)",
        "all orders written for the unit in the sets in force",
        judging=True,
    ),
    "others": Word(
        ("Order",),
        "set of Order",
        "g.others({0})",
        "the other legal orders to the same unit that say something else",
        judging=True,
    ),
    "earlier": Word(
        ("Order", "Order"), BOOLEAN, "({0}.rank < {1}.rank)", "the first was written before the second"
    ),
    "earlier_set": Word(
        ("Order", "Order"), BOOLEAN, "({0}.set < {1}.set)", "the first stands in an earlier order set than the second"
    ),
    "same_set": Word(("Order", "Order"), BOOLEAN, "({0}.set == {1}.set)", "both stand in the same order set"),
    "scribbled": Word(("Unit",), BOOLEAN, "({0} in g.scribbled)", "what was written for the unit cannot be read"),
    "names_sea": Word(("Move", "Province"), BOOLEAN, "({1} in {0}.route)", "the move names the sea on its route"),
    # the orders that count
    "moves_to": Word(
        ("Province",), "set of Move", "g.moves_to.get({0}, EMPTY)", "the moves to the province", True
    ),
    "moves_from": Word(
        ("Province",),
        "set of Move",
        "g.moves_from.get({0}, EMPTY)",
        "the move of the unit there, if it is to move",
        True,
    ),
    "supports_at": Word(
        ("Province",),
        "set of Support",
        "g.supports_at.get({0}, EMPTY)",
        "the supports that name the unit there",
        True,
    ),
    "convoys_by": Word(
        ("Province",), "set of Convoy", "g.convoys_by.get({0}, EMPTY)", "the convoy order of the fleet there", True
    ),
    "convoys_at": Word(
        ("Province",),
        "set of Convoy",
        "g.convoys_at.get({0}, EMPTY)",
        "the convoy orders that name the army there",
        True,
    ),
    "on_convoy_route": Word(
        ("Convoy",),
        BOOLEAN,
        "g.algebra.ON_ROUTE(g.seas, {0}, g.convoys_at.get({0}.army, EMPTY), None)",
        "the fleet lies on a route, without short cut, of convoy orders for the same army to the same place",
        True,
    ),
    "on_own_convoy_route": Word(
        ("Convoy",),
        BOOLEAN,
        "g.algebra.ON_ROUTE(g.seas, {0}, g.convoys_at.get({0}.army, EMPTY), g.units_at.get({0}.army, EMPTY))",
        "so too of fleets of the army's own power alone",
        True,
    ),
    # retreats
    "lists_retreats": Word(
        ("Unit",), BOOLEAN, "({0} in g.listed)", "the phase tells where the dislodged unit may go", phase="retreat"
    ),
    "listed": Word(
        ("Unit", "Place"),
        BOOLEAN,
        "({1} in g.listed.get({0}, EMPTY))",
        "the place is among those that it tells",
        phase="retreat",
    ),
    "attacked_from": Word(
        ("Unit", "Province"),
        BOOLEAN,
        "(g.attackers.get({0}) is {1})",
        "the phase tells that the unit was attacked from the province",
        phase="retreat",
    ),
    "retreats_to": Word(
        ("Province",),
        "set of Retreat",
        "g.retreats_to.get({0}, EMPTY)",
        "the legal retreats to the province",
        True,
        phase="retreat",
    ),
    # adjustments
    "units_of": Word(
        ("Power",), "set of Unit", "g.units_of.get({0}, EMPTY)", "all units of the power", phase="adjust"
    ),
    "centres_of": Word(
        ("Power",), "set of Province", "g.centres_of.get({0}, EMPTY)", "the supply centres it owns", phase="adjust"
    ),
    "homes_of": Word(
        ("Power",),
        "set of Province",
        "g.homes_of.get({0}, EMPTY)",
        "its home centres, whoever owns them",
        phase="adjust",
    ),
    "candidates": Word(
        ("Build",), "set of Unit", "{0}.candidates", "the army, and the fleet on each coast, that it may mean"
    ),
    "builds_by": Word(
        ("Power",),
        "set of Build",
        "g.builds_by.get({0}, EMPTY)",
        "the legal build orders of the power",
        True,
        phase="adjust",
    ),
    "removals_by": Word(
        ("Power",),
        "set of Removal",
        "g.removals_by.get({0}, EMPTY)",
        "its legal removals",
        True,
        phase="adjust",
    ),
    "waives_by": Word(
        ("Power",), "set of Waive", "g.waives_by.get({0}, EMPTY)", "its legal waivers", True, phase="adjust"
    ),
    "steps": Word(
        ("Province", "Province"),
        COUNT,
        "g.distances.anyhow({0}, {1})",
        "steps from the first to the second over every border, of land and water alike; 99 if there is no way",
        phase="adjust",
    ),
    "steps_sailing": Word(
        ("Unit", "Province"),
        COUNT,
        "g.distances.sailing({0}.place, {1})",
        "steps of a fleet from where the unit stands to the province",
        phase="adjust",
    ),
    "steps_crossing": Word(
        ("Province", "Province"),
        COUNT,
        "g.distances.crossing({0}, {1})",
        "steps of an army that needs one step to cross any stretch of water",
        phase="adjust",
    ),
    "steps_over_fleets": Word(
        ("Province", "Province"),
        COUNT,
        "g.distances.over_fleets({0}, {1})",
        "so too, but only over water where fleets of anybody stand",
        phase="adjust",
    ),
    "steps_over_own_fleets": Word(
        ("Unit", "Province"),
        COUNT,
        "g.distances.over_fleets({0}.province, {1}, {0}.power)",
        "so too from where the unit stands, over fleets of its own power",
        phase="adjust",
    ),
    # cycles
    "moves_in": Word(("Cycle",), "set of Move", "{0}.moves", "the moves of the cycle"),
    "supports_in": Word(("Cycle",), "set of Support", "{0}.supports", "its supports"),
    "convoys_in": Word(("Cycle",), "set of Convoy", "{0}.convoys", "its convoy orders"),
    "orders_in": Word(("Cycle",), "set of Order", "{0}.orders", "all its orders"),
}
"""Word -> what it takes and gives."""

FORMS: dict[str, str] = {
    "all": "all(condition for x in relation if condition): it holds of every member",
    "any": "any(condition for x in relation if condition), any(relation): it holds of some member, there is one",
    "count": "count(condition for x in relation if condition), count(relation): how many",
    "least": "least(number for x in relation if condition): the least of the numbers, 99 if there is none",
    "connected": "connected(move, (condition for v in convoys)): convoy orders for which it holds link the two coasts",
    "choose": "choose(condition): take the one resolution of the cycle in which it holds",
    "fail": "fail(relation): these orders of the cycle fail, their equations no longer count",
    "nothing": "nothing: this rule does not speak",
}
"""The words with a form of their own."""

DECORATORS: dict[str, str] = {
    "decision": "the function is a decision: one Boolean for each order, with this as its equation",
    "illegal": "an objection: an order of which it is true is illegal, for the reason named",
    "failure": "why an order failed: true, or the orders that are to blame",
    "success": "why an order succeeded: true, or the orders that tried to prevent it",
    "cycle": "what becomes of a cycle: a verdict, and the status that the resolution then has",
}
"""Decorator -> what it says of the function below it."""


def is_a(sort: str, other: str) -> bool:
    """Whether every entity of ``sort`` is one of ``other``."""
    while sort != other:
        if sort not in SUPERSORT:
            return False
        sort = SUPERSORT[sort]
    return True
