"""Formulas, counts, tables, the solver session and the algebras."""
