"""Units on the board, in one fixed order."""

from __future__ import annotations

import random

import pytest

from resolvent.board import load_map
from resolvent.errors import InputError
from resolvent.records import format_unit, place_units

BOARD = load_map()


def test_the_order_is_fixed() -> None:
    units = {power: list(BOARD.start[power]) for power in BOARD.powers}
    expected = place_units(units, BOARD)
    assert [u.power for u in expected] == sorted(u.power for u in expected)
    chance = random.Random(1)
    for _ in range(20):
        powers = chance.sample(list(units), len(units))
        shuffled = {power: chance.sample(units[power], len(units[power])) for power in powers}
        assert place_units(shuffled, BOARD) == expected


def test_units_know_their_places() -> None:
    army, fleet = place_units({"FRANCE": ["F SPA/NC", "A PAR"]}, BOARD)
    assert (army.unit, army.place) == ("A", BOARD.places["PAR"])
    assert (fleet.unit, fleet.place) == ("F", BOARD.places["SPA/NC"])
    assert [format_unit(u) for u in (army, fleet)] == ["A PAR", "F SPA/NC"]
    assert str(fleet) == "F SPA/NC"


def test_other_spellings() -> None:
    assert [str(u) for u in place_units({"RUSSIA": ["f StP(nc)", " A  Moscow "]}, BOARD)] == [
        "A MOS",
        "F STP/NC",
    ]


@pytest.mark.parametrize(
    ("units", "message"),
    [
        ({"FRANCE": ["A PAR", "A MAR", "F MUN"]}, "units.FRANCE[2]: 'F MUN' is impossible: Munich is inland"),
        ({"FRANCE": ["A MAO"]}, "units.FRANCE[0]: 'A MAO' is impossible: Mid-Atlantic Ocean is a sea"),
        ({"FRANCE": ["A SPA/NC"]}, "units.FRANCE[0]: 'A SPA/NC' is impossible: an army is in a province"),
        ({"FRANCE": ["F SPA"]}, "units.FRANCE[0]: 'F SPA' is impossible: a fleet there is on a coast"),
        ({"FRANCE": ["A XXX"]}, "units.FRANCE[0]: 'XXX' is no place of the map 'standard'"),
        ({"FRANCE": ["PAR"]}, "units.FRANCE[0]: 'PAR' is no unit"),
        ({"FRANCE": [""]}, "units.FRANCE[0]: '' is no unit"),
        ({"FRANCE": ["A " + "x" * 1000]}, "units.FRANCE[0]: 'A xxx"),
        (
            {"FRANCE": ["A PAR", "A PAR"]},
            "units.FRANCE[1]: 'A PAR' is in the same province as 'A PAR' of FRANCE",
        ),
        (
            {"FRANCE": ["F BUL/EC"], "ITALY": ["A BUL"]},
            "units.ITALY[0]: 'A BUL' is in the same province as 'F BUL/EC'",
        ),
        ({"Frankreich": ["A PAR"]}, "units.Frankreich[0]: unknown power 'Frankreich'"),
        ({"SPAIN": []}, "units.SPAIN: unknown power 'SPAIN'"),
    ],
)
def test_one_clear_sentence_with_the_place(units: dict[str, list[str]], message: str) -> None:
    with pytest.raises(InputError) as caught:
        place_units(units, BOARD)
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 200
