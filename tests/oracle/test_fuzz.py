"""Judging judges: ourselves, faulty ones, programs that crash, hang or answer nonsense."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from resolvent import InputError, ResolventError, adjudicate, load_map, load_reading
from resolvent.oracle import check
from resolvent.oracle.cause import causes_of
from resolvent.oracle.checker import Checker
from resolvent.oracle.fuzz import Fuzz, Report
from resolvent.oracle.generate import Generator
from resolvent.oracle.judges import Failure, Judge, ProcessJudge, PythonJudge, ReadingJudge, open_judge
from resolvent.oracle.parallel import Job, run_jobs
from tests.cli.conftest import Run
from tests.oracle.phases import bounce, claim_of

BOARD = load_map("standard")
PYTHON = sys.executable


def fuzzed(judge: Judge, phases: int, **options: Any) -> Report:
    return Fuzz(judge, Checker(most_choices=0), Generator(BOARD, 1, **options)).run(phases)


def written(folder: Path, text: str) -> str:
    """A program that is a judge."""
    (folder / "judge.py").write_text(text, encoding="utf-8")
    return f"{PYTHON} {folder / 'judge.py'}"


# -- ourselves


def test_our_own_reading_is_never_wrong() -> None:
    report = fuzzed(ReadingJudge(load_reading("datc")), 400)
    assert (report.phases, report.wrong) == (400, 0)


def test_our_own_command_is_never_wrong_through_the_protocol() -> None:
    judge = ProcessJudge(f"{PYTHON} -m resolvent adjudicate - --format json")
    try:
        report = fuzzed(judge, 60)
    finally:
        judge.close()
    assert (report.phases, report.wrong) == (60, 0)


# -- faulty ones


def no_cuts(phase: dict[str, Any]) -> Mapping[str, Any]:
    """Right, but for an order to hold in place of every attack on a supporter."""
    targets = {o.split()[1][:3] for os in phase["orders"].values() for o in os if o.split()[2] == "S"}
    orders = {
        power: [
            f"{' '.join(o.split()[:2])} H" if o.split()[2] == "-" and o.split()[3][:3] in targets else o
            for o in texts
        ]
        for power, texts in phase["orders"].items()
    }
    found = claim_of(adjudicate({**phase, "orders": orders}))
    return {"positions": found["positions"]}


def test_a_faulty_judge_gives_few_and_small_findings() -> None:
    report = fuzzed(PythonJudge(no_cuts), 150, themes=("head_to_head", "garrison"))
    assert report.wrong > 10
    assert 1 <= len(report.faults) <= 12
    assert min(fault.size for fault in report.faults.values()) <= 4
    for fault in report.faults.values():
        assert fault.sentences


def test_another_paradox_rule_is_told_from_ours() -> None:
    report = fuzzed(ReadingJudge(load_reading("1982")), 250, themes=("knot",))
    assert report.faults
    assert all(fault.size <= 6 for fault in report.faults.values())


def test_check_raises_with_the_smallest_cases() -> None:
    def nobody_moves(phase: dict[str, Any]) -> Mapping[str, Any]:
        return {"positions": phase["units"]}

    with pytest.raises(AssertionError, match=r"nobody_moves is wrong on \d+ of \d+ phases") as raised:
        check(nobody_moves, phases=30)
    assert "is said not to succeed" in str(raised.value)
    assert ":\n" in str(raised.value)


def test_check_passes_who_is_right() -> None:
    report = check(lambda phase: claim_of(adjudicate(phase)), phases=25, seed="other")
    assert report.phases == 25


# -- who does not answer


def test_an_exception_is_a_finding() -> None:
    def broken(phase: dict[str, Any]) -> Mapping[str, Any]:
        raise KeyError("A MUN")

    reply = PythonJudge(broken).ask(bounce)
    assert isinstance(reply, Failure)
    assert (reply.kind, causes_of(reply)) == ("crash", [("crash", "KeyError test_fuzz.py:broken")])


def _always(answer: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda phase: answer


def test_nonsense_of_a_function_is_a_finding() -> None:
    answers: list[Any] = [None, {}, {"outcomes": 3}, {"outcomes": {"A MUN": "wins"}}]
    for answer in answers:
        reply = PythonJudge(_always(answer)).ask(bounce)
        assert isinstance(reply, Failure)
        assert reply.kind == "nonsense"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("import sys\nsys.stdin.readline()\nraise SystemExit('lost')", "crash"),
        ("import time\ntime.sleep(60)", "timeout"),
        ("for line in iter(input, ''): print('succeeds', flush=True)", "nonsense"),
        ("for line in iter(input, ''): print('[1]', flush=True)", "nonsense"),
        ("import os\nos.close(1)\nimport time\ntime.sleep(60)", "crash"),
    ],
)
def test_a_program_that_does_not_answer_is_a_finding(tmp_path: Path, text: str, kind: str) -> None:
    judge = ProcessJudge(written(tmp_path, text), seconds=1.0)
    try:
        for _ in range(2):  # it is started anew
            reply = judge.ask(bounce)
            assert isinstance(reply, Failure)
            assert reply.kind == kind
    finally:
        judge.close()


def test_a_program_that_crashes_at_times_is_shrunk(tmp_path: Path) -> None:
    text = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    assert ' C ' not in line, 'no convoys'\n"
        "    print(json.dumps({'dislodged': {}}), flush=True)\n"
    )
    judge = ProcessJudge(written(tmp_path, text))
    try:
        report = Fuzz(judge, Checker(most_choices=0), Generator(BOARD, 2, themes=("knot",))).run(
            10, most_faults=2
        )
    finally:
        judge.close()
    assert not report.stopped  # it has answered while the finding was shrunk
    crash = next(f for f in report.faults.values() if f.cause[0] == "crash")
    assert crash.size == 1
    assert "AssertionError: no convoys" in crash.sentences[0]


def test_a_command_that_is_not_there() -> None:
    with pytest.raises(InputError, match="cannot be started"):
        ProcessJudge("/nowhere/judge").ask(bounce)
    for command in ("", "'"):
        with pytest.raises(InputError):
            open_judge(command)


def test_a_judge_that_never_answers_is_soon_left_alone() -> None:
    judge = PythonJudge(_always(None))
    report = fuzzed(judge, 500)
    assert report.stopped == "the judge gave no usable answer to its first 10 phases; stopped"
    assert (report.phases, report.wrong) == (10, 10)
    (fault,) = report.faults.values()
    assert (fault.count, fault.cause, fault.size) == (10, ("nonsense", "NoneType"), 1)
    assert not fuzzed(judge, 9).stopped


def test_a_judge_that_answers_at_last_is_asked_on() -> None:
    asked: list[object] = []

    def late(phase: dict[str, Any]) -> Any:
        asked.append(phase)
        return {"positions": dict(adjudicate(phase).positions)} if asked[9:] else None

    report = fuzzed(PythonJudge(late), 30)
    assert (report.phases, report.wrong, report.stopped) == (30, 9, "")


def test_check_tells_that_there_was_no_answer() -> None:
    with pytest.raises(AssertionError, match=r"no usable answer to its first 10 phases; stopped$"):
        check(_always(None), phases=30)


def test_the_command_on_a_program_that_only_prints_help(run: Run) -> None:
    judge = f"{PYTHON} -I -S -c 'print(42)'"
    for jobs in ("1", "2"):
        ran = run("fuzz", "--judge", judge, "--jobs", jobs)
        assert ran.status == 1
        assert "the judge gave no usable answer to its first 10 phases; stopped\n" in ran.out
    ran = run("fuzz", "--judge", judge, "--format", "json")
    assert json.loads(ran.out)["stopped"].startswith("the judge gave no usable answer")
    assert "no usable answer" in run("fuzz", "--judge", judge, "--format", "html").out


# -- several processes, and the command


def test_two_processes_share_the_phases() -> None:
    report = run_jobs(Job("rules:1982", phases=60, themes=("knot",)), 2)
    assert report.phases == 60


def test_no_more_processes_than_phases() -> None:
    job = Job("rules:datc", phases=1, themes=("knot",))
    one, many = run_jobs(job, 1), run_jobs(job, 64)
    assert (one.phases, one.seen) == (many.phases, many.seen)
    with pytest.raises(InputError, match="must be from 1 to 64"):
        run_jobs(job, 65)


def _told(report: Report) -> dict[str, Any]:
    """A report without what a clock says."""
    plain: dict[str, Any] = msgspec.structs.asdict(report)
    del plain["seconds"], plain["judge_seconds"]
    return plain


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_same_seed_gives_the_same_report(jobs: int) -> None:
    job = Job("rules:1982", phases=120, themes=("knot", "void", "cutting"), seed="again")
    one, other = (_told(run_jobs(job, jobs)) for _ in range(2))
    assert one["faults"]
    assert one == other
    different = run_jobs(msgspec.structs.replace(job, seed="another"), jobs)
    assert _told(different) != one


@pytest.mark.parametrize("command", [f"{PYTHON} examples/judges/judge.py", "rules:datc"])
def test_the_command(run: Run, command: str) -> None:
    ran = run("fuzz", "--judge", command, "--phases", "25", "--format", "json")
    data = json.loads(ran.out)
    assert ran.status == (1 if data["faults"] else 0)
    assert bool(data["faults"]) is (command != "rules:datc")
    assert data["phases"] == 25


def test_the_command_in_text_with_coverage(run: Run) -> None:
    ran = run("fuzz", "--judge", "rules:1971", "--phases", "40", "--theme", "knot", "--coverage")
    assert "conditions decided both ways" in ran.out
    assert "phases a second" in ran.out


def test_what_the_command_cannot_use(run: Run) -> None:
    assert run("fuzz", "--judge", "/nowhere/judge").status == 2
    assert run("fuzz", "--judge", "rules:datc", "--theme", "none").status == 2
    assert run("fuzz", "--judge", "rules:none").status == 2
    ran = run("fuzz", "--judge", "package:nosuch")
    assert (ran.status, ran.err) == (
        2, "resolvent: --judge: there is no judge for a package 'nosuch'; there is package:diplomacy\n",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("option", "numbers"),
    [
        ("--timeout", ("nan", "inf", "0", "-1", "1e300")),
        ("--seconds", ("nan", "inf", "0", "-1")),
        ("--faults", ("0", "-1")),
        ("--choices", ("-1",)),
        ("--phases", ("0", "-1")),
        ("--size", ("1", "-1")),
        ("--jobs", ("0", "-1", "300")),
    ],
)
def test_numbers_that_ask_nothing(run: Run, option: str, numbers: tuple[str, ...]) -> None:
    for number in numbers:
        ran = run("fuzz", "--judge", "rules:datc", option, number)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(f"resolvent: {option}: must be ")
        assert ran.err.count("\n") == 1


def test_check_refuses_what_asks_nothing() -> None:
    for name, number in (("phases", 0), ("timeout", 0.0), ("seconds", float("nan")), ("most_faults", 0)):
        wrong: dict[str, Any] = {name: number}
        with pytest.raises(InputError, match=f"^{name}: must be "):
            check(_always(None), **wrong)


def test_check_waits_as_long_as_it_is_told() -> None:
    def slow(phase: dict[str, Any]) -> Mapping[str, Any]:
        time.sleep(60)
        return {}

    with pytest.raises(AssertionError, match=r"timeout: no answer within 0\.05 seconds"):
        check(slow, phases=2, timeout=0.05)


def test_check_tells_what_it_cannot_use_without_its_own_insides() -> None:
    for judge, rules in (("/nowhere/judge", "datc"), ("rules:datc", "none"), ("rules:none", "datc")):
        with pytest.raises(ResolventError) as raised:
            check(judge, rules, phases=1)
        assert len(raised.traceback) == 2  # here, and check itself


def test_schemas(run: Run) -> None:
    shapes = json.loads(run("schema").out)
    assert list(shapes) == ["phase", "claim", "claimed-phase", "resolution"]
    assert json.loads(run("schema", "claim").out)["title"] == "claim"
