"""What the rule language has for the phases besides movement."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from resolvent import Reading, RuleError, adjudicate, load_reading
from resolvent.rules.passes import asks
from resolvent.rules.vocabulary import STAGES, is_a

WINTER: dict[str, Any] = {
    "phase": "W1901A",
    "units": {"ITALY": ["A ROM", "A TUN", "F ION"]},
    "centers": {"ITALY": ["NAP", "ROM"]},
}


def house(folder: Path, text: str) -> Reading:
    """The rules of DATC with a file of one's own."""
    (folder / "own.rules").write_text(f'"""Own rules."""\n\n{text}', encoding="utf-8")
    (folder / "own.toml").write_text('title = "Own"\nrules = ["own.rules"]\n', encoding="utf-8")
    return load_reading(str(folder / "own.toml"))


class TestRulesOfOnesOwn:
    """A rule of the other phases is changed as any is."""

    def test_removals(self, tmp_path: Path) -> None:
        reading = house(
            tmp_path,
            "@redefines\n"
            "def precedes(u: Unit, v: Unit):\n"
            '    """By name alone."""\n'
            "    return alphabetical(u.province, v.province)\n",
        )
        assert adjudicate(WINTER, reading).positions == {"ITALY": ("A ROM", "A TUN")}
        assert adjudicate(WINTER).positions == {"ITALY": ("A ROM", "F ION")}

    def test_builds_anywhere(self, tmp_path: Path) -> None:
        """A common house rule: any owned centre will do."""
        reading = house(
            tmp_path,
            '@redefines\ndef not_at_home(b: Build):\n    """Any centre will do."""\n    return False\n',
        )
        phase = {
            "phase": "W1901A",
            "units": {},
            "centers": {"ITALY": ["TUN"]},
            "orders": {"ITALY": ["A TUN B"]},
        }
        assert adjudicate(phase, reading).positions == {"ITALY": ("A TUN",)}
        assert adjudicate(phase).positions == {}

    def test_units_of_others(self, tmp_path: Path) -> None:
        """A house rule: fleets are under orders of all (against 6.A.6)."""
        reading = house(
            tmp_path,
            "@redefines\n"
            "def may_order(p: Power, u: Unit):\n"
            '    """Everybody orders every fleet."""\n'
            "    return u.power == p or u.fleet\n",
        )
        phase = {
            "units": {"FRANCE": ["A PAR"], "ITALY": ["F NAP", "A ROM"]},
            "orders": {"FRANCE": ["A PAR - BUR", "F NAP - TYS", "A ROM - TUS"]},
        }
        told = adjudicate(phase, reading)
        assert told.positions == {"FRANCE": ("A BUR",), "ITALY": ("A ROM", "F TYS")}
        assert [(i.text, i.reason) for i in told.ignored] == [("A ROM - TUS", "not_own_unit")]
        assert [i.text for i in adjudicate(phase).ignored] == ["A ROM - TUS", "F NAP - TYS"]

    @pytest.mark.parametrize("first", ["FRANCE", "ITALY"])
    def test_units_of_others_whoever_stands_first(self, tmp_path: Path, first: str) -> None:
        reading = house(
            tmp_path,
            '@redefines\ndef may_order(p: Power, u: Unit):\n    """All do."""\n    return True\n',
        )
        orders = {"FRANCE": [["F NAP - ION"], ["F NAP - TYS"]], "ITALY": ["F NAP - APU"]}
        phase = {
            "units": {"ITALY": ["F NAP"]},
            "orders": {power: orders[power] for power in sorted(orders, key=lambda p: p != first)},
        }
        told = adjudicate(phase, reading)
        assert [(o.order, o.reason) for o in told.orders] == [("F NAP - TYS", "conflicting")]
        assert [(i.power, i.text, i.reason) for i in told.ignored] == [
            ("FRANCE", "F NAP - ION", "replaced"),
            ("ITALY", "F NAP - APU", "conflicting"),
        ]

    def test_retreats(self, tmp_path: Path) -> None:
        """The first of two retreats to a province succeeds."""
        reading = house(
            tmp_path,
            "@redefines\n"
            "def escapes(r: Retreat):\n"
            '    """Fleets go before armies."""\n'
            "    return not any(x != r and x.unit.fleet for x in retreats_to(r.destination))\n",
        )
        phase = {
            "phase": "S1901R",
            "units": {},
            "dislodged": {"ITALY": {"A ROM": {"retreats": ["NAP"]}, "F TYS": {"retreats": ["NAP"]}}},
            "orders": {"ITALY": ["A ROM - NAP", "F TYS - NAP"]},
        }
        assert adjudicate(phase, reading).positions == {"ITALY": ("F NAP",)}


class TestLeast:
    """``least(number for x in relation if condition)``."""

    def distance(self, folder: Path, expression: str) -> Reading:
        return house(folder, f'@redefines\ndef distance(u: Unit):\n    """Own."""\n    return {expression}\n')

    def test_condition_and_nothing(self, tmp_path: Path) -> None:
        """Nothing at all is 99, which is farther than anything."""
        reading = self.distance(
            tmp_path,
            "least(steps(u.province, c) for c in centres_of(u.power) if u.army and c != u.province)",
        )
        assert adjudicate(WINTER, reading).positions == {"ITALY": ("A ROM", "A TUN")}

    def test_several_for_parts_and_sums(self, tmp_path: Path) -> None:
        reading = self.distance(
            tmp_path,
            "1 + least(steps(u.province, c) + count(v.fleet for v in units_of(u.power))"
            " for c in centres_of(u.power) for d in homes_of(u.power) if c == d)",
        )
        assert adjudicate(WINTER, reading) == _renamed(adjudicate(WINTER), reading)

    @pytest.mark.parametrize(
        ("expression", "message"),
        [
            ("least(u.army for c in centres_of(u.power))", "this must be a count, it is a Boolean"),
            ("least(centres_of(u.power))", "write 'least(number for x in relation)'"),
            ("least(1, 2)", "write 'least(number for x in relation)'"),
        ],
    )
    def test_mistakes(self, tmp_path: Path, expression: str, message: str) -> None:
        with pytest.raises(RuleError) as error:
            self.distance(tmp_path, expression)
        assert error.value.message == message

    @pytest.mark.parametrize(
        "expression",
        [
            "least(attack(m) for m in moves_to(p))",
            "least(1 for u in units_at(p) if dislodged(u))",
            "least(1 for m in moves_from(p))",
            "least(closeness(q) for q in [u.province for u in units_at(p)])",
        ],
    )
    def test_never_of_anything_open(self, tmp_path: Path, expression: str) -> None:
        """There is no least of numbers that depend on what is still to be found out."""
        rules = (
            '@redefines\ndef hold(p: Province):\n    """Own."""\n'
            f"    return {expression}\n\n"
            'def closeness(q: Province):\n    """Own."""\n    return count(moves_to(q))\n'
        )
        with pytest.raises(RuleError, match="'least' takes numbers that depend on no decision"):
            house(tmp_path, rules)


def _renamed(found: Any, reading: Reading) -> Any:
    import msgspec

    return msgspec.structs.replace(found, rules=reading.name)


class TestStages:
    """A word may be asked only when there is an answer."""

    @pytest.mark.parametrize(
        ("rule", "message"),
        [
            (
                "def escapes(r: Retreat):\n    return not any(moves_to(r.destination))",
                "uses 'moves_to'",
            ),
            (
                "def escapes(r: Retreat):\n    return dislodged(r.unit)",
                "of which nothing is known then",
            ),
            (
                "def lost(u: Unit):\n    return listed(u, u.place)",
                "uses 'listed'",
            ),
            ("def built(b: Build):\n    return any(retreats_to(b.location))", "uses 'retreats_to'"),
            ("def place_taken(b: Build):\n    return any(builds_by(b.power))", "uses 'builds_by'"),
            ("def dislodged(u: Unit):\n    return any(units_of(u.power))", "uses 'units_of'"),
        ],
    )
    def test_refused(self, tmp_path: Path, rule: str, message: str) -> None:
        head, _, body = rule.partition("\n")
        with pytest.raises(RuleError, match=message):
            house(tmp_path, f'@redefines\n{head}\n    """Own."""\n{body}\n')

    def test_entries_must_stay(self, tmp_path: Path) -> None:
        rule = '@redefines\ndef lost(u: Unit):\n    """Own."""\n    return count(units_of(u.power))\n'
        with pytest.raises(RuleError, match="'lost' must give a Boolean, as the rule that it redefines"):
            house(tmp_path, rule)

    def test_every_stage_compiles(self) -> None:
        for name in ("datc", "1971", "1982", "2000", "2023", "dptg", "datc-2"):
            reading = load_reading(name)
            assert all(reading.maker(stage) for stage in STAGES)


def test_a_retreat_is_a_move() -> None:
    assert is_a("Retreat", "Move")
    assert is_a("Retreat", "Order")
    assert not is_a("Move", "Retreat")
    assert not is_a("Build", "Move")


def test_what_a_rule_asks_of_its_parameter() -> None:
    """Objections that do not look at whom an order names are asked once for all of them."""
    rules = load_reading().stage("judge")
    assert asks(rules, "support_out_of_range") == {"unit", "destination"}
    assert asks(rules, "not_at_sea") == {"unit", "location"}
    assert asks(rules, "off_route") == {"location", "army", "destination"}
    assert "supported" in asks(rules, "supported_out_of_reach")
    assert "" in asks(load_reading().stage("resolve"), "walks_in") | {""}
