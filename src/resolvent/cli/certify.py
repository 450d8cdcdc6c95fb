"""``resolvent certify``"""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from resolvent.board import load_map
from resolvent.cli import DONE, FINDING
from resolvent.cli.options import Flag
from resolvent.cli.streams import PhaseFile, open_phases, placed
from resolvent.errors import InputError
from resolvent.oracle.certificate import certify as write_certificate
from resolvent.oracle.certificate import check_certificate
from resolvent.records import Phase
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
cannot be satisfied, for this and other checkers of such proofs; besides, copies of a map and of rules of \
your own.

Exit status: 0 written, or checked and right; 1 the certificate is wrong; 2 the input cannot be used.""",
)


@app.default
def certify(
    file: str,
    *,
    rules: Annotated[
        str | None, Parameter(help="A rulebook's name, or a .toml file; left out, datc.", show_default=False)
    ] = None,
    map_name: Annotated[str | None, Parameter(name="--map")] = None,
    check: Flag = False,
    output: Annotated[str, Parameter(name=["--output", "-o"], show_default=False)] = "",
) -> int:
    """Write evidence for the resolution of a phase: clauses, and proofs that there is no other.

    Args:
        file: A file with one movement phase; with --check the folder of a certificate.
        map_name: A map's name or file, in place of the one the phase names.
        check: Check a certificate, with no solver in the loop; it tells its own rules and map.
        output: The folder to write to; it takes the place of an older certificate as a whole.
    """
    if check:
        for given, option in ((rules, "--rules"), (map_name, "--map"), (output or None, "--output")):
            if given is not None:
                raise InputError("a certificate holds its own; leave it out with --check", option)
        return _check(Path(file))
    if not output:
        raise InputError("name the folder to write to", "--output")
    board = load_map(map_name) if map_name is not None else None
    with open_phases(file, board) as source:
        place, phase = _only(source)
        with placed(place):
            found = write_certificate(phase, load_reading(rules or "datc"), Path(output), board)
    decided = sum(len(stage.statements) for stage in found.stages)
    sys.stdout.write(f"{output}: {decided} decisions in {len(found.stages)} stages, each proved\n")
    return DONE


def _only(source: PhaseFile) -> tuple[str, Phase]:
    """The one phase of a file."""
    phases = list(islice(source.phases, 2))
    if not phases:
        raise InputError("there is no phase", source.name)
    if len(phases) > 1:
        raise InputError("there are several phases; a certificate is of one", source.name)
    return phases[0]


def _check(folder: Path) -> int:
    checked = check_certificate(folder)
    if checked.faults:
        for fault in checked.faults:
            _say(f"wrong: {fault}")
        return FINDING
    _say(f"right: {checked.subject}: the resolution follows from the rules, and no other does")
    for name, sha256 in checked.certificate.sources.items():
        _say(f"with the file {name} of SHA-256 {sha256}")
    return DONE


def _say(line: str) -> None:
    """One line, whatever names a stranger's certificate holds."""
    shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)
    sys.stdout.write(f"{shown}\n")
