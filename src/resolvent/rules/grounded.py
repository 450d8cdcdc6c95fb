"""What the emitted rules derive from: rules over one grounding in one algebra."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

__all__ = ["Grounded"]


class Grounded:
    """The rules over one grounding in one algebra; the emitted class derives from it.

    Attributes:
        names: the definitions it has; ``rules[name]`` is the function.
        remembered: those that remember what they found.
        decisions: the decisions; their memo tables may be filled beforehand.
    """

    __slots__ = ()
    algebra: Any
    seas: Any
    names: ClassVar[tuple[str, ...]] = ()
    remembered: ClassVar[tuple[str, ...]] = ()
    decisions: ClassVar[tuple[str, ...]] = ()

    def __getitem__(self, name: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(self, "r_" + name)
        return function

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def memo(self, name: str) -> dict[Any, Any]:
        """What a definition found so far: argument -> value."""
        table: dict[Any, Any] = getattr(self, "m_" + name)
        return table

    def memos(self) -> list[dict[Any, Any]]:
        """All memo tables."""
        return [self.memo(name) for name in self.remembered]

    def equation(self, name: str) -> Callable[..., Any]:
        """The equation of a decision, which does not look at the decision's own value."""
        function: Callable[..., Any] = getattr(self, "e_" + name)
        return function

    def merged(self, pairs: Sequence[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
        """Every member once, under the conditions it came with: (member, some of them) pairs."""
        found: dict[Any, Any] = {}
        for member, condition in pairs:
            old = found.get(member, False)
            if old is False or condition is True:
                found[member] = condition
            elif old is not True and condition is not False:
                found[member] = self.algebra.OR((old, condition))
        return list(found.items())
