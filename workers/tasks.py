"""The tasks: thin, numbers and names in, and nothing out. What they do is in the modules that they call, which know no broker."""

from __future__ import annotations

from typing import Any

from celery.signals import worker_process_init, worker_process_shutdown
from redis.exceptions import RedisError

from indexer.errors import WinnowError
from workers.app import app
from workers.broker.beat_monitor import BeatMonitor
from workers.broker.worker_context import Leases, WorkerContext

_EXPECTED = (WinnowError, RedisError)
"""A database or a broker that is away for a while: told in one line, and what was to be done is sent again."""
_STATION: list[WorkerContext] = []
"""This process's connections: made after the fork, since neither a database's nor a server's connection may be shared by two processes."""
app.steps["worker"].add(BeatMonitor)


@worker_process_init.connect
def _open(**_: Any) -> None:
    _STATION.append(WorkerContext.open(app))


@worker_process_shutdown.connect
def _close(**_: Any) -> None:
    while _STATION:
        _STATION.pop().close()


def worker_context() -> WorkerContext:
    """This process's station, also where the pool is one of threads or the worker has none."""
    if not _STATION:
        _STATION.append(WorkerContext.open(app))
    return _STATION[0]


@app.task(throws=_EXPECTED, name="winnow.dispatch")
def dispatch() -> None:
    """Hand out, for some seconds, what is due."""
    worker_context().dispatch(fetch.delay, clean.delay, fit.delay)


@app.task(throws=_EXPECTED, name="winnow.fetch")
def fetch(leases: Leases) -> None:
    """Carry out claims, but for those that were lost."""
    worker_context().fetch(leases)


@app.task(throws=_EXPECTED, name="winnow.clean")
def clean(host: str) -> None:
    """Clean and index pages of a host that wait; where they do not fit its model any more, a fit follows."""
    worker_context().clean(host, fit.delay)


@app.task(throws=_EXPECTED, name="winnow.fit")
def fit(host: str, version: int) -> None:
    """Learn a site from the pages that the archive has, or learn it again in the place of that version of its model; 0 for none."""
    worker_context().fit(host, version)


@app.task(throws=_EXPECTED, name="winnow.plan")
def plan() -> None:
    """Find the sites that are to be visited again, or were visited."""
    worker_context().plan(advance.delay)


@app.task(throws=_EXPECTED, name="winnow.advance")
def advance(site: str) -> None:
    """Remember what visits of a site have shown, and plan the next ones."""
    worker_context().advance(site)


@app.task(throws=_EXPECTED, name="winnow.purge")
def purge() -> None:
    """Forget what is older than it need be."""
    worker_context().purge()
