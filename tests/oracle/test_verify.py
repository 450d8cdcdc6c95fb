"""``resolvent verify``"""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from tests.cli.conftest import Run

LINE = (
    b'{"units": {"GERMANY": ["A MUN"], "RUSSIA": ["A WAR"]}, '
    b'"orders": {"GERMANY": ["A MUN - SIL"], "RUSSIA": ["A WAR - SIL"]}, "claim": %s}\n'
)
RIGHT = LINE % b'{"outcomes": {"A MUN": "fails", "A WAR": "fails"}}'
WRONG = LINE % b'{"outcomes": {"A MUN": "succeeds", "A WAR": "fails"}}'


def test_all_right(run: Run) -> None:
    ran = run("verify", "-", stdin=RIGHT)
    assert ran.status == 0
    assert ran.out.endswith("1 claim: 1 right\n")


def test_text(run: Run) -> None:
    ran = run("verify", "examples/claims.jsonl", "--choices", "0")
    assert ran.status == 1
    assert "line 2: wrong" in ran.out
    assert "the other solution of a cycle" in ran.out
    assert "cannot be completed" in ran.out


def test_json_lines(run: Run) -> None:
    ran = run("verify", "-", "--choices", "0", "--format", "json", stdin=RIGHT + WRONG)
    first, second = map(json.loads, ran.out.splitlines())
    assert (first["answer"], second["answer"]) == ("right", "wrong")
    assert second["violations"][0]["rule"] == "succeeds"


def test_junit(run: Run) -> None:
    ran = run("verify", "-", "--choices", "0", "--format", "junit", stdin=RIGHT + WRONG)
    cases = ElementTree.fromstring(ran.out).findall("testsuite/testcase")
    assert [case.find("failure") is not None for case in cases] == [False, True]


def test_junit_is_complete_where_the_input_is_not(run: Run, tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    for output in ("-", str(report)):
        ran = run("verify", "-", "--format", "junit", "-o", output, stdin=RIGHT + b'{"units": {}}\n' + RIGHT)
        assert ran.status == 2
        assert "line 2: claim" in ran.err
        text = ran.out if output == "-" else report.read_text(encoding="utf-8")
        one, two = ElementTree.fromstring(text).findall("testsuite/testcase")
        error = two.find("error")
        assert one.find("error") is None
        assert error is not None
        assert "line 2: claim" in error.attrib["message"]


def test_claims_that_cannot_be_used_are_told_with_their_place(run: Run) -> None:
    for claim, said in (
        (b'{"outcomes": {}}', "line 1: claim: nothing is claimed"),
        (b'{"outcomes": {"A MUN": "open"}}', "line 1: claim.outcomes.A MUN: 'open' claims nothing"),
        (
            b'{"outcomes": {"A MUN": "fails", "a mun": "fails"}}',
            "line 1, claim.outcomes.a mun: this unit stands",
        ),
        (b'{"retreats": {"A MUN": ["BOH", "BOH"]}}', "line 1, claim.retreats.A MUN.BOH: this place stands"),
    ):
        ran = run("verify", "-", stdin=LINE % claim)
        assert ran.status == 2
        assert said in ran.err


def test_schemas(run: Run) -> None:
    shapes = json.loads(run("schema").out)
    assert list(shapes) == ["phase", "claim", "claimed-phase", "resolution"]
    assert json.loads(run("schema", "claimed-phase").out) == shapes["claimed-phase"]
    claim = shapes["claim"]["$defs"]["ClaimRecord"]["properties"]
    (words,) = [kind for kind in claim["outcomes"]["anyOf"] if kind["type"] == "object"]
    assert words["additionalProperties"]["enum"] == ["fails", "illegal", "succeeds", "unreadable", "void"]
    (gone,) = [kind for kind in claim["dislodged"]["anyOf"] if kind["type"] == "object"]
    assert {kind["type"] for kind in gone["additionalProperties"]["anyOf"]} == {"array", "object"}
    line = shapes["claimed-phase"]["$defs"]["ClaimedPhase"]
    assert {*line["properties"]} == {*shapes["phase"]["$defs"]["Phase"]["properties"], "claim"}
    assert line["required"] == ["claim"]


def test_unusable_lines_are_told_with_their_place(run: Run) -> None:
    ran = run("verify", "-", stdin=RIGHT + b'{"units": {}}\n')
    assert ran.status == 2
    assert "line 1: right" in ran.out
    assert "line 2: claim" in ran.err
    assert run("verify", "-", stdin=LINE % b'{"outcomes": {"A MUN": 3}}').status == 2


def test_input_without_a_phase_is_no_success(run: Run) -> None:
    for stdin in (b"", b"\n \n"):
        for form in ("text", "json", "junit", "html"):
            ran = run("verify", "-", "--format", form, stdin=stdin)
            assert (ran.status, ran.err) == (2, "resolvent: standard input: there is no phase in it\n")


def test_slips_in_keys_are_told(run: Run) -> None:
    for wrong, said in (
        (b'{"outcome": {"A MUN": "fails"}}', "there is no key 'outcome'; did you mean 'outcomes'?"),
        (
            b'{"outcomes": {"A MUN": "fails", "A MUN": "fails"}}',
            "claim.outcomes.A MUN: the key 'A MUN' stands",
        ),
    ):
        ran = run("verify", "-", stdin=LINE % wrong)
        assert ran.status == 2
        assert "standard input, line 1: " in ran.err
        assert said in ran.err
    ran = run("verify", "-", stdin=(LINE % b"{}").replace(b'"claim"', b'"claims"'))
    assert "there is no key 'claims'; did you mean 'claim'?" in ran.err
