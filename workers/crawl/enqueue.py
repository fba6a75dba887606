"""Start URLs for the workers: where a broker is set, a crawl is put into the frontier, and whoever works takes it from there."""

from __future__ import annotations

from collections.abc import Sequence

from indexer.home import Home
from workers.clock import make_clock
from workers.crawl.crawl import checked
from workers.crawl.seeds import queue_seeds
from workers.fetch.settings import CrawlSettings
from workers.frontier.frontier import Frontier


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
