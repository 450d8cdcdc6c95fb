"""Understanding: from an order as it was read to the thing that rules can be asked about.

What an order means may depend on the reading (which coast a careless move means) and on the position
(whether the unit it names is an army).  Nothing is decided here but what is asked of the rules.
"""

from __future__ import annotations

from resolvent.board.province import Place
from resolvent.orders.entities import Convoy, Disband, Hold, Move, OrderEntity, Retreat, Support, Unit
from resolvent.orders.order import Kind, Order
from resolvent.orders.position import Position
from resolvent.orders.read import Reader
from resolvent.rules.grounded import Grounded
from resolvent.rules.reading import Reading

__all__ = ["Understanding"]

_KEPT = 200_000
"""Orders that are remembered for a reader; a map has some ten thousand written in the notation."""

_known: dict[Reader, dict[tuple[Unit, str], OrderEntity]] = {}
"""Orders met before that mean the same under every reading and in every position."""


class Understanding:
    """Makes orders of one position ready for the rules of one reading.

    Args:
        position: the units.
        rules: the judging rules over this position.
        reading: the rules as text, which tell what of an order they ask for.
        reader: what read them; another one may read the same text otherwise.

    Attributes:
        notes_slips: whether to record in what ways the writing differs from the position.
        asks_rank: whether any rule asks which of two orders to different units was written first.
    """

    def __init__(self, position: Position, rules: Grounded, reading: Reading, reader: Reader) -> None:
        self.position = position
        self.rules = rules
        self.notes_slips = reading.asks_about_slips
        self.asks_rank = reading.asks_about_rank
        self.known = _known.setdefault(reader, {})
        if len(self.known) > _KEPT:
            self.known.clear()

    @property
    def shares(self) -> bool:
        """Whether one object may stand for a text in many positions: no rule asks how they differ."""
        return not (self.notes_slips or self.asks_rank)

    def shared(self, unit: Unit, order: Order, text: str) -> OrderEntity:
        """An order that stands alone: one object for all positions in which it means the same."""
        key = (unit, text)
        entity = self.known.get(key)
        if entity is not None and (entity.sort != "Support" or self.names_rightly(entity)):
            return entity
        entity = self.fresh(unit, order, text)
        if not (isinstance(entity, Move) and self.leaves_a_choice(entity)):
            self.known[key] = entity
        return entity

    def names_rightly(self, entity: OrderEntity) -> bool:
        """Whether a remembered support still names its unit as it stands here."""
        assert isinstance(entity, Support)
        here = self.position.at.get(entity.supported)
        return here is not None and here[0].name == entity.supported_name

    @staticmethod
    def leaves_a_choice(entity: OrderEntity) -> bool:
        """Whether the rules had to be asked what the move means."""
        assert isinstance(entity, Move)
        return bool(entity.destination.coasts)

    def fresh(self, unit: Unit, order: Order, text: str) -> OrderEntity:
        """An order as an object of its own."""
        entity: OrderEntity
        if order.kind is Kind.MOVE or order.kind is Kind.RETREAT:
            entity = self.move(unit, order, text)
        elif order.kind is Kind.SUPPORT:
            supported = self.place(order.other).province
            place = self.place(order.destination) if order.destination else supported.place
            here = self.position.at.get(supported)
            name = here[0].name if here else f"{order.other_unit} {order.other}".strip()
            entity = Support(unit, order, text, supported, place, name)
        elif order.kind is Kind.CONVOY:
            goal = self.place(order.destination).province
            entity = Convoy(unit, order, text, self.place(order.other).province, goal)
        else:
            entity = (Disband if order.kind is Kind.DISBAND else Hold)(unit, order, text)
        if self.notes_slips:
            self.note_slips(entity, order)
        return entity

    def move(self, unit: Unit, order: Order, text: str) -> Move:
        """A move or retreat, to the place that the rules say it means."""
        kind = Retreat if order.kind is Kind.RETREAT else Move
        move = kind(unit, order, text, self.place(order.destination))
        move.route = tuple(self.place(id).province for id in order.route)
        if move.destination.coasts:
            means = self.rules["means"]
            meant = [place for place in move.destination.places if means(move, place)]
            move.set_place(meant[0] if len(meant) == 1 else move.destination.place)
        return move

    def place(self, id: str) -> Place:
        """A place as it is written; of a coast that does not exist the province is meant."""
        places = self.position.board.places
        return places.get(id) or places[id.partition("/")[0]]

    def note_slips(self, entity: OrderEntity, order: Order) -> None:
        """Record in what ways the writing differs from the position."""
        unit = entity.unit
        other = self.position.at.get(self.place(order.other).province) if order.other else None
        written = [(order.unit, unit)]
        if other is not None:
            written.append((order.other_unit, other[0]))
            nation = order.other_power
            entity.stateless = not nation and other[0].power != unit.power
            entity.misnamed = bool(nation) and other[0].power != nation
        entity.untyped = any(not kind for kind, _ in written)
        entity.mistyped = any(kind and (kind == "A") is not u.army for kind, u in written)
        coast = order.location.partition("/")[2]
        entity.miscoasted = bool(coast and unit.place.coast and unit.place.id != order.location)
        goer = unit if order.kind in (Kind.MOVE, Kind.RETREAT) else other[0] if other else None
        entity.needless_coast = bool(
            order.needless_coast
            or (coast and not unit.place.coast)
            or ("/" in order.destination and goer is not None and goer.army)
        )
        entity.slip = (
            entity.untyped
            or entity.mistyped
            or entity.miscoasted
            or entity.needless_coast
            or entity.stateless
            or entity.misnamed
        )
