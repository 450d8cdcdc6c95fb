"""Shrinking: fewer units, simpler orders, shorter convoys, simpler places; and that it ends."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from resolvent import Outcome, Phase, Status, adjudicate, load_map, load_reading
from resolvent.oracle.generate import Generator
from resolvent.oracle.lines import Line, Shelf, lines_of, phase_of
from resolvent.oracle.places import Elsewhere
from resolvent.oracle.shrink import parts_of, shrink
from tests.oracle.phases import bounce, dislodgement, pandin, phase

BOARD = load_map("standard")
READING = load_reading("datc")
SHELF = Shelf(BOARD)


def size(phase: Phase) -> int:
    return sum(map(len, phase.units.values()))


def orders(phase: Phase) -> list[str]:
    return [str(text) for texts in phase.orders.values() for text in texts]


def is_cut(phase: Phase) -> bool:
    return any(o.reason == "cut" for o in adjudicate(phase).orders)


def test_lines_are_the_phase_again() -> None:
    for example in (bounce, dislodgement, pandin):
        assert phase_of(lines_of(example), example) == example


def test_shrinking_keeps_what_it_needs() -> None:
    generator = Generator(BOARD, 3, size=12, themes=("double_knot",))
    big = next(p for p in (generator.draw().phase for _ in range(200)) if is_cut(p))
    small = shrink(big, is_cut)
    assert is_cut(small)
    assert size(small) <= 4


@pytest.mark.parametrize(
    ("text", "simpler"),
    [
        ("A PAR H", []),
        ("A PAR - BUR", ["A PAR H"]),
        ("A BRE - PIC VIA", ["A BRE H", "A BRE - PIC"]),
        ("A PAR S A MAR", ["A PAR H"]),
        ("A PAR S A MAR - BUR", ["A PAR H", "A PAR - BUR", "A PAR S A MAR"]),
        ("F ENG C A LON - BRE", ["F ENG H"]),
        ("A PAR dances", ["A PAR H"]),
    ],
)
def test_simpler_orders(text: str, simpler: list[str]) -> None:
    line = Line("FRANCE", " ".join(text.split()[:2]), text)
    found = SHELF.simpler(line)
    assert [other.text for other in found] == simpler
    assert all(SHELF.weight(other) < SHELF.weight(line) for other in found)


def test_a_fault_at_a_busy_coast_ends_in_simpler_places() -> None:
    """A cut support between two coasts of Bulgaria, the Aegean and Greece."""
    busy = phase(
        {
            "AUSTRIA": ["A SER - BUL"],
            "ITALY": ["F ION - AEG", "A GRE S F ION - AEG"],
            "TURKEY": ["F AEG S F CON - BUL/SC", "F CON - BUL/SC", "A SMY H"],
        }
    )
    small = shrink(busy, is_cut)
    elsewhere = Elsewhere(busy, BOARD, READING)
    assert is_cut(small)
    assert size(small) == 3
    assert "/" not in "".join(orders(small))
    assert elsewhere.simplicity(lines_of(small)) < elsewhere.simplicity(lines_of(busy))
    assert not [p for p in map(province, orders(small)) if p in ("BUL", "GRE")]
    assert shrink(small, is_cut) == small


def province(text: str) -> str:
    """The province of an order's unit."""
    return text.split()[1][:3]


def test_supports_on_either_side_go_together() -> None:
    def meet(phase: Phase) -> bool:
        """Two moves against each other, and neither gets through."""
        found = adjudicate(phase).orders
        return [(" - " in o.order and " S " not in o.order, o.outcome) for o in found].count(
            (True, Outcome.FAILS)
        ) == 2

    even = phase(
        {
            "ITALY": ["F AEG - CON", "F BLA S F AEG - CON"],
            "TURKEY": ["F CON - AEG", "F EAS S F CON - AEG"],
        }
    )
    assert meet(even)
    small = shrink(even, meet)
    assert size(small) == 2


def test_a_move_and_the_supports_for_it_hold_together() -> None:
    def counts(phase: Phase) -> bool:
        return any(" S " in o.order and o.outcome is Outcome.SUCCEEDS for o in adjudicate(phase).orders)

    small = shrink(phase({"FRANCE": ["A BRE S A PAR - PIC", "A PAR - PIC"]}), counts)
    assert sorted(text.split()[2] for text in orders(small)) == ["H", "S"]
    assert not [text for text in orders(small) if " - " in text]


def test_parts_have_fewer_units() -> None:
    assert [size(part) for part in parts_of(dislodgement)] == [2, 2, 2, 1, 1, 1]
    assert not list(parts_of(phase({"FRANCE": ["A PAR H"]})))


def test_an_army_that_needs_no_coast_goes_inland() -> None:
    def bounces(phase: Phase) -> bool:
        return any(o.reason == "bounced" for o in adjudicate(phase).orders)

    small = shrink(phase({"ITALY": ["A KIE - MUN"], "FRANCE": ["A BER - MUN"]}), bounces)
    places = {word for text in orders(small) for word in text.split() if word in BOARD.provinces}
    assert {BOARD.provinces[id].kind for id in places} == {"inland"}


def test_a_convoy_becomes_shorter() -> None:
    def lands(phase: Phase) -> bool:
        found = adjudicate(phase)
        carried = any(" C " in o.order and o.outcome == "succeeds" for o in found.orders)
        return carried and any(o.order.startswith("A") and o.reason == "unopposed" for o in found.orders)

    chain = [f"F {sea} C A LVP - TUN" for sea in ("IRI", "MAO", "WES")]
    long = phase({"ENGLAND": ["A LVP - TUN", *chain]})
    assert lands(long)
    small = shrink(long, lands)
    assert lands(small)
    assert size(small) == 2


def paradox(phase: Phase) -> bool:
    return adjudicate(phase).status is Status.PARADOX


@pytest.mark.parametrize("still", [is_cut, paradox])
def test_every_step_to_simpler_places_is_legal_and_simpler(still: Callable[[Phase], bool]) -> None:
    generator = Generator(BOARD, 4, size=7, themes=("knot", "cutting", "illegal", "coasts"))
    for _ in range(12):
        drawn = generator.draw().phase
        elsewhere = Elsewhere(drawn, BOARD, READING)
        lines = lines_of(drawn)
        outcomes = [
            (o.outcome == "illegal", o.reason) for o in adjudicate(drawn).orders if o.outcome == "illegal"
        ]
        for other in elsewhere.simpler(lines):
            assert elsewhere.simplicity(other) < elsewhere.simplicity(lines)
            assert [line.power for line in other] == [line.power for line in lines]
            found = adjudicate(phase_of(other, drawn))
            told = [(o.outcome == "illegal", o.reason) for o in found.orders if o.outcome == "illegal"]
            assert sorted(told) == sorted(outcomes)
        if still(drawn):
            small = shrink(drawn, still)
            assert still(small)
            assert size(small) <= size(drawn)
            assert shrink(small, still) == small


def test_what_cannot_be_rewritten_stays() -> None:
    """A typed route and an unreadable text keep their provinces."""
    typed = phase({"ENGLAND": ["A YOR - NTH - NWY", "F NTH C A YOR - NWY"]})
    elsewhere = Elsewhere(typed, BOARD, READING)
    for other in elsewhere.simpler(lines_of(typed)):
        assert other[0].text == "A YOR - NTH - NWY"
    odd = phase({"FRANCE": ["A MAR dances"]})
    assert not list(Elsewhere(odd, BOARD, READING).simpler(lines_of(odd)))
