"""The command, run inside the process of the tests."""

from tests.cli.conftest import run

__all__ = ["run"]
