"""What one worker process has open, and what its tasks do with it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack

import redis
from celery import Celery

from indexer.errors import ArchiveError
from indexer.events import event, start
from indexer.home import Home
from indexer.index.engine import Committed
from indexer.process import give_back
from indexer.store.database import Database
from indexer.store.purge import purge
from indexer.store.revisit_schedule import RevisitSchedule
from workers.app import CLEAN, DISPATCH_FOR, FETCH, FIT, PLAN
from workers.archive.page_store import PageStore
from workers.broker.cleaning_attempts import CleaningAttempts
from workers.broker.metrics import Metrics
from workers.broker.redis_lock import redis_lock
from workers.broker.settings import WorkerSettings
from workers.clock import Clock, moment
from workers.crawl.claim_executor import ClaimExecutor
from workers.fetch.fetcher import Fetcher
from workers.frontier.database_clock import database_clock
from workers.frontier.frontier import Frontier
from workers.frontier.listeners import EventLog
from workers.frontier.pending import PendingHost, PendingPages
from workers.frontier.recovery import presence
from workers.frontier.values import Backoff
from workers.indexing.processing import Processing
from workers.recrawl.scheduler import Scheduler
from workers.version import version

_WAITING = 200
"""Messages to fetchers beyond which no more are sent: what waits there is leased, and a lease should not run out in a queue."""
_BATCH, _SHARE = 64, 8
"""Claims dealt out at once, and most of them that go with one message."""
_PATIENCE = 15.0
"""Seconds after which a message's next claim is no more begun."""
_NAP = 0.02
"""Seconds between two looks at what is due: at several hundred requests a second one claim then deals out several."""
_LOOK_EVERY, _ASK_AGAIN = 1.0, 5.0
"""Seconds between two looks at what waits to be cleaned, and between two messages about one host; what came to nothing is sent again."""
_DATABASE_PATIENCE = 70.0
"""Seconds for which a change of the frontier waits for its database: a request before it leaves so much of a task's `SOFT_LIMIT`."""
_ARCHIVE_AWAY = 60.0
"""Seconds after which a process looks anew whether the archive can be written; it asks for nothing that it could not keep."""

Leases = Sequence[tuple[int, int]]
"""URLs with the numbers of their leases."""


class WorkerContext:
    """One process's connections to the database, the broker, the archive and the sites.

    Parameters
    ----------
    settings : WorkerSettings
    database : Database
    broker : redis.Redis
    clock : callable
        The clock.
    """

    def __init__(self, settings: WorkerSettings, database: Database, broker: redis.Redis, clock: Clock) -> None:
        self._settings = settings
        self._database = database
        self._broker = broker
        self._clock = clock
        self._presence = ExitStack()
        self._presence.enter_context(presence(settings.shared.home, lambda: None))  # no crawl beside takes a worker for a dead one
        self._metrics = Metrics()
        home = Home(settings.shared)
        self._refused = home.refused
        self._frontier = Frontier(database, clock, settings.frontier, (EventLog(), self._metrics), _DATABASE_PATIENCE)
        self._pending = PendingPages(database)
        self._schedule = RevisitSchedule(database)
        self._store = PageStore(home.archive, settings.crawl.user_agent, lambda: moment(clock()))
        self._fetcher = Fetcher(settings.crawl.user_agent, settings.crawl.limits, allow_private=settings.crawl.allow_private)
        self._executor = ClaimExecutor(self._frontier, self._store, self._fetcher, settings.crawl, clock, self._schedule.is_scheduled)
        self._processing = Processing(database, home.archive, home.engine, clock, self._committed)
        self._attempts = CleaningAttempts(broker, self._processing)
        self._scheduler = Scheduler(self._frontier, home.archive, clock)
        self._sent: dict[tuple[str, int], float] = {}
        self._archive_back = Backoff(0.0)

    @classmethod
    def open(cls, app: Celery) -> WorkerContext:
        """Connect, after the fork."""
        settings = WorkerSettings.read(version())
        shared = settings.shared
        start(shared.log)
        database = Home(shared).database()
        return cls(settings, database, redis.Redis.from_url(str(app.conf.broker_url)), database_clock(database, shared.now))

    def close(self) -> None:
        """Finish the archive's file and let all connections go."""
        self._store.close()
        self._database.close()
        self._broker.close()
        self._presence.close()

    def dispatch(self, fetch: Callable[[Leases], object], clean: Callable[[str], object], fit: Callable[[str, int], object]) -> None:
        """Send what is due to the workers. One dispatcher does so for some seconds; others help while more is due than one deals out."""
        with redis_lock(self._broker, "dispatch") as first:
            until, look_at = time.monotonic() + DISPATCH_FOR, 0.0
            while time.monotonic() < until:
                waiting = int(self._broker.llen(FETCH))
                claims = self._frontier.claim(_BATCH) if waiting < _WAITING else []
                for some in shares([(claim.id, claim.number) for claim in claims], waiting):
                    fetch(some)
                if first and time.monotonic() >= look_at:
                    look_at = time.monotonic() + _LOOK_EVERY
                    self._send_processing(clean, fit)
                if len(claims) < _BATCH:
                    if not first:
                        return
                    time.sleep(_NAP)

    def fetch(self, leases: Leases) -> None:
        """Carry out claims; each is looked at once more, since the message may have waited or come twice.

        Where a slow server has taken long, the others are given back: no page waits for it, and no task comes near its time limit.
        """
        until = time.monotonic() + _PATIENCE
        for url_id, number in leases:
            claim = self._frontier.resume(url_id, number)
            if claim is None:
                continue
            if time.monotonic() > until:
                self._frontier.release(claim)
                continue
            if self._clock() < self._archive_back.until:
                self._frontier.release(claim, backoff=self._archive_back)
                continue
            if claim.free_at:
                self._metrics.paused(self._clock() - claim.free_at)
            try:
                with self._metrics.timed("fetch"):
                    self._executor.execute(claim)
            except ArchiveError as error:
                self._archive_back = Backoff(self._clock() + _ARCHIVE_AWAY, str(error))
                self._frontier.release(claim, backoff=self._archive_back)

    def clean(self, host: str, fit: Callable[[str, int], object]) -> None:
        """Clean and index pages that wait, and have the site learned again where they say so; one worker at a time does so for a host."""
        with redis_lock(self._broker, f"site:{host}") as free:
            if free:
                self._clean(host)
                if self._processing.due(host):
                    fit(host, self._processing.version(host))

    def fit(self, host: str, version: int) -> None:
        """Learn a site, or learn it again, unless another model has replaced that version since."""
        with redis_lock(self._broker, f"site:{host}") as free:
            if free and self._processing.version(host) == version:
                with self._metrics.timed("fit"):
                    done = self._processing.refit(host, version) if version else self._processing.fit(host, 0)
                give_back()
                if not done:
                    self._clean(host)

    def plan(self, advance: Callable[[str], object]) -> None:
        """A message for each site with something to do for its plan, as far as others do not wait."""
        room = _WAITING - int(self._broker.llen(PLAN))
        for site in self._schedule.due(self._clock())[: max(room, 0)]:
            advance(site)

    def advance(self, site: str) -> None:
        """Remember what visits of a site have shown, and put what is due into the frontier; one worker at a time does so for a site."""
        with redis_lock(self._broker, f"plan:{site}") as free:
            if free and self._schedule.due(self._clock(), site):
                self._scheduler.advance(site)

    def purge(self) -> None:
        """Forget what is old."""
        purge(self._database, self._clock())

    def _committed(self, committed: Committed) -> None:
        """Keep what the engine did not take, and count what it said."""
        if committed.refused:
            event("refused", documents=len(committed.refused))
            self._refused.keep(committed.refused)
        self._metrics.committed(committed.retried, len(committed.refused))

    def _clean(self, host: str) -> None:
        with self._metrics.timed("clean"):
            self._metrics.cleaned(self._attempts.clean(host))
        give_back()

    def _send_processing(self, clean: Callable[[str], object], fit: Callable[[str, int], object]) -> None:
        """A message for each host with pages that wait, not more often than it can have been carried out."""
        now = time.monotonic()
        room = _WAITING - int(self._broker.llen(CLEAN)) - int(self._broker.llen(FIT))
        for waiting in self._pending.hosts():
            version = self._processing.version(waiting.host)
            key = (waiting.host, version)
            if now < self._sent.get(key, 0.0) or not (version or self._enough(waiting)):
                continue
            if room <= 0:
                return
            room -= 1
            self._sent[key] = now + _ASK_AGAIN
            if version:
                clean(waiting.host)
            else:
                fit(waiting.host, 0)

    def _enough(self, waiting: PendingHost) -> bool:
        return waiting.pages >= self._settings.enough or self._clock() - waiting.since >= self._settings.patience


def shares(leases: Leases, waiting: int) -> list[Leases]:
    """Claims by message: one each as long as workers wait for work; more where messages wait for workers, as each costs half a fetch.

    >>> [len(some) for some in shares([(n, 1) for n in range(4)], waiting=0)]
    [1, 1, 1, 1]
    >>> [len(some) for some in shares([(n, 1) for n in range(20)], waiting=30)]
    [8, 8, 4]
    """
    size = min(_SHARE, 1 + waiting)
    return [leases[start : start + size] for start in range(0, len(leases), size)]
