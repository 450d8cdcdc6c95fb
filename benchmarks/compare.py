"""What comparing readings costs, against adjudicating the same phases under each of them.

Readings share whatever they judge and ground alike, and those with the same rules share everything; so
comparing seven should cost less than seven adjudications.  The lines are one adjudication under one
reading (the measure), one under each of the seven, and comparing two, four and seven with each other.
Phases that differ are told with their reasons, and their responsible choices are looked for: that is
part of comparing.  `--knots` takes phases that differ a lot, the cases of DATC.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmarks.harness import Row, arguments, load_phases, medians, ratio, show, take_turns
from resolvent import Phase, Reading, adjudicate, load_reading, read_phase
from resolvent.compare.comparison import Comparator
from resolvent.datc import load_cases

SEVEN = ("datc", "1971", "1982", "2000", "2023", "dptg", "datc-2")


def datc_phases() -> list[Phase]:
    """The movement phases of the DATC cases."""
    return [read_phase(case.phase_dict()) for case in load_cases() if case.phase == "movement"]


def adjudicating(phases: Sequence[Phase], readings: Sequence[Reading]) -> Callable[[], object]:
    """Each reading by itself, as a script would do that knows of nothing else."""

    def run() -> None:
        for reading in readings:
            for phase in phases:
                adjudicate(phase, reading)

    return run


def comparing(phases: Sequence[Phase], readings: Sequence[Reading]) -> Callable[[], int]:
    """All readings together; how many phases differ."""
    comparator = Comparator(readings)

    def run() -> int:
        return sum(comparator.compare(phase) is not None for phase in phases)

    return run


def main() -> None:
    """Run the benchmark."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--phases", type=int, default=200, help="how many phases of played games")
    parser.add_argument("--knots", action="store_true", help="the cases of DATC in place of played games")
    options = parser.parse_args()
    phases = datc_phases() if options.knots else [read_phase(p) for p in load_phases(options.phases)]
    readings = [load_reading(name) for name in SEVEN]
    contestants: dict[str, Callable[[], object]] = {
        "adjudicating under 1 reading": adjudicating(phases, readings[:1]),
        "adjudicating under 7 readings": adjudicating(phases, readings),
        "comparing 2 readings": comparing(phases, readings[:2]),
        "comparing 4 readings": comparing(phases, readings[:4]),
        "comparing 7 readings": comparing(phases, readings),
    }
    taken = take_turns(contestants, options.repeats)
    one, seven = "adjudicating under 1 reading", "adjudicating under 7 readings"
    rows: list[Row] = [
        {
            "what": name,
            "ms a phase": 1000 * seconds / len(phases),
            "times one": ratio(taken, name, one),
            "times seven": ratio(taken, name, seven),
        }
        for name, seconds in medians(taken).items()
    ]
    differing = comparing(phases, readings)()
    notes = [
        "times one, times seven: ratio to adjudicating the same phases under one reading and under seven.",
        f"The seven readings do not resolve {differing} of the phases alike; these cost the most.",
    ]
    show(f"Comparing readings on {len(phases)} phases", rows, options.json, notes)


if __name__ == "__main__":
    main()
