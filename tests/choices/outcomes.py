"""What a variant of a case records, and whether a resolution is that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from resolvent import Resolution, Status
from resolvent.datc import Case, Expectation, Variant
from resolvent.datc.run import differences
from resolvent.rules.encodings import issues

__all__ = ["MOVEMENT_STEPS", "expected_of", "faults", "movement_variants", "usual"]

MOVEMENT_STEPS = frozenset({"reading", "judging", "matching", "routing", "movement", "retreats"})
"""The steps of the pipeline that a movement phase goes through."""


def movement_variants(cases: tuple[Case, ...]) -> Iterator[tuple[Case, Variant]]:
    """The variants whose outcome is that of a movement phase; each is about issues of its steps only."""
    for case in cases:
        for variant in case.variants:
            if (variant.about or case.phase) == "movement":
                assert {issues()[issue].step for issue in variant.choice} <= MOVEMENT_STEPS
                yield case, variant


def usual(case: Case) -> Expectation:
    """The outcome of the movement phase under the preferred choices."""
    expected = case.movement.expect if case.movement else case.expect
    assert expected is not None
    return expected


def expected_of(case: Case, variant: Variant) -> tuple[Expectation, ...]:
    """The outcomes of which one has to come about; none if there is to be no answer."""
    if variant.undefined:
        return ()
    if variant.same:
        return (usual(case),)
    if variant.any_of:
        return variant.any_of
    assert variant.expect is not None
    return (variant.expect,)


def of_choice(case: Case, choice: Mapping[str, str]) -> tuple[Expectation, ...]:
    """The outcomes that a case records under choices; `{}` for the preferred ones."""
    if not choice:
        return (usual(case),)
    (variant,) = (v for v in case.variants if v.choice == choice)
    return expected_of(case, variant)


def faults(expected: tuple[Expectation, ...], found: Resolution) -> list[str]:
    """How a resolution differs from the nearest of the outcomes expected; open if there are none."""
    if not expected:
        return [] if found.status is Status.OPEN else [f"the status is {found.status}, not open"]
    return min((differences(one, found) for one in expected), key=len)
