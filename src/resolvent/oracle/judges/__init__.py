"""Judges: programs, functions and packages that say what becomes of a phase."""

from resolvent.oracle.judges.judge import Failure, Judge, Reply
from resolvent.oracle.judges.named import open_judge
from resolvent.oracle.judges.process import ProcessJudge
from resolvent.oracle.judges.python import PythonJudge, ReadingJudge

__all__ = ["Failure", "Judge", "ProcessJudge", "PythonJudge", "ReadingJudge", "Reply", "open_judge"]
