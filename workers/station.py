"""What one worker process has open, and what its tasks do with it."""

from __future__ import annotations

import time
from collections.abc import Callable

import redis
from celery import Celery

from indexer.cli.options import open_engine, refused_documents
from indexer.index.engine import Committed
from indexer.store.database import Database
from indexer.store.purge import purge
from workers.app import CLEAN, DISPATCH_FOR, FETCH, FIT
from workers.broker_lock import alone
from workers.clock import Clock, clock, moment
from workers.counted_frontier import CountedFrontier
from workers.fetch import Fetcher
from workers.fetching import Fetching
from workers.frontier_pending import Pending, PendingHost
from workers.metrics import Metrics
from workers.page_store import PageStore
from workers.processing import Processing
from workers.replan import replan
from workers.version import version
from workers.worker_settings import WorkerSettings

_WAITING = 200
"""Messages to fetchers beyond which no more are sent: what waits there is leased, and a lease should not run out in a queue."""
_BATCH = 64
_NAP = 0.02
_LOOK_EVERY, _ASK_AGAIN = 1.0, 5.0
"""Seconds between two looks at what waits to be cleaned, and between two messages about one host; what came to nothing is sent again."""


class Station:
    """One process's connections to the database, the broker, the archive and the sites.

    Parameters
    ----------
    settings : WorkerSettings
    database : Database
    broker : redis.Redis
    tick : callable
        The clock.
    """

    def __init__(self, settings: WorkerSettings, database: Database, broker: redis.Redis, tick: Clock) -> None:
        self._settings = settings
        self._database = database
        self._broker = broker
        self._clock = tick
        self._metrics = Metrics()
        self._refused = refused_documents(settings.shared)
        self._frontier = CountedFrontier(database, tick, settings.frontier, self._metrics)
        self._pending = Pending(database)
        home = settings.shared.home
        self._store = PageStore(home / "archive", settings.crawl.user_agent, lambda: moment(tick()))
        self._fetcher = Fetcher(settings.crawl.user_agent, settings.crawl.limits, allow_private=settings.crawl.allow_private)
        self._fetching = Fetching(self._frontier, self._store, self._fetcher, settings.crawl, tick)
        self._processing = Processing(database, home / "archive", lambda: open_engine(home), tick, self._committed)
        self._asked: dict[tuple[str, int], float] = {}

    @classmethod
    def open(cls, app: Celery) -> Station:
        """Connect, after the fork."""
        settings = WorkerSettings.read(version())
        shared = settings.shared
        database = Database.open(shared.home, shared.database)
        return cls(settings, database, redis.Redis.from_url(str(app.conf.broker_url)), clock(shared.now))

    def close(self) -> None:
        """Finish the archive's file and let all connections go."""
        self._store.close()
        self._database.close()
        self._broker.close()

    def dispatch(self, fetch: Callable[[int, int], object], clean: Callable[[str], object], fit: Callable[[str, int], object]) -> None:
        """Send what is due to the workers, for some seconds; one dispatcher at a time does."""
        with alone(self._broker, "dispatch") as free:
            until = time.monotonic() + DISPATCH_FOR if free else 0.0
            look_at = 0.0
            while time.monotonic() < until:
                room = min(_WAITING - int(self._broker.llen(FETCH)), _BATCH)
                claims = self._frontier.claim(room) if room > 0 else []
                for claim in claims:
                    fetch(claim.id, claim.number)
                if time.monotonic() >= look_at:
                    look_at = time.monotonic() + _LOOK_EVERY
                    self._send_processing(clean, fit)
                if not claims:
                    time.sleep(_NAP)

    def fetch(self, url_id: int, number: int) -> None:
        """Carry out a claim; the gate is looked at once more, since the message may have waited or come twice."""
        claim = self._frontier.resume(url_id, number)
        if claim is not None:
            with self._metrics.timed("fetch"):
                self._fetching.carry_out(claim)

    def clean(self, host: str) -> None:
        """Clean and index pages that wait; one worker at a time does so for a host."""
        with alone(self._broker, f"site:{host}") as free:
            if free:
                self._clean(host)

    def fit(self, host: str, version: int) -> None:
        """Learn a site, unless another model has replaced that version since."""
        with alone(self._broker, f"site:{host}") as free:
            if free and self._processing.version(host) == version:
                with self._metrics.timed("fit"):
                    pages = self._processing.fit(host, version)
                if not pages:
                    self._clean(host)

    def index(self, host: str) -> None:
        """Let all pages of a host wait for cleaning once more."""
        self._pending.again(host)

    def plan(self) -> None:
        """Plan the next visits of pages that list others."""
        replan(self._frontier)

    def purge(self) -> None:
        """Forget what is old."""
        purge(self._database, self._clock())

    def _committed(self, committed: Committed) -> None:
        """Keep what the engine did not take, and count what it said."""
        if committed.refused:
            self._refused.keep(committed.refused)
        self._metrics.committed(committed.retried, len(committed.refused))

    def _clean(self, host: str) -> None:
        with self._metrics.timed("clean"):
            self._metrics.cleaned(self._processing.clean(host))

    def _send_processing(self, clean: Callable[[str], object], fit: Callable[[str, int], object]) -> None:
        """A message for each host with pages that wait, not more often than it can have been carried out."""
        now = time.monotonic()
        room = _WAITING - int(self._broker.llen(CLEAN)) - int(self._broker.llen(FIT))
        for waiting in self._pending.hosts():
            version = self._processing.version(waiting.host)
            key = (waiting.host, version)
            if now < self._asked.get(key, 0.0) or not (version or self._enough(waiting)):
                continue
            if room <= 0:
                return
            room -= 1
            self._asked[key] = now + _ASK_AGAIN
            if version:
                clean(waiting.host)
            else:
                fit(waiting.host, 0)

    def _enough(self, waiting: PendingHost) -> bool:
        return waiting.pages >= self._settings.enough or self._clock() - waiting.since >= self._settings.patience
