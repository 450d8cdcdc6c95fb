"""``resolvent rules``: what there is to know about rulebooks."""

from __future__ import annotations

from cyclopts import App

from resolvent.cli.rules import check, diff, show
from resolvent.cli.rules import list as list_

__all__ = ["app"]

app = App(
    name="rules",
    help="""List, show, check and compare rulebooks.

A rulebook is a TOML file that says what it chooses in each disputed point of the rules, and which
rules it words anew.""",
    help_epilogue="""\
Examples::

  resolvent rules list
  resolvent rules diff 1982 2023

Exit status: 0 done; 1 the two rulebooks of diff are not the same; 2 a rulebook cannot be used: \
standard error says why, with file and line.""",
)

for _command in (list_.app, show.app, check.app, diff.app):
    app.command(_command)
