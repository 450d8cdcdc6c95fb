"""A plugin for pytest: the fixture ``check_judge``, with its numbers on pytest's command line.

Use it with ``pytest_plugins = ["resolvent.oracle.pytest_plugin"]`` or ``-p resolvent.oracle.pytest_plugin``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from resolvent.oracle.fuzz import Report
from resolvent.oracle.helper import check

__all__ = ["check_judge", "pytest_addoption"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options ``--judge-phases``, ``--judge-seed`` and ``--judge-rules``."""
    group = parser.getgroup("resolvent", "judging adjudicators with Resolvent")
    group.addoption("--judge-phases", type=int, default=500, help="phases that a judge is asked about")
    group.addoption("--judge-seed", default="0", help="the same seed asks about the same phases")
    group.addoption("--judge-rules", default="datc", help="the rulebook that a judge follows")


@pytest.fixture
def check_judge(request: pytest.FixtureRequest) -> Callable[..., Report]:
    """`resolvent.oracle.check` with what the command line says; arguments of the call come first."""
    option = request.config.getoption
    return partial(
        check, rules=option("--judge-rules"), phases=option("--judge-phases"), seed=option("--judge-seed")
    )
