"""What the lines of a ``.map`` file build up: powers, places and their neighbours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from resolvent.board.entries import MapEntries, PowerEntry, ProvinceEntry
from resolvent.board.imports.imported import ImportedMap
from resolvent.board.imports.spellings import clear_spellings
from resolvent.board.names import fold
from resolvent.errors import MapError

__all__ = ["MapBoard"]

_POWER = re.compile(r"(?P<name>[^\s()]+)\s*(?:\((?P<own>[^():]*)(?::(?P<letter>[^()]*))?\))?\s*(?P<rest>.*)")
_BEGIN = re.compile(r"(SPRING|FALL|WINTER) (\d{1,6}) ([MRA])\w*")
_BODY = re.compile(r"\s*\([^)]*\)\s*$")
_LOCATION = re.compile(r"\w{2,5}(/[A-Za-z]C)?")
_ABUT = re.compile(r"[*~]?(?:\w:)?(?P<place>\w{2,5}(?:/[A-Za-z]C)?)(?:~|\([^)]*\))?")
_HOME = re.compile(r"[*+~&]?(?P<place>\w{2,5})(?:\([^)]*\))?,?")
_KINDS: Mapping[str, Literal["inland", "coastal", "sea"]] = {
    "WATER": "sea",
    "LAND": "inland",
    "COAST": "coastal",
    "PORT": "coastal",
}


class Power(msgspec.Struct):
    """A power as far as it is known."""

    id: str
    name: str
    adjective: str = ""
    letter: str = ""
    homes: list[str] = []
    inhabits: list[str] | None = None
    owns: list[str] | None = None
    units: dict[str, str] = {}  # province to unit

    def home_centres(self) -> list[str]:
        """The homes: of INHABITS if there was such a line."""
        return self.homes if self.inhabits is None else self.inhabits


class Location(msgspec.Struct):
    """A line of terrain: a province, one of its coasts, or the body of one with coasts."""

    terrain: str
    body: bool
    abuts: list[str]


class MapBoard:
    """Takes directives one by one; see `resolvent.board.imports.dpjudge`."""

    def __init__(self) -> None:
        self.powers: dict[str, Power] = {}
        self.current: Power | None = None
        self.locations: dict[str, Location] = {}
        self.names: dict[str, str] = {}
        self.aliases: dict[str, list[str]] = {}
        self.unclear: dict[str, list[str]] = {}
        self.centres: dict[str, None] = {}
        self.dummy: list[str] = []
        self.rules: list[str] = []
        self.begin = ""
        self.victory: int | None = None
        self.remarks: list[str] = []

    def remark(self, sentence: str) -> None:
        """Take down that something is not carried over."""
        if sentence not in self.remarks:
            self.remarks.append(sentence)

    def power(self, where: str) -> Power:
        """The power that the lines are about.

        Raises:
            MapError: there is none.
        """
        if self.current is None:
            raise MapError("the line stands before the name of any power", where)
        return self.current

    def set_victory(self, words: list[str], where: str) -> None:
        """Centres needed to win; the last count holds for all later years."""
        if not words or not all(w.isascii() and w.isdigit() and len(w) < 5 for w in words):
            raise MapError("VICTORY needs a number of centres", where)
        self.victory = int(words[-1])
        if len(set(words)) > 1:
            self.remark("The number of centres that wins changes by the year; the last one is given.")

    def set_begin(self, words: list[str], where: str) -> None:
        """The first phase: ``SPRING 1901 MOVEMENT``."""
        match = _BEGIN.fullmatch(" ".join(words).upper())
        if match is None:
            raise MapError("BEGIN needs a season, a year and a type of phase", where)
        self.begin = f"{match[1][0]}{int(match[2]):04d}{match[3]}"

    def name(self, line: str, where: str) -> None:
        """``Norwegian Sea = nwg norwegian norw+sea``"""
        full, _, rest = line.partition("=")
        words = rest.split()
        if not words:
            raise MapError("behind '=' an abbreviation is needed", where)
        id = words[0].upper()
        if "/" in id:  # coasts are found by their provinces' names
            return
        self.names[id] = _BODY.sub("", full.strip()) or id
        for word in words[1:]:
            spelling = word.replace("+", " ")
            if spelling.endswith("?"):
                self.unclear.setdefault(spelling.rstrip("?"), []).append(id)
            elif "/" not in spelling and "(" not in spelling:
                self.aliases.setdefault(id, []).append(spelling)

    def power_line(self, line: str, where: str) -> None:
        """``UPLAND (UPLANDER:U) ALF -BET``: declares a power, or takes it up again."""
        match = _POWER.fullmatch(line)
        if match is None:
            raise MapError(f"{line[:40]!r} is no line of a map", where)
        id = re.sub(r"[^A-Z0-9_-]", "", match["name"].upper()).lstrip("_-0123456789")
        if not id:
            raise MapError(f"{match['name'][:40]!r} is no name of a power", where)
        shown = match["name"].strip("_,").replace("_", " ").title()
        power = self.current = self.powers.setdefault(id, Power(id, shown))
        if match["own"]:
            power.adjective = _results_word(match["own"])
        if match["letter"]:
            power.letter = match["letter"]
        for word in match["rest"].split():
            province = self.province(word.lstrip("-"), where)
            if word.startswith("-"):
                power.homes = [home for home in power.homes if home != province]
                self.centres[province] = None
            elif province not in power.homes:
                power.homes.append(province)
                self.centres[province] = None

    def province(self, word: str, where: str) -> str:
        """The province of a word in a list of centres; its marks are not carried over."""
        match = _HOME.fullmatch(word)
        if match is None:
            raise MapError(f"{word[:40]!r} is no abbreviation of a province", where)
        if word.strip(",") != match["place"]:
            self.remark(f"What is special about the centre '{word[:40]}' is not carried over ({where}).")
        return match["place"].upper()

    def owns(self, words: list[str], replace: bool, where: str) -> None:
        """Centres owned at the start."""
        if self.current is None and replace:  # in DPjudge another word for UNOWNED
            self.unowned(words, where)
            return
        power = self.power(where)
        found = [self.province(word, where) for word in words]
        power.owns = found if replace or power.owns is None else power.owns + found
        self.centres.update(dict.fromkeys(found))

    def inhabits(self, words: list[str], replace: bool, where: str) -> None:
        """Home centres in place of those of the power's line."""
        power = self.power(where)
        found = [self.province(word, where) for word in words]
        power.inhabits = found if replace or power.inhabits is None else power.inhabits + found
        self.centres.update(dict.fromkeys(found))

    def unit(self, kind: str, location: str, where: str) -> None:
        """A starting unit; it takes the place of an older one in its province."""
        place = self.location(location, where)
        province = place.partition("/")[0]
        for power in self.powers.values():
            power.units.pop(province, None)
        self.power(where).units[province] = f"{kind} {place}"

    def location(self, word: str, where: str) -> str:
        """The id of a place.

        Raises:
            MapError: the word is none.
        """
        if not _LOCATION.fullmatch(word):
            raise MapError(f"{word[:40]!r} is no abbreviation of a place", where)
        return word.upper()

    def named_powers(self, words: list[str]) -> list[str]:
        """The powers of DUMMY and UNPLAYED: some, all, or all except some."""
        ids = [word.strip(",").upper() for word in words]
        if ids[:1] != ["ALL"]:
            return ids
        spared = set(ids[2:]) if ids[1:2] == ["EXCEPT"] else set()
        return [id for id in self.powers if id not in spared]

    def dummies(self, words: list[str], where: str) -> None:
        """Powers that nobody plays."""
        self.dummy += self.named_powers(words) if words else [self.power(where).id]

    def unplayed(self, words: list[str], where: str) -> None:
        """Powers that are taken off the map; their homes stay centres."""
        for id in self.named_powers(words) if words else [self.power(where).id]:
            power = self.powers.pop(id, None)
            if power is not None and power is self.current:
                self.current = None

    def unowned(self, words: list[str], where: str) -> None:
        """Neutral centres; ``-XXX`` is no centre any more."""
        self.current = None
        for word in words:
            province = self.province(word.lstrip("-"), where)
            if word.startswith("-"):
                self.centres.pop(province, None)
            else:
                self.centres[province] = None

    def drop(self, words: list[str]) -> None:
        """Forget places, with their coasts, names and borders."""
        for word in words:
            gone = word.upper()
            for id in [id for id in self.locations if id == gone or id.startswith(f"{gone}/")]:
                del self.locations[id]
            self.names.pop(gone, None)
            self.aliases.pop(gone, None)
            self.centres.pop(gone, None)
            for location in self.locations.values():
                location.abuts = [a for a in location.abuts if a.upper().partition("/")[0] != gone]

    def terrain(self, terrain: str, word: str, abuts: list[str], where: str) -> None:
        """``COAST BUL/EC ABUTS BLA CON rum``, or ``AMEND`` of such a line."""
        id = self.location(word, where)
        if terrain != "AMEND":
            self.locations[id] = Location(terrain, word.islower(), self.plain(abuts, where))
            return
        location = self.locations.get(id)
        if location is None:
            raise MapError(f"there is no place {word!r} to amend", where)
        location.body = word.islower() if word.upper() != word or word.islower() else location.body
        for abut in abuts:
            if abut.startswith("-"):
                location.abuts = [a for a in location.abuts if not a.upper().startswith(abut[1:].upper())]
            else:
                location.abuts += self.plain([abut], where)

    def plain(self, abuts: list[str], where: str) -> list[str]:
        """Neighbours without the marks that only DPjudge knows."""
        found = []
        for abut in abuts:
            match = _ABUT.fullmatch(abut)
            if match is None:
                raise MapError(f"{abut[:40]!r} is no abbreviation of a place", where)
            if match["place"] != abut:
                self.remark(f"The condition of the border '{abut[:40]}' is not carried over ({where}).")
            found.append(match["place"])
        return found

    def imported(self, file: str, name: str) -> ImportedMap:
        """The map that all lines together describe.

        Args:
            file: its file, for messages.
            name: the name the map gets.
        """
        provinces = self.provinces()
        powers = self.power_entries()
        self.facts_left_out()
        unclear = {
            spelling: " ".join(dict.fromkeys(id for id in ids if id in provinces))
            for spelling, ids in self.unclear.items()
        }
        taken = {fold(s) for id, p in provinces.items() for s in (id, p.name, *p.aliases.split(","))}
        unclear = {s: ids for s, ids in unclear.items() if ids and fold(s) and fold(s) not in taken}
        if not provinces:
            raise MapError("no province is described here", file)
        entries = MapEntries(file, name, powers, provinces, unclear)
        return ImportedMap(entries, self.begin, self.victory, tuple(self.rules), tuple(self.remarks))

    def facts_left_out(self) -> None:
        """What a map of ours does not hold."""
        if self.dummy:
            self.remark(
                f"Nobody plays {', '.join(dict.fromkeys(self.dummy))}; a map does not tell that here."
            )
        for power in self.powers.values():
            if power.owns is not None and set(power.owns) != set(power.home_centres()):
                owned = " ".join(sorted(power.owns)) or "nothing"
                self.remark(f"At the start {power.id} owns {owned}, not its home centres.")
        ports = [id for id, location in self.locations.items() if location.terrain == "PORT"]
        if ports:
            self.remark(f"Fleets in {', '.join(sorted(ports))} may convoy; here only fleets at sea do.")

    def power_entries(self) -> dict[str, PowerEntry]:
        """The powers, with the spellings that stand for one only."""
        letters = [power.letter or power.id[0] for power in self.powers.values()]
        wanted = {
            id: (power.name, [power.adjective, *([letter] if letters.count(letter) == 1 else [])])
            for (id, power), letter in zip(self.powers.items(), letters, strict=True)
        }
        kept, remarks = clear_spellings(wanted)
        self.remarks += remarks
        return {
            id: PowerEntry(
                power.name,
                power.adjective if fold(power.adjective) in map(fold, (*kept[id], power.name)) else "",
                " ".join(sorted(power.home_centres())),
                ", ".join(sorted(power.units.values())),
                ", ".join(spelling for spelling in kept[id] if spelling != power.adjective),
            )
            for id, power in self.powers.items()
        }

    def provinces(self) -> dict[str, ProvinceEntry]:
        """The provinces that units can enter."""
        open_ = {id for id, at in self.locations.items() if "/" not in id and at.terrain != "SHUT"}
        wanted = {id: (self.names.get(id, id), self.aliases.get(id, ())) for id in sorted(open_)}
        kept, remarks = clear_spellings(wanted)
        self.remarks += remarks
        found = {}
        for id in sorted(open_):
            location = self.locations[id]
            coasts = {
                coast.partition("/")[2]: self.fleet(coast)
                for coast in sorted(self.locations)
                if coast.startswith(f"{id}/")
            }
            found[id] = ProvinceEntry(
                name=wanted[id][0],
                kind=_KINDS[location.terrain],
                centre=id in self.centres,
                army="" if location.terrain == "WATER" else self.army(id),
                fleet="" if coasts or location.terrain == "LAND" else self.fleet(id),
                coasts=coasts,
                aliases=", ".join(kept[id]),
            )
        return found

    def army(self, id: str) -> str:
        """Where an army goes from a province; a name in title case is reached by convoy only."""
        return _joined(
            province
            for abut in self.locations[id].abuts
            if not abut.istitle()
            and (province := abut.upper().partition("/")[0]) in self.locations
            and self.locations[province].terrain not in ("WATER", "SHUT")
        )

    def fleet(self, id: str) -> str:
        """Where a fleet goes from a place; a name in small letters is closed to it."""
        return _joined(
            abut.upper()
            for abut in self.locations[id].abuts
            if abut[:1].isupper()
            and (at := self.locations.get(abut.upper())) is not None
            and at.terrain not in ("LAND", "SHUT")
            and not at.body
        )


def _joined(ids: Iterable[str]) -> str:
    return " ".join(sorted(set(ids)))


def _results_word(word: str) -> str:
    """The adjective of a power: leading ``_`` are dropped, ``+`` makes the next letter a capital."""
    plain = word.lstrip("_").replace("_", " ")
    return re.sub(r"\+(\w?)", lambda m: m[1].upper(), plain.lower().capitalize()) if plain else ""
