"""Order text: headings, sections, and units taken from the orders."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resolvent.board import load_map
from resolvent.errors import InputError
from resolvent.records import Dislodged, OrderSet, Phase, format_phase_text, place_units, read_phase

BOARD = load_map()
EXAMPLE = Path(__file__).parents[2] / "examples" / "fall-1907.txt"


def test_the_example() -> None:
    phase = read_phase(EXAMPLE.read_text(encoding="utf-8"))
    assert phase.phase == "F1907M"
    assert len(place_units(phase.units, BOARD)) == 34
    assert phase.units["TURKEY"] == ("A GAL", "F BLA", "A ARM", "A RUM")
    assert phase.units["RUSSIA"] == ("F SEV", "A MOS", "F STP/NC", "A FIN", "A LVN")
    assert all(len(phase.orders[power]) == len(phase.units[power]) for power in BOARD.powers)


@pytest.mark.parametrize(
    "text",
    [
        "FRANCE\nA PAR - BUR\nA MAR - SPA",
        "France:\r\n  A PAR - BUR  # a comment\r\n\r\nA MAR - SPA\r\n",
        "france: A PAR - BUR; A MAR - SPA",
        "FRANCE: A PAR - BUR, A MAR - SPA",
        "FRANCE A PAR - BUR\nFRANCE A MAR - SPA",
        "FRA: A PAR - BUR\nFrench: A MAR - SPA",
        "FRANCE: A PAR - BUR. A MAR - SPA",
        "FRANCE: A PAR - BUR | A MAR - SPA",
        "FRANCE: A PAR - BUR / A MAR - SPA",
        "FRANCE: A PAR - BUR and A MAR - SPA",
        "French orders:\nA PAR - BUR\nA MAR - SPA",
        "Orders for France\n-----------------\nA PAR - BUR\nA MAR - SPA",
        "**France**\nA PAR - BUR\nA MAR - SPA",
        "France (Kim):\nA PAR - BUR\nA MAR - SPA",
        "France -\nA PAR - BUR\nA MAR - SPA",
        "Spring 1901\nFrance: A PAR - BUR, A MAR - SPA",
        "Spring of 1901, Movement\nFrance: A PAR - BUR, A MAR - SPA",
        "phase SPRING 1901 MOVEMENT\nFrance: A PAR - BUR, A MAR - SPA",
        "\ufeffmap: standard\nPHASE s1901m\nFRANCE\nA PAR - BUR\nA MAR - SPA",
    ],
)
def test_ways_to_write_one_set(text: str) -> None:
    assert read_phase(text) == Phase(
        units={"FRANCE": ("A PAR", "A MAR")}, orders={"FRANCE": ("A PAR - BUR", "A MAR - SPA")}
    )


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("phase F1903B", "W1903A"),
        ("Autumn 1903", "F1903M"),
        ("Fall 1903 Retreats", "F1903R"),
        ("Winter 1903", "W1903A"),
        ("phase Fall 1903 moves", "F1903M"),
        ("phase W1903", "W1903A"),
    ],
)
def test_ways_to_write_the_phase(head: str, name: str) -> None:
    assert read_phase(f"{head}\nUNITS\nFRANCE: A PAR").phase == name


def test_a_repeated_heading_begins_a_second_set() -> None:
    phase = read_phase("FRANCE\nA PAR H\nITALY: A ROM H\nFRANCE\nA PAR - BUR")
    assert phase.order_sets("FRANCE") == (("A PAR H",), ("A PAR - BUR",))
    assert phase.units == {"FRANCE": ("A PAR",), "ITALY": ("A ROM",)}


def test_a_unit_alone_has_no_order() -> None:
    assert read_phase("FRANCE\nA PAR\nF BRE") == Phase(units={"FRANCE": ("A PAR", "F BRE")})


def test_commas_of_a_route_stay() -> None:
    assert read_phase("ENGLAND: A LON - BEL via NTH, ENG").orders["ENGLAND"] == ("A LON - BEL via NTH, ENG",)


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("FRANCE: PAR - BUR", {"FRANCE": ("A PAR",)}),
        ("ENGLAND: ENG - MAO", {"ENGLAND": ("F ENG",)}),
        ("FRANCE: BRE - MAO\nFRANCE: A PAR S F BRE - MAO", {"FRANCE": ("F BRE", "A PAR")}),
        ("FRANCE: F SPA - MAO\nFRANCE: A GAS S F SPA/NC - MAO", {"FRANCE": ("F SPA/NC", "A GAS")}),
        ("FRANCE: A SPA/NC - GAS", {"FRANCE": ("A SPA",)}),
        ("FRANCE: A PAR dances\nFRANCE: rubbish", {"FRANCE": ("A PAR",)}),
    ],
)
def test_what_orders_leave_out_comes_from_elsewhere(text: str, units: dict[str, tuple[str, ...]]) -> None:
    assert read_phase(text).units == units


def test_unreadable_lines_are_kept() -> None:
    phase = read_phase("FRANCE\nA PAR H\nall the rest, as you like; do hold")
    assert phase.orders["FRANCE"] == ("A PAR H", "all the rest, as you like", "do hold")


def test_listed_units_are_not_changed_by_orders() -> None:
    phase = read_phase("UNITS\nGERMANY: F KIE\nENGLAND: A LON, F NTH\nORDERS\nENGLAND\nF KIE - DEN\nA LON")
    assert phase.units == {"GERMANY": ("F KIE",), "ENGLAND": ("A LON", "F NTH")}
    assert phase.orders == {"ENGLAND": ("F KIE - DEN", "A LON")}


@pytest.mark.parametrize(
    "text",
    [
        f"phase{' ' * 200_000}x y",
        f"phase S1901R\nDISLODGED\nFRANCE: a{' ' * 200_000}b",
    ],
)
def test_long_gaps_cost_little(text: str) -> None:
    started = time.monotonic()
    with pytest.raises(InputError):
        read_phase(text)
    assert time.monotonic() - started < 5


def test_retreats() -> None:
    lines = ["phase F1901R", "UNITS", "ITALY: A PAR", "DISLODGED", "FRANCE: A PAR from BUR retreats PIC, GAS"]
    phase = read_phase("\n".join([*lines, "GERMANY: F KIE", "ORDERS", "FRANCE: A PAR - PIC"]))
    assert phase.dislodged == {
        "FRANCE": {"A PAR": Dislodged("BUR", ("PIC", "GAS"))},
        "GERMANY": {"F KIE": Dislodged()},
    }
    short = read_phase("phase F1901R\nFRANCE: A PAR - PIC")
    assert (short.units, short.dislodged) == ({}, {"FRANCE": {"A PAR": Dislodged()}})


def test_adjustments() -> None:
    phase = read_phase(
        "phase W1901A\nCENTRES\nFRANCE: PAR, MAR\nITALY: ROM VEN\nORDERS\nFRANCE\nBuild A PAR\nF BRE D"
    )
    assert phase.centers == {"FRANCE": ("PAR", "MAR"), "ITALY": ("ROM", "VEN")}
    assert phase.units == {"FRANCE": ("F BRE",)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A PAR - BUR", "line 1: 'A PAR - BUR' stands before the name of any power"),
        ("", "no unit can be made out"),
        ("FRANCE\nrubbish", "no unit can be made out"),
        ("FRANCE: A PAR H\nITALY: A PAR H", "line 2: ITALY and FRANCE both order a unit in PAR"),
        ("FRANCE\nA PAR H\n\nF PAR H", "line 4: army and fleet are both ordered in PAR"),
        ("FRANCE\nBRE - MAO", "line 2: nothing says whether the unit in BRE is an army or a fleet"),
        ("FRANCE\nF SPA - MAO", "line 2: 'F SPA' is impossible: a fleet there is on a coast"),
        ("FRANCE\nF SPA/NC - MAO\nF SPA/SC H", "line 3: the fleet in SPA is ordered on two coasts"),
        ("FRANCE\nA MAO H", "line 2: 'A MAO' is impossible"),
        ("map nowhere\nFRANCE\nA PAR H", "there is no map 'nowhere'"),
        ("phase 1901", "line 1: '1901' is no phase"),
        ("phase S1901M\nphase S1901M", "line 2: the phase is named twice"),
        ("UNITS\nFRANCE: PAR", "line 2: 'PAR' does not say whether"),
        ("UNITS\nFRANCE: A PAR H", "line 2: 'A PAR H' is no unit"),
        ("UNITS\nFRANCE: A MAO", "line 2: 'A MAO' is impossible"),
        ("UNITS\nA PAR", "line 2: 'A PAR' stands before the name of any power"),
        ("CENTERS\nFRANCE: BUR", "line 2: 'BUR' is no supply centre"),
        ("DISLODGED\nFRANCE: A PAR from nowhere", "line 2: 'nowhere' is no place"),
        ("\0\1\2" * 50, "stands before the name of any power"),
    ],
)
def test_one_clear_sentence_with_the_line(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_phase(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 300


ARMIES = st.sampled_from([f"A {p.id}" for p in BOARD.provinces.values() if p.kind != "sea"])
ORDERS = st.sampled_from(
    ["A PAR - BUR", "F NTH C A LON - BEL", "A RUH S A BEL", "F SPA/NC H", "gibberish", "A PAR"]
)


POWERS = st.sampled_from(BOARD.powers)
UNITS = st.lists(ARMIES, min_size=1, max_size=3).map(tuple)
SET: st.SearchStrategy[tuple[str | OrderSet, ...]] = st.lists(ORDERS, min_size=1, max_size=4).map(tuple)
SETS: st.SearchStrategy[tuple[str | OrderSet, ...]] = st.lists(
    st.lists(ORDERS, min_size=1, max_size=4).map(tuple), min_size=2, max_size=3
).map(tuple)
CENTERS: st.SearchStrategy[tuple[str, ...]] = st.just(("PAR", "BRE"))
RETREATS = st.none() | st.lists(st.just("SPA/NC"), max_size=2).map(tuple)
LOST = st.dictionaries(
    ARMIES, st.builds(Dislodged, st.sampled_from(["", "BUR"]), RETREATS), min_size=1, max_size=2
)
PHASES = st.builds(
    Phase,
    st.just("standard"),
    st.sampled_from(["S1901M", "F1907R"]),
    st.dictionaries(POWERS, UNITS, min_size=1),
    st.dictionaries(POWERS, st.one_of(SET, SETS), max_size=3),
    st.none() | st.dictionaries(POWERS, CENTERS, min_size=1),
    st.dictionaries(POWERS, LOST, min_size=1),
)


@given(PHASES)
def test_reading_is_the_inverse_of_writing(phase: Phase) -> None:
    assert read_phase(format_phase_text(phase)) == phase


LINES = st.sampled_from([
    "FRANCE", "ITALY:", "England: A LON H", "A PAR - BUR", "A PAR", "F BRE, A MAR", "UNITS", "ORDERS",
    "CENTERS", "DISLODGED", "phase F1901R", "phase W1901A", "map standard", "PAR", "nonsense", "# c", "",
    ";", ",", ":", "A: ", "RUSSIA: F SEV from BLA retreats RUM", "PAR MAR", "waive", "Build F BRE",
])  # fmt: skip


@given(st.lists(LINES, max_size=12).map("\n".join))
def test_any_lines_are_a_phase_or_an_input_error(text: str) -> None:
    with suppress(InputError):
        read_phase(text)


@pytest.mark.parametrize(
    ("heading", "line"), [("FRNACE", 3), ("FRNACE: A PAR H", 3), ("Fance", 3), ("Germny", 3), ("Austrla:", 3)]
)
def test_a_misspelt_power_does_not_give_its_units_to_the_power_before(heading: str, line: int) -> None:
    with pytest.raises(InputError, match="is no power; did you mean") as caught:
        read_phase(f"GERMANY\nA MUN H\n{heading}\nA PAR H\n")
    assert caught.value.place == f"line {line}"


@pytest.mark.parametrize("rubbish", ["dances", "hold", "nothing to say"])
def test_other_rubbish_is_no_misspelt_power(rubbish: str) -> None:
    read_phase(f"GERMANY\nA MUN H\n{rubbish}\n")
