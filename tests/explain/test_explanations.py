"""Explanations of the DATC cases: of the case alone, minimal, naming the culprits, always the same."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import resolvent
from resolvent.explain.explainer import explain
from resolvent.outcomes import Outcome
from resolvent.rules.reading import load_reading
from tests.explain.datc import aftermath, movement, movements

CULPRITS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "culprits.toml").read_text(encoding="utf-8")
)["culprit"]
RULEBOOKS = ("datc", "1971", "1982", "2000", "dptg")
ROOT = Path(__file__).resolve().parents[2]
FALL = (ROOT / "examples/fall-1907.txt").read_text(encoding="utf-8")
PANDIN = (ROOT / "examples/pandin.txt").read_text(encoding="utf-8")
_NAMED = re.compile(r"\b[AF] [A-Z]{3}(?:/[A-Z]{2})?\b")


@pytest.mark.parametrize("case", movements())
def test_the_outcome_follows_and_nothing_can_be_spared(case: str) -> None:
    explainer = movement(case)
    for result in explainer.resolution.orders:
        question = explainer.question(result.unit)
        if question is None:
            continue
        premises = explainer.case.premises(question)
        assert premises is not None, result.order
        assert explainer.case.follows(question, premises), result.order
        for spared in premises:
            rest = [p for p in premises if p is not spared]
            assert not explainer.case.follows(question, rest), (result.order, spared)


@pytest.mark.parametrize("case", movements())
def test_only_what_is_in_the_case_is_named(case: str) -> None:
    explainer = movement(case)
    orders = {o.notation for o in explainer.case.grounding.orders}
    shown = {o.order for o in explainer.resolution.orders}
    units = {o.unit for o in explainer.resolution.orders}
    written = {name for text in shown for name in _NAMED.findall(text)}
    for explanation in explainer.explanations():
        assert explanation.steps
        for step in (*explanation.steps, *explanation.dislodgement):
            assert step.about in orders | shown | units
            assert step.sentence.endswith(".")
            assert "{" not in step.sentence
            assert set(_NAMED.findall(step.sentence)) <= units | written


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_every_order_under_other_rulebooks(rules: str) -> None:
    reading = load_reading(rules)
    for case in movements():
        if not case.startswith(("6.F", "6.G")):
            continue
        explainer = movement(case, reading.name)
        for explanation in explainer.explanations():
            open_ = explanation.result.outcome is Outcome.OPEN
            assert (explanation.steps[0].value is None) == (
                open_ or explanation.steps[0].rule == "unreadable"
            )


@pytest.mark.parametrize("culprit", CULPRITS, ids=lambda c: f"{c['case']} {c['unit']}")
def test_the_culprits_are_named(culprit: dict[str, Any]) -> None:
    explainer = movement(culprit["case"])
    explanation = explainer.explanation(explainer.resolution.of(culprit["unit"]))
    missing = [unit for unit in culprit["named"] if not explanation.mentions(unit)]
    assert not missing, str(explanation)


def test_there_are_enough_culprits() -> None:
    assert len({c["case"] for c in CULPRITS}) >= 60


def test_retreats_and_adjustments() -> None:
    for case, phase in aftermath():
        for explanation in explain(phase):
            assert len(explanation.steps) == 1, case
            assert explanation.steps[0].sentence.endswith("."), case
            value = explanation.steps[0].value
            if explanation.result.outcome in (Outcome.SUCCEEDS, Outcome.FAILS):
                assert value is (explanation.result.outcome is Outcome.SUCCEEDS), (case, explanation)


def test_the_same_every_time() -> None:
    one = [e.to_json() for e in explain(FALL)]
    assert one == [e.to_json() for e in explain(FALL)]
    phase = resolvent.read_phase(FALL)
    turned = {p: tuple(reversed(o)) for p, o in reversed(phase.orders.items())}
    other = explain({"phase": phase.phase, "units": phase.units, "orders": turned})
    assert [str(e) for e in other] == [str(e) for e in explain(phase)]


def test_numbers_culprits_and_sources() -> None:
    found = explain(FALL, "a ruh - hol")
    assert str(found) == (
        "A RUH - HOL  fails: bounced with A LON\n"
        "  1. A RUH - HOL fails: its attack strength 1 (without F KIE) is not greater than the prevent "
        "strength 2 of A LON - HOL (F NTH carries it; at least 1 whatever else happens) (5.B.1).\n"
        "  2. F KIE S A RUH - HOL is not given: A DEN - KIE attacks F KIE (5.B.2, 6.D.2).\n"
        "  3. F NTH C A LON - HOL carries: nobody attacks North Sea (5.B.3)."
    )


def test_the_ruling_of_a_paradox() -> None:
    found = explain(PANDIN, "F ENG")
    assert [s.ruling for s in found.steps] == ["szykman"]
    assert "no consistent resolution, and the rule 'szykman' speaks: The convoys of a paradox fail" in str(
        found
    )


def test_json_is_a_tree_of_rule_instances() -> None:
    told = json.loads(explain(FALL, "A RUH").to_json())
    assert [step["rule"] for step in told["steps"]] == ["succeeds", "given", "carries"]
    root = told["steps"][0]["because"]
    assert (root["kind"], root["name"], root["value"]) == ("definition", "succeeds", False)
    (compared,) = root["parts"]
    assert compared["left"] == {"name": "attack", "about": ["A RUH - HOL"], "number": 1}
    assert compared["right"] == {"name": "prevent", "about": ["A LON - HOL"], "number": 2}


def test_markdown() -> None:
    text = explain(FALL, "A RUH").to_markdown()
    assert text.startswith(
        "### A RUH - HOL\n\nGERMANY: **fails: bounced with A LON**\n\n1. A RUH - HOL fails:"
    )


def test_an_open_cycle() -> None:
    explanation = movement("6.F.22", "1971").explanation(movement("6.F.22", "1971").resolution.of("F PIC"))
    assert explanation.steps[0].sentence.startswith(
        "F PIC - ENG is open: it belongs to the cycle of F EDI - NTH, F LON S F EDI - NTH"
    )


@pytest.mark.parametrize(
    ("orders", "unit", "said"),
    [
        (["A LON - PAR"], "A LON", "A LON - PAR is illegal: A LON does not border Paris"),
        (["A LON - WAL", "A LON - YOR"], "A LON", "A LON - WAL does not count, for other legal orders"),
        (
            ["A LON flies to Mars"],
            "A LON",
            "A LON has no order: of 'A LON flies to Mars' the text is no order",
        ),
        ([], "A LON", "A LON stays: nobody attacks London."),
    ],
)
def test_orders_that_never_come_to_the_equations(orders: list[str], unit: str, said: str) -> None:
    found = explain({"units": {"ENGLAND": ["A LON"]}, "orders": {"ENGLAND": orders}}, unit)
    assert said in found.steps[0].sentence


def test_a_reading_of_ones_own_explains_itself(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('title = "House"\nrules = ["house.rules"]\n')
    (tmp_path / "house.rules").write_text(
        "@redefines\n"
        "def defend(m: Move):\n"
        '    """Punch: what a unit brings to bear."""\n'
        "    return 1 + count(given(s) for s in supports(m))\n\n"
        "@redefines\n"
        "def spared(a: Move, s: Support):\n"
        '    """No army cuts the support of a fleet.\n\n'
        '    true: {a} is an army, and {s.unit} a fleet\n    """\n'
        "    return a.unit.army and s.unit.fleet\n"
    )
    phase = {
        "units": {"ENGLAND": ["A HOL"], "GERMANY": ["A KIE"]},
        "orders": {"ENGLAND": ["A HOL - KIE"], "GERMANY": ["A KIE - HOL"]},
    }
    found = explain(phase, "A KIE", str(tmp_path / "house.toml"))
    assert "is not greater than the punch 1 of A HOL - KIE" in str(found)
    phase = {
        "units": {"ENGLAND": ["F BEL", "A HOL"], "GERMANY": ["A KIE", "A BUR"], "FRANCE": ["A PIC"]},
        "orders": {"ENGLAND": ["F BEL S A HOL"], "GERMANY": ["A KIE - HOL"], "FRANCE": ["A PIC - BEL"]},
    }
    found = explain(phase, "F BEL", str(tmp_path / "house.toml"))
    assert "A PIC - BEL is an army, and F BEL a fleet" in str(found)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("true: {b} comes", "'{b}' stands for nothing; there are '{a}', '{s}', '{why}'"),
        ("true: {a.unit.army} comes", "'{a.unit.army}' stands for nothing"),
        ("true: {a.__class__}", "'{a.__class__}' stands for nothing"),
        ("true: {a!r}", "cannot be filled in: a field is a name and nothing else"),
        ("true: {a", "cannot be filled in"),
        ("true: one\n    true: two", "at most one line 'true:'"),
    ],
)
def test_templates_are_checked(line: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('title = "House"\nrules = ["house.rules"]\n')
    (tmp_path / "house.rules").write_text(
        "@redefines\ndef spared(a: Move, s: Support):\n"
        f'    """Nobody.\n\n    {line}\n    """\n    return False\n'
    )
    with pytest.raises(resolvent.RuleError) as caught:
        load_reading(str(tmp_path / "house.toml"))
    assert message in str(caught.value)


@pytest.mark.parametrize("first", ["", "import resolvent.explain.words, resolvent.compare.sides"])
def test_package_and_function_have_one_name(first: str) -> None:
    text = f"""{first}
import resolvent, sys
phase = open("examples/pandin.txt").read()
print(repr(resolvent.explain(phase, "F ENG")).splitlines()[0])
print(len(list(resolvent.compare([phase], ["datc", "1982"]))))
import resolvent.explain.words as words
print(words.Words.__name__, resolvent.explain is sys.modules["resolvent.explain"])
"""
    ran = subprocess.run([sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.split("\n")[:3] == [
        "<Explanation of F1901M under datc>",
        "1",
        "Words True",
    ]


def test_an_order_that_is_not_there() -> None:
    with pytest.raises(resolvent.InputError, match="there is no order 'A MUN'"):
        explain(PANDIN, "A MUN")
