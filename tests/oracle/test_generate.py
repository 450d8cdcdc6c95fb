"""Generators: legal where they should be, reproducible, on any map, and not blunt."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from resolvent import adjudicate, load_map
from resolvent.oracle.coverage import Coverage
from resolvent.oracle.generate import THEMES, Generator
from resolvent.oracle.generate.legal import legal_orders
from resolvent.oracle.generate.scene import Scene
from resolvent.oracle.generate.themes import SLIPS
from resolvent.orders.judge import judge
from resolvent.orders.position import Position
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Solver
from resolvent.rules.reading import load_reading
from tests.oracle.phases import dislodgement

BOARD = load_map("standard")


@pytest.mark.parametrize("theme", THEMES)
def test_the_same_seed_gives_the_same_phases(theme: str) -> None:
    one, other = (Generator(BOARD, 7, themes=(theme,)) for _ in range(2))
    assert [one.draw() for _ in range(5)] == [other.draw() for _ in range(5)]
    assert Generator(BOARD, 8, themes=(theme,)).draw() != Generator(BOARD, 7, themes=(theme,)).draw()


def test_every_phase_can_be_adjudicated_and_is_no_larger_than_asked() -> None:
    generator = Generator(BOARD, 1, size=7)
    statuses: Counter[str] = Counter()
    sizes: Counter[int] = Counter()
    for _ in range(300):
        phase = generator.draw().phase
        found = adjudicate(phase)
        assert 1 <= len(found.orders) == sum(map(len, phase.units.values())) <= 7
        sizes[len(found.orders)] += 1
        statuses[str(found.status)] += 1
    assert statuses["paradox"] > 3
    assert statuses["circular"] > 3
    assert sizes[7] > 10  # it is filled where there is room
    assert len(sizes) >= 5


def test_orders_that_are_called_legal_are() -> None:
    reading = load_reading("datc")
    rng = random.Random(3)
    for _ in range(25):
        scene = Scene(BOARD, rng, 7)
        THEMES["crowd"](scene)
        THEMES["uniform"](scene)
        phase = scene.phase()
        position = Position(phase.units, BOARD)
        for province in scene.pieces:
            for order in legal_orders(scene, province):
                scene.orders[province] = order
                text = scene.text(province)
                judged = judge(position, {scene.pieces[province].power: [[text]]}, reading)
                sheet = next(s for s in judged.sheets if s.text == text)
                assert sheet.outcome is None, text


def test_only_themes_of_slips_have_many_illegal_orders() -> None:
    for theme in THEMES:
        generator = Generator(BOARD, 2, themes=(theme,))
        outcomes = Counter(
            str(o.outcome) for _ in range(40) for o in adjudicate(generator.draw().phase).orders
        )
        if theme not in (*SLIPS, "routes"):
            assert outcomes["illegal"] < outcomes.total() / 20, theme


def test_real_positions_are_drawn_too() -> None:
    generator = Generator(BOARD, 4, positions=[dislodgement])
    themes = Counter(generator.draw().theme for _ in range(40))
    assert 5 < themes["played"] < 35


def test_the_themes_cover_the_rules() -> None:
    reading = load_reading("datc")
    coverage = Coverage(reading)
    generator = Generator(BOARD, 1)
    solver = Solver("minisat", 100_000)
    for _ in range(250):
        docket = Docket(generator.draw().phase)
        coverage.watch(docket, docket.solved(reading, solver))
    assert coverage.share > 0.82
    sides = {row.condition: (row.true > 0, row.false > 0) for row in coverage.rows()}
    assert sides[next(c for c in sides if c.text == "attack(m) > prevent(r)")] == (True, True)
    assert sides[next(c for c in sides if c.text == "comes_from_target(a, s)")] == (True, True)
