"""Fuzzing in several processes, each with its own part of the seed; the same number, the same phases."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections.abc import Callable, Sequence
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import Any

import msgspec

from resolvent.board import load_map
from resolvent.errors import InputError, ResolventError
from resolvent.oracle.checker import Checker
from resolvent.oracle.ending import ending_cleanly, follow_parent
from resolvent.oracle.fuzz import Fuzz, Report
from resolvent.oracle.generate import Generator
from resolvent.oracle.judges.named import open_judge
from resolvent.oracle.limits import MOST_JOBS, check_count
from resolvent.records.phase import Phase

__all__ = ["Job", "run_job", "run_jobs"]

Told = Callable[[Report], None]
"""Who is told of a report."""


class Job(msgspec.Struct, frozen=True):
    """What to fuzz, in a form that can be handed to another process.

    Attributes:
        judge: the judge's name or command.
        rules: the rulebook's name or file.
        map: the map's name or file.
        seed: the seed.
        phases: how many phases.
        size: the most units of a phase.
        themes: names of themes or of kinds; empty for all of movement.
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


def run_job(job: Job, progress: Told | None = None, unfinished: Told | None = None) -> Report:
    """Fuzz in this process.

    Args:
        job: what to do.
        progress: told of the report after each phase.
        unfinished: told of the report so far if this process is interrupted or asked to end.

    Raises:
        InputError: the judge cannot be started, or a name is unknown.
        RuleError: the rulebook cannot be used.
        KeyboardInterrupt, SystemExit: this process was interrupted, or asked to end by a signal.
    """
    board = load_map(job.map)
    judge = open_judge(job.judge, board, job.timeout)
    try:
        checker = Checker(job.rules, board=board, most_choices=0)
        generator = Generator(board, job.seed, job.size, job.themes, job.positions)
        fuzz = Fuzz(judge, checker, generator, job.steer, job.most_choices)
        try:
            return fuzz.run(job.phases, job.seconds, job.most_faults, progress)
        except (KeyboardInterrupt, SystemExit):
            if unfinished is not None:
                unfinished(_interrupted(fuzz.report))
            raise
    finally:
        judge.close()


def _interrupted(report: Report) -> Report:
    report.stopped = report.stopped or f"interrupted after {report.phases:,} phases"
    return report


def run_jobs(
    job: Job, processes: int, progress: Told | None = None, unfinished: Told | None = None
) -> Report:
    """Fuzz in several processes.

    Args:
        job: what to do; its phases are divided.
        processes: how many; no more are started than there are phases, and with one, none is.
        progress: told of the report after each phase; only with one process.
        unfinished: told of the report so far if this process is interrupted or asked to end.

    Raises:
        InputError: the judge cannot be started, a name is unknown, a process was killed, or there are
            to be too many.
        RuleError: the rulebook cannot be used.
        KeyboardInterrupt, SystemExit: this process was interrupted, or asked to end by a signal; workers
            and judges have ended.
    """
    check_count(processes, "--jobs", most=MOST_JOBS)
    processes = min(processes, job.phases)
    if processes <= 1:
        with ending_cleanly():
            return run_job(job, progress, unfinished)
    share, rest = divmod(job.phases, processes)
    jobs = [
        msgspec.structs.replace(job, seed=f"{job.seed}/{number}", phases=share + (number < rest))
        for number in range(processes)
    ]
    with ending_cleanly():
        return _total(_in_workers(jobs, unfinished))


def _total(reports: Sequence[Report]) -> Report:
    total = reports[0]
    for report in reports[1:]:
        total.add(report)
    return total


def _in_workers(jobs: Sequence[Job], unfinished: Told | None) -> list[Report]:
    """The report of each job, done in a process of its own; none of them outlives this."""
    context = multiprocessing.get_context("spawn")
    workers: list[BaseProcess] = []
    pipes: list[Any] = []
    found: dict[int, Report] = {}
    try:
        for job in jobs:
            ours, theirs = context.Pipe(duplex=False)
            pipes.append(ours)
            worker = context.Process(target=_work, args=(job, theirs), daemon=True)
            worker.start()
            workers.append(worker)
            theirs.close()  # so that the end of the worker is the end of the pipe
        while len(found) < len(pipes):
            ready = wait([pipe for number, pipe in enumerate(pipes) if number not in found])
            found |= {number: _received(pipe) for number, pipe in enumerate(pipes) if pipe in ready}
    except (KeyboardInterrupt, SystemExit):
        for started in workers:
            started.terminate()
        late = (_last_words(pipe) for number, pipe in enumerate(pipes) if number not in found)
        reports = [*found.values(), *(report for report in late if report is not None)]
        if unfinished is not None and reports:
            for report in reports:
                report.stopped = ""  # each knows only its own number of phases
            unfinished(_interrupted(_total(reports)))
        raise
    finally:
        for started in workers:
            started.terminate()
        for pipe in pipes:
            pipe.close()  # first, so that nobody who still writes waits for a reader
        for started in workers:
            started.join()
    return [report for _, report in sorted(found.items())]


def _last_words(pipe: Any) -> Report | None:
    """The report so far of a worker that is ending."""
    try:
        answer: object = pipe.recv()
    except (EOFError, OSError):
        return None
    return answer if isinstance(answer, Report) else None


def _received(pipe: Any) -> Report:
    try:
        answer: object = pipe.recv()
    except EOFError:
        raise InputError("a worker process ended without a report", "--jobs") from None
    if isinstance(answer, ResolventError):
        raise answer
    assert isinstance(answer, Report)
    return answer


def _work(job: Job, pipe: Any) -> None:
    """What a worker does; whoever started it may be gone at any time."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a key pressed is for the parent, which ends its workers
    with ending_cleanly():
        follow_parent()
        answer: Report | ResolventError
        try:
            answer = run_job(job, unfinished=lambda report: _send(pipe, report))
        except ResolventError as error:
            answer = error
        _send(pipe, answer)


def _send(pipe: Any, answer: Report | ResolventError) -> None:
    with contextlib.suppress(OSError):  # nobody listens any more
        pipe.send(answer)
