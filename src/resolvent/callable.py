"""Packages that can be called: ``resolvent.explain`` is a package, and a function too.

Python gives one name to a package and to a function of the package above it, and which of the two it is
would depend on what was loaded first.  So it is both, always.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

__all__ = ["make_callable"]


class _Callable(ModuleType):
    """A package that hands calls on to a function, loaded when it is first called."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        home, name = self.__dict__["_called"]
        return getattr(import_module(home), name)(*arguments, **options)


def make_callable(package: str, home: str, name: str) -> None:
    """Let a package be called.

    Args:
        package: its full name, which is loaded.
        home: the module of the function.
        name: the function.
    """
    module = sys.modules[package]
    module.__dict__["_called"] = (home, name)
    module.__class__ = _Callable
