"""Bounds on typed rules: how far they may reach into each other, and what they may take the least of."""

from __future__ import annotations

from collections.abc import Mapping

from resolvent.rules import syntax as s
from resolvent.rules.parse import LIMITS, Stated
from resolvent.rules.vocabulary import COUNT, WORDS

__all__ = ["chains", "check_bounds"]


def check_bounds(stated: Mapping[str, Stated], checked: Mapping[str, s.Definition]) -> None:
    """Refuse chains and sums that are too long, and the least of what is not known yet.

    Args:
        stated: the functions as written, for errors.
        checked: the same, typed, each after those that it applies.

    Raises:
        RuleError: with file, line and caret.
    """
    _check_chains(stated, checked)
    _check_sums(stated, checked)
    _check_least(stated, checked)


def _check_least(stated: Mapping[str, Stated], checked: Mapping[str, s.Definition]) -> None:
    """Refuse the least of numbers that depend on a decision, or on which orders are given."""
    open_: set[str] = set()
    for d in checked.values():  # each after the definitions it applies, but for decisions
        decided = d.role == "decision" or any(checked[c].role == "decision" for c in d.calls)
        ordered = any(WORDS[w].stages == ("resolve",) for w in d.words)
        if decided or ordered or not open_.isdisjoint(d.calls):
            open_.add(d.name)
    for d in checked.values():
        inside = [n for least in d.nodes if isinstance(least, s.Least) for n in s.walk(least)]
        if inside:
            called = {n.name for n in inside if isinstance(n, s.Call)}
            words = {n.name for n in inside if isinstance(n, s.WordCall)}
            if not called.isdisjoint(open_) or any(WORDS[w].stages == ("resolve",) for w in words):
                raise stated[d.name].source.error(
                    "'least' takes numbers that depend on no decision and on no order that counts",
                    stated[d.name].node,
                )


def _check_chains(stated: Mapping[str, Stated], checked: Mapping[str, s.Definition]) -> None:
    """Refuse functions that apply each other in too long a row; a decision ends a row."""
    for name, length in chains(checked).items():
        if length > LIMITS["chain"]:
            raise stated[name].source.error(
                f"'{name}' begins a chain of more than {LIMITS['chain']} functions that apply each other",
                stated[name].node,
            )


def _check_sums(stated: Mapping[str, Stated], checked: Mapping[str, s.Definition]) -> None:
    """Refuse sums of sums of sums: an open count takes as much room as it may be large."""
    found: dict[str, int] = {}

    def terms(node: s.Node) -> int:
        if isinstance(node, s.Add):
            return terms(node.left) + terms(node.right)
        if isinstance(node, s.If):
            return max(terms(node.then), terms(node.other))
        return found[node.name] if isinstance(node, s.Call) else 1

    for name, d in checked.items():  # each after the definitions it applies
        if d.type == COUNT:
            found[name] = terms(d.body)
            if found[name] > LIMITS["sum"]:
                raise stated[name].source.error(
                    f"'{name}' adds up more than {LIMITS['sum']} counts", stated[name].node
                )


def chains(definitions: Mapping[str, s.Definition]) -> dict[str, int]:
    """How many functions a definition applies at most, one inside the other, itself counted.

    Args:
        definitions: all definitions, each after those that it applies.
    """
    found: dict[str, int] = {}
    for d in definitions.values():
        below = [found[c] for c in d.calls if definitions[c].role != "decision"]
        found[d.name] = 1 + max(below, default=0)
    return found
