"""Fuzzing in several processes, each with its own part of the seed; the same number, the same phases."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from typing import Any

import msgspec

from resolvent.board import load_map
from resolvent.oracle.checker import Checker
from resolvent.oracle.fuzz import Fuzz, Report
from resolvent.oracle.generate import Generator
from resolvent.oracle.judges.named import open_judge
from resolvent.records.phase import Phase

__all__ = ["Job", "run_job", "run_jobs"]


class Job(msgspec.Struct, frozen=True):
    """What to fuzz, in a form that can be handed to another process.

    Attributes:
        judge: the judge's name or command.
        rules: the rulebook's name or file.
        map: the map's name or file.
        seed: the seed.
        phases: how many phases.
        size: the most units of a phase.
        themes: names of themes; empty for all.
        positions: real phases to draw from too.
        timeout: seconds one answer of a command may take.
        seconds: stop after this time.
        most_faults: stop when so many causes are known.
        steer: prefer themes that show what was rarely seen.
        most_choices: choices changed together at most to find a reading that agrees.
    """

    judge: str
    rules: str = "datc"
    map: str = "standard"
    seed: str = "0"
    phases: int = 1000
    size: int = 9
    themes: tuple[str, ...] = ()
    positions: tuple[Phase, ...] = ()
    timeout: float = 10.0
    seconds: float | None = None
    most_faults: int | None = None
    steer: bool = True
    most_choices: int = 0


def run_job(job: Job, progress: Callable[[Report], None] | None = None) -> Report:
    """Fuzz in this process.

    Args:
        job: what to do.
        progress: told of the report after each phase.

    Raises:
        InputError: the judge cannot be started, or a name is unknown.
        RuleError: the rulebook cannot be used.
    """
    board = load_map(job.map)
    judge = open_judge(job.judge, board, job.timeout)
    try:
        checker = Checker(job.rules, board=board, most_choices=0)
        generator = Generator(board, job.seed, job.size, job.themes, job.positions)
        fuzz = Fuzz(judge, checker, generator, job.steer, job.most_choices)
        return fuzz.run(job.phases, job.seconds, job.most_faults, progress)
    finally:
        judge.close()


def run_jobs(job: Job, processes: int, progress: Callable[[Report], None] | None = None) -> Report:
    """Fuzz in several processes.

    Args:
        job: what to do; its phases are divided.
        processes: how many; with one, nothing is started.
        progress: told of the report after each phase; only with one process.
    """
    if processes == 1:
        return run_job(job, progress)
    share, rest = divmod(job.phases, processes)
    jobs = [
        msgspec.structs.replace(job, seed=f"{job.seed}/{number}", phases=share + (number < rest))
        for number in range(processes)
    ]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        reports: list[Any] = pool.map(run_job, jobs)
    total: Report = reports[0]
    for report in reports[1:]:
        total.add(report)
    return total
