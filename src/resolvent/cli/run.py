"""The tree of commands, and what is said when one of them cannot go on."""

from __future__ import annotations

import contextlib
import errno
import sys

from cyclopts import App, CycloptsError

from resolvent import __version__
from resolvent.cli import DONE, UNUSABLE
from resolvent.cli.options import DASH
from resolvent.errors import ResolventError, RuleError

__all__ = ["build_app", "run"]

_HELP = "Adjudicate Diplomacy orders by rules that are readable text."

_EPILOGUE = """\
Example: resolvent adjudicate examples/fall-1907.txt

Exit status: 0 done; 1 a finding (an open paradox, a difference, a failing case); 2 input or usage that \
cannot be used, with one sentence on standard error."""

_COMMANDS = {
    "adjudicate": "Resolve the orders of a phase, or of many.",
    "certify": "Write evidence for a resolution that can be checked without a solver.",
    "compare": "Resolve phases under several rulebooks, and tell where and why they differ.",
    "convert": "Turn records of games from one file format into another.",
    "datc": "Run the test cases of DATC.",
    "draw": "Draw a phase and its resolution.",
    "explain": "Say why orders fared as they did, in the fewest rules.",
    "fuzz": "Judge another program: find the smallest phases on which it is wrong.",
    "map": "Convert, check and compare maps.",
    "mutants": "Make wrong rules, and see which the test cases notice.",
    "orders": "List the legal orders of every unit.",
    "replay": "Adjudicate recorded games from start to end, and compare.",
    "rules": "List, show, check and compare rulebooks.",
    "schema": "Print the JSON Schemas of what goes in and out.",
    "verify": "Say whether what a program claims of phases is right.",
    "whatif": "Resolve a phase with other orders, and tell what differs.",
}
"""Command -> what its help begins with; each is loaded only when it is run."""


def build_app(arguments: list[str]) -> App:
    """The tree of commands.

    Args:
        arguments: what is to be run; a command that is not among them is not even loaded to ask what
            its help begins with.
    """
    app = App(
        name="resolvent",
        help=_HELP,
        version=__version__,
        version_format="plaintext",  # what renders the help is slow to load
        help_format="rst",
        help_epilogue=_EPILOGUE,
        result_action="return_value",
    )
    for name, summary in _COMMANDS.items():
        app.command(f"resolvent.cli.{name}:app", name=name, help=None if name in arguments else summary)
    return app


def run(arguments: list[str]) -> int:
    """Run a command, and tell a mistake in one sentence.

    Args:
        arguments: what stands behind ``resolvent``.

    Returns:
        The exit status.
    """
    # a dash alone is a file, not an option; no argument of a process can hold DASH by itself
    tokens = [DASH if argument == "-" else argument for argument in arguments]
    try:
        status = build_app(tokens)(tokens, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        return _complain(f"{error} {_hint(error)}")
    except RuleError as error:
        return _complain(str(error))
    except ResolventError as error:
        return _complain(str(error).replace("\n", "\\n"))
    except BrokenPipeError:
        raise
    except SystemExit as ending:
        if ending.code != 1:  # an interrupt, or another signal that asks to end
            raise
        # so ends the printer of the help when nobody reads it any more
        raise BrokenPipeError from None
    except OSError as error:
        what = "the output cannot be written" if error.errno == errno.ENOSPC else "cannot go on"
        return _complain(f"{what}: {(error.strerror or str(error)).lower()}")
    return status if isinstance(status, int) else DONE


def _hint(error: CycloptsError) -> str:
    chain = [word for word in error.command_chain or () if word != "resolvent"]
    return f"See '{' '.join(['resolvent', *chain])} --help'."


def _complain(message: str) -> int:
    message = message.replace(DASH, "-")
    shown = "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in message)
    if len(shown) > _LONGEST:  # the name of a file, most likely; the end says what is wrong
        shown = f"{shown[: _LONGEST // 2]}…{shown[-_LONGEST // 2 :]}"
    with contextlib.suppress(OSError):  # where not even this can be written, the exit status tells it
        print(f"resolvent: {shown}", file=sys.stderr, flush=True)
    return UNUSABLE


_LONGEST = 3000
"""Characters of a complaint; a rule file's line with its caret is the longest that has a reason."""
