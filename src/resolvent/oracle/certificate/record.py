"""What stands in ``certificate.json``, written and read."""

from __future__ import annotations

from typing import Any

import msgspec

from resolvent.errors import InputError
from resolvent.records.keys import check_object
from resolvent.records.phase import Phase, phase_to_dict

__all__ = ["Certificate", "StageRecord", "decode_certificate", "stage_comments", "written_phase"]

_VERSION = 1


class StageRecord(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One stage as it is written.

    Attributes:
        file: the name of its files, ``"stage-1"`` for ``stage-1.cnf`` and ``stage-1.drup``.
        statements: what is decided, by the names of `resolvent.consistent_resolutions`.
        solutions: every solution of the equations: a value for each statement; true stands before false.
        values: what came of it: statement -> value.
        rule: the cycle rule that spoke, if the equations have no unique solution.
    """

    file: str
    statements: tuple[str, ...]
    solutions: tuple[tuple[bool, ...], ...]
    values: dict[str, bool]
    rule: str = ""


class Certificate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is certified, without the clauses and proofs.

    Attributes:
        version: of this form.
        rules: the rulebook; one of somebody's own stands in the folder (``"rules/my.toml"``).
        choices: choices made in place of those of the rulebook.
        sources: files of somebody's own that it rests on, by their names in the folder -> SHA-256.
        phase: the phase.
        resolution: the resolution.
        stages: how it comes about.
    """

    version: int
    rules: str
    choices: dict[str, str]
    sources: dict[str, str]
    phase: dict[str, Any]
    resolution: dict[str, Any]
    stages: tuple[StageRecord, ...]

    @classmethod
    def of(
        cls,
        rules: str,
        choices: dict[str, str],
        sources: dict[str, str],
        phase: Phase,
        resolution: dict[str, Any],
        stages: tuple[StageRecord, ...],
    ) -> Certificate:
        """A certificate in the form of today."""
        return cls(_VERSION, rules, choices, sources, written_phase(phase), resolution, stages)

    def encode(self) -> bytes:
        """The text of ``certificate.json``."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


class _Versioned(msgspec.Struct):
    version: int


def decode_certificate(data: bytes) -> Certificate:
    """Read what `Certificate.encode` has written.

    Raises:
        InputError: it is no certificate, is one of another version, or leaves a doubt what it says.
    """
    try:
        version = msgspec.json.decode(data, type=_Versioned).version
        if version != _VERSION:
            raise InputError(f"is a certificate of version {version}; version {_VERSION} can be checked")
        certificate = msgspec.json.decode(data, type=Certificate)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"is no certificate: {error}") from None
    except RecursionError:
        raise InputError("is no certificate: nested too deeply") from None
    check_object(data, Certificate.__struct_fields__)  # of equal keys the decoder takes the last
    return certificate


def written_phase(phase: Phase) -> dict[str, Any]:
    """A phase as certificates hold it; its language is never left to be guessed again."""
    return {**phase_to_dict(phase), "language": phase.language or "en"}


def stage_comments(record: StageRecord) -> list[str]:
    """What stands above the clauses of a stage."""
    many = len(record.solutions)
    count = "one solution" if many == 1 else f"{many or 'no'} solutions"
    said_so = f"; the rule {record.rule} speaks" if record.rule else ""
    return [
        f"The equations of these {len(record.statements)} decisions, what was settled before put in, "
        f"have {count}{said_so}.",
        "The clauses are those equations without that: they cannot be satisfied.",
    ]
