"""Records: phases and orders, in and out of files."""

from resolvent.records.json_lines import read_json_lines, read_lines, read_phases
from resolvent.records.phase import Dislodged, OrderSet, Phase, decode_phase, phase_to_dict, read_phase
from resolvent.records.units import Placed, check_power, format_unit, place_unit, place_units

__all__ = [
    "Dislodged",
    "OrderSet",
    "Phase",
    "Placed",
    "check_power",
    "decode_phase",
    "format_phase_text",
    "format_unit",
    "phase_to_dict",
    "place_unit",
    "place_units",
    "read_json_lines",
    "read_lines",
    "read_order_text",
    "read_phase",
    "read_phases",
]
from resolvent.records.text import format_phase_text, read_order_text
