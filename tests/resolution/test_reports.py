"""Situations that players and authors of adjudicators reported come out as they should."""

from __future__ import annotations

import pytest

from resolvent import Outcome, Reason, adjudicate, consistent_resolutions, load_reading
from resolvent.datc import Expectation
from resolvent.datc.run import differences, run_movement
from tests.cases import Report, load_reports

REPORTS = tuple(report for report in load_reports() if report.phase != "adjustment")
DATC = load_reading("datc")
each_report = pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.id)


def expectation(report: Report) -> Expectation:
    expected = report.movement.expect if report.movement else report.expect
    assert expected is not None
    return expected


def phase_of(report: Report) -> dict[str, object]:
    return report.movement_dict() if report.movement else report.phase_dict()


def test_all_are_here() -> None:
    assert len(REPORTS) == 36


@each_report
class TestReports:
    """The movement phase of each report under the choices of DATC 3.1."""

    def test_outcome(self, report: Report) -> None:
        assert differences(expectation(report), run_movement(report, DATC)) == []
        assert differences(expectation(report), adjudicate(phase_of(report), DATC, fold=False)) == []

    def test_moves(self, report: Report) -> None:
        """Units that move end where the report says, on the right coast; some had no way to go."""
        found = run_movement(report, DATC)
        after = {unit[2:] for units in found.positions.values() for unit in units}
        assert after >= set(report.moved.values())
        for unit in report.no_path:
            assert found.of(unit).reason in (Reason.NO_CONVOY, Reason.DISRUPTED, Reason.NO_PATH)

    def test_number_of_consistent_resolutions(self, report: Report) -> None:
        """How many outcomes satisfy DATC 5.B.1 to 5.B.8 before a cycle rule speaks."""
        assert len(list(consistent_resolutions(phase_of(report), DATC))) == report.resolutions

    def test_status_follows_from_that_number(self, report: Report) -> None:
        """Exactly one consistent outcome is the resolution; without one, or with several, a rule spoke."""
        found = run_movement(report, DATC)
        assert (found.status == "unique") == (report.resolutions == 1)
        if report.resolutions == 1:
            only = next(consistent_resolutions(phase_of(report), DATC))
            succeeded = {o.order: o.outcome is Outcome.SUCCEEDS for o in found.orders if o.order in only}
            assert succeeded == only


@pytest.mark.parametrize("report", [r for r in REPORTS if r.as_written], ids=lambda report: report.id)
def test_as_written(report: Report) -> None:
    """Carelessly written orders come to the same."""
    found = adjudicate(report.phase_dict(report.as_written), DATC)
    assert differences(expectation(report), found) == []
