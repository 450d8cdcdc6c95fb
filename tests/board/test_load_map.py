"""Map files: others of the same format load, faulty ones raise one clear MapError."""

from __future__ import annotations

import os
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from resolvent.board import check_map, load_map
from resolvent.errors import MapError

ISLES = """
name = "isles"
[powers.NORTH]
name = "North"
homes = "AAA"
units = "A AAA"
[powers.SOUTH]
name = "South"
homes = "CCC"
units = "F CCC/SC"
[provinces.AAA]
name = "Ayland"
kind = "coastal"
centre = true
army = "CCC"
fleet = "BBB CCC/NC"
[provinces.BBB]
name = "Bay"
kind = "sea"
fleet = "AAA CCC/NC CCC/SC"
[provinces.CCC]
name = "Ceeland"
kind = "coastal"
centre = true
army = "AAA"
coasts = { NC = "AAA BBB", SC = "BBB" }
aliases = "Cland, Ceel"
"""
FAULTS = [
    ("border", 'army = "CCC"', 'army = "XXX"', "provinces.AAA.army", "unknown place 'XXX'"),
    ("one way", 'army = "AAA"', "", "provinces.AAA.army", "none back"),
    ("one way at sea", 'SC = "BBB"', 'SC = ""', "provinces.BBB.fleet", "none back"),
    ("army at sea", 'army = "CCC"', 'army = "CCC BBB"', "provinces.AAA.army", "the sea 'BBB'"),
    ("no coast", "BBB CCC/NC", "BBB CCC", "provinces.AAA.fleet", "must name one of its coasts"),
    ("wrong coast", "BBB CCC/NC", "BBB CCC/WC", "provinces.AAA.fleet", "no coast of CCC"),
    ("sea with coasts", 'kind = "sea"\nfleet = "AAA CCC/NC CCC/SC"', 'kind = "sea"\ncoasts = { NC = "AAA" }',
     "provinces.BBB.coasts", "coasts of a province that is sea"),
    ("single coast", 'coasts = { NC = "AAA BBB", SC = "BBB" }', 'coasts = { NC = "AAA BBB" }',
     "provinces.CCC.coasts", "single coast"),
    ("home", 'homes = "AAA"', 'homes = "ZZZ"', "powers.NORTH.homes", "unknown home centre 'ZZZ'"),
    ("home at sea", 'homes = "AAA"', 'homes = "BBB"', "powers.NORTH.homes", "no supply centre"),
    ("two owners", 'homes = "AAA"', 'homes = "CCC"', "powers.SOUTH.homes", "also one of NORTH"),
    ("unit", '"A AAA"', '"A BBB"', "powers.NORTH.units", "an army at sea"),
    ("unit without coast", '"F CCC/SC"', '"F CCC"', "powers.SOUTH.units", "stands on one of NC, SC"),
    ("no unit", '"F CCC/SC"', '"CCC"', "powers.SOUTH.units", "is impossible"),
    ("two units", '"A AAA"', '"A AAA, A CCC"', "powers.SOUTH.units", "in one province"),
    ("alias", '"Cland, Ceel"', '"Cland, ayland"', "provinces.CCC", "also stands for AAA"),
    ("default", 'aliases = "Cland', 'default_coast = "EC"\naliases = "Cland', "provinces.CCC", "default_coa"),
    ("isolated", '[provinces.AAA]', '[provinces.DDD]\nname = "Dot"\nkind = "inland"\n[provinces.AAA]',
     "provinces.DDD", "no borders"),
    ("inland fleet", 'name = "Ayland"\nkind = "coastal"', 'name = "Ayland"\nkind = "inland"',
     "provinces.AAA.fleet", "inland"),
    ("itself", 'army = "CCC"', 'army = "AAA CCC"', "provinces.AAA.army", "borders itself"),
    ("unclear", 'name = "isles"', 'name = "isles"\nunclear = { Ceel = "AAA CCC" }', "unclear.Ceel", "alone"),
]  # fmt: skip
BROKEN = [
    ("kind", 'kind = "sea"', 'kind = "lake"', "provinces.BBB"),
    ("type", 'kind = "sea"', "kind = 3", "provinces.BBB"),
    ("unknown key", 'name = "Bay"', 'name = "Bay"\nislands = 3', "provinces.BBB"),
    ("missing key", 'name = "Bay"', "", "provinces.BBB"),
    ("section", "name = \"isles\"", 'powres = 3', "powres"),
    ("entry", "[provinces.BBB]", "[provinces.bbb]", "provinces"),
    ("no table", '[powers.NORTH]\nname = "North"\nhomes = "AAA"\nunits = "A AAA"', "[powers]\nNORTH = 3",
     "powers.NORTH"),
    ("coast", 'SC = "BBB"', 'XX = "BBB"', "provinces"),
    ("toml", "[provinces.BBB]", "[provinces.BBB", "TOML"),
    ("unit", '"A AAA"', '"A ZZZ"', "powers.NORTH"),
]  # fmt: skip


def write(folder: Path, text: str) -> Path:
    path = folder / "isles.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_another_map_loads(tmp_path: Path) -> None:
    path = write(tmp_path, ISLES)
    board = load_map(path)
    assert board.name == "isles"
    assert board.powers == ("NORTH", "SOUTH")
    assert {p.id for p in board.places["BBB"].fleet} == {"AAA", "CCC/NC", "CCC/SC"}
    assert board.find("cland(sc)") is board.places["CCC/SC"]
    assert check_map(path) == []
    assert load_map(str(path)) is board


def test_an_edited_map_is_read_again(tmp_path: Path) -> None:
    first = load_map(write(tmp_path, ISLES))
    second = load_map(write(tmp_path, ISLES.replace('"isles"', '"islands"')))
    assert (first.name, second.name) == ("isles", "islands")


def test_the_standard_map_is_loaded_once() -> None:
    assert load_map() is load_map("standard")


@pytest.mark.parametrize(
    "name", ["", "nope", "Standard", "\0", "x" * 5000, "no/such.toml", "/", "a\0.toml", ".."]
)
def test_no_such_map(name: str) -> None:
    with pytest.raises(MapError):
        load_map(name)
    assert len(check_map(name)) == 1


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(MapError, match="it is no plain file"):
        load_map(tmp_path / "pipe.toml")


@pytest.mark.parametrize(("old", "new", "entry"), [f[1:] for f in BROKEN], ids=[f[0] for f in BROKEN])
def test_a_malformed_entry_is_named(tmp_path: Path, old: str, new: str, entry: str) -> None:
    assert old in ISLES
    with pytest.raises(MapError) as caught:
        load_map(write(tmp_path, ISLES.replace(old, new)))
    assert entry in str(caught.value)
    assert "isles.toml" in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "entry", "message"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS]
)
def test_a_fault_is_found(tmp_path: Path, old: str, new: str, entry: str, message: str) -> None:
    assert old in ISLES
    problems = check_map(write(tmp_path, ISLES.replace(old, new)))
    assert any(p.entry == entry and message in p.message for p in problems), problems


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe",
        b"\0",
        b"a" * 5_000_000,
        b"[" * 100_000,
        b"",
        b"name = 3",
        b"name = " + b"9" * 6000,
        b".".join([b"a"] * 200_000) + b" = 1",
    ],
)
def test_rubbish_is_a_map_error(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "rubbish.toml"
    path.write_bytes(data)
    with pytest.raises(MapError):
        load_map(path)
    assert check_map(path)


TABLE = tomllib.loads(ISLES)
VALUES = st.one_of(
    st.integers(), st.text(max_size=8), st.booleans(), st.just([]), st.just({}), st.just("AAA BBB CCC/NC")
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(["AAA", "BBB", "CCC"]),
    st.sampled_from(["name", "kind", "army", "fleet", "coasts"]),
    VALUES,
)
def test_a_damaged_entry_never_fails_otherwise(tmp_path: Path, id: str, key: str, value: object) -> None:
    entry = {**TABLE["provinces"][id], key: value}
    lines = [f"{k} = {_toml(v)}" for k, v in entry.items()]
    rest = ISLES.replace(f"[provinces.{id}]", f"[provinces.{id}]\n" + "\n".join(lines) + "\n[provinces.ZZZ]")
    path = write(tmp_path, rest)
    with suppress(MapError):
        load_map(path)
    check_map(path)


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {_toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(c):08x}" for c in value if not 0xD800 <= ord(c) < 0xE000) + '"'
    return str(value)
