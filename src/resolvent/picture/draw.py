"""Drawing a phase, or a phase with its resolution, as SVG."""

from __future__ import annotations

from collections.abc import Iterable

from resolvent.board import Map, load_map
from resolvent.errors import InputError
from resolvent.orders.order import Kind
from resolvent.picture.arrows import order_lines, order_mark, retreat_lines
from resolvent.picture.backdrop import Backdrop
from resolvent.picture.curves import number
from resolvent.picture.ground import Ground
from resolvent.picture.layout import load_ground
from resolvent.picture.legend import HEADING, heading, legend
from resolvent.picture.routes import Routes
from resolvent.picture.scene import Drawn, Scene, make_scene
from resolvent.picture.symbols import burst, unit_sign
from resolvent.picture.text import clip, escape
from resolvent.picture.theme import Theme, power_letters, style_sheet
from resolvent.picture.view import LAYOUT_WIDTH, View, close_up, whole
from resolvent.records.phase import Phase
from resolvent.resolution.resolution import Resolution

__all__ = ["Theme", "draw_phase"]


def draw_phase(
    phase: Phase,
    resolution: Resolution | None = None,
    *,
    board: Map | None = None,
    knot: Iterable[str] | None = None,
    theme: Theme = "auto",
    width: int = 900,
) -> str:
    """Draw a phase.

    The map with its units; for each order its line (a move an arrow, a support dashed, a convoy a
    wave), with a mark if it did not succeed; dislodged units and where they may go, and provinces left
    empty by a standoff.  Nothing is told by colour alone.

    Args:
        phase: the phase; its centres, where given, colour the supply centres.
        resolution: its resolution; without one, the orders are drawn as they were given.
        board: the map; the one that the phase names, if left out.
        knot: units, ``"F LON"``: draw only the part of the board that they and their orders touch, and who
            supports or convoys them or is supported or convoyed by them, large, with everything else faint.
        theme: ``"light"``, ``"dark"``, or ``"auto"``: as the reader's screen prefers.
        width: how wide the picture is shown, in pixels; its layout is always the same.

    Returns:
        An SVG document, without declaration, so that it may stand inside HTML.  The same input gives the
        same text; it refers to nothing outside itself.

    Raises:
        InputError: a unit does not fit the map, ``knot`` names a unit that is not there, or the theme or
            the width makes no sense.
        MapError: the phase names an unknown map.
    """
    if theme not in ("auto", "light", "dark"):
        raise InputError(f"unknown theme {theme!r}; there are auto, light and dark", "theme")
    if not 1 <= width <= 100_000:
        raise InputError(f"must be from 1 to 100000 pixels, not {width}", "width")
    board = board or load_map(phase.map)
    scene = make_scene(phase, resolution, board)
    return _Picture(scene, board, load_ground(board), None if knot is None else tuple(knot)).svg(theme, width)


class _Picture:
    """One picture in the making."""

    def __init__(self, scene: Scene, board: Map, ground: Ground, knot: tuple[str, ...] | None) -> None:
        self.scene = scene
        self.board = board
        self.ground = ground
        self.letters = power_letters(board.powers)
        self.chosen = self.choose(knot)
        self.bright = None if self.chosen is None else self.touched(self.chosen)
        self.view = self.frame()
        self.routes = Routes(scene, board, ground, self.view)

    def choose(self, knot: tuple[str, ...] | None) -> frozenset[Drawn] | None:
        """The units that matter; ``None``: all of them."""
        if knot is None:
            return None
        found = set()
        for text in knot:
            units = [u for u in self.scene.units if u.unit == text] or self.spelt(text)
            if not units:
                raise InputError(f"there is no unit {clip(text, 40)!r}", "knot")
            found.update(units)
        if not found:
            raise InputError("names no unit", "knot")
        return frozenset(found | self.allies(found))

    def allies(self, units: set[Drawn]) -> set[Drawn]:
        """The units that these support or convoy, and those that support or convoy these."""
        on = {unit.place.province.id: unit for unit in self.scene.units}
        found = set()
        for unit in self.scene.units:
            named = "" if unit.order is None else unit.order.other
            other = on.get(self.province(named)) if named else None
            if other is not None and unit in units:
                found.add(other)
            elif other in units:
                found.add(unit)
        return found

    def province(self, place: str) -> str:
        return self.board.places[place].province.id

    def spelt(self, text: str) -> list[Drawn]:
        """Units by another spelling, ``"f london"``."""
        place = self.board.find(text[2:].strip())
        if place is None or text[:1].upper() not in ("A", "F") or text[1:2] != " ":
            return []
        kind = text[0].upper()
        return [u for u in self.scene.units if u.place.province is place.province and u.unit[0] == kind]

    def touched(self, units: Iterable[Drawn]) -> frozenset[str]:
        """The provinces that units and their orders touch."""
        found: set[str] = set()
        for unit in units:
            places = [unit.place.id, *(place.id for place in self.scene.retreats.get(unit.unit, ()))]
            if unit.order is not None:
                places += [unit.order.destination, unit.order.other]
            found.update(self.province(place) for place in places if place)
        return frozenset(found)

    def frame(self) -> View:
        if self.bright is None or self.chosen is None:
            return whole(self.ground, HEADING)
        points = [self.ground.units[unit.place.id] for unit in self.chosen]
        for id in self.bright:
            points += [self.ground.units[id], self.ground.labels[id]]
        return close_up(self.ground, points, HEADING)

    def svg(self, theme: Theme, width: int) -> str:
        spots = [id for id in self.scene.contested if id in self.board.provinces]
        backdrop = Backdrop(self.board, self.ground, self.view, self.scene.owners, spots, self.bright)
        below, height = legend(self.scene, self.board, HEADING + self.view.height)
        size = f'width="{width}" height="{number(height * width / LAYOUT_WIDTH)}"'
        return "".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {number(LAYOUT_WIDTH)} '
                f'{number(height)}" class="rs rs-{theme}" role="img" style="max-width:100%;height:auto">',
                f"<title>{escape(self.name())}</title><desc>{escape(self.description())}</desc>",
                f"<style>{style_sheet(self.board, theme)}</style>",
                f'<rect class="rs-paper" width="{number(LAYOUT_WIDTH)}" height="{number(height)}"/>',
                backdrop.surface(),
                self.orders(),
                "".join(burst(self.view(self.ground.units[id])) for id in spots),
                backdrop.labels(),
                self.units(),
                heading(self.scene),
                below,
                "</svg>\n",
            ]
        )

    def name(self) -> str:
        return f"{self.scene.title}{', ' if self.scene.aside else ''}{self.scene.aside}"

    def description(self) -> str:
        return "; ".join(unit.title for unit in self.scene.units)

    def orders(self) -> str:
        """The lines of all orders, those that matter most above."""
        parts = [self.lines(u) for u in self.scene.units if not self.matters(u)]
        parts += [self.lines(u) for u in self.scene.units if self.matters(u)]
        return "".join(parts)

    def matters(self, unit: Drawn) -> bool:
        return self.chosen is None or unit in self.chosen

    def dim(self, unit: Drawn) -> str:
        return "" if self.matters(unit) else " rs-dim"

    def lines(self, unit: Drawn) -> str:
        drawn = order_lines(unit, self.routes)
        options = [place.id for place in self.scene.retreats.get(unit.unit, ())] if unit.out else []
        retreats = "".join(retreat_lines(unit, self.routes, options))
        if not drawn and not retreats:
            return ""
        return f'<g class="rs-lines{self.dim(unit)}">{retreats}{drawn}</g>'

    def units(self) -> str:
        """Units with the marks of their orders; above everything else, so that no line hides one."""
        ordered = sorted(self.scene.units, key=lambda u: (self.matters(u), not u.out))
        return "".join([self.unit(u) for u in ordered])

    def unit(self, unit: Drawn) -> str:
        order = unit.order
        sign = unit_sign(
            unit.unit[0],
            unit.power,
            self.letters.get(unit.power, ""),
            self.routes.at[unit],
            ghost=unit.built,
            hold=order is not None and order.kind is Kind.HOLD,
            out=unit.out,
        )
        told = "" if order is None else f' data-order="{escape(str(order))}"'
        outcome = "" if unit.outcome is None else f' data-outcome="{unit.outcome}"'
        return (
            f'<g class="rs-piece{self.dim(unit)}" data-unit="{escape(unit.unit)}"{told}{outcome}>'
            f"<title>{escape(unit.title)}</title>{sign}{order_mark(unit, self.routes)}</g>"
        )
