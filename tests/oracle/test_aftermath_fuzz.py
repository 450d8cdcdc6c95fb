"""Judging judges on phases of retreats and adjustments: drawing, checking, shrinking, telling."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from resolvent import InputError, Phase, adjudicate, load_map, load_reading, read_phase
from resolvent.oracle import check
from resolvent.oracle.case_text import case_text
from resolvent.oracle.checker import Answer, Checker
from resolvent.oracle.claim import read_claim
from resolvent.oracle.coverage import Coverage
from resolvent.oracle.fuzz import Fuzz, Report
from resolvent.oracle.generate import ADJUSTMENTS, KINDS, RETREATS, THEMES, Generator, kinds_of, themes_named
from resolvent.oracle.judges import ProcessJudge, ReadingJudge
from resolvent.oracle.pieces import phase_of_pieces, pieces_of, smaller
from resolvent.oracle.shrink import shrink
from resolvent.records.phase import phase_to_dict
from resolvent.rules.reading import Reading
from tests.board.test_load_map import ISLES
from tests.cli.conftest import Run
from tests.oracle.phases import bounce, claim_of
from tests.oracle.test_aftermath import BUILDING, MEETING
from tests.oracle.test_page import outline

BOARD = load_map("standard")
BOTH = ("retreats", "adjustments")

FAULTS = {
    "an occupied place is open": (
        "open_to(u: Unit, x: Place)",
        "listed(u, x) if lists_retreats(u) else not attacked_from(u, x.province)",
        "retreat_closed",
    ),
    "who comes last gets away": (
        "escapes(r: Retreat)",
        "not any(x.place == r.place and x != r for x in retreats_to(r.destination))",
        "escapes",
    ),
    "one build too many": (
        "build_in_number(o: Order)",
        "count(units_of(o.power)) + builds_before(o) <= count(centres_of(o.power))",
        "built",
    ),
    "armies go before fleets": (
        "comes_first(u: Unit, v: Unit)",
        "alphabetical(u.province, v.province) if same_type(u, v) else u.army",
        "lost",
    ),
}
"""Seeded faults: the rule, its wrong body, and the rule that a claim must be found to violate."""


def faulty(folder: Path, head: str, body: str) -> Reading:
    """The rules with one of them wrong."""
    text = f'"""A fault."""\n\n@redefines\ndef {head}:\n    """Wrong."""\n    return {body}\n'
    (folder / "fault.rules").write_text(text, encoding="utf-8")
    (folder / "fault.toml").write_text('title = "Fault"\nextends = "datc"\nrules = ["fault.rules"]\n')
    return load_reading(str(folder / "fault.toml"))


def fuzzed(reading: Reading, phases: int, themes: tuple[str, ...] = BOTH, seed: int = 1) -> Report:
    return Fuzz(ReadingJudge(reading), Checker(most_choices=0), Generator(BOARD, seed, themes=themes)).run(
        phases
    )


def size(phase: Phase) -> int:
    return len(pieces_of(phase))


# -- drawing


def test_movement_only_unless_asked_for() -> None:
    assert themes_named(()) == tuple(THEMES)
    assert themes_named(BOTH) == (*RETREATS, *ADJUSTMENTS)
    assert themes_named(("meeting", "retreats")) == ("meeting", *(t for t in RETREATS if t != "meeting"))
    assert (kinds_of(THEMES), kinds_of(themes_named(BOTH))) == ("M", "RA")
    assert len({theme for themes in KINDS.values() for theme in themes}) == sum(map(len, KINDS.values()))
    with pytest.raises(InputError, match="there is no theme 'none'"):
        Generator(BOARD, themes=("none",))


@pytest.mark.parametrize("theme", [*RETREATS, *ADJUSTMENTS])
def test_the_same_seed_gives_the_same_phases_no_larger_than_asked(theme: str) -> None:
    one, other = (Generator(BOARD, 7, size=6, themes=(theme,)) for _ in range(2))
    drawn = [one.draw() for _ in range(20)]
    assert drawn == [other.draw() for _ in range(20)]
    for phase, _ in drawn:
        assert phase.type == ("R" if theme in RETREATS else "A")
        assert read_phase(phase_to_dict(phase)) == phase
        assert sum(piece.sort in ("unit", "dislodged") for piece in pieces_of(phase)) <= 6
        adjudicate(phase)


def test_the_themes_cover_the_rules_of_their_stage() -> None:
    coverage = Coverage(load_reading("datc"), "RA")
    generator = Generator(BOARD, 1, themes=BOTH)
    for _ in range(300):
        coverage.watch_aftermath(generator.draw().phase)
    assert coverage.share > 0.85


def test_what_is_drawn_ends_in_many_ways() -> None:
    generator = Generator(BOARD, 2, themes=BOTH)
    seen = Counter(str(o.reason) for _ in range(400) for o in adjudicate(generator.draw().phase).orders)
    wanted = {"unopposed", "standoff", "closed", "unreachable", "coast_unclear", "conflicting", "no_order"}
    wanted |= {"due", "too_many", "twice", "not_home", "not_owned", "occupied", "inland", "type_unclear"}
    assert wanted | {"waived", "nothing_due", "civil_disorder", "disbanded"} <= seen.keys()


def test_on_a_map_of_three_provinces(tmp_path: Path) -> None:
    (tmp_path / "isles.toml").write_text(ISLES, encoding="utf-8")
    board = load_map(str(tmp_path / "isles.toml"))
    for theme in (*RETREATS, *ADJUSTMENTS):
        generator = Generator(board, 3, themes=(theme,))
        for _ in range(30):
            adjudicate(generator.draw().phase, board=board)


def test_real_positions_of_the_kinds_that_are_asked_for() -> None:
    played = [read_phase(MEETING), read_phase(BUILDING), bounce]
    generator = Generator(BOARD, 4, themes=BOTH, positions=played)
    drawn = [found.phase for found in (generator.draw() for _ in range(60)) if found.theme == "played"]
    assert {phase.type for phase in drawn} == {"R", "A"}
    assert {str(p.units) for p in drawn} == {str(p.units) for p in played[:2]}


# -- judging


def test_our_own_reading_is_never_wrong() -> None:
    report = fuzzed(load_reading("datc"), 400)
    assert (report.phases, report.wrong) == (400, 0)


def test_our_own_command_is_never_wrong_through_the_protocol() -> None:
    judge = ProcessJudge(f"{sys.executable} -m resolvent adjudicate - --format json")
    generator = Generator(BOARD, 1, themes=(*BOTH, "movement"))
    try:
        report = Fuzz(judge, Checker(most_choices=0), generator).run(150)
    finally:
        judge.close()
    assert (report.phases, report.wrong) == (150, 0)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_seeded_fault_is_one_small_cause(tmp_path: Path, fault: str) -> None:
    head, body, violated = FAULTS[fault]
    kind = "retreats" if violated in ("escapes", "retreat_closed") else "adjustments"
    report = fuzzed(faulty(tmp_path, head, body), 250, (kind,))
    causes = {cause[0]: found for cause, found in report.faults.items()}
    assert violated in causes
    assert causes.keys() <= {violated, "waived", "nonsense"}  # a unit may come to stand there twice
    assert causes[violated].size <= 2
    assert size(causes[violated].phase) <= 6


@pytest.mark.parametrize("book", ["1971", "2000"])
def test_civil_disorder_of_other_rulebooks(book: str) -> None:
    """4.D.8: which units go first."""
    judge = ReadingJudge(load_reading(book))
    report = Fuzz(
        judge, Checker(most_choices=0), Generator(BOARD, 1, themes=("disorder",)), most_choices=1
    ).run(60)
    (fault,) = report.faults.values()
    assert fault.cause == ("lost", "civil_disorder")
    assert fault.size == 2
    assert {"4.D.8": load_reading(book).choices["4.D.8"]} in fault.readings


def test_check_for_a_test_suite() -> None:
    asked: Counter[str] = Counter()

    def right(phase: dict[str, Any]) -> dict[str, Any]:
        asked[phase["phase"]] += 1
        return claim_of(adjudicate(phase))

    check(right, themes=["retreats", "building"], phases=30)
    assert asked.keys() == {"F1901R", "W1901A"}
    with pytest.raises(AssertionError, match=r"dislodged") as raised:
        check(lambda phase: {"positions": phase["units"]}, themes=["retreats"], phases=30)
    assert "is said to lack" in str(raised.value)


# -- claims


def test_one_name_for_several_units() -> None:
    """A build of somebody else in a province, waivers, and a coast beside none."""
    told: dict[str, Any] = {
        "phase": "W1901A",
        "units": {"AUSTRIA": ["F ROM", "A STP"]},
        "centers": {"AUSTRIA": ["BUD"], "TURKEY": ["ANK"]},
        "orders": {"RUSSIA": ["A STP B"], "TURKEY": ["WAIVE", "WAIVE"]},
    }
    checker = Checker(most_choices=0)
    for claim in ({"A STP": "illegal"}, {"A STP": "succeeds"}, {"": "succeeds"}, {"": "fails"}):
        assert checker.check(read_phase(told), read_claim({"outcomes": claim})).answer is Answer.RIGHT
    finding = checker.check(read_phase(told), read_claim({"outcomes": {"F ROM": "succeeds"}}))
    assert [d.found for d in finding.disagreements] == ["neither built nor removed"]
    coasts = {
        "phase": "W1901A",
        "units": {},
        "centers": {"RUSSIA": ["STP"]},
        "orders": {"RUSSIA": ["F STP B", "F STP/NC B"]},
    }
    assert checker.check(read_phase(coasts), read_claim(claim_of(adjudicate(coasts)))).answer is Answer.RIGHT


@pytest.mark.parametrize(
    ("phase", "claim", "sentence"),
    [
        (
            {"units": {"AUSTRIA": ["F ROM", "A WAR"]}, "centers": {"AUSTRIA": ["BUD", "VIE"]}},
            {"AUSTRIA": ["A WAR"]},
            "AUSTRIA is said to lack F ROM, but F ROM stays",
        ),
        (
            {"phase": "F1901R", "units": {}, "dislodged": {"RUSSIA": {"F ARM": {}}},
             "orders": {"RUSSIA": ["F ARM D", "F ARM R SYR", "F ARM R SEV"]}},
            {"RUSSIA": ["F SEV"]},
            "RUSSIA is said to have F SEV, but F ARM D does not count",
        ),
    ],
)  # fmt: skip
def test_units_without_an_order_of_their_own(
    phase: dict[str, Any], claim: dict[str, Any], sentence: str
) -> None:
    finding = Checker(most_choices=0).check(
        read_phase({"phase": "W1901A", **phase}), read_claim({"positions": claim})
    )
    assert finding.violations[0].sentence.startswith(sentence)


# -- shrinking


def ends(reason: str) -> Callable[[Phase], bool]:
    """Whether some order of a phase ends for a reason."""
    return lambda phase: any(o.reason == reason for o in adjudicate(phase).orders)


@pytest.mark.parametrize(
    ("reason", "most"),
    [("standoff", 4), ("closed", 3), ("civil_disorder", 1), ("too_many", 3), ("not_owned", 2), ("twice", 3)],
)
def test_shrinking_keeps_what_it_needs(reason: str, most: int) -> None:
    still = ends(reason)
    generator = Generator(BOARD, 3, size=12, themes=BOTH)
    big = next(p for p in (generator.draw().phase for _ in range(800)) if size(p) > 9 and still(p))
    small = shrink(big, still)
    assert still(small)
    assert size(small) <= most
    assert shrink(small, still) == small


def test_what_is_smaller_is_a_phase_too() -> None:
    generator = Generator(BOARD, 5, themes=BOTH)
    for _ in range(10):
        phase = generator.draw().phase
        pieces = pieces_of(phase)
        assert phase_of_pieces(pieces, phase) == phase
        for other in smaller(pieces):
            adjudicate(phase_of_pieces(other, phase))


# -- telling


def test_cases_in_text() -> None:
    assert case_text(read_phase(MEETING)) == (
        "France:\n(A PAR)\n\n"
        "Germany:\n(A BUR, dislodged from PAR, may go to MUN, RUH)\nA BUR - MUN\n\n"
        "Italy:\n(A TYR, dislodged from VIE, may go to MUN)\nA TYR - MUN"
    )
    assert case_text(read_phase(BUILDING)) == "France:\n(centres: PAR, BRE)\n(A PAR)\nF BRE B\nA MAR B"


def test_the_command(run: Run, tmp_path: Path) -> None:
    themes = ("--theme", "disorder", "--theme", "retreats")
    ran = run("fuzz", "--judge", "rules:2000", *themes, "--phases", "60", "--coverage")
    assert ran.status == 1
    assert "(centres: " in ran.out
    assert "escapes" in ran.out
    ran = run("fuzz", "--judge", "rules:2000", *themes, "--phases", "60", "--format", "json")
    (fault,) = json.loads(ran.out)["faults"]
    (tmp_path / "claims.jsonl").write_text(json.dumps({**fault["phase"], "claim": fault["claim"]}) + "\n")
    assert run("verify", str(tmp_path / "claims.jsonl")).status == 1
    page = run(
        "fuzz", "--judge", "rules:2000", *themes, "--phases", "60", "--choices", "1", "--format", "html"
    ).out
    assert {"svg", "details", "ol"} <= outline(page).seen
    assert "4.D.8" in page


def test_the_command_lists_the_themes(run: Run) -> None:
    told = " ".join(run("fuzz", "--help").out.split())
    assert f"Themes of retreats: {', '.join(RETREATS)}." in told
    refused = run("fuzz", "--judge", "rules:datc", "--theme", "none")
    assert refused.status == 2
    assert "adjustments (building" in refused.err
