"""A judge that is another program: a phase on its standard input, a claim on its standard output."""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import subprocess
import tempfile
import time
from typing import IO, Any

import msgspec

from resolvent.errors import InputError
from resolvent.oracle.claim import Claim, ClaimRecord, read_claim
from resolvent.oracle.judges.judge import Failure, FailureKind, Reply
from resolvent.records.json_lines import LONGEST_LINE
from resolvent.records.keys import check_object
from resolvent.records.phase import Phase, decode_json, phase_to_dict

__all__ = ["ProcessJudge"]

_SHOWN = 200
"""Characters of an answer or an error that a finding tells."""


class ProcessJudge:
    """A program that is asked about one phase after the other, one line of JSON each way.

    It is started when it is first asked, and again after it crashed, hung or answered nonsense.

    Args:
        command: the command with its arguments, as a shell would split it.
        seconds: how long one answer may take.

    Raises:
        InputError: the command is empty.
    """

    def __init__(self, command: str, seconds: float = 10.0) -> None:
        self.name = command
        self.seconds = seconds
        try:
            self._arguments = shlex.split(command)
        except ValueError as error:
            raise InputError(f"the command cannot be split: {error}", "--judge") from None
        if not self._arguments:
            raise InputError("the command is empty", "--judge")
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None
        self._rest = b""

    def ask(self, phase: Phase) -> Reply:
        """What it claims of a phase, or how it failed.

        Raises:
            InputError: the program cannot be started at all.
        """
        line = msgspec.json.encode(phase_to_dict(phase)) + b"\n"
        reply = self._exchange(line)
        if isinstance(reply, Failure):
            self._stop()
            return reply
        try:
            return _claim_of(reply)
        except InputError as error:
            self._stop()
            shown = reply[:_SHOWN].decode("utf-8", "replace")
            return Failure(FailureKind.NONSENSE, f"{error.message}; it answered {shown!r}", error.message)

    def close(self) -> None:
        """End the program."""
        self._stop()

    def _exchange(self, line: bytes) -> bytes | Failure:
        process = self._running()
        assert process.stdin is not None
        unasked = self._unasked(process)
        if unasked.strip():  # blank lines do no harm
            shown = unasked[:_SHOWN].decode("utf-8", "replace")
            return Failure(FailureKind.NONSENSE, f"it wrote without being asked: {shown!r}", "not asked")
        deadline = time.monotonic() + self.seconds
        try:
            process.stdin.write(line)
            process.stdin.flush()
        except OSError:
            return self._crashed(process)
        return self._answer(process, deadline)

    def _unasked(self, process: subprocess.Popen[bytes]) -> bytes:
        """What it has written besides its answers so far; it would be taken for the next answer."""
        assert process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            if not self._rest and selector.select(0):
                return os.read(process.stdout.fileno(), 1 << 16)
        return self._rest

    def _answer(self, process: subprocess.Popen[bytes], deadline: float) -> bytes | Failure:
        """The next line of its output, if it comes in time."""
        assert process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while b"\n" not in (rest := self._rest.lstrip()):
                left = deadline - time.monotonic()
                if left <= 0 or not selector.select(left):
                    return Failure(FailureKind.TIMEOUT, f"no answer within {self.seconds:g} seconds")
                data = os.read(process.stdout.fileno(), 1 << 16)
                if not data:
                    return self._crashed(process)
                self._rest += data
                if len(self._rest) > LONGEST_LINE:
                    return Failure(FailureKind.NONSENSE, "the answer is longer than 8 MiB", "too long")
        line, _, self._rest = rest.partition(b"\n")
        return line

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the program
            try:
                self._process = subprocess.Popen(
                    self._arguments,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=self._errors,
                    start_new_session=True,
                )
            except (OSError, ValueError) as error:
                self._errors.close()
                reason = getattr(error, "strerror", None) or str(error)
                raise InputError(
                    f"cannot be started: {reason.lower()}", f"judge {self._arguments[0]}"
                ) from None
            self._rest = b""
        return self._process

    def _crashed(self, process: subprocess.Popen[bytes]) -> Failure:
        try:
            status: Any = process.wait(timeout=1.0)
        except subprocess.TimeoutExpired:
            status = "none: it only closed its output"
        last = self._last_error()
        detail = f"it ended, status {status}" + (f": {last}" if last else "")
        return Failure(FailureKind.CRASH, detail, last.partition(":")[0] or str(status))

    def _last_error(self) -> str:
        assert self._errors is not None
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, self._errors.tell() - 4096))
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1][:_SHOWN] if lines else ""

    def _stop(self) -> None:
        process, errors = self._process, self._errors
        self._process = self._errors = None
        if process is not None:
            assert process.stdin is not None
            assert process.stdout is not None
            _close(process.stdin)
            try:
                process.wait(timeout=0.2)
            except subprocess.TimeoutExpired:
                _kill(process)
                process.wait()
            process.stdout.close()
        if errors is not None:
            errors.close()


def _claim_of(reply: bytes) -> Claim:
    """The claim that a line holds, by itself or as ``claim`` of an object.

    Raises:
        InputError: there is none, or a key of it stands there twice.
    """
    answer = decode_json(reply)
    if not isinstance(answer, dict):
        raise InputError("a claim is a JSON object")
    nested = answer.get("claim")
    if isinstance(nested, dict):
        check_object(reply, ("claim",))
        return read_claim(nested)
    check_object(reply, ClaimRecord.__struct_fields__)  # of equal keys the decoder takes the last
    return read_claim(answer)


def _close(stream: IO[bytes]) -> None:
    """Close a pipe that may be broken: what was still to be written is nobody's any more."""
    try:
        stream.close()
    except OSError:
        return


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the program and what it started, which are a session of their own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
