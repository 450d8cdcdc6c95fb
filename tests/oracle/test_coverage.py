"""Coverage: a condition decides only where its value alone turns what is asked."""

from __future__ import annotations

from resolvent import Phase, load_reading
from resolvent.oracle.coverage import Condition, Coverage
from resolvent.resolution.docket import Docket
from resolvent.resolution.knot import Solver
from tests.oracle.phases import bounce, dislodgement, phase

READING = load_reading("datc")
SOLVER = Solver("minisat", 100_000)


def decided(watched: Phase) -> set[tuple[str, str, bool]]:
    coverage = Coverage(READING)
    docket = Docket(watched)
    coverage.watch(docket, docket.solved(READING, SOLVER))
    return {(condition.rule, condition.text, value) for (condition, value) in coverage.seen}


def test_what_is_false_alone_decides() -> None:
    found = decided(bounce)
    assert ("succeeds", "attack(m) > prevent(r)", False) in found
    assert ("succeeds", "path(m)", True) not in found  # the move fails anyway


def test_what_is_true_decides_where_all_is() -> None:
    found = decided(phase({"GERMANY": ["A MUN - SIL"]}))
    assert {("succeeds", "path(m)", True), ("succeeds", "beats_defence(m)", True)} <= found


def test_of_two_that_are_false_neither_decides() -> None:
    """No way leads there, and it would not win: taking either away changes nothing."""
    found = decided(phase({"ENGLAND": ["A EDI - NWY", "F NTH H"], "RUSSIA": ["A NWY H"]}))
    assert not [text for rule, text, value in found if rule == "succeeds" and not value]


def test_a_number_is_turned_by_what_makes_the_difference() -> None:
    """The one support makes 2 of 1; a second one more would not matter."""
    once = decided(dislodgement)
    twice = decided(
        phase(
            {
                "FRANCE": ["A BUR H"],
                "GERMANY": ["A BEL - BUR", *(f"A {p} S A BEL - BUR" for p in ("RUH", "MUN"))],
            }
        )
    )
    counted = ("attack", "given(s)", True)
    assert counted in once
    assert counted not in twice


def test_counts_go_on_from_what_was_counted() -> None:
    one = Coverage(READING)
    docket = Docket(bounce)
    one.watch(docket, docket.solved(READING, SOLVER))
    again = Coverage(READING, seen=one.seen)
    (row,) = [r for r in again.rows() if r.condition == Condition("succeeds", "attack(m) > prevent(r)")]
    assert (row.true, row.false) == (0, 1)
    assert 0 < again.share < 1
