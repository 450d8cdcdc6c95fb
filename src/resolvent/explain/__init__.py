"""Words for people: what became of orders, and why, in sentences.

Called, ``resolvent.explain(…)`` is `resolvent.explain.explainer.explain`.
"""

from __future__ import annotations

from resolvent.callable import make_callable

make_callable(__name__, "resolvent.explain.explainer", "explain")
