"""Finding out the language of a file, and reading one set of orders in five of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resolvent import adjudicate, read_phase
from resolvent.board import load_map
from resolvent.errors import InputError
from resolvent.orders import Kind, Order, order_reader
from resolvent.orders.detect import detect_language
from resolvent.orders.language import language_names, load_language
from resolvent.orders.write import format_order_in, power_name_in
from resolvent.records import format_phase_text, phase_to_dict, read_order_text

BOARD = load_map()
CODES = language_names()
EXAMPLES = Path(__file__).parents[2] / "examples"
ENGLISH = (EXAMPLES / "fall-1907.txt").read_text(encoding="utf-8")


def example(code: str) -> str:
    return ENGLISH if code == "en" else (EXAMPLES / f"fall-1907.{code}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("texts", "code"),
    [
        ((), "en"),
        (("A PAR - BUR", "F NTH C A LON - BEL", "WAIVE"), "en"),
        (("FRANCE", "A Paris - Burgundy"), "en"),
        (("A PAR - BUR", "A MUN dances", "zut alors"), "en"),
        (("Army Paris moves to Burgundy", "Leger Parijs"), "en"),
        (("A Parijs - Bourgondië",), "nl"),
        (("Leger Brest houdt",), "nl"),
        (("A Pariisi - Burgundi",), "fi"),
        (("Armeija Ruhr Hollantiin",), "fi"),
        (("Armee Brest defend",), "fr"),
        (("A Paris - Bourgogne",), "fr"),
        (("Armee Brest haelt", "A PAR - BUR"), "de"),
        (("ITALIEN", "A ROM - VEN"), "de"),
        (((), ("A PAR H",), ("Vloot Brest steunt Leger Parijs",)), "nl"),
    ],
)
def test_the_language_of_a_few_orders(texts: tuple[str | tuple[str, ...], ...], code: str) -> None:
    assert detect_language(texts) == code
    assert detect_language(texts) == code


MOVES = st.builds(
    Order,
    st.just(Kind.MOVE),
    st.sampled_from(["A", "F"]),
    st.sampled_from(sorted(BOARD.places)),
    st.sampled_from(sorted(BOARD.places)),
)


@given(st.lists(MOVES, min_size=3, max_size=8), st.sampled_from(CODES))
def test_the_language_of_written_orders(orders: list[Order], code: str) -> None:
    found = detect_language([format_order_in(order, code, BOARD) for order in orders])
    assert found == code


@given(st.lists(st.text(max_size=40), max_size=5))
def test_any_texts_have_a_language(texts: list[str]) -> None:
    assert detect_language(texts) in CODES


@pytest.mark.parametrize("code", CODES)
def test_the_examples_are_what_is_written(code: str) -> None:
    """The examples were written by the program and then read by people; they still agree."""
    reader = order_reader(BOARD)
    names = {name.upper(): id for id, name in BOARD.power_names.items()}
    lines = zip(ENGLISH.splitlines(), example(code).splitlines(), strict=True)
    for english, line in list(lines)[1:] if code != "en" else ():
        order = reader[english]
        if english in names:
            assert line == power_name_in(names[english], code, BOARD).upper()
        elif isinstance(order, Order):
            assert line == format_order_in(order, code, BOARD)
        else:
            assert line == english


@pytest.mark.parametrize("code", CODES)
def test_one_set_of_orders_in_five_languages(code: str) -> None:
    english, phase = read_phase(ENGLISH), read_phase(example(code))
    assert phase.language == ("" if code == "en" else code)
    assert phase.units == english.units
    reader, own = order_reader(BOARD), order_reader(BOARD, "M", load_language(code))
    for power, orders in english.orders.items():
        assert [own[str(t)] for t in phase.orders[power]] == [reader[str(t)] for t in orders]
    meant, found = adjudicate(english).to_dict(), adjudicate(phase).to_dict()
    for result in (*meant["orders"], *found["orders"]):
        del result["text"]
    assert found == meant


@pytest.mark.parametrize("code", CODES)
def test_a_language_may_be_given_and_is_kept(code: str) -> None:
    given = read_order_text(example(code), language=code)
    assert given == read_phase(example(code)) == read_phase(example(code), language=code)
    written = phase_to_dict(given)
    assert ("language" in written) is (code != "en")
    assert read_phase(written) == given
    assert read_phase({key: value for key, value in written.items() if key != "language"}) == given
    assert read_phase(format_phase_text(given)) == given


def test_an_unknown_language_is_an_input_error() -> None:
    for text in ("language xx\nFRANCE\nA PAR H", '{"language": "xx", "units": {}}'):
        with pytest.raises(InputError, match="there is no language 'xx'"):
            read_phase(text)
    with pytest.raises(InputError, match="there is no language 'xx'"):
        read_phase("FRANCE\nA PAR H", language="xx")


def test_sections_and_headings_in_a_language() -> None:
    text = """phase W1907A
        EENHEDEN
        Duitsland: Leger München, Vloot Spanje (noordkust)
        Oostenrijk-Hongarije: Leger Wenen
        CENTRA
        Duitsland: Kiel, Berlijn, München
        ITALIË: Rome
        ORDERS
        DUITSLAND
        Bouw leger Berlijn
        Italië ziet af van bouw
        Oostenrijk: Verwijder leger Wenen
    """
    phase = read_phase(text)
    assert phase.language == "nl"
    assert phase.units == {"GERMANY": ("A MUN", "F SPA/NC"), "AUSTRIA": ("A VIE",)}
    assert phase.centers == {"GERMANY": ("KIE", "BER", "MUN"), "ITALY": ("ROM",)}
    assert phase.orders == {
        "GERMANY": ("Bouw leger Berlijn",),
        "ITALY": ("ziet af van bouw",),
        "AUSTRIA": ("Verwijder leger Wenen",),
    }


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("phase F1901R\nSaksa: Münchenin armeija vetäytyy Tiroliin", "A MUN"),
        ("phase F1901R\nAllemagne : armée de Munich se replie au Tyrol", "A MUN"),
        (
            "phase F1901R\nDEUTSCHLAND\nFlotte Spanien (Nordküste) zieht sich in die Gascogne zurück",
            "F SPA/NC",
        ),
    ],
)
def test_retreats_in_a_language(text: str, unit: str) -> None:
    phase = read_phase(text)
    assert phase.dislodged is not None
    assert list(phase.dislodged["GERMANY"]) == [unit]
