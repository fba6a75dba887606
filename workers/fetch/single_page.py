"""Fetches one page politely: it reads robots.txt, follows redirects, and keeps the politeness delay before each request."""

from __future__ import annotations

import time
from collections.abc import Callable

from indexer import urls
from indexer.archive import http
from indexer.cause import Cause
from indexer.errors import PageError
from indexer.outcome import Ending, Kind
from workers.fetch.fetcher import Fetcher, Response
from workers.fetch.robots import RobotsUnknownError, read_robots
from workers.fetch.settings import PRODUCT, CrawlSettings


def fetch_single(url: str, settings: CrawlSettings, sleep: Callable[[float], object] = time.sleep) -> Response:
    """Fetch a URL and follow its redirects; return the final response.

    Raises
    ------
    PageError
        If robots.txt forbids it or cannot be read, the host does not respond, or there are too many redirects.
    UsageError
        If the settings do not permit requests to a host.
    """
    hosts: dict[str, float] = {}
    with Fetcher(settings.user_agent, settings.limits, allow_private=settings.allow_private) as fetcher:
        ending: Ending | None = None
        for _ in range(settings.max_redirects + 1):
            settings.check(url)
            origin = urls.origin(url)
            if origin not in hosts:
                hosts[origin] = _delay(fetcher, url, settings)
            sleep(hosts[origin])
            response = fetcher.get(url)
            ending = http.refusal(url, response.status, response.header("location"))
            if ending is None:
                return response
            if ending.kind is not Kind.REDIRECT or not ending.target:
                raise PageError(ending)
            url = ending.target
    raise PageError(ending or Ending(Kind.REDIRECT))


def _delay(fetcher: Fetcher, url: str, settings: CrawlSettings) -> float:
    """Check that robots.txt allows a URL; return the delay in seconds before each request to its host."""
    try:
        robots = read_robots(fetcher, url, PRODUCT)
    except RobotsUnknownError as error:
        raise PageError(error.ending) from error
    if not robots.allows(url):
        raise PageError(Ending(Kind.ROBOTS, Cause.ROBOTS))
    delay = max(settings.politeness.delay, robots.crawl_delay or 0.0)
    if delay > settings.politeness.patience:
        raise PageError(Ending(Kind.ROBOTS, Cause.CRAWL_DELAY, count=delay, limit=settings.politeness.patience))
    return delay
