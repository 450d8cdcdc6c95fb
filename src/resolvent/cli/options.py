"""Options that several commands have."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from cyclopts import Parameter

__all__ = ["DASH", "Flag", "Format", "Output", "Rules"]

DASH = "\0"
"""Stands for ``-``, standard input or output, where the option parser would stumble over it."""

Format: TypeAlias = Annotated[Literal["text", "json"], Parameter(help="Text for people, or JSON.")]

Flag: TypeAlias = Annotated[bool, Parameter(negative="", show_default=False)]
"""A switch that can only be turned on."""

Rules: TypeAlias = Annotated[str, Parameter(name="--rules", help="A rulebook's name, or a .toml file.")]

Output: TypeAlias = Annotated[
    str,
    Parameter(
        name=["--output", "-o"],
        help="Write to a file, which appears as a whole or not at all.",
        show_default=False,
    ),
]
