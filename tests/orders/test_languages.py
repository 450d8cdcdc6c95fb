"""Orders in other languages: sentences, writing and reading back, and never an exception."""

from __future__ import annotations

import tomllib
import unicodedata
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resolvent.board import Map, load_map
from resolvent.orders import Kind, Order, Reader, Unreadable, format_order, order_reader, read_order
from resolvent.orders.grammar import Season, parse_anew, parse_items
from resolvent.orders.language import language_names, load_language
from resolvent.orders.lexicon import Lexicon, Misread
from resolvent.orders.write import format_order_in

BOARD = load_map()
CODES = language_names()
SEASONS: tuple[Season, ...] = ("M", "R", "A")
GROUPS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "languages.toml").read_text(encoding="utf-8")
)["group"]
ISLES = load_map(Path(__file__).parent / "isles.toml")
SENTENCES = [
    pytest.param(code, group["season"], group["order"], sentence, id=f"{code}: {sentence}")
    for group in GROUPS
    for code in CODES
    for sentence in group[code]
]


def season_of(order: Order) -> Season:
    if order.kind is Kind.RETREAT:
        return "R"
    return "A" if order.kind in (Kind.BUILD, Kind.DISBAND, Kind.WAIVE) else "M"


def read(text: str, code: str, season: Season, board: Map = BOARD) -> Order:
    order = read_order(text, board, season, load_language(code))
    assert isinstance(order, Order), order
    return order


def without_accents(text: str) -> str:
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return plain.replace("ß", "ss")


def variants(text: str, code: str) -> list[str]:
    found = [text, text.lower(), text.upper(), without_accents(text), unicodedata.normalize("NFD", text)]
    if code == "de":
        plain = text.replace("ß", "ss")
        for letter, letters in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("Ä", "Ae"), ("Ö", "Oe"), ("Ü", "Ue")):
            plain = plain.replace(letter, letters)
        found.append(plain)
    return found


@pytest.mark.parametrize(("code", "season", "order", "sentence"), SENTENCES)
def test_sentences(code: str, season: Season, order: str, sentence: str) -> None:
    meant = read(order, "en", season)
    assert str(meant) == order
    for text in variants(sentence, code):
        found = read(text, code, season)
        left_out = {"unit": found.unit and meant.unit, "other_unit": found.other_unit and meant.other_unit}
        assert found == msgspec.structs.replace(meant, other_power=found.other_power, **left_out)


def places(board: Map) -> st.SearchStrategy[str]:
    return st.sampled_from(sorted(board.places))


@st.composite
def orders(draw: st.DrawFn, board: Map = BOARD) -> Order:
    kind = draw(st.sampled_from(list(Kind)))
    if kind is Kind.WAIVE:
        return Order(kind)
    types = st.sampled_from(["A", "F", ""])
    has_goal = kind in (Kind.MOVE, Kind.RETREAT, Kind.CONVOY)
    has_goal = has_goal or (kind is Kind.SUPPORT and draw(st.booleans()))
    has_other = kind in (Kind.SUPPORT, Kind.CONVOY)
    return Order(
        kind,
        draw(types),
        draw(places(board)),
        draw(places(board)) if has_goal else "",
        draw(places(board)) if has_other else "",
        draw(types) if has_other else "",
        via=kind is Kind.MOVE and draw(st.booleans()),
    )


@given(orders(), st.sampled_from(CODES))
@settings(max_examples=400)
def test_reading_is_the_inverse_of_writing(order: Order, code: str) -> None:
    text = format_order_in(order, code, BOARD)
    assert text == text.strip()
    assert text[0] == text[0].upper()
    for variant in variants(text, code):
        assert read(variant, code, season_of(order)) == order


@given(orders(), st.sampled_from(CODES))
def test_the_notation_is_read_in_every_language(order: Order, code: str) -> None:
    for text in (format_order(order), format_order(order).lower()):
        assert read(text, code, season_of(order)) == order


@given(orders(ISLES), st.sampled_from(CODES))
def test_the_names_of_a_map_stand_in_where_a_language_has_none(order: Order, code: str) -> None:
    text = format_order_in(order, code, ISLES)
    assert read(text, code, season_of(order), ISLES) == order


WORDS = [
    "A", "l'armée", "d'", "à", "a", "flotte", "Ruhrin", "armeija", "Hollantiin", "(noordkust)", "côte nord",
    "/", "-", " - ", "steunt", "tukee", "zieht sich", "zurück", "via konvooi", "bouw", "verzichtet", "Saksan",
    "Duits", "qui va", "ENG", "Englannin", "Kanaal", "mer", "du Nord", "in die", "Noor", "nor", "(", ")", "^",
    ".", "'", "St.", "est", "den",
]  # fmt: skip
HEAPS = st.lists(st.sampled_from(WORDS), max_size=10).map(" ".join)


@given(HEAPS, st.sampled_from(CODES), st.sampled_from(SEASONS))
def test_any_heap_of_words_is_an_order_or_unreadable(text: str, code: str, season: Season) -> None:
    order = read_order(text, BOARD, season, load_language(code))
    if isinstance(order, Unreadable):
        assert 0 <= order.column <= len(text)
        assert order.why
    else:
        for place in (order.location, order.destination, order.other):
            assert not place or place in BOARD.places


@given(st.text(max_size=520), st.sampled_from(CODES))
def test_any_text_is_an_order_or_unreadable(text: str, code: str) -> None:
    order = read_order(text, BOARD, "M", load_language(code))
    assert isinstance(order, Order) or 0 <= order.column <= len(text)


SHAPES = [
    "A {} - {}", "A {} - {} - {}", "A {} moves from {} to {}", "A {} - {} via {}", "A {} ^ {}",
    "A {} ^ {} - {}", "A {} S A {} - {}", "A {} SA {} - {}", "A {} SF {}", "{} S {}",
    "A {} S German A {} - {}", "{} F {} - {}", "A {} S {} A {} - {}", "A {} S {} A {}",
    "F {} C A {} - {}", "F {} CA {} - {}", "{} A - {}", "R A {} - {}", "A {} R {}", "A {} H", "A {} - H",
    "{} F {} H", "A {} S a move from {} to {}", "A {} S A {} - {} (German)", "B A {}", "A {}", "{} B",
    "A {} S {} H", "F {} C A {} - {} - {}", "{} {} {}", "A {} S A {} - {} - {}",
]  # fmt: skip


@given(
    st.lists(st.tuples(st.sampled_from(SHAPES), st.lists(st.sampled_from(["PAR", "ENG", "SPA"]), min_size=4)))
)
@settings(max_examples=300)
def test_an_order_of_a_known_shape_is_the_order_it_would_be_otherwise(
    texts: list[tuple[str, list[str]]],
) -> None:
    lexicon = Lexicon(BOARD, load_language("en"))
    for season in SEASONS:
        for template, names in texts:
            items = lexicon.items(template.format(*names)).items
            try:
                order = parse_anew(items, season)
            except Misread:
                continue
            assert parse_items(items, season) == order


@pytest.mark.parametrize(
    ("code", "text", "why", "column"),
    [
        ("nl", "Leger Parijs danst", "'danst' is neither a place nor a word of an order", 13),
        ("fr", "L'armée de Paris danse", "'danse' is neither a place nor a word of an order", 17),
        ("fr", "Flotte d'Édimbourg danse", "'danse' is neither a place nor a word of an order", 19),
        ("de", "Armee Preußen tanzt", "'tanzt' is neither a place nor a word of an order", 14),
        ("fi", "Ruhr", "no action", 4),
        ("fi", "Ruhrin armeija tukee Hollantiin", "a support names no unit", 21),
        ("en", "F north coast moves", "a coast stands before no place", 19),
    ],
)
def test_unreadable_text_says_why_and_where(code: str, text: str, why: str, column: int) -> None:
    order = read_order(text, BOARD, "M", load_language(code))
    assert isinstance(order, Unreadable), order
    assert (order.why, order.column) == (why, column)


def test_nationalities() -> None:
    for code, text in (
        ("nl", "Leger Bourgondië steunt Duits leger München"),
        ("fi", "Burgundin armeija tukee Saksan armeijaa München"),
        ("fi", "Burgundin armeija tukee Münchenin saksalaista armeijaa"),
        ("fr", "Armée de Bourgogne soutient l'armée allemande de Munich"),
        ("de", "Armee Burgund unterstützt die deutsche Armee München"),
    ):
        assert read(text, code, "M").other_power == "GERMANY"


@pytest.mark.parametrize("written", ["F BRE/NC H", "F Brest (north coast) H", "F BRE nc H", "F stp/ec H"])
def test_a_coast_that_does_not_exist_is_noted(written: str) -> None:
    """DATC 4.B.6"""
    order = read(written, "en", "M")
    assert order.needless_coast
    assert format_order(order) == f"F {order.location} H"
    assert "/" not in order.location


def test_a_unit_alone() -> None:
    reader = Reader(BOARD, "M", load_language("fi"))
    assert reader.unit("Ruhrin armeija") == ("A", "RUH")
    assert reader.unit("Espanjan pohjoisrannikon laivasto") == ("F", "SPA/NC")
    assert isinstance(reader.unit("Ruhrin armeija Hollantiin"), Unreadable)
    assert order_reader(BOARD, "M", load_language("nl")).unit("Vloot Noordzee") == ("F", "NTH")
