"""Execution of functions in local processes; with one job, in this process when a result is requested."""

from __future__ import annotations

import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Generic, TypeVar

from indexer.archive.entry import Entry
from indexer.errors import WinnowError
from indexer.process import prepare

_T = TypeVar("_T")
_TRIES = 3
"""Number of attempts at a task whose process is killed; after the third failure it counts as the task's fault."""


class KilledError(WinnowError):
    """A worker process was killed repeatedly."""


@dataclass(frozen=True)
class Task(Generic[_T]):
    """A running or pending function call.

    Attributes
    ----------
    result : callable
        Waits for the function's result and returns it, or raises its exception; KilledError if its process is killed each time.
    """

    result: Callable[[], _T]


class Processes:
    """A pool of processes that run functions in parallel; a context manager, which ends them on exit.

    Functions and values are pickled. A killed process costs only time: its task is repeated. Each
    process has its own pipe, which ends with it: a shared pipe or lock stays blocked for ever when a process is
    killed in the middle of a long answer (as in `concurrent.futures.ProcessPoolExecutor`).

    Parameters
    ----------
    jobs : int
        1 to run everything in this process.
    at_once : bool
        False to run everything in this process until `begin` is called.
    first : callable or None
        Run in each of the started processes before its first task, so that this one does not wait for imports; what it raises is ignored.

    Examples
    --------
    >>> with Processes(1) as processes:
    ...     processes.start(max, 3, 4).result()
    4
    """

    def __init__(self, jobs: int, *, at_once: bool = True, first: Callable[[], object] | None = None) -> None:
        if jobs < 1:
            raise ValueError("jobs must be at least 1")
        self.jobs = jobs
        self._first = first
        self._threads: ThreadPoolExecutor | None = None
        self._of_thread = threading.local()
        self._lock = threading.Lock()
        self._children: list[_Child] = []
        self._ended = False
        if at_once:
            self.begin()

    def begin(self) -> None:
        """Start the processes: they import their modules, which takes half a second, while this one goes on."""
        if self.jobs > 1:
            self._threads = ThreadPoolExecutor(self.jobs)
            for _ in range(self.jobs):
                self._threads.submit(self._prepared)

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with self._lock:
            self._ended = True
        for child in self._children:
            child.end()
        if self._threads is not None:
            self._threads.shutdown(cancel_futures=True)

    @property
    def ahead(self) -> int:
        """The number of tasks to start before the first result is needed."""
        return 0 if self._threads is None else 2 * self.jobs

    def share(self, tasks: int) -> int:
        """Return the number of processes for each of so many long tasks, if they run side by side."""
        return 1 if self._threads is None else max(1, self.jobs // max(1, tasks))

    def sent(self, entries: Sequence[Entry]) -> Sequence[Entry]:
        """Return entries in the form in which they are sent to a process: the place of a page, without its bytes."""
        return entries if self._threads is None else [replace(entry, kept=None) if entry.kept else entry for entry in entries]

    def start(self, function: Callable[..., _T], *values: Any) -> Task[_T]:
        """Run a function as soon as a process is free."""
        if self._threads is None:
            return Task(partial(function, *values))
        return Task(self._threads.submit(self._carry_out, function, values).result)

    def stream(self, function: Callable[..., Iterator[_T]], *values: Any) -> Iterator[_T]:
        """Return the values of a generator function as they arrive; with several jobs it runs on even if they are not consumed."""
        if self._threads is None:
            return function(*values)
        arrived: SimpleQueue[_T | _End] = SimpleQueue()
        running = self._threads.submit(self._pass_on, function, values, arrived.put)
        running.add_done_callback(lambda _: arrived.put(_End()))
        return _until_end(arrived, running.result)

    def _carry_out(self, function: Callable[..., _T], values: tuple[Any, ...]) -> _T:
        """Run a function in this thread's child, or in a new one if it is killed."""
        found: list[_T] = []
        self._pass_on(_only, (function, *values), found.append)
        return found[0]

    def _pass_on(self, function: Callable[..., Iterator[_T]], values: tuple[Any, ...], take: Callable[[_T], None]) -> None:
        """Run a generator function in a child; values that a killed child has already sent are not passed on twice."""
        taken = 0
        for _ in range(_TRIES):
            answers = self._child().ask(function, values)
            for number, answer in enumerate(answers):
                if answer.error is not None:
                    raise answer.error
                if answer.last:
                    return
                if number == taken:
                    take(answer.value)
                    taken += 1
            del self._of_thread.child
        raise KilledError(f"a process was killed {_TRIES} times at the same work: is there memory for {self.jobs} jobs?")

    def _prepared(self) -> None:
        self._child()
        if self._first is not None:
            with suppress(Exception):  # the tasks fail likewise, where somebody waits for them
                self._carry_out(self._first, ())

    def _child(self) -> _Child:
        child: _Child | None = getattr(self._of_thread, "child", None)
        if child is None:
            with self._lock:
                if self._ended:
                    raise CancelledError
                self._of_thread.child = child = _Child()
                self._children.append(child)
        return child


@dataclass(frozen=True)
class _Answer:
    """A value, an error, or the end of the values."""

    value: Any = None
    error: Exception | None = None
    last: bool = False


class _End:
    """Marks the end of the values."""


def _only(function: Callable[..., _T], *values: Any) -> Iterator[_T]:
    yield function(*values)


def _until_end(arrived: SimpleQueue[_T | _End], finish: Callable[[], None]) -> Iterator[_T]:
    while not isinstance(value := arrived.get(), _End):
        yield value
    finish()


class _Child:
    """A child process that runs one function after the other."""

    def __init__(self) -> None:
        context = get_context("forkserver")  # a fork of this process would share the threads of an open engine
        context.set_forkserver_preload(["indexer.preloaded"])
        self._pipe, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(target=_serve, args=(theirs,), daemon=True)
        with _safe_path():
            self._process.start()
        theirs.close()  # the last copy is the child's own: the pipe ends with the child

    def ask(self, function: Callable[..., Iterator[Any]], values: tuple[Any, ...]) -> Iterator[_Answer]:
        """Yield the answers of a generator function; they stop without a last answer if the process is killed."""
        question = ForkingPickler.dumps((function, values))
        try:
            self._pipe.send_bytes(question)
            while True:
                yield self._pipe.recv()
        except (EOFError, OSError):
            self.end()

    def end(self) -> None:
        self._process.terminate()
        self._process.join()


@contextmanager
def _safe_path() -> Iterator[None]:
    """Let a Python that starts within not import modules from the current folder, which may be one of downloaded files."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


_SAFE_PATH = "PYTHONSAFEPATH"


def _serve(pipe: Connection) -> None:
    """Run functions until the parent ends; the parent handles interrupts."""
    prepare()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # the parent was killed; an error message on standard error is useless
        while True:
            function, values = pipe.recv()
            for answer in _answers(function, values):
                pipe.send_bytes(answer)


def _answers(function: Callable[..., Iterator[Any]], values: tuple[Any, ...]) -> Iterator[memoryview]:
    try:
        for value in function(*values):
            yield ForkingPickler.dumps(_Answer(value))
        yield ForkingPickler.dumps(_Answer(last=True))
    except Exception as error:  # noqa: BLE001 - raised where the result is requested
        error.add_note(f"in process {os.getpid()}: {traceback.format_exc()}")
        yield ForkingPickler.dumps(_Answer(error=error))


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
