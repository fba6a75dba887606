"""Celery's tasks: thin wrappers that take ids and names, and return nothing. All their work is in `WorkerContext`."""

from __future__ import annotations

from typing import Any

from celery.signals import worker_process_init, worker_process_shutdown
from redis.exceptions import RedisError

from indexer.errors import WinnowError
from workers.app import app
from workers.broker.beat_monitor import BeatMonitor
from workers.broker.worker_context import Leases, WorkerContext

_EXPECTED = (WinnowError, RedisError)
"""Expected errors, such as an unavailable database or broker. Celery logs them in one line, and the work is dispatched again."""
_CONTEXT: list[WorkerContext] = []
"""The context of this process. It is opened after the fork, since processes must not share connections."""
app.steps["worker"].add(BeatMonitor)


@worker_process_init.connect
def _open(**_: Any) -> None:
    _CONTEXT.append(WorkerContext.open(app))


@worker_process_shutdown.connect
def _close(**_: Any) -> None:
    while _CONTEXT:
        _CONTEXT.pop().close()


def worker_context() -> WorkerContext:
    """Return this process's context; open it if the worker has a thread pool or no pool, and so no process start."""
    if not _CONTEXT:
        _CONTEXT.append(WorkerContext.open(app))
    return _CONTEXT[0]


@app.task(throws=_EXPECTED, name="winnow.dispatch")
def dispatch() -> None:
    """Dispatch due work for some seconds."""
    worker_context().dispatch(fetch.delay, clean.delay, fit.delay)


@app.task(throws=_EXPECTED, name="winnow.fetch")
def fetch(leases: Leases) -> None:
    """Execute claims whose leases are still valid."""
    worker_context().fetch(leases)


@app.task(throws=_EXPECTED, name="winnow.clean")
def clean(host: str) -> None:
    """Clean and index pending pages of a host, and send a fit message if a fit is due."""
    worker_context().clean(host, fit.delay)


@app.task(throws=_EXPECTED, name="winnow.fit")
def fit(host: str, version: int) -> None:
    """Fit a site's model from archived pages; `version` is the model to replace, 0 for none."""
    worker_context().fit(host, version)


@app.task(throws=_EXPECTED, name="winnow.plan")
def plan() -> None:
    """Send a message for each site that is due for a scheduler step."""
    worker_context().plan(advance.delay)


@app.task(throws=_EXPECTED, name="winnow.advance")
def advance(site: str) -> None:
    """Record the visits of a site, and plan the next requests."""
    worker_context().advance(site)


@app.task(throws=_EXPECTED, name="winnow.purge")
def purge() -> None:
    """Delete old rows from the database."""
    worker_context().purge()
