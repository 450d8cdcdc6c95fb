"""Reading orders: many spellings of one order, the inverse of writing, and never an exception."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resolvent.board import load_map
from resolvent.orders import Kind, Order, Reader, Unreadable, format_order, order_reader, read_order
from resolvent.orders.grammar import Season

BOARD = load_map()
GROUPS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "spellings.toml").read_text(encoding="utf-8")
)["group"]
SPELLINGS = [
    pytest.param(group["season"], group["order"], spelling, id=spelling)
    for group in GROUPS
    for spelling in (group["order"], *group["spellings"])
]
PLACES = st.sampled_from(sorted(BOARD.places))
UNITS = st.sampled_from(["A", "F"])
SEASONS: list[Season] = ["M", "R", "A"]


def read(text: str, season: Season = "M") -> Order:
    order = read_order(text, BOARD, season)
    assert isinstance(order, Order), order
    return order


def refused(text: str, season: Season = "M") -> Unreadable:
    order = read_order(text, BOARD, season)
    assert isinstance(order, Unreadable), order
    assert order.text == text
    assert 0 <= order.column <= len(text)
    return order


def same_place(written: str, meant: str) -> bool:
    return written == meant or written == meant.partition("/")[0]


@pytest.mark.parametrize(("season", "order", "spelling"), SPELLINGS)
def test_spellings_of_one_order(season: Season, order: str, spelling: str) -> None:
    meant, found = read(order, season), read(spelling, season)
    assert str(meant) == order
    assert (found.kind, found.via, found.destination) == (meant.kind, meant.via, meant.destination)
    assert found.unit in ("", meant.unit)
    assert found.other_unit in ("", meant.other_unit)
    assert same_place(found.location, meant.location)
    assert same_place(found.other, meant.other)


@st.composite
def canonical_orders(draw: st.DrawFn) -> Order:
    kind = draw(st.sampled_from(list(Kind)))
    if kind is Kind.WAIVE:
        return Order(kind)
    goal = draw(PLACES) if kind in (Kind.MOVE, Kind.RETREAT, Kind.CONVOY) else ""
    if kind is Kind.SUPPORT:
        goal = draw(st.one_of(st.just(""), PLACES))
    other = draw(PLACES) if kind in (Kind.SUPPORT, Kind.CONVOY) else ""
    return Order(
        kind,
        draw(UNITS),
        draw(PLACES),
        goal,
        other,
        draw(UNITS) if other else "",
        via=draw(st.booleans()) if kind is Kind.MOVE else False,
    )


@given(canonical_orders())
def test_reading_is_the_inverse_of_writing(order: Order) -> None:
    assert read(format_order(order)) == order


@given(canonical_orders(), st.sampled_from(SEASONS))
def test_the_short_way_reads_as_the_tables_do(order: Order, season: Season) -> None:
    text = format_order(order)
    fast = Reader(BOARD, season)[text]
    slow = Reader(BOARD, season)[f" {text} "]  # the blanks keep it off the short way
    assert fast == slow


@given(st.text(max_size=600), st.sampled_from(SEASONS))
def test_any_text_is_an_order_or_unreadable(text: str, season: Season) -> None:
    assert isinstance(read_order(text, BOARD, season), Order | Unreadable)


WORDS = [
    "A", "F", "PAR", "spa", "(nc)", "-nc", "/", "-", "->", "S", "C", "H", "VIA", "R", "D", "B", "sf",
    "^", "the", "waive", "German", "ENG", "mid-atlantic", "nor", ":", ",", ".", "convoy", "(", ")", "x",
    "north", "coast",
]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), st.sampled_from(SEASONS))
def test_any_heap_of_words_is_an_order_or_unreadable(text: str, season: Season) -> None:
    order = read_order(text, BOARD, season)
    if isinstance(order, Unreadable):
        assert 0 <= order.column <= len(text)
        assert order.why
    else:
        for place in (order.location, order.destination, order.other):
            assert not place or place in BOARD.places


@pytest.mark.parametrize(
    ("text", "why", "column"),
    [
        ("PAR", "no action", 3),
        ("A PAR -", "a move needs a destination", 7),
        ("A PAR - BUR -", "a move needs a destination", 13),
        ("A PAR S", "a support names no unit", 7),
        ("F TYS S - ION", "a support needs the unit before the arrow", 13),
        ("A MOS S hold A SEV - RUM", "'-' cannot stand here", 19),
        ("A PAR - ROMA", "'roma' is unclear: it may be ROM, RUM", 8),
        ("F NTH C A LON", "a convoy needs a destination", 13),
        ("A PAR R", "a retreat needs a destination", 7),
        ("A PAR BUR", "an action should stand where 'bur' is", 6),
        ("A PAR - BUR BEL", "'bel' cannot stand here", 12),
        ("F NOR - BAR", "'nor' is unclear: it may be NAF, NAO, NTH, NWG, NWY", 2),
        ("A PAR dances", "'dances' is neither a place nor a word of an order", 6),
        ("A PAR \0", "'\\x00' cannot stand in an order", 6),
        ("A PAR - BUR 🎉", "'🎉' cannot stand in an order", 12),
        ("", "there is no order", 0),
        ("\ufeff", "there is no order", 0),
        ("hold", "no unit is named", 4),
        ("ENGLAND: A LON dances", "'dances' is neither a place nor a word of an order", 15),
    ],
)
def test_unreadable_text_says_why_and_where(text: str, why: str, column: int) -> None:
    order = refused(text)
    assert (order.why, order.column) == (why, column)


def test_a_bare_unit_is_a_build_in_adjustments_only() -> None:
    assert read("F EDI", "A").kind is Kind.BUILD
    assert refused("F EDI", "R").why == "no action"


def test_details_that_few_spellings_have() -> None:
    assert read("A Lon-Nth-Nwy").route == ("NTH",)
    assert read("A LON - BEL via NTH, ENG").route == ("NTH", "ENG")
    assert read("A BUR S German A MUN - RUH").other_power == "GERMANY"
    assert read("A BUR S A MUN (German) - RUH").other_power == "GERMANY"
    assert read("A WAL S ENG A LON").other_power == "ENGLAND"
    assert read("A WAL S ENG").other == "ENG"


def test_support_of_a_move_to_the_own_place_stays_one() -> None:
    """DATC 6.A.5; only the dialect that glues verb and unit means a support to hold."""
    assert read("A LVP S A YOR - YOR").destination == "YOR"
    assert read("A LVP SA YOR - YOR").destination == ""


def test_a_coast_that_does_not_exist_is_left_out() -> None:
    """DATC 4.B.6; a coast that exists is kept, also for an army."""
    assert read("F BRE/NC H").location == "BRE"
    assert read("A GAS - SPA/NC").destination == "SPA/NC"


def test_a_huge_text_is_refused_at_once_and_not_kept() -> None:
    reader = order_reader(BOARD)
    text = "A PAR - " * 1_000_000
    assert isinstance(reader[text], Unreadable)
    assert text not in reader


def test_what_was_read_is_kept_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resolvent.orders.read._CACHED", 3)
    reader = Reader(BOARD)
    assert reader["A PAR H"] is reader["A PAR H"]
    for text in ("a", "b", "c", "d", "e"):
        assert isinstance(reader[text], Unreadable)
        assert len(reader) <= 3


def test_a_unit_alone() -> None:
    reader = order_reader(BOARD)
    assert reader.unit("F Spain (nc)") == ("F", "SPA/NC")
    assert reader.unit("Paris") == ("", "PAR")
    assert isinstance(reader.unit("A PAR H"), Unreadable)
    assert isinstance(reader.unit("x" * 1000), Unreadable)
