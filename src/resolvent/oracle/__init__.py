"""The oracle: checking claims, judging other programs, and finding the smallest case that is wrong.

``check(judge)`` is for the test suite of another adjudicator: it raises `AssertionError` with the smallest
cases on which the judge is wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from resolvent.oracle.helper import check, check_judge

__all__ = ["check", "check_judge"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'resolvent.oracle' has no attribute '{name}'")
    from resolvent.oracle import helper

    return getattr(helper, name)
