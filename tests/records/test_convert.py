"""``resolvent convert`` and ``resolvent map``, run in this process."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import msgspec
import pytest

from resolvent.cli import convert as convert_module
from resolvent.cli import map as map_module
from resolvent.errors import InputError
from resolvent.records.formats import read_record, read_records
from tests.records.facts import SAMPLES, facts

FACETS = {"units", "orders", "dislodged", "centers"}


def convert(*arguments: str) -> object:
    return convert_module.app(list(arguments), result_action="return_value")


def map_(*arguments: str) -> object:
    return map_module.app(list(arguments), result_action="return_value")


@pytest.mark.parametrize(
    ("to", "facets"),
    [
        ("phases", FACETS),
        ("diplomacy", FACETS),
        ("dipcc", FACETS),
        ("diplomacy-server", FACETS),
        ("godip", FACETS),
        ("daide", FACETS),
        ("webdip", FACETS),
        ("dpjudge", FACETS - {"centers"}),
        ("njudge", FACETS - {"centers"}),
        ("webdip-text", FACETS - {"centers"}),
    ],
)
def test_the_scenario_in_every_format(to: str, facets: set[str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert convert(str(SAMPLES / "daide.txt"), "--to", to, "-o", str(out)) == 0
    wanted = facts(read_record(SAMPLES / "daide.txt"), facets)
    assert facts(read_record(out), facets) == wanted


def test_of_many_files_one(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    files = [str(SAMPLES / name) for name in ("diplomacy_saved_games.jsonl", "godip_game.txt")]
    assert convert(*files, "--to", "diplomacy", "--output", str(out)) == 0
    assert [len(record.phases) for record in read_records(out)] == [2, 1, 3]


def test_seasons_are_put_together(tmp_path: Path) -> None:
    order = '{"type": "MOVE", "to": "%s", "result": "SUCCEEDS"}'
    for season, place, goal in (("spring", "Bre", "MAO"), ("fall", "MAO", "Por")):
        text = f'{{"orders": {{"France": {{"{place}": {order % goal}}}}}, "territories": {{}}}}'
        (tmp_path / f"g_1901_{season}.json").write_text(text)
    out = tmp_path / "out.jsonl"
    files = sorted(str(path) for path in tmp_path.glob("g_*.json"))
    assert convert(*files, "--to", "phases", "-o", str(out)) == 0
    phases = read_record(out).phases
    assert [phase.orders for phase in phases] == [{"FRANCE": ("F BRE - MAO",)}, {"FRANCE": ("F MAO - POR",)}]


def test_standard_streams(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    data = (SAMPLES / "judge_dpjudge.txt").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert convert("--to", "godip", "--from", "dpjudge") == 0
    assert capsys.readouterr().out.startswith("PHASE 1903 Fall Movement\nPOSITIONS\n")


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("before")
    broken = tmp_path / "broken.jsonl"
    line = (SAMPLES / "contract.jsonl").read_bytes().partition(b"\n")[0]
    broken.write_bytes(line + b"\n" + line + b"\n{]\n")
    with pytest.raises(InputError, match=r"broken\.jsonl, line 3"):
        convert(str(broken), "--to", "phases", "-o", str(out))
    assert out.read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.jsonl", "out.jsonl"]


def test_what_cannot_be_done_is_said() -> None:
    sample = str(SAMPLES / "daide.txt")
    with pytest.raises(InputError, match="there is no format 'pdf'; the formats are"):
        convert(sample, "--to", "pdf")
    with pytest.raises(InputError, match="there is no format 'pdf'"):
        convert(sample, "--to", "phases", "--from", "pdf")
    with pytest.raises(InputError, match="holds one phase"):
        convert(sample, "--to", "text")
    with pytest.raises(InputError, match="holds one record"):
        convert(sample, sample, "--to", "godip")


def test_map_convert_check_and_diff(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tiny, out = str(SAMPLES / "tiny.map"), str(tmp_path / "tiny.toml")
    variant = str(SAMPLES / "jdip_variant" / "variants.xml")
    assert map_("convert", tiny, "-o", out) == 0
    assert "Centres that win: 3." in Path(out).read_text()
    assert map_("check", out, tiny, "standard") == 0
    assert capsys.readouterr().out.count("no faults") == 3
    assert map_("diff", out, tiny) == 0
    assert map_("diff", tiny, variant, "--board-only") == 0
    assert map_("diff", "standard", tiny, "--format", "json") == 1
    rows = msgspec.json.decode(capsys.readouterr().out.splitlines()[-1])
    assert rows[0]["entry"] == "powers"


def test_map_convert_tells_what_is_lost(capsys: pytest.CaptureFixture[str]) -> None:
    assert map_("convert", str(SAMPLES / "jdip_variant" / "variants.xml"), "--variant", "tinyboard") == 1
    ran = capsys.readouterr()
    assert "'ice'" in ran.out
    assert "'ice'" in ran.err


def test_map_check_finds_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.map"
    file.write_text("LAND AAA ABUTS BBB\nLAND BBB ABUTS AAA CCC\nLAND CCC ABUTS\n")
    assert map_("check", str(file)) == 1
    assert "provinces.BBB.army" in capsys.readouterr().out
    assert map_("check", str(file), "--format", "json") == 1
    assert msgspec.json.decode(capsys.readouterr().out)[0]["map"] == str(file)
