"""The page about the rule language says exactly what there is, and its examples work."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from resolvent import Outcome, Reason, Status, adjudicate, load_reading
from resolvent.rules.encodings import encodings
from resolvent.rules.parse import LIMITS
from resolvent.rules.rulebook import Rulebook
from resolvent.rules.stages import BASE_FILES, ENTRIES
from resolvent.rules.vocabulary import ATTRIBUTES, DECORATORS, FORMS, SORTS, STAGES, SUPERSORT, WORDS

PAGE = (encodings() / "README.md").read_text("utf-8")


def table(first: str) -> list[list[str]]:
    """The rows of the table whose first heading is ``first``, as text between bars."""
    lines = PAGE.split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {first} |"))
    assert re.fullmatch(r"\|(---\|)+", lines[start + 1])
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def block(language: str) -> str:
    """The first code block in a language."""
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def named(text: str) -> list[str]:
    """What stands in code quotes."""
    return re.findall(r"`([^`]+)`", text)


class TestTables:
    """Both ways: nothing is missing on the page, and nothing stands there that is not."""

    def test_decorators(self) -> None:
        *rows, (last, _) = table("decorator")
        found = {re.split(r"\(", name.strip("`@"))[0]: meaning for name, meaning in rows}
        assert found == DECORATORS
        assert last == "`@redefines`"
        assert {name for name, _ in rows if "(" in name} == {
            f'`@{name}("{"status" if name == "cycle" else "reason"}")`'
            for name in DECORATORS
            if name != "decision"
        }

    def test_sorts(self) -> None:
        assert {name.strip("`"): meaning for name, meaning, _ in table("sort")} == SORTS

    def test_attributes(self) -> None:
        found: dict[str, dict[str, str]] = {}
        for name, _, text in table("sort"):
            sort = name.strip("`")
            above = re.match(r"all of (\w+)", text)
            assert (above[1] if above else None) == SUPERSORT.get(sort)
            found[sort] = dict(found[above[1]]) if above else {}
            found[sort] |= dict(re.findall(r"`(\w+)` (\w+)", text))
        assert found == {
            sort: {name: of for name, (of, _) in attributes.items()}
            for sort, attributes in ATTRIBUTES.items()
        }

    def test_words(self) -> None:
        found = {name.strip("`"): rest for name, *rest in table("word")}
        assert found == {
            name: [
                ", ".join(word.parameters),
                word.result,
                "" if word.stages == STAGES else ", ".join(word.stages),
                word.meaning,
            ]
            for name, word in WORDS.items()
        }
        assert list(found) == list(WORDS)

    def test_forms(self) -> None:
        found = {name.strip("`"): text for name, text in table("form")}
        assert {name: text.replace("`", "") for name, text in found.items()} == FORMS

    def test_entries(self) -> None:
        found: dict[str, tuple[tuple[str, ...], str]] = {}
        for stage, text in table("stage"):
            for name, sorts in re.findall(r"`(\w+)\(([\w, ]+)\)`", text):
                found[name] = (tuple(sorts.split(", ")), named(stage)[0])
        assert found == {name: (sorts, stage) for name, (sorts, _, stage) in ENTRIES.items()}
        assert {type_ for _, type_, _ in ENTRIES.values()} == {"Boolean"}
        assert [named(stage)[0] for stage, _ in table("stage")] == list(STAGES)

    def test_limits(self) -> None:
        found = {name: int(number) for name, number in re.findall(r"`([\w-]+)` (\d+) \(", PAGE)}
        assert found == LIMITS

    def test_reasons_and_statuses(self) -> None:
        line = PAGE.split("The reasons that", 1)[1].split("\n")[1]
        assert named(line) == [str(reason) for reason in Reason]
        sentence = re.search(r"The statuses of a cycle are (.*)\.", PAGE)
        assert sentence is not None
        assert named(sentence[1]) == [str(status) for status in Status]

    def test_base_files(self) -> None:
        line = next(line for line in PAGE.split("\n") if line.startswith("1. the base files"))
        assert tuple(named(line)) == BASE_FILES
        assert all((encodings() / f"{name}.rules").is_file() for name in BASE_FILES)

    def test_rulebook_entries(self) -> None:
        """Every entry of a rulebook is mentioned."""
        ours = {"name", "path"}
        for name in set(Rulebook.__struct_fields__) - ours:
            assert re.search(rf"^{name} =|\[{name}\]|`{name}`", PAGE, re.MULTILINE), name


@pytest.fixture
def house(tmp_path: Path) -> str:
    """The example of the page, in files."""
    (tmp_path / "no-convoy-cuts.rules").write_text(block("python"), "utf-8")
    (tmp_path / "house.toml").write_text(block("toml"), "utf-8")
    return str(tmp_path / "house.toml")


class TestExample:
    """The house rule of the page."""

    UNITS: Mapping[str, list[str]] = {
        "ENGLAND": ["A LON", "F NTH"],
        "FRANCE": ["A BEL", "A RUH"],
        "GERMANY": ["A HOL"],
    }
    ORDERS: Mapping[str, list[str]] = {
        "ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL"],
        "FRANCE": ["A BEL S A RUH - HOL", "A RUH - HOL"],
        "GERMANY": ["A HOL H"],
    }

    def test_what_it_changes(self, house: str) -> None:
        """A convoyed army cuts no support any more."""
        phase = {"units": self.UNITS, "orders": self.ORDERS}
        assert adjudicate(phase, "2023").of("A BEL").reason is Reason.CUT
        found = adjudicate(phase, house)
        assert found.of("A BEL").outcome is Outcome.SUCCEEDS
        assert found.of("A RUH").outcome is Outcome.SUCCEEDS
        assert found.of("A HOL").dislodged

    def test_what_it_says(self, house: str) -> None:
        reading = load_reading(house)
        assert reading.title == "House rules of our club"
        names = [book.name for book in reading.books]
        assert (names[0], names[-2], names[-1]) == ("datc", "2023", house)
        assert reading.choices["4.A.2"] == "f"
        assert reading.definitions["cuts"].doc == "Only what comes over land cuts."

    def test_edited_in_between(self, house: str) -> None:
        """A file that was edited is read again, one that was not is not."""
        before = load_reading(house)
        assert load_reading(house) is before
        rules = Path(house).parent / "no-convoy-cuts.rules"
        rules.write_text(rules.read_text("utf-8").replace("not by_convoy(a) and ", ""), "utf-8")
        after = load_reading(house)
        assert after.definitions["cuts"].body != before.definitions["cuts"].body
        Path(house).write_text('title = "Other"\n', "utf-8")
        assert load_reading(house).title == "Other"


def test_the_base_files_stay_within_half_the_limits() -> None:
    """There is room for the rules of others."""
    for path in encodings().rglob("*.rules"):
        assert len(path.read_text("utf-8")) < LIMITS["characters"] / 2
    assert len(load_reading().definitions) < LIMITS["functions"] / 2
