"""Formulas, unary counts, truth tables and the SAT session: logic that knows nothing of Diplomacy."""
