"""The board: provinces, coasts and borders, read from map files."""

from resolvent.board.check import Problem, check_map
from resolvent.board.load import load_map
from resolvent.board.map import Map
from resolvent.board.province import Place, Province

__all__ = ["Map", "Place", "Problem", "Province", "check_map", "load_map"]
