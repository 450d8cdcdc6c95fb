"""Tables, drawn by rich."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import TextIO

from resolvent.cli.paint import width_of

__all__ = ["write_table"]


def write_table(out: TextIO, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a table; a column is aligned right if its first cell is a number.

    Args:
        out: where to.
        heads: the titles of the columns.
        rows: the cells, printed with ``str``.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table

    cells = [list(row) for row in rows]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for number, head in enumerate(heads):
        right = bool(cells) and isinstance(cells[0][number], int)
        table.add_column(head, justify="right" if right else "left", overflow="fold")
    for row in cells:
        table.add_row(*[str(cell) for cell in row])
    console = Console(file=io.StringIO(), width=width_of(out), markup=False, highlight=False, emoji=False)
    with console.capture() as drawn:
        console.print(table)
    out.writelines(f"{line.rstrip()}\n" for line in drawn.get().splitlines())
