"""What webDiplomacy calls things on its classical map: ids of territories and countries, names.

The ids are facts of that program; they were carried over from the data its API gives out.
"""

from __future__ import annotations

__all__ = ["COUNTRIES", "PLACES", "TERRITORIES", "VARIANTS", "place_name"]

COUNTRIES = {
    1: "ENGLAND",
    2: "FRANCE",
    3: "ITALY",
    4: "GERMANY",
    5: "AUSTRIA",
    6: "TURKEY",
    7: "RUSSIA",
}

VARIANTS = {1: "standard"}

_ORDER = """CLY EDI LVP YOR WAL LON POR SPA NAF TUN NAP ROM TUS PIE VEN APU GRE ALB SER BUL RUM CON SMY ANK
ARM SYR SEV UKR WAR LVN MOS STP FIN SWE NWY DEN KIE BER PRU SIL MUN RUH HOL BEL PIC BRE PAR BUR MAR GAS
BAR NWG NTH SKA HEL BAL BOT NAO IRI ENG MAO WES LYO TYS ION ADR AEG EAS BLA TYR BOH VIE TRI BUD GAL
SPA/NC SPA/SC STP/NC STP/SC BUL/EC BUL/SC"""

TERRITORIES: dict[int, str] = dict(enumerate(_ORDER.split(), 1))
"""Id to place: 1 to 75 provinces, 76 to 81 coasts."""

PLACES: dict[str, int] = {place: id for id, place in TERRITORIES.items()}

# where webDiplomacy's spelling is not the map's
_NAMES = {
    "LYO": "Gulf of Lyons",
    "HEL": "Heligoland Bight",
    "SKA": "Skagerrack",
    "STP": "St. Petersburg",
}
# it has no east coasts: the one of Bulgaria is its "north coast"
_COASTS = {"NC": "North Coast", "EC": "North Coast", "SC": "South Coast", "WC": "West Coast"}


def place_name(place: str, name: str) -> str:
    """The way webDiplomacy writes a place.

    Args:
        place: its id, ``"SPA/NC"``.
        name: the name of its province on the map.
    """
    province, _, coast = place.partition("/")
    shown = _NAMES.get(province, name)
    return f"{shown} ({_COASTS[coast]})" if coast else shown
