"""The errors of Resolvent: one root, every leaf also a fitting builtin.

A player's bad order is never an error; it is data with an outcome word.  These are for
input that cannot be used at all.
"""

from __future__ import annotations

__all__ = ["BudgetError", "InputError", "MapError", "ResolventError", "RuleError"]


class ResolventError(Exception):
    """Root of everything this package raises on purpose."""


class InputError(ResolventError, ValueError):
    """A phase, an order file or a record that cannot be used.

    Args:
        message: one sentence in lower case, the offending text in quotes.
        place: where: a file name, ``line 3``, ``orders.FRANCE[2]``; empty if unknown.
    """

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.message = message
        self.place = place


class MapError(InputError):
    """A map file that cannot be used; ``place`` names the faulty entry."""


class RuleError(ResolventError, ValueError):
    """A mistake in a rule file or a rulebook, answered as a compiler would.

    Args:
        message: what is wrong and what would be allowed.
        file: name of the file.
        line: line, from 1; 0 if the whole file is meant.
        column: column, from 0; -1 if the whole line is meant.
        source: the text of that line, shown with a caret below.
        width: number of characters the caret underlines.
    """

    def __init__(
        self, message: str, file: str = "", line: int = 0, column: int = -1, source: str = "", width: int = 1
    ) -> None:
        self.message = _printable(message)
        self.file = file
        self.line = line
        self.column = column
        self.source = source
        self.width = width
        super().__init__(str(self))

    def __str__(self) -> str:
        place = ":".join(str(x) for x in (self.file, self.line, self.column + 1) if x)
        text = _printable(f"{place}: {self.message}" if place else self.message)
        if self.source and self.column >= 0:
            first = max(0, self.column - _SHOWN // 2)
            shown = _printable(self.source.rstrip("\n")[first : first + _SHOWN])
            width = max(1, min(self.width, _SHOWN - (self.column - first)))
            text += f"\n    {shown}\n    {' ' * (self.column - first)}{'^' * width}"
        return text


_SHOWN = 160
"""Characters of a line that an error shows."""


def _printable(text: str) -> str:
    """Text from a stranger's file as it may stand on a terminal, character for character."""
    return "".join(c if c.isprintable() else " " for c in text[:2000])


class BudgetError(ResolventError, RuntimeError):
    """The solver used up the conflicts it was allowed."""
