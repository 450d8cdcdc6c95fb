"""Verdicts: which case applies to a reading, and whether it comes out as DATC says."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from resolvent.datc.cases import SECTIONS, Case, Expectation, Variant, load_cases, section
from resolvent.datc.run import differences, run_movement
from resolvent.errors import InputError, RuleError
from resolvent.rules.encodings import issues
from resolvent.rules.reading import Reading, load_reading

__all__ = ["State", "Verdict", "cases_of", "expectations", "tally", "verdicts"]


class State(enum.StrEnum):
    """What came of a case."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_APPLICABLE = "not applicable"


class Verdict(msgspec.Struct, frozen=True):
    """What came of one case, or of one of its variants.

    Attributes:
        case: ``"6.F.16"``.
        title: what the case is about.
        choice: of a variant, the choices it is run under: issue -> key.
        state: what came of it.
        why: where it differs, one sentence each; or why it does not apply.
    """

    case: str
    title: str
    choice: dict[str, str]
    state: State
    why: tuple[str, ...] = ()

    @property
    def section(self) -> str:
        """``"6.F"``"""
        return section(self.case)

    @property
    def label(self) -> str:
        """``"6.F.16"``, or ``"6.F.16 with 4.A.2 = b"``."""
        choices = ", ".join(f"{issue} = {key}" for issue, key in self.choice.items())
        return f"{self.case} with {choices}" if choices else self.case

    def to_dict(self) -> dict[str, Any]:
        """The verdict as plain dictionaries and lists."""
        data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return data


def cases_of(part: str = "") -> tuple[Case, ...]:
    """The cases of a part of DATC chapter 6.

    Args:
        part: a section (``"6.F"``), a case (``"6.F.16"``), or ``""`` for all.

    Raises:
        InputError: there is no such section or case.
    """
    cases = load_cases()
    found = tuple(c for c in cases if not part or part in (section(c.id), c.id, c.number))
    if not found:
        raise InputError(f"'{part[:40]}' is no section or case of DATC; sections are {', '.join(SECTIONS)}")
    return found


def verdicts(rules: str = "datc", part: str = "", variants: bool = False) -> Iterator[Verdict]:
    """Run the cases.

    Args:
        rules: a rulebook's name, or the path of a rulebook file.
        part: a section or a case; ``""`` for all.
        variants: run each case also under the other choices DATC tells an outcome for.

    Yields:
        One verdict for each case and, if asked, for each of its variants, in the order of DATC.

    Raises:
        InputError: there is no such section or case.
        RuleError: the rulebook cannot be used.
    """
    reading = load_reading(rules)
    for case in cases_of(part):
        yield _verdict(case, reading, {})
        for variant in case.variants if variants else ():
            try:
                changed = load_reading(rules, variant.choice)
            except RuleError as error:
                why = (str(error.message),)
                yield Verdict(case.id, case.title, variant.choice, State.NOT_APPLICABLE, why)
            else:
                yield _verdict(case, changed, variant.choice)


def tally(found: list[Verdict]) -> dict[str, dict[State, int]]:
    """How many passed, failed and did not apply, by section; only sections that occur."""
    counts: dict[str, dict[State, int]] = {}
    for verdict in found:
        row = counts.setdefault(verdict.section, dict.fromkeys(State, 0))
        row[verdict.state] += 1
    return counts


def _verdict(case: Case, reading: Reading, choice: dict[str, str]) -> Verdict:
    expected = expectations(case, reading)
    if isinstance(expected, str):
        return Verdict(case.id, case.title, choice, State.NOT_APPLICABLE, (expected,))
    found = _differences(case, expected, reading)
    if not found:
        return Verdict(case.id, case.title, choice, State.PASSED)
    return Verdict(case.id, case.title, choice, State.FAILED, (*found, *_because_of(case, expected, reading)))


def _differences(case: Case, expected: tuple[Expectation, ...], reading: Reading) -> list[str]:
    """Where the case differs from every outcome expected; told is the first."""
    resolution = run_movement(case, reading)
    found = [differences(e, resolution) for e in expected]
    return [] if [] in found else found[0]


def _because_of(case: Case, expected: tuple[Expectation, ...], reading: Reading) -> Iterator[str]:
    """The choices without which the outcome would be the one expected."""
    for issue, key in reading.choices.items():
        preferred = issues()[issue].preferred
        if key != preferred:
            usual = load_reading(reading.books[-1].name, {**reading.choices, issue: preferred})
            if not _differences(case, expected, usual):
                yield f"it would not differ with {issue} {preferred} in place of {key}"


def expectations(case: Case, reading: Reading) -> tuple[Expectation, ...] | str:
    """What is to come of the movement phase of a case under a reading.

    Args:
        case: the case.
        reading: the rules; they may choose otherwise than DATC prefers.

    Returns:
        The outcomes of which one has to come about, or a sentence that says why DATC tells none.
    """
    if case.phase == "adjustment":
        return "it has no movement phase"
    usual = case.movement.expect if case.movement else case.expect
    if usual is None:
        return "DATC tells no outcome of its movement phase"
    other = _unusual(case, reading)
    if not other:
        return (usual,)
    for variant in case.variants:
        if _speaks(variant, case) and _agrees(variant.choice, reading) and set(other) <= set(variant.choice):
            return _of_variant(variant, usual)
    chosen = ", ".join(f"{issue} {key}" for issue, key in other.items())
    return f"DATC does not say what comes of it under {chosen}"


def _unusual(case: Case, reading: Reading) -> Mapping[str, str]:
    """Choices that DATC does not prefer and that may matter to the case."""
    known = issues()
    return {
        issue: key
        for issue, key in reading.choices.items()
        if key != known[issue].preferred
        and (
            issue in case.issues
            or case.id in known[issue].values[key].cases
            or any(issue in v.choice for v in case.variants)
        )
    }


def _speaks(variant: Variant, case: Case) -> bool:
    """It is about the movement phase."""
    return (variant.about or case.phase) == "movement"


def _agrees(choice: Mapping[str, str], reading: Reading) -> bool:
    return all(reading.choices.get(issue) == key for issue, key in choice.items())


def _of_variant(variant: Variant, usual: Expectation) -> tuple[Expectation, ...] | str:
    if variant.undefined:
        return "the rule gives no answer"
    if variant.same:
        return (usual,)
    return variant.any_of or ((variant.expect,) if variant.expect else (usual,))
