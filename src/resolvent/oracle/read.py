"""Reading phases that carry a claim: JSON Lines, each object a phase with one more key, ``"claim"``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from resolvent.errors import InputError
from resolvent.oracle.claim import Claim, read_claim
from resolvent.records.json_lines import read_lines
from resolvent.records.keys import check_object
from resolvent.records.phase import Phase, decode_json, decode_phase

__all__ = ["read_claims"]


def read_claims(stream: BinaryIO, name: str) -> Iterator[tuple[str, Phase, Claim]]:
    """Read the phases of a stream with what is claimed of them.

    Args:
        stream: a binary stream; it is read forward only.
        name: its name for error messages.

    Yields:
        The place (``"claims.jsonl, line 3"``), the phase, the claim.

    Raises:
        InputError: a line is no phase, or claims nothing that can be understood; or there is none.
    """
    number = 0
    for number, data in read_lines(stream, name):
        place = f"{name}, line {number}"
        try:
            phase = decode_phase(data)
            check_object(data, ("claim",))
            claim = read_claim(_claim_of(decode_json(data)))
        except InputError as error:
            where = f"{place}: {error.place}" if error.place else place
            raise InputError(error.message, where) from None
        yield place, phase, claim
    if not number:
        raise InputError("there is no phase in it", name)


def _claim_of(record: Mapping[str, Any]) -> Mapping[str, Any]:
    claim = record.get("claim")
    if not isinstance(claim, Mapping):
        raise InputError("the phase carries no claim, an object with outcomes or positions", "claim")
    return claim
