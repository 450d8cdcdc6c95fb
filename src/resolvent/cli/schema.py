"""``resolvent schema``"""

from __future__ import annotations

from typing import Literal

import msgspec
from cyclopts import App

from resolvent.cli import DONE
from resolvent.cli.options import DASH, Output
from resolvent.cli.streams import open_output
from resolvent.oracle.schema import SHAPES, schema

__all__ = ["app"]

app = App(
    name="schema",
    help_epilogue="""\
Examples::

  resolvent schema claim
  resolvent schema > shapes.json

Exit status: 0.""",
)


@app.default
def print_schema(
    shape: Literal["all", "phase", "claim", "claimed-phase", "resolution"] = "all",
    /,
    *,
    output: Output = DASH,
) -> int:
    """Print the JSON Schemas of what goes in and out.

    Args:
        shape: A phase as it is handed in, a claim as a judge answers it, a phase with a claim as verify
            takes it, a resolution as adjudicate prints it; or all of them, as one object.
    """
    data = {name: schema(name) for name in SHAPES} if shape == "all" else schema(shape)
    with open_output(output) as out:
        out.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")
    return DONE
