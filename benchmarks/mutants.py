"""How soon fuzzing finds seeded faults: twenty mutants of the rules, each run as a judge.

Told are, for each mutant, the seconds and phases until the first finding was met and shrunk, and the number
of units of its smallest case; none if nothing was found in time.
"""

from __future__ import annotations

import time

from benchmarks.harness import Row, arguments, show
from resolvent import load_map, load_reading
from resolvent.oracle.checker import Checker
from resolvent.oracle.fuzz import Fuzz
from resolvent.oracle.generate import Generator
from resolvent.oracle.judges import ReadingJudge
from resolvent.oracle.mutate import mutants_of

SEEDED = (
    "succeeds-3", "succeeds-8", "given-4", "carries-3", "breaks-6", "cuts-1", "cuts-3", "comes_from_target-1",
    "sea_path-1", "opposes-2", "opposes-4", "head_to_head-2", "vacated-3", "hold-10", "prevent-3", "beaten-2",
    "defend-2", "attack-17", "helps_against_own-2", "may_retreat-3",
)  # fmt: skip
"""Mutants from all over the equations."""


def main() -> None:
    parser = arguments(__doc__ or "", None)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to look for each")
    parser.add_argument("--seed", default="5", help="the seed of the phases")
    options = parser.parse_args()
    reading = load_reading("datc")
    checker = Checker(reading, most_choices=0)
    known = {mutant.id: mutant for mutant in mutants_of(reading)}
    rows: list[Row] = []
    for name in SEEDED:
        fuzz = Fuzz(ReadingJudge(known[name].reading), checker, Generator(load_map("standard"), options.seed))
        begin = time.perf_counter()
        report = fuzz.run(phases=1_000_000, seconds=options.seconds, most_faults=1)
        faults = list(report.faults.values())
        rows.append(
            {
                "mutant": name,
                "change": known[name].change[:60],
                "seconds": time.perf_counter() - begin,
                "phases": report.phases,
                "units": faults[0].size if faults else 0,
            }
        )
    found = sum(row["units"] != 0 for row in rows)
    show(f"Seeded faults: {found} of {len(rows)} found", rows, options.json)


if __name__ == "__main__":
    main()
