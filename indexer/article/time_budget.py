"""A bound on the processor time that one page may take, kept by a timer's signal: matchers and extractors written in C heed it, too."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

from indexer.cause import Cause
from indexer.errors import PageError
from indexer.outcome import Ending, Kind

T = TypeVar("T")

_SECONDS = 2.0
_PER_MEGABYTE = 0.6
"""Of one step of a page; the usual page of 100 KB takes .03 s, the slowest of 12,000 real ones .6 s."""
_AGAIN = 0.25
"""Seconds until the next signal, where somebody has swallowed the first."""


class OverBudgetError(BaseException):
    """Raised wherever a page's code runs when its time is over; no `except Exception` in between stops it."""

    def __init__(self, step: str) -> None:
        super().__init__(step)
        self.step = step


def seconds_for(size: int) -> float:
    """Processor seconds for one step of a page of so many bytes.

    >>> seconds_for(0), round(seconds_for(5_000_000), 1)
    (2.0, 5.0)
    """
    return _SECONDS + _PER_MEGABYTE * size / 1e6


def within_budget(work: Callable[[], T], seconds: float) -> T:
    """The result of one step of a page.

    Parameters
    ----------
    work : callable
    seconds : float
        User time of the process. In another thread than the main one no signal arrives, and the step is not bounded.

    Raises
    ------
    PageError
        TOO_COSTLY where the time is over before the step is; its detail is the function that was running.
    """
    if threading.current_thread() is not threading.main_thread() or signal.getitimer(signal.ITIMER_VIRTUAL)[0]:
        return work()
    armed = True

    def over(_: int, frame: FrameType | None) -> None:
        if armed:
            raise OverBudgetError(_step(frame))

    before = signal.signal(signal.SIGVTALRM, over)
    try:
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds, _AGAIN)
            return work()
        finally:
            armed = False
    except OverBudgetError as error:
        raise PageError(Ending(Kind.TOO_COSTLY, Cause.PROCESSOR_TIME, limit=seconds, detail=error.step)) from None
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def off_budget() -> Iterator[None]:
    """Stop the page's clock for work that a process does once: the page that comes first does not pay for all."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    left, again = signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, left, again)


def _step(frame: FrameType | None) -> str:
    """The innermost function of the program in a stack."""
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        if module.startswith("indexer."):
            return f"{module}.{frame.f_code.co_name}"
        frame = frame.f_back
    return ""
