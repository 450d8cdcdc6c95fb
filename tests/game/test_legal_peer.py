"""Legal orders beside those of the ``diplomacy`` package, on positions of played games.

All 1,172 positions of the games whose retreats are listed are compared by ``benchmarks/legal_orders.py``.
"""

from __future__ import annotations

import pytest

from tests.game import load_games

pytest.importorskip(
    "diplomacy", reason="a peer for comparison (extra 'peers'), which the package itself never needs"
)

from benchmarks.legal_orders import Peer, ours


def test_the_same_orders() -> None:
    phases = [p.to_phase("standard") for g in load_games() for p in g.phases if p.type]
    known = [
        p
        for p in phases
        if all(t.retreats is not None for u in (p.dislodged or {}).values() for t in u.values())
    ]
    peer = Peer()
    assert len(known) == 1172
    for phase in known[::40]:
        assert ours(phase) == peer.orders(phase), phase.phase
