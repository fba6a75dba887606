"""Records a site's robots.txt files in its history: when each was read, and the sitemaps that it lists."""

from __future__ import annotations

import re
from collections.abc import Iterable

from indexer import urls
from workers.fetch.robots import Robots
from workers.fetch.settings import PRODUCT
from workers.frontier.robots import RobotsState
from workers.history.site_history import KnownPage, PageKind, SiteHistory

_FACT = "robots"
_HOST = re.compile(r"[^/]*//[^/?#]*")
"""The scheme and host of a URL. Thousands of pages share one or two of them, so each origin is computed once."""


def origins_of(history: SiteHistory) -> list[str]:
    """Return the origins of the site's pages.

    >>> history = SiteHistory("example.org")
    >>> history.put(KnownPage("https://example.org/a"))
    >>> origins_of(history)
    ['https://example.org']
    """
    begins = {match[0]: url for url in history.pages if (match := _HOST.match(url))}
    return sorted({urls.origin(url) for url in begins.values()})


def record_robots(history: SiteHistory, states: Iterable[RobotsState], now: float) -> list[str]:
    """Record robots.txt files and the sitemaps that they list; return the files requested since the last call.

    >>> history = SiteHistory("example.org")
    >>> state = RobotsState("https://example.org", 5.0, 9.0, 200, body=b"Sitemap: https://example.org/news.xml")
    >>> record_robots(history, [state], 5.0), record_robots(history, [state], 6.0), list(history.pages)
    (['https://example.org/robots.txt'], [], ['https://example.org/news.xml'])
    """
    known, read = history.facts.setdefault(_FACT, {}), []
    for state in states:
        if known.get(state.origin) == state.at:
            continue
        known[state.origin] = state.at
        read.append(f"{state.origin}/robots.txt")
        for written in Robots.parse(state.body, PRODUCT).sitemaps if state.status else ():
            sitemap = urls.resolve(f"{state.origin}/", written)
            if sitemap is not None and urls.same_site(sitemap, state.origin) and sitemap not in history.pages:
                history.put(KnownPage(sitemap, PageKind.SITEMAP, found=now))
    return read
