"""A crawl: sites fetched from their start URLs on, page after page, into the archive."""

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
    start_urls : sequence of str
    home : Path
        Holds the database, and the archive, a folder of WARC files. What these have already is not asked for again.
    settings : CrawlSettings
    on_event : callable
        Is told each URL's outcome as it ends.
    clock : callable or None
        The clock; the machine's without.

    Raises
    ------
    UsageError
        Where a start URL is none, or a contact is missing.
    StoreError
        Where the database cannot be used.
    """
    starts = checked(start_urls, settings)
    with CrawlSession.open(settings, Home(Settings(home=home)), clock or make_clock()) as session:
        return crawl_sites(session, starts, on_event).report()


def checked(start_urls: Sequence[str], settings: CrawlSettings) -> list[str]:
    """The start URLs in full.

    Raises
    ------
    UsageError
        Where one is none, or may not be asked for.
    """
    starts = [start_url(url) for url in start_urls]
    for start in starts:
        settings.check(start)
    return starts


def crawl_sites(session: CrawlSession, starts: Sequence[str], on_event: Callable[[Outcome], None] = lambda _: None) -> CrawlRun:
    """Work off what the start URLs lead to, and what an earlier run has left of their sites."""
    hosts, _ = queue_seeds(session.frontier, starts, session.settings)
    run = session.run(hosts, on_event)
    run.work()
    return run


def enqueue(urls: Sequence[str], settings: CrawlSettings, home: Home) -> int:
    """Queue start URLs, and what an earlier crawl has left of their sites; how many URLs these were.

    Raises
    ------
    UsageError
        Where one is no URL or may not be asked for.
    """
    starts = checked(urls, settings)
    with home.database() as database:
        return queue_seeds(Frontier(database, make_clock(home.settings.now)), starts, settings)[1]
