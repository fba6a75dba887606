"""A crawl: fetches sites page by page from their start URLs into the archive."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from indexer.home import Home
from indexer.outcome import Outcome
from indexer.settings import Settings
from workers.clock import Clock, make_clock
from workers.crawl.crawl_run import CrawlRun, start_url
from workers.crawl.report import CrawlReport
from workers.crawl.seeds import queue_seeds
from workers.crawl.session import CrawlSession
from workers.fetch.settings import CrawlSettings
from workers.frontier.frontier import Frontier


def crawl(
    start_urls: Sequence[str],
    home: Path,
    settings: CrawlSettings,
    on_event: Callable[[Outcome], None] = lambda _: None,
    clock: Clock | None = None,
) -> CrawlReport:
    """Fetch the sites of the start URLs into the archive under `home`.

    Parameters
    ----------
    home : Path
        The directory of the database and the archive, a folder of WARC files. Archived pages are not requested again.
    on_event : callable
        Called with each URL's outcome when its visit ends.
    clock : callable or None
        None for the machine's clock.

    Raises
    ------
    UsageError
        If a start URL is invalid or the contact is missing.
    StoreError
        If the database cannot be used.
    """
    starts = checked(start_urls, settings)
    with CrawlSession.open(settings, Home(Settings(home=home)), clock or make_clock()) as session:
        return crawl_sites(session, starts, on_event).report()


def checked(start_urls: Sequence[str], settings: CrawlSettings) -> list[str]:
    """The complete start URLs.

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
    """Visit the start URLs, the pages to which they lead, and the remaining URLs of an earlier run on their sites."""
    hosts, _ = queue_seeds(session.frontier, starts, session.settings)
    run = session.run(hosts, on_event)
    run.work()
    return run


def enqueue(urls: Sequence[str], settings: CrawlSettings, home: Home) -> int:
    """Queue start URLs for the workers, and the remaining URLs of an earlier crawl on their sites; returns the number of URLs.

    Raises
    ------
    UsageError
        If one is invalid or may not be requested.
    """
    starts = checked(urls, settings)
    with home.database() as database:
        return queue_seeds(Frontier(database, make_clock(home.settings.now)), starts, settings)[1]
