"""``resolvent rules check``"""

from __future__ import annotations

from cyclopts import App

from resolvent.cli import DONE
from resolvent.rules.reading import load_reading

__all__ = ["app"]

app = App(
    name="check",
    help_epilogue="""\
Example: resolvent rules check house.toml

Exit status: 0 it can be used; 2 it cannot: standard error shows the place in the file, and what would be \
allowed there.""",
)


@app.default
def check(file: str, /) -> int:
    """Check whether a rulebook of one's own can be used.

    Everything it builds on and every rule file it names is read, checked and compiled.

    Args:
        file: A .toml file, or the name of a rulebook that comes with the program.
    """
    reading = load_reading(file)
    for stage in ("judge", "resolve"):
        reading.maker(stage)
    print(
        f"{file}: {reading.title}, {len(reading.choices)} choices, {len(reading.definitions)} rules, usable"
    )
    return DONE
