"""Comparing readings: what a rulebook says, and where two of them part.

Called, ``resolvent.compare(…)`` is `resolvent.compare.comparison.compare`.
"""

from __future__ import annotations

from resolvent.callable import make_callable

make_callable(__name__, "resolvent.compare.comparison", "compare")
