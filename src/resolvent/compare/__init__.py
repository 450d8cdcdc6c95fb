"""Comparing readings: what a rulebook says, and where two of them part."""
