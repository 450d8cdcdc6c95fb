"""The oracle: checking claims, judging other programs, and finding the smallest case that is wrong."""
