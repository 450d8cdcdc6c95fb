"""What the docstring of a rule says: the paragraphs it cites, its prose, the name of its strength."""

from __future__ import annotations

import re
from collections.abc import Mapping

from resolvent.rules.syntax import Definition

__all__ = ["CITATION", "SIGNS", "citations", "prose", "term_of"]

SIGNS: Mapping[str, tuple[str, str]] = {
    ">": ("is greater than", "is not greater than"),
    ">=": ("is at least", "is less than"),
    "<": ("is less than", "is not less than"),
    "<=": ("is at most", "is greater than"),
    "==": ("is", "is not"),
    "!=": ("is not", "is"),
}
_CITED = re.compile(r"\b(?:2\.5:[a-z]|\d\.[A-J](?:\.\d+)?(?: [a-z]\b)?)")
CITATION = re.compile(r"\s*\([^()]*\d\.[A-J0-9][^()]*\)")
_TERM = re.compile(r"[^:,.;(]+")
_LONGEST_TERM = 40


def citations(definition: Definition) -> tuple[str, ...]:
    """The paragraphs that the docstring of a rule cites, ``("5.B.1", "6.D.2")``."""
    return tuple(dict.fromkeys(_CITED.findall(definition.doc)))


def prose(definition: Definition) -> str:
    """The docstring of a rule, without citations and without its full stop."""
    return " ".join(CITATION.sub("", definition.doc).split()).rstrip(".")


def term_of(definition: Definition) -> str:
    """The name of a strength, the words with which its docstring begins: ``"attack strength"``."""
    match = _TERM.match(definition.doc)
    term = match[0].strip() if match else ""
    return (
        term[:1].lower() + term[1:] if 0 < len(term) <= _LONGEST_TERM else definition.name.replace("_", " ")
    )
