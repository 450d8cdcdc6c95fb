"""Spellings of an imported map: each may stand for one province or power only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from resolvent.board.names import fold

__all__ = ["clear_spellings"]


def clear_spellings(
    wanted: Mapping[str, tuple[str, Iterable[str]]],
) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """Choose the spellings that stand for one thing only.

    Args:
        wanted: id to name and other spellings, first come first served.

    Returns:
        Id to its other spellings, and a sentence for each one that was already taken.
    """
    owners: dict[str, str] = {}
    for id, (name, _) in wanted.items():
        for spelling in (id, name):
            owners.setdefault(fold(spelling), id)
    kept: dict[str, tuple[str, ...]] = {}
    remarks = []
    for id, (_, spellings) in wanted.items():
        chosen = []
        for spelling in spellings:
            folded = fold(spelling)
            if not folded or "," in spelling:
                continue
            if owners.get(folded) is None:
                owners[folded] = id
                chosen.append(" ".join(spelling.split()))
            elif owners[folded] != id:
                remarks.append(f"The spelling '{spelling}' of {id} stands for {owners[folded]} already.")
        kept[id] = tuple(chosen)
    return kept, remarks
