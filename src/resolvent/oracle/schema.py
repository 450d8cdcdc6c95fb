"""The shapes of the judge protocol as JSON Schemas."""

from __future__ import annotations

from typing import Any

import msgspec

from resolvent.oracle.claim import ClaimRecord
from resolvent.records.phase import Phase
from resolvent.resolution.resolution import Resolution

__all__ = ["SHAPES", "ClaimedPhase", "schema"]


class ClaimedPhase(Phase, frozen=True, kw_only=True):
    """A phase with what is claimed of it: a line of ``resolvent verify``.

    Attributes:
        claim: what is claimed; the rest is as in a phase.
    """

    claim: ClaimRecord


SHAPES: dict[str, type[msgspec.Struct]] = {
    "phase": Phase,
    "claim": ClaimRecord,
    "claimed-phase": ClaimedPhase,
    "resolution": Resolution,
}
"""Name of a shape -> its type."""

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(shape: str) -> dict[str, Any]:
    """The JSON Schema of a shape.

    Args:
        shape: a key of `SHAPES`.
    """
    return {"$schema": _DIALECT, "title": shape, **msgspec.json.schema(SHAPES[shape])}
