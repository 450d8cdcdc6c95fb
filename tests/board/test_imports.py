"""Maps of other programs: read, checked, written, and played on."""

from __future__ import annotations

import importlib.util
import io
import tempfile
import tomllib
import zipfile
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resolvent.board import check_map, load_map
from resolvent.board.check import check_entries
from resolvent.board.diff import diff_maps
from resolvent.board.entries import MapEntries, ProvinceEntry, read_entries
from resolvent.board.imports import import_map, jdip_variant_names, parse_map_file
from resolvent.board.imports.xml import parse_xml
from resolvent.board.load import build_map
from resolvent.board.write import format_map
from resolvent.errors import MapError
from resolvent.records.phase import Phase
from resolvent.resolution.adjudicate import adjudicate

MAPS = Path(__file__).parent / "maps"
SAMPLES = Path(__file__).parents[1] / "records" / "samples"
LAKES = MAPS / "lakes" / "variants.xml"

ALL: list[tuple[Path, str | None]] = [
    (SAMPLES / "tiny.map", None),
    (SAMPLES / "tiny_child.map", None),
    (SAMPLES / "jdip_variant" / "variants.xml", None),
    (MAPS / "ring.map", None),
    (MAPS / "ring_small.map", None),
    (LAKES, "Lakes"),
    (LAKES, None),
]


@pytest.mark.parametrize(("path", "variant"), ALL)
def test_no_faults_and_survives_writing(path: Path, variant: str | None, tmp_path: Path) -> None:
    imported = import_map(path, variant)
    assert check_entries(imported.entries) == []
    file = tmp_path / "map.toml"
    file.write_text(format_map(imported.entries, imported.remarks), encoding="utf-8")
    again = read_entries(file)
    assert msgspec.structs.replace(again, file=imported.entries.file) == imported.entries
    assert check_map(file) == []
    assert load_map(file).name == imported.entries.name


# map, variant, units, orders, where the units are behind them
GAMES: list[tuple[Path, str | None, dict[str, list[str]], dict[str, list[str]], dict[str, list[str]]]] = [
    (
        SAMPLES / "tiny.map",
        None,
        {"UPLAND": ["F ALF"], "LOWLAND": ["A GAM", "F DEL"]},
        {"UPLAND": ["F Alpha - Beta (north coast)"], "LOWLAND": ["A Gamma - Beta", "F del S A gam - bet"]},
        {"UPLAND": ["F ALF"], "LOWLAND": ["A BET", "F DEL"]},
    ),
    (
        MAPS / "ring.map",
        None,
        {"EASTMARK": ["F LAK", "A EAS"], "WESTMARK": ["A WES"]},
        {"EASTMARK": ["The Lake C A Eas - Wes", "A eas - west via convoy"], "WESTMARK": ["A WES - NOR"]},
        {"EASTMARK": ["A WES", "F LAK"], "WESTMARK": ["A NOR"]},
    ),
    (
        LAKES,
        "Lakes",
        {"ALDER": ["F LFT", "F MID/EC"], "BIRCH": ["A RGT"]},
        {"ALDER": ["F left - West Lake", "F MID/EC - LKE"], "BIRCH": ["A Right Shore - Middle Shore"]},
        {"ALDER": ["F LKE", "F LKW"], "BIRCH": ["A MID"]},
    ),
]


@pytest.mark.parametrize(("path", "variant", "units", "orders", "after"), GAMES)
def test_movements_on_variants(
    path: Path,
    variant: str | None,
    units: dict[str, list[str]],
    orders: dict[str, list[str]],
    after: dict[str, list[str]],
) -> None:
    board = build_map(import_map(path, variant).entries)
    phase = Phase(
        board.name,
        "S1901M",
        {p: tuple(u) for p, u in units.items()},
        {p: tuple(o) for p, o in orders.items()},
    )
    resolution = adjudicate(phase, board=board)
    assert {power: sorted(found) for power, found in resolution.positions.items() if found} == after


def test_one_board_as_map_file_and_as_variant() -> None:
    map_file = import_map(SAMPLES / "tiny.map")
    variant = import_map(SAMPLES / "jdip_variant" / "variants.xml")
    assert diff_maps(map_file.entries, variant.entries, spellings=False) == []
    assert (map_file.begin, map_file.victory) == (variant.begin, variant.victory) == ("S1850M", 3)
    assert variant.remarks == ("The condition 'ice' for entering UPS is not carried over.",)


def test_letters_decide_who_may_go_where() -> None:
    provinces = import_map(MAPS / "ring.map").entries.provinces
    assert provinces["EAS"].army == "NOR SPL TOR"
    assert provinces["EAS"].fleet == "LAK NOR SPL/NC SPL/SC"  # not the outer water, in small letters
    assert provinces["WES"].army == "NOR"  # not Spl, in title case
    assert provinces["SPL"].coasts == {"NC": "EAS LAK", "SC": "EAS OUT"}
    assert provinces["SPL"].centre
    assert "ICE" not in provinces


def test_child_maps_change_what_they_use() -> None:
    child = import_map(MAPS / "ring_small.map")
    assert set(child.entries.powers) == {"EASTMARK", "GUEST"}
    assert child.entries.powers["EASTMARK"].homes == "EAS"
    assert child.entries.powers["EASTMARK"].units == "A TOR"
    assert child.entries.powers["GUEST"].units == "F WES"
    assert child.entries.provinces["TOR"].centre
    assert "OUT" not in child.entries.provinces
    assert child.entries.provinces["WES"].army == "NOR SPL"
    assert child.rules == ("BUILD_ANY",)
    assert any("GUEST" in remark for remark in child.remarks)
    assert any("FLOW" in remark for remark in child.remarks)
    assert any("owns EAS TOR" in remark for remark in child.remarks)


def test_remarks_of_a_map_file() -> None:
    remarks = import_map(MAPS / "ring.map").remarks
    assert any("Fleets in NOR may convoy" in remark for remark in remarks)
    assert any("changes by the year" in remark for remark in remarks)


def test_unclear_spellings() -> None:
    assert import_map(MAPS / "ring.map").entries.unclear == {"shore": "NOR OUT"}


def test_variants_of_a_file() -> None:
    assert jdip_variant_names(LAKES) == ["Lakes", "Lakes without Birch"]
    assert set(import_map(LAKES).entries.powers) == {"ALDER"}  # the default one
    lakes = import_map(LAKES, "two LAKES")
    assert lakes.entries.powers["ALDER"].units == "F LFT, F MID/EC"
    assert lakes.entries.powers["BIRCH"].homes == "RGT"
    assert lakes.begin == "F1820M"
    assert len(lakes.remarks) == 3
    with pytest.raises(MapError, match="there are: Lakes, Lakes without Birch"):
        import_map(LAKES, "Seas")


def test_zips(tmp_path: Path) -> None:
    path = tmp_path / "lakes.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(LAKES.parent.iterdir()):
            archive.write(file, f"lakes/{file.name}")
    assert import_map(path, "Lakes").entries.provinces == import_map(LAKES, "Lakes").entries.provinces
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(MapError):
        import_map(path)
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("variants.xml", b" " * 9_000_000)
    with pytest.raises(MapError, match="larger"):
        import_map(bomb)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "entities"),
        ('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>', "entities"),
        ('<!DOCTYPE a [<!ENTITY % x "y">]><a/>', "entities"),
        ("<a>" * 100 + "</a>" * 100, "deep"),
        ("<a><b></a>", "well-formed"),
        ("", "well-formed"),
        ('<?xml version="1.0" encoding="x-none"?><a/>', "encoding"),
    ],
)
def test_xml_that_is_not_read(text: str, message: str) -> None:
    with pytest.raises(MapError, match=message):
        parse_xml(text.encode(), "file.xml")


def test_defaults_of_attributes_cannot_blow_up() -> None:
    long = f'<!DOCTYPE a [<!ATTLIST b c CDATA "{"x" * 100_000}">]>'
    with pytest.raises(MapError, match="too long"):
        parse_xml(f"{long}<a>{'<b/>' * 1000}</a>".encode(), "file.xml")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A PAR", "before the name of any power"),
        ("X = ", "abbreviation"),
        ("WATER", "is written"),
        ("AMEND XXX ABUTS YYY", "no place"),
        ("USE ../x.map", "cannot be used"),
        ("USE other", "cannot be used"),
        ("VICTORY many", "number"),
        ("BEGIN 1901", "season"),
        ("OWNS PAR", "before the name of any power"),
        ("POWER PARISIAN", "no abbreviation"),
    ],
)
def test_faulty_lines_are_named(text: str, message: str) -> None:
    with pytest.raises(MapError, match=message) as caught:
        parse_map_file(f"# a map\n{text}\n", "my.map")
    assert "my.map, line 2" in str(caught.value)


def test_a_file_is_used_once(tmp_path: Path) -> None:
    (tmp_path / "a.map").write_text("USE b\n")
    (tmp_path / "b.map").write_text("USE a\n")
    with pytest.raises(MapError, match="second time"):
        import_map(tmp_path / "a.map")
    with pytest.raises(MapError, match="cannot be read"):
        import_map(tmp_path / "c.map")
    (tmp_path / "c.toml").write_text("")
    with pytest.raises(MapError, match=r"no \.map"):
        import_map(tmp_path / "c.toml")
    with pytest.raises(MapError, match="there is no such file"):
        import_map(tmp_path / "d.toml")


def test_a_map_without_provinces_is_none(tmp_path: Path) -> None:
    (tmp_path / "empty.map").write_text("")
    with pytest.raises(MapError, match="no province is described here"):
        import_map(tmp_path / "empty.map")


def test_differences_are_named() -> None:
    standard = load_map().entries
    assert diff_maps(standard, standard) == []
    paris = msgspec.structs.replace(standard.provinces["PAR"], army="BUR GAS", aliases="lutetia")
    changed = msgspec.structs.replace(standard, provinces={**standard.provinces, "PAR": paris})
    assert [str(d) for d in diff_maps(standard, changed, spellings=False)] == [
        "provinces.PAR.army: - BRE, - PIC"
    ]
    entries = [d.entry for d in diff_maps(standard, changed)]
    assert "provinces.PAR.aliases" in entries
    gone = {id: p for id, p in standard.provinces.items() if id != "PAR"}
    found = diff_maps(standard, msgspec.structs.replace(standard, provinces=gone), spellings=False)
    assert ("provinces", ("PAR",), ()) in [(d.entry, d.only_a, d.only_b) for d in found]


def test_the_standard_map_survives_writing(tmp_path: Path) -> None:
    entries = load_map().entries
    file = tmp_path / "standard.toml"
    file.write_text(format_map(entries, ["A remark.\nOf two lines."]), encoding="utf-8")
    assert read_entries(file) == entries


NAMES = st.text(max_size=20)


@settings(max_examples=100)
@given(name=NAMES, aliases=NAMES, remark=NAMES, unclear=NAMES)
def test_any_text_survives_writing(name: str, aliases: str, remark: str, unclear: str) -> None:
    province = ProvinceEntry(name, "coastal", True, "BBB", coasts={"NC": "BBB"}, aliases=aliases)
    entries = MapEntries("f", name, {}, {"AAA": province}, {unclear: "AAA"})
    table = tomllib.loads(format_map(entries, [remark]))
    assert table["name"] == name
    assert table["unclear"] == {unclear: "AAA"}
    assert msgspec.convert(table["provinces"]["AAA"], ProvinceEntry) == province


FUZZED = [(SAMPLES / "tiny.map").read_bytes(), (MAPS / "ring.map").read_bytes()]


@settings(max_examples=150, deadline=None)
@given(
    data=st.sampled_from(FUZZED), cut=st.integers(0, 2000), at=st.integers(0, 2000), byte=st.integers(0, 255)
)
def test_damaged_map_files(data: bytes, cut: int, at: int, byte: int) -> None:
    damaged = bytearray(data[: max(cut, 1)])
    damaged[at % len(damaged)] = byte
    with suppress(MapError):
        check_entries(parse_map_file(damaged.decode("latin-1")).entries)


@settings(max_examples=150, deadline=None)
@given(text=st.text(max_size=200))
def test_any_text_as_a_map_file(text: str) -> None:
    with suppress(MapError):
        check_entries(parse_map_file(text).entries)


@settings(max_examples=150, deadline=None)
@given(
    which=st.sampled_from(["variants.xml", "lakes.xml"]),
    cut=st.integers(0, 3000),
    at=st.integers(0, 3000),
    byte=st.integers(0, 255),
)
def test_damaged_variants(which: str, cut: int, at: int, byte: int) -> None:
    files = {file.name: bytearray(file.read_bytes()) for file in LAKES.parent.iterdir()}
    files[which] = files[which][: max(cut, 1)]
    files[which][at % len(files[which])] = byte
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, bytes(data))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.zip"
        path.write_bytes(buffer.getvalue())
        with suppress(MapError):
            check_entries(import_map(path, "Lakes").entries)


spec = importlib.util.find_spec("diplomacy")
if spec is not None and spec.origin is not None:
    PACKAGE = Path(spec.origin).parent / "maps"

    @pytest.mark.parametrize("path", sorted(PACKAGE.glob("*.map")), ids=lambda path: path.stem)
    def test_maps_of_the_package(path: Path, tmp_path: Path) -> None:
        imported = import_map(path)
        faults = check_entries(imported.entries)
        # one map has a coast at a lake that no other province touches
        assert len(faults) <= (1 if path.stem == "known_world_901" else 0), faults
        file = tmp_path / "map.toml"
        file.write_text(format_map(imported.entries), encoding="utf-8")
        assert load_map(file).provinces.keys() == imported.entries.provinces.keys()

    def test_the_standard_map_of_the_package_is_ours() -> None:
        found = diff_maps(load_map().entries, import_map(PACKAGE / "standard.map").entries, spellings=False)
        # defaults and other names of coasts are not told in such files
        assert {d.entry.rpartition(".")[2] for d in found} <= {"default_coast", "coast_aliases"}
