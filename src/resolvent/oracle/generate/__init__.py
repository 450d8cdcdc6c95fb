"""Phases that find faults: themes that aim at what adjudicators get wrong, on any map, by seed."""

from resolvent.oracle.generate.draw import Drawn, Generator
from resolvent.oracle.generate.themes import THEMES

__all__ = ["THEMES", "Drawn", "Generator"]
