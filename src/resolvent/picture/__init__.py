"""Pictures: a phase and its resolution as SVG, drawn by ourselves.

Everything is plain text put together here; a picture refers to nothing outside itself and holds no
script, and the same input gives the same bytes.
"""

from resolvent.picture.draw import Theme, draw_phase
from resolvent.picture.png import svg_to_png

__all__ = ["Theme", "draw_phase", "svg_to_png"]
