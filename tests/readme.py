"""The examples of the README, run.

A block of console that stands below ``<!-- run -->`` is a command and all that it prints; another exit
status than 0 stands in the mark, ``<!-- run: exit 1 -->``.  Blocks of Python with prompts are one doctest.
``python -m tests.readme`` writes what the commands print now into the README, to be read over.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path
from typing import NamedTuple

from resolvent.cli import main

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"

_CONSOLE = re.compile(
    r"<!-- run(?:: exit (\d))? -->\n```console\n\$ resolvent ([^\n]*)\n(.*?)```\n", re.DOTALL
)
_PYTHON = re.compile(r"```python\n(>>> .*?)```\n", re.DOTALL)


class ConsoleBlock(NamedTuple):
    """One command of the README.

    Attributes:
        arguments: what stands behind ``resolvent``.
        status: the exit status it is to have.
        printed: what it is to print.
    """

    arguments: str
    status: int
    printed: str


def console_blocks(text: str) -> list[ConsoleBlock]:
    """The marked commands of a text, in its order."""
    return [ConsoleBlock(m[2], int(m[1] or 0), m[3]) for m in _CONSOLE.finditer(text)]


def python_examples(text: str) -> str:
    """The Python of a text that has prompts, as one doctest."""
    return "\n".join(m[1] for m in _PYTHON.finditer(text))


def carry_out(arguments: str) -> tuple[int, str]:
    """Run a command in this process: exit status, and what it printed."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        status = main(shlex.split(arguments))
    return status, printed.getvalue()


def refreshed(text: str) -> str:
    """A text with what its commands print now."""
    return _CONSOLE.sub(lambda m: m[0].removesuffix(f"{m[3]}```\n") + f"{carry_out(m[2])[1]}```\n", text)


if __name__ == "__main__":
    with contextlib.chdir(ROOT):
        README.write_text(refreshed(README.read_text(encoding="utf-8")), encoding="utf-8")
