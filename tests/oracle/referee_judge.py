"""The brute-force referee as a judge: its answer shares neither rules nor solver with the one it is about.

Run as a program it judges as many phases as are wanted, theme by theme::

    python -m tests.oracle.referee_judge --phases 100000 --jobs 2
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from resolvent import load_map
from resolvent.oracle.checker import Checker
from resolvent.oracle.fuzz import Fuzz, Report
from resolvent.oracle.generate import THEMES, Generator
from resolvent.oracle.helper import fault_text
from resolvent.oracle.judges import PythonJudge
from tests.referee.brute import Resolution, resolve
from tests.referee.geography import geography, place_id
from tests.referee.legality import Written, is_legal, routed, unit_text
from tests.referee.rules import OrderTuple, Position, Unit

__all__ = ["judged", "referee"]


def referee(phase: Mapping[str, Any]) -> dict[str, Any]:
    """What the brute-force referee says of a movement phase of the standard map, as a claim.

    Orders are in the notation, at most one for each unit; of those it finds illegal it says so.
    """
    units = {p: unit for power, owned in phase["units"].items() for p, unit in _placed(power, owned)}
    orders = {p: Written(("H",)) for p in units}
    orders |= {p: _with_coast(units[p], p, w) for texts in phase["orders"].values() for p, w in _read(texts)}
    illegal = {p for p, w in orders.items() if not is_legal(units, p, w) or _beyond(units, p, w)}
    void = {p for p, w in orders.items() if p not in illegal and _astray(units, orders, w)}
    kept = routed(units, {p: Written(("H",)) if p in illegal | void else w for p, w in orders.items()})
    found = resolve(Position(units, {p: written.order for p, written in kept.items()}))
    names = {p: unit_text(units, p) for p in units}
    moved = {p: w for p, w in kept.items() if found.values.get(("succeeds", p))}
    positions: dict[str, list[str]] = {power: [] for power in phase["units"]}
    for p, unit in units.items():
        if p not in found.dislodged:
            positions[unit[0]].append(_ended(unit, names[p], moved.get(p)))
    return {
        "outcomes": {
            names[p]: "illegal" if p in illegal else "void" if p in void else _outcome(found, p)
            for p in units
        },
        "positions": positions,
        "dislodged": {
            power: [names[p] for p in found.dislodged if units[p][0] == power] for power in phase["units"]
        },
        "retreats": {names[p]: sorted(places) for p, places in found.retreats.items()},
    }


def _outcome(found: Resolution, province: str) -> str:
    """A decision succeeds if it is true; a unit that holds, if it stays."""
    decided = [value for (_, p), value in found.values.items() if p == province]
    return "succeeds" if all(decided or [province not in found.dislodged]) else "fails"


def _beyond(units: Mapping[str, Unit], province: str, written: Written) -> bool:
    """What the referee's legality does not look at, since its own scenes have none of it.

    A fleet that says "via convoy", which only armies can go; and a support that names a coast that the
    supported fleet cannot go to (4.B.4 d).
    """
    order = written.order
    if order[0] == "M":
        return written.via and units[province][1] == "F"
    if order[0] != "S" or not written.coast or units[order[1]][1] == "A":
        return False
    fleet = place_id(order[1], units[order[1]][2])
    return place_id(order[2] or "", written.coast) not in geography().sail[fleet]


def _astray(units: Mapping[str, Unit], orders: Mapping[str, Written], written: Written) -> bool:
    """A support names another coast than the supported fleet does (4.B.4 d, 6.B.9)."""
    order = written.order
    if order[0] != "S" or not written.coast or units[order[1]][1] == "A":
        return False
    return orders[order[1]].coast != written.coast


def _ended(unit: Unit, name: str, move: Written | None) -> str:
    if move is None:
        return name
    assert move.order[0] == "M"
    return f"{unit[1]} {place_id(move.order[1], move.coast)}"


def _placed(power: str, owned: list[str]) -> Iterator[tuple[str, Unit]]:
    for name in owned:
        kind, place = name.split()
        province, _, coast = place.partition("/")
        yield province, (power, kind, coast)


def _read(texts: list[str]) -> Iterator[tuple[str, Written]]:
    for text in texts:
        words = text.split()
        yield words[1].partition("/")[0], _written(words[2:])


def _written(words: list[str]) -> Written:
    places = [word.partition("/")[0] for word in words]
    order: OrderTuple = ("H",)
    match words:
        case ["-", goal, *via]:
            return Written(("M", places[1], False), goal.partition("/")[2], bool(via))
        case ["C", _, _, "-", _]:
            order = ("C", places[2], places[4])
        case ["S", _, _, "-", _]:
            return Written(("S", places[2], places[4]), words[4].partition("/")[2])
        case ["S", _, _]:
            order = ("S", places[2], None)
    return Written(order)


def _with_coast(unit: Unit, province: str, written: Written) -> Written:
    """A fleet need not name the only coast it can reach (4.B.2)."""
    order = written.order
    if order[0] != "M" or unit[1] != "F" or written.coast:
        return written
    reached = geography().sail[place_id(province, unit[2])]
    fitting = [coast for coast in geography().coasts[order[1]] if place_id(order[1], coast) in reached]
    return written._replace(coast=fitting[0]) if len(fitting) == 1 else written


def judged(theme: str, phases: int, seed: str = "referee", size: int = 8) -> Report:
    """The referee judged by the rules: where they disagree, one of the two is wrong.

    Args:
        theme: the theme that the phases grow from.
        phases: how many.
        seed: the same seed gives the same phases.
        size: the most units of a phase.
    """
    judge = PythonJudge(referee, "brute-force referee")
    generator = Generator(load_map("standard"), f"{seed}/{theme}", size, (theme,))
    return Fuzz(judge, Checker(most_choices=0), generator).run(phases)


def main() -> int:
    """Judge as many phases as the command line says; the exit status is 1 if there is a disagreement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phases", type=int, default=15_000, help="phases, all themes together")
    parser.add_argument("--seed", default="referee")
    parser.add_argument("--size", type=int, default=8, help="the most units of a phase")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    options = parser.parse_args()
    ask = partial(judged, phases=-(-options.phases // len(THEMES)), seed=options.seed, size=options.size)
    total = Report("brute-force referee")
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for theme, report in zip(THEMES, pool.imap(ask, THEMES), strict=True):
            total.add(report)
            print(f"{theme:15} {report.phases:7,} phases, {report.wrong} differ", flush=True)
            for fault in report.faults.values():
                print(fault_text(fault))
    print(f"{'all':15} {total.phases:7,} phases, {total.wrong} differ")
    return 1 if total.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
