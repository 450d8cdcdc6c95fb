"""The themes by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from resolvent.errors import InputError
from resolvent.oracle.generate import adjustments, battles, convoys, oddities, retreats
from resolvent.oracle.generate.scene import Scene
from resolvent.records.phase import Phase

__all__ = ["ADJUSTMENTS", "KINDS", "RETREATS", "SLIPS", "THEMES", "kinds_of", "themes_named"]

THEMES: Mapping[str, Callable[[Scene], None]] = {
    theme.__name__: theme
    for theme in (
        convoys.knot,
        convoys.double_knot,
        convoys.routes,
        convoys.swap,
        battles.head_to_head,
        battles.cutting,
        battles.garrison,
        battles.own_goal,
        battles.standoff,
        battles.rotation,
        oddities.coasts,
        oddities.void,
        oddities.illegal,
        oddities.crowd,
        oddities.uniform,
    )
}
"""Of movement: name -> a function that puts a handful of units with orders into a scene."""

SLIPS = ("illegal", "coasts")
"""The themes of movement whose orders may be illegal."""

RETREATS: Mapping[str, Callable[[Scene], Phase]] = {
    theme.__name__: theme
    for theme in (
        retreats.flight,
        retreats.meeting,
        retreats.blocked,
        retreats.harbours,
        retreats.stragglers,
    )
}
"""Of retreats: name -> a function that makes a phase of an empty scene."""

ADJUSTMENTS: Mapping[str, Callable[[Scene], Phase]] = {
    theme.__name__: theme
    for theme in (
        adjustments.building,
        adjustments.removing,
        adjustments.disorder,
        adjustments.confusion,
    )
}
"""The same of adjustments."""

KINDS: Mapping[str, tuple[str, ...]] = {
    "movement": tuple(THEMES),
    "retreats": tuple(RETREATS),
    "adjustments": tuple(ADJUSTMENTS),
}
"""Names that stand for all themes of one type of phase."""


def themes_named(names: Iterable[str]) -> tuple[str, ...]:
    """The themes that somebody asks for.

    Args:
        names: names of themes or of kinds; none for all of movement, which every judge should know.

    Returns:
        The names of themes, each once.

    Raises:
        InputError: there is no such theme.
    """
    found: list[str] = []
    for name in tuple(names) or ("movement",):
        single = {theme: (theme,) for themes in KINDS.values() for theme in themes}
        themes = KINDS.get(name) or single.get(name)
        if themes is None:
            known = "; ".join(f"{kind} ({', '.join(themes)})" for kind, themes in KINDS.items())
            raise InputError(f"there is no theme '{name[:40]}'; there are {known}", "--theme")
        found += themes
    return tuple(dict.fromkeys(found))


def kinds_of(themes: Iterable[str]) -> str:
    """The types of phases that themes give: of ``"MRA"`` those that are among them.

    Args:
        themes: names of themes.
    """
    named = set(themes)
    return "".join(kind[0].upper() for kind, all_of_it in KINDS.items() if named & {*all_of_it})
