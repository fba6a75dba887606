"""Shares of a computation in forks of this process: they read its memory, so that nothing is sent to them, and return their results."""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Generic, NoReturn, TypeVar

from indexer.process import end_with_parent

_T = TypeVar("_T")
_R = TypeVar("_R")

_number = 1
"""Number of processes that share one call of `each`, this one included."""


@contextmanager
def shared_by(number: int) -> Iterator[None]:
    """Let this many processes share each call of `each` within; a process with threads of its own must not be forked.

    >>> with shared_by(2):
    ...     each(abs, [-1, 2, -3])
    [1, 2, 3]
    """
    global _number
    before, _number = _number, number if hasattr(os, "fork") else 1
    try:
        yield
    finally:
        _number = before


def each(function: Callable[[_T], _R], items: Sequence[_T]) -> list[_R]:
    """Return the function's result for each item, in order.

    Every n-th item belongs to one of n processes. What a fork cannot return, because it was killed or the function raised an exception, is
    computed in this process. Changes of memory in a fork are lost: the result must contain all that is needed.
    """
    number = max(1, min(_number, len(items)))
    forks = [_Fork(function, items[share::number]) for share in range(1, number)]
    results: list[list[_R]] = []
    try:
        results.append([function(item) for item in items[::number]])
        results += [fork.results() for fork in forks]
    finally:
        for fork in forks:
            fork.end()
    return [results[i % number][i // number] for i in range(len(items))]


class _Fork(Generic[_R]):
    """A fork that computes one share."""

    def __init__(self, function: Callable[[_T], _R], items: Sequence[_T]) -> None:
        def work() -> list[_R]:
            return [function(item) for item in items]

        self._work = work
        self._pipe, theirs = Pipe(duplex=False)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # the other threads of this process only wait
            self._process = os.fork()
        if not self._process:
            _answer(work, theirs)
        theirs.close()

    def results(self) -> list[_R]:
        """Return the share's results; this process computes them if the fork ended without an answer."""
        try:
            found: list[_R] = self._pipe.recv()
        except (EOFError, OSError):
            return self._work()
        return found

    def end(self) -> None:
        """Kill the fork if it still runs."""
        self._pipe.close()
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)


def _answer(work: Callable[[], object], pipe: Connection) -> NoReturn:
    """Send the results, and end without what a process does at its end, which is left to the original."""
    global _number
    try:
        end_with_parent()
        _number = 1
        pipe.send(work())
    finally:
        os._exit(0)
