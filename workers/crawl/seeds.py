"""Seeds of a crawl: queues the start URLs, and what an earlier crawl left without a page: failures may pass, rules and limits change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from indexer.outcome import UNANSWERED, Kind
from indexer.store.sites import Sites
from indexer.store.url_lifecycle import State
from indexer.urls import site_key
from workers.crawl.outlinks import FIRST
from workers.fetch.settings import CrawlSettings
from workers.frontier.frontier import Frontier
from workers.frontier.robots import RobotsStates
from workers.frontier.values import CrawlRequest
from workers.frontier.view import FrontierView, UrlState

_MAY_PASS = frozenset({Kind.TRUNCATED, Kind.UNREADABLE}) | UNANSWERED


def queue_seeds(frontier: Frontier, starts: Sequence[str], settings: CrawlSettings) -> tuple[frozenset[str], int]:
    """Queue start URLs before everything else of their hosts, and URLs of their sites that ended without an answer about a page.

    If the settings say `again`, all ended URLs are queued, and hosts that did not answer are asked now. Parts of traps stay rejected.

    Returns
    -------
    frozenset of str, int
        The registered domains of the sites, and how many URLs were queued.
    """
    sites = Sites(frontier.database)
    keys = {site_key(start) for start in starts}
    hosts = frozenset(keys.union(*(sites.names(key) for key in keys)))
    if settings.again:
        _ask_now(frontier, hosts)
    again = frontier.schedule(list(_wanted(frontier, hosts, settings)))
    return hosts, again + frontier.add([CrawlRequest(start, FIRST) for start in starts])


def _ask_now(frontier: Frontier, hosts: Collection[str]) -> None:
    """Forget that hosts did not answer; one that has asked for patience is still left alone."""
    states = RobotsStates(frontier.database)
    silent = [state.origin for state in states.unknown() if state.ending is not None and state.ending.kind is Kind.UNREACHABLE]
    origins = [origin for origin in silent if site_key(origin) in hosts]
    states.forget(origins)
    frontier.unblock({site_key(origin) for origin in origins})


def _wanted(frontier: Frontier, hosts: Collection[str], settings: CrawlSettings) -> Iterator[CrawlRequest]:
    view = FrontierView(frontier.database)
    for host in sorted(hosts):
        for url in view.urls(host):
            if url.state is State.FINISHED and _worth(url, settings):
                yield CrawlRequest(url.url, url.depth, depth=url.depth)


def _worth(url: UrlState, settings: CrawlSettings) -> bool:
    if url.ending is not None and url.ending.kind is Kind.SKIPPED and (url.ending.cause.is_trap or url.depth > settings.max_depth):
        return False
    return settings.again or url.kind in _MAY_PASS
