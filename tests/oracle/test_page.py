"""The oracle's findings as pages of HTML: everything is told, escaped, drawn, and nothing is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from resolvent.cli import main
from tests.compare.test_page import Outline

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
STANDARD = ROOT / "src" / "resolvent" / "board" / "maps" / "standard.toml"


def outline(page: str) -> Outline:
    """The page, read as a browser would; it complains about anything that is not well formed."""
    return Outline(page)


class TestVerify:
    """``resolvent verify --format html``"""

    def test_every_wrong_claim(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file = tmp_path / "claims.html"
        claims = str(EXAMPLES / "claims.jsonl")
        assert main(["verify", claims, "--format", "html", "-o", str(file)]) == 1
        page = file.read_text(encoding="utf-8")
        found = outline(page)
        assert main(["verify", claims, "--format", "json"]) == 1
        wrong = [line for line in capsys.readouterr().out.splitlines() if '"answer":"right"' not in line]
        assert page.count("<figure>") == len(wrong)
        assert {"svg", "figure", "details", "ol"} <= found.seen
        assert not {"script", "link", "img"} & found.seen
        assert not {"src", "href", "onclick"} & found.attributes

    def test_the_same_bytes(self, tmp_path: Path) -> None:
        pages = [tmp_path / "one.html", tmp_path / "two.html"]
        for page in pages:
            main(["verify", str(EXAMPLES / "claims.jsonl"), "--format", "html", "-o", str(page)])
        assert pages[0].read_bytes() == pages[1].read_bytes()


class TestFuzz:
    """``resolvent fuzz --format html``"""

    def test_a_judge_of_another_rulebook(self, tmp_path: Path) -> None:
        file = tmp_path / "judge.html"
        arguments = ["--judge", "rules:1982", "--theme", "knot", "--phases", "60"]
        assert main(["fuzz", *arguments, "--format", "html", "-o", str(file)]) == 1
        page = file.read_text(encoding="utf-8")
        found = outline(page)
        assert "Cause 1" in "".join(found.text)
        assert {"svg", "figure", "details"} <= found.seen

    @pytest.mark.parametrize(
        "arguments", [["rules:1982", "--theme", "knot"], ["rules:2000", "--theme", "adjustments"]]
    )
    def test_on_a_map_of_ones_own(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
    ) -> None:
        """Its name is in every phase, and no map that comes with the program has it."""
        mine = tmp_path / "mine.toml"
        standard = STANDARD.read_text(encoding="utf-8").replace('name = "standard"', 'name = "mine"', 1)
        mine.write_text(standard, encoding="utf-8")
        asked = ["fuzz", "--judge", *arguments, "--phases", "60", "--map", str(mine)]
        assert main(asked) == 1
        assert '{"map":"mine"' in capsys.readouterr().out
        page = tmp_path / "judge.html"
        assert main([*asked, "--format", "html", "-o", str(page)]) == 1
        assert {"svg", "figure", "pre"} <= outline(page.read_text(encoding="utf-8")).seen

    def test_nothing_wrong(self, tmp_path: Path) -> None:
        file = tmp_path / "judge.html"
        arguments = ["--judge", "rules:datc", "--phases", "5", "--format", "html", "-o", str(file)]
        assert main(["fuzz", *arguments]) == 0
        assert "0 causes" in "".join(outline(file.read_text(encoding="utf-8")).text)
