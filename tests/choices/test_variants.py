"""Every variant of a DATC case gives the outcome that DATC records for the choice."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from resolvent import load_reading
from resolvent.datc import Case, Expectation, Variant, load_cases
from resolvent.datc.run import run_movement
from tests.choices.outcomes import expected_of, faults, movement_variants, of_choice

_LISTED = tomllib.loads((Path(__file__).parent / "exceptions.toml").read_text(encoding="utf-8"))
EXCEPTIONS: dict[tuple[str, tuple[tuple[str, str], ...]], dict[str, Any]] = {
    (entry["case"], tuple(sorted(entry["choice"].items()))): entry for entry in _LISTED["variant"]
}
VARIANTS = tuple(movement_variants(load_cases()))


def key(case: Case, variant: Variant) -> tuple[str, tuple[tuple[str, str], ...]]:
    return case.id, tuple(sorted(variant.choice.items()))


def name(pair: tuple[Case, Variant]) -> str:
    return f"{pair[0].id}-{'-'.join(pair[1].choice.values())}"


def with_retreats(expected: Expectation, retreats: dict[str, list[str]]) -> Expectation:
    """The same outcome with other retreats of the units named."""
    dislodged = {
        unit: msgspec.structs.replace(one, retreats=tuple(retreats[unit])) if unit in retreats else one
        for unit, one in expected.dislodged.items()
    }
    return msgspec.structs.replace(expected, dislodged=dislodged)


@pytest.mark.parametrize("pair", VARIANTS, ids=name)
def test_outcome(pair: tuple[Case, Variant]) -> None:
    case, variant = pair
    found = run_movement(case, load_reading("datc", variant.choice))
    recorded = faults(expected_of(case, variant), found)
    exception = EXCEPTIONS.get(key(case, variant))
    if exception is None:
        assert recorded == []
    else:
        assert recorded != [], "this needs no exception"
        (expected,) = of_choice(case, exception["outcome"])
        assert faults((with_retreats(expected, exception.get("retreats", {})),), found) == []


def test_all_are_here() -> None:
    assert len(VARIANTS) == 190
    assert EXCEPTIONS.keys() <= {key(case, variant) for case, variant in VARIANTS}
    assert all(entry["why"] for entry in EXCEPTIONS.values())


def test_what_is_disputed_or_undefined_is_marked() -> None:
    """An exception is made only where DATC itself is not of one mind, or says nothing."""
    marked = {key(c, v) for c, v in VARIANTS if v.disputed or v.undefined}
    assert EXCEPTIONS.keys() <= marked
