"""A watchdog with one permanent thread: calls back when a piece of work exceeds its time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Watchdog:
    """Watches one piece of work after the other.

    A timer per piece would start a thread per piece, which slows short requests. This thread sleeps until the earliest deadline that
    it knows; work that ends in time does not wake it.

    Parameters
    ----------
    bite : callable
        Called from the thread when work takes too long, never after the work has ended.

    Examples
    --------
    >>> bitten = threading.Event()
    >>> dog = Watchdog(bitten.set)
    >>> with dog.watch(0.01) as late:
    ...     bitten.wait(9.0), late.is_set()
    (True, True)
    >>> dog.close()
    """

    def __init__(self, bite: Callable[[], object]) -> None:
        self._bite = bite
        self._changed = threading.Condition()
        self._at: float | None = None
        self._late = threading.Event()
        self._wakes = 0.0
        self._thread: threading.Thread | None = None

    @contextmanager
    def watch(self, seconds: float) -> Iterator[threading.Event]:
        """Watch the block for so many seconds; the event is set if it takes longer."""
        late = threading.Event()
        with self._changed:
            self._at, self._late = time.monotonic() + seconds, late
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
            elif self._at < self._wakes:
                self._changed.notify()
        try:
            yield late
        finally:
            with self._changed:
                self._at = None

    def close(self) -> None:
        """Stop the thread; the next watch starts another."""
        with self._changed:
            thread, self._thread = self._thread, None
            self._changed.notify()
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        me = threading.current_thread()
        with self._changed:
            while self._thread is me:
                if self._at is not None and time.monotonic() >= self._at:
                    self._late.set()
                    self._at = None
                    self._bite()
                self._wakes = float("inf") if self._at is None else self._at
                self._changed.wait(None if self._at is None else max(self._at - time.monotonic(), 0.0))
