"""Variants of jDip: ``variants.xml`` and the adjacency files it names, in a folder or a zip."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from resolvent.board.entries import MapEntries, PowerEntry, ProvinceEntry
from resolvent.board.imports.imported import LARGEST_FILE, ImportedMap, read_file
from resolvent.board.imports.spellings import clear_spellings
from resolvent.board.imports.xml import Element, parse_xml
from resolvent.board.names import fold
from resolvent.errors import MapError

__all__ = ["import_jdip_variant", "jdip_variant_names"]

_COASTS = ("nc", "sc", "ec", "wc")
_PLAIN = re.compile(r"[\w+-][\w.+-]*")
_TURN = re.compile(r"(spring|summer|fall|autumn|winter)\W+(\d{1,6})\W+(movement|retreat|adjustment)", re.I)

Load = Callable[[str], bytes]


def import_jdip_variant(path: Path, variant: str | None = None) -> ImportedMap:
    """Read a variant.

    Args:
        path: ``variants.xml``, beside which the adjacency files lie, or a zip of them.
        variant: its name; may be left out if there is one only, or one is the default.

    Raises:
        MapError: a file cannot be read, there is no such variant, or it cannot be made a map.
    """
    root, load, name = _open(path)
    chosen = _choose(list(root.below("VARIANT")), variant, name)
    return _Reader(chosen, load, name).imported()


def jdip_variant_names(path: Path) -> list[str]:
    """Names of the variants in a file.

    Raises:
        MapError: it cannot be read.
    """
    return [element.attributes.get("name", "") for element in _open(path)[0].below("VARIANT")]


def _open(path: Path) -> tuple[Element, Load, str]:
    if path.suffix.lower() == ".xml":

        def beside(name: str) -> bytes:
            return read_file(path.parent / name)

        return parse_xml(read_file(path), path.name), beside, path.name
    files = _unpacked(path)

    def inside(name: str) -> bytes:
        if name not in files:
            raise MapError(f"there is no file {name[:40]!r} in the zip", path.name)
        return files[name]

    return parse_xml(inside("variants.xml"), f"{path.name}: variants.xml"), inside, path.name


def _unpacked(path: Path) -> dict[str, bytes]:
    """The XML files of a zip; no more than a few million bytes are ever unpacked."""
    found: dict[str, bytes] = {}
    try:
        with path.open("rb") as stream, zipfile.ZipFile(stream) as archive:
            for info in archive.infolist():
                name = info.filename.rpartition("/")[2]
                if not name.endswith(".xml"):
                    continue
                with archive.open(info) as entry:
                    found[name] = entry.read(LARGEST_FILE + 1)
                if sum(map(len, found.values())) > LARGEST_FILE:
                    raise MapError(f"the files are larger than {LARGEST_FILE} bytes", path.name)
    except MapError:
        raise
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise MapError(f"the map file cannot be read: {reason}", str(path)) from None
    except Exception:  # a broken zip raises whatever the decompressor happens to raise
        raise MapError("the file is no zip that can be read", path.name) from None
    return found


def _choose(variants: list[Element], name: str | None, file: str) -> Element:
    names = [element.attributes.get("name", "") for element in variants]
    shown = ", ".join(names[:20])
    if name is not None:
        for element in variants:
            aliases = element.attributes.get("aliases", "").split(",")
            if fold(name) in map(fold, (element.attributes.get("name", ""), *aliases)):
                return element
        raise MapError(f"there is no variant {name[:40]!r}; there are: {shown}", file)
    defaults = [element for element in variants if element.attributes.get("default") == "true"]
    chosen = variants if len(variants) == 1 else defaults
    if len(chosen) != 1:
        raise MapError(f"say which variant; there are: {shown}" if names else "there is no variant", file)
    return chosen[0]


class _Reader:
    def __init__(self, variant: Element, load: Load, file: str) -> None:
        self.variant = variant
        self.file = file
        self.remarks: list[str] = []
        self.elements: dict[str, Element] = {}
        self.spellings: dict[str, str] = {}
        for element in self.adjacency(load).below("PROVINCE"):
            self.province(element)
        self.powers = self.power_spellings()

    def error(self, message: str, element: Element) -> MapError:
        return MapError(message, f"{self.file}, line {element.line}")

    def adjacency(self, load: Load) -> Element:
        for element in self.variant.find("MAP"):
            name = element.attributes.get("adjacencyURI", "")
            if not _PLAIN.fullmatch(name):
                raise self.error(f"{name[:40]!r} is no file that can be read", element)
            return parse_xml(load(name), name)
        raise self.error("the variant names no map", self.variant)

    def province(self, element: Element) -> None:
        id = element.attributes.get("shortname", "").upper()
        if not re.fullmatch(r"[A-Z0-9]{2,5}", id):
            raise self.error(f"{id[:40]!r} is no abbreviation of a province", element)
        self.elements[id] = element
        names = [a.attributes.get("name", "") for a in element.find("UNIQUENAME")]
        for spelling in (id, element.attributes.get("fullname", ""), *names):
            self.spellings.setdefault(fold(spelling), id)

    def find(self, name: str, element: Element) -> str:
        """The id of a province that is named in any of its spellings."""
        id = self.spellings.get(fold(name))
        if id is None:
            raise self.error(f"there is no province {name[:40]!r}", element)
        return id

    def power_spellings(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for element in self.variant.find("POWER"):
            name = element.attributes.get("name", "")
            id = re.sub(r"[^A-Z0-9_-]+", "_", name.upper()).strip("_-0123456789")
            if not id:
                raise self.error(f"{name[:40]!r} is no name of a power", element)
            for spelling in (name, *element.attributes.get("altnames", "").split(",")):
                found.setdefault(fold(spelling), id)
        return found

    def power(self, name: str, element: Element) -> str:
        id = self.powers.get(fold(name))
        if id is None:
            raise self.error(f"there is no power {name[:40]!r}", element)
        return id

    def imported(self) -> ImportedMap:
        """The map."""
        name = self.variant.attributes.get("name", "") or "variant"
        entries = MapEntries(self.file, name, self.power_entries(), self.province_entries(), {})
        self.facts_left_out()
        return ImportedMap(entries, self.begin(), self.victory(), (), tuple(self.remarks))

    def begin(self) -> str:
        for element in self.variant.find("STARTINGTIME"):
            match = _TURN.search(element.attributes.get("turn", ""))
            if match is not None:
                season = "S" if match[1].lower() in ("spring", "summer") else "F"
                type = match[3][0].upper()
                return f"{'W' if type == 'A' else season}{int(match[2]):04d}{type}"
        return ""

    def victory(self) -> int | None:
        for element in self.variant.below("WINNING_SUPPLY_CENTERS"):
            value = element.attributes.get("value", "")
            if value.isascii() and value.isdigit() and len(value) < 5:
                return int(value)
        return None

    def facts_left_out(self) -> None:
        """What a map of ours does not hold."""
        for element in self.variant.below("RULEOPTION"):
            option, value = element.attributes.get("name", ""), element.attributes.get("value", "")
            if value not in ("VALUE_BUILDS_HOME_ONLY", "VALUE_WINGS_DISABLED"):
                self.remarks.append(f"The rule option {option} = {value} is not carried over.")
        for element in self.variant.find("POWER"):
            if element.attributes.get("active") == "false":
                name = element.attributes.get("name", "")
                self.remarks.append(f"Nobody plays {name}; a map does not tell that here.")
        for id, element in self.elements.items():
            for border in element.attributes.get("borders", "").split():
                self.remarks.append(f"The condition '{border}' for entering {id} is not carried over.")
            if element.attributes.get("isConvoyableCoast") == "true":
                self.remarks.append(f"Fleets in {id} may convoy; here only fleets at sea do.")

    def power_entries(self) -> dict[str, PowerEntry]:
        homes: dict[str, list[str]] = {}
        for element in self.variant.find("SUPPLYCENTER"):
            province = self.find(element.attributes.get("province", ""), element)
            home = element.attributes.get("homepower", "none")
            owner = element.attributes.get("owner", "none")
            if home.lower() not in ("none", "any", ""):
                homes.setdefault(self.power(home, element), []).append(province)
            if fold(home) != fold(owner) and self.powers.get(fold(home)) != self.powers.get(fold(owner)):
                self.remarks.append(f"At the start {owner} owns {province}, the home of {home}.")
        units = self.units()
        elements = {self.power(e.attributes.get("name", ""), e): e for e in self.variant.find("POWER")}
        wanted = {
            id: (
                e.attributes.get("name", ""),
                [e.attributes.get("adjective", ""), *e.attributes.get("altnames", "").split(",")],
            )
            for id, e in elements.items()
        }
        kept, remarks = clear_spellings(wanted)
        self.remarks += remarks
        adjectives = {id: " ".join(e.attributes.get("adjective", "").split()) for id, e in elements.items()}
        return {
            id: PowerEntry(
                wanted[id][0],
                adjectives[id] if adjectives[id] in kept[id] else "",
                " ".join(sorted(homes.get(id, ()))),
                ", ".join(sorted(units.get(id, ()))),
                ", ".join(spelling for spelling in kept[id] if spelling != adjectives[id]),
            )
            for id in elements
        }

    def units(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for element in self.variant.find("INITIALSTATE"):
            kind = element.attributes.get("unit", "").lower()
            if not kind:
                continue
            if kind not in ("army", "fleet"):
                raise self.error(f"a unit {kind[:40]!r} has no place on a map of armies and fleets", element)
            place = self.find(element.attributes.get("province", ""), element)
            coast = element.attributes.get("unitcoast", "").lower()
            if kind == "fleet" and coast in _COASTS:
                place = f"{place}/{coast.upper()}"
            power = self.power(element.attributes.get("power", ""), element)
            found.setdefault(power, []).append(f"{kind[0].upper()} {place}")
        return found

    def province_entries(self) -> dict[str, ProvinceEntry]:
        centres = {self.find(e.attributes.get("province", ""), e) for e in self.variant.find("SUPPLYCENTER")}
        nodes = {id: self.nodes(element) for id, element in self.elements.items()}
        shut = {id for id, lists in nodes.items() if lists.get("mv") == [(id, "")]}
        wanted = {
            id: (
                element.attributes.get("fullname", "") or id,
                [a.attributes.get("name", "") for a in element.find("UNIQUENAME")],
            )
            for id, element in sorted(self.elements.items())
            if id not in shut
        }
        kept, remarks = clear_spellings(wanted)
        self.remarks += remarks
        return {id: self.entry(id, wanted[id][0], kept[id], nodes[id], shut, id in centres) for id in wanted}

    def nodes(self, element: Element) -> dict[str, list[tuple[str, str]]]:
        """Node of a province (``mv``, ``xc``, ``nc``, …) to the provinces and coasts it borders."""
        found: dict[str, list[tuple[str, str]]] = {}
        for adjacency in element.find("ADJACENCY"):
            type = adjacency.attributes.get("type", "").lower()
            if type not in ("mv", "xc", "wx", *_COASTS):
                raise self.error(f"{type[:40]!r} is no type of adjacency", adjacency)
            found.setdefault(type, []).extend(self.refs(adjacency))
        return found

    def refs(self, adjacency: Element) -> Iterator[tuple[str, str]]:
        for ref in adjacency.attributes.get("refs", "").split():
            match = re.fullmatch(r"(.+)[-/](nc|sc|ec|wc|xc|mv)", ref, re.IGNORECASE)
            if match is None:
                yield self.find(ref, adjacency), ""
            else:
                coast = match[2].lower()
                yield self.find(match[1], adjacency), coast if coast in _COASTS else ""

    def entry(
        self,
        id: str,
        name: str,
        aliases: tuple[str, ...],
        nodes: dict[str, list[tuple[str, str]]],
        shut: set[str],
        centre: bool,
    ) -> ProvinceEntry:
        """One province."""

        def borders(node: str) -> str:
            places = {
                f"{province}/{coast.upper()}" if coast and node != "mv" else province
                for province, coast in nodes.get(node, ())
                if province not in shut
            }
            return " ".join(sorted(places))

        coasts = {coast.upper(): borders(coast) for coast in sorted(_COASTS) if coast in nodes}
        by_sea = "xc" in nodes or bool(coasts)
        return ProvinceEntry(
            name=name,
            kind="inland" if not by_sea else "coastal" if "mv" in nodes else "sea",
            centre=centre,
            army=borders("mv"),
            fleet="" if coasts else borders("xc"),
            coasts=coasts,
            aliases=", ".join(aliases),
        )
