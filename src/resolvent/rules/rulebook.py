"""Rulebooks: TOML files that say which choices a reading makes and what it redefines."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from resolvent.errors import RuleError
from resolvent.rules.encodings import encodings, issues, read_text, read_toml
from resolvent.rules.parse import nearest

__all__ = ["Rulebook", "check_choices", "find_rulebook", "lineage", "rulebook_names"]


class Rulebook(msgspec.Struct, frozen=True):
    """One rulebook file.

    Attributes:
        name: the name it is called by, or the path of a file of one's own.
        title: how it is printed.
        short: one sentence about it.
        source: what its choices rest on.
        extends: the rulebook it builds on; ``""`` for the ground of all, the base rules.
        rules: paths of rule files that redefine single equations, relative to the file.
        choices: issue id -> key of the choice (aliases already replaced).
        notes: issue id -> a remark, for example that the rulebook is silent.
        path: where the file is.
    """

    name: str
    title: str
    short: str = ""
    source: str = ""
    extends: str = ""
    rules: tuple[str, ...] = ()
    choices: dict[str, str] = {}
    notes: dict[str, str] = {}
    path: str = ""


_KEYS = {
    "title": str,
    "short": str,
    "source": str,
    "extends": str,
    "rules": list,
    "choices": dict,
    "notes": dict,
}


def rulebook_names() -> tuple[str, ...]:
    """The rulebooks that come with the program, the default first."""
    names = sorted(p.stem for p in (encodings() / "rulebooks").glob("*.toml"))
    return ("datc", *(n for n in names if n != "datc"))


def find_rulebook(name: str, beside: Path | None = None) -> Rulebook:
    """Read a rulebook.

    Args:
        name: the name of one that comes with the program, or the path of a ``.toml`` file.
        beside: the folder that a relative path is relative to.

    Raises:
        RuleError: if there is none, or it is wrong; with the file, the line, and the nearest name.
    """
    if not name.endswith(".toml"):
        names = rulebook_names()
        if name not in names:
            raise RuleError(
                f"unknown rulebook '{name[:80]}'"
                + (nearest(name, names) or f"; there are {', '.join(names)}, or a file that ends in .toml")
            )
        return _read(encodings() / "rulebooks" / f"{name}.toml", name)
    return _read((beside or Path()) / name, name)


def lineage(name: str) -> tuple[Rulebook, ...]:
    """A rulebook and all it builds on, the ground first.

    Raises:
        RuleError: as `find_rulebook`; also if the books extend each other in a ring.
    """
    found: list[Rulebook] = []
    seen: list[str] = []
    beside: Path | None = None
    while name or not found:
        try:
            book = find_rulebook(name, beside)
        except RuleError as error:
            if found and not error.file:  # the name is unknown, and stands in the book before
                raise _error(Path(found[-1].path), error.message, "extends") from None
            raise
        if book.path in seen:
            ring = " -> ".join(Path(p).stem for p in [*seen[seen.index(book.path) :], book.path])
            raise _error(Path(found[0].path), f"rulebooks extend each other in a ring: {ring}", "extends")
        if len(seen) > 20:
            raise _error(Path(book.path), "rulebooks extend each other more than 20 deep", "extends")
        seen.append(book.path)
        found.append(book)
        name, beside = book.extends, Path(book.path).parent
    return tuple(reversed(found))


def _read(path: Path, name: str) -> Rulebook:
    data = read_toml(path)
    for key, value in data.items():
        if key not in _KEYS:
            raise _error(path, f"unknown entry '{key}'{nearest(key, _KEYS)}", key)
        if not isinstance(value, _KEYS[key]):
            raise _error(path, f"'{key}' must be {_KIND[_KEYS[key]]}", key)
    for key in ("choices", "notes"):
        for issue, value in data.get(key, {}).items():
            if isinstance(value, dict):
                raise _error(path, "an issue stands in quotes, '\"4.A.2\"'", issue)
            if not isinstance(value, str):
                raise _error(path, f"'{issue}' must be text", issue)
    if not all(isinstance(r, str) for r in data.get("rules", [])):
        raise _error(path, "'rules' must be a list of file names", "rules")
    return Rulebook(
        name=name,
        title=data.get("title", path.stem),
        short=data.get("short", ""),
        source=data.get("source", ""),
        extends=data.get("extends", "" if path.parent == encodings() / "rulebooks" else "datc"),
        rules=tuple(data.get("rules", [])),
        choices=check_choices(data.get("choices", {}), path),
        notes=data.get("notes", {}),
        path=str(path.resolve()),
    )


_KIND: Mapping[type, str] = {str: "text", list: "a list", dict: "a table"}


def check_choices(given: Mapping[str, Any], path: Path) -> dict[str, str]:
    """Choices by key, whatever names they were given by.

    Args:
        given: issue id -> key or alias.
        path: the file they stand in, for errors.

    Raises:
        RuleError: for an unknown issue or choice, or one that no adjudicator can follow.
    """
    known = issues()
    found: dict[str, str] = {}
    for issue_id, name in given.items():
        issue = known.get(issue_id)
        if issue is None:
            raise _error(path, f"unknown issue '{issue_id}'{nearest(issue_id, known)}", issue_id)
        key = issue.key(name)
        if key is None:
            names = [n for v in issue.values.values() for n in (v.key, v.alias)]
            options = ", ".join(f"{v.key} ({v.alias})" for v in issue.values.values())
            raise _error(
                path,
                f"unknown choice '{name}' for {issue_id}{nearest(name, names) or '; there are ' + options}",
                issue_id,
            )
        value = issue.values[key]
        if not issue.decides or not value.decides:
            raise _error(
                path,
                f"{issue_id} {key} cannot be decided by an adjudicator: {value.why or issue.why}",
                issue_id,
            )
        found[issue_id] = key
    return found


def _error(path: Path, message: str, word: str) -> RuleError:
    """An error that points at the first line of the file that begins with ``word``."""
    lines = read_text(path).splitlines() if path.is_file() else []
    for number, line in enumerate(lines, 1):
        bare = line.lstrip().lstrip('"').lstrip("'")
        if bare.startswith(word):
            return RuleError(message, str(path), number, len(line) - len(bare), line, len(word))
    return RuleError(message, str(path))
