"""The cases of DATC as frozen values, read from ``cases.toml``.

DATC, the Diplomacy Adjudicator Test Cases, is the work of Lucas B. Kruijswijk; version 3.1 of
2024-05-19 is meant.  Nothing here adjudicates: a case holds a position, orders, and what is to come of
them.
"""

from __future__ import annotations

import functools
import importlib.resources
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from resolvent.datc.result import Result, parse_result
from resolvent.errors import InputError

__all__ = [
    "SECTIONS",
    "Case",
    "Dislodgement",
    "Expectation",
    "Movement",
    "Probe",
    "Variant",
    "load_cases",
    "read_cases",
    "section",
]

Phase = Literal["movement", "retreat", "adjustment"]
ByPower = dict[str, tuple[str, ...]]
C = TypeVar("C", bound="Case")

SECTIONS: dict[str, str] = {
    "6.A": "illegal orders and plain bounces",
    "6.B": "provinces with two coasts",
    "6.C": "moves in a ring",
    "6.D": "support, cutting and dislodgement",
    "6.E": "head-to-head battles and beleaguered units",
    "6.F": "convoys, broken routes and paradoxes",
    "6.G": "convoys between neighbours",
    "6.H": "retreats",
    "6.I": "builds",
    "6.J": "removals and civil disorder",
}

_PHASES = {"movement": "S1901M", "retreat": "S1901R", "adjustment": "W1901A"}  # the year never matters


class Dislodgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a unit was dislodged, and where it may go.

    Attributes:
        by: the unit that dislodged it, as it stood before the moves.
        retreats: every place open to it; ``None`` where the source is silent.
        may: places the case says it may retreat to.
        may_not: places the case says it may not retreat to.
    """

    by: str
    retreats: tuple[str, ...] | None = None
    may: tuple[str, ...] = ()
    may_not: tuple[str, ...] = ()


class Expectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to come of the orders.

    Attributes:
        results: by unit, as it stood before the phase.  Some variants list the moves only.
        adjustments: by power, each order of an adjustment phase with its result.
        civil_disorder: the units that civil disorder removes.
        positions: by power, all units afterwards, dislodged ones left out; ``None`` if not told.
        dislodged: by dislodged unit.
    """

    results: dict[str, Result] = {}
    adjustments: dict[str, tuple[tuple[str, Result], ...]] = {}
    civil_disorder: tuple[str, ...] = ()
    positions: ByPower | None = None
    dislodged: dict[str, Dislodgement] = {}


class Movement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The movement phase before the retreats of a case: its orders and its outcome."""

    orders: ByPower
    expect: Expectation


class Probe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One retreat tried by itself; dislodged units without an order are disbanded."""

    orders: ByPower
    expect: Expectation


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The outcome of a case under other choices than the preferred ones.

    Exactly one of ``expect``, ``any_of``, ``same`` and ``undefined`` is set.

    Attributes:
        choice: by issue (``"4.A.2"``), the key of the choice; all others stay as preferred.
        source: the version of DATC that says so (``"3.1"``, ``"2.5"``).
        rulebooks: the rulebooks that make this choice.
        inferred: follows from the choice, but is not said of the case.
        disputed: versions of DATC disagree.
        about: the phase the outcome belongs to, where it is not that of the case.
        same: the outcome is the one of the case.
        undefined: the choice gives no answer.
        any_of: one of these, depending on something else (a default coast).
        expect: the outcome.
        note: what else there is to say.
    """

    choice: dict[str, str]
    source: str
    rulebooks: tuple[str, ...] = ()
    inferred: bool = False
    disputed: bool = False
    about: Phase | None = None
    same: bool = False
    undefined: bool = False
    any_of: tuple[Expectation, ...] = ()
    expect: Expectation | None = None
    note: str = ""


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One test case, or an older text of one.

    Attributes:
        id: ``"6.A.1"``; an older text carries the version after ``@``.
        heading: the heading in DATC, if that is not the id (see ``number``).
        title: what it is about, in a few words.
        phase: the phase that ``orders`` belong to.
        since: the version of DATC that brought it; empty if it was always there.
        until: the last version that had this text; empty if it stands.
        revised: by version, what changed.
        derived: a scene that DATC only talks about, made concrete.
        under: for an older text, the choices it is to be judged under.
        also_under: other choices with the same outcome.
        issues: the disputed points it is about (DATC chapter 4).
        parser: a tag, where an order is written in an unusual way.
        constructed: the fields that are made up because the source leaves them out.
        note: what else there is to say.
        units: by power, before the phase (in a retreat case: before the movement).
        centers: by power, owned centres; adjustment cases only.
        adjust: by power, builds (+) or removals (-) due.
        orders: by power, in the order they are written.
        as_written: by power, the orders with omissions that are not the point of the case.
        movement: the phase before a retreat phase.
        probes: retreats to be tried one at a time.
        expect: the outcome of ``orders`` under the preferred choices, if there are any orders.
        variants: the outcome under other choices.
    """

    id: str
    title: str
    phase: Phase
    units: ByPower
    heading: str = ""
    since: str = ""
    until: str = ""
    revised: dict[str, str] = {}
    derived: bool = False
    under: dict[str, str] = {}
    also_under: tuple[dict[str, str], ...] = ()
    issues: tuple[str, ...] = ()
    parser: str = ""
    constructed: tuple[str, ...] = ()
    note: str = ""
    centers: ByPower = {}
    adjust: dict[str, int] = {}
    orders: ByPower = {}
    as_written: ByPower = {}
    movement: Movement | None = None
    probes: tuple[Probe, ...] = msgspec.field(default=(), name="probe")
    expect: Expectation | None = None
    variants: tuple[Variant, ...] = msgspec.field(default=(), name="variant")

    @property
    def number(self) -> str:
        """The heading it stands under in DATC, ``"6.J.9"`` for ``"6.J.9@3.0.1"``."""
        return self.heading or self.id

    def phase_dict(self, orders: Mapping[str, Sequence[str]] | None = None) -> dict[str, Any]:
        """The phase the case is about, in the shape of the phase JSON.

        Args:
            orders: by power, orders to put in place of the case's own (those of a probe, or
                ``as_written``).

        Returns:
            A fresh mapping with ``map``, ``phase``, ``units`` and ``orders``, for retreats also
            ``dislodged``, for adjustments also ``centers``.
        """
        units, more = self._position()
        chosen = self.orders if orders is None else orders
        return {
            "map": "standard",
            "phase": _PHASES[self.phase],
            "units": _lists(units),
            "orders": _lists(chosen),
            **more,
        }

    def movement_dict(self) -> dict[str, Any]:
        """The movement phase of the case: its own, or for a retreat case the one before.

        Returns:
            A fresh mapping with ``map``, ``phase``, ``units`` and ``orders``.

        Raises:
            InputError: an adjustment case has no movement phase.
        """
        if self.phase == "adjustment":
            raise InputError(f'case "{self.id}" has no movement phase')
        orders = self.movement.orders if self.movement else self.orders
        return {
            "map": "standard",
            "phase": _PHASES["movement"],
            "units": _lists(self.units),
            "orders": _lists(orders),
        }

    def _position(self) -> tuple[Mapping[str, Sequence[str]], dict[str, Any]]:
        """The units standing when ``orders`` are given, and what else the phase needs."""
        if self.movement:
            after = self.movement.expect
            return after.positions or {}, {"dislodged": _dislodged(self.units, after.dislodged)}
        if self.phase == "adjustment":
            return self.units, {"centers": _lists(self.centers)}
        return self.units, {}


def _lists(by_power: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    return {power: list(items) for power, items in by_power.items()}


def _dislodged(units: ByPower, after: Mapping[str, Dislodgement]) -> dict[str, dict[str, object]]:
    """The ``dislodged`` table of a retreat phase, with the attacker's province as ``from``."""
    table: dict[str, dict[str, object]] = {}
    for power, standing in units.items():
        for unit in standing:
            if unit in after:
                origin = after[unit].by.split()[1].partition("/")[0]
                row = {"from": origin, "retreats": list(after[unit].retreats or ())}
                table.setdefault(power, {})[unit] = row
    return table


def section(id: str) -> str:
    """The section of a case: ``"6.A"`` for ``"6.A.5"``; its title is in ``SECTIONS``.

    Raises:
        InputError: the id is not of a section of DATC chapter 6.
    """
    name = id[:3]
    if name not in SECTIONS:
        raise InputError(f'"{id}" is not the id of a DATC case')
    return name


def read_cases(text: str, kind: type[C], place: str = "") -> tuple[C, ...]:
    """Read a file of cases.

    Args:
        text: TOML, one ``[[case]]`` table a case.
        kind: the class of the cases: ``Case`` or a class of its own that adds to it.
        place: the name of the file, for errors.

    Raises:
        InputError: not TOML, an unknown or missing key, or a result that is none.
    """
    try:
        tables: list[dict[str, Any]] = tomllib.loads(text).get("case", [])
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"is not TOML: {error}", place) from None
    if not tables:
        raise InputError("there is no [[case]] in it", place)
    return tuple(_case(table, kind, f"{place}[{number}]") for number, table in enumerate(tables))


def _case(table: dict[str, Any], kind: type[C], place: str) -> C:
    try:
        return msgspec.convert(_with_results(table), kind)
    except msgspec.ValidationError as error:
        raise InputError(f'case "{table.get("id", "")}": {error}', place) from error


def _with_results(value: Any) -> Any:
    """The same tables, with every line of outcome parsed."""
    if isinstance(value, list):
        return [_with_results(item) for item in value]
    if not isinstance(value, dict):
        return value
    out = {key: _with_results(item) for key, item in value.items()}
    if "results" in value:
        out["results"] = {unit: parse_result(line) for unit, line in value["results"].items()}
    if "adjustments" in value:
        out["adjustments"] = {
            power: [(order, parse_result(line)) for order, line in pairs]
            for power, pairs in value["adjustments"].items()
        }
    return out


@functools.cache
def load_cases() -> tuple[Case, ...]:
    """All entries of DATC 3.1, older texts included, in its order (parsed once per process)."""
    file = importlib.resources.files("resolvent.datc") / "cases.toml"
    return read_cases(file.read_text(encoding="utf-8"), Case, "datc/cases.toml")
