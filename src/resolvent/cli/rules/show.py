"""``resolvent rules show``"""

from __future__ import annotations

from typing import Literal

import msgspec
from cyclopts import App

from resolvent.cli import DONE
from resolvent.cli.options import DASH, Output
from resolvent.cli.paint import paint_for, width_of
from resolvent.cli.rules.document_text import markdown_lines, text_lines
from resolvent.cli.streams import open_output
from resolvent.compare.document import document
from resolvent.rules.reading import load_reading

__all__ = ["app"]

app = App(
    name="show",
    help_epilogue="""\
Examples::

  resolvent rules show 2023
  resolvent rules show house.toml --format markdown -o house.md

Exit status: 0 done; 2 the rulebook cannot be used.""",
)


@app.default
def show(name: str, /, *, format: Literal["text", "markdown", "json"] = "text", output: Output = DASH) -> int:
    """Show a rulebook as a document: its choices and all its rules.

    Each disputed point of the rules stands there with the choice, its meaning, and who makes it; then
    every rule with its words, its text, and its place in the files.

    Args:
        name: A rulebook's name, or a .toml file.
        format: Text for people, Markdown, or JSON.
    """
    told = document(load_reading(name))
    with open_output(output) as out:
        if format == "json":
            out.write(msgspec.json.encode(told).decode() + "\n")
        elif format == "markdown":
            out.writelines(f"{line}\n" for line in markdown_lines(told))
        else:
            out.writelines(f"{line}\n" for line in text_lines(told, paint_for(out), width_of(out)))
    return DONE
