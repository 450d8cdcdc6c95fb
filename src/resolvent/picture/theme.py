"""Colours and strokes, as a style sheet inside the picture."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, TypeAlias

from resolvent.board import Map

__all__ = ["Theme", "colour_class", "power_letters", "style_sheet"]

Theme: TypeAlias = Literal["auto", "light", "dark"]

_POWERS = {
    "AUSTRIA": ("#c22f2b", "#e8716b"),
    "ENGLAND": ("#2b3f94", "#8298ee"),
    "FRANCE": ("#2583c4", "#6cc0f2"),
    "GERMANY": ("#4b4b50", "#b4b6bb"),
    "ITALY": ("#2c8240", "#63c276"),
    "RUSSIA": ("#84569f", "#c49ae6"),
    "TURKEY": ("#a27400", "#e6bf45"),
}
"""Power -> its colour in the light and in the dark; the powers of the standard board."""

_OTHERS = (
    ("#b5482a", "#ee8f70"),
    ("#1d6f8a", "#63bcd8"),
    ("#6a7d1f", "#b5ca5e"),
    ("#a63a78", "#e68abc"),
    ("#5a4fb0", "#a49bf0"),
    ("#1f7f6c", "#5fcbb5"),
    ("#8a5a33", "#cfa079"),
    ("#56606b", "#a9b4c0"),
)
"""Colours for other powers, in the order of their ids."""

_COLOURS = {
    "paper": ("#ffffff", "#14181d"),
    "ink": ("#1e242c", "#e8ebef"),
    "faint": ("#5c6570", "#a2abb5"),
    "sea": ("#dbe8f1", "#1d2a36"),
    "wave": ("#93b2c8", "#4a6479"),
    "land": ("#f5f0e3", "#3b3e43"),
    "nobody": ("#d3cdbf", "#282a2e"),
    "border": ("#807a6c", "#7d848c"),
    "bad": ("#c1121f", "#ff6b6b"),
    "spot": ("#ffd54a", "#7a6210"),
}

_RULES = """\
.rs{background:$paper}
.rs text{fill:$ink;font-family:"DejaVu Sans",Verdana,"Segoe UI",Helvetica,Arial,sans-serif}
.rs-paper{fill:$paper}
.rs-veil{fill:$paper;fill-opacity:.55}
.rs-sea{fill:$sea}
.rs-land{fill:$land;stroke:$border}
.rs-nobody{fill:$nobody;stroke:$border}
.rs-sea-line,.rs-fleet-edge{fill:none;stroke:$wave}
.rs-army-edge{fill:none;stroke:$border}
.rs-near-sea{fill:$sea;stroke:$wave}
.rs-sea-node{fill:$sea;stroke:$wave}
.rs-spot{fill:$spot;fill-opacity:.6}
.rs text.rs-label{font-size:9px;font-weight:bold;text-anchor:middle}
.rs-halo{stroke:$paper;stroke-opacity:.8;stroke-width:2.4;stroke-linejoin:round}
.rs text.rs-sea-label{fill:$faint;font-style:italic}
.rs-centre{fill:$paper;stroke:$ink;stroke-width:1.1}
.rs-case{fill:none;stroke:$paper;stroke-linecap:round;stroke-linejoin:round;stroke-opacity:.85}
.rs-line{fill:none;stroke-linecap:butt;stroke-linejoin:round}
.rs-end{stroke:$paper;stroke-width:.6}
.rs-hollow{fill:$paper;stroke-width:1.5}
.rs-unit{stroke:$paper;stroke-width:1.2;stroke-linejoin:round}
.rs text.rs-initial{fill:$paper;font-size:11px;font-weight:bold;text-anchor:middle}
.rs-ghost{fill:$paper;stroke-width:1.6;stroke-dasharray:3 2}
.rs text.rs-ghost-initial{fill:$ink}
.rs-ring{fill:none;stroke:$ink;stroke-width:1.5}
.rs-out{fill:none;stroke:$bad;stroke-width:2;stroke-dasharray:3.5 2}
.rs-mark{fill:$paper;stroke:$ink;stroke-width:1}
.rs-sign{fill:none;stroke:$ink;stroke-width:1.7;stroke-linecap:round}
.rs-bad .rs-mark,.rs-bad .rs-sign{stroke:$bad}
.rs-retreat{fill:none;stroke:$bad;stroke-width:1.6;stroke-dasharray:1 3;stroke-linecap:round}
.rs-refuge{fill:$paper;stroke:$bad;stroke-width:1.4}
.rs-burst{fill:$spot;stroke:$ink;stroke-width:1}
.rs text.rs-title{font-size:14px;font-weight:bold}
.rs text.rs-note{font-size:11px;fill:$faint}
.rs text.rs-key{font-size:11px}
.rs-line.rs-grey{stroke:$faint}
.rs-fill.rs-grey{fill:$faint}
.rs-ghost.rs-grey{stroke:$faint}
.rs-dim{opacity:.3}
"""


@lru_cache(maxsize=32)
def style_sheet(board: Map, theme: Theme) -> str:
    """The style sheet of a picture.

    Args:
        board: the map, whose powers have colours.
        theme: ``"auto"`` is light, and dark on a screen whose owner prefers that.
    """
    light, dark = _sheet(board, 0), _sheet(board, 1)
    if theme == "auto":
        night = "@media screen and (prefers-color-scheme:dark)"
        return f"{_scoped(light, theme)}{night}{{{_scoped(dark, theme)}}}"
    return _scoped(light if theme == "light" else dark, theme)


def _sheet(board: Map, shade: int) -> str:
    rules = re.sub(r"\$(\w+)", lambda m: _COLOURS[m[1]][shade], _RULES)
    return rules + "".join(_power_rules(id, colours[shade]) for id, colours in _palette(board).items())


def _power_rules(power: str, colour: str) -> str:
    name = colour_class(power)
    return (
        f".rs-fill.{name},.rs-tint.{name}{{fill:{colour}}}.rs-tint{{fill-opacity:.42;stroke:none}}"
        f".rs-line.{name},.rs-hollow.{name},.rs-ghost.{name}{{stroke:{colour}}}\n"
    )


def _palette(board: Map) -> dict[str, tuple[str, str]]:
    others = [power for power in board.powers if power not in _POWERS]
    more = {power: _OTHERS[i % len(_OTHERS)] for i, power in enumerate(others)}
    return {power: _POWERS.get(power) or more[power] for power in board.powers}


def colour_class(power: str) -> str:
    """The class of what has the colour of a power, or is grey if there is none.

    The ids of powers are capitals, digits, ``_`` and ``-``.
    """
    return f"rs-p-{power.lower()}" if power else "rs-grey"


def _scoped(rules: str, theme: str) -> str:
    """Rules that hold only in pictures of one theme: several may stand in one page."""
    return "".join(_scope_line(line, theme) for line in rules.splitlines())


def _scope_line(line: str, theme: str) -> str:
    return re.sub(r"([^{}]+)\{", lambda m: ",".join(_prefixed(s, theme) for s in m[1].split(",")) + "{", line)


def _prefixed(selector: str, theme: str) -> str:
    scope = f".rs-{theme}"
    return f".rs{scope}{selector[3:]}" if re.match(r"\.rs(?![\w-])", selector) else f"{scope} {selector}"


def power_letters(powers: Iterable[str]) -> dict[str, str]:
    """Power -> the fewest first letters that tell it from the others, at most three."""
    ids = sorted(powers)
    found = {}
    for id in ids:
        sizes = (n for n in (1, 2) if sum(other[:n] == id[:n] for other in ids) == 1)
        found[id] = id[: next(sizes, 3)]
    return found
