"""Judges that answer out of turn, or not at all."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from resolvent.oracle.claim import Claim
from resolvent.oracle.judges.judge import Failure, FailureKind
from resolvent.oracle.judges.process import ProcessJudge
from resolvent.oracle.judges.python import PythonJudge
from tests.oracle.phases import bounce

ANSWER = '{"outcomes": {"A MUN": "fails"}}'
LOOP = f"""\
import sys
for line in sys.stdin:
    print({ANSWER!r}, flush=True)
"""


@contextmanager
def judged_by(text: str, folder: Path) -> Iterator[ProcessJudge]:
    """A judge with this program."""
    (folder / "judge.py").write_text(text)
    judge = ProcessJudge(f"{sys.executable} {folder / 'judge.py'}")
    try:
        yield judge
    finally:
        judge.close()


@pytest.mark.parametrize(
    "text",
    [
        f"print({ANSWER!r}, flush=True)\n" + LOOP,
        LOOP + f"    print({ANSWER!r}, flush=True)\n",
    ],
    ids=["greets", "answers twice"],
)
def test_an_answer_before_the_question_is_not_taken_for_one(tmp_path: Path, text: str) -> None:
    replies: list[object] = []
    with judged_by(text, tmp_path) as judge:
        for _ in range(3):
            replies.append(judge.ask(bounce))
            time.sleep(0.3)  # what it writes besides has time to arrive
    failures = [reply for reply in replies if isinstance(reply, Failure)]
    assert failures
    assert {(f.kind, f.cause) for f in failures} <= {
        (FailureKind.NONSENSE, "not asked"),
        (FailureKind.NONSENSE, "this is not valid JSON"),
    }


def test_blank_lines_do_no_harm(tmp_path: Path) -> None:
    text = "print(flush=True)\n" + LOOP.replace("flush=True", r"end='\n\n', flush=True")
    with judged_by(text, tmp_path) as judge:
        assert all(isinstance(judge.ask(bounce), Claim) for _ in range(3))


@pytest.mark.parametrize(
    ("answer", "cause"),
    [
        ('{"outcomes": {}, "outcomes": {"A MUN": "fails"}}', "the key 'outcomes' stands here twice"),
        ('{"outcomes": {"A MUN": "fails", "A MUN": "fails"}}', "the key 'A MUN' stands here twice"),
        ('{"claim": {"positions": {"ITALY": [], "ITALY": []}}}', "the key 'ITALY' stands here twice"),
        ('{"claim": {"outcomes": {}}, "claim": {}}', "the key 'claim' stands here twice"),
    ],
)
def test_an_answer_with_a_key_twice_is_nonsense(tmp_path: Path, answer: str, cause: str) -> None:
    with judged_by(LOOP.replace(repr(ANSWER), repr(answer)), tmp_path) as judge:
        reply = judge.ask(bounce)
    assert isinstance(reply, Failure)
    assert (reply.kind, reply.cause) == (FailureKind.NONSENSE, cause)


def test_a_function_that_does_not_return() -> None:
    def endless(phase: dict[str, Any]) -> Mapping[str, Any]:
        while True:
            try:
                time.sleep(60)
            except Exception:  # as careless code does; it is not stopped by this
                return {}

    reply = PythonJudge(endless, seconds=0.2).ask(bounce)
    assert reply == Failure(FailureKind.TIMEOUT, "no answer within 0.2 seconds")


def test_a_function_that_returns_in_time_is_left_alone() -> None:
    claim = Claim({})
    assert PythonJudge(lambda phase: claim).ask(bounce) is claim
