"""Every resolution keeps the contract, also of orders that a careless or hostile hand has written."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resolvent import Outcome, Reason, Resolution, Status, adjudicate, load_reading, read_phase
from resolvent.datc import load_cases
from tests.cases import load_corpus, load_reports
from tests.referee.positions import Scene, random_position, scenes, to_phase
from tests.resolution.contract import REASONS, faults

brief = settings(max_examples=80, deadline=None)
NO_RULE = load_reading("datc", {"4.A.2": "none"})
PLAYED = tuple(phase.phase_dict() for phase in load_corpus())
TOLD = tuple(case.movement_dict() for case in (*load_cases(), *load_reports()) if case.phase != "adjustment")


def kept(phase: Mapping[str, Any], **how: Any) -> Resolution:
    """The resolution of a phase, which keeps the contract."""
    read = read_phase(phase)
    found = adjudicate(read, **how)
    assert faults(read, found) == []
    return found


class TestContract:
    """One entry a unit in a fixed order, closed lists of words, nothing lost."""

    def test_told_cases(self) -> None:
        seen = {kept(phase).status for phase in TOLD}
        assert seen == {Status.UNIQUE, Status.CIRCULAR, Status.PARADOX}

    def test_played_phases(self) -> None:
        for phase in PLAYED:
            kept(phase)

    def test_random_positions(self) -> None:
        for seed in range(350):
            kept(to_phase(random_position(random.Random(seed), 10)))

    @brief
    @given(scenes(max_units=12))
    def test_scenes(self, scene: Scene) -> None:
        kept(to_phase(scene))

    @brief
    @given(scenes(max_units=12))
    def test_scenes_without_paradox_rule(self, scene: Scene) -> None:
        kept(to_phase(scene), rules=NO_RULE)

    def test_every_reason_is_met(self) -> None:
        """The reasons that the rules of movement give all come up, so that the test above says something."""
        met = {(o.outcome, o.reason) for phase in TOLD for o in adjudicate(phase).orders}
        wanted = {
            (outcome, reason)
            for outcome in (Outcome.SUCCEEDS, Outcome.FAILS, Outcome.VOID)
            for reason in REASONS[outcome]
        }
        assert wanted <= met


# Ways to spoil an order sheet: from one power's orders and all texts of the phase to other orders.
Spoil = Callable[[random.Random, list[str], list[str]], list[str]]


def _drop(rng: random.Random, texts: list[str], every: list[str]) -> list[str]:
    return [text for text in texts if rng.random() < 0.7]


def _twice(rng: random.Random, texts: list[str], every: list[str]) -> list[str]:
    return [*texts, *rng.sample(texts, min(2, len(texts)))]


def _of_others(rng: random.Random, texts: list[str], every: list[str]) -> list[str]:
    return [*texts, *rng.sample(every, min(3, len(every)))]


def _crossed(rng: random.Random, texts: list[str], every: list[str]) -> list[str]:
    """The unit of one order does what another order says."""
    other = [" ".join(text.split()[2:]) for text in every]
    return [f"{' '.join(text.split()[:2])} {rng.choice(other)}" for text in texts]


def _garbled(rng: random.Random, texts: list[str], every: list[str]) -> list[str]:
    """A letter lost, doubled or replaced in some."""
    spoilt = []
    for text in texts:
        at = rng.randrange(len(text))
        spoilt.append(text[:at] + rng.choice(("", text[at] * 2, "-", "/", "S", "ß", "\t")) + text[at + 1 :])
    return spoilt


def _other_phase(rng: random.Random, texts: list[str], every: list[str]) -> list[str]:
    units = [" ".join(text.split()[:2]) for text in texts]
    return [*texts, "WAIVE", *(f"{unit} {rng.choice(('D', 'B', 'R PAR'))}" for unit in units[:3])]


SPOILERS: tuple[Spoil, ...] = (_drop, _twice, _of_others, _crossed, _garbled, _other_phase)


@pytest.mark.parametrize("spoil", SPOILERS, ids=lambda spoil: spoil.__name__.strip("_"))
class TestBadOrders:
    """A player's bad order is data: it has an outcome, and is no error."""

    def test_spoilt_sheets(self, spoil: Spoil) -> None:
        rng = random.Random(spoil.__name__)
        for phase in rng.sample(PLAYED, 60):
            every = [text for texts in phase["orders"].values() for text in texts]
            orders = {power: spoil(rng, texts, every) for power, texts in phase["orders"].items()}
            kept({**phase, "orders": orders})

    def test_spoilt_sheets_in_sets(self, spoil: Spoil) -> None:
        """Also where a power hands in several order sets (DATC 4.D.1)."""
        rng = random.Random(spoil.__name__)
        for phase in rng.sample(PLAYED, 20):
            every = [text for texts in phase["orders"].values() for text in texts]
            orders = {power: [texts, spoil(rng, texts, every)] for power, texts in phase["orders"].items()}
            kept({**phase, "orders": orders})


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text(max_size=40), max_size=6))
def test_any_text_is_data(texts: list[str]) -> None:
    phase = {"units": {"FRANCE": ["A PAR", "F SPA/NC"]}, "orders": {"FRANCE": texts}}
    found = kept(phase)
    assert len(found.orders) == 2


def test_very_long_text_is_data() -> None:
    found = kept({"units": {"ITALY": ["A ROM"]}, "orders": {"ITALY": ["A ROM - " + "VEN - " * 20_000]}})
    assert found.of("A ROM").reason is Reason.UNREADABLE


class TestShape:
    """The JSON of the contract, key by key."""

    def test_keys(self) -> None:
        phase = {
            "phase": "F1907M",
            "units": {"GERMANY": ["A RUH"], "ENGLAND": ["A HOL", "A BEL"]},
            "orders": {"GERMANY": ["A RUH - HOL", "A RUH sleeps"], "ENGLAND": ["A BEL S A HOL"]},
        }
        data = json.loads(kept(phase).to_json())
        assert list(data) == [
            "rules", "map", "phase", "status", "orders", "positions", "dislodged", "contested", "cycles",
            "ignored",
        ]  # fmt: skip
        assert (data["rules"], data["map"], data["phase"], data["status"]) == (
            "datc",
            "standard",
            "F1907M",
            "unique",
        )
        assert data["orders"][2] == {
            "power": "GERMANY",
            "unit": "A RUH",
            "order": "A RUH - HOL",
            "text": "A RUH - HOL",
            "outcome": "fails",
            "reason": "held_off",
            "by": ["A HOL"],
            "dislodged": False,
        }
        assert data["ignored"] == [
            {"power": "GERMANY", "text": "A RUH sleeps", "outcome": "unreadable", "reason": "unreadable"}
        ]
        assert data["positions"] == {"ENGLAND": ["A BEL", "A HOL"], "GERMANY": ["A RUH"]}

    def test_dislodged_and_cycles(self) -> None:
        scene = next(s for s in map(_seeded, range(200)) if adjudicate(to_phase(s)).status == "paradox")
        data = json.loads(kept(to_phase(scene)).to_json())
        assert set(data["cycles"][0]) == {"orders", "solutions", "rule"}
        data = json.loads(kept(to_phase(scene), rules=NO_RULE).to_json())
        assert set(data["cycles"][0]) == {"orders", "solutions", "rule", "outcomes"}
        assert data["rules"] == "datc 4.A.2=none"

    def test_dictionary_is_what_the_json_reads_as(self) -> None:
        """Lists, not tuples, as the contract has it."""
        found = kept(PLAYED[0])
        assert found.to_dict() == json.loads(found.to_json())

    def test_a_unit_that_is_not_there(self) -> None:
        with pytest.raises(KeyError):
            kept({"units": {"ITALY": ["A ROM"]}}).of("A VEN")

    def test_repr_tells_every_order(self) -> None:
        found = kept(PLAYED[0])
        lines = repr(found).splitlines()
        assert len(lines) == 1 + len(found.orders)
        assert all(order.order in line for order, line in zip(found.orders, lines[1:], strict=True))


def _seeded(seed: int) -> Scene:
    return random_position(random.Random(seed))
