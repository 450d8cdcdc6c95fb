"""Resolving movement phases: DATC, reports, played games, and what must not matter."""
