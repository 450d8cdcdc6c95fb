"""Benchmarks that anybody can run: ``python -m benchmarks.peers``, each with ``--json``."""
