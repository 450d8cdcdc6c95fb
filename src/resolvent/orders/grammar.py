"""From the items of an order to the order."""

from __future__ import annotations

from typing import Literal

from resolvent.orders.lexicon import Item, Misread
from resolvent.orders.order import Kind, Order

__all__ = ["Season", "parse_items"]

Season = Literal["M", "R", "A"]


def parse_items(items: list[Item], season: Season, end: int) -> Order:
    """Put the items of one order together.

    Args:
        items: from :class:`resolvent.orders.lexicon.Lexicon`.
        season: ``"M"``, ``"R"`` (a move is a retreat) or ``"A"`` (a bare unit is a build, and
            ``R`` removes).
        end: length of the text, the column of what is missing at its end.

    Returns:
        The order.

    Raises:
        Misread: the items are no order.
    """
    cursor = _Cursor(items, season, end)
    order = cursor.order()
    cursor.powers()
    if cursor.at < len(items):
        raise Misread(f"{items[cursor.at].text!r} cannot stand here", items[cursor.at].column)
    return order


class _Cursor:
    """Where the reading stands; each method takes the items it reads."""

    def __init__(self, items: list[Item], season: Season, end: int) -> None:
        self.items = items
        self.season = season
        self.end = end
        self.at = 0
        self.unit = ""
        self.location = ""

    def kind(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.items[at].kind if at < len(self.items) else ""

    def take(self, *kinds: str) -> Item | None:
        if self.kind() not in kinds:
            return None
        self.at += 1
        return self.items[self.at - 1]

    def skip(self, *kinds: str) -> bool:
        """Take all items of some kinds; whether there was one."""
        start = self.at
        while self.take(*kinds):
            pass
        return self.at > start

    def missing(self, why: str) -> Misread:
        column = self.items[self.at].column if self.at < len(self.items) else self.end
        return Misread(why, column)

    def powers(self) -> str:
        """Nationalities: adjectives, or a power's code before a unit (``ENG F NTH``)."""
        found = ""
        while True:
            item = self.take("power")
            if item is not None:
                found = item.value
            elif self.kind() == "place" and self.kind(1) == "unit" and self.items[self.at].power:
                found = self.items[self.at].power
                self.at += 1
            else:
                return found

    def named_unit(self, why: str) -> tuple[str, str, str]:
        """Type, place and nationality of a unit; what is left out is empty."""
        before = self.powers()
        unit = self.take("unit")
        between = self.powers()
        place = self.take("place")
        if place is None:
            raise self.missing(why)
        after = self.powers()
        return unit.value if unit else "", place.value, after or between or before

    def order(self) -> Order:
        if not self.items:
            raise Misread("there is no order", 0)
        self.powers()
        front = self.take("build", "disband", "retreat", "waive", "hold", "move")
        if self.waived(front):
            return Order(Kind.WAIVE)
        self.unit, self.location, _ = self.named_unit("no unit is named")
        if front is None:
            return self.action()
        match front.kind:
            case "build":
                return self.make(Kind.BUILD)
            case "disband":
                return self.make(Kind.DISBAND)
            case "hold":
                return self.make(Kind.HOLD)
            case "retreat":
                return self.retreat()
        return self.move()

    def waived(self, front: Item | None) -> bool:
        if front is not None and front.kind == "waive":
            return self.skip("build") or self.at == len(self.items) or self.kind() == "power"
        return front is not None and front.kind == "build" and self.take("waive") is not None

    def make(self, kind: Kind) -> Order:
        return Order(kind, self.unit, self.location)

    def action(self) -> Order:
        match self.kind():
            case "" if self.season == "A":
                return self.make(Kind.BUILD)
            case "":
                raise Misread("no action", self.end)
            case "move" | "via":
                return self.move()
            case "support":
                return self.support()
            case "convoy":
                return self.convoy()
            case "retreat":
                self.at += 1
                return self.retreat()
        return self.plain()

    def plain(self) -> Order:
        item = self.take("hold", "disband", "build")
        if item is None:
            raise self.missing(f"an action should stand where {self.items[self.at].text!r} is")
        return self.make({"hold": Kind.HOLD, "disband": Kind.DISBAND, "build": Kind.BUILD}[item.kind])

    def retreat(self) -> Order:
        """Behind the word: a goal, or that there is none."""
        if self.take("disband") or (self.season == "A" and not self.kind()):
            return self.make(Kind.DISBAND)
        self.skip("move")
        if self.take("disband"):
            return self.make(Kind.DISBAND)
        goal = self.take("place")
        if goal is None:
            raise self.missing("a retreat needs a destination")
        return Order(Kind.RETREAT, self.unit, self.location, goal.value)

    def move(self) -> Order:
        if self.holds():
            return self.make(Kind.HOLD)
        goal, route, via = self.path()
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

    def path(self) -> tuple[str, tuple[str, ...], bool]:
        """The way of a move: its goal, the provinces named on the way, whether by convoy.

        ``- NTH - NWY`` names the way before the goal, ``- NWY VIA NTH`` behind it.
        """
        goals: list[str] = []
        behind: list[str] = []
        via = open_goal = open_via = False
        while self.kind() in ("move", "via", "place"):
            item = self.items[self.at]
            if item.kind == "place" and not (open_goal or open_via):
                break
            if item.kind == "place":
                (behind if open_via else goals).append(item.value)
                open_goal = False
            else:
                via = via or item.kind == "via"
                open_via = item.kind == "via" and item.value != "^"
                # the sign ^ is an arrow where the goal is still to come
                open_goal = item.kind == "move" or open_goal or (item.value == "^" and not goals)
            self.at += 1
        if not goals or open_goal:
            raise self.missing("a move needs a destination")
        if len(goals) > 1 and goals[0] == self.location:
            del goals[0]  # "moves from Paris to Burgundy"
        route = tuple(place.partition("/")[0] for place in (*goals[:-1], *behind))
        return goals[-1], route, via or bool(route)

    def other(self, verb: str) -> tuple[str, str, str, bool]:
        """The unit that is supported or convoyed, and whether its move was announced before it."""
        before = self.powers()
        announced = False
        if self.kind() == "move" or (self.kind() == "unit" and self.kind(1) == "move"):
            self.take("unit")  # the article of "supports a move"
            announced = self.skip("move")
        unit, place, named = self.named_unit(f"a {verb} names no unit")
        return unit, place, named or before, announced

    def support(self) -> Order:
        glued = self.items[self.at].value == "glued"
        self.at += 1
        unit, place, power, announced = self.other("support")
        goal = ""
        if self.kind() in ("move", "via") and not self.holds():
            goal = self.path()[0]
        elif announced and self.kind() == "place":
            goal = self.items[self.at].value
            self.at += 1
        else:
            self.take("hold")
        power = power or self.powers()
        if glued and goal.partition("/")[0] == place.partition("/")[0]:
            goal = ""  # the dialect that glues writes a support to hold this way
        return Order(Kind.SUPPORT, self.unit, self.location, goal, place, unit, power)

    def convoy(self) -> Order:
        self.at += 1
        unit, place, power, announced = self.other("convoy")
        if announced and self.kind() == "place":
            goal = self.items[self.at].value
            self.at += 1
        elif self.kind() in ("move", "via"):
            goal = self.path()[0]
        else:
            raise self.missing("a convoy needs a destination")
        return Order(Kind.CONVOY, self.unit, self.location, goal, place, unit, power)
