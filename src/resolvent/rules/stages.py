"""The stages in which the program asks the rules, and the check that a reading can answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from resolvent.errors import RuleError
from resolvent.rules.passes import reachable
from resolvent.rules.syntax import Definition
from resolvent.rules.vocabulary import WORDS

__all__ = ["BASE_FILES", "ENTRIES", "FATES", "STAGE_SORTS", "asked", "check_stages"]

BASE_FILES = ("reading", "orders", "matching", "movement", "retreats", "adjustments", "reasons")
"""The rule files every reading begins with, in the order of the way of an order set."""

ENTRIES: dict[str, tuple[tuple[str, ...], str, str]] = {
    "means": (("Move", "Place"), "Boolean", "judge"),
    "may_order": (("Power", "Unit"), "Boolean", "judge"),
    "in_force": (("Order",), "Boolean", "judge"),
    "prevails": (("Order",), "Boolean", "judge"),
    "implies": (("Order", "Unit"), "Boolean", "judge"),
    "succeeds": (("Move",), "Boolean", "resolve"),
    "given": (("Support",), "Boolean", "resolve"),
    "carries": (("Convoy",), "Boolean", "resolve"),
    "valid_move": (("Move",), "Boolean", "resolve"),
    "valid_support": (("Support",), "Boolean", "resolve"),
    "valid_convoy": (("Convoy",), "Boolean", "resolve"),
    "dislodged": (("Unit",), "Boolean", "resolve"),
    "contested": (("Province",), "Boolean", "resolve"),
    "may_retreat": (("Unit", "Place"), "Boolean", "resolve"),
    "escapes": (("Retreat",), "Boolean", "retreat"),
    "belongs_to": (("Province", "Power"), "Boolean", "adjust"),
    "may_build": (("Power",), "Boolean", "adjust"),
    "must_remove": (("Power",), "Boolean", "adjust"),
    "means_unit": (("Build", "Unit"), "Boolean", "adjust"),
    "built": (("Build",), "Boolean", "adjust"),
    "waived": (("Waive",), "Boolean", "adjust"),
    "removed": (("Removal",), "Boolean", "adjust"),
    "lost": (("Unit",), "Boolean", "adjust"),
}
"""What the program asks of a reading: name -> (sorts, what it gives, stage)."""

FATES = {"Retreat": "escapes", "Build": "built", "Removal": "removed", "Waive": "waived"}
"""Sort of order -> what becomes of a legal one, in phases where nothing is to be solved."""

_ASKED_AGAIN = {
    "retreat": ("means", "may_order", "in_force", "prevails"),
    "adjust": ("may_order", "in_force"),
}
"""What it asks of the rules about what was written, in the other phases too."""

_STAGE_ROLES = {
    "judge": ("illegal",),
    "resolve": ("decision", "failure", "success", "cycle"),
    "retreat": ("illegal", "failure", "success"),
    "adjust": ("illegal", "failure", "success"),
}

STAGE_SORTS = {
    "judge": ("Order", "Move", "Support", "Convoy"),
    "resolve": ("Move", "Support", "Convoy", "Unit", "Cycle"),
    "retreat": ("Order", "Retreat"),
    "adjust": ("Order", "Build", "Removal", "Waive"),
}
"""Stage -> what its functions under a decorator are about."""

_WHEN = {
    "judge": "before orders are judged",
    "resolve": "when orders are resolved",
    "retreat": "in a retreat phase",
    "adjust": "in an adjustment phase",
}


def check_stages(definitions: Mapping[str, Definition], book: str) -> None:
    """No rule asks for what is not there yet, or there no more, when the program asks the rule.

    Args:
        definitions: the rules of a reading.
        book: the path of its rulebook, for errors.

    Raises:
        RuleError: if a rule that the program asks is missing, of other sorts, or asked too early.
    """
    _check_entries(definitions, book)
    uses = {d.name: d.words | d.calls for d in definitions.values()}
    for stage in _STAGE_ROLES:
        unknown = frozenset(w for w, word in WORDS.items() if stage not in word.stages)
        if stage != "resolve":
            unknown |= {d.name for d in definitions.values() if d.role == "decision"}
        _check_use(definitions, uses, asked(definitions, stage), unknown, _WHEN[stage])
    judging = [d.name for d in definitions.values() if d.role == "illegal"]
    ordered = frozenset(w for w, word in WORDS.items() if word.ordered)
    written = [*judging, *_ASKED_AGAIN["retreat"], "means_unit"]
    _check_use(definitions, uses, written, ordered, _WHEN["judge"])


def _check_use(
    definitions: Mapping[str, Definition],
    uses: Mapping[str, frozenset[str]],
    names: Sequence[str],
    unknown: frozenset[str],
    when: str,
) -> None:
    """Refuse what is asked and uses a word or decision of which nothing is known then."""
    if all(uses[name].isdisjoint(unknown) for name in reachable(definitions, names)):
        return
    for name in names:
        user = next((n for n in reachable(definitions, (name,)) if uses[n] & unknown), "")
        if user:
            word = min(uses[user] & unknown)
            by = "" if user == name else f" by way of '{user}'"
            base = definitions[name].file.removesuffix(".rules") in BASE_FILES
            blamed = definitions[user if base else name]
            raise RuleError(
                f"'{name}' is asked {when}, but uses '{word}'{by}, of which nothing is known then",
                blamed.file,
                blamed.line,
            )


def asked(definitions: Mapping[str, Definition], stage: str) -> list[str]:
    """What the program asks for in a stage."""
    entries = [n for n, (_, _, s) in ENTRIES.items() if s == stage]
    entries += _ASKED_AGAIN.get(stage, ())
    roles, sorts = _STAGE_ROLES[stage], STAGE_SORTS[stage]
    return entries + [d.name for d in definitions.values() if d.role in roles and d.parameters[0][1] in sorts]


def _check_entries(definitions: Mapping[str, Definition], book: str) -> None:
    for name, (sorts, type_, _) in ENTRIES.items():
        found = definitions.get(name)
        if found is None:
            raise RuleError(f"this reading has no rule '{name}'", book)
        if tuple(sort for _, sort in found.parameters) != sorts or found.type != type_:
            raise RuleError(f"'{name}' must take {', '.join(sorts)} and give {type_}", found.file, found.line)
