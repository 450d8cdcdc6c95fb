"""Routes of fleets: all without short cut are found, also on boards much larger than any that is played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resolvent.board import Map, load_map
from resolvent.board.province import Province
from resolvent.board.seas import SeaMap, Seas


def write_map(folder: Path, borders: dict[str, set[str]]) -> Map:
    """A map of seas ``S…`` and coasts ``C…`` from their borders."""
    lines = ['name = "waters"']
    for id, others in borders.items():
        kind = "sea" if id.startswith("S") else "coastal"
        fleet = " ".join(sorted(others))
        lines += [f"[provinces.{id}]", f'name = "{id} place"', f'kind = "{kind}"', f'fleet = "{fleet}"']
    path = folder / "waters.toml"
    path.write_text("\n".join(lines))
    return load_map(path)


def every_route(seas: SeaMap, origin: Province, destination: Province) -> Iterator[tuple[Province, ...]]:
    """All routes without short cut, by trying every step."""

    def extend(route: tuple[Province, ...]) -> Iterator[tuple[Province, ...]]:
        if len(route) > 1 and route[-1] in seas.touching[destination]:
            yield route[1:]
            return
        for f in seas.touching[route[-1]]:
            if f not in route and not any(f in seas.touching[earlier] for earlier in route[:-1]):
                yield from extend((*route, f))

    yield from extend((origin,))


@st.composite
def waters(draw: st.DrawFn) -> dict[str, set[str]]:
    """Up to eight seas that border each other at random, and two coasts."""
    seas = [f"S{number}" for number in range(draw(st.integers(2, 8)))]
    borders: dict[str, set[str]] = {id: set() for id in [*seas, "CA", "CB"]}
    for number, one in enumerate(borders):
        for other in list(borders)[:number]:
            if other.startswith("S") and draw(st.booleans()):
                borders[one].add(other)
                borders[other].add(one)
    return borders


@settings(deadline=None, max_examples=150)
@given(waters())
def test_all_routes_are_found(tmp_path_factory: pytest.TempPathFactory, borders: dict[str, set[str]]) -> None:
    board = write_map(tmp_path_factory.mktemp("waters"), borders)
    provinces = board.provinces
    sea_map = SeaMap(board)
    fleets = frozenset(p for p in provinces.values() if p.kind == "sea")
    seas = Seas(sea_map, fleets)
    routes = set(every_route(sea_map, provinces["CA"], provinces["CB"]))
    for fleet in fleets:
        found = list(seas.routes(fleet, provinces["CA"], provinces["CB"], fleets))
        assert set(found) == {route for route in routes if fleet in route}
        assert len(set(found)) == len(found)
        assert seas.on_route(fleet, provinces["CA"], provinces["CB"]) == bool(found)


def test_a_hundred_fleets(tmp_path: Path) -> None:
    """Seas in ten rows of ten; coasts at two corners."""
    borders = {f"S{x}{y}": set[str]() for x in range(10) for y in range(10)} | {"CA": {"S00"}, "CB": {"S90"}}
    for x in range(10):
        for y in range(10):
            near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
            borders[f"S{x}{y}"] |= {f"S{a}{b}" for a, b in near} & borders.keys()
    borders["S00"].add("CA")
    borders["S90"].add("CB")
    board = write_map(tmp_path, borders)
    fleets = [p for p in board.provinces.values() if p.kind == "sea"]
    seas = Seas(SeaMap(board), fleets)
    coasts = (board.provinces["CA"], board.provinces["CB"])
    assert len(fleets) == 100
    assert all(seas.on_route(fleet, *coasts) for fleet in fleets)
