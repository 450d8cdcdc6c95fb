"""One phase as it is handed in: units, orders and what else the phase needs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from resolvent.errors import InputError
from resolvent.orders.detect import detect_language
from resolvent.orders.language import language_names
from resolvent.records.keys import check_near_misses, check_object

__all__ = [
    "Dislodged",
    "OrderSet",
    "Phase",
    "choose_language",
    "decode_json",
    "decode_phase",
    "phase_to_dict",
    "read_phase",
]

OrderSet: TypeAlias = tuple[str, ...]

PHASE_NAME = re.compile(r"[SF]\d{1,6}[MR]|W\d{1,6}A")


class Dislodged(msgspec.Struct, frozen=True, rename={"origin": "from"}, omit_defaults=True):
    """What a retreat phase has to know of a dislodged unit.

    Attributes:
        origin: the province the attack came from (``from`` in JSON), ``""`` if unknown.
        retreats: where the unit may go; ``None`` if that was not recorded.
    """

    origin: str = ""
    retreats: tuple[str, ...] | None = None


class Phase(msgspec.Struct, frozen=True):
    """One phase; field by field the JSON of the contract.

    Attributes:
        map: the name of the map.
        phase: ``"S1901M"``, ``"F1901R"``, ``"W1901A"``.
        units: power to units, ``{"FRANCE": ("A PAR",)}``.
        orders: power to orders as written.  Where a power handed in several sets (DATC 4.D.1,
            4.D.2), its entry is a tuple of tuples; :meth:`order_sets` evens that out.
        centers: power to owned supply centres; ``None`` if not given.
        dislodged: power to dislodged unit to what is known of it; ``None`` if not given.
        language: the language of the order texts (``"nl"``); English if empty.
    """

    map: str = "standard"
    phase: str = "S1901M"
    units: dict[str, tuple[str, ...]] = {}
    orders: dict[str, tuple[str | OrderSet, ...]] = {}
    centers: dict[str, tuple[str, ...]] | None = None
    dislodged: dict[str, dict[str, Dislodged]] | None = None
    language: str = ""

    @property
    def type(self) -> str:
        """``"M"`` movement, ``"R"`` retreats, ``"A"`` adjustments."""
        return self.phase[-1]

    def order_sets(self, power: str) -> tuple[OrderSet, ...]:
        """The order sets of a power, in the order they came in.

        Args:
            power: the id of a power.

        Returns:
            Sets of orders as written; empty if the power sent none.
        """
        orders = self.orders.get(power, ())
        if not orders:
            return ()
        if isinstance(orders[0], tuple):
            return tuple(s for s in orders if isinstance(s, tuple))
        return (tuple(text for text in orders if isinstance(text, str)),)

    def _repr_svg_(self) -> str | None:
        """A picture, for notebooks; ``None`` if the phase does not fit its map."""
        from resolvent.picture.notebook import phase_svg

        return phase_svg(self)


class _Written(msgspec.Struct, frozen=True):
    """The JSON with all that may be null or left out."""

    map: str | None = None
    phase: str | None = None
    units: dict[str, tuple[str, ...]] | None = None
    orders: dict[str, tuple[str | tuple[str | None, ...] | None, ...] | None] | None = None
    centers: dict[str, tuple[str, ...]] | None = None
    dislodged: dict[str, dict[str, Dislodged]] | None = None
    language: str | None = None


_decoder = msgspec.json.Decoder(_Written)


def read_phase(x: str | bytes | Mapping[str, Any], language: str | None = None) -> Phase:
    """Read a phase.

    Args:
        x: JSON text of the contract's shape, a mapping of the same shape, or order text (see
            :mod:`resolvent.records.text`).
        language: the code of the language of the orders (``"nl"``); left out, what the phase says,
            or else what it looks like.

    Returns:
        The phase.  Units and powers are not yet compared with the map.

    Raises:
        InputError: it cannot be used; ``place`` says where (``orders.FRANCE[2]``, ``line 3``).
    """
    if isinstance(x, Mapping):
        return _from_mapping(x, language)
    if not isinstance(x, str | bytes | bytearray):
        raise InputError(f"a phase is text or a mapping, not of type {type(x).__name__}")
    text = _decode(bytes(x)) if isinstance(x, bytes | bytearray) else x.removeprefix("\ufeff")
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError("the text holds half a character (a lone surrogate)") from None
    if text.lstrip()[:1] in ("{", "["):
        return decode_phase(data, language)
    from resolvent.records.text import read_order_text

    return read_order_text(text, language=language)


def decode_phase(data: bytes, language: str | None = None) -> Phase:
    """Read a phase from JSON.

    Args:
        data: one JSON object in UTF-8.
        language: as for :func:`read_phase`.

    Returns:
        The phase.

    Raises:
        InputError: it is no JSON, or has another shape.
    """
    try:
        written = _decoder.decode(data)
    except msgspec.ValidationError as error:
        raise _shape_error(decode_json(data), error) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _json_error(error) from None
    # the decoder passes over other keys, and of equal ones takes the last: seen by counting, which is quick
    if data.count(b'":') != _count_keys(written) or b'" :' in data:
        check_object(data, _Written.__struct_fields__)
    return _phase(written, language)


def _count_keys(written: _Written) -> int:
    """How many keys a phase has that is neither of retreats nor written unusually."""
    objects = (written.units, written.orders, written.centers)
    plain = (written.map, written.phase, written.dislodged, written.language)
    return sum(len(x) + 1 for x in objects if x is not None) + sum(x is not None for x in plain)


def decode_json(data: bytes) -> Any:
    """Decode JSON of any shape.

    Args:
        data: JSON in UTF-8.

    Returns:
        Dictionaries, lists, strings, numbers.

    Raises:
        InputError: it is no JSON.
    """
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _json_error(error) from None


def _json_error(error: Exception) -> InputError:
    message = "nested too deeply" if isinstance(error, RecursionError) else str(error)
    message = message.removeprefix("JSON is malformed: ")
    return InputError(f"this is not valid JSON: {message[:1].lower()}{message[1:]}")


def phase_to_dict(phase: Phase) -> dict[str, Any]:
    """Write a phase as the contract's JSON shape; the inverse of :func:`read_phase`.

    Args:
        phase: any phase.

    Returns:
        Dictionaries, lists and strings; ``centers`` and ``dislodged`` only where they are known,
        ``language`` only where it is not English.
    """
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(phase))
    if not phase.language:
        del plain["language"]
    return {key: value for key, value in plain.items() if value is not None}


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"this is not text in UTF-8 (byte {error.start})") from None


def _from_mapping(x: Mapping[str, Any], language: str | None) -> Phase:
    try:
        check_near_misses(x, _Written.__struct_fields__)
        written = msgspec.convert(dict(x), _Written)
        msgspec.json.encode(written)  # whatever comes of it can be written too
        return _phase(written, language)
    except msgspec.ValidationError as error:
        raise _shape_error(x, error) from None
    except UnicodeEncodeError as error:
        message = f"{error.object[:40]!r} holds half a character (a lone surrogate)"
        raise InputError(message) from None
    except RecursionError:
        raise InputError("the mapping is nested too deeply") from None


def _phase(written: _Written, language: str | None) -> Phase:
    if written.units is None:
        raise InputError("the phase has no units", "units")
    name = written.phase or "S1901M"
    if not PHASE_NAME.fullmatch(name):
        raise InputError(f"{name[:40]!r} is no phase; phases are written S1901M, F1901R, W1901A", "phase")
    orders = {
        power: _orders(power, entries)
        for power, entries in (written.orders or {}).items()
        if entries is not None
    }
    texts = [text for entries in orders.values() for text in entries]
    spoken = choose_language(language or written.language, texts)
    return Phase(
        written.map or "standard", name, written.units, orders, written.centers, written.dislodged, spoken
    )


def choose_language(code: str | None, texts: Sequence[str | OrderSet]) -> str:
    """The language of a phase.

    Args:
        code: the code of a language, if anybody says it.
        texts: the orders, which otherwise show it.

    Returns:
        A code; empty for English.

    Raises:
        InputError: there is no such language.
    """
    if not code:
        code = detect_language(texts)
    elif code not in language_names():
        names = ", ".join(language_names())
        raise InputError(f"there is no language {code[:40]!r}; the languages are: {names}", "language")
    return "" if code == "en" else code


def _orders(
    power: str, entries: tuple[str | tuple[str | None, ...] | None, ...]
) -> tuple[str | OrderSet, ...]:
    """Without nulls; either all strings or all order sets."""
    plain = tuple(entry for entry in entries if isinstance(entry, str))
    sets = tuple(
        tuple(text for text in entry if text is not None) for entry in entries if isinstance(entry, tuple)
    )
    if plain and sets:
        raise InputError("orders and whole sets of orders are mixed", f"orders.{power}")
    return plain or sets


_WORDS = {
    "str": "text",
    "array": "a list",
    "object": "an object",
    "int": "a number",
    "float": "a number",
    "bool": "a truth value",
}
_MESSAGE = re.compile(r"(.*?)(?: - at `\$(.*)`)?", re.DOTALL)


def _shape_error(x: object, error: msgspec.ValidationError) -> InputError:
    """Say what has the wrong shape; msgspec does not name the keys on the way, so look for them."""
    if not isinstance(x, Mapping):
        what = "a list" if isinstance(x, list | tuple) else "a single value"
        return InputError(f"a phase is a JSON object, not {what}")
    for key, value in x.items():
        for name, entry in value.items() if isinstance(value, Mapping) else ():
            fault = _fault({key: {name: entry}})
            if fault is not None:
                return _told(fault, str(name))
        fault = _fault({key: value})
        if fault is not None:
            return _told(fault, "")
    return _told(error, "")


def _fault(x: Mapping[Any, Any]) -> msgspec.ValidationError | None:
    try:
        msgspec.convert(x, _Written)
    except msgspec.ValidationError as error:
        return error
    return None


def _told(error: msgspec.ValidationError, name: str) -> InputError:
    match = _MESSAGE.fullmatch(str(error))
    message, path = (match[1], match[2] or "") if match else (str(error), "")
    message = re.sub(r"`([\w| ]+)`", _type_words, message)
    place = path.replace("[...]", f".{name[:40]}", 1) if name else path
    place = place.replace("[...]", "").removeprefix(".")
    return InputError(message[:1].lower() + message[1:], place)


def _type_words(match: re.Match[str]) -> str:
    return " or ".join(_WORDS.get(word, word) for word in match[1].split(" | "))
