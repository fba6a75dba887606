"""Beat, which a worker runs as a process beside its pool, lives as long as the worker, no longer and no shorter.

Celery starts it and looks no more: were it killed alone, nothing would be dealt out and nobody told; were Celery's own process killed, it
would go on beside that of the worker started next.
"""

from __future__ import annotations

import logging
import os
import threading
from typing import Any

from celery import bootsteps
from celery.signals import beat_embedded_init
from celery.worker.components import Beat

_LOG = logging.getLogger("winnow.worker")
_LOOK_EVERY = 2.0
"""Seconds between two looks of the two at each other."""


class BeatMonitor(bootsteps.StartStopStep):
    """Starts the worker's beat again where it has ended by itself.

    Parameters
    ----------
    worker : WorkController
    """

    requires = ("celery.worker.components:Timer", Beat)

    def __init__(self, worker: Any, **words: Any) -> None:
        super().__init__(worker, **words)
        self._entry: Any = None

    def start(self, worker: Any) -> None:
        """Look every now and then; only where the worker has a beat."""
        if worker.beat is not None:
            self._entry = worker.timer.call_repeatedly(_LOOK_EVERY, self._look, (worker,))

    def stop(self, worker: Any) -> None:  # noqa: ARG002 - Celery's interface
        """A beat that ends now is meant to."""
        if self._entry is not None:
            self._entry.cancel()

    def _look(self, worker: Any) -> None:
        code = getattr(worker.beat, "exitcode", None)  # None also of one that is a thread
        if code is None:
            return
        _LOG.warning("beat ended with %s; another is started", code)
        step = next(step for step in worker.steps if isinstance(step, Beat))
        step.obj = step.create(worker)
        step.start(worker)


@beat_embedded_init.connect
def _follow(**_: Any) -> None:
    """In beat's process: end when the worker has."""
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()


def _end_with(parent: int) -> None:
    pause = threading.Event()
    while os.getppid() == parent:
        pause.wait(_LOOK_EVERY)
    os._exit(1)
