"""Whole games: retreats, adjustments, the phase that comes next, and the orders that are legal in each."""
