"""Reading XML that somebody else wrote: no entities, nothing loaded, bounded size and depth.

A document type is allowed, since jDip's files keep the defaults of attributes in it; entities, with
which a small file can blow up or point elsewhere, are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.parsers import expat

import msgspec

from resolvent.errors import MapError

__all__ = ["Element", "parse_xml"]

_DEEPEST = 50
_LARGEST = 20_000_000  # characters of all attributes


class Element(msgspec.Struct):
    """An element, without its text.

    Attributes:
        tag: its name.
        attributes: its attributes, defaults included.
        children: the elements in it.
        line: where it begins, from 1.
    """

    tag: str
    attributes: dict[str, str]
    children: list[Element]
    line: int = 0

    def find(self, tag: str) -> Iterator[Element]:
        """The children of a tag."""
        return (child for child in self.children if child.tag == tag)

    def below(self, tag: str) -> Iterator[Element]:
        """All elements of a tag below this one."""
        for child in self.children:
            if child.tag == tag:
                yield child
            yield from child.below(tag)


def parse_xml(data: bytes, name: str) -> Element:
    """Read an XML document.

    Args:
        data: the document.
        name: its name for messages.

    Returns:
        Its root.

    Raises:
        MapError: it is no well-formed XML, declares entities, or is nested too deeply.
    """
    parser = expat.ParserCreate()
    root = Element("", {}, [])
    stack = [root]
    size = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(stack) > _DEEPEST:
            raise MapError("the elements are nested too deeply", f"{name}, line {parser.CurrentLineNumber}")
        # defaults of attributes are copied into every element, so their sum can grow beyond the file
        nonlocal size
        size += sum(map(len, attributes.values()))
        if size > _LARGEST:
            raise MapError("the attributes are too long", f"{name}, line {parser.CurrentLineNumber}")
        element = Element(tag, attributes, [], parser.CurrentLineNumber)
        stack[-1].children.append(element)
        stack.append(element)

    def end(tag: str) -> None:
        stack.pop()

    def entity(*_: object) -> None:
        where = f"{name}, line {parser.CurrentLineNumber}"
        raise MapError("the file declares entities, which are not read", where)

    def external(*_: object) -> int:
        raise MapError("the file refers to another one, which is not read", name)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.EntityDeclHandler = entity
    parser.ExternalEntityRefHandler = external
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(data, True)
    except MapError:
        raise
    except expat.ExpatError as error:
        reason = expat.errors.messages.get(error.code, "")
        raise MapError(f"the file is not well-formed XML: {reason}", f"{name}, line {error.lineno}") from None
    except (UnicodeError, LookupError, ValueError):
        raise MapError("the file is in an encoding that is not known", name) from None
    return root.children[0]
