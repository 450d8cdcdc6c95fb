"""Type checking: from functions as stated to definitions whose every expression has a sort."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from types import MappingProxyType

from resolvent.rules import syntax as s
from resolvent.rules.bounds import check_bounds
from resolvent.rules.function import FunctionChecker, a_sort, gives
from resolvent.rules.parse import Stated
from resolvent.rules.vocabulary import BOOLEAN, COUNT

__all__ = ["check_rules"]


def check_rules(
    stated: Mapping[str, Stated], gave: Mapping[str, str] = MappingProxyType({})
) -> dict[str, s.Definition]:
    """Type every function.

    Args:
        stated: the functions of a reading, by name, redefinitions already put in.
        gave: name -> what the function gave before it was redefined, where that is known.

    Returns:
        The definitions, in the order given.

    Raises:
        RuleError: with file, line and caret, at the first mistake.
    """
    checked: dict[str, s.Definition] = {}
    for name in _in_order(stated):
        checked[name] = _typed(stated[name], stated, checked)
        if name in gave:
            _check_kind(stated[name], checked[name].type, gave[name])
    check_bounds(stated, checked)
    return {name: checked[name] for name in stated}


_known: dict[tuple[object, ...], s.Definition] = {}
_MOST_KNOWN = 8192
"""Definitions that are remembered: readings share most of theirs."""


def _typed(
    function: Stated, stated: Mapping[str, Stated], checked: Mapping[str, s.Definition]
) -> s.Definition:
    """One function typed: as before, if it is the same and what it applies takes and gives the same."""
    applied = [stated[name] for name in sorted(function.applies) if name in stated]
    key = (function, *((a.name, a.parameters, a.role, gives(a, checked)) for a in applied))
    if key not in _known:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[key] = FunctionChecker(function, stated, checked).definition()
    return _known[key]


def _check_kind(function: Stated, given: str, gave: str) -> None:
    """A redefinition gives what the rule in its place gave; said here, not of those that apply it."""
    plain = not {given, gave}.isdisjoint((BOOLEAN, COUNT))
    if function.redefines and not function.role and given != gave and plain:
        raise function.source.error(
            f"'{function.name}' must give {a_sort(gave)}, "
            f"as the rule that it redefines; this is {a_sort(given)}",
            function.expression,
        )


def _in_order(stated: Mapping[str, Stated]) -> list[str]:
    """Names, each after the definitions it applies; what a decision says is not asked for its type."""
    sorter = TopologicalSorter[str]()
    for name, function in stated.items():
        applied = sorted(function.applies)
        sorter.add(name, *(a for a in applied if a in stated and stated[a].role != "decision"))
    try:
        return list(sorter.static_order())
    except CycleError as error:
        names = error.args[1]
        first = stated[names[0]]
        ring = " -> ".join(f"'{name}'" for name in reversed(names))
        raise first.source.error(
            f"'{names[0]}' is defined by itself ({ring}): only decisions may depend on each other", first.node
        ) from None
