"""Starts a crawl in this process, or queues its start URLs for the workers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from indexer.home import Home
from indexer.outcome import Outcome
from workers.clock import make_clock
from workers.crawl.crawl_run import CrawlRun, start_url
from workers.crawl.seeds import queue_seeds
from workers.crawl.session import CrawlSession
from workers.fetch.settings import CrawlSettings
from workers.frontier.frontier import Frontier


def checked(start_urls: Sequence[str], settings: CrawlSettings) -> list[str]:
    """Complete and check start URLs.

    Raises
    ------
    UsageError
        If one is invalid or may not be requested.
    """
    starts = [start_url(url) for url in start_urls]
    for start in starts:
        settings.check(start)
    return starts


def crawl_sites(session: CrawlSession, starts: Sequence[str], on_event: Callable[[Outcome], None] = lambda _: None) -> CrawlRun:
    """Crawl from the start URLs, and continue with the remaining URLs of earlier runs on their sites."""
    hosts, _ = queue_seeds(session.frontier, starts, session.settings)
    run = session.run(hosts, on_event)
    run.work()
    return run


def enqueue(urls: Sequence[str], settings: CrawlSettings, home: Home) -> int:
    """Queue start URLs for the workers, and the failed URLs of earlier crawls of their sites; return the number of URLs.

    Raises
    ------
    UsageError
        If one is invalid or may not be requested.
    """
    starts = checked(urls, settings)
    with home.database() as database:
        return queue_seeds(Frontier(database, make_clock(home.settings.now)), starts, settings)[1]
