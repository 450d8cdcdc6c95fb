"""The folder of rule texts, and the disputed issues it lists."""

from __future__ import annotations

import stat
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from resolvent.errors import RuleError

__all__ = ["Issue", "IssueValue", "encodings", "issues", "read_text", "read_toml"]


class IssueValue(msgspec.Struct, frozen=True):
    """One choice of a disputed issue.

    Attributes:
        key: DATC's letter, or a name where it has none.
        alias: a speaking name, good wherever the key is.
        meaning: what a player needs to know of it.
        cases: DATC cases in which it ends differently from another value.
        decides: false where no adjudicator can follow it; ``why`` says why.
        builds_on: the key of another choice whose rule file comes first.
        since, until: the versions of DATC it came with or was last in.
    """

    key: str
    alias: str
    meaning: str
    cases: tuple[str, ...] = ()
    decides: bool = True
    why: str = ""
    builds_on: str = ""
    since: str = ""
    until: str = ""


class Issue(msgspec.Struct, frozen=True):
    """One disputed point of the rules (DATC chapter 4).

    Attributes:
        id: ``"4.A.2"``.
        question: what is in dispute.
        step: the step of the pipeline it bears on.
        preferred: the key of DATC's preference.
        values: key -> choice.
        decides: false where no adjudicator can follow any choice from one order set.
        why: why not.
    """

    id: str
    question: str
    step: str
    preferred: str
    values: dict[str, IssueValue]
    decides: bool = True
    why: str = ""

    def key(self, name: str) -> str | None:
        """The key of a choice named by key or alias."""
        if name in self.values:
            return name
        return next((v.key for v in self.values.values() if v.alias == name), None)


@cache
def encodings() -> Path:
    """The folder of rule texts: inside the installed package, or that of the checkout."""
    inside = Path(str(files("resolvent"))) / "encodings"
    if inside.is_dir():
        return inside
    return Path(__file__).resolve().parents[3] / "encodings"


def read_text(path: Path, limit: int = 1_000_000) -> str:
    """The text of a small file.

    Raises:
        RuleError: if it cannot be read, is not UTF-8, or is larger than ``limit`` bytes.
    """
    try:
        regular = stat.S_ISREG(path.stat().st_mode)
        data = b""
        if regular:  # a pipe could keep us waiting for ever
            with path.open("rb") as stream:
                data = stream.read(limit + 1)
    except OSError as error:
        raise RuleError(f"cannot be read: {error.strerror or error}", str(path)) from None
    except ValueError:
        raise RuleError("is no name of a file", str(path)) from None
    if not regular:
        raise RuleError("is no file", str(path))
    if len(data) > limit:
        raise RuleError(f"is larger than {limit} bytes", str(path))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RuleError("is not UTF-8 text", str(path)) from None


_LONGEST_LINE = 1000
"""A dotted key costs the TOML reader the square of its length."""


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file.

    Raises:
        RuleError: if it cannot be read or is not TOML.
    """
    text = read_text(path, 200_000)
    if any(len(line) > _LONGEST_LINE for line in text.splitlines()):
        raise RuleError(f"has a line of more than {_LONGEST_LINE} characters", str(path))
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise RuleError(f"is not TOML: {error}".lower().replace("toml", "TOML"), str(path)) from None


@cache
def issues() -> MappingProxyType[str, Issue]:
    """All disputed issues by id, in the order of ``encodings/choices.toml``."""
    found: dict[str, Issue] = {}
    for entry in read_toml(encodings() / "choices.toml")["issue"]:
        values = {
            key: msgspec.convert({"key": key, **value}, IssueValue) for key, value in entry["values"].items()
        }
        found[entry["id"]] = msgspec.convert({**entry, "values": values}, Issue)
    return MappingProxyType(found)
