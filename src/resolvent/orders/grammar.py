"""From the items of an order to the order.

Orders come in few shapes: which item becomes which part of the order depends on the kinds of the
items alone, nearly always.  So every shape is parsed once, and then only filled in.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from resolvent.orders.lexicon import Misread
from resolvent.orders.order import Kind, Order
from resolvent.orders.phrases import Item, make_item

__all__ = ["Season", "parse_anew", "parse_items", "parse_unit"]

Season = Literal["M", "R", "A"]

_GOING = ("move", "via", "goal")  # what a way begins with
_WAY = ("move", "via", "goal", "place", "unit", "convoy")
_NAMED = ("place", "goal", "unit", "power")
_GLUED = frozenset("SC")
_NOTHING = make_item("", "", "", "")
_LONGEST_PLAN = 12  # items
_PLANS = 10_000
_plans: dict[str, _Plan | None] = {}
_PLAIN = {"hold": Kind.HOLD, "disband": Kind.DISBAND, "build": Kind.BUILD}


def parse_items(items: list[Item], season: Season) -> Order:
    """Put the items of one order together.

    Args:
        items: from :class:`resolvent.orders.lexicon.Lexicon`.
        season: ``"M"``, ``"R"`` (a move is a retreat) or ``"A"`` (a bare unit is a build, and
            ``R`` removes); in the other two a bare unit holds, or is no order.

    Returns:
        The order.

    Raises:
        Misread: the items are no order; ``at`` is the item, or the number of items for what is
            missing at the end.
    """
    shape = season + "".join([item.shape for item in items])
    plan = _plans.get(shape)
    if plan is not None:
        at = [*items, _NOTHING]
        unit, location, destination, other, other_unit, (named, part) = plan.places
        return Order(
            plan.kind, at[unit].value, at[location].value, at[destination].value,
            at[other].value, at[other_unit].value, at[named][part], plan.via,
        )  # fmt: skip
    order = parse_anew(items, season)
    if len(items) <= _LONGEST_PLAN and shape not in _plans:
        if len(_plans) >= _PLANS:
            _plans.clear()
        _plans[shape] = None if _GLUED.intersection(shape[1:]) else _plan(items, season)
    return order


class _Plan(NamedTuple):
    """How all orders of one shape are put together.

    Attributes:
        kind, via: as in the order.
        places: the items that unit, location, destination, other and other unit are taken from,
            -1 for none, and item and field for the nationality.
    """

    kind: Kind
    places: tuple[int, int, int, int, int, tuple[int, int]]
    via: bool


def _plan(items: list[Item], season: Season) -> _Plan | None:
    """Parse a specimen whose items are numbered, and look where the numbers end up.

    Where the order depends on whether two places are the same there is no plan: behind a verb glued
    to its unit, and where a move names more places than its goal.
    """
    specimen = [
        item._replace(value=str(n), power=f"{n} " if item.power else "") if item.kind in _NAMED else item
        for n, item in enumerate(items)
    ]
    order = parse_anew(specimen, season)
    if order.route:
        return None
    unit, location, destination, other, other_unit = (
        int(value or -1)
        for value in (order.unit, order.location, order.destination, order.other, order.other_unit)
    )
    nation = (int(order.other_power or -1), 2 if order.other_power.endswith(" ") else 1)
    return _Plan(order.kind, (unit, location, destination, other, other_unit, nation), order.via)


def parse_anew(items: list[Item], season: Season) -> Order:
    """What :func:`parse_items` does, without remembering shapes."""
    cursor = _Cursor(items, season)
    order = cursor.order()
    cursor.powers()
    if cursor.at < len(items):
        raise Misread(f"{items[cursor.at].text!r} cannot stand here", cursor.at)
    return order


def parse_unit(items: list[Item]) -> tuple[str, str]:
    """Put the items of a unit together that stands alone.

    Args:
        items: from :class:`resolvent.orders.lexicon.Lexicon`.

    Returns:
        Its type (``""`` if left out) and the id of its place.

    Raises:
        Misread: the items are no unit, or more than one.
    """
    cursor = _Cursor(items, "A")
    if cursor.kinds[0] == "power":
        raise Misread("no unit stands alone here", 0)
    unit, place, _ = cursor.named_unit("no unit stands alone here")
    if cursor.at < len(items):
        raise Misread("no unit stands alone here", cursor.at)
    return unit, place


class _Cursor:
    """Where the reading stands; each method takes the items it reads."""

    __slots__ = ("at", "items", "kinds", "location", "season", "unit")

    def __init__(self, items: list[Item], season: Season) -> None:
        self.items = items
        self.kinds = [item.kind for item in items] + ["", "", "", ""]
        self.season = season
        self.at = 0
        self.unit = ""
        self.location = ""

    def take(self, *kinds: str) -> Item | None:
        if self.kinds[self.at] not in kinds:
            return None
        self.at += 1
        return self.items[self.at - 1]

    def skip(self, kind: str) -> bool:
        """Take all items of a kind; whether there was one."""
        start = self.at
        while self.kinds[self.at] == kind:
            self.at += 1
        return self.at > start

    def powers(self) -> str:
        """Nationalities: adjectives, or a power's code before a unit (``ENG F NTH``)."""
        found = ""
        while True:
            kind = self.kinds[self.at]
            if kind == "power":
                found = self.items[self.at].value
            elif kind == "place" and self.kinds[self.at + 1 : self.at + 3] == ["unit", "place"]:
                if not self.items[self.at].power:
                    return found
                found = self.items[self.at].power
            else:
                return found
            self.at += 1

    def named_unit(self, why: str) -> tuple[str, str, str]:
        """Type, place and nationality of a unit; what is left out is empty."""
        before = self.powers()
        if self.kinds[self.at] == "place":
            return self.place_first(before)
        unit = self.take("unit")
        between = self.powers()
        while unit and self.kinds[self.at] == "move" and self.items[self.at].value == "soft":
            self.at += 1  # "flotte à Brest"
        # "rakenna laivasto Edinburghiin": a goal is where a unit is built, never where it is
        place = self.take("place", "goal") if unit and self.season == "A" else self.take("place")
        if place is None:
            raise Misread(why, self.at)
        after = self.powers()
        return unit.value if unit else "", place.value, after or between or before

    def place_first(self, before: str) -> tuple[str, str, str]:
        """``Paris``, or ``Ruhrin armeija``: the place before the type, as Finnish has it."""
        place = self.items[self.at].value
        self.at += 1
        after = self.powers()
        unit = ""
        if self.kinds[self.at] == "unit" and self.kinds[self.at + 1] != "place":
            unit = self.items[self.at].value
            self.at += 1
            after = self.powers() or after
        return unit, place, after or before

    def order(self) -> Order:
        if not self.items:
            raise Misread("there is no order", 0)
        self.powers()
        front = self.take("build", "disband", "retreat", "waive", "hold", "move")
        if front and self.waived(front):
            return Order(Kind.WAIVE)
        self.unit, self.location, _ = self.named_unit("no unit is named")
        if front is None:
            return self.action()
        if front.kind == "retreat":
            return self.retreat()
        return self.make(_PLAIN[front.kind]) if front.kind in _PLAIN else self.move()

    def waived(self, front: Item) -> bool:
        if front.kind == "waive":
            return self.skip("build") or self.at == len(self.items) or self.kinds[self.at] == "power"
        return front.kind == "build" and self.take("waive") is not None

    def make(self, kind: Kind) -> Order:
        return Order(kind, self.unit, self.location)

    def action(self) -> Order:
        kind = self.kinds[self.at]
        if kind in _GOING:
            return self.move()
        if kind == "support":
            return self.support()
        if kind in _PLAIN:
            self.at += 1
            return self.make(_PLAIN[kind])
        if kind == "convoy":
            return self.convoy()
        if kind == "retreat":
            self.at += 1
            return self.retreat()
        if kind:
            raise Misread(f"an action should stand where {self.items[self.at].text!r} is", self.at)
        if self.season == "A":
            return self.make(Kind.BUILD)
        if self.season == "M" and self.unit:
            return self.make(Kind.HOLD)
        raise Misread("no action", self.at)

    def retreat(self) -> Order:
        """Behind the word: a goal, or that there is none."""
        if self.take("disband") or (self.season == "A" and not self.kinds[self.at]):
            return self.make(Kind.DISBAND)
        self.skip("move")
        if self.take("disband"):
            return self.make(Kind.DISBAND)
        goal = self.take("place", "goal")
        if goal is None:
            raise Misread("a retreat needs a destination", self.at)
        return Order(Kind.RETREAT, self.unit, self.location, goal.value)

    def move(self) -> Order:
        if self.holds():
            return self.make(Kind.HOLD)
        if self.kinds[self.at : self.at + 2] == ["move", "disband"]:
            self.at += 2
            return self.make(Kind.DISBAND)
        goal, route, via = self.way()
        if self.season == "R":
            return Order(Kind.RETREAT, self.unit, self.location, goal)
        return Order(Kind.MOVE, self.unit, self.location, goal, via=via, route=route)

    def holds(self) -> bool:
        """``H``, or ``- H``."""
        start = self.at
        self.skip("move")
        if self.take("hold"):
            return True
        self.at = start
        return False

    def way(self) -> tuple[str, tuple[str, ...], bool]:
        """The way of a move: its goal, the provinces named on the way, whether by convoy.

        ``- NTH - NWY`` names the way before the goal, ``- NWY VIA NTH`` behind it.
        """
        goals: list[str] = []
        behind: list[str] = []
        via = open_goal = open_via = False
        while self.kinds[self.at] in _WAY:
            item = self.items[self.at]
            if item.kind == "convoy" and (not goals or open_goal or item.value):
                break
            if item.kind == "unit":  # "attacks the army in Paris"
                if not open_goal or self.kinds[self.at + 1] != "place":
                    break
            elif item.kind == "goal":
                goals.append(item.value)
                open_goal = open_via = False
            elif item.kind == "place":
                if not (open_goal or open_via):
                    break
                (behind if open_via else goals).append(item.value)
                open_goal = False
            else:
                via = via or item.kind != "move"
                open_via = item.kind != "move" and item.value != "^"
                # the sign ^ is an arrow where the goal is still to come
                open_goal = item.kind == "move" or open_goal or (item.value == "^" and not goals)
            self.at += 1
        if not goals or open_goal:
            raise Misread("a move needs a destination", self.at)
        if len(goals) > 1 and goals[0] == self.location:
            del goals[0]  # "moves from Paris to Burgundy"
        route = tuple(place.partition("/")[0] for place in (*goals[:-1], *behind))
        return goals[-1], route, via or bool(route)

    def other(self, verb: str) -> tuple[str, str, str, bool]:
        """The unit that is supported or convoyed, and whether its move was announced before it."""
        before = self.powers()
        announced = False
        if self.kinds[self.at] == "move" or self.kinds[self.at : self.at + 2] == ["unit", "move"]:
            self.take("unit")  # the article of "supports a move"
            announced = self.skip("move")
        unit, place, named = self.named_unit(f"a {verb} names no unit")
        return unit, place, named or before, announced

    def announced_hold(self) -> bool:
        """Take the word off "supports to hold A Sev", "support hold to Sevastopol"."""
        start = self.at
        self.skip("move")
        if self.take("hold") is None:
            self.at = start
            return False
        self.skip("move")
        return True

    def support(self) -> Order:
        glued = self.items[self.at].value == "glued"
        self.at += 1
        held = self.announced_hold()
        arrow = self.kinds[self.at] == "move" and self.items[self.at].value == "-"
        unit, place, power, announced = self.other("support")
        goal = ""
        if held:
            self.take("hold")
        elif self.kinds[self.at] in _GOING:
            if not self.holds():
                goal = self.way()[0]
        elif announced and self.kinds[self.at] == "place":
            goal = self.items[self.at].value
            self.at += 1
        elif arrow:
            raise Misread("a support needs the unit before the arrow", self.at)
        else:
            self.take("hold")
        power = power or self.powers()
        if glued and goal.partition("/")[0] == place.partition("/")[0]:
            goal = ""  # the dialect that glues writes a support to hold this way
        return Order(Kind.SUPPORT, self.unit, self.location, goal, place, unit, power)

    def convoy(self) -> Order:
        self.at += 1
        if self.kinds[self.at : self.at + 3] == ["move", "place", ""]:
            return self.sail()
        unit, place, power, announced = self.other("convoy")
        if announced and self.kinds[self.at] == "place":
            goal = self.items[self.at].value
            self.at += 1
        elif self.kinds[self.at] in _GOING:
            goal = self.way()[0]
        else:
            raise Misread("a convoy needs a destination", self.at)
        return Order(Kind.CONVOY, self.unit, self.location, goal, place, unit, power)

    def sail(self) -> Order:
        """ "A London convoys to Norway": the army itself goes by convoy."""
        self.at += 1
        goal = self.items[self.at].value
        self.at += 1
        return Order(Kind.MOVE, self.unit, self.location, goal, via=True)
