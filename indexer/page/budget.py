"""Limit of time and memory per page, enforced by a timer signal, which also interrupts matchers and extractors written in C."""

from __future__ import annotations

import gc
import os
import resource
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from types import FrameType
from typing import TypeVar

from indexer.cause import Cause
from indexer.errors import PageError
from indexer.outcome import Ending, Kind

T = TypeVar("T")

_SECONDS = 2.0
_PER_MEGABYTE = 0.6
"""Of one step of a page; the usual page of 100 KB takes .03 s, the slowest of 12,000 real ones .6 s."""
_MEMORY = 150 << 20
_MEMORY_PER_BYTE = 30
"""In bytes, for one step of a page; the parsed form takes ten to twenty times the page's length."""
_TICK = 0.1
"""Interval between two checks in seconds of processor time; a page's code allocates at most some 50 MB in between."""
_STATM = "/proc/self/statm"


class OverBudgetError(BaseException):
    """Raised inside a page's code when its time or memory is exhausted; as a BaseException it passes every `except Exception`."""

    def __init__(self, cause: Cause, limit: float, step: str) -> None:
        super().__init__(step)
        self.ending = Ending(Kind.TOO_COSTLY, cause, limit=limit, detail=step)


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of one step of a page.

    Parameters
    ----------
    seconds : float
        User time of the process.
    memory : float
        Maximum growth of resident memory in bytes; not checked on systems without /proc.
    """

    seconds: float
    memory: float = inf


def budget_for(size: int) -> Budget:
    """Return the budget of one step of a page of this size in bytes.

    >>> budget_for(0).seconds, round(budget_for(5_000_000).seconds, 1), round(budget_for(1_000_000).memory / 1e6)
    (2.0, 5.0, 187)
    """
    return Budget(_SECONDS + _PER_MEGABYTE * size / 1e6, _MEMORY + _MEMORY_PER_BYTE * size)


class _Watch:
    """Check of a step's consumption against its budget at every tick of the timer."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._seconds, self._memory = _user_seconds() + budget.seconds, _resident() + budget.memory
        self.armed = True
        self._paused = (0.0, 0)
        self._collecting = False

    def pause(self) -> None:
        """Stop checking: what follows is not the page's own work."""
        self.armed, self._paused = False, (_user_seconds(), _resident())

    def resume(self) -> None:
        """Extend the budget by what was consumed since `pause`, and check again."""
        seconds, memory = self._paused
        self._seconds += _user_seconds() - seconds
        self._memory += max(_resident() - memory, 0)
        self.armed = True

    def collect(self, phase: str, _: object) -> None:
        """Exclude a garbage collection, which searches the whole process (a callback of `gc.callbacks`)."""
        if phase == "start" and self.armed:
            self._collecting = True
            self.pause()
        elif phase == "stop" and self._collecting:
            self._collecting = False
            self.resume()

    def look(self, _: int, frame: FrameType | None) -> None:
        if not self.armed:
            return
        if _user_seconds() >= self._seconds:
            raise OverBudgetError(Cause.PROCESSOR_TIME, self._budget.seconds, _step(frame))
        if _resident() > self._memory:
            raise OverBudgetError(Cause.MEMORY, self._budget.memory, _step(frame))


_running: list[_Watch] = []
"""The main thread's watch; at most one."""


def within_budget(work: Callable[[], T], budget: Budget) -> T:
    """Run one step of a page within a budget and return its result.

    Outside the main thread no signal arrives, and the step is not limited; inside another limited step the outer limit applies.

    Raises
    ------
    PageError
        TOO_COSTLY if time or memory runs out; its detail is the function that was running.
    """
    if threading.current_thread() is not threading.main_thread() or _running:
        return work()
    watch = _Watch(budget)
    before = signal.signal(signal.SIGVTALRM, watch.look)
    _running.append(watch)
    gc.callbacks.append(watch.collect)
    try:
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, min(budget.seconds, _TICK), _TICK)
            return work()
        finally:
            watch.armed = False
    except OverBudgetError as error:
        raise PageError(error.ending) from None
    finally:
        watch.armed = False
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        gc.callbacks.remove(watch.collect)
        _running.clear()


@contextmanager
def exempt_from_budget() -> Iterator[None]:
    """Exclude one-time work of the process from a page's budget, so that the first page does not pay for all."""
    if threading.current_thread() is not threading.main_thread() or not _running:
        yield
        return
    (watch,) = _running
    watch.pause()
    try:
        yield
    finally:
        watch.resume()


def _user_seconds() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def _resident() -> int:
    """Return the resident memory of the process in bytes; 0 if the system does not report it."""
    try:
        opened = os.open(_STATM, os.O_RDONLY)  # a third of the time of a file object
    except OSError:
        return 0
    try:
        return int(os.read(opened, 256).split()[1]) * os.sysconf("SC_PAGE_SIZE")
    finally:
        os.close(opened)


def _step(frame: FrameType | None) -> str:
    """Return the program's innermost function in a stack."""
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        if module.startswith("indexer."):
            return f"{module}.{frame.f_code.co_name}"
        frame = frame.f_back
    return ""
