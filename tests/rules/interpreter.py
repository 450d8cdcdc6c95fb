"""What a checked function means, evaluated directly: slow, simple, and nothing of the compiler in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from resolvent.orders.entities import OrderEntity
from resolvent.orders.position import Position
from resolvent.rules import syntax as s

__all__ = ["World"]

Scope = dict[str, Any]
Values = Mapping[tuple[str, OrderEntity], bool]

COMPARED = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


class World:
    """A position with orders that are given and a value for every decision.

    Args:
        definitions: the functions.
        position: the units.
        orders: the orders that are given.
        values: what every decision about them says.
    """

    def __init__(
        self,
        definitions: Mapping[str, s.Definition],
        position: Position,
        orders: Sequence[OrderEntity],
        values: Values,
    ) -> None:
        self.definitions = definitions
        self.position = position
        self.orders = orders
        self.values = values

    def apply(self, name: str, *arguments: Any) -> Any:
        """What a function gives: a bool, an int, or a list without repetition."""
        return self.find(self.definitions[name].body, self.scope(name, arguments))

    def equation(self, name: str, order: OrderEntity) -> bool:
        """What the equation of a decision gives."""
        return bool(self.find(self.definitions[name].body, self.scope(name, (order,))))

    def scope(self, name: str, arguments: Sequence[Any]) -> Scope:
        """The parameters of a function and what they stand for."""
        names = [x for x, _ in self.definitions[name].parameters]
        return dict(zip(names, arguments, strict=True))

    def find(self, node: s.Node, scope: Scope) -> Any:
        """The value of an expression."""
        match node:
            case s.Constant():
                return node.value
            case s.Variable():
                return scope[node.name]
            case s.Attribute():
                return getattr(self.find(node.of, scope), node.name)
            case s.Not():
                return not self.find(node.part, scope)
            case s.And():
                return all(self.find(part, scope) for part in node.parts)
            case s.Or():
                return any(self.find(part, scope) for part in node.parts)
            case s.If():
                return self.find(node.then if self.find(node.condition, scope) else node.other, scope)
            case s.Compare():
                return COMPARED[node.operator](self.find(node.left, scope), self.find(node.right, scope))
            case s.Same():
                return (self.find(node.left, scope) == self.find(node.right, scope)) != node.negated
            case s.Add():
                return self.find(node.left, scope) + self.find(node.right, scope)
            case s.Union():
                return once([*self.find(node.left, scope), *self.find(node.right, scope)])
            case s.Quantifier():
                return self.quantified(node, scope)
            case s.Least():
                members = self.members(node.generators, scope)
                return min(
                    [self.find(node.value, m) for m in members if self.find(node.condition, m)], default=99
                )
            case s.SetOf():
                members = self.members(node.generators, scope)
                return once([self.find(node.element, m) for m in members if self.find(node.condition, m)])
            case s.Connected():
                return self.connected(node, scope)
            case s.Call():
                arguments = [self.find(a, scope) for a in node.arguments]
                if self.definitions[node.name].role == "decision":
                    return self.values[node.name, arguments[0]]
                return self.apply(node.name, *arguments)
            case s.WordCall():
                return self.word(node.name, [self.find(a, scope) for a in node.arguments])
        raise AssertionError(f"{node} has no meaning here")

    def members(self, generators: Sequence[s.Generator], scope: Scope) -> Iterator[Scope]:
        """Every way to choose a member for each for-part."""
        if not generators:
            yield scope
            return
        first, *rest = generators
        for member in self.find(first.relation, scope):
            yield from self.members(rest, {**scope, first.variable: member})

    def quantified(self, node: s.Quantifier, scope: Scope) -> bool | int:
        found = [self.find(node.body, m) for m in self.members(node.generators, scope)]
        return {"all": all(found), "any": any(found), "count": sum(map(bool, found))}[node.kind]

    def connected(self, node: s.Connected, scope: Scope) -> bool:
        move = self.find(node.move, scope)
        members = self.members((node.generator,), scope)
        x = node.generator.variable
        fleets = {m[x].location for m in members if self.find(node.condition, m)}
        return self.chain(move.origin, move.destination, fleets)

    def chain(self, origin: Any, destination: Any, fleets: set[Any]) -> bool:
        """Whether fleets make a chain from one coast to another: try every next fleet."""
        touching = self.position.seas.touching
        return any(
            sea in touching(destination) or self.chain(sea, destination, fleets - {sea})
            for sea in touching(origin) & fleets
        )

    def word(self, name: str, given: Sequence[Any]) -> Any:
        """A word of the vocabulary."""
        first = given[0]
        orders = self.orders
        match name:
            case "borders":
                return given[1] in first.reach
            case "reaches":
                return any(place.province is given[1] for place in first.reach)
            case "at_sea":
                return first.kind == "sea"
            case "split":
                return len(first.coasts) > 0
            case "coasts":
                return list(first.coasts)
            case "coastless":
                return not first.coast
            case "units_at":
                return [u for u in self.position.units if u.province is first]
            case "sea_route":
                fleets = {u.province for u in self.position.units if u.fleet and u.province.kind == "sea"}
                ends_ashore = "sea" not in (first.kind, given[1].kind)
                return first is not given[1] and ends_ashore and self.chain(first, given[1], fleets)
            case "moves_to":
                return [o for o in orders if o.sort == "Move" and vars_of(o, "destination") is first]
            case "moves_from":
                return [o for o in orders if o.sort == "Move" and o.location is first]
            case "supports_at":
                return [o for o in orders if o.sort == "Support" and vars_of(o, "supported") is first]
            case "convoys_at":
                return [o for o in orders if o.sort == "Convoy" and vars_of(o, "army") is first]
            case "convoys_by":
                return [o for o in orders if o.sort == "Convoy" and o.location is first]
            case "on_convoy_route":
                same = [o for o in orders if o.sort == "Convoy" and serve_alike(o, first)]
                seas = frozenset(o.location for o in same)
                routes = self.position.seas.routes(first.location, first.army, first.destination, seas)
                return first.location in seas and any(True for _ in routes)
        raise AssertionError(f"the interpreter does not know '{name}'")


def once(members: Sequence[Any]) -> list[Any]:
    """Every member once."""
    return list(dict.fromkeys(members))


def vars_of(order: OrderEntity, name: str) -> Any:
    """An attribute that only some orders have."""
    return getattr(order, name)


def serve_alike(order: OrderEntity, other: OrderEntity) -> bool:
    """Two convoy orders are for the same army to the same place."""
    return all(vars_of(order, name) is vars_of(other, name) for name in ("army", "destination"))
