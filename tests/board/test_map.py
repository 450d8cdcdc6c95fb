"""The standard map against the published board, and finding places by any usual spelling."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resolvent.board import Map, check_map, load_map

BOARD = load_map()

# Coasts that meet at a point or face two different waters: no fleet passes there.
NO_FLEET_PASSES = [
    "ROM-VEN",
    "ROM-APU",
    "TUS-VEN",
    "PIE-VEN",
    "ANK-SMY",
    "ARM-SMY",
    "ARM-SYR",
    "YOR-LVP",
    "EDI-LVP",
    "WAL-YOR",
    "LON-LVP",
    "MAR-GAS",
    "NWY-FIN",
    "SPA/NC-SPA/SC",
    "STP/NC-STP/SC",
    "GAS-SPA/SC",
    "MAR-SPA/NC",
    "STP/NC-FIN",
    "WES-SPA/NC",
    "BUL/EC-GRE",
    "BUL/SC-BLA",
    "ADR-TYS",
    "NTH-BAL",
    "HEL-BAL",
    "IRI-NTH",
    "NAO-NTH",
    "KIE-NTH",
    "BEL-HEL",
    "LVN-STP/NC",
    "BRE-LON",
    "DEN-BER",
]
FLEET_PASSES = [
    "ANK-CON",
    "CON-SMY",
    "KIE-DEN",
    "KIE-HOL",
    "KIE-BER",
    "CON-BUL/EC",
    "CON-BUL/SC",
    "CON-BLA",
    "CON-AEG",
    "KIE-BAL",
    "KIE-HEL",
    "POR-SPA/NC",
    "POR-SPA/SC",
    "MAO-NAF",
    "NAF-WES",
    "TUN-NAF",
    "CLY-LVP",
    "CLY-EDI",
    "LON-YOR",
    "LON-WAL",
    "WAL-LVP",
    "STP/NC-NWY",
    "STP/SC-FIN",
    "STP/SC-LVN",
    "SWE-DEN",
    "SWE-FIN",
    "SWE-NWY",
    "GRE-BUL/SC",
    "GRE-ALB",
    "ALB-TRI",
    "VEN-APU",
    "VEN-TRI",
    "APU-NAP",
    "NAP-ROM",
    "ROM-TUS",
    "TUS-PIE",
    "PIE-MAR",
    "MAR-SPA/SC",
    "SEV-ARM",
    "SEV-RUM",
    "RUM-BUL/EC",
    "ARM-ANK",
    "SMY-SYR",
    "IRI-ENG",
    "NAO-NWG",
    "NTH-ENG",
    "TYS-ION",
    "LYO-TYS",
    "BAL-BOT",
]
BORDERS = {
    "DEN": "BAL HEL KIE NTH SKA SWE",
    "MAO": "BRE ENG GAS IRI NAF NAO POR SPA/NC SPA/SC WES",
    "SPA": "",
    "SPA/NC": "GAS MAO POR",
    "SPA/SC": "LYO MAO MAR POR WES",
    "BUL/EC": "BLA CON RUM",
    "STP/SC": "BOT FIN LVN",
    "BAR": "NWG NWY STP/NC",
    "NTH": "BEL DEN EDI ENG HEL HOL LON NWG NWY SKA YOR",
}
SPELLINGS = {
    "SPA/NC": [
        "spa(nc)",
        "SPA/NC",
        "Spain (north coast)",
        "spain/north coast",
        "spa n.c.",
        "spn-nc",
        "Spa(N)",
    ],
    "SPA/SC": ["spa/wc", "spain west coast"],
    "STP/NC": ["STP/N.C.", "St. Petersburg (North Coast)", "stp\\nc", "north coast of St Petersburg"],
    "BUL/EC": ["bul-ec", "Bulgaria (north coast)", "bul/nc"],
    "NTH": ["NTS", "North Sea", "north-sea", "norsea", "NorthSea"],
    "NAO": ["NAt", "north atlantic", "North Atlantic Ocean"],
    "MAO": ["MAt", "Mid", "mid-atlantic", "MIDATLANTICOCEAN"],
    "LYO": ["GOL", "GoL", "Gulf of Lyon", "gulf of lions"],
    "TYS": ["TyS", "Tyh", "TYN", "Tyrrhenian", "tyrr"],
    "TYR": ["Tyr", "Tyrolia", "tyrol"],
    "HEL": ["Heligoland", "Heligoland Bight", "HEB"],
    "BOT": ["GoB", "gulf of bothnia"],
    "NWG": ["Nrg", "Norwegian Sea"],
    "NWY": ["Norway", "norw"],
    "LVP": ["Lpl", "Liverpool"],
    "LVN": ["Livonia", "lvo"],
    "STP": ["StP", "St. Petersburg", "Saint Petersburg", "st.petersburg"],
    "CON": ["Const", "constantinople"],
    "ENG": ["ECh", "English Channel", "channel"],
    "EAS": ["EMe", "Eastern Mediterranean", "eastmed"],
    "VEN": ["Vénice"],
}


def fleet_borders(place: str) -> set[str]:
    return {other.id for other in BOARD.places[place].fleet}


def test_sizes() -> None:
    assert len(BOARD.provinces) == 75
    assert len(BOARD.places) == 81
    assert len(BOARD.centres) == 34
    kinds = [p.kind for p in BOARD.provinces.values()]
    assert (kinds.count("inland"), kinds.count("coastal"), kinds.count("sea")) == (14, 42, 19)
    assert BOARD.powers == ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
    assert sum(len(homes) for homes in BOARD.homes.values()) == 22
    assert BOARD.start["RUSSIA"] == ("A MOS", "A WAR", "F SEV", "F STP/SC")
    assert list(BOARD.provinces) == sorted(BOARD.provinces)
    assert [p.index for p in BOARD.provinces.values()] == list(range(75))


def test_no_faults() -> None:
    assert check_map(BOARD) == []


@pytest.mark.parametrize("pair", NO_FLEET_PASSES)
def test_no_fleet_passes(pair: str) -> None:
    first, second = pair.split("-")
    assert second not in fleet_borders(first)
    assert first not in fleet_borders(second)


@pytest.mark.parametrize("pair", FLEET_PASSES)
def test_a_fleet_passes(pair: str) -> None:
    first, second = pair.split("-")
    assert second in fleet_borders(first)
    assert first in fleet_borders(second)


@pytest.mark.parametrize("place", BORDERS)
def test_borders(place: str) -> None:
    assert fleet_borders(place) == set(BORDERS[place].split())


def test_armies_walk_between_land_provinces_only() -> None:
    for place in BOARD.places.values():
        assert all(not other.coast and other.province.kind != "sea" for other in place.army)
    assert {p.id for p in BOARD.places["SPA"].army} == {"GAS", "MAR", "POR"}
    assert not BOARD.places["SPA/NC"].army


def test_default_coasts() -> None:
    defaults = {p.id: p.default.id for p in BOARD.provinces.values() if p.default}
    assert defaults == {"BUL": "BUL/EC", "SPA": "SPA/SC", "STP": "STP/SC"}


@pytest.mark.parametrize(("id", "text"), [(id, text) for id, texts in SPELLINGS.items() for text in texts])
def test_find(id: str, text: str) -> None:
    for spelling in (text, text.upper(), text.lower()):
        place = BOARD.find(spelling)
        assert place is not None
        assert place.id == id


@pytest.mark.parametrize(
    "text", ["NOR", "LIV", "GUL", "MED", "NS", "Nort", "CON/EC", "spa/ec", "", "\0", "🎉", "a" * 9999]
)
def test_unclear_and_unknown_names_are_not_found(text: str) -> None:
    assert BOARD.find(text) is None


@given(st.text(max_size=120))
def test_finding_never_fails(text: str) -> None:
    BOARD.find(text)
    BOARD.find_power(text)


@pytest.mark.parametrize("id", list(BOARD.places))
def test_every_place_is_found_by_id_and_name(id: str) -> None:
    place = BOARD.places[id]
    coast = f" ({place.coast})" if place.coast else ""
    assert BOARD.find(id.lower()) is place
    assert BOARD.find(place.province.name + coast) is place


@pytest.mark.parametrize("text", ["GERMANY", "Germany", "german", "GER", "g", "germ"])
def test_find_power(text: str) -> None:
    assert BOARD.find_power(text) == "GERMANY"


def test_graphs() -> None:
    assert len(BOARD.army_graph) == 56
    assert BOARD.army_graph.has_edge("PAR", "BUR")
    assert BOARD.fleet_graph.has_edge("SPA/NC", "MAO")
    assert "SPA" not in BOARD.fleet_graph
    assert isinstance(BOARD, Map)
    assert BOARD.army_graph is BOARD.army_graph


def test_the_graph_library_is_loaded_late() -> None:
    code = "import sys, resolvent.board as b; b.load_map(); sys.exit('networkx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
