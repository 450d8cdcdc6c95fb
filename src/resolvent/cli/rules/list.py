"""``resolvent rules list``"""

from __future__ import annotations

import msgspec
from cyclopts import App

from resolvent.cli import DONE
from resolvent.cli.options import DASH, Format, Output
from resolvent.cli.streams import open_output
from resolvent.cli.tables import write_table
from resolvent.rules.rulebook import find_rulebook, rulebook_names

__all__ = ["app"]

app = App(name="list", help_epilogue="Example: resolvent rules list\n\nExit status: 0.")


@app.default
def list_rulebooks(*, format: Format = "text", output: Output = DASH) -> int:
    """List the rulebooks that come with the program."""
    books = [find_rulebook(name) for name in rulebook_names()]
    with open_output(output) as out:
        if format == "json":
            record = [
                {"name": b.name, "title": b.title, "short": b.short, "extends": b.extends} for b in books
            ]
            out.write(msgspec.json.encode(record).decode() + "\n")
        else:
            write_table(out, ["name", "title", "what it is"], [[b.name, b.title, b.short] for b in books])
    return DONE
