"""The context of one worker process: its open resources, and the work of its tasks."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack

import redis
from celery import Celery

from indexer.cause import Cause
from indexer.errors import ArchiveError
from indexer.events import event, start
from indexer.home import Home
from indexer.index.engine import Committed
from indexer.outcome import Ending, Kind
from indexer.process import release_memory
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
from workers.revisit.budget import parse_budget
from workers.version import version

_MAX_QUEUED = 200
"""Maximum number of messages in a queue. The URLs of fetch messages are leased, and a lease should not expire in a queue."""
_MAX_CLAIMS, _CLAIMS_PER_MESSAGE = 64, 8
"""Maximum numbers of claims dispatched at once, and of claims per message."""
_PATIENCE = 15.0
"""Seconds after which a task starts no further claim of its message."""
_DISPATCH_PAUSE = 0.02
"""Seconds between two queries for claims, so that one query returns several URLs at several hundred requests per second."""
_CHECK_INTERVAL, _RESEND_AFTER = 1.0, 5.0
"""Seconds between two checks for pending pages, and before a message about the same host is sent again if it had no effect."""
_DATABASE_PATIENCE = 70.0
"""Seconds for which a change of the frontier waits for the database; together with a request, they stay within a task's `SOFT_LIMIT`."""
_ARCHIVE_RETRY = 60.0
"""Seconds between two attempts to write to an unavailable archive, in which no page is requested."""

Leases = Sequence[tuple[int, int]]
"""Pairs of URL id and lease number."""


class WorkerContext:
    """The open database, broker, archive and HTTP connections of one process.

    Parameters
    ----------
    clock : callable
        Returns UTC seconds.
    """

    def __init__(self, settings: WorkerSettings, database: Database, broker: redis.Redis, clock: Clock) -> None:
        self._settings = settings
        self._database = database
        self._broker = broker
        self._clock = clock
        self._presence = ExitStack()
        self._presence.enter_context(presence(settings.shared.home, lambda: None))  # otherwise a crawl in this home would end its leases
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
        self._scheduler = Scheduler(self._frontier, home.archive, clock, parse_budget(settings.shared.budget, "WINNOW_BUDGET"))
        self._resend_at: dict[tuple[str, int], float] = {}
        self._archive_back = Backoff(0.0)

    @classmethod
    def open(cls, app: Celery) -> WorkerContext:
        """Open all connections. Call it after the fork."""
        settings = WorkerSettings.read(version())
        shared = settings.shared
        start(shared.log)
        database = Home(shared).database()
        return cls(settings, database, redis.Redis.from_url(str(app.conf.broker_url)), database_clock(database, shared.now))

    def close(self) -> None:
        """Finish the archive's file and close all connections."""
        self._store.close()
        self._database.close()
        self._broker.close()
        self._presence.close()

    def dispatch(self, fetch: Callable[[Leases], object], clean: Callable[[str], object], fit: Callable[[str, int], object]) -> None:
        """Dispatch due work. One dispatcher runs for some seconds; others only help while it cannot keep up."""
        with redis_lock(self._broker, "dispatch") as first:
            until, next_check = time.monotonic() + DISPATCH_FOR, 0.0
            while time.monotonic() < until:
                queued = int(self._broker.llen(FETCH))
                claims = self._frontier.claim(_MAX_CLAIMS) if queued < _MAX_QUEUED else []
                for some in split_claims([(claim.id, claim.number) for claim in claims], queued):
                    fetch(some)
                if first and time.monotonic() >= next_check:
                    next_check = time.monotonic() + _CHECK_INTERVAL
                    self._send_processing(clean, fit)
                if len(claims) < _MAX_CLAIMS:
                    if not first:
                        return
                    time.sleep(_DISPATCH_PAUSE)

    def fetch(self, leases: Leases) -> None:
        """Execute claims; check each lease again, because the message may have waited or been delivered twice.

        After slow responses the remaining claims are released, so that their pages do not wait and the task stays within its time limit.
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
                ending = Ending(Kind.FETCH_FAILED, Cause.ARCHIVE, detail=str(error))
                self._archive_back = Backoff(self._clock() + _ARCHIVE_RETRY, ending)
                self._frontier.release(claim, backoff=self._archive_back)

    def clean(self, host: str, fit: Callable[[str, int], object]) -> None:
        """Clean and index pending pages, and send a fit message if a fit is due; a lock admits one worker per host."""
        with redis_lock(self._broker, f"site:{host}") as free:
            if free:
                self._clean(host)
                if self._processing.due(host):
                    fit(host, self._processing.version(host))

    def fit(self, host: str, version: int) -> None:
        """Fit a site's model, or refit it, unless that version was replaced meanwhile."""
        with redis_lock(self._broker, f"site:{host}") as free:
            if free and self._processing.version(host) == version:
                with self._metrics.timed("fit"):
                    done = self._processing.refit(host, version) if version else self._processing.fit(host, 0)
                release_memory()
                if not done:
                    self._clean(host)

    def plan(self, advance: Callable[[str], object]) -> None:
        """Send a message for each site that is due for a scheduler step, as long as the queue has room."""
        room = _MAX_QUEUED - int(self._broker.llen(PLAN))
        for site in self._schedule.due(self._clock())[: max(room, 0)]:
            advance(site)

    def advance(self, site: str) -> None:
        """Advance a site by one scheduler step; a lock admits one worker per site."""
        with redis_lock(self._broker, f"plan:{site}") as free:
            if free and self._schedule.due(self._clock(), site):
                self._scheduler.advance(site)

    def purge(self) -> None:
        """Delete old rows from the database."""
        purge(self._database, self._clock())

    def _committed(self, committed: Committed) -> None:
        """Store the documents that the engine refused, and count retries and refusals."""
        if committed.refused:
            event("refused", documents=len(committed.refused))
            self._refused.keep(committed.refused)
        self._metrics.committed(committed.retried, len(committed.refused))

    def _clean(self, host: str) -> None:
        with self._metrics.timed("clean"):
            self._metrics.cleaned(self._attempts.clean(host))
        release_memory()

    def _send_processing(self, clean: Callable[[str], object], fit: Callable[[str, int], object]) -> None:
        """Send a message for each host with pending pages, at most every `_RESEND_AFTER` seconds and while the queues have room."""
        now = time.monotonic()
        room = _MAX_QUEUED - int(self._broker.llen(CLEAN)) - int(self._broker.llen(FIT))
        for queued in self._pending.hosts():
            version = self._processing.version(queued.host)
            key = (queued.host, version)
            if now < self._resend_at.get(key, 0.0) or not (version or self._enough(queued)):
                continue
            if room <= 0:
                return
            room -= 1
            self._resend_at[key] = now + _RESEND_AFTER
            if version:
                clean(queued.host)
            else:
                fit(queued.host, 0)

    def _enough(self, queued: PendingHost) -> bool:
        return queued.pages >= self._settings.enough or self._clock() - queued.since >= self._settings.patience


def split_claims(leases: Leases, queued: int) -> list[Leases]:
    """Split claims into messages: one claim per message while workers are idle, more while messages queue.

    The overhead of a message is half of the cost of a fetch.


    >>> [len(some) for some in split_claims([(n, 1) for n in range(4)], queued=0)]
    [1, 1, 1, 1]
    >>> [len(some) for some in split_claims([(n, 1) for n in range(20)], queued=30)]
    [8, 8, 4]
    """
    size = min(_CLAIMS_PER_MESSAGE, 1 + queued)
    return [leases[start : start + size] for start in range(0, len(leases), size)]
