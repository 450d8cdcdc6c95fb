"""Cycles, their resolutions side by side, and what other rulebooks say."""

from __future__ import annotations

from resolvent.explain.cycles import CycleStory, tell_cycles
from resolvent.outcomes import Outcome, Status
from tests.explain.datc import movement, movements


def story(case: str, rules: str = "datc") -> CycleStory:
    explainer = movement(case, rules)
    (told,) = tell_cycles(explainer.docket, explainer.reading, solved=explainer.case.solved)
    return told


def test_a_ring() -> None:
    told = story("6.C.1")
    assert told.orders == ("F ANK - CON", "A CON - SMY", "A SMY - ANK")
    assert told.solutions == ((True, True, True), (False, False, False))
    assert told.flips == told.orders
    assert (told.rule, told.status) == ("circular_movement", Status.CIRCULAR)
    assert [o.names for o in told.others] == [("1971", "1982", "2000", "2023", "dptg")]


def test_pandin() -> None:
    told = story("6.F.16")
    assert told.solutions == ()
    assert told.outcomes == (Outcome.SUCCEEDS, Outcome.FAILS, Outcome.FAILS)
    others = {name: other.outcomes for other in told.others for name in other.names}
    assert others["1982"] == (Outcome.SUCCEEDS, Outcome.SUCCEEDS, Outcome.FAILS)
    assert "Otherwise under dptg (paradox): F LON S F WAL - ENG fails" in str(told)


def test_no_rule_for_it() -> None:
    told = story("6.F.22", "1971")
    assert told.rule == ""
    assert set(told.outcomes) == {Outcome.OPEN}
    assert len(told.solutions) == 2
    assert "No rule of 1971 speaks: the orders stay open." in str(told)


def test_resolutions_stand_side_by_side() -> None:
    lines = str(story("6.F.14")).splitlines()
    assert lines[1:5] == [
        "                       (1)       (2)       in the end",
        "  F LON S F WAL - ENG  yes       no        succeeds",
        "  F WAL - ENG          yes       no        succeeds",
        "  F ENG C A BRE - LON  no        yes       fails",
    ]
    assert "```text" in story("6.F.14").to_markdown()


def test_every_cycle_of_every_case_is_told() -> None:
    number = 0
    for case in movements():
        explainer = movement(case)
        told = tell_cycles(explainer.docket, explainer.reading, solved=explainer.case.solved)
        assert len(told) == len(explainer.resolution.cycles)
        for one in told:
            data = one.to_dict()
            assert tuple(data["orders"]) == one.orders
            assert all(len(values) == len(one.decisions) for values in one.solutions)
        number += len(told)
    assert number > 15
