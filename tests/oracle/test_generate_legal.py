"""The legal orders that generators know of are those that the rules have no objection to, on any map."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from resolvent import legal_orders, load_map, load_reading
from resolvent.oracle.generate import THEMES
from resolvent.oracle.generate import legal as by_hand
from resolvent.oracle.generate.scene import Scene
from tests.board.test_load_map import ISLES

READING = load_reading("datc")


@pytest.mark.parametrize("name", ["standard", "isles"])
def test_listed_is_legal_and_legal_is_listed(name: str, tmp_path: Path) -> None:
    (tmp_path / "isles.toml").write_text(ISLES, encoding="utf-8")
    board = load_map(str(tmp_path / "isles.toml") if name == "isles" else name)
    rng = random.Random(name)
    for theme in ("crowd", "uniform", "coasts", "knot", "crowd"):
        scene = Scene(board, rng, 7)
        THEMES[theme](scene)
        listed = legal_orders(scene.phase(), READING, board=board)
        for province, piece in scene.pieces.items():
            found = []
            for order in by_hand.legal_orders(scene, province):
                scene.orders[province] = order
                found.append(scene.text(province))
            assert len(found) == len(set(found))
            assert {bare(t) for t in found} == {bare(t) for t in listed[piece.power][piece.name]}


def bare(text: str) -> str:
    """An order; a support for a move to a province with coasts without the coast, as generators write it."""
    return text.partition("/")[0] if " S " in text and text.rpartition(" - ")[2].find("/") > 0 else text
