"""Looking into a picture."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


class Picture:
    """A parsed picture.

    Args:
        svg: what was drawn; it must be XML.
    """

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)

    def pieces(self) -> dict[str, ElementTree.Element]:
        """Unit -> its group; a unit that is drawn twice is a mistake."""
        found: dict[str, ElementTree.Element] = {}
        for group in self.root.iter(f"{SVG}g"):
            if "rs-piece" in group.get("class", "").split():
                unit = group.get("data-unit", "")
                key = f"{unit} out" if unit in found else unit
                assert key not in found
                found[key] = group
        return found

    def orders(self) -> list[str]:
        """The orders of the units, in the order of drawing."""
        return [order for piece in self.pieces().values() if (order := piece.get("data-order"))]

    def classes(self) -> set[str]:
        """Every class that is used."""
        return {name for e in self.root.iter() for name in e.get("class", "").split()}

    def lines(self) -> list[ElementTree.Element]:
        """The groups with the lines of orders."""
        return [g for g in self.root.iter(f"{SVG}g") if "rs-lines" in g.get("class", "").split()]

    def texts(self) -> Iterator[str]:
        """Every text that can be read in the picture."""
        for text in self.root.iter(f"{SVG}text"):
            if text.get("aria-hidden") is None:
                yield text.text or ""
