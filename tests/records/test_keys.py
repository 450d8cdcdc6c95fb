"""Keys of JSON objects: slips and repetitions are mistakes, keys of somebody else are not."""

from __future__ import annotations

import json
from pathlib import Path
from types import MappingProxyType

import pytest

from resolvent.errors import InputError
from resolvent.records import read_phase
from resolvent.records.keys import check_near_misses, check_object

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    "data",
    [
        {
            "units": {},
            "claim": {},
            "record": {"orders": 1},
            "game": "g",
            "powers": [],
            "rules": "",
            "note": "",
        },
        {"units": {"FRANCE": ["A PAR"]}, "comment": 'a text with ": in it'},
        {"units": {}, "orders": {}, "x" * 100: 1, "": 2, "o": 3},
    ],
)
def test_other_keys_are_left_alone(data: dict[str, object]) -> None:
    assert read_phase(json.dumps(data)) == read_phase(data) == read_phase(MappingProxyType(data))
    assert read_phase(json.dumps(data, indent=2)) == read_phase(json.dumps(data, separators=(",", ":")))


def test_what_is_in_other_keys_is_not_looked_at() -> None:
    assert read_phase('{"units": {}, "record": {"a": 1, "a": 2}, "game": 1, "game": 2}').units == {}
    assert read_phase('{"units": {}, "big": ' + "9" * 5000 + "}").units == {}


def test_a_slip_in_a_mapping() -> None:
    with pytest.raises(InputError, match=r"^unit: there is no key 'unit'; did you mean 'units'\?$"):
        read_phase({"unit": {"FRANCE": ["A PAR"]}})
    check_near_misses([1, None, "units"], ["units"])


def test_deep_down() -> None:
    text = '{"dislodged": {"FRANCE": {"A BEL": {"from": "RUH", "from": "HOL"}}}}'
    with pytest.raises(InputError, match=r"dislodged\.FRANCE\.A BEL\.from: the key 'from' stands here twice"):
        check_object(text.encode(), ["dislodged"])


def test_nesting_without_end() -> None:
    deep = b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    with pytest.raises(InputError, match="nested too deeply"):
        check_object(deep, ["units"])


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.jsonl")), ids=lambda file: file.name)
def test_the_examples_have_no_such_keys(file: Path) -> None:
    for line in file.read_bytes().splitlines():
        check_object(line, ["map", "phase", "units", "orders", "centers", "dislodged", "language", "claim"])
