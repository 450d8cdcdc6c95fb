"""Findings for people: one head line, then sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from resolvent.oracle.checker import Answer, Finding
from resolvent.oracle.claim import NO_UNIT, NOT_DISLODGED, Disagreement
from resolvent.rules.encodings import issues

__all__ = ["choices_words", "disagreement_words", "finding_sentences", "head_words", "many"]

_MOST_VIOLATIONS = 8
_HEADS: Mapping[Answer, str] = {
    Answer.RIGHT: "right",
    Answer.WRONG: "wrong",
    Answer.OTHER_SOLUTION: "consistent, but the other solution of a cycle",
    Answer.OTHER_READING: "wrong here, right under another reading",
    Answer.CANNOT_BE_COMPLETED: "wrong: it cannot be completed",
}


def head_words(finding: Finding) -> str:
    """The answer in a few words."""
    return _HEADS[finding.answer]


def finding_sentences(finding: Finding) -> Iterator[str]:
    """Everything else there is to say, one sentence each.

    Args:
        finding: the answer about a claim.
    """
    for violation in finding.violations[:_MOST_VIOLATIONS]:
        yield violation.sentence
    more = len(finding.violations) - _MOST_VIOLATIONS
    if more > 0:
        yield f"and {more} more"
    if finding.answer is Answer.OTHER_SOLUTION:
        members = " and ".join(", ".join(c.orders) for c in finding.resolution.cycles)
        rule = finding.preferred_by
        prefers = (
            f"the rule {rule} prefers another" if rule else "this rulebook has no rule that prefers another"
        )
        yield f"the orders of the cycle ({members}) may end so, but {prefers}"
    if not finding.violations:
        for disagreement in finding.disagreements:
            yield disagreement_words(disagreement)
    for choices in finding.readings:
        yield f"it would be right with {choices_words(choices)}"


def disagreement_words(disagreement: Disagreement) -> str:
    """``"A PAR: claimed succeeds, it is fails"``"""
    kind = "" if disagreement.kind == "outcome" else f" {disagreement.kind}"
    found = disagreement.found
    is_so = f"but {found}" if found in (NO_UNIT, NOT_DISLODGED) else f"it is {found}"
    return f"{disagreement.about}{kind}: claimed {disagreement.claimed}, {is_so}"


def choices_words(choices: Mapping[str, str]) -> str:
    """``"4.A.2 = all-hold"``"""
    known = issues()
    return " and ".join(
        f"{issue} = {known[issue].values[key].alias if issue in known else key}"
        for issue, key in choices.items()
    )


def many(number: int, word: str) -> str:
    """``"1 phase"``, ``"1,200 phases"``"""
    return f"{number:,} {word}{'s' * (number != 1)}"
