"""The PyPI package ``diplomacy`` as a judge; only here is it imported, and only when it is asked for.

It is installed with ``pip install "resolvent[peers]"``.  The package reads orders, resolves moves,
retreats and adjustments, and lists retreats; its result words are turned into outcomes here, and nothing
else is changed.
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
        """What the package makes of a phase; of retreats and adjustments, where the units are in the end."""
        game = self._set_up(phase)
        if phase["phase"][-1] != "M":
            game._other_results()
            there = {
                *phase["units"],
                *phase["orders"],
                *phase.get("centers", {}),
                *phase.get("dislodged", {}),
            }
            return {"positions": {name: list(game.powers[name].units) for name in sorted(there)}}
        taken = {unit for power in game.powers.values() for unit in power.orders}
        game._determine_orders()
        game._add_coasts()
        game._move_results()
        units = [(power, unit) for power, owned in phase["units"].items() for unit in owned]
        gone = {unit for _, unit in units if unit in game.dislodged}
        refused = {
            " ".join(text.split()[:2])
            for texts in phase["orders"].values()
            for text in texts
            if not text.endswith(" H") and " ".join(text.split()[:2]) not in taken
        }
        outcomes = {
            unit: outcome
            for _, unit in units
            if (outcome := "illegal" if unit in refused else self._outcome(game, unit, gone))
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
        game.clear_centers()
        game.dislodged, game.popped = {}, []
        for power in game.powers.values():
            power.retreats, power.adjust = {}, []
        for power, units in phase["units"].items():
            game.set_units(power, units)
        for power, ids in phase.get("centers", {}).items():
            game.set_centers(power, ids)
        for power, dislodged in phase.get("dislodged", {}).items():
            game.set_units(power, [f"*{unit}" for unit in dislodged])
        for power, dislodged in phase.get("dislodged", {}).items():
            for unit, told in dislodged.items():
                game.powers[power].retreats[unit] = self._retreats(game.powers[power].retreats[unit], told)
        for power, orders in phase["orders"].items():
            game.set_orders(power, list(orders))
        return game

    @staticmethod
    def _retreats(found: list[str], told: dict[str, Any]) -> list[str]:
        """Where a unit may go: what is listed, or else what the package finds; it asks for no attacker."""
        if told.get("retreats") is not None:
            return list(told["retreats"])
        return [place for place in found if place[:3] != told.get("from")]

    def _outcome(self, game: Any, unit: str, gone: set[str]) -> str | None:
        """What the result words of an order mean; ``None`` where they may mean several things.

        No word is success.  A support against a unit of its own power is called void as one that does
        not match is, and a convoy order whose army goes by land is called void too.
        """
        words = {str(word) for word in game.result.get(unit, ())} - {""}
        letter = game.command.get(unit, "H")[0]
        if letter == "-":
            return "fails" if words - {"dislodged"} else "succeeds"
        if letter == "S":
            return "fails" if "cut" in words else None if words else "succeeds"
        return "fails" if unit in gone else None if words else "succeeds"
