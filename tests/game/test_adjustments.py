"""Builds, removals and civil disorder (DATC 4.D.4 to 4.D.8, 6.I, 6.J)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resolvent import InputError, Outcome, Phase, Reason, Resolution, adjudicate, load_map, load_reading
from resolvent.datc import Case, Expectation, load_cases, parse_result
from resolvent.datc.run import differences, run_case
from tests.cases import load_reports
from tests.game.referee import WAYS, removed

CASES = [case for case in load_cases() if case.phase == "adjustment"]
REPORTS = [report for report in load_reports() if report.phase == "adjustment"]


def runs() -> list[Any]:
    """Every case under every choice that DATC tells its outcome for: case, choices, expectations."""
    found: list[tuple[Case, dict[str, str], tuple[Expectation | None, ...]]] = []
    for case in CASES:
        for choice in (case.under, *case.also_under):
            found.append((case, choice, (case.expect,)))
        for v in case.variants:
            expected = v.any_of or ((v.expect,) if v.expect else (case.expect,))
            found.append((case, {**case.under, **v.choice}, expected))
    return [pytest.param(*run, id=f"{run[0].id}-{run[1]}") for run in found]


@pytest.mark.parametrize(("case", "choice", "expected"), runs())
def test_datc(case: Case, choice: dict[str, str], expected: Sequence[Expectation]) -> None:
    found = run_case(case, load_reading("datc", choice))
    assert [] in [differences(e, found) for e in expected]


def test_all_are_here() -> None:
    assert len(CASES) == 30
    assert len(REPORTS) == 6


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.id)
def test_reports(report: Case) -> None:
    assert report.expect is not None
    assert differences(report.expect, run_case(report, load_reading())) == []


@pytest.mark.parametrize("case", [c for c in CASES if c.expect], ids=lambda case: case.id)
def test_differences_are_noticed(case: Case) -> None:
    """A comparison that never complains would prove nothing."""
    assert case.expect is not None
    found = run_case(case, load_reading("datc", case.under))
    assert differences(Expectation(positions={}, civil_disorder=case.expect.civil_disorder), found)
    assert differences(Expectation(civil_disorder=("A SWI",)), found)
    for power, ((order, result), *rest) in case.expect.adjustments.items():
        other = parse_result("fails" if result.word == "succeeds" else "succeeds")
        wrong = {power: ((order, other), *rest)}
        assert differences(Expectation(adjustments=wrong, civil_disorder=case.expect.civil_disorder), found)


def winter(
    units: Sequence[str], centers: Sequence[str], orders: Sequence[Any], power: str = "RUSSIA", **choices: str
) -> Resolution:
    """One power's winter."""
    phase = {
        "phase": "W1901A",
        "units": {power: list(units)},
        "centers": {power: list(centers)},
        "orders": {power: list(orders)},
    }
    return adjudicate(phase, load_reading("datc", {k.replace("_", "."): v for k, v in choices.items()}))


def fates(found: Resolution) -> dict[str, tuple[str, str]]:
    """Order to outcome and reason; an order given twice is there once."""
    return {o.order: (str(o.outcome), str(o.reason)) for o in found.orders}


RUSSIAN = ["MOS", "SEV", "STP", "WAR"]


class TestBuilds:
    """What is built, and why something is not."""

    @pytest.mark.parametrize(
        ("order", "reason"),
        [
            ("A BUD B", "not_home"),
            ("A NTH B", "not_home"),
            ("A UKR B", "not_home"),
            ("F STP B", "coast_unclear"),
            ("SEV B", "type_unclear"),
            ("F WAR B", "inland"),
            ("A MOS B", "occupied"),
            ("A MOS D", "nothing_due"),
        ],
    )
    def test_illegal(self, order: str, reason: str) -> None:
        found = winter(["A MOS"], RUSSIAN, [order])
        assert fates(found) == {order: ("illegal", reason)}
        assert found.positions == {"RUSSIA": ("A MOS",)}

    def test_a_lost_home_centre(self) -> None:
        phase = {
            "phase": "W1901A",
            "units": {"RUSSIA": [], "TURKEY": []},
            "centers": {"RUSSIA": ["MOS", "STP"], "TURKEY": ["SEV"]},
            "orders": {"RUSSIA": ["F SEV B"], "TURKEY": ["F SEV B"]},
        }
        found = adjudicate(phase)
        assert [o.reason for o in found.orders] == [Reason.NOT_OWNED, Reason.NOT_HOME]

    @pytest.mark.parametrize(
        ("order", "built"),
        [
            ("F STP/NC B", "F STP/NC"),
            ("A STP/NC B", "A STP"),
            ("A STP B", "A STP"),
            ("STP/SC B", "F STP/SC"),  # 4.C.3 c
            ("WAR B", "A WAR"),
            ("A WAR", "A WAR"),
            ("Build Fleet Sevastopol", "F SEV"),
        ],
    )
    def test_legal(self, order: str, built: str) -> None:
        found = winter(["A MOS"], RUSSIAN, [order])
        assert found.positions == {"RUSSIA": ("A MOS", built)}
        assert [(o.unit, o.order, o.reason) for o in found.orders] == [(built, f"{built} B", Reason.DUE)]

    @pytest.mark.parametrize(
        ("order", "choice", "key", "built"),
        [
            ("F STP B", "4.B.7", "2.5:b", "F STP/SC"),
            ("STP/SC B", "4.C.3", "a", ""),
            ("WAR B", "4.C.3", "a", ""),
            ("STP/SC B", "4.C.3", "b", ""),
            ("WAR B", "4.C.3", "b", "A WAR"),
            ("F WAR B", "4.C.4", "b", "A WAR"),
            ("A STP/NC B", "4.B.6", "a", ""),
        ],
    )
    def test_choices(self, order: str, choice: str, key: str, built: str) -> None:
        phase = {
            "phase": "W1901A",
            "units": {},
            "centers": {"RUSSIA": RUSSIAN},
            "orders": {"RUSSIA": [order]},
        }
        found = adjudicate(phase, load_reading("datc", {choice: key}))
        assert found.positions.get("RUSSIA", ()) == ((built,) if built else ())

    @pytest.mark.parametrize(
        ("key", "built"),
        [("a", ()), ("b", ("F STP/NC",)), ("c", ("F STP/SC",))],
        ids=("neither", "first", "last"),
    )
    def test_two_in_one_province(self, key: str, built: tuple[str, ...]) -> None:
        """4.D.5, with different units: that a third centre is left makes no difference."""
        orders = ["F STP/NC B", "A STP B", "F STP/SC B"]
        found = winter(["A MOS"], RUSSIAN, orders, **{"4_D_5": key})
        assert set(found.positions["RUSSIA"]) == {"A MOS", *built}
        failed = [o for o in found.orders if o.outcome is Outcome.FAILS]
        assert len(failed) == 3 - len(built)
        assert {o.reason for o in failed} == {Reason.TWICE}
        assert all(len(o.by) == 2 for o in failed)

    @pytest.mark.parametrize(
        ("key", "built"),
        [("a", set()), ("b", {"A WAR", "F SEV"}), ("c", {"F SEV", "A STP"})],
        ids=("none", "first", "last"),
    )
    def test_too_many(self, key: str, built: set[str]) -> None:
        """4.D.4: an illegal order and one for a province that is taken do not count."""
        orders = ["A BUD B", "A WAR B", "F SEV B", "A SEV B", "A STP B"]
        found = winter(["A LVN", "A MOS"], RUSSIAN, orders, **{"4_D_4": key})
        assert set(found.positions["RUSSIA"]) - {"A LVN", "A MOS"} == built

    @pytest.mark.parametrize("key", ["a", "b", "c"])
    def test_as_many_as_are_due(self, key: str) -> None:
        """Then 4.D.4 does not matter."""
        orders = ["A BUD B", "A WAR B", "F SEV B", "A SEV B"]
        found = winter(["A LVN", "A MOS"], RUSSIAN, orders, **{"4_D_4": key})
        assert found.positions["RUSSIA"] == ("A LVN", "A MOS", "A WAR", "F SEV")

    def test_waivers_count_among_the_builds(self) -> None:
        orders = ["WAIVE", "A WAR B", "F SEV B", "WAIVE"]
        found = winter(["A LVN", "A MOS"], RUSSIAN, orders)
        assert found.positions == {"RUSSIA": ("A LVN", "A MOS", "A WAR")}
        assert [(o.order, str(o.outcome), str(o.reason)) for o in found.orders] == [
            ("F SEV B", "fails", "too_many"),
            ("A WAR B", "succeeds", "due"),
            ("WAIVE", "succeeds", "waived"),
            ("WAIVE", "fails", "too_many"),
        ]

    def test_waiving_may_be_forbidden(self) -> None:
        found = winter([], RUSSIAN, ["WAIVE", "A WAR B"], **{"4_D_7": "b"})
        assert fates(found) == {"WAIVE": ("illegal", "no_waiver"), "A WAR B": ("succeeds", "due")}

    def test_nothing_to_waive(self) -> None:
        assert fates(winter(["A MOS"], ["MOS"], ["WAIVE"])) == {"WAIVE": ("illegal", "nothing_due")}
        assert fates(winter(["A MOS"], ["MOS", "BUD"], ["WAIVE"])) == {"WAIVE": ("illegal", "nothing_due")}

    def test_the_same_twice(self) -> None:
        found = winter([], RUSSIAN, ["A WAR B", "A WAR B"])
        assert fates(found) == {"A WAR B": ("succeeds", "due")}
        assert [(i.text, i.outcome, i.reason) for i in found.ignored] == [
            ("A WAR B", Outcome.FAILS, Reason.TWICE)
        ]


class TestTexts:
    """What is about no build and no unit, and which of several order sets counts."""

    def test_ignored(self) -> None:
        phase = {
            "phase": "W1901A",
            "units": {"RUSSIA": ["A MOS", "A WAR"], "TURKEY": ["A CON"]},
            "centers": {"RUSSIA": ["MOS"], "TURKEY": ["CON"]},
            "orders": {"RUSSIA": ["A CON D", "A BUD D", "A MOS H", "A MOS - UKR", "nonsense", "A WAR D"]},
        }
        found = adjudicate(phase)
        assert fates(found) == {"A WAR D": ("succeeds", "due")}
        assert {i.text: str(i.reason) for i in found.ignored} == {
            "A CON D": "not_own_unit",
            "A BUD D": "no_such_unit",
            "A MOS H": "wrong_phase",
            "A MOS - UKR": "wrong_phase",
            "nonsense": "unreadable",
        }

    def test_order_sets(self) -> None:
        """4.D.1 c: the second set adds, the third replaces."""
        sets = [["A WAR B"], ["F SEV B"]]
        assert winter([], RUSSIAN, sets).positions == {"RUSSIA": ("A WAR", "F SEV")}
        sets.append(["F SEV B", "A MOS B"])
        found = winter([], RUSSIAN, sets)
        assert set(found.positions["RUSSIA"]) >= {"A MOS", "F SEV"}
        assert [i.reason for i in found.ignored] == [Reason.REPLACED]

    def test_another_language(self) -> None:
        texts = ("bouw leger München", "Vloot Kiel wordt gebouwd")
        phase = Phase(
            "standard", "W1901A", {}, {"GERMANY": texts[:1]}, {"GERMANY": ("MUN", "KIE")}, language="nl"
        )
        assert adjudicate(phase).positions == {"GERMANY": ("A MUN",)}


class TestRemovals:
    """Removals by order."""

    def test_illegal(self) -> None:
        assert fates(winter(["A MOS"], ["MOS"], ["A MOS D"])) == {"A MOS D": ("illegal", "nothing_due")}

    @pytest.mark.parametrize(("key", "left"), [("b", "A UKR"), ("c", "A MOS"), ("a", "A MOS")])
    def test_too_many(self, key: str, left: str) -> None:
        """4.D.6: as many as are due; the second order to the same army is none more."""
        orders = ["A MOS D", "A BUD D", "A LVN D", "A UKR D"]
        found = winter(["A LVN", "A MOS", "A UKR"], ["MOS"], orders, **{"4_D_6": key})
        assert found.positions == {"RUSSIA": (left,)}

    def test_last_of_the_same(self) -> None:
        orders = ["A MOS D", "A UKR D", "A MOS D"]
        found = winter(["A MOS", "A UKR"], ["MOS"], orders, **{"4_D_6": "c"})
        assert found.positions == {"RUSSIA": ("A UKR",)}

    def test_some_ordered_and_some_not(self) -> None:
        found = winter(["A LVN", "A MOS", "A UKR"], ["MOS"], ["A MOS D"])
        assert [(o.unit, o.text, o.reason) for o in found.orders] == [
            ("A LVN", None, Reason.CIVIL_DISORDER),
            ("A MOS", "A MOS D", Reason.DUE),
        ]

    def test_without_centres(self) -> None:
        assert winter(["A LVN", "A MOS"], [], []).positions == {"RUSSIA": ()}


class TestWhatCannotBeUsed:
    """One clear sentence and the place."""

    @pytest.mark.parametrize(
        ("change", "place"),
        [
            ({"centers": None}, "centers"),
            ({"centers": {"RUSSIA": ["XXX"]}}, "centers.RUSSIA[0]"),
            ({"centers": {"RUSSIA": ["MOS", "UKR"]}}, "centers.RUSSIA[1]"),
            ({"centers": {"RUSSIA": ["MOS"], "TURKEY": ["MOS"]}}, "centers.TURKEY[0]"),
            ({"centers": {"PRUSSIA": ["MOS"]}}, "centers.PRUSSIA"),
            ({"units": {"RUSSIA": ["A XXX"]}}, "units.RUSSIA[0]"),
            ({"orders": {"PRUSSIA": ["A MOS B"]}}, "orders.PRUSSIA"),
            ({"orders": {"RUSSIA": [], "Russia": ["A MOS B"]}}, "orders.Russia"),
        ],
    )
    def test_adjustments(self, change: Mapping[str, Any], place: str) -> None:
        phase = {"phase": "W1901A", "units": {"RUSSIA": []}, "centers": {"RUSSIA": ["MOS"]}, **change}
        with pytest.raises(InputError) as error:
            adjudicate(phase)
        assert error.value.place == place


def scene(seed: int) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Units and centres of a seeded winter."""
    rng = random.Random(seed)
    board = load_map("standard")
    provinces = rng.sample(sorted(board.provinces), rng.randint(4, 24))
    units: dict[str, list[str]] = {}
    for id in provinces:
        province = board.provinces[id]
        kind = {"inland": "A", "sea": "F"}.get(province.kind) or rng.choice("AF")
        place = rng.choice(province.coasts) if kind == "F" and province.coasts else province.place
        units.setdefault(rng.choice(board.powers), []).append(f"{kind} {place.id}")
    centers: dict[str, list[str]] = {}
    for province in sorted(board.centres, key=lambda p: p.id):
        if rng.random() < 0.6:
            centers.setdefault(rng.choice(board.powers), []).append(province.id)
    return units, centers


class TestCivilDisorder:
    """DATC 4.D.8, against a referee of a few lines (6.J.3 to 6.J.11)."""

    @pytest.mark.parametrize("way", WAYS)
    def test_referee(self, way: str) -> None:
        reading = load_reading("datc", {"4.D.8": way})
        for seed in range(12 if way in ("2.5:b", "2.5:c") else 40):
            units, centers = scene(seed)
            found = adjudicate({"phase": "W1901A", "units": units, "centers": centers}, reading)
            for power, standing in units.items():
                surplus = len(standing) - len(centers.get(power, ()))
                gone = removed(way, power, units, centers.get(power, ()), max(0, surplus))
                assert set(standing) - set(found.positions[power]) == gone

    @settings(max_examples=60, deadline=None)
    @given(st.integers(0, 10**6), st.sampled_from(WAYS), st.randoms(use_true_random=False))
    def test_whatever_the_order_of_the_input(self, seed: int, way: str, rng: random.Random) -> None:
        units, centers = scene(seed)
        reading = load_reading("datc", {"4.D.8": way})
        first = adjudicate({"phase": "W1901A", "units": units, "centers": centers}, reading)
        turned = {p: rng.sample(us, len(us)) for p, us in rng.sample(sorted(units.items()), len(units))}
        again = adjudicate({"phase": "W1901A", "units": turned, "centers": centers}, reading)
        assert first == again

    @settings(max_examples=60, deadline=None)
    @given(st.integers(0, 10**6))
    def test_as_many_units_as_centres_remain(self, seed: int) -> None:
        units, centers = scene(seed)
        found = adjudicate({"phase": "W1901A", "units": units, "centers": centers})
        for power, standing in units.items():
            assert len(found.positions[power]) == min(len(standing), len(centers.get(power, ())))
