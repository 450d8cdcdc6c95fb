"""Throughput of fuzzing: phases a second with a judge inside the process, through the protocol, and with two.

The judge inside is this program itself, so its time is told apart: what is left is drawing phases,
adjudicating them, comparing, and measuring coverage.  Through the protocol the judge is
``resolvent adjudicate`` as another process.
"""

from __future__ import annotations

import sys

from benchmarks.harness import Row, arguments, show
from resolvent.oracle.parallel import Job, run_jobs


def main() -> None:
    parser = arguments(__doc__ or "", None)
    parser.add_argument("--phases", type=int, default=2000, help="how many phases each")
    options = parser.parse_args()
    command = f"{sys.executable} -m resolvent adjudicate - --format json"
    rows: list[Row] = []
    for title, judge, processes in (
        ("in the process", "rules:datc", 1),
        ("in the process, two processes", "rules:datc", 2),
        ("through the protocol", command, 1),
        ("through the protocol, two processes", command, 2),
    ):
        report = run_jobs(Job(judge, phases=options.phases, seed="speed"), processes)
        own = report.seconds - report.judge_seconds / processes
        rows.append(
            {
                "judge": title,
                "phases/s": report.phases / report.seconds,
                "times the first": 0.0,
                "phases/s without the judge": report.phases / own,
                "wrong": report.wrong,
            }
        )
    for row in rows:
        row["times the first"] = float(row["phases/s"]) / float(rows[0]["phases/s"])
    show(f"{options.phases} phases of up to 9 units", rows, options.json)


if __name__ == "__main__":
    main()
