"""Test reports as JUnit XML, which every build server shows; written as a stream."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType
from typing import TextIO
from xml.sax.saxutils import escape, quoteattr

__all__ = ["JUnitWriter"]


class JUnitWriter:
    """Writes one test suite; what breaks it off becomes a case with an error, and the report is complete.

    Args:
        out: where to.
        suite: its name.
    """

    def __init__(self, out: TextIO, suite: str) -> None:
        self.out = out
        self.suite = suite

    def __enter__(self) -> JUnitWriter:
        self.out.write('<?xml version="1.0" encoding="UTF-8"?>\n')
        self.out.write(f"<testsuites><testsuite name={quoteattr(_plain(self.suite))}>\n")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, OSError):  # nothing can be written any more
            return
        if error is not None:
            self._case(self.suite, "input", "error", str(error) or type(error).__name__, "")
        self.out.write("</testsuite></testsuites>\n")

    def passed(self, group: str, name: str) -> None:
        """A case that is as it should be."""
        self.out.write(f"<testcase classname={quoteattr(_plain(group))} name={quoteattr(_plain(name))}/>\n")

    def failed(self, group: str, name: str, message: str, lines: Iterable[str]) -> None:
        """A case that is not, with sentences that say why."""
        self._case(group, name, "failure", message, "\n".join(lines))

    def _case(self, group: str, name: str, tag: str, message: str, text: str) -> None:
        self.out.write(
            f"<testcase classname={quoteattr(_plain(group))} name={quoteattr(_plain(name))}>"
            f"<{tag} message={quoteattr(_plain(message))}>{escape(_plain(text))}</{tag}></testcase>\n"
        )


def _plain(text: str) -> str:
    """Without what XML 1.0 has no character for."""
    return "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text)
