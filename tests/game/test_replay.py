"""Played games from start to end."""

from __future__ import annotations

import itertools
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from resolvent import InputError, after, load_reading, replay
from resolvent.game.replay import Difference, Step
from resolvent.records.game import Aftermath, GameRecord, RecordedPhase
from tests.game import load_games

PARTINGS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "partings.toml").read_text(encoding="utf-8")
)["parting"]


@cache
def steps(rules: str = "datc") -> dict[str, list[Step]]:
    """Every phase of every game, by game."""
    reading = load_reading(rules)
    return {game.id: list(replay(game, reading, every=True)) for game in load_games()}


class TestGames:
    """29 games, 1,259 phases."""

    def test_all_are_played(self) -> None:
        assert len(steps()) == 29
        types = Counter(step.phase.type for game in steps().values() for step in game)
        assert types == {"M": 611, "R": 380, "A": 268}
        for game in load_games():
            assert [s.phase.phase for s in steps()[game.id]] == [p.name for p in game.phases if p.type]

    def test_every_difference_is_known(self) -> None:
        """Nothing differs but what partings.toml explains."""
        found = [
            {"game": game, "phase": step.phase.phase, **msgspec.json.decode(msgspec.json.encode(difference))}
            for game, played in steps().items()
            for step in played
            for difference in step.differences
        ]
        assert found == [{k: v for k, v in p.items() if k != "why"} for p in PARTINGS]

    def test_agreement(self) -> None:
        """How many phases are told of, and how many end as they were recorded."""
        told = Counter(s.phase.type for game in steps().values() for s in game if s.compared)
        same = Counter(
            s.phase.type for game in steps().values() for s in game if s.compared and not s.differences
        )
        assert told == {"M": 590, "R": 380, "A": 268}
        assert same == {"M": 589, "R": 379, "A": 256}

    def test_the_site_removes_by_its_own_rule(self) -> None:
        """Under the choices of the program that ran them, webDiplomacy's games end as recorded."""
        ours = {game.id for game in load_games() if game.id.startswith("game_4")}
        assert len(ours) == 20
        found = steps("webdiplomacy")
        assert [s.differences for game in ours for s in found[game] if s.differences] == []
        removals = [p for p in PARTINGS if p["why"] == "removal"]
        assert {p["game"] for p in removals} <= ours

    def test_positions_are_carried_on(self) -> None:
        """Where the record tells no centres in spring, they are known from what happened."""
        game = steps()["DiplomacyGame2"]
        assert all(step.phase.centers is not None for step in game)
        for now, then in itertools.pairwise(game):
            following = after(now.phase, now.resolution, skip_empty=False)
            if following.phase == then.phase.phase:
                assert following.units == then.phase.units
                assert following.dislodged == then.phase.dislodged


def game_of(*phases: RecordedPhase) -> GameRecord:
    return GameRecord("game", "standard", phases)


SPRING = RecordedPhase("S1901M", {"ITALY": ("A ROM",)}, {"ITALY": ("A ROM - VEN",)}, {"ITALY": ("ROM",)})


class TestPartings:
    """How a difference is told."""

    def differences(self, *phases: RecordedPhase, every: bool = False) -> list[tuple[Difference, ...]]:
        return [step.differences for step in replay(game_of(*phases), every=every)]

    def test_units(self) -> None:
        wrong = RecordedPhase("F1901M", {"ITALY": ("A ROM",), "TURKEY": ("A CON",)})
        told = Difference("units", "ITALY", ("A VEN",), ("A ROM",))
        more = Difference("units", "TURKEY", (), ("A CON",))
        assert self.differences(SPRING, wrong) == [(told, more)]
        assert self.differences(SPRING, wrong, every=True) == [(told, more), ()]

    def test_concerned_orders(self) -> None:
        wrong = RecordedPhase("F1901M", {"ITALY": ("A ROM",)})
        (step,) = replay(game_of(SPRING, wrong))
        assert [o.order for o in step.concerned()] == ["A ROM - VEN"]

    def test_centres(self) -> None:
        fall = RecordedPhase("F1901M", {"ITALY": ("A VEN",)})
        winter = RecordedPhase("W1901A", {"ITALY": ("A VEN",)}, {}, {"ITALY": ("ROM",)})
        assert self.differences(SPRING, fall, winter) == [(), (Difference("centers", "ITALY", ("VEN",), ()),)]

    def test_a_phase_left_out(self) -> None:
        spring = RecordedPhase(
            "S1901M",
            {"AUSTRIA": ("A TRI", "A TYR"), "ITALY": ("A VEN", "A ROM")},
            {"AUSTRIA": ("A TYR S A TRI - VEN", "A TRI - VEN")},
            {},
        )
        fall = RecordedPhase("F1901M", {"AUSTRIA": ("A TYR", "A VEN"), "ITALY": ("A ROM",)})
        assert self.differences(spring, fall) == [(Difference("phase", "S1901R", ("A VEN",)),)]

    def test_an_empty_phase_may_be_there(self) -> None:
        empty = RecordedPhase("S1901R", {"ITALY": ("A VEN",)})
        fall = RecordedPhase("F1901M", {"ITALY": ("A VEN",)})
        assert self.differences(SPRING, empty, fall) == [(), (), ()]

    def test_a_gap_is_no_difference(self) -> None:
        later = RecordedPhase("S1905M", {"ITALY": ("A NAP",)})
        assert self.differences(SPRING, later) == [(), ()]

    def test_a_winter_of_which_nothing_is_known(self) -> None:
        fall = RecordedPhase("F1901M", {"ITALY": ("A VEN",)})
        spring = RecordedPhase("S1902M", {"ITALY": ("A NAP",)})
        assert self.differences(fall, spring) == [(), ()]

    def test_the_end(self) -> None:
        done = msgspec.structs.replace(SPRING, after=Aftermath("COMPLETED", {"ITALY": ("A VEN",)}))
        (step,) = replay(game_of(done))
        assert (step.compared, step.differences) == (True, ())

    def test_open_orders(self) -> None:
        paradox = RecordedPhase(
            "S1901M",
            {"ENGLAND": ("F LON", "F WAL"), "FRANCE": ("A BRE", "F ENG")},
            {
                "ENGLAND": ("F LON S F WAL - ENG", "F WAL - ENG"),
                "FRANCE": ("A BRE - LON", "F ENG C A BRE - LON"),
            },
        )
        (step,) = replay(game_of(paradox), load_reading("datc", {"4.A.2": "no-rule"}))
        assert step.differences == (Difference("open", "S1901M"),)

    def test_what_cannot_be_replayed(self) -> None:
        with pytest.raises(InputError, match="does not say where the units stood"):
            list(replay(game_of(RecordedPhase("S1901M"))))
