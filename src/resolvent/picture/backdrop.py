"""The map itself: land and sea, owners, supply centres, names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from resolvent.board import Map, Province
from resolvent.picture.curves import number
from resolvent.picture.ground import Ground
from resolvent.picture.symbols import centre
from resolvent.picture.text import capitals_width, escape
from resolvent.picture.theme import colour_class
from resolvent.picture.view import LAYOUT_WIDTH, View

__all__ = ["Backdrop"]


class Backdrop:
    """Draws the map of a picture.

    Args:
        board: the map.
        ground: where everything is.
        view: what is shown.
        owners: supply centre -> power, or ``None``.
        spots: provinces to stress.
        bright: the provinces that matter; ``None``: all of them.
    """

    def __init__(
        self,
        board: Map,
        ground: Ground,
        view: View,
        owners: dict[str, str] | None,
        spots: Iterable[str],
        bright: frozenset[str] | None,
    ) -> None:
        self.board = board
        self.ground = ground
        self.view = view
        self.owners = owners or {}
        self.spots = frozenset(spots)
        self.bright = bright

    def surface(self) -> str:
        """Land, sea and borders; what does not matter is veiled."""
        seen = [id for id in self.ground.fills if self.view.shows(self.ground.boxes[id])]
        if self.bright is None:
            return self.water() + self.group([*self.lines(), *self.fills(seen)])
        far = [id for id in seen if id not in self.bright]
        near = [id for id in seen if id in self.bright]
        veil = self.rectangle("rs-veil")
        below = self.water() + self.group([*self.lines(), *self.fills(far)]) + veil
        # seas first, so that they do not cover the coast of the land that matters
        seas = [] if self.ground.graph else self.bright_seas(near)
        return below + self.group([*seas, *self.fills(near)])

    def water(self) -> str:
        return self.rectangle("rs-paper" if self.ground.graph else "rs-sea")

    def rectangle(self, name: str) -> str:
        return (
            f'<rect class="{name}" y="{number(self.view.top)}" width="{number(LAYOUT_WIDTH)}"'
            f' height="{number(self.view.height)}"/>'
        )

    def group(self, parts: Iterable[str]) -> str:
        """Paths on the grid of the ground, moved and scaled into the picture."""
        left, top = self.view.box[:2]
        scale = self.view.scale
        x, y = number(-left * scale), number(self.view.top - top * scale)
        fine = f"{scale / self.ground.grid:.5f}"
        width = f"{0.9 * self.ground.grid / scale:.2f}"
        return (
            f'<g transform="translate({x} {y}) scale({fine})" stroke-width="{width}" stroke-linejoin="round"'
            f' fill-rule="evenodd">{"".join(parts)}</g>'
        )

    def lines(self) -> Iterator[str]:
        for name, data in self.ground.lines.items():
            if data:
                yield f'<path class="rs-{name}" d="{data}"/>'

    def bright_seas(self, ids: list[str]) -> Iterator[str]:
        for id in ids:
            if id in self.ground.seas:
                yield f'<path class="rs-near-sea" d="{self.ground.fills[id]}"/>'

    def fills(self, ids: list[str]) -> Iterator[str]:
        for id in ids:
            data = self.ground.fills[id]
            if id not in self.ground.seas:
                yield f'<path class="{"rs-land" if id else "rs-nobody"}" d="{data}"/>'
            elif self.ground.graph:
                yield f'<path class="rs-sea-node" d="{data}"/>'
            if id in self.owners:
                yield f'<path class="rs-tint {colour_class(self.owners[id])}" d="{data}"/>'
            if id in self.spots:
                yield f'<path class="rs-spot" d="{data}"/>'

    def labels(self) -> str:
        """Abbreviations, each supply centre with its dot."""
        halos: list[str] = []
        words: list[str] = []
        dots: list[str] = []
        for id, province in self.board.provinces.items():
            if not self.view.shows(self.ground.boxes[id]):
                continue
            x, y = self.view(self.ground.labels[id])
            dim = self.bright is not None and id not in self.bright
            aside = 5.0 if province.centre else 0.0
            name = "rs-label rs-sea-label" if province.kind == "sea" else "rs-label"
            at = f'x="{number(x + aside)}" y="{number(y + 3.2)}"'
            shade = ' opacity=".45"' if dim else ""
            halos.append(f'<text class="{name} rs-halo" {at}{shade} aria-hidden="true">{id}</text>')
            words.append(f'<text class="{name}" {at}{shade}>{id}{_title(province)}</text>')
            if province.centre:
                side = 6.0 + capitals_width(id, 9.0) / 2
                dots.append(centre((x + aside - side, y), self.owners.get(id), dim))
        return "".join([*halos, *words, *dots])


def _title(province: Province) -> str:
    """The full name, which a browser shows when the pointer rests there."""
    return f"<title>{escape(province.name)}</title>"
