"""Computations that a request waits for only briefly, so that a page opens and says that figures are being computed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import Lock, Thread

from indexer.errors import WinnowError

PATIENCE = 1.0
"""Seconds that a request waits."""


class Background:
    """Threads by what they compute, one at a time for each."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._threads: dict[Hashable, Thread] = {}

    def wait_for(self, key: Hashable, compute: Callable[[], object]) -> None:
        """Compute in a thread unless the same is being computed; return after that, or after `PATIENCE` seconds.

        What fails with a WinnowError is computed again at the next call.
        """
        with self._lock:
            running = {each: thread for each, thread in self._threads.items() if thread.is_alive()}
            if key not in running:
                running[key] = Thread(target=_attempted, args=(compute,), name=str(key), daemon=True)
                running[key].start()
            self._threads = running
        running[key].join(PATIENCE)


def _attempted(compute: Callable[[], object]) -> None:
    with suppress(WinnowError):
        compute()
