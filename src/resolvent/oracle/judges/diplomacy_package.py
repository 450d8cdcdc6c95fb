"""The PyPI package ``diplomacy`` as a judge; only here is it imported, and only when it is asked for.

It is installed with ``pip install "resolvent[peers]"``.  The package reads orders, resolves the moves and
lists retreats; its result words are turned into outcomes here, and nothing else is changed.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from typing import Any

from resolvent.errors import InputError

__all__ = ["DiplomacyPackage"]


class DiplomacyPackage:
    """A function for `PythonJudge`: one game of the package, used again for every phase.

    Raises:
        InputError: the package is not installed.
    """

    def __init__(self) -> None:
        if importlib.util.find_spec("diplomacy") is None:
            raise InputError(
                "the package diplomacy is not installed: pip install 'resolvent[peers]'", "--judge"
            )
        from diplomacy import Game

        self._new_game = Game
        self._games: dict[str, Any] = {}

    def __call__(self, phase: dict[str, Any]) -> Mapping[str, Any]:
        """What the package makes of a phase."""
        game = self._set_up(phase)
        game._determine_orders()
        game._add_coasts()
        game._move_results()
        units = [(power, unit) for power, owned in phase["units"].items() for unit in owned]
        gone = {unit for _, unit in units if unit in game.dislodged}
        told = {
            " ".join(text.split()[:2])
            for texts in phase["orders"].values()
            for text in texts
            if text[-2:] != " H"
        }
        outcomes = {
            # an order that the package did not take is one that came to nothing
            unit: "illegal" if unit in told and unit not in game.orders else self._outcome(game, unit, gone)
            for _, unit in units
        }
        dislodged: dict[str, list[str]] = {}
        for power, unit in units:
            if unit in gone:
                dislodged.setdefault(power, []).append(unit)
        positions = {
            name: [unit for unit in power.units if not unit.startswith("*")]
            for name, power in game.powers.items()
            if name in phase["units"]
        }
        retreats = {
            unit.lstrip("*"): list(places)
            for power in game.powers.values()
            for unit, places in power.retreats.items()
        }
        return {
            "outcomes": outcomes,
            "positions": positions,
            "dislodged": dislodged,
            "retreats": retreats | {unit: [] for unit in gone if unit not in retreats},
        }

    def _set_up(self, phase: dict[str, Any]) -> Any:
        game = self._games.get(phase["map"])
        if game is None:
            game = self._games[phase["map"]] = self._new_game(map_name=phase["map"])
        game.set_current_phase(phase["phase"])
        game.clear_units()
        game.clear_orders()
        for power in game.powers.values():
            power.retreats = {}
        for power, units in phase["units"].items():
            game.set_units(power, units)
        for power, orders in phase["orders"].items():
            game.set_orders(power, list(orders))
        return game

    def _outcome(self, game: Any, unit: str, gone: set[str]) -> str:
        """No result word means success; of a hold, that the unit stays."""
        order = game.command.get(unit, "H")
        words = [str(word) for word in game.result.get(unit, ()) if str(word)]
        if order.split()[0] == "H":
            return "fails" if unit in gone or "void" in words else "succeeds"
        if order.split()[0] == "C":
            return "fails" if unit in gone or words else "succeeds"
        failed = [word for word in words if word != "dislodged"]
        return "fails" if failed else "succeeds"
