"""Formats of records: the same scenario read from every one, and round trips of made-up games."""

from __future__ import annotations

import gzip
import importlib.util
import io
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resolvent.errors import InputError
from resolvent.outcomes import Outcome, Reason
from resolvent.records.backstabbr import format_backstabbr, join_backstabbr, read_backstabbr
from resolvent.records.formats import (
    FORMATS,
    detect,
    read_record,
    read_records,
    write_record,
    write_records,
)
from resolvent.records.game import GameRecord, RecordedPhase, parse_phase_name, phase_order
from tests.records.facts import SAMPLES, Facts, facts
from tests.records.random_games import Maker

BOARD = {"units", "orders", "dislodged"}
PHASES = ("F1903M", "F1903R", "W1903A")

# file of the sample, its format, the phases in it, what it tells of them
READINGS: list[tuple[str, str, tuple[str, ...], set[str]]] = [
    ("contract.jsonl", "phases", PHASES, {*BOARD, "centers", "via", "waive", "retreats"}),
    ("diplomacy_saved_game.json", "diplomacy", PHASES, {*BOARD, "centers", "via", "retreats"}),
    ("dipcc_game.json", "dipcc", PHASES, {*BOARD, "centers", "via", "retreats"}),
    ("diplomacy_server_game.json", "diplomacy-server", PHASES, {*BOARD, "centers", "via", "retreats"}),
    ("godip_game.txt", "godip", PHASES, {*BOARD, "centers", "via"}),
    ("diplicity_fixture.json", "diplicity", PHASES[:2], {*BOARD, "via"}),
    ("daide.txt", "daide", PHASES, {*BOARD, "centers", "via", "waive", "retreats"}),
    ("webdip_status.json", "webdip", PHASES, {*BOARD, "centers", "via"}),
    ("webdip_orders.txt", "webdip-text", PHASES, {*BOARD, "via", "waive"}),
    ("judge_njudge.txt", "njudge", PHASES, {*BOARD, "via", "waive", "retreats"}),
    ("judge_dpjudge.txt", "dpjudge", PHASES, {*BOARD, "via", "waive", "retreats"}),
]

RESULTS: dict[str, tuple[Outcome, Reason | None, bool]] = {
    "A LON": (Outcome.SUCCEEDS, None, False),
    "F NTH": (Outcome.SUCCEEDS, None, False),
    "F ENG": (Outcome.FAILS, Reason.BOUNCED, False),
    "F SPA/NC": (Outcome.FAILS, Reason.BOUNCED, False),
    "A BEL": (Outcome.FAILS, Reason.DISLODGED, True),
    "A GAS": (Outcome.VOID, None, False),
    "A HOL": (Outcome.SUCCEEDS, None, False),
    "A RUH": (Outcome.SUCCEEDS, None, False),
    "A SIL": (Outcome.FAILS, Reason.BOUNCED, False),
    "A MOS": (Outcome.SUCCEEDS, None, False),
    "A WAR": (Outcome.FAILS, Reason.CUT, False),
}


def scenario(facets: set[str], phases: tuple[str, ...]) -> dict[str, Any]:
    told = facts(read_record(SAMPLES / "contract.jsonl"), facets)
    return {name: told[name] for name in phases}


@pytest.mark.parametrize(("file", "format", "phases", "facets"), READINGS)
def test_the_scenario(file: str, format: str, phases: tuple[str, ...], facets: set[str]) -> None:
    assert detect((SAMPLES / file).read_bytes()) == format
    assert facts(read_record(SAMPLES / file), facets) == scenario(facets, phases)


@pytest.mark.parametrize("file", [r[0] for r in READINGS if r[1] not in ("phases", "dipcc", "godip")])
def test_results_of_the_scenario(file: str) -> None:
    movement = read_record(SAMPLES / file).phases[0]
    assert set(movement.results) == set(RESULTS)
    for unit, (outcome, reason, dislodged) in RESULTS.items():
        result = movement.results[unit]
        assert result.dislodged == dislodged, unit
        assert result.succeeded == (outcome == "succeeds"), unit
        assert result.outcome == outcome or (result.outcome is None and not result.succeeded), unit
        assert result.reason == reason or (result.reason is None and "webdip" in file), unit


def test_attackers_of_the_scenario() -> None:
    for file in ("judge_njudge.txt", "webdip_orders.txt", "webdip_status.json", "contract.jsonl"):
        dislodged = read_record(SAMPLES / file).phases[1].dislodged
        assert dislodged is not None
        assert dislodged["FRANCE"]["A BEL"].origin == "RUH", file


def test_jdip_cases() -> None:
    movement, retreat = read_records(SAMPLES / "jdip_cases.txt")
    assert facts(movement, {*BOARD, "centers"}) == scenario({*BOARD, "centers"}, PHASES[:1])
    after = movement.phases[0].after
    assert after is not None
    assert after.units is not None
    assert after.units["ENGLAND"] == ("A NWY", "F ENG", "F NTH")
    assert after.dislodged is not None
    assert set(after.dislodged["FRANCE"]) == {"A BEL"}
    before, phase = retreat.phases
    assert before.results["F ENG"].succeeded is False
    assert before.results["A BEL"].dislodged is True
    assert phase.orders == {"FRANCE": ("A BEL R PIC",)}


def test_rust_cases() -> None:
    movement, retreat, build = read_records(SAMPLES / "rust_cases.json")
    told = facts(movement, {*BOARD, "via"})
    assert list(told.values()) == list(scenario({*BOARD, "via"}, PHASES[:1]).values())
    assert movement.phases[0].results["F ENG"].succeeded is False
    assert "A GAS" not in movement.phases[0].results
    assert retreat.phases[1].orders == {"FRANCE": ("A BEL R PIC",)}
    assert build.metadata["edition"] == "2023"
    assert build.phases[0].centers is not None
    assert build.phases[0].centers["ENGLAND"] == ("BRE", "EDI", "LON", "LVP", "PAR")


def test_backstabbr_tells_neither_units_nor_types() -> None:
    files = [SAMPLES / "backstabbr_1903_fall.json", SAMPLES / "backstabbr_1903_winter.json"]
    (record,) = join_backstabbr(record for file in files for record in read_records(file))
    assert record.phases[0].units is None
    # with the units of the scenario the orders and results come out as its own
    units = read_record(SAMPLES / "contract.jsonl").phases[0].units
    first = msgspec.structs.replace(record.phases[0], units=units)
    assert facts(msgspec.structs.replace(record, phases=(first,)), BOARD) == scenario(BOARD, PHASES[:1])
    with pytest.raises(InputError, match="where the units stood"):
        write_record(record, "phases")


def test_daide_client_log() -> None:
    record = read_record(SAMPLES / "daide_client_log.csv")
    assert [phase.name for phase in record.phases] == list(PHASES)
    assert record.phases[0].orders == {"RUSSIA": ("A MOS - LVN", "A WAR S A MOS - LVN")}
    assert record.phases[0].results["A WAR"].outcome is Outcome.VOID


def test_daide_log_takes_the_destination_of_a_convoyed_move_from_its_order() -> None:
    log = (
        "1,,NOW (FAL 1903) (ENG AMY LON) (ENG FLT NTH)\n"
        "1,SUB ( ( ENG AMY LON ) CTO NWY VIA ( NTH ) )\n"
        "1,,ORD ( FAL 1903 ) ( ( ENG AMY LON ) MTO VIA ) ( SUC )\n"
    )
    record = read_record(io.BytesIO(log.encode()))
    assert record.phases[0].orders == {"ENGLAND": ("A LON - NWY",)}


def test_submission() -> None:
    record = read_record(SAMPLES / "webdip_submit.json")
    assert record.phases[0].orders == {"ENGLAND": ("LON - NWY VIA", "ENG - MAO", "NTH C A LON - NWY")}
    written = json.loads(write_record(record, "webdip-submit"))
    assert written == json.loads((SAMPLES / "webdip_submit.json").read_bytes())


def test_saved_games_one_a_line() -> None:
    records = list(read_records(SAMPLES / "diplomacy_saved_games.jsonl"))
    assert [len(record.phases) for record in records] == [2, 1]
    again = b"".join(write_records(records, "diplomacy"))
    assert again.count(b"\n") == 2
    assert list(read_records(io.BytesIO(again))) == records


OWN = [(f, n) for f, n, _, _ in READINGS] + [("jdip_cases.txt", "jdip"), ("rust_cases.json", "rust")]


@pytest.mark.parametrize(("file", "format"), OWN)
def test_samples_survive_their_own_format(file: str, format: str) -> None:
    records = list(read_records(SAMPLES / file))
    again = list(read_records(io.BytesIO(b"".join(write_records(records, format)))))
    drop_next = [_without_the_next_phase(r) for r in records]
    assert [_without_the_next_phase(r) for r in again] == drop_next


def _without_the_next_phase(record: GameRecord) -> GameRecord:
    """Judges name the next phase in a sentence, and the program that wrote a mail in its head."""
    if record.source != "judge":
        return record
    phases = tuple(msgspec.structs.replace(phase, after=None) for phase in record.phases)
    return msgspec.structs.replace(record, phases=phases, metadata={}, id=record.id.lower())


ALL = {*BOARD, "centers", "via", "waive"}
# format, what survives it, whether every unit needs an order for that
TRIPS: list[tuple[str, set[str], bool]] = [
    ("phases", {*ALL, "retreats", "idle"}, False),
    ("diplomacy", {*ALL, "retreats", "results", "idle"}, False),
    ("dipcc", {*ALL, "retreats", "idle"}, False),
    ("diplomacy-server", {*ALL, "retreats", "idle"}, False),
    ("godip", {*BOARD, "centers", "via", "idle"}, False),
    ("daide", {*ALL, "retreats", "idle"}, False),
    ("webdip", {*ALL, "success", "idle"}, True),
    ("webdip-text", {"orders", "units", "dislodged", "via", "waive", "success"}, True),
    ("njudge", {"orders", "units", "dislodged", "waive", "retreats", "results"}, False),
    ("dpjudge", {"orders", "units", "dislodged", "waive", "retreats", "results"}, False),
]


@pytest.mark.parametrize(("format", "facets", "every"), TRIPS)
@settings(max_examples=25, deadline=None)
@given(random=st.randoms(use_true_random=False))
def test_made_up_games_survive(format: str, facets: set[str], every: bool, random: Random) -> None:
    record = Maker(random, every).game()
    again = read_record(io.BytesIO(write_record(record, format)), format)
    assert facts(again, facets) == facts(record, facets)
    if format in ("webdip", "webdip-text", "njudge", "dpjudge", "daide"):
        assert again.source in (format, "judge")
    if again.source != "judge":
        twice = read_record(io.BytesIO(write_record(again, format)), format)
        assert facts(twice, facets) == facts(again, facets)


@settings(max_examples=25, deadline=None)
@given(random=st.randoms(use_true_random=False))
def test_results_survive_daide_where_it_has_words_for_them(random: Random) -> None:
    record = Maker(random, True).game()
    again = read_record(io.BytesIO(write_record(record, "daide")), "daide")
    for phase, before in zip(again.phases, record.phases, strict=True):
        for unit, result in phase.results.items():
            told = before.results[unit]
            assert (result.outcome, result.reason, bool(result.dislodged)) == (
                told.outcome,
                told.reason,
                bool(told.dislodged),
            )


@settings(max_examples=25, deadline=None)
@given(random=st.randoms(use_true_random=False))
def test_made_up_cases_survive_jdip(random: Random) -> None:
    record = Maker(random, False).game()
    cases = list(read_records(io.BytesIO(write_record(record, "jdip")), "jdip"))
    told: Facts = {}
    for case in cases:
        told |= facts(msgspec.structs.replace(case, phases=case.phases[-1:]), {*BOARD, "centers", "idle"})
    wanted = facts(record, {*BOARD, "centers", "idle"})
    wanted.pop("S1904M")
    told = {name: entry for name, entry in told.items() if name in wanted}
    assert told == wanted
    assert list(read_records(io.BytesIO(b"".join(write_records(cases, "jdip"))), "jdip")) == cases


@settings(max_examples=25, deadline=None)
@given(random=st.randoms(use_true_random=False))
def test_made_up_movements_survive_other_formats(random: Random) -> None:
    record = Maker(random, False).game()
    movement = msgspec.structs.replace(record, phases=record.phases[:1])
    for format, facets in (
        ("text", {*ALL}),
        ("datc", {"units", "orders", "via"}),
        ("rust", {"units", "orders", "via", "success"}),
    ):
        if not any(movement.phases[0].orders.values()) and format == "rust":
            continue
        again = read_record(io.BytesIO(write_record(movement, format)), format)
        name = again.phases[0].name
        told, wanted = facts(again, {*facets, "idle"})[name], facts(movement, {*facets, "idle"})["F1903M"]
        if format == "rust":  # results are those of orders, not of units
            idle = set(told["success"]) ^ set(wanted["success"])
            wanted["success"] = {u: s for u, s in wanted["success"].items() if u not in idle}
        assert told == wanted, format


@settings(max_examples=25, deadline=None)
@given(random=st.randoms(use_true_random=False))
def test_made_up_games_survive_diplicity(random: Random) -> None:
    record = Maker(random, False).game()
    first = msgspec.structs.replace(record.phases[0], name="S1901M", units=None)
    again = read_record(io.BytesIO(write_record(record, "diplicity")), "diplicity")
    assert first.orders.keys() == again.phases[0].orders.keys()
    facets = {"units", "orders", "dislodged", "centers", "via"}
    told, wanted = facts(again, {*facets, "idle"}), facts(record, {*facets, "idle"})
    for name in wanted:
        if name != "F1903M":  # the start is not in the file
            assert told[name] == wanted[name]


@settings(max_examples=25, deadline=None)
@given(random=st.randoms(use_true_random=False))
def test_made_up_games_survive_backstabbr(random: Random) -> None:
    record = Maker(random, True).game()
    files = format_backstabbr(record)
    seasons = [r for name, text in files.items() for r in read_backstabbr(io.BytesIO(text.encode()), name)]
    (again,) = join_backstabbr(seasons)
    names = {phase.name: phase.units for phase in record.phases}
    phases = tuple(
        msgspec.structs.replace(
            phase,
            units=names[phase.name],
            dislodged=next(p.dislodged for p in record.phases if p.name == phase.name),
        )
        for phase in again.phases
    )
    told = facts(msgspec.structs.replace(again, phases=phases), {"orders", "centers"})
    wanted = facts(record, {"orders", "centers"})
    wanted.pop("S1904M", None)
    assert {n: told[n] for n in wanted if n in told and n != "F1903R"} == {
        n: e for n, e in wanted.items() if n in told and n != "F1903R"
    }
    for name, phase in zip(names, record.phases, strict=True):
        if phase.type == "R" and any(phase.orders.values()):
            assert set(map(str, wanted[name]["orders"])) <= set(map(str, told[name]["orders"]))


def test_positions_follow_from_results_in_whole_backstabbr_games() -> None:
    season = {
        "orders": {
            "Austria": {"Vie": {"type": "MOVE", "to": "Bud", "result": "FAILS"}},
            "France": {"Bre": {"type": "MOVE", "to": "MAO", "result": "SUCCEEDS"}},
        },
        "territories": {},
    }
    fall = {
        "orders": {
            "France": {"MAO": {"type": "MOVE", "to": "Spa", "to_coast": "nc", "result": "SUCCEEDS"}},
        },
        "territories": {},
    }
    files = {"g_1901_fall.json": fall, "g_1901_spring.json": season}
    records = [
        r
        for name, data in files.items()
        for r in read_backstabbr(io.BytesIO(json.dumps(data).encode()), name)
    ]
    (game,) = join_backstabbr(records)
    assert [phase.name for phase in game.phases] == ["S1901M", "F1901M"]
    assert game.phases[0].orders == {"AUSTRIA": ("A VIE - BUD",), "FRANCE": ("F BRE - MAO",)}
    assert game.phases[1].orders == {"FRANCE": ("F MAO - SPA/NC",)}
    assert game.phases[1].units is not None
    assert "F MAO" in game.phases[1].units["FRANCE"]


def test_two_order_sets_survive_where_a_format_has_them() -> None:
    phase = RecordedPhase("S1901M", {"FRANCE": ("A PAR",)}, {"FRANCE": (("A PAR H",), ("A PAR - BUR",))})
    record = GameRecord(phases=(phase,))
    for format in ("phases", "text", "datc"):
        again = read_record(io.BytesIO(write_record(record, format)), format)
        assert again.phases[0].orders == phase.orders
    with pytest.raises(InputError, match="several sets"):
        write_record(record, "godip")


def test_datc_text_of_several_phases() -> None:
    text = """
    6.H.99. TEST CASE, MADE UP
    A hold and what follows.

    England:
    F North Sea Convoys A London - Norway
    A London - Norway
    F English Channel

    Germany: A Ruhr - Belgium

    Now the retreats.

    Germany:
    A Ruhr retreats to Kiel
    """
    record = read_record(io.BytesIO(text.encode()))
    assert (record.id, record.title, record.source) == ("6.H.99", "MADE UP", "datc")
    assert [phase.name for phase in record.phases] == ["S1901M", "S1901R"]
    assert record.phases[0].units == {"ENGLAND": ("F NTH", "A LON", "F ENG"), "GERMANY": ("A RUH",)}
    assert record.phases[1].orders == {"GERMANY": ("A RUH R KIE",)}
    assert record.notes == "A hold and what follows.\nNow the retreats."


def test_judge_mail_with_wrapped_lines_and_prose() -> None:
    mail = """Dear players, what a turn: well done!

    :: Judge: X  Game: Wrapped  Variant: Standard
    Movement results for Spring of 1905. (wrapped.010)

    Russia: Fleet St. Petersburg (south coast) SUPPORT Army Moscow -> Livonia.
    (*cut,
    dislodged*)
    Russia: Army Moscow, No Order Processed.
    Sweden-lover: nice
    Germany: Fleet Gulf of Bothnia -> St.
    Petersburg (south coast).

    The Russian fleet in St. Petersburg (south coast) with no valid retreats was
    destroyed.
    """
    record = read_record(io.BytesIO(mail.encode()))
    phase = record.phases[0]
    assert phase.units == {"RUSSIA": ("F STP/SC", "A MOS"), "GERMANY": ("F BOT",)}
    assert phase.orders == {"RUSSIA": ("F STP/SC S A MOS - LVN",), "GERMANY": ("F BOT - STP/SC",)}
    assert phase.results["F STP/SC"].codes == ("cut", "dislodged")


def test_traps_of_saved_games() -> None:
    phase = {
        "name": "S6R",
        "state": {
            "units": {"ROME": ["A APU", "*A APU"]},
            "retreats": {"ROME": {"A APU": ["ROM"]}},
            "phase": 3,
        },
        "orders": {"ROME": None},
        "results": {"WAIVE": ["void"], "B V": ["void", "void"]},
        "messages": "lost",
        "summary": "…",
    }
    game = {"id": 7, "map": "ancmed", "phases": [phase, {"name": "COMPLETED", "state": {}}], "x": []}
    record = read_record(io.BytesIO(json.dumps(game).encode()))
    assert record.phases[0].name == "S0006R"
    assert record.phases[0].units == {"ROME": ("A APU",)}
    assert record.phases[0].dislodged is not None
    assert record.phases[0].dislodged["ROME"]["A APU"].retreats == ("ROM",)
    assert record.phases[0].results["WAIVE"].outcome is Outcome.SUCCEEDS
    assert record.phases[0].results["B V"].outcome is Outcome.VOID
    assert record.phases[1].name == "COMPLETED"
    again = read_record(io.BytesIO(write_record(record, "diplomacy")))
    assert again.phases[0] == record.phases[0]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("F1903M", "F1903M"),
        ("s6r", "S0006R"),
        ("F1903B", "W1903A"),
        ("FALL 1903 RETREATS", "F1903R"),
        ("Winter, 1903 (Adjustment)", "W1903A"),
        ("COMPLETED", "COMPLETED"),
    ],
)
def test_phase_names(text: str, name: str) -> None:
    assert parse_phase_name(text) == name


def test_phases_in_order_of_play() -> None:
    names = ["FORMING", "S1901M", "S1901R", "F1901M", "F1901R", "W1901A", "S1902M", "COMPLETED"]
    mixed = [*names[4:], *names[:4]]
    assert sorted(mixed, key=phase_order) == names
    with pytest.raises(InputError, match="is no phase"):
        parse_phase_name("X1901M")


def test_lines_of_one_game_make_one_record_and_others_do_not() -> None:
    line = '{"units": {"FRANCE": ["A PAR"]}, "phase": "%s"}\n'
    names = ["S1901M", "F1901M", "W1901A", "S1902M", "F1905M", "S1901M", "S1901M"]
    records = list(read_records(io.BytesIO("".join(line % name for name in names).encode())))
    assert [len(record.phases) for record in records] == [4, 1, 1, 1]


def test_orders_as_people_type_them() -> None:
    """Every spelling of the sample is the order that begins its group."""
    record = read_record(SAMPLES / "contract.jsonl")
    phases = {phase.type: phase for phase in record.phases}
    phase, wanted = record.phases[0], ""
    for line in (SAMPLES / "orders_plain.txt").read_text().splitlines():
        if line.startswith("# phase "):
            phase = phases[line[-1]]
        elif not line:
            wanted = ""
        elif not line.startswith("#"):
            wanted = wanted or line
            typed = msgspec.structs.replace(phase, orders={"ENGLAND": (line,)})
            told = facts(msgspec.structs.replace(record, phases=(typed,)), {"orders", "via", "waive"})
            assert told[phase.name]["orders"] == [("ENGLAND", wanted)], line


def test_orders_in_another_language_become_the_notation() -> None:
    phase = {
        "phase": "F1903M",
        "language": "nl",
        "units": {"GERMANY": ["A HOL", "A RUH"]},
        "orders": {"GERMANY": ["Leger Holland ondersteunt Leger Ruhr naar België"]},
    }
    record = read_record(io.BytesIO(json.dumps(phase).encode()))
    assert record.phases[0].orders == {"GERMANY": ("A HOL S A RUH - BEL",)}


class Endless(io.RawIOBase):
    """A stream of 20 MB that does not exist as a whole."""

    def __init__(self, line: bytes) -> None:
        self.line, self.left, self.taken, self.rest = line, 20_000_000 // len(line), 0, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # what a buffered reader hands over
        if not self.rest and self.left:
            self.left -= 1
            self.rest = self.line
        data, self.rest = self.rest[: len(buffer)], self.rest[len(buffer) :]
        self.taken += len(data)
        buffer[: len(data)] = data
        return len(data)


@pytest.mark.parametrize("sample", ["contract.jsonl", "diplomacy_saved_games.jsonl"])
def test_lines_are_read_one_at_a_time(sample: str) -> None:
    line = (SAMPLES / sample).read_bytes().partition(b"\n")[0] + b"\n"
    stream = Endless(line)
    records = read_records(io.BufferedReader(stream))
    for _ in range(100):
        next(records)
    assert stream.taken < 1_000_000
    assert stream.left > 0


def test_every_format_says_what_it_is() -> None:
    for name, format in FORMATS.items():
        assert format.name == name
        assert format.title
        assert format.write is not None


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b"\0\1", "no text"),
        (b"[1, 2]", "none of the formats"),
        (b'{"foo": 1}', "none of the formats"),
    ],
)
def test_what_is_no_record(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        detect(data, "file")


def test_errors_name_the_file_and_the_line(tmp_path: Path) -> None:
    broken = {
        "daide.txt": b"NOW ( FAL 1903 ) ( ENG AMY LON )\nSUB ( ( ENG AMY XXX ) HLD )\n",
        "godip.txt": b"PHASE 1901 Spring Movement\nPOSITIONS\nEngland: army nowhere\n",
        "jdip.txt": b"VARIANT_ALL Standard\nCASE x\nPRESTATE\nEngland: A xyz\nEND\n",
        "judge.txt": b"Movement results for Fall of 1903. (t.010)\n\nEngland: Army Nowhere HOLD.\n",
        "webdip.txt": b"Spring, 1901:\nEngland:\nDiplomacy\nThe army at Nowhere hold.\n",
    }
    for name, data in broken.items():
        (tmp_path / name).write_bytes(data)
        with pytest.raises(InputError) as caught:
            list(read_records(tmp_path / name))
        assert f"{name}, line" in str(caught.value)


def test_a_record_is_never_half_written() -> None:
    phase = RecordedPhase("S1901M", {"FRANCE": ("A PAR",)}, {"FRANCE": ("A PAR dances",)})
    record = GameRecord(phases=(phase,))
    for format in ("godip", "daide", "webdip", "njudge", "backstabbr", "rust", "diplicity", "webdip-text"):
        with pytest.raises(InputError):
            write_record(record, format)


if importlib.util.find_spec("diplomacy"):
    READ = """
import json, sys
from diplomacy import Game
from diplomacy.utils.export import from_saved_game_format
saved, server = (json.loads(line) for line in sys.stdin)
for game in (from_saved_game_format(saved), Game.from_dict(server)):
    units = {power: sorted(own) for power, own in game.get_units().items() if own}
    print(json.dumps([game.get_current_phase(), units, len(game.order_history)]))
"""

    def test_the_package_reads_what_is_written() -> None:
        record = Maker(Random(7), True).game()
        text = write_record(record, "diplomacy") + write_record(record, "diplomacy-server")
        command = [sys.executable, "-W", "ignore", "-c", READ]
        ran = subprocess.run(command, input=text, capture_output=True, check=True, timeout=60)
        last = {power: sorted(own) for power, own in (record.phases[-1].units or {}).items() if own}
        for line in ran.stdout.splitlines():
            assert json.loads(line) == ["S1904M", last, len(record.phases) - 1]


def test_compressed_records_are_the_same_records(tmp_path: Path) -> None:
    text = b"".join(msgspec.json.encode(record) + b"\n" for record in [{"units": {"FRANCE": ["A PAR"]}}] * 3)
    (tmp_path / "plain.jsonl").write_bytes(text)
    (tmp_path / "packed.jsonl.gz").write_bytes(gzip.compress(text))
    assert list(read_records(tmp_path / "packed.jsonl.gz")) == list(read_records(tmp_path / "plain.jsonl"))
    (tmp_path / "damaged.gz").write_bytes(gzip.compress(text)[:30])
    with pytest.raises(InputError, match="the compressed data is damaged"):
        list(read_records(tmp_path / "damaged.gz"))
