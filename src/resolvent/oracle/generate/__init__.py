"""Phases that find faults: themes that aim at what adjudicators get wrong, on any map, by seed."""

from resolvent.oracle.generate.draw import Drawn, Generator
from resolvent.oracle.generate.themes import ADJUSTMENTS, KINDS, RETREATS, THEMES, kinds_of, themes_named

__all__ = ["ADJUSTMENTS", "KINDS", "RETREATS", "THEMES", "Drawn", "Generator", "kinds_of", "themes_named"]
