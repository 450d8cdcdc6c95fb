"""Phases as JSON and as mappings."""

from __future__ import annotations

import json
from contextlib import suppress
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resolvent.errors import InputError
from resolvent.records import Dislodged, Phase, phase_to_dict, read_phase

RETREATS: dict[str, Any] = {
    "map": "standard",
    "phase": "F1903R",
    "units": {"GERMANY": ["A BEL"], "FRANCE": []},
    "orders": {"FRANCE": ["A BEL R PIC"]},
    "centers": {"FRANCE": ["MAR"]},
    "dislodged": {"FRANCE": {"A BEL": {"from": "RUH", "retreats": ["BUR", "PIC"]}}},
}


def test_all_fields() -> None:
    phase = read_phase(json.dumps(RETREATS))
    assert phase.units == {"GERMANY": ("A BEL",), "FRANCE": ()}
    assert phase.dislodged == {"FRANCE": {"A BEL": Dislodged("RUH", ("BUR", "PIC"))}}
    assert phase.type == "R"
    assert phase_to_dict(phase) == RETREATS
    assert read_phase(RETREATS) == phase
    assert read_phase(MappingProxyType(RETREATS)) == phase
    assert read_phase(b"\xef\xbb\xbf" + json.dumps(RETREATS).encode()) == phase


def test_what_may_be_left_out_or_null() -> None:
    phase = read_phase('{"units": {}, "orders": {"FRANCE": null, "ITALY": [null, "A ROM H"]}, "note": 3}')
    assert phase == Phase(orders={"ITALY": ("A ROM H",)})
    assert (phase.map, phase.phase, phase.centers, phase.dislodged) == ("standard", "S1901M", None, None)
    assert phase.order_sets("FRANCE") == ()
    assert phase.order_sets("ITALY") == (("A ROM H",),)


def test_several_order_sets() -> None:
    """DATC 4.D.1, 4.D.2"""
    phase = read_phase('{"units": {}, "orders": {"ITALY": [["A ROM H"], ["A ROM - VEN", null], []]}}')
    assert phase.order_sets("ITALY") == (("A ROM H",), ("A ROM - VEN",), ())
    assert read_phase(phase_to_dict(phase)) == phase


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"units": {"FRANCE": ["A PAR", 3]}}', "units.FRANCE[1]: expected text, got a number"),
        ('{"units": {"FRANCE": 3}}', "units.FRANCE: expected a list, got a number"),
        ('{"units": {"ITALY": [], "FRANCE": "A PAR"}}', "units.FRANCE: expected a list, got text"),
        ('{"units": 3}', "units: expected an object or null, got a number"),
        ('{"units": {}, "order": {}}', "order: there is no key 'order'; did you mean 'orders'?"),
        ('{"unit": {}}', "unit: there is no key 'unit'; did you mean 'units'?"),
        ('{"units": {}, "Orders": null}', "Orders: there is no key 'Orders'; did you mean 'orders'?"),
        ('{"units": {}, "centres" : {}}', "centres: there is no key 'centres'; did you mean 'centers'?"),
        ('{"units": {}, "units": {"FRANCE": []}}', "units: the key 'units' stands here twice"),
        ('{"units" : {}, "units": {}}', "units: the key 'units' stands here twice"),
        (
            '{"units": {"FRANCE": ["A PAR"], "ITALY": [], "FRANCE": ["A BRE"]}}',
            "units.FRANCE: the key 'FRANCE' stands here twice",
        ),
        ("{}", "units: the phase has no units"),
        ("[]", "a phase is a JSON object"),
        ('{"units": {}, "orders": {"FRANCE": ["A", ["B"]]}}', "orders.FRANCE: orders and whole sets"),
        ('{"units": {}, "orders": {"FRANCE": [null, [3]]}}', "orders.FRANCE[1][0]: expected text or null"),
        (
            '{"units": {}, "dislodged": {"FRANCE": {"A PAR": {"from": 3}}}}',
            "dislodged.FRANCE.from: expected text",
        ),
        ('{"units": {}, "phase": "S1901X"}', "phase: 'S1901X' is no phase"),
        ('{"units": {}, "map": 4}', "map: expected text"),
        ('{"un', "this is not valid JSON"),
        ("[" * 100_000, "this is not valid JSON: nested too deeply"),
        ('{"units": {}} x', "this is not valid JSON"),
        (b"\xff\xfe\x00", "this is not text in UTF-8 (byte 0)"),
        ('{"units": {"\ud800": []}}', "a lone surrogate"),
        ({"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A \ud800"]}}, "a lone surrogate"),
        ("FRANCE\nA PAR \ud800", "a lone surrogate"),
        ('{"units": NaN}', "this is not valid JSON: invalid character (byte 10)"),
        (7, "a phase is text or a mapping, not of type int"),
        (None, "a phase is text or a mapping"),
        ({"units": {"FRANCE": {"A PAR"}}, "orders": {3: []}}, "orders"),
    ],
)
def test_one_clear_sentence_with_the_place(text: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_phase(text)
    assert message in str(caught.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.dictionaries(st.sampled_from(["map", "phase", "units", "orders", "centers", "dislodged", "x"]), JSON)
)
def test_any_json_is_a_phase_or_an_input_error(value: dict[str, Any]) -> None:
    with suppress(InputError):
        phase = read_phase(json.dumps(value))
        assert read_phase(phase_to_dict(phase)) == phase


@given(st.text() | st.binary())
def test_any_text_is_a_phase_or_an_input_error(text: str | bytes) -> None:
    with suppress(InputError):
        read_phase(text)
