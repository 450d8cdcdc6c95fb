"""``resolvent certify``"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from resolvent.board import load_map
from resolvent.cli import DONE, FINDING
from resolvent.cli.options import Flag, Rules
from resolvent.cli.streams import open_phases, placed
from resolvent.errors import InputError
from resolvent.oracle.certificate import certify as write_certificate
from resolvent.oracle.certificate import check_certificate
from resolvent.rules.reading import load_reading

__all__ = ["app"]

app = App(
    name="certify",
    help_epilogue="""\
Examples::

  resolvent certify examples/pandin.txt --output evidence
  resolvent certify --check evidence

In the folder stand certificate.json with the phase and its resolution, and for each stage of it \
stage-N.cnf, clauses in DIMACS that say what their variables mean, and stage-N.drup, a proof that they \
cannot be satisfied, for this and other checkers of such proofs.

Exit status: 0 written, or checked and right; 1 the certificate is wrong; 2 the input cannot be used.""",
)


@app.default
def certify(
    file: str,
    *,
    rules: Rules = "datc",
    map_name: Annotated[str | None, Parameter(name="--map")] = None,
    check: Flag = False,
    output: Annotated[str, Parameter(name=["--output", "-o"], show_default=False)] = "",
) -> int:
    """Write evidence for the resolution of a phase: clauses, and proofs that there is no other.

    Args:
        file: A file with one phase; with --check the folder of a certificate.
        map_name: A map's name or file, in place of the one the phase names.
        check: Check a certificate, with no solver in the loop.
        output: The folder to write to.
    """
    board = load_map(map_name) if map_name is not None else None
    if check:
        faults = check_certificate(Path(file), board)
        for fault in faults:
            sys.stdout.write(f"wrong: {fault}\n")
        if not faults:
            sys.stdout.write("right: the resolution follows from the rules, and there is no other\n")
        return FINDING if faults else DONE
    if not output:
        raise InputError("name the folder to write to", "--output")
    with open_phases(file, board) as source:
        place, phase = next(source.phases)
        with placed(place):
            found = write_certificate(phase, load_reading(rules), Path(output), board)
    decided = sum(len(stage.statements) for stage in found.stages)
    sys.stdout.write(f"{output}: {decided} decisions in {len(found.stages)} stages, each proved\n")
    return DONE
