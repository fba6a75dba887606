"""A crawl session: the open resources of one process without a broker."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from indexer.events import event
from indexer.home import Home
from indexer.index.engine import Committed
from indexer.index.refused import RefusedDocuments
from indexer.outcome import Outcome
from indexer.process import release_memory
from indexer.store.database import Database
from workers.archive.page_store import PageStore
from workers.clock import Clock, moment
from workers.crawl.claim_executor import ClaimExecutor, nothing_scheduled
from workers.crawl.crawl_run import CrawlRun
from workers.crawl.run_record import RunClock, Wait, ignore_wait
from workers.fetch.fetcher import Fetcher
from workers.fetch.settings import CrawlSettings
from workers.frontier.frontier import Frontier
from workers.frontier.listeners import EventLog
from workers.frontier.recovery import exclusive, presence, recover_leases
from workers.frontier.values import FrontierParams
from workers.indexing.processing import Processing
from workers.reading.page_cache import MAX_BYTES, PageCache


@dataclass(frozen=True, slots=True)
class CrawlSession:
    """The open database, archive and connections of one process.

    Parameters
    ----------
    pages : PageCache
        The parsed pages of the process.
    clock, sleep, on_wait : callable
        The fields of its `RunClock`.
    """

    settings: CrawlSettings
    home: Home
    database: Database
    frontier: Frontier
    store: PageStore
    fetcher: Fetcher
    executor: ClaimExecutor
    processing: Processing
    pages: PageCache
    clock: Clock
    sleep: Callable[[float], object] = time.sleep
    on_wait: Callable[[Wait], object] = ignore_wait

    @classmethod
    @contextmanager
    def open(
        cls,
        settings: CrawlSettings,
        home: Home,
        clock: Clock,
        is_scheduled: Callable[[str], bool] = nothing_scheduled,
        sleep: Callable[[float], object] = time.sleep,
        on_wait: Callable[[Wait], object] = ignore_wait,
    ) -> Iterator[CrawlSession]:
        """Open all resources, and recover the leases of killed processes.

        Parameters
        ----------
        is_scheduled : callable
            Returns whether the revisit policy decides which links of a site are visited; then the crawl follows none.

        Raises
        ------
        StoreError
            If the database cannot be used.
        """
        params = FrontierParams(delay=settings.politeness.delay, lease=_lease(settings))
        with (
            home.database() as database,
            presence(home.directory, lambda: recover_leases(database, clock, params)),
            PageStore(home.archive, settings.user_agent, lambda: moment(clock())) as store,
            Fetcher(settings.user_agent, settings.limits, allow_private=settings.allow_private) as fetcher,
        ):
            frontier = Frontier(database, clock, params, (EventLog(),))
            pages = PageCache(MAX_BYTES)
            executor = ClaimExecutor(frontier, store, fetcher, settings, clock, is_scheduled, pages)
            processing = Processing(database, home.archive, home.engine, clock, partial(_keep, home.refused), pages)
            yield cls(settings, home, database, frontier, store, fetcher, executor, processing, pages, clock, sleep, on_wait)

    def run(
        self, hosts: Collection[str], on_event: Callable[[Outcome], None] = lambda _: None, below: int | None = None
    ) -> CrawlRun:  # fmt: skip
        """Return a run over the sites of these registered domains; `below` limits the priority numbers of the URLs (`CrawlRun`)."""
        run_clock = RunClock(self.clock, self.sleep, self.on_wait)
        return CrawlRun(self.frontier, self.executor, self.fetcher, self.settings, hosts, run_clock, on_event, below)

    def index(self, hosts: Collection[str], notice: Callable[[str], None] = lambda _: None) -> dict[str, int]:
        """Clean and index the hosts' pending pages; return the number of pages by outcome. A page that is cleaned twice counts twice.

        A site's model is learned first, and again if new pages no longer fit it, in which case `notice` is called with a message. A lock of
        the home directory admits one process at a time.

        Raises
        ------
        EngineError
            If the index cannot be written; the pages stay pending.
        """
        found: Counter[str] = Counter()
        with exclusive(self.home.directory, "index"):
            for host in sorted(hosts):
                if not self.processing.version(host):
                    self.processing.fit(host, 0)
            while outcomes := Counter(kind for host in sorted(hosts) for kind in self._index(host, notice)):
                found.update(outcomes)  # pages of one host may requeue pages of another host of its site
        self.pages.end_run()
        return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))

    def _index(self, host: str, notice: Callable[[str], None]) -> Iterator[str]:
        while True:
            outcomes = self.processing.clean(host)
            release_memory()
            yield from (outcome.kind.value for outcome in outcomes)
            reason = self.processing.refit(host, self.processing.version(host)) if self.processing.due(host) else ""
            if reason:
                notice(f"{host} was learned again: {reason}")
            elif not outcomes:
                return


def _lease(settings: CrawlSettings) -> float:
    """Return the lease in seconds; it exceeds the time of the longest claim, a robots.txt behind five redirects."""
    return 6 * settings.limits.total_seconds + 30


def _keep(refused: RefusedDocuments, committed: Committed) -> None:
    if committed.refused:
        event("refused", documents=len(committed.refused))
        refused.keep(committed.refused)
