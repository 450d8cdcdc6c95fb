"""Words for people: what became of orders, and why, in sentences.

``resolvent.explain`` is this package and, called, `resolvent.explain.explainer.explain`: Python gives
one name to both.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    """A package that can be called; what the call needs is loaded by then."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        from resolvent.explain.explainer import explain

        return explain(*arguments, **options)


sys.modules[__name__].__class__ = _Callable
