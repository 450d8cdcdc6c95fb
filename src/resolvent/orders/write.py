"""Writing orders in a language, with the grammar that its readers expect.

The sentences and the forms of names are data (``words/*.toml``).  Where nobody has listed the names
of a map's provinces in a language, the map's own names stand in.
"""

from __future__ import annotations

from resolvent.board import Map, Place
from resolvent.errors import InputError
from resolvent.orders.language import Language, Writing, load_language
from resolvent.orders.order import Kind, Order

__all__ = ["format_order_in", "power_name_in"]

_SENTENCES = {
    Kind.HOLD: "hold",
    Kind.RETREAT: "retreat",
    Kind.DISBAND: "disband",
    Kind.BUILD: "build",
    Kind.CONVOY: "convoy",
    Kind.WAIVE: "waive",
}

Forms = dict[str, str]


def format_order_in(order: Order, language: str | Language, board: Map) -> str:
    """Write an order in a language; reading it in that language gives the order back.

    Like the notation it leaves out nationalities and named routes.

    Args:
        order: any order with places of the map.
        language: a language, or its code: ``"nl"``.
        board: the map.

    Returns:
        One line, for example ``"Vloot Noordzee convoceert Leger Londen naar Holland"``.

    Raises:
        InputError: there is no such language, or it does not say how orders are written.
    """
    spoken = language if isinstance(language, Language) else load_language(language)
    writing = spoken.writing
    if writing is None:
        raise InputError(f"the language {spoken.name!r} does not say how orders are written")
    sentence = writing.orders[_sentence(order)]
    parts: dict[str, str | Forms] = {"goal": _forms(order.destination, spoken, writing, board)}
    own = _forms(order.location, spoken, writing, board)
    parts["unit"] = _unit(writing, "unit", order.unit, own)
    parts["built"] = _unit(writing, "built", order.unit, own)
    other = _forms(order.other, spoken, writing, board)
    for role in ("supported", "convoyed"):
        parts[role] = _unit(writing, role, order.other_unit, other)
    text = sentence.format_map(parts)
    return text[:1].upper() + text[1:]


def power_name_in(power: str, language: str | Language, board: Map) -> str:
    """The name of a power in a language.

    Args:
        power: the id of a power of the map.
        language: a language, or its code.
        board: the map.

    Returns:
        Its name, the map's own where the language has none.
    """
    spoken = language if isinstance(language, Language) else load_language(language)
    names = spoken.powers.get(power)
    return names[0] if names else board.power_names[power]


def _sentence(order: Order) -> str:
    if order.kind is Kind.MOVE:
        return "via" if order.via else "move"
    if order.kind is Kind.SUPPORT:
        return "support_move" if order.destination else "support"
    return _SENTENCES[order.kind]


def _unit(writing: Writing, role: str, unit: str, place: Forms) -> str:
    templates = writing.units.get(role) or writing.units["unit"]
    return templates[unit or "none"].format_map(place) if place else ""


def _forms(id: str, language: Language, writing: Writing, board: Map) -> Forms:
    """All forms of a place, with its coast if it has one; nothing for no place."""
    if not id:
        return {}
    place: Place = board.places[id]
    known = language.places.get(board.name, {}).get(place.province.id)
    forms = _listed(known[0] if known else place.province.name, language)
    for form, template in writing.defaults.items():
        forms.setdefault(form, template.format_map(forms))
    if not place.coast:
        return forms
    coast = _listed(language.coasts[place.coast][0], language)
    return {form: template.format(coast=coast, **forms) for form, template in writing.coasts.items()}


def _listed(spelling: str, language: Language) -> Forms:
    forms: Forms = {}
    for name, form in zip(language.forms, spelling.split("|"), strict=False):
        forms.setdefault(name, form.strip())
    return forms
