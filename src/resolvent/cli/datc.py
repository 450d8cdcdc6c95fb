"""``resolvent datc``"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TextIO

import msgspec
from cyclopts import App, Parameter

from resolvent.cli import DONE, FINDING
from resolvent.cli.options import DASH, Flag, Format, Output, Rules
from resolvent.cli.paint import paint_for, width_of
from resolvent.cli.progress import counted
from resolvent.cli.prose import wrap
from resolvent.cli.streams import open_output
from resolvent.cli.tables import write_table
from resolvent.datc.cases import SECTIONS
from resolvent.datc.verdicts import State, Verdict, tally, verdicts

__all__ = ["app"]

app = App(
    name="datc",
    help_epilogue="""\
Examples::

  resolvent datc
  resolvent datc --section 6.F --rules 1982
  resolvent datc --variants

Exit status: 0 every case that applies came out as DATC says; 1 some did not, and they are listed; 2 the \
rulebook or the section cannot be used.""",
)


@app.default
def datc(
    *,
    rules: Rules = "datc",
    section: Annotated[str, Parameter(show_default=False)] = "",
    variants: Flag = False,
    format: Format = "text",
    output: Output = DASH,
) -> int:
    """Run the test cases of DATC.

    The Diplomacy Adjudicator Test Cases are the work of Lucas B. Kruijswijk; version 3.1 comes with
    this program. Where a rulebook chooses otherwise than DATC prefers, a case is held against what
    DATC says of that choice, and does not apply where DATC says nothing.

    Args:
        section: Only one section (6.F) or one case (6.F.16).
        variants: Also run each case under every other choice that DATC tells an outcome for.
    """
    with open_output(output) as out:
        found = list(counted(verdicts(rules, section, variants), "cases", False))
        if format == "json":
            record = {"rules": rules, "cases": [v.to_dict() for v in found]}
            out.write(msgspec.json.encode(record).decode() + "\n")
        else:
            _write(found, rules, out)
    return FINDING if any(v.state is State.FAILED for v in found) else DONE


def _write(found: list[Verdict], rules: str, out: TextIO) -> None:
    rows = [
        [part, SECTIONS[part], *(counts[state] for state in State)] for part, counts in tally(found).items()
    ]
    if len(rows) > 1:
        rows.append(["all", "", *(sum(v.state is state for v in found) for state in State)])
    write_table(out, ["section", f"DATC under {rules}", *State], rows)
    out.writelines(f"{line}\n" for line in _failures(found, out))


def _failures(found: list[Verdict], out: TextIO) -> Iterator[str]:
    paint = paint_for(out)
    for verdict in found:
        if verdict.state is State.FAILED:
            yield ""
            yield f"{paint('failed', 'fails')}  {verdict.label}: {verdict.title}"
            for sentence in verdict.why:
                yield from wrap(sentence, width_of(out), "  ")
