"""A watchdog that calls back when work exceeds its time limit; it uses one permanent thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Watchdog:
    """Watches one piece of work at a time.

    A `threading.Timer` for each piece would start a thread each time, which slows short requests. This thread sleeps until the earliest
    deadline that it knows; work that ends in time does not wake it.

    Parameters
    ----------
    on_timeout : callable
        Called in the thread when work exceeds its limit, never after the work has ended.

    Examples
    --------
    >>> timed_out = threading.Event()
    >>> watchdog = Watchdog(timed_out.set)
    >>> with watchdog.watch(0.01) as late:
    ...     timed_out.wait(9.0), late.is_set()
    (True, True)
    >>> watchdog.close()
    """

    def __init__(self, on_timeout: Callable[[], object]) -> None:
        self._on_timeout = on_timeout
        self._changed = threading.Condition()
        self._at: float | None = None
        self._late = threading.Event()
        self._wakes = 0.0
        self._thread: threading.Thread | None = None

    @contextmanager
    def watch(self, seconds: float) -> Iterator[threading.Event]:
        """Watch the block, and set the yielded event if it takes more than `seconds`."""
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
                    self._on_timeout()
                self._wakes = float("inf") if self._at is None else self._at
                self._changed.wait(None if self._at is None else max(self._at - time.monotonic(), 0.0))
