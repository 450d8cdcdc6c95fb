"""A game as somebody recorded it: what every file format is read into and written from.

A record says what its file says and no more.  Where a format leaves out where the units stood, or
what became of the orders, the field is ``None`` or empty; :mod:`resolvent.records.follow` fills in
positions that follow from recorded results.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from resolvent.errors import InputError
from resolvent.outcomes import Outcome, Reason
from resolvent.records.phase import Dislodged, OrderSet, Phase

if TYPE_CHECKING:
    from resolvent.orders.grammar import Season

__all__ = [
    "Aftermath",
    "ByPower",
    "GameRecord",
    "Message",
    "Orders",
    "RecordedPhase",
    "RecordedResult",
    "parse_phase_name",
    "phase_order",
    "record_of_phase",
]

ByPower = dict[str, tuple[str, ...]]
Orders = dict[str, tuple[str | OrderSet, ...]]
DislodgedUnits = dict[str, dict[str, Dislodged]]

_SHORT = re.compile(r"([SFW])(\d{1,6})([MRAB])")
_LONG = re.compile(r"([A-Z]+)\W+(?:OF\W+)?(\d{1,6})\W+([A-Z]+)\W*")
_SEASONS = {"SPRING": "S", "SUMMER": "S", "FALL": "F", "AUTUMN": "F", "WINTER": "W", "YEAR": "S"}
_TYPES = {"MOVEMENT": "M", "RETREAT": "R", "RETREATS": "R", "ADJUSTMENT": "A", "ADJUSTMENTS": "A"}
_TYPES |= {
    "BUILD": "A",
    "BUILDS": "A",
    "MOVE": "M",
    "MOVES": "M",
    "MOVEMENTS": "M",
    "DIPLOMACY": "M",
    "ORDERS": "M",
}


class RecordedResult(msgspec.Struct, frozen=True):
    """What a record says of one order.

    Attributes:
        codes: the words of the recording program.
        outcome: the same as one of our outcomes, ``None`` where the words leave it open.
        reason: why, where the words tell.
        dislodged: whether the unit was dislodged; ``None`` if it is not said.
        succeeded: whether it succeeded; told by many programs that do not tell the outcome.
    """

    codes: tuple[str, ...] = ()
    outcome: Outcome | None = None
    reason: Reason | None = None
    dislodged: bool | None = None
    succeeded: bool | None = None


class Message(msgspec.Struct, frozen=True):
    """A message between players.

    Attributes:
        sender, recipient: powers, or the program's words for all and for itself.
        text: what was written.
        sent: when, in the program's unit (microseconds for the ``diplomacy`` package).
    """

    sender: str
    recipient: str
    text: str
    sent: int = 0


class Aftermath(msgspec.Struct, frozen=True):
    """The board behind a phase, where a record tells it beside the phase.

    Attributes:
        phase: the phase it belongs to, ``""`` if not said.
        units: the units that stand.
        dislodged: those that must retreat.
        centers: owned centres; ``None`` if not said.
    """

    phase: str = ""
    units: ByPower | None = None
    dislodged: DislodgedUnits | None = None
    centers: ByPower | None = None


class RecordedPhase(msgspec.Struct, frozen=True):
    """One phase of a record.

    Attributes:
        name: ``"S1901M"``, ``"F1901R"``, ``"W1901A"``; ``"FORMING"`` and ``"COMPLETED"`` occur.
        units: power to the units standing before the orders; ``None`` if the record does not say.
        orders: power to orders, in the notation where they could be read, else as written.  A power
            that gave none is left out or has an empty entry.
        centers: power to owned centres; ``None`` if the record does not say.
        dislodged: power to dislodged unit to what is known of it; ``None`` if not said.
        results: unit, as it stood before the phase, to what became of its order; empty if not said.
        after: the board behind the phase, where it is not in the next phase of the record.
        messages: what the players wrote to each other.
    """

    name: str
    units: ByPower | None = None
    orders: Orders = {}
    centers: ByPower | None = None
    dislodged: DislodgedUnits | None = None
    results: dict[str, RecordedResult] = {}
    after: Aftermath | None = None
    messages: tuple[Message, ...] = ()

    @property
    def type(self) -> str:
        """``"M"``, ``"R"``, ``"A"``; ``""`` where nothing is played."""
        return self.name[-1] if _SHORT.fullmatch(self.name) else ""

    @property
    def season(self) -> Season:
        """How orders of this phase are read."""
        return "R" if self.type == "R" else "A" if self.type == "A" else "M"

    @property
    def year(self) -> int:
        """The year, 0 where there is none."""
        match = _SHORT.fullmatch(self.name)
        return int(match[2]) if match else 0

    def order_texts(self, power: str) -> tuple[str, ...]:
        """The orders of a power, all its sets one after the other.

        Args:
            power: the id of a power.
        """
        texts: list[str] = []
        for entry in self.orders.get(power, ()):
            texts += (entry,) if isinstance(entry, str) else entry
        return tuple(texts)

    def result(self, unit: str) -> RecordedResult | None:
        """What is recorded of a unit, ``None`` if nothing.

        Args:
            unit: ``"A PAR"``, as it stood before the phase.
        """
        return self.results.get(unit)

    def to_phase(self, map: str) -> Phase:
        """The phase as it is handed to the adjudicator.

        Args:
            map: the name of the map.

        Raises:
            InputError: the record does not say where the units stood, or nothing is played.
        """
        if not self.type:
            raise InputError(f"nothing is played in the phase '{self.name}'", self.name)
        if self.units is None:
            raise InputError("the record does not say where the units stood", self.name)
        units = {power: units for power, units in self.units.items() if units}
        orders = {power: orders for power, orders in self.orders.items() if orders}
        return Phase(map, self.name, units, orders, self.centers, self.dislodged)


class GameRecord(msgspec.Struct, frozen=True):
    """A game, a part of one, or a test case.

    Attributes:
        id: its name in the file, ``""`` if it has none.
        map: the name of the map.
        phases: in order of play.
        source: the name of the format it was read from; the codes of its results are that format's.
        title: a title for people.
        notes: free text of the file that belongs to the record.
        metadata: what else the format says of the game (``rules``, ``scoring_system``, …), as JSON
            would have it.
    """

    id: str = ""
    map: str = "standard"
    phases: tuple[RecordedPhase, ...] = ()
    source: str = ""
    title: str = ""
    notes: str = ""
    metadata: dict[str, Any] = {}


def parse_phase_name(text: str) -> str:
    """Read the name of a phase, short or long.

    Args:
        text: ``"F1903M"``, ``"F1903B"``, ``"FALL 1903 RETREATS"``, ``"Fall, 1903, Movement"``.

    Returns:
        The name as the contract has it, the year with at least four digits; ``"FORMING"`` and
        ``"COMPLETED"`` stay.

    Raises:
        InputError: it is no phase.
    """
    word = text.strip().upper()
    if word in ("FORMING", "COMPLETED"):
        return word
    short = _SHORT.fullmatch(word)
    if short:
        return _phase_name(short[1], int(short[2]), short[3], text)
    long = _LONG.fullmatch(word)
    if long and long[1] in _SEASONS and long[3] in _TYPES:
        return _phase_name(_SEASONS[long[1]], int(long[2]), _TYPES[long[3]], text)
    raise _no_phase(text)


def _phase_name(season: str, year: int, type: str, text: str) -> str:
    if type in "AB":
        return f"W{year:04d}A"
    season = "F" if season == "W" else season  # jDip says that its Winter is its Fall
    if type not in "MR":
        raise _no_phase(text)
    return f"{season}{year:04d}{type}"


def _no_phase(text: str) -> InputError:
    shown = text.strip()[:40]
    return InputError(f"{shown!r} is no phase; phases are written S1901M, F1901R, W1901A")


def phase_order(name: str) -> tuple[int, int]:
    """A key that puts phases in order of play.

    Args:
        name: ``"S1901M"``; FORMING comes first, COMPLETED last.

    Returns:
        The year and the number within it.
    """
    match = _SHORT.fullmatch(name)
    if match is None:
        return (-1, 0) if name == "FORMING" else (10**9, 0)
    return int(match[2]), ("SM", "SR", "FM", "FR", "WA").index(match[1] + match[3])


def record_of_phase(phase: Phase) -> RecordedPhase:
    """A phase of the contract as a phase of a record.

    Args:
        phase: any phase.
    """
    return RecordedPhase(phase.phase, phase.units, phase.orders, phase.centers, phase.dislodged)
