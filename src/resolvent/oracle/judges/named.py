"""Judges by name: a package that is installed, a rulebook, or else a command."""

from __future__ import annotations

from resolvent.board import Map
from resolvent.errors import InputError
from resolvent.oracle.judges.judge import Judge
from resolvent.oracle.judges.process import ProcessJudge
from resolvent.oracle.judges.python import PythonJudge, ReadingJudge
from resolvent.rules.reading import load_reading

__all__ = ["READING", "open_judge"]

READING = "rules:"
"""``rules:1982`` is this program under that rulebook."""

_PACKAGE = "package:"
_PACKAGES = ("diplomacy",)
"""Packages that can be judged within this process."""


def open_judge(spec: str, board: Map | None = None, seconds: float = 10.0) -> Judge:
    """The judge that a name or a command stands for.

    Args:
        spec: ``"package:diplomacy"``, ``"rules:1982"``, or a command.
        board: the map, for judges within this process.
        seconds: how long one answer of a command may take.

    Raises:
        InputError: the package is not known or not installed, or the command is empty.
        RuleError: the rulebook cannot be used.
    """
    if spec.startswith(_PACKAGE):
        name = spec.removeprefix(_PACKAGE)
        if name not in _PACKAGES:
            known = ", ".join(f"{_PACKAGE}{known}" for known in _PACKAGES)
            raise InputError(f"there is no judge for a package '{name[:40]}'; there is {known}", "--judge")
        from resolvent.oracle.judges.diplomacy_package import DiplomacyPackage

        return PythonJudge(DiplomacyPackage(), spec, seconds)
    if spec.startswith(READING):
        return ReadingJudge(load_reading(spec.removeprefix(READING)), board)
    return ProcessJudge(spec, seconds)
