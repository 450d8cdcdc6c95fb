"""Sentences about orders."""

from __future__ import annotations

import pytest

from resolvent import Outcome, Reason, load_map
from resolvent.explain.sentences import (
    OrderParts,
    join_names,
    order_parts,
    phase_title,
    place_name,
    sentence,
)
from resolvent.resolution.resolution import IgnoredText, OrderResult

BOARD = load_map()


def said(order: str, outcome: Outcome, reason: Reason, *by: str, dislodged: bool = False) -> str:
    unit = " ".join(order.split()[:2])
    result = OrderResult("FRANCE", unit, order, order, outcome, reason, by, dislodged)
    return sentence(result, BOARD)


@pytest.mark.parametrize(
    ("order", "parts"),
    [
        ("A LON - BEL", OrderParts("A LON", "-", "", "BEL")),
        ("A LON - BEL VIA", OrderParts("A LON", "-", "", "BEL")),
        ("F GAS - SPA/NC", OrderParts("F GAS", "-", "", "SPA/NC")),
        ("A RUH S A BEL - HOL", OrderParts("A RUH", "S", "A BEL", "HOL")),
        ("A RUH S F SPA/NC", OrderParts("A RUH", "S", "F SPA/NC", "SPA/NC")),
        ("F NTH C A LON - BEL", OrderParts("F NTH", "C", "A LON", "BEL")),
        ("A BEL H", OrderParts("A BEL", "H", "", "")),
        ("A PAR R GAS", OrderParts("A PAR", "R", "", "GAS")),
        ("F BRE D", OrderParts("F BRE", "D", "", "")),
        ("A PAR B", OrderParts("A PAR", "B", "", "")),
        ("WAIVE", OrderParts("WAIVE", "", "", "")),
    ],
)
def test_order_parts(order: str, parts: OrderParts) -> None:
    assert order_parts(order) == parts


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("fails: bounced with A LON", ("A RUH - HOL", Outcome.FAILS, Reason.BOUNCED, "A LON")),
        (
            "fails: cut by A DEN and F HOL",
            ("F KIE S A RUH - HOL", Outcome.FAILS, Reason.CUT, "A DEN", "F HOL"),
        ),
        (
            "illegal: A MUN cannot move to Holland itself",
            ("A MUN S A RUH - HOL", Outcome.ILLEGAL, Reason.OUT_OF_RANGE),
        ),
        (
            "void: F BLA was ordered something else",
            ("A ARM S F BLA - SEV", Outcome.VOID, Reason.UNMATCHED, "F BLA"),
        ),
        ("succeeds", ("A PAR H", Outcome.SUCCEEDS, Reason.UNDISTURBED)),
        ("succeeds: withstood A BUR", ("A PAR H", Outcome.SUCCEEDS, Reason.WITHSTOOD, "A BUR")),
        ("succeeds: not cut by A BUR", ("A PAR S A BRE", Outcome.SUCCEEDS, Reason.WITHSTOOD, "A BUR")),
        (
            "illegal: A PAR cannot get to Spain (north coast)",
            ("A PAR - SPA/NC", Outcome.ILLEGAL, Reason.UNREACHABLE),
        ),
        (
            "illegal: there is no unit in Burgundy",
            ("A PAR S A BUR", Outcome.ILLEGAL, Reason.NO_SUCH_UNIT),
        ),
        (
            "illegal: F IRI lies on no sea route from London to Belgium",
            ("F IRI C A LON - BEL", Outcome.ILLEGAL, Reason.OFF_ROUTE),
        ),
        ("fails: stopped by the paradox rule", ("F ENG C A LON - BEL", Outcome.FAILS, Reason.PARADOX)),
    ],
)
def test_sentences(text: str, found: tuple[str, Outcome, Reason, str]) -> None:
    assert said(*found) == text


def test_dislodged_is_told_once() -> None:
    assert said("A PAR H", Outcome.FAILS, Reason.DISLODGED, "A BUR", dislodged=True) == (
        "fails: dislodged by A BUR"
    )
    assert said("A PAR - PIC", Outcome.FAILS, Reason.BOUNCED, "A BRE", dislodged=True) == (
        "fails: bounced with A BRE; dislodged"
    )
    assert said("A PAR - PIC", Outcome.FAILS, Reason.OTHER, dislodged=True) == "fails: dislodged"


@pytest.mark.parametrize("by", [(), ("A LON",)])
@pytest.mark.parametrize("order", ["A RUH - HOL", "A RUH S A BEL", "F NTH C A LON - BEL", "A BEL H", "WAIVE"])
@pytest.mark.parametrize("reason", Reason)
def test_every_reason_makes_a_sentence(reason: Reason, order: str, by: tuple[str, ...]) -> None:
    text = said(order, Outcome.FAILS, reason, *by)
    assert text.startswith("fails")
    assert "{" not in text
    assert text == " ".join(text.split())
    assert not text.endswith((":", " by", " with", " of"))


@pytest.mark.parametrize("reason", Reason)
def test_what_is_not_used_makes_a_sentence(reason: Reason) -> None:
    text = sentence(IgnoredText("FRANCE", "A PAR", Outcome.ILLEGAL, reason), BOARD)
    assert text.startswith("illegal")
    assert "{" not in text


def test_names() -> None:
    assert place_name("STP/SC", BOARD) == "St Petersburg (south coast)"
    assert place_name("XXX", BOARD) == "XXX"
    assert phase_title("F1907M") == "Fall 1907, movement"
    assert phase_title("W1901A") == "Winter 1901, adjustments"
    assert [join_names("ABC"[:n]) for n in range(4)] == ["", "A", "A and B", "A, B and C"]
