"""Fleets at sea and the routes they make: the facts behind the words about convoys."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from resolvent.board.map import Map
from resolvent.board.province import Province
from resolvent.errors import BudgetError

__all__ = ["SeaMap", "Seas"]

Neighbours = dict[Province, frozenset[Province]]

_LONGEST_SEARCH = 20_000
"""Steps that the search for one route without short cut may take; no real map comes near it."""

_KEPT = 50_000
"""Answers that are remembered for a map."""


class SeaMap:
    """Which seas touch a province, and answers about routes that came up before.  One for each map."""

    def __init__(self, board: Map) -> None:
        self.touching: Neighbours = {
            p: frozenset(n.province for place in p.places for n in place.fleet if n.province.kind == "sea")
            for p in board.provinces.values()
        }
        self.answers: dict[tuple[frozenset[Province], Province, Province, Province], bool] = {}


class Seas:
    """The fleets at sea in one position.

    Args:
        sea_map: the map's seas.
        fleets: the sea provinces that hold a fleet.
    """

    __slots__ = ("_components", "fleets", "sea_map")

    def __init__(self, sea_map: SeaMap, fleets: Iterable[Province]) -> None:
        self.sea_map = sea_map
        self.fleets = frozenset(fleets)
        self._components: list[frozenset[Province]] | None = None

    def touching(self, province: Province) -> frozenset[Province]:
        """The seas beside a province."""
        return self.sea_map.touching[province]

    def route(self, origin: Province, destination: Province, avoiding: Province | None = None) -> bool:
        """Whether fleets at sea, of whatever power, link two coasts (without the fleet in one sea)."""
        if origin is destination or origin.kind == "sea" or destination.kind == "sea":
            return False
        if avoiding is None or avoiding not in self.fleets:
            starts, goals = self.sea_map.touching[origin], self.sea_map.touching[destination]
            return any(not starts.isdisjoint(c) and not goals.isdisjoint(c) for c in self._parts())
        return self._chain(origin, destination, self.fleets - {avoiding})

    def _parts(self) -> list[frozenset[Province]]:
        """The connected groups of fleets at sea."""
        if self._components is None:
            left = set(self.fleets)
            self._components = []
            while left:
                group = {left.pop()}
                edge = list(group)
                while edge:
                    more = self.sea_map.touching[edge.pop()] & left
                    left -= more
                    group |= more
                    edge += more
                self._components.append(frozenset(group))
        return self._components

    def linked(
        self, origin: Province, destination: Province, fleets: Sequence[tuple[Province, bool]]
    ) -> bool:
        """Whether those of ``fleets`` that are true make a chain between two coasts."""
        return bool(fleets) and self._chain(origin, destination, {f for f, carries in fleets if carries})

    def _chain(self, origin: Province, destination: Province, fleets: Iterable[Province]) -> bool:
        touching = self.sea_map.touching
        goals = touching[destination]
        left = set(fleets)
        edge = left & touching[origin]
        while edge:
            if not edge.isdisjoint(goals):
                return True
            left -= edge
            edge = left.intersection(set().union(*(touching[f] for f in edge)))
        return False

    def on_route(self, fleet: Province, origin: Province, destination: Province) -> bool:
        """Whether a fleet lies on a route without short cut (6.F.12, 6.G.19).

        A route has a short cut if two of its provinces that do not follow each other border, the two
        coasts included, but not the two coasts with each other.
        """
        if (
            fleet not in self.fleets
            or origin is destination
            or origin.kind == "sea"
            or destination.kind == "sea"
        ):
            return False
        touching = self.sea_map.touching
        if fleet in touching[origin] and fleet in touching[destination]:
            return True
        group = next(c for c in self._parts() if fleet in c)
        if group.isdisjoint(touching[origin]) or group.isdisjoint(touching[destination]):
            return False
        if destination.index < origin.index:  # a route leads both ways
            origin, destination = destination, origin
        key = (self.fleets, fleet, origin, destination)
        answers = self.sea_map.answers
        found = answers.get(key)
        if found is None:
            if len(answers) >= _KEPT:
                answers.clear()
            found = answers[key] = self._search(fleet, origin, destination)
        return found

    def _search(self, fleet: Province, origin: Province, destination: Province) -> bool:
        return next(self.routes(fleet, origin, destination, self.fleets), None) is not None

    def routes(
        self, fleet: Province, origin: Province, destination: Province, fleets: frozenset[Province]
    ) -> Iterator[tuple[Province, ...]]:
        """The routes without short cut that pass a fleet.

        Depth first, leaving a branch from where the fleet, or after it the other coast, can no longer be
        reached; seas nearer to the fleet come first, so that mostly the first branch is a route.

        Args:
            fleet: the sea that a route must pass.
            origin, destination: the two coasts.
            fleets: the seas it may lead over.

        Raises:
            BudgetError: if there are too many branches to look through.
        """
        touching = self.sea_map.touching
        goals = touching[destination]
        away = self._distances(fleet, fleets)
        steps = 0
        first = touching[origin] & away.keys()

        def later(f: Province) -> tuple[int, str]:
            return away[f], f.id

        branches: list[tuple[tuple[Province, ...], frozenset[Province]]] = [
            ((f,), fleets - first) for f in sorted(first, key=later, reverse=True)
        ]
        while branches:
            route, allowed = branches.pop()
            last = route[-1]
            steps += 1
            if steps > _LONGEST_SEARCH:
                raise BudgetError(f"too many sea routes from {origin.id} to {destination.id} to look through")
            if last in goals:  # going on would make a short cut
                if fleet in route:
                    yield route
                continue
            following = touching[last] & allowed & away.keys()
            rest = allowed - following
            passed = fleet in route
            for f in sorted(following, key=later, reverse=True):
                if passed or f is fleet:
                    leads = f in goals or self._reaches(f, goals & rest, rest)
                else:
                    leads = (
                        f not in goals
                        and fleet in rest
                        and self._reaches(f, {fleet}, rest - goals)
                        and self._parts_at(fleet, f, goals, rest)
                    )
                if leads:
                    branches.append(((*route, f), rest))

    def way(self, origin: Province, destination: Province) -> bool:
        """Whether the seas of the map link two coasts, fleets or not."""
        return self._everywhere().route(origin, destination)

    def on_way(self, sea: Province, origin: Province, destination: Province) -> bool:
        """Whether a sea lies on a way over the seas of the map that has no short cut."""
        return self._everywhere().on_route(sea, origin, destination)

    def _everywhere(self) -> Seas:
        return Seas(self.sea_map, (p for p in self.sea_map.touching if p.kind == "sea"))

    def _reaches(self, start: Province, goals: Collection[Province], through: Iterable[Province]) -> bool:
        left = set(through)
        edge = [start]
        while edge:
            beside = self.sea_map.touching[edge.pop()]
            if not beside.isdisjoint(goals):
                return True
            more = beside & left
            left -= more
            edge += more
        return False

    def _parts_at(
        self, fleet: Province, start: Province, goals: Collection[Province], through: frozenset[Province]
    ) -> bool:
        """Whether two ways lead from a fleet, one to ``start``, one to ``goals``, with no sea in common.

        A flow of two units over seas that let one pass: the first takes the shortest way to ``start``, and
        the second may send it back over parts of that.
        """
        touching = self.sea_map.touching
        toward = self._distances(start, through)
        after: dict[Province, Province] = {}
        before: dict[Province, Province] = {}
        f = fleet
        while f is not start:
            after[f] = min(touching[f] & toward.keys(), key=toward.__getitem__)
            before[after[f]] = f
            f = after[f]
        seen: set[tuple[Province, bool]] = set()
        edge = [(fleet, True)]  # a sea of the first way that is come upon is not free: it sends back
        while edge:
            f, free = edge.pop()
            if free and f in goals:
                return True
            open_to = touching[f] & through - {after.get(f)} if free else ()
            more = [(g, g not in before) for g in open_to]
            if f in before:
                more.append((before[f], True))
            edge += [state for state in more if state[0] is not fleet and state not in seen]
            seen.update(more)
        return False

    def _distances(self, fleet: Province, fleets: Iterable[Province]) -> dict[Province, int]:
        """How many steps over ``fleets`` each of them is away from one, for those that are linked with it."""
        left = set(fleets) - {fleet}
        away = {fleet: 0}
        for f in (edge := [fleet]):
            more = self.sea_map.touching[f] & left
            left -= more
            edge += more
            away |= dict.fromkeys(more, away[f] + 1)
        return away
