"""The shapes of the judge protocol as JSON Schemas."""

from __future__ import annotations

from typing import Any

import msgspec

from resolvent.oracle.claim import Claim
from resolvent.records.phase import Phase
from resolvent.resolution.resolution import Resolution

__all__ = ["SHAPES", "schema"]

SHAPES: dict[str, type[msgspec.Struct]] = {"phase": Phase, "claim": Claim, "resolution": Resolution}
"""Name of a shape -> its type."""

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(shape: str) -> dict[str, Any]:
    """The JSON Schema of a shape.

    Args:
        shape: a key of `SHAPES`.
    """
    return {"$schema": _DIALECT, "title": shape, **msgspec.json.schema(SHAPES[shape])}
