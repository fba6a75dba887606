"""Keeps Celery's beat process running exactly as long as its worker.

Celery starts beat but does not monitor it. Without this module, no work would be dispatched after beat was killed, and after the worker was
killed, its beat would continue beside the beat of the next worker.
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
_CHECK_INTERVAL = 2.0
"""Liveness-check interval in seconds."""


class BeatMonitor(bootsteps.StartStopStep):
    """Restarts the worker's beat process if it exits."""

    requires = ("celery.worker.components:Timer", Beat)

    def __init__(self, worker: Any, **options: Any) -> None:
        super().__init__(worker, **options)
        self._entry: Any = None

    def start(self, worker: Any) -> None:
        """Start monitoring if the worker runs beat."""
        if worker.beat is not None:
            self._entry = worker.timer.call_repeatedly(_CHECK_INTERVAL, self._check, (worker,))

    def stop(self, worker: Any) -> None:  # noqa: ARG002 - Celery's interface
        """Stop monitoring beat; it exits on shutdown."""
        if self._entry is not None:
            self._entry.cancel()

    def _check(self, worker: Any) -> None:
        code = getattr(worker.beat, "exitcode", None)  # None for a thread, too
        if code is None:
            return
        _LOG.warning("beat exited with %s and is restarted", code)
        step = next(step for step in worker.steps if isinstance(step, Beat))
        step.obj = step.create(worker)
        step.start(worker)


@beat_embedded_init.connect
def _follow(**_: Any) -> None:
    """Make the beat process exit when its worker exits."""
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()


def _end_with(parent: int) -> None:
    pause = threading.Event()
    while os.getppid() == parent:
        pause.wait(_CHECK_INTERVAL)
    os._exit(1)
