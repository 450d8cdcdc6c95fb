"""Maps of other programs, read into maps of ours."""

from __future__ import annotations

from pathlib import Path

from resolvent.board.imports.dpjudge import import_map_file, parse_map_file
from resolvent.board.imports.imported import ImportedMap
from resolvent.board.imports.jdip_variant import import_jdip_variant, jdip_variant_names
from resolvent.errors import MapError

__all__ = [
    "ImportedMap",
    "import_jdip_variant",
    "import_map",
    "import_map_file",
    "jdip_variant_names",
    "parse_map_file",
]


def import_map(path: Path, variant: str | None = None) -> ImportedMap:
    """Read a map of another program, told by the name of its file.

    Args:
        path: a ``.map`` file, a ``variants.xml``, or a zip (``.zip``, ``.jar``) with one in it.
        variant: which variant, where a file holds several.

    Raises:
        MapError: the file is none of these, or cannot be read.
    """
    suffix = path.suffix.lower()
    if suffix == ".map":
        return import_map_file(path)
    if suffix in (".xml", ".zip", ".jar"):
        return import_jdip_variant(path, variant)
    if not path.exists():
        raise MapError("there is no such file", str(path))
    raise MapError("the file is no .map, .xml, .zip or .jar", str(path))
