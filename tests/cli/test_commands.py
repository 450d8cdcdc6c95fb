"""``resolvent rules`` and ``resolvent datc``, and the help."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import resolvent
from resolvent.compare.difference import difference
from resolvent.compare.document import document
from resolvent.rules.rulebook import rulebook_names
from tests.cli.conftest import Run


class TestHelp:
    @pytest.mark.parametrize(
        "command",
        [[], ["adjudicate"], ["datc"], ["rules"], *(["rules", c] for c in ("list", "show", "check", "diff"))],
        ids=" ".join,
    )
    def test_teaches(self, run: Run, command: list[str]) -> None:
        status, out, err = run(*command, "--help")
        assert (status, err) == (0, "")
        assert "Example" in out
        assert "Exit status: 0" in out
        assert " ".join(["resolvent", *command]) in out

    def test_lists_the_commands_with_a_line_each(self, run: Run) -> None:
        assert run().out == run("--help").out
        assert "adjudicate   Resolve the orders of a phase, or of many." in run("--help").out
        assert "check  Check whether a rulebook of one's own can be used." in run("rules", "--help").out

    def test_version(self, run: Run) -> None:
        assert run("--version") == (0, f"{resolvent.__version__}\n", "")


class TestRules:
    def test_list(self, run: Run) -> None:
        out = run("rules", "list").out
        assert all(f"\n{name} " in out for name in rulebook_names())
        found = json.loads(run("rules", "list", "--format", "json").out)
        assert [book["name"] for book in found] == list(rulebook_names())

    def test_show_tells_choices_with_their_origin(self, run: Run) -> None:
        status, out, _ = run("rules", "show", "2023")
        assert status == 0
        assert out.startswith("Rulebook of 2023 (2023)\n")
        assert "  c (2000): A convoyed army cuts no support" in out
        assert "  DATC's preference, the rulebook being silent (silent; as DATC prefers)" in out
        assert "Builds on: DATC 3.1 (datc), Rulebook of 2000 (2000)" in out
        assert "def succeeds(m: Move):" in out

    def test_show_markdown(self, run: Run) -> None:
        out = run("rules", "show", "datc", "--format", "markdown").out
        assert out.startswith("# DATC 3.1\n")
        assert "| 4.A.2 | " in out
        assert "### succeeds\n" in out
        assert out.count("```") % 2 == 0

    def test_show_json_is_that_of_the_library(self, run: Run) -> None:
        out = run("rules", "show", "1982", "--format", "json").out
        assert json.loads(out) == document(resolvent.load_reading("1982")).to_dict()

    @pytest.mark.parametrize("name", rulebook_names())
    def test_check(self, run: Run, name: str) -> None:
        status, out, err = run("rules", "check", name)
        assert (status, err, out.count("\n")) == (0, "", 1)
        assert out.startswith(f"{name}: ")
        assert out.endswith(" usable\n")

    def test_check_one_of_ones_own(self, run: Run, tmp_path: Path) -> None:
        book = tmp_path / "house.toml"
        book.write_text('title = "House"\n')
        assert run("rules", "check", str(book)).out.startswith(f"{book}: House, ")

    def test_diff(self, run: Run) -> None:
        status, out, _ = run("rules", "diff", "datc", "1971")
        assert status == 1
        assert "4.A.2 What happens when" in out
        assert "  datc: f (szykman). " in out
        assert "+@redefines\n" in out

    def test_diff_of_the_same(self, run: Run) -> None:
        assert run("rules", "diff", "2023", "2023") == (0, "2023 and 2023 say the same.\n", "")

    def test_diff_json_is_that_of_the_library(self, run: Run) -> None:
        status, out, _ = run("rules", "diff", "datc", "2023", "--format", "json")
        wanted = difference(resolvent.load_reading("datc"), resolvent.load_reading("2023"))
        assert status == 1
        assert json.loads(out) == wanted.to_dict()

    def test_output_file(self, run: Run, tmp_path: Path) -> None:
        file = tmp_path / "datc.md"
        assert run("rules", "show", "datc", "--format", "markdown", "-o", str(file)) == (0, "", "")
        assert file.read_text() == run("rules", "show", "datc", "--format", "markdown").out


class TestDatc:
    def test_a_section(self, run: Run) -> None:
        status, out, err = run("datc", "--section", "6.A")
        assert (status, err) == (0, "")
        head, _, row = out.splitlines()
        assert head.split() == ["section", "DATC", "under", "datc", "passed", "failed", "not", "applicable"]
        assert row.split()[-3:] == ["12", "0", "0"]

    def test_one_case_as_json(self, run: Run) -> None:
        found = json.loads(run("datc", "--section", "6.F.16", "--format", "json").out)
        assert found["rules"] == "datc"
        assert [(c["case"], c["state"]) for c in found["cases"]] == [("6.F.16", "passed")]

    def test_variants(self, run: Run) -> None:
        out = run("datc", "--section", "6.F.16", "--variants", "--format", "json").out
        found = json.loads(out)["cases"]
        assert len(found) > 3
        assert {"4.A.2": "b"} in [c["choice"] for c in found]
        assert {c["state"] for c in found} == {"passed"}

    def test_a_failing_case_is_a_finding(self, run: Run, tmp_path: Path) -> None:
        """Rules that lose a head-to-head battle's rule: 6.E.1 cannot come out."""
        (tmp_path / "house.rules").write_text(
            '@redefines\ndef opposes(o: Move, m: Move):\n    """Nobody meets."""\n    return False\n'
        )
        book = tmp_path / "house.toml"
        book.write_text('rules = ["house.rules"]\n')
        status, out, _ = run("datc", "--section", "6.C.4", "--rules", str(book))
        assert status == 0
        status, out, _ = run("datc", "--section", "6.E", "--rules", str(book))
        assert status == 1
        assert "\nfailed  6.E." in out
