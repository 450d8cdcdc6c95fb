"""Comparing readings on the records of a file, in this process or in several.

Whatever the number of processes, the same comparisons come in the same order, and what is wrong with a
record is told when its turn comes.  Memory does not grow with the number of records.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from typing import NamedTuple

from resolvent.compare.comparison import Comparator, PhaseDifference
from resolvent.errors import BudgetError, InputError, ResolventError
from resolvent.records.phase import Phase, decode_phase

__all__ = ["Compared", "Line", "compare_lines"]

_CHUNK_RECORDS = 32
_CHUNK_BYTES = 1024 * 1024
_AHEAD = 3  # chunks for each process that are under way

Line = tuple[int, bytes | Phase]
"""The number of the line a record begins on, from 1, and the record: JSON, or a phase that was read."""


class Compared(NamedTuple):
    """What came of one record.

    Attributes:
        line: the number of the line it begins on.
        compared: whether it was compared; only movement phases are.
        difference: how the readings differ, if they do.
    """

    line: int
    compared: bool
    difference: PhaseDifference | None


class _Answer(NamedTuple):
    """What came of some records that follow each other, up to the first that cannot be used."""

    found: list[Compared]
    error: ResolventError | None


_Chunk = list[tuple[int, Line]]
"""Records with their numbers in the stream, from 0."""


def compare_lines(
    lines: Iterable[Line], rules: Sequence[str], name: str, jobs: int = 1
) -> Iterator[Compared]:
    """Compare readings on a stream of records.

    Args:
        lines: the records, as `resolvent.records.json_lines.read_lines` gives them.
        rules: names or paths of two or more rulebooks.
        name: the name of the stream for messages.
        jobs: how many processes work on it; with 1 this one does.

    Yields:
        One for each record, in their order.

    Raises:
        InputError: a record cannot be used; ``place`` names the line.  All that comes before it has been
            given.
        RuleError: for a rulebook that cannot be used.
    """
    comparator = Comparator(rules)  # also with several processes: a wrong rulebook is told at once
    if jobs > 1:
        yield from _by_many(lines, rules, name, jobs)
        return
    for number, line in enumerate(lines):
        yield _compared(comparator, number, line, name)


# -- one record


def _compared(comparator: Comparator, number: int, record: Line, name: str) -> Compared:
    line, data = record
    place = f"{name}, line {line}"
    try:
        phase = data if isinstance(data, Phase) else decode_phase(data)
        if phase.type != "M":
            return Compared(line, False, None)
        return Compared(line, True, comparator.compare(phase, number))
    except InputError as error:
        where = f"{place}, {error.place}" if error.place else place
        raise InputError(error.message, where) from None
    except BudgetError as error:
        raise BudgetError(f"{place}: {error}") from None


# -- several processes


def _by_many(lines: Iterable[Line], rules: Sequence[str], name: str, jobs: int) -> Iterator[Compared]:
    """Deal out chunks of records, never more than a few ahead, and take the answers in order."""
    # a fresh interpreter each: no thread or lock of this one is copied
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    waiting: deque[Future[_Answer]] = deque()
    with (
        _broken_pool_told(),
        ProcessPoolExecutor(
            jobs, mp_context=context, initializer=_begin, initargs=(tuple(rules), name, stop)
        ) as pool,
    ):
        try:
            for chunk in _chunks(lines):
                waiting.append(_failed(chunk) if isinstance(chunk, ResolventError) else _sent(pool, chunk))
                if len(waiting) >= jobs * _AHEAD:
                    yield from _taken(waiting.popleft())
            while waiting:
                yield from _taken(waiting.popleft())
        except BaseException:  # the reader has enough, Ctrl-C, a bad record: nobody needs the rest
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise


def _sent(pool: ProcessPoolExecutor, chunk: _Chunk) -> Future[_Answer]:
    with _no_interrupt():  # this may start a process, and Ctrl-C is nothing for that to deal with
        return pool.submit(_work, chunk)


def _taken(future: Future[_Answer]) -> Iterator[Compared]:
    found, error = future.result()
    yield from found
    if error is not None:
        raise error


def _failed(error: ResolventError) -> Future[_Answer]:
    """An answer that was there from the start."""
    future: Future[_Answer] = Future()
    future.set_result(_Answer([], error))
    return future


def _chunks(lines: Iterable[Line]) -> Iterator[_Chunk | ResolventError]:
    """The records in portions; last of all what is wrong with the stream, if anything."""
    numbered = enumerate(lines)
    chunk: _Chunk = []
    size = 0
    try:
        for number, line in numbered:
            chunk.append((number, line))
            size += len(line[1]) if isinstance(line[1], bytes) else 0
            if len(chunk) >= _CHUNK_RECORDS or size >= _CHUNK_BYTES:
                yield chunk
                chunk, size = [], 0
    except ResolventError as error:
        if chunk:
            yield chunk
        yield error
        return
    if chunk:
        yield chunk


@contextmanager
def _broken_pool_told() -> Iterator[None]:
    try:
        yield
    except BrokenProcessPool:
        raise ResolventError("a process ended before its work was done; is there enough memory?") from None


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Put Ctrl-C off for a moment; a process that is started meanwhile never hears of it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# -- inside one of the processes


class _Worker:
    """What a process has ready for all its chunks."""

    def __init__(self, rules: Sequence[str], name: str, stop: Event) -> None:
        self.comparator = Comparator(rules)
        self.name = name
        self.stop = stop

    def answer(self, chunk: _Chunk) -> _Answer:
        found: list[Compared] = []
        for number, line in chunk:
            if self.stop.is_set():
                break
            try:
                found.append(_compared(self.comparator, number, line, self.name))
            except ResolventError as error:
                return _Answer(found, error)
        return _Answer(found, None)


_workers: list[_Worker] = []


def _begin(rules: Sequence[str], name: str, stop: Event) -> None:
    _workers.append(_Worker(rules, name, stop))


def _work(chunk: _Chunk) -> _Answer:
    return _workers[0].answer(chunk)
