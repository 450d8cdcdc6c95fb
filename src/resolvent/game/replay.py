"""Replaying a recorded game: every phase adjudicated, and compared with what the record has next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

import msgspec

from resolvent.board import Map, load_map
from resolvent.game.turns import after
from resolvent.outcomes import Status
from resolvent.records.game import GameRecord, RecordedPhase, RecordedResult, phase_order
from resolvent.records.phase import Dislodged, Phase
from resolvent.resolution.adjudicate import adjudicate
from resolvent.resolution.resolution import OrderResult, Resolution
from resolvent.rules.reading import Reading, load_reading

__all__ = ["Difference", "Step", "replay"]

Kind = Literal["units", "dislodged", "retreats", "centers", "phase", "open"]
ByPower = Mapping[str, Iterable[str]]


class Difference(msgspec.Struct, frozen=True):
    """Something that the record has otherwise.

    Attributes:
        kind: ``"units"`` that stand, ``"dislodged"`` units, their ``"retreats"``, ``"centers"``;
            ``"phase"``: the record leaves out a phase in which there was something to do; ``"open"``: the
            rules do not settle the orders.
        about: the power, or for retreats the unit, or the phase left out.
        ours: what we have and the record has not; of a phase left out the units that go for want of orders.
        recorded: what the record has and we have not.
    """

    kind: Kind
    about: str
    ours: tuple[str, ...] = ()
    recorded: tuple[str, ...] = ()


class Step(NamedTuple):
    """One phase of the game.

    Attributes:
        phase: the phase as it was adjudicated.
        resolution: what came of it.
        compared: whether the record tells what came next.
        differences: where it has something else; none if both agree.
        results: unit to what the record says of its order, where it says anything.
    """

    phase: Phase
    resolution: Resolution
    compared: bool
    differences: tuple[Difference, ...]
    results: Mapping[str, RecordedResult]

    def concerned(self) -> list[OrderResult]:
        """The orders that begin or end in a province where the two differ."""
        where = {
            _province(text)
            for d in self.differences
            for text in ((*d.ours, *d.recorded) if d.kind in ("units", "dislodged") else (d.about,))
        }
        return [
            o
            for o in self.resolution.orders
            if _province(o.unit) in where or (o.order.rpartition(" ")[2].partition("/")[0] in where)
        ]


def replay(
    record: GameRecord, rules: str | Reading = "datc", *, every: bool = False, board: Map | None = None
) -> Iterator[Step]:
    """Adjudicate a recorded game phase by phase.

    As long as both agree, the next phase is the one that follows from ours, with the retreats and the
    centres as they came about; the record gives only the orders.

    Args:
        record: the game.
        rules: a rulebook's name, the path of a rulebook file, or a reading.
        every: go on from the record's position where the two part; otherwise that is the last phase.
        board: the map; left out, the one the record names.

    Yields:
        One step for each phase in which something is played.

    Raises:
        InputError: a phase cannot be used: units unknown, two in one province, an unknown place.
    """
    reading = rules if isinstance(rules, Reading) else load_reading(rules)
    board = board or load_map(record.map)
    phases = [phase for phase in record.phases if phase.type]
    ours: Phase | None = None
    for number, recorded in enumerate(phases):
        following = phases[number + 1] if number + 1 < len(phases) else None
        phase = _told(recorded, ours, record.map, board)
        resolution = adjudicate(phase, reading, board=board)
        then = _recorded_next(recorded, following)
        if resolution.status is Status.OPEN:
            found, ours = [Difference("open", phase.phase)], None
        elif then is None:
            found, ours = [], None
        else:
            found, ours = _compare(phase, resolution, then, reading, board)
        yield Step(phase, resolution, then is not None, tuple(found), recorded.results)
        if found and not every:
            return
        if found:
            ours = None


def _told(recorded: RecordedPhase, ours: Phase | None, map_name: str, board: Map) -> Phase:
    """The phase to adjudicate: our position with the record's orders, or all as recorded."""
    if ours is not None:
        return msgspec.structs.replace(ours, orders=dict(recorded.orders))
    phase = recorded.to_phase(map_name)
    start = {power: tuple(sorted(units)) for power, units in board.start.items() if units}
    if phase.centers is None and {p: tuple(sorted(u)) for p, u in phase.units.items() if u} == start:
        return msgspec.structs.replace(phase, centers={p: c for p, c in board.homes.items() if c})
    return phase


class _Next(NamedTuple):
    """What a record has behind a phase."""

    name: str
    units: ByPower
    dislodged: Mapping[str, Mapping[str, Dislodged]] | None
    centers: ByPower | None


def _recorded_next(recorded: RecordedPhase, following: RecordedPhase | None) -> _Next | None:
    """The board behind a phase, from the next phase of the record or from what it tells beside it."""
    told = recorded.after
    if following is not None and following.units is not None:
        if told is not None and told.phase not in ("", following.name):
            return None  # the record leaves out what lies between
        return _Next(following.name, following.units, following.dislodged, following.centers)
    if told is None or told.units is None or not told.phase:
        return None
    return _Next(told.phase, told.units, told.dislodged, told.centers)


def _compare(
    phase: Phase, resolution: Resolution, then: _Next, reading: Reading, board: Map
) -> tuple[list[Difference], Phase | None]:
    """Where the record goes on otherwise, and our position at the phase with which it goes on."""
    found: list[Difference] = []
    now = after(phase, resolution, reading, skip_empty=False, board=board)
    usual = after(phase, resolution, reading, board=board)
    while now.phase != then.name and not (then.name == "COMPLETED" and (now.type != "R" or now.dislodged)):
        if now.type == "M" or phase_order(now.phase) > phase_order(then.name):
            return found, None  # a gap in the record: nothing to compare
        if now.type == "A" and now.centers is None:
            return found, None  # nobody knows what was due
        bare = adjudicate(now, reading, board=board)
        if now.phase == usual.phase:
            found.append(Difference("phase", now.phase, ours=tuple([o.unit for o in bare.orders])))
        usual = after(now, bare, reading, board=board)
        now = after(now, bare, reading, skip_empty=False, board=board)
    found += _by_power("units", now.units, then.units)
    if now.type == "R" and then.name == now.phase:
        found += _dislodged(now.dislodged or {}, then.dislodged)
    if now.centers is not None and then.centers is not None:
        found += _by_power("centers", now.centers, then.centers)
    if now.centers is None and then.centers is not None:
        now = msgspec.structs.replace(now, centers={p: tuple(c) for p, c in then.centers.items()})
    return found, now


def _by_power(kind: Kind, ours: ByPower, recorded: ByPower) -> Iterator[Difference]:
    for power in dict.fromkeys((*ours, *recorded)):
        one, other = set(ours.get(power, ())), set(recorded.get(power, ()))
        if one != other:
            yield Difference(kind, power, tuple(sorted(one - other)), tuple(sorted(other - one)))


def _dislodged(
    ours: Mapping[str, Mapping[str, Dislodged]], recorded: Mapping[str, Mapping[str, Dislodged]] | None
) -> Iterator[Difference]:
    """Dislodged units; a record may leave out those that have nowhere to go."""
    recorded = recorded or {}
    told = {power: set(units) for power, units in recorded.items()}
    met = {
        power: [u for u, known in units.items() if known.retreats or u in told.get(power, ())]
        for power, units in ours.items()
    }
    yield from _by_power("dislodged", met, told)
    for power, units in recorded.items():
        for unit, known in units.items():
            mine = ours.get(power, {}).get(unit)
            if mine is None or known.retreats is None:
                continue
            one, other = set(mine.retreats or ()), set(known.retreats)
            if one != other:
                yield Difference("retreats", unit, tuple(sorted(one - other)), tuple(sorted(other - one)))


def _province(text: str) -> str:
    """The province of ``"F SPA/NC"``."""
    return text.rpartition(" ")[2].partition("/")[0]
