"""An algorithm as a judge on standard input: ``python -m tests.oracle.published Guessing``."""

from __future__ import annotations

import json
import sys

from tests.oracle.published.variants import VARIANTS, judge_of


def main() -> None:
    """Answer each phase with a claim; where the algorithm does not end, the program stops with that."""
    if len(sys.argv) != 2 or sys.argv[1] not in VARIANTS:
        sys.exit(f"name one of: {', '.join(VARIANTS)}")
    judge = judge_of(VARIANTS[sys.argv[1]])
    for line in sys.stdin:
        print(json.dumps(judge(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
