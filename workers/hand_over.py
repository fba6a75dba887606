"""Start URLs for the workers: where a broker is set, a crawl is put into the frontier, and whoever works takes it from there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from indexer.settings import Settings
from indexer.store.database import Database
from workers.clock import clock
from workers.crawl_settings import CrawlSettings
from workers.frontier_queue import Frontier
from workers.frontier_values import Found
from workers.loop import start_url


def hand_over(urls: Sequence[str], settings: CrawlSettings, home: Path, shared: Settings) -> int:
    """Queue start URLs before everything else of their hosts; how many of them were not known before.

    Raises
    ------
    UsageError
        Where one is no URL or may not be asked for.
    """
    starts = [start_url(url) for url in urls]
    for start in starts:
        settings.check(start)
    with Database.open(home, shared.database) as database:
        frontier = Frontier(database, clock(shared.now))
        if settings.again:
            return len(starts) - frontier.plan([Found(start, -1) for start in starts])
        return frontier.add([Found(start, -1) for start in starts])
