"""PNG out of SVG, by an optional extra."""

from __future__ import annotations

from importlib import import_module

from resolvent.errors import InputError

__all__ = ["svg_to_png"]


def svg_to_png(svg: str, *, zoom: float = 2.0) -> bytes:
    """Render a picture.

    Args:
        svg: a picture, drawn with a light or dark theme (``"auto"`` comes out light).
        zoom: pixels of the result for each pixel of the picture; 2 is fit for print at 900 pixels.

    Returns:
        A PNG file.

    Raises:
        InputError: the extra ``resolvent[png]`` is not installed.
    """
    try:
        resvg = import_module("resvg_py")
    except ImportError:
        raise InputError("PNG needs an extra: pip install 'resolvent[png]'; or write .svg") from None
    return bytes(resvg.svg_to_bytes(svg_string=svg, zoom=zoom))
