"""Resolvent: a Diplomacy adjudicator by constraint solving.

The rules are text (``encodings/``); this package holds a map, a reader of orders, a compiler and a
solver session.  Names are loaded when they are first used, so importing the package is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from resolvent.board import Map, check_map, load_map
    from resolvent.compare.comparison import Comparator, PhaseDifference, Totals, compare
    from resolvent.errors import BudgetError, InputError, MapError, ResolventError, RuleError
    from resolvent.explain.alternatives import needed_orders, smallest_change
    from resolvent.explain.change import Change, Forcing
    from resolvent.explain.cycles import CycleStory, tell_cycles
    from resolvent.explain.explainer import explain
    from resolvent.explain.explanation import Explanation
    from resolvent.explain.whatif import WhatIf, whatif
    from resolvent.game.legal import legal_orders
    from resolvent.game.replay import replay
    from resolvent.game.turns import after
    from resolvent.outcomes import Outcome, Reason, Status
    from resolvent.picture import draw_phase
    from resolvent.records import Phase, read_phase
    from resolvent.resolution.adjudicate import adjudicate, consistent_resolutions
    from resolvent.resolution.resolution import OrderResult, Resolution
    from resolvent.rules.reading import Reading, load_reading

_HOMES = {
    "resolvent.board": ("Map", "check_map", "load_map"),
    "resolvent.compare": ("compare",),
    "resolvent.compare.comparison": ("Comparator", "PhaseDifference", "Totals"),
    "resolvent.errors": ("BudgetError", "InputError", "MapError", "ResolventError", "RuleError"),
    "resolvent.explain": ("explain",),
    "resolvent.explain.alternatives": ("needed_orders", "smallest_change"),
    "resolvent.explain.change": ("Change", "Forcing"),
    "resolvent.explain.cycles": ("CycleStory", "tell_cycles"),
        "resolvent.explain.explanation": ("Explanation",),
    "resolvent.explain.whatif": ("WhatIf", "whatif"),
    "resolvent.game.legal": ("legal_orders",),
    "resolvent.game.replay": ("replay",),
    "resolvent.game.turns": ("after",),
    "resolvent.outcomes": ("Outcome", "Reason", "Status"),
    "resolvent.picture": ("draw_phase",),
    "resolvent.records": ("Phase", "read_phase"),
    "resolvent.resolution.adjudicate": ("adjudicate", "consistent_resolutions"),
    "resolvent.resolution.resolution": ("OrderResult", "Resolution"),
    "resolvent.rules.reading": ("Reading", "load_reading"),
}
_WHERE = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "BudgetError",
    "Change",
    "Comparator",
    "CycleStory",
    "Explanation",
    "Forcing",
    "InputError",
    "Map",
    "MapError",
    "OrderResult",
    "Outcome",
    "Phase",
    "PhaseDifference",
    "Reading",
    "Reason",
    "Resolution",
    "ResolventError",
    "RuleError",
    "Status",
    "Totals",
    "WhatIf",
    "__version__",
    "adjudicate",
    "after",
    "check_map",
    "compare",
    "consistent_resolutions",
    "draw_phase",
    "explain",
    "legal_orders",
    "load_map",
    "load_reading",
    "needed_orders",
    "read_phase",
    "replay",
    "smallest_change",
    "tell_cycles",
    "whatif",
]


def __getattr__(name: str) -> Any:
    module = _WHERE.get(name)
    if module is None:
        raise AttributeError(f"module 'resolvent' has no attribute '{name}'")
    home = import_module(module)
    value = home if module == f"{__name__}.{name}" else getattr(home, name)  # a package that can be called
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
