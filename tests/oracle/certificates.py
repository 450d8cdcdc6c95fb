"""Certificates that are changed after they were written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from resolvent import Phase, load_reading
from resolvent.oracle.certificate import certify, check_certificate
from resolvent.rules.reading import Reading
from tests.oracle.phases import phase

__all__ = ["LONE", "READING", "Edit", "change", "edited", "faults"]

READING = load_reading("datc")

LONE = phase({"GERMANY": ["A MUN - SIL"]})

Edit = Callable[[dict[str, Any]], object]


def faults(folder: Path) -> tuple[str, ...]:
    """What is wrong with a certificate."""
    return check_certificate(folder).faults


def edited(folder: Path, phase: Phase, edit: Edit, reading: Reading = READING) -> tuple[str, ...]:
    """What is wrong with a certificate in which ``certificate.json`` was changed."""
    certify(phase, reading, folder)
    change(folder, edit)
    return faults(folder)


def change(folder: Path, edit: Edit) -> None:
    path = folder / "certificate.json"
    data = json.loads(path.read_text())
    edit(data)
    path.write_text(json.dumps(data))
