"""Functions carried out in processes of this machine; with one job, in this process and when their results are asked for."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from multiprocessing import active_children, get_context, parent_process, resource_tracker
from types import TracebackType
from typing import Any, Generic, TypeVar

from indexer.archive.entry import Entry
from indexer.errors import WinnowError
from indexer.process import prepare

_T = TypeVar("_T")
_TRIES = 3
"""Times that a task is begun whose process is killed; the third says that it will be killed whenever it is tried."""


class KilledError(WinnowError):
    """A process that worked for this one was killed again and again."""


class Processes:
    """Some processes that carry out functions side by side; a context manager, at whose end they are gone.

    Functions and values travel pickled. A process that is killed costs time alone: what it was asked for is asked for again.

    Parameters
    ----------
    jobs : int
        1: everything happens in this process.

    Examples
    --------
    >>> with Processes(1) as processes:
    ...     processes.start(max, 3, 4).result()
    4
    """

    def __init__(self, jobs: int) -> None:
        if jobs < 1:
            raise ValueError("jobs must be at least 1")
        self.jobs = jobs
        self._others = set(active_children())
        self._pool = self._new() if jobs > 1 else None

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._end(self._pool)
        self._pool = None

    @property
    def ahead(self) -> int:
        """How many tasks to start before the first is needed."""
        return 2 * self.jobs if self.jobs > 1 else 0

    def sent(self, entries: Sequence[Entry]) -> Sequence[Entry]:
        """Entries as they travel to where the work is done: where a page lies, not its bytes."""
        return [replace(entry, kept=None) if entry.kept else entry for entry in entries] if self.jobs > 1 else entries

    def start(self, function: Callable[..., _T], *values: Any) -> Task[_T]:
        """Have a function carried out as soon as a process is free."""
        return Task(self, function, values)

    def submit(self, function: Callable[..., _T], values: tuple[Any, ...]) -> Future[_T] | None:
        """The same as a future of the present pool; None with one job."""
        if self._pool is None:
            return None
        try:
            return self._pool.submit(function, *values)
        except BrokenProcessPool:
            self.renew()
            return self._pool.submit(function, *values)

    def renew(self, broken: Future[Any] | None = None) -> None:
        """Begin with new processes, unless that was done since a future broke."""
        if broken is not None and self._pool is not None and not _is_broken(self._pool):
            return
        self._end(self._pool)
        self._pool = self._new()

    def _new(self) -> ProcessPoolExecutor:
        _quiet_tracker()
        context = get_context("forkserver")  # a fork of this process would share the threads of an engine that is open
        context.set_forkserver_preload(["indexer.clean_site"])
        return ProcessPoolExecutor(self.jobs, mp_context=context, initializer=_begin)

    def _end(self, pool: ProcessPoolExecutor | None) -> None:
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in set(active_children()) - self._others:
                child.terminate()
                child.join()


class Task(Generic[_T]):
    """Something that is being carried out."""

    def __init__(self, processes: Processes, function: Callable[..., _T], values: tuple[Any, ...]) -> None:
        self._processes, self._function, self._values = processes, function, values
        self._future = processes.submit(function, values)

    def result(self) -> _T:
        """What the function returned.

        Raises
        ------
        KilledError
            Where its process was killed each time.
        Exception
            What the function raised.
        """
        if self._future is None:
            return self._function(*self._values)
        for _ in range(_TRIES):
            try:
                return self._future.result()
            except BrokenProcessPool:
                self._processes.renew(self._future)
                self._future = self._processes.submit(self._function, self._values)
                assert self._future is not None
        raise KilledError(f"a process was killed {_TRIES} times at the same work: is there memory for {self._processes.jobs} jobs?")


_TRACKER_WARNING = "ignore::UserWarning:multiprocessing.resource_tracker"


def _quiet_tracker() -> None:
    """Start Python's own process that removes the semaphores of a run that is killed; it says nothing of it, as nothing is lost."""
    before = os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = ",".join(filter(None, (before, _TRACKER_WARNING)))
    try:
        resource_tracker.ensure_running()
    finally:
        if before is None:
            del os.environ["PYTHONWARNINGS"]
        else:
            os.environ["PYTHONWARNINGS"] = before


def _is_broken(pool: ProcessPoolExecutor) -> bool:
    try:
        pool.submit(int)
    except BrokenProcessPool:
        return True
    return False


def _begin() -> None:
    """A child leaves interrupts to its parent, and ends with it."""
    prepare()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
