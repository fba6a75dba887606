"""Queues the seeds of a crawl: its start URLs, and the failed URLs of earlier crawls, since failures may be temporary and rules change."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from indexer.outcome import UNANSWERED, Kind
from indexer.store.crawled_pages import with_targets
from indexer.store.sites import Sites
from indexer.store.url_lifecycle import State
from indexer.urls import site_key
from workers.crawl.outlinks import FIRST
from workers.fetch.settings import CrawlSettings
from workers.frontier.frontier import Frontier
from workers.frontier.robots import RobotsStates
from workers.frontier.values import CrawlRequest
from workers.frontier.view import FrontierView, UrlState

_TEMPORARY = frozenset({Kind.TRUNCATED, Kind.UNREADABLE}) | UNANSWERED


def queue_seeds(frontier: Frontier, starts: Sequence[str], settings: CrawlSettings) -> tuple[frozenset[str], int]:
    """Queue start URLs before all other URLs of their hosts, and the URLs of their sites whose last visit was inconclusive.

    With `settings.again`, all finished URLs are queued, and the back-off of unreachable hosts ends. URLs in traps stay rejected.

    Returns
    -------
    frozenset of str, int
        The registered domains of the sites, and the number of queued URLs.
    """
    sites = Sites(frontier.database)
    keys = with_targets(frontier.database, {site_key(start) for start in starts})
    hosts = frozenset(keys.union(*(sites.names(key) for key in keys)))
    if settings.again:
        _end_backoff(frontier, hosts)
    again = frontier.schedule(list(_retries(frontier, hosts, settings)))
    return hosts, again + frontier.add([CrawlRequest(start, FIRST) for start in starts])


def _end_backoff(frontier: Frontier, hosts: Collection[str]) -> None:
    """End the back-off of unreachable hosts; a back-off that a host requested stays."""
    states = RobotsStates(frontier.database)
    silent = [state.origin for state in states.unknown() if state.ending is not None and state.ending.kind is Kind.UNREACHABLE]
    origins = [origin for origin in silent if site_key(origin) in hosts]
    states.forget(origins)
    frontier.unblock({site_key(origin) for origin in origins})


def _retries(frontier: Frontier, hosts: Collection[str], settings: CrawlSettings) -> Iterator[CrawlRequest]:
    view = FrontierView(frontier.database)
    for host in sorted(hosts):
        for url in view.urls(host):
            if url.state is State.FINISHED and _is_retried(url, settings):
                yield CrawlRequest(url.url, url.depth, depth=url.depth)


def _is_retried(url: UrlState, settings: CrawlSettings) -> bool:
    if url.ending is not None and url.ending.kind is Kind.SKIPPED and (url.ending.cause.is_trap or url.depth > settings.max_depth):
        return False
    return settings.again or url.kind in _TEMPORARY
