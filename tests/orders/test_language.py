"""Languages are tables: another one needs no code."""

from __future__ import annotations

import pytest

from resolvent.board import load_map
from resolvent.errors import InputError
from resolvent.orders import Order, order_reader
from resolvent.orders.language import Language, language_names, load_language
from resolvent.orders.write import format_order_in, power_name_in

BOARD = load_map()
FRISIAN = Language(
    name="Frysk",
    words={"fleet": ("float",), "army": ("leger",), "move": ("nei",), "support": ("stipet",)},
    coasts={"NC": ("noardkust",)},
    powers={"GERMANY": ("Dútslân",), "NARNIA": ("Narnia",)},
    adjectives={"GERMANY": ("Dútsk",)},
    places={"standard": {"NWY": ("Noarwegen",), "XXX": ("Keulen",)}, "isles": {"AAA": ("Ylân",)}},
)


def test_the_languages_that_are_there() -> None:
    assert language_names() == ("de", "en", "fi", "fr", "nl")
    assert load_language("en") is load_language()


def test_an_unknown_language_is_an_input_error() -> None:
    with pytest.raises(InputError, match="there is no language 'xx'"):
        load_language("xx")


def test_a_language_brings_words_places_coasts_and_powers() -> None:
    reader = order_reader(BOARD, "M", FRISIAN)
    order = reader["Float St. Petersburg (Noardkust) nei Noarwegen"]
    assert str(order) == "F STP/NC - NWY"
    support = reader["Leger Ruhr stipet dutsk leger Munich nei Burgundy"]
    assert isinstance(support, Order)
    assert (str(support), support.other_power) == ("A RUH S A MUN - BUR", "GERMANY")
    assert reader.power("Dútslân") == reader.power("dutsl") == reader.power("german") == "GERMANY"
    assert reader.power("Narnia") is None


def test_a_language_that_only_reads_says_so() -> None:
    order = order_reader(BOARD)["A PAR H"]
    assert isinstance(order, Order)
    with pytest.raises(InputError, match="'Frysk' does not say how orders are written"):
        format_order_in(order, FRISIAN, BOARD)


@pytest.mark.parametrize("code", language_names())
def test_every_province_and_power_of_the_standard_map_has_a_name(code: str) -> None:
    language = load_language(code)
    places = language.places.get("standard", {})
    assert set(places) - {"SWI"} == (set() if code == "en" else set(BOARD.provinces))
    spoken = (code, BOARD) if code == "en" else (language, BOARD)
    assert len({power_name_in(power, *spoken) for power in BOARD.powers}) == 7


@pytest.mark.parametrize("code", language_names())
def test_no_spelling_stands_for_two_provinces(code: str) -> None:
    language = load_language(code)
    meant: dict[str, str] = {}
    for id, spellings in language.places.get("standard", {}).items():
        for key in (key for s in spellings for key, _ in language.read_forms(s)):
            assert meant.setdefault(key, id) == id
            province = BOARD.names.get(key)
            assert province is None or province.id == id or id == "SWI", (key, id, province)


@pytest.mark.parametrize("code", language_names())
def test_no_word_has_two_meanings(code: str) -> None:
    """A code of a province may be a word as well; then it is the province."""
    language = load_language(code)
    meant: dict[str, str] = {}
    for role, spellings in language.words.items():
        for key in (key for s in spellings for key in language.keys(s)):
            assert meant.setdefault(key, role) == role, (key, role)
