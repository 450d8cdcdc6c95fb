"""Causes: what findings have in common, so that a faulty judge gives five of them and not five thousand."""

from __future__ import annotations

from resolvent.oracle.checker import Answer, Finding
from resolvent.oracle.finding_text import disagreement_words
from resolvent.oracle.judges.judge import Failure

__all__ = ["Cause", "causes_of", "sentences_of"]

Cause = tuple[str, ...]
"""The violated rule with the conditions that decided, or how the judge failed."""


def causes_of(found: Finding | Failure) -> list[Cause]:
    """The causes of one finding, the first first; none if the claim is right.

    Args:
        found: the answer about a claim, or why there was none.
    """
    if isinstance(found, Failure):
        return [(str(found.kind), found.cause)]
    if found.answer is Answer.RIGHT:
        return []
    if found.violations:
        return list(dict.fromkeys(v.cause for v in found.violations))
    if found.answer is Answer.OTHER_SOLUTION:
        return [(str(found.answer), found.preferred_by)]
    kinds = sorted({(d.kind, d.claimed if d.kind == "outcome" else "") for d in found.disagreements})
    return [(str(found.answer), *(" ".join(kind) for kind in kinds))]


def sentences_of(found: Finding | Failure) -> list[str]:
    """What there is to say of it, in sentences."""
    if isinstance(found, Failure):
        return [f"{found.kind}: {found.detail}"]
    sentences = [v.sentence for v in found.violations]
    if found.answer is Answer.OTHER_SOLUTION:
        sentences.append(f"the other solution of a cycle; {found.preferred_by or 'no rule'} prefers another")
    return sentences or [disagreement_words(d) for d in found.disagreements]
