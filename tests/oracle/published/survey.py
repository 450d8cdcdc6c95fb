"""Counting what the algorithms make of generated phases: ``python -m tests.oracle.published.survey``.

The truth is that of the brute-force referee.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, permutations
from math import factorial

from resolvent import load_map
from resolvent.oracle.generate import THEMES, Generator
from resolvent.oracle.generate.themes import SLIPS
from resolvent.records.phase import phase_to_dict
from tests.oracle.published.reading import position_of
from tests.oracle.published.search import Endless, Search
from tests.oracle.published.variants import VARIANTS
from tests.referee.brute import resolve
from tests.referee.rules import Position

__all__ = ["THEMES_WITHOUT_SLIPS", "all_listings", "endings", "survey"]

THEMES_WITHOUT_SLIPS = tuple(theme for theme in THEMES if theme not in SLIPS)
CONVOYS = ("knot", "double_knot", "routes", "swap", "rotation")


def all_listings(position: Position, most: int = 720) -> Iterator[Position]:
    """A position with its orders listed, and so visited, in every order there is; of too many, every nth."""
    step = -(-factorial(len(position.orders)) // most)
    for orders in islice(permutations(position.orders.items()), None, None, step):
        yield position._replace(orders=dict(orders))


def some_listings(position: Position, count: int, rng: random.Random) -> Iterator[Position]:
    """A position as it is listed, and with its orders shuffled."""
    yield position
    for _ in range(count - 1):
        orders = rng.sample(list(position.orders.items()), len(position.orders))
        yield position._replace(orders=dict(orders))


def endings(variant: type[Search], listings: Iterable[Position]) -> Counter[str]:
    """How often an algorithm is ``"right"``, ``"wrong"`` or ``"endless"`` on listings of one position."""
    found: Counter[str] = Counter()
    truth = None
    for position in listings:
        truth = truth or resolve(position).values
        try:
            found["right" if variant.run(position) == truth else "wrong"] += 1
        except Endless:
            found["endless"] += 1
    return found


def survey(
    seed: str, phases: int, listings: int, size: int = 8, variants: Mapping[str, type[Search]] = VARIANTS
) -> tuple[Counter[str], Counter[tuple[str, str, str]]]:
    """Judge the algorithms on generated phases, themes with convoys drawn twice as often.

    Args:
        seed: the same seed draws the same phases.
        phases: how many.
        listings: in how many orders each is visited.
        size: the most units.
        variants: the algorithms by name.

    Returns:
        Status of the resolution -> phases; and (name, status, how it ended) -> phases, where a phase counts
        for each ending it has under some listing, and as ``"depends"`` if there is more than one.
    """
    generator = Generator(load_map("standard"), seed, size, (*CONVOYS, *THEMES_WITHOUT_SLIPS))
    rng = random.Random(seed)
    boards: Counter[str] = Counter()
    found: Counter[tuple[str, str, str]] = Counter()
    for _ in range(phases):
        position = position_of(phase_to_dict(generator.draw().phase))
        status = resolve(position).status
        boards[status] += 1
        drawn = list(some_listings(position, listings, rng))
        for name, variant in variants.items():
            ended = endings(variant, drawn)
            found.update((name, status, ending) for ending in ended)
            found[name, status, "depends"] += len(ended) > 1
    return boards, found


def main(arguments: Sequence[str]) -> None:
    """Print the counts; arguments: seed, phases, listings, size."""
    seed, phases, listings, size = [*arguments, *("published", "3000", "8", "8")[len(arguments) :]]
    boards, found = survey(seed, int(phases), int(listings), int(size))
    print(dict(boards))
    for name in VARIANTS:
        for status in sorted(boards):
            told = {e: found[name, status, e] for e in ("wrong", "endless", "depends")}
            if any(told.values()):
                print(f"{name:28}{status:10}", *(f"{ending} {count}" for ending, count in told.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
