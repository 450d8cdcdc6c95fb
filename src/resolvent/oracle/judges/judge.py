"""What a judge is, and how it may fail to answer."""

from __future__ import annotations

import enum
from typing import Protocol, TypeAlias

import msgspec

from resolvent.oracle.claim import Claim
from resolvent.records.phase import Phase

__all__ = ["Failure", "FailureKind", "Judge", "Reply"]


class FailureKind(enum.StrEnum):
    """How a judge failed to answer."""

    CRASH = "crash"
    TIMEOUT = "timeout"
    NONSENSE = "nonsense"


class Failure(msgspec.Struct, frozen=True):
    """A judge gave no claim.

    Attributes:
        kind: it crashed, took too long, or answered something else.
        detail: what is known of it: the last line of an error, the beginning of an answer.
        cause: the part of it that is the same whenever the same fault strikes.
    """

    kind: FailureKind
    detail: str
    cause: str = ""


Reply: TypeAlias = Claim | Failure


class Judge(Protocol):
    """Anything that can be asked about a phase."""

    @property
    def name(self) -> str:
        """What it is called in reports."""
        ...

    def ask(self, phase: Phase) -> Reply:
        """What it claims of a phase, or how it failed."""
        ...

    def close(self) -> None:
        """Let go of what it holds."""
        ...
