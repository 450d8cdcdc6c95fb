"""Verdicts: which case applies to a reading, and whether it comes out as DATC says."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from resolvent.datc.cases import SECTIONS, Case, Expectation, Variant, load_cases, section
from resolvent.datc.run import differences, retreats, run_case, run_movement
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
        for choice in _other_choices(case) if variants else ():
            try:
                changed = load_reading(rules, choice)
            except RuleError as error:
                yield Verdict(case.id, case.title, choice, State.NOT_APPLICABLE, (str(error.message),))
            else:
                yield _verdict(case, changed, choice)


def _other_choices(case: Case) -> Iterator[dict[str, str]]:
    """Those that an older text is to be judged under, and those of the variants."""
    yield from (choice for choice in (case.under, *case.also_under) if choice)
    for variant in case.variants:
        yield variant.choice


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
    resolution = run_case(case, reading) if case.phase == "adjustment" else run_movement(case, reading)
    found = [differences(e, resolution) for e in expected]
    if [] not in found:
        return found[0]
    if expected != (_usual(case),):
        return []  # of what follows DATC speaks only where the movement ends as it prefers
    return [p for orders, e in retreats(case) for p in differences(e, run_case(case, reading, orders))]


def _because_of(case: Case, expected: tuple[Expectation, ...], reading: Reading) -> Iterator[str]:
    """The choices without which the outcome would be the one expected."""
    for issue, key in reading.choices.items():
        preferred = issues()[issue].preferred
        if key != preferred:
            usual = load_reading(reading.books[-1].name, {**reading.choices, issue: preferred})
            if not _differences(case, expected, usual):
                yield f"it would not differ with {issue} {preferred} in place of {key}"


def expectations(case: Case, reading: Reading) -> tuple[Expectation, ...] | str:
    """What is to come of a case under a reading: of its movement phase, if it has one.

    Args:
        case: the case.
        reading: the rules; they may choose otherwise than DATC prefers.

    Returns:
        The outcomes of which one has to come about, or a sentence that says why DATC tells none.
    """
    usual = _usual(case)
    if usual is None:
        return "DATC tells no outcome of it"
    other = _unusual(case, reading)
    if not other:
        return (usual,)
    for variant in case.variants:
        if _speaks(variant, case) and _agrees(variant.choice, reading) and set(other) <= set(variant.choice):
            return _of_variant(variant, usual)
    chosen = ", ".join(f"{issue} {key}" for issue, key in other.items())
    return f"DATC does not say what comes of it under {chosen}"


def _usual(case: Case) -> Expectation | None:
    """What is to come of its first phase under the choices it is made for."""
    return case.movement.expect if case.movement else case.expect


def _unusual(case: Case, reading: Reading) -> Mapping[str, str]:
    """Choices that the case is not made for (DATC's preferences, now or then) and that may matter to it."""
    known = issues()
    for under in (case.under, *case.also_under):
        if under and _agrees(under, reading):
            usual = under
            break
    else:
        usual = case.under
    return {
        issue: key
        for issue, key in reading.choices.items()
        if key != usual.get(issue, known[issue].preferred)
        and (
            issue in case.issues
            or case.id in known[issue].values[key].cases
            or any(issue in v.choice for v in case.variants)
        )
    }


def _speaks(variant: Variant, case: Case) -> bool:
    """It is about the first phase of the case."""
    return (variant.about or case.phase) == ("movement" if case.movement else case.phase)


def _agrees(choice: Mapping[str, str], reading: Reading) -> bool:
    return all(reading.choices.get(issue) == key for issue, key in choice.items())


def _of_variant(variant: Variant, usual: Expectation) -> tuple[Expectation, ...] | str:
    if variant.undefined:
        return "the rule gives no answer"
    if variant.same:
        return (usual,)
    return variant.any_of or ((variant.expect,) if variant.expect else (usual,))
