"""For other people's test suites: check a judge, and fail with the smallest cases on which it is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from typing import Any

from resolvent.board import Map, load_map
from resolvent.errors import ResolventError
from resolvent.oracle.case_text import case_text
from resolvent.oracle.checker import Checker
from resolvent.oracle.claim import Claim
from resolvent.oracle.finding_text import many
from resolvent.oracle.fuzz import Fault, Fuzz, Report
from resolvent.oracle.generate import Generator
from resolvent.oracle.judges.judge import Judge
from resolvent.oracle.judges.named import open_judge
from resolvent.oracle.judges.python import PythonJudge
from resolvent.oracle.limits import check_count, check_seconds
from resolvent.rules.reading import Reading

__all__ = ["check", "check_judge", "fault_text"]

Answers = Callable[[dict[str, Any]], Mapping[str, Any] | Claim]


def check(
    judge: Answers | str,
    rules: str | Reading = "datc",
    *,
    phases: int = 500,
    seed: int | str = 0,
    size: int = 8,
    themes: Sequence[str] = (),
    board: Map | None = None,
    timeout: float = 10.0,
    seconds: float | None = None,
    most_faults: int | None = 5,
) -> Report:
    """Judge a judge, for use in a test.

    Args:
        judge: a function from a phase to a claim, both plain dictionaries as in ``docs/oracle.md``; or
            a command.
        rules: the rulebook it follows.
        phases: how many phases to ask about.
        seed: the same seed asks about the same phases.
        size: the most units of a phase.
        themes: names of themes, or ``"movement"``, ``"retreats"``, ``"adjustments"`` for all of a kind
            (`resolvent.oracle.generate.KINDS`); left out, all of movement.
        board: the map; left out, the standard one.
        timeout: seconds that one answer may take; a function can be interrupted only in the main thread, and
            only while it runs Python.
        seconds: stop after this time.
        most_faults: stop when so many causes are known.

    Returns:
        The report, if nothing is wrong.

    Raises:
        InputError: there is no such theme, the judge cannot be started, or a number asks nothing.
        RuleError: the rulebook cannot be used.
        AssertionError: something is wrong; the message tells each cause with its smallest case.
    """
    __tracebackhide__ = True  # pytest shows the test and the message, and nothing between
    check_count(phases, "phases")
    check_count(size, "size", least=2)
    check_count(most_faults, "most_faults")
    check_seconds(timeout, "timeout")
    check_seconds(seconds, "seconds")
    try:
        with closing(_opened(judge, board, timeout)) as asked:
            generator = Generator(board or load_map("standard"), seed, size, themes)
            checker = Checker(rules, board=board, most_choices=0)
            report = Fuzz(asked, checker, generator).run(phases, seconds, most_faults)
    except ResolventError as error:
        raise error.with_traceback(None) from None  # where in the library it was found helps nobody
    if report.faults:
        faults = [fault_text(found.fault, board) for found in report.listed()]
        told = "\n\n".join([*faults, report.stopped]).rstrip()
        asked_about = many(report.phases, "phase")
        raise AssertionError(
            f"{report.judge} is wrong on {report.wrong} of {asked_about} (seed {seed}):\n\n{told}"
        )
    return report


def _opened(judge: Answers | str, board: Map | None, timeout: float) -> Judge:
    return open_judge(judge, board, timeout) if isinstance(judge, str) else PythonJudge(judge, "", timeout)


check_judge = check
"""The same by another name, where ``check`` would be unclear."""


def fault_text(fault: Fault, board: Map | None = None) -> str:
    """A cause for people: what is wrong, and the smallest case."""
    head = f"{fault.count} x {'; '.join(fault.cause)}"
    return "\n".join(
        [head, *(f"  {sentence}" for sentence in fault.sentences), "", case_text(fault.phase, board)]
    )
