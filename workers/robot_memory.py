"""robots.txt kept for a day between two runs (RFC 9309, 2.4), and the sitemaps that it names."""

from __future__ import annotations

from indexer import urls
from workers.crawl_settings import PRODUCT
from workers.robots import Robots
from workers.site_memory import KnownPage, PageKind, SiteMemory

_KEPT = 86_400.0
"""Seconds; a little less would be fetched again by a run at the same hour of each day."""


def remember_robots(memory: SiteMemory, url: str, rules: Robots, now: float) -> None:
    """Keep the rules of a URL's origin, and take note of the site's sitemaps."""
    memory.facts.setdefault("robots", {})[urls.origin(url)] = {"at": now, "text": rules.text}
    for written in rules.sitemaps:
        sitemap = urls.resolve(url, written)
        if sitemap is not None and urls.site_key(sitemap) == memory.site and sitemap not in memory.pages:
            memory.put(KnownPage(sitemap, PageKind.SITEMAP, found=now))


def known_robots(memory: SiteMemory, now: float) -> dict[str, Robots]:
    """The rules by origin that need not be asked for again.

    >>> memory = SiteMemory("example.org")
    >>> remember_robots(memory, "https://example.org/a", Robots.parse(b"User-agent: *", PRODUCT), 1000.0)
    >>> list(known_robots(memory, 2000.0)), list(known_robots(memory, 90000.0))
    (['https://example.org'], [])
    """
    kept = memory.facts.get("robots", {})
    return {
        origin: Robots.parse(str(one["text"]).encode(), PRODUCT)
        for origin, one in kept.items()
        if 0 <= now - float(one["at"]) < _KEPT
    }
