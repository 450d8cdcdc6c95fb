"""DATC, the Diplomacy Adjudicator Test Cases of Lucas B. Kruijswijk, as data."""

from __future__ import annotations

from resolvent.datc.cases import (
    SECTIONS,
    Case,
    Dislodgement,
    Expectation,
    Movement,
    Probe,
    Variant,
    load_cases,
    read_cases,
    section,
)
from resolvent.datc.result import Flag, Result, Word, format_result, parse_result

__all__ = [
    "SECTIONS",
    "Case",
    "Dislodgement",
    "Expectation",
    "Flag",
    "Movement",
    "Probe",
    "Result",
    "Variant",
    "Word",
    "format_result",
    "load_cases",
    "parse_result",
    "read_cases",
    "section",
]
