"""Whatever cannot be used is told in one sentence on standard error, with exit status 2."""

from __future__ import annotations

import io
import json
import sys
import time
from pathlib import Path

import pytest

from resolvent.cli import main
from tests.cli.conftest import Ran, Run

PHASE = b'{"units": {"FRANCE": ["A PAR"]}}\n'


def told(ran: Ran) -> str:
    """The complaint, once it is clear that it is one and nothing else was printed."""
    assert ran.status == 2
    assert ran.out == ""
    assert "Traceback" not in ran.err
    assert ran.err.startswith("resolvent: ")
    return ran.err.removeprefix("resolvent: ").rstrip("\n")


class TestFiles:
    def test_a_picture_of_another_kind(self, run: Run, tmp_path: Path) -> None:
        file = tmp_path / "fall.pdf"
        complaint = told(run("draw", "examples/fall-1907.txt", "-o", str(file)))
        assert complaint == f"{file}: the picture is SVG or PNG; call the output .svg or .png"
        assert not file.exists()

    def test_missing(self, run: Run) -> None:
        assert (
            told(run("adjudicate", "nowhere.txt")) == "nowhere.txt: cannot be read: no such file or directory"
        )

    def test_directory(self, run: Run) -> None:
        assert told(run("adjudicate", "examples")) == "examples: cannot be read: is a directory"

    def test_unreadable(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*_: object, **__: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr("builtins.open", refuse)
        assert told(run("adjudicate", "LICENSE")) == "LICENSE: cannot be read: permission denied"

    @pytest.mark.parametrize("data", [b"", b"\n", b"   \n\t\n", b"\xef\xbb\xbf\n"])
    def test_empty(self, run: Run, data: bytes) -> None:
        assert told(run("adjudicate", "-", stdin=data)) == "standard input: is empty"

    def test_binary(self, run: Run) -> None:
        assert "is no text: it holds zero bytes" in told(run("adjudicate", "-", stdin=b"A\0B"))
        assert "is not text in UTF-8 (byte 1)" in told(run("adjudicate", "-", stdin=b"A\xff\xfeB"))
        assert "binary" not in told(run("adjudicate", "-", stdin=bytes(range(256))))

    def test_too_large(self, run: Run) -> None:
        assert told(run("adjudicate", "-", stdin=b"#" * 9_000_000)) == "standard input: is larger than 8 MiB"

    def test_blank_lines_in_front_cost_little(self, run: Run) -> None:
        started = time.monotonic()
        assert run("adjudicate", "-", stdin=b"\n" * 200_000 + PHASE).status == 0
        assert time.monotonic() - started < 5

    def test_a_long_name_is_cut_in_the_middle(self, run: Run) -> None:
        complaint = told(run("adjudicate", f"/{'x' * 100_000}"))
        assert complaint.startswith("/xxx")
        assert complaint.endswith(": cannot be read: file name too long")
        assert len(complaint) < 4000

    def test_a_name_stays_on_its_line(self, run: Run) -> None:
        assert told(run("adjudicate", "a\nb")).startswith("a\\nb: cannot be read")
        assert told(run("adjudicate", "")).startswith("'': cannot be read")
        assert told(run("adjudicate", "examples/pandin.txt", "-o", "")).startswith("'': cannot be written")

    def test_control_characters_do_not_reach_the_terminal(self, run: Run) -> None:
        assert told(run("adjudicate", "\x1b[31m")).startswith("\\x1b[31m: cannot be read")


class TestContents:
    def test_no_map_to_check(self, run: Run) -> None:
        assert told(run("map", "check")) == "there is no map to check; see --help"

    def test_utf16(self, run: Run) -> None:
        data = "FRANCE: A PAR - BUR".encode("utf-16")
        assert told(run("adjudicate", "-", stdin=data)) == "standard input: is in UTF-16; UTF-8 is needed"
        complaint = told(run("convert", "-", "--to", "phases", stdin=data))
        assert complaint == "standard input: the file is in UTF-16; UTF-8 is needed"

    def test_order_text(self, run: Run) -> None:
        assert told(run("adjudicate", "-", stdin=b"\nA PAR - BUR\n")).startswith(
            "standard input, line 2: 'A PAR - BUR' stands before"
        )

    def test_no_json(self, run: Run) -> None:
        assert "this is not valid JSON" in told(run("adjudicate", "-", stdin=b'{"units": ]'))

    def test_json_of_another_shape(self, run: Run) -> None:
        assert "standard input, line 1" in told(run("adjudicate", "-", stdin=b"[1, 2]"))
        assert "units" in told(run("adjudicate", "-", stdin=b"{}"))

    def test_unknown_place(self, run: Run) -> None:
        data = b'{"units": {"FRANCE": ["A XXX"]}}'
        assert told(run("adjudicate", "-", stdin=data)).startswith("standard input, line 1, units.FRANCE[0]:")

    def test_a_stream_stops_at_the_line_that_is_wrong(self, run: Run) -> None:
        status, out, err = run(
            "adjudicate", "-", "--format", "json", stdin=PHASE * 2 + b'{"units": 3}\n' + PHASE
        )
        assert status == 2
        assert [json.loads(line)["status"] for line in out.splitlines()] == ["unique", "unique"]
        assert err.startswith("resolvent: standard input, line 3: units: ")

    def test_adjudicating_a_line_can_fail_too(self, run: Run) -> None:
        data = PHASE + b'{"units": {"FRANCE": ["A PAR", "A PAR"]}}\n'
        status, out, err = run("adjudicate", "-", "--format", "json", stdin=data)
        assert (status, out.count("\n")) == (2, 1)
        assert err.startswith("resolvent: standard input, line 2, units.FRANCE[1]:")


class TestUsage:
    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (["adjudicat"], 'Unknown command "adjudicat". Did you mean "adjudicate"?'),
            (["--nonsense"], 'Unknown command "--nonsense".'),
            (["adjudicate", "--frmt", "x"], "Unknown option: --frmt. Did you mean --format?"),
            (["adjudicate", "--format", "xml"], 'Invalid value "xml" for --format.'),
            (["adjudicate", "--limit", "many"], 'Invalid value for --limit: unable to convert "many"'),
            (["adjudicate", "--limit"], "--limit requires an argument"),
            (["rules", "shw"], 'Unknown command "shw". Did you mean "show"?'),
            (["rules", "show"], "requires an argument"),
            (["datc", "6.F"], "6.F"),
            (["-"], 'Unknown command "-".'),
        ],
    )
    def test_a_sentence_and_a_hint(self, run: Run, arguments: list[str], sentence: str) -> None:
        complaint = told(run(*arguments))
        assert sentence in complaint
        assert "\n" not in complaint
        command = [a for a in arguments[:1] if a in ("adjudicate", "rules", "datc")]
        assert f"See '{' '.join(['resolvent', *command])}" in complaint

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (["--limit", "0"], "--limit: must be at least 1, not 0"),
            (["--budget", "-5"], "--budget: must be at least 1, not -5"),
            (["--solver", "picosat"], "--solver: unknown solver 'picosat'"),
            (["--map", "atlantis"], "there is no map 'atlantis'"),
            (["--map", "LICENSE.toml"], "LICENSE.toml"),
            (["--rules", "1983"], "unknown rulebook '1983'; did you mean '1982'?"),
            (["--rules", "nowhere.toml"], "nowhere.toml: cannot be read"),
            (["-o", "nowhere/out.txt"], "nowhere/out.txt: cannot be written: no such file or directory"),
            (["-o", "examples"], "examples: cannot be written: is a directory"),
        ],
    )
    def test_values(self, run: Run, arguments: list[str], sentence: str) -> None:
        assert sentence in told(run("adjudicate", "examples/pandin.txt", *arguments))

    def test_nothing_to_read_on_a_terminal(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        terminal = io.StringIO()
        monkeypatch.setattr(terminal, "isatty", lambda: True)
        monkeypatch.setattr(sys, "stdin", terminal)
        assert main(["adjudicate"]) == 2
        assert "no file to read" in capsys.readouterr().err


class TestRulebooks:
    def test_a_rule_is_answered_as_a_compiler_would(self, run: Run, tmp_path: Path) -> None:
        (tmp_path / "house.rules").write_text(
            '@redefines\ndef spared(a: Move, s: Support):\n    """None."""\n    return sparred(a)\n'
        )
        book = tmp_path / "house.toml"
        book.write_text('rules = ["house.rules"]\n')
        complaint = told(run("rules", "check", str(book)))
        assert "house.rules:4:12: " in complaint
        assert "\n        return sparred(a)\n" in complaint
        assert complaint.splitlines()[-1].strip("^ ") == ""

    def test_an_unknown_choice(self, run: Run, tmp_path: Path) -> None:
        book = tmp_path / "house.toml"
        book.write_text('[choices]\n"4.A.2" = "szykmann"\n')
        complaint = told(run("adjudicate", "examples/pandin.txt", "--rules", str(book)))
        assert "unknown choice 'szykmann'" in complaint
        assert "did you mean 'szykman'?" in complaint


def test_no_section_of_datc(run: Run) -> None:
    assert told(run("datc", "--section", "6.Z")).startswith("'6.Z' is no section or case of DATC;")
