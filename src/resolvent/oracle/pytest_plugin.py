"""A plugin for pytest: the fixture ``check_judge``, with its numbers on pytest's command line.

Pytest finds it wherever this package is installed.  It is loaded in every test run there, so it imports
nothing of the package before a judge is checked; ``-p no:resolvent.oracle.pytest_plugin`` leaves it out.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from resolvent.oracle.fuzz import Report

__all__ = ["check_judge", "pytest_addoption"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options ``--judge-phases``, ``--judge-seed`` and ``--judge-rules``."""
    group = parser.getgroup("resolvent", "judging adjudicators with Resolvent")
    group.addoption("--judge-phases", type=_count, default=500, help="phases that a judge is asked about")
    group.addoption("--judge-seed", default="0", help="the same seed asks about the same phases")
    group.addoption("--judge-rules", default="datc", help="the rulebook that a judge follows")


def _count(text: str) -> int:
    """A number of phases; none at all would let any judge pass.

    Raises:
        ValueError, ArgumentTypeError: it is no number, or less than 1.
    """
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, not {number}")
    return number


@pytest.fixture
def check_judge(request: pytest.FixtureRequest) -> Callable[..., Report]:
    """`resolvent.oracle.check` with what the command line says; arguments of the call come first."""
    option = request.config.getoption
    said = {name: option(f"--judge-{name}") for name in ("rules", "phases", "seed")}

    def checked(judge: Any, **options: Any) -> Report:
        __tracebackhide__ = True
        from resolvent.oracle.helper import check

        return check(judge, **(said | options))

    return checked
