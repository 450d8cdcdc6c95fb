"""Order text: phases as people write them down.

::

    phase F1907M            # optional; S1901M if left out
    map standard            # optional
    language nl             # optional; else it is found out
    UNITS                   # optional; else the orders say where the units are
    ENGLAND: A LON, F NTH
    GERMANY: A RUH
    ORDERS                  # needed after another section only
    ENGLAND
    A LON - HOL
    F NTH C A LON - HOL
    GERMANY: A RUH - HOL

A power's name alone on a line, with or without a colon, is a heading; the same heading again begins
a second set of orders (DATC 4.D.1).  ``GERMANY: A RUH - HOL`` goes to the last set of that power.
``#`` begins a comment; several orders on a line have ``;`` between them, or commas, full stops,
``|``, ``/`` or "and".  ``Fall 1907`` and ``Fall 1907 Movement`` name the phase as well.

Without a section ``UNITS`` every order places its unit, and a unit alone on a line has no order.
In a retreat phase the ordered units are the dislodged ones, in adjustments only removals place
units.  Two sections more, for retreats and adjustments::

    DISLODGED
    RUSSIA: F SEV from BLA retreats RUM, ARM
    CENTERS
    ENGLAND: LON, EDI, LVP

Names of powers and places, and the words of orders and of sections, may be in the language.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable

import msgspec

from resolvent.board import Map, Place, load_map
from resolvent.board.names import fold
from resolvent.errors import InputError
from resolvent.orders import Kind, Order, Reader, Unreadable, order_reader
from resolvent.orders.grammar import Season
from resolvent.orders.language import Language, load_language
from resolvent.orders.tokens import fold_text
from resolvent.records.phase import Dislodged, OrderSet, Phase, choose_language
from resolvent.records.sightings import Sightings
from resolvent.records.text_head import split_head, text_lines
from resolvent.records.units import place_unit

__all__ = ["format_phase_text", "read_order_text"]

_ADDED = re.compile(r"\([^()]*\)|\b(?:orders?|moves|for|from|of|the)\b", re.IGNORECASE)  # to a power's name
_BETWEEN = (r"\|", r"\.\s", r"\s/\s", r"\sand\s")  # orders of one line
_SECTION = re.compile(r"(units|orders|centers|centres|dislodged)\s*:?", re.IGNORECASE)
_DISLODGED = re.compile(
    r"(?P<unit>.+?)(?:\s+from\s+(?P<origin>.+?))?(?:\s+retreats\b(?P<goals>.*))?", re.IGNORECASE
)
_SEASONS: dict[str, Season] = {"M": "M", "R": "R", "A": "A"}


def read_order_text(text: str, board: Map | None = None, *, language: str | None = None) -> Phase:
    """Read a phase from order text.

    Args:
        text: see the head of this module.
        board: the map; left out, the one the text names.
        language: the code of the language it is in (``"nl"``); left out, what the text says, or
            else what it looks like.

    Returns:
        The phase; order texts are kept as written, also those that nobody can read.

    Raises:
        InputError: the map, phase, language or a section is faulty, an order stands before any
            power, no unit can be made out, or the orders contradict each other about the units;
            ``place`` is ``line 3``.
    """
    lines = [(n, line) for n, line in enumerate(text_lines(text), 1) if line]
    head, lines = split_head(lines)
    name = head.get("map", "standard") if board is None else board.name
    code = choose_language(language or head.get("language"), [line for _, line in lines])
    reader = _TextReader(board or load_map(name), head.get("phase", "S1901M"), load_language(code))
    return msgspec.structs.replace(reader.read(lines), map=name, language=code)


class _TextReader:
    """Reads the lines behind the head; one object a text."""

    def __init__(self, board: Map, phase: str, language: Language) -> None:
        self.board = board
        self.phase = phase
        self.reader: Reader = order_reader(board, _SEASONS[phase[-1]], language)
        self.names = {fold_text(name): id for id, name in board.power_names.items()}
        for id, names in language.powers.items():
            if id in board.power_names:
                self.names.update((fold_text(name), id) for name in names)
        self.sections = {
            key: section
            for section, words in language.sections.items()
            for word in words
            for key in language.keys(word)
        }
        self.sets: dict[str, list[list[str]]] = {}
        self.seen = Sightings(board)
        self.units: dict[str, list[str]] | None = None
        self.centers: dict[str, list[str]] | None = None
        self.dislodged: dict[str, dict[str, Dislodged]] | None = None
        self.power = ""
        self.number = 0

    def error(self, message: str) -> InputError:
        return InputError(message, f"line {self.number}")

    def read(self, lines: list[tuple[int, str]]) -> Phase:
        entry: Callable[[str], None] = self.order_line
        for self.number, line in lines:
            section = self.section_named(line)
            if section:
                entry = self.section(section)
                continue
            rest, alone = self.heading(line)
            if alone and entry == self.order_line:
                self.sets.setdefault(self.power, []).append([])
            if rest:
                entry(rest)
        return self.finish()

    def section_named(self, line: str) -> str:
        match = _SECTION.fullmatch(line)
        if match is not None:
            return match[1].lower()
        return self.sections.get(fold(line), "") if self.sections and len(line) < 50 else ""

    def section(self, name: str) -> Callable[[str], None]:
        self.power = ""
        if name == "orders":
            return self.order_line
        if name == "units":
            self.units = self.units or {}
            return self.unit_line
        if name == "dislodged":
            self.dislodged = self.dislodged or {}
            return self.dislodged_line
        self.centers = self.centers or {}
        return self.center_line

    def heading(self, line: str) -> tuple[str, bool]:
        """Take a power's name off the line; whether it stands there alone."""
        found, rest = self.named_power(line)
        if found is None and isinstance(self.reader[line], Unreadable):
            found, rest = self.adorned_power(line), ""
        if found is not None:
            self.power = found
            rest = rest.strip()
            return ("", True) if not rest.strip("-–—*_ ") else (rest, False)
        self.refuse_misspelt(line)
        if not self.power:
            raise self.error(f"{_short(line)!r} stands before the name of any power")
        return line, False

    def refuse_misspelt(self, line: str) -> None:
        """A heading that is nearly a power's name: its units must not go to the power before."""
        name = line.partition(":")[0].strip()
        if not 4 <= len(name) <= 20 or not name.replace(" ", "").isalpha() or self.readable(line):
            return
        close = difflib.get_close_matches(fold_text(name), self.names, n=1, cutoff=0.75)
        if close and not isinstance(self.reader.unit(name), tuple):
            raise self.error(f"{name!r} is no power; did you mean {self.names[close[0]]}?")

    def named_power(self, line: str) -> tuple[str | None, str]:
        """The power a line begins with, and the rest.

        A name in full (``ENGLAND F NTH - NWG``) needs no colon; an abbreviation does.
        """
        name, colon, rest = line.partition(":")
        if colon:
            return self.reader.power(name), rest
        word, _, rest = line.partition(" ")
        found = self.names.get(fold_text(word))
        if found is not None:
            return found, rest
        if len(line) == 1 or (self.phase[-1] != "A" and isinstance(self.reader[line], Order)):
            return None, line
        return self.reader.power(line), ""

    def adorned_power(self, line: str) -> str | None:
        """``German orders``, ``From Germany:``, ``Germany (Kim)``: a heading with words around it."""
        name = _ADDED.sub(" ", line[:100]).strip(" :-–—*_")
        return self.reader.power(name) if len(name) > 2 and name != line else None

    def order_line(self, line: str) -> None:
        for part in line.split(";"):
            for text in self.orders(part.strip()):
                self.order(text)

    def orders(self, text: str) -> list[str]:
        """Split at commas and other signs where that makes several orders of what is none."""
        if not text or len(text) > 10_000 or isinstance(self.reader[text], Order):
            return [text] if text else []
        if "," in text:
            parts = [part.strip() for part in text.split(",") if part.strip()]
            if sum(map(self.readable, parts)) > 1 or len(parts) == 1:
                return parts
        for sign in _BETWEEN:
            parts = [part.strip() for part in re.split(sign, text, flags=re.IGNORECASE) if part.strip()]
            if len(parts) > 1 and all(map(self.readable, parts)):
                return parts
        return [text]

    def readable(self, text: str) -> bool:
        return isinstance(self.reader[text], Order) or isinstance(self.reader.unit(text), tuple)

    def order(self, text: str) -> None:
        order = self.reader[text]
        if self.units is None and (isinstance(order, Unreadable) or order.kind is Kind.HOLD):
            alone = self.reader.unit(text)
            if isinstance(alone, tuple):
                self.seen.unit(self.power, *alone, self.number)
                return
        sets = self.sets.setdefault(self.power, [])
        if not sets:
            sets.append([])
        sets[-1].append(text)
        if isinstance(order, Order):
            self.seen.order(self.power, order, self.number)
        else:
            self.seen_before_rubbish(text)

    def seen_before_rubbish(self, text: str) -> None:
        """``A PAR dances``: the order cannot be read, but there is an army in Paris."""
        words = text[:100].split()
        for size in range(min(5, len(words)), 1, -1):
            unit = self.reader.unit(" ".join(words[:size]))
            if isinstance(unit, tuple) and unit[0]:
                self.seen.unit(self.power, *unit, self.number)
                return

    def unit_line(self, line: str) -> None:
        units = self.units if self.units is not None else {}
        for text in re.split(r"[,;]", line):
            if text.strip():
                units.setdefault(self.power, []).append(self.unit(text.strip()))

    def unit(self, text: str) -> str:
        unit = self.reader.unit(text)
        if isinstance(unit, Unreadable):
            raise self.error(f"{_short(text)!r} is no unit: {unit.why}")
        if not unit[0]:
            raise self.error(f"{_short(text)!r} does not say whether it is an army or a fleet")
        placed = place_unit(self.power, " ".join(unit), self.board, f"line {self.number}")
        return str(placed)

    def center_line(self, line: str) -> None:
        centers = self.centers if self.centers is not None else {}
        words = [word for word in re.split(r"[,;]", line) if word.strip()]
        if len(words) == 1:
            words = line.split() if self.find(words[0]) is None else words
        for word in words:
            place = self.find(word.strip())
            if place is None or not place.province.centre:
                raise self.error(f"{_short(word.strip())!r} is no supply centre")
            centers.setdefault(self.power, []).append(place.province.id)

    def dislodged_line(self, line: str) -> None:
        dislodged = self.dislodged if self.dislodged is not None else {}
        for part in line.split(";"):
            match = _DISLODGED.fullmatch(" ".join(part.split()))
            if match is None:
                continue
            origin = self.place(match["origin"]) if match["origin"] else ""
            goals = match["goals"]
            retreats = (
                None if goals is None else tuple(self.place(word) for word in re.findall(r"[^\s,]+", goals))
            )
            known = Dislodged(origin.partition("/")[0], retreats)
            dislodged.setdefault(self.power, {})[self.unit(match["unit"])] = known

    def find(self, text: str) -> Place | None:
        place = self.board.find(text)
        if place is None:
            unit = self.reader.unit(text)
            place = self.board.places[unit[1]] if isinstance(unit, tuple) and not unit[0] else None
        return place

    def place(self, text: str) -> str:
        place = self.find(text)
        if place is None:
            raise self.error(f"{_short(text)!r} is no place of the map {self.board.name!r}")
        return place.id

    def finish(self) -> Phase:
        units = {power: tuple(texts) for power, texts in (self.units or {}).items()}
        dislodged = self.dislodged
        if self.phase.endswith("R") and dislodged is None:
            found = self.seen.units()
            dislodged = {power: dict.fromkeys(texts, Dislodged()) for power, texts in found.items()}
        elif self.units is None:
            units = self.seen.units()
        if not units and not dislodged and self.centers is None:
            raise InputError("no unit can be made out; a line is written like 'A PAR - BUR'")
        centers = None if self.centers is None else {p: tuple(c) for p, c in self.centers.items()}
        orders = {power: _even(sets) for power, sets in self.sets.items() if any(sets)}
        return Phase(self.board.name, self.phase, units, orders, centers, dislodged)


def _even(sets: list[list[str]]) -> tuple[str | OrderSet, ...]:
    return tuple(sets[0]) if len(sets) == 1 else tuple(tuple(orders) for orders in sets)


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"


def format_phase_text(phase: Phase) -> str:
    """Write a phase as order text; the inverse of :func:`read_order_text`.

    Args:
        phase: any phase whose orders are single lines.

    Returns:
        Lines with an end; the units stand in a section of their own.
    """
    lines = [f"phase {phase.phase}", f"map {phase.map}"]
    lines += [f"language {phase.language}"] if phase.language else []
    lines += ["", "UNITS"]
    lines += [f"{power}: {', '.join(units)}" for power, units in phase.units.items() if units]
    if phase.dislodged is not None:
        lines += ["", "DISLODGED"]
        lines += [
            f"{power}: {_dislodged_line(unit, known)}"
            for power, units in phase.dislodged.items()
            for unit, known in units.items()
        ]
    if phase.centers is not None:
        lines += ["", "CENTERS"]
        lines += [f"{power}: {', '.join(centers)}" for power, centers in phase.centers.items() if centers]
    lines += ["", "ORDERS"]
    for power in phase.orders:
        for orders in phase.order_sets(power):
            lines += [power, *orders, ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _dislodged_line(unit: str, known: Dislodged) -> str:
    origin = f" from {known.origin}" if known.origin else ""
    retreats = "" if known.retreats is None else f" retreats {', '.join(known.retreats)}".rstrip()
    return f"{unit}{origin}{retreats}"
