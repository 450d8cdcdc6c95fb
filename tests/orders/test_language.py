"""Languages are tables: another one needs no code."""

from __future__ import annotations

import pytest

from resolvent.board import load_map
from resolvent.errors import InputError
from resolvent.orders import Order, order_reader
from resolvent.orders.language import Language, language_names, load_language


def test_english_is_there() -> None:
    assert "en" in language_names()
    assert load_language("en") is load_language()


def test_an_unknown_language_is_an_input_error() -> None:
    with pytest.raises(InputError, match="there is no language 'xx'"):
        load_language("xx")


def test_a_language_brings_words_places_coasts_and_powers() -> None:
    dutch = Language(
        name="Nederlands",
        words={"fleet": ("vloot",), "army": ("leger",), "move": ("naar",), "support": ("steunt",)},
        coasts={"noordkust": "NC"},
        powers={"duits": "GERMANY"},
        places={"Noorwegen": "NWY", "Keulen": "XXX"},
    )
    reader = order_reader(load_map(), "M", dutch)
    order = reader["Vloot St. Petersburg (Noordkust) naar Noorwegen"]
    assert str(order) == "F STP/NC - NWY"
    support = reader["Leger Ruhr steunt duits leger Munich naar Burgundy"]
    assert isinstance(support, Order)
    assert (str(support), support.other_power) == ("A RUH S A MUN - BUR", "GERMANY")
