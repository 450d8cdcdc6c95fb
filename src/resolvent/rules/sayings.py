"""What a rule means in a player's words: the lines ``true: …`` and ``false: …`` of its docstring.

A line is a template.  ``{m}`` stands for a parameter, ``{m.destination}`` for an attribute, ``{why}`` for
what is to be said of the rules below it.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from resolvent.rules.vocabulary import ATTRIBUTES, BOOLEAN

__all__ = ["WHY", "Says", "check_sayings", "fields_of", "split_doc"]

Says: TypeAlias = tuple[tuple[bool, str], ...]
"""(truth, template) pairs."""

WHY = "why"
"""The field for what is said of the rules below."""

_MARKS = {"true:": True, "false:": False}


def split_doc(doc: str) -> tuple[str, Says]:
    """Take the templates out of a docstring.

    Args:
        doc: the docstring.

    Returns:
        The rest of it, and the templates.
    """
    prose, says = [], []
    for line in doc.split("\n"):
        mark, _, template = line.strip().partition(" ")
        if mark in _MARKS:
            says.append((_MARKS[mark], template.strip()))
        else:
            prose.append(line)
    return ("\n".join(prose).strip(), tuple(says)) if says else (doc, ())


def fields_of(template: str) -> Iterator[str]:
    """The fields of a template, ``"m.destination"``.

    Raises:
        ValueError: braces do not match.
    """
    for _, name, format, conversion in string.Formatter().parse(template):
        if name is not None:
            if format or conversion:
                raise ValueError("a field is a name and nothing else")
            yield name


def check_sayings(prose: str, says: Says, parameters: Mapping[str, str]) -> str:
    """What is wrong with the templates of a docstring.

    Args:
        prose: the rest of the docstring.
        says: the templates.
        parameters: name -> sort.

    Returns:
        A sentence, or ``""`` if nothing is.
    """
    if not prose:
        return "a docstring has words that cite the rule beside the lines 'true:' and 'false:'"
    if len({truth for truth, _ in says}) < len(says):
        return "a docstring has at most one line 'true:' and one line 'false:'"
    for _, template in says:
        try:
            wrong = next((f for f in fields_of(template) if f != WHY and not _known(f, parameters)), None)
        except ValueError as error:
            return f"'{template[:60]}' cannot be filled in: {error}"
        if wrong is not None:
            there = ", ".join(f"'{{{name}}}'" for name in (*parameters, WHY))
            return (
                f"'{{{wrong[:40]}}}' stands for nothing; "
                f"there are {there} and attributes, as '{{m.destination}}'"
            )
    return ""


def _known(field: str, parameters: Mapping[str, str]) -> bool:
    """Whether a field is a parameter, or an attribute that is a thing."""
    name, *attributes = field.split(".")
    sort = parameters.get(name, "")
    for attribute in attributes:
        sort, _ = ATTRIBUTES.get(sort, {}).get(attribute, ("", ""))
    return sort not in ("", BOOLEAN)
