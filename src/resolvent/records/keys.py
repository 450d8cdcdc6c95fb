"""The keys of JSON objects: one that stands twice, and one that is nearly another, are mistakes.

Keys of a phase that are not of the contract are left to whoever wrote them; but a phase with ``"order"``
in place of ``"orders"`` would silently have none.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator
from functools import lru_cache

from resolvent.errors import InputError

__all__ = ["check_near_misses", "check_object"]

_LONGEST = 40
"""Characters of a key that can be a slip."""


def check_near_misses(keys: Iterable[object], known: Iterable[str]) -> None:
    """Refuse a key that is nearly one of those that count.

    Args:
        keys: the keys of an object.
        known: the keys that count.

    Raises:
        InputError: one of them is a slip; ``place`` names it.
    """
    names = tuple(known)
    for key in keys:
        if isinstance(key, str) and key not in names and len(key) <= _LONGEST:
            meant = _meant(key, names)
            if meant:
                raise InputError(f"there is no key '{key}'; did you mean '{meant}'?", key)


@lru_cache(maxsize=1024)  # the same keys come with every line
def _meant(key: str, names: tuple[str, ...]) -> str:
    """The name that a key is nearly, or nothing."""
    close = difflib.get_close_matches(key.strip().casefold(), names, n=1, cutoff=0.8)
    return close[0] if close else ""


def check_object(data: bytes, known: Iterable[str]) -> None:
    """Refuse an object with a key of the contract twice, or one that is nearly such a key.

    Args:
        data: JSON that is an object; what is in its other keys is not looked at.
        known: the keys of the contract.

    Raises:
        InputError: there is such a key; ``place`` names it.
    """
    names = tuple(known)
    text = data.decode("utf-8", "replace")  # other keys may hold anything
    try:
        # numbers are left as they stand: how long they may be is nobody's business here
        pairs = json.loads(text, object_pairs_hook=_Pairs, parse_int=str, parse_float=str, strict=False)
    except RecursionError:
        raise InputError("nested too deeply") from None
    except json.JSONDecodeError as error:
        raise InputError(f"this is not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}") from None
    check_near_misses((key for key, _ in pairs), names)
    for path in _repeated(_Pairs(pair for pair in pairs if pair[0] in names)):
        raise InputError(f"the key '{path[-1]}' stands here twice", ".".join(path))


class _Pairs(list[tuple[str, object]]):
    """The keys of an object with their values, as they stand."""


def _repeated(value: object, *path: str) -> Iterator[tuple[str, ...]]:
    """Where a key stands twice, on the way down."""
    if isinstance(value, _Pairs):
        seen = set()
        for key, inner in value:
            here = (*path, key[:_LONGEST])
            if key in seen:
                yield here
            seen.add(key)
            yield from _repeated(inner, *here)
