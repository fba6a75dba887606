"""A refresh (HTML standard, 4.2.5.3) by which a page sends its reader on: a redirect in disguise where it leaves no time to read."""

from __future__ import annotations

import re

from indexer import urls
from indexer.page.page import Page

_CONTENT = re.compile(r"\s*+(\d++)?[\d.]*+\s*+[;,]?\s*+(?:url\s*+=)?\s*+[\"']?([^\"']+)", re.IGNORECASE)
_TO_READ = 5
"""Seconds in which nobody reads a story."""


def refresh_target(content: str, base: str) -> str:
    """Where a refresh leads, "" for one that only loads the page anew.

    >>> refresh_target("0;URL='/target'", "https://example.org/a"), refresh_target("300", "https://example.org/a")
    ('https://example.org/target', '')
    """
    match = _CONTENT.match(content)
    target = urls.resolve(base, match[2]) if match and ("url" in content.lower() or ";" in content) else None
    return target if target and target.startswith("http") else ""


def sent_on(content: str, base: str, url: str) -> str:
    """Where a page's refresh sends its reader before anything can be read; "" where it does not, or only to another spelling of the page.

    >>> sent_on("0; url=/tower.html", "https://example.org/moved.html", "https://example.org/moved.html")
    'https://example.org/tower.html'
    >>> sent_on("60; url=/b", "https://example.org/a", "https://example.org/a"), sent_on("0; url=?x=1", "https://a.org/a", "https://a.org/a")
    ('', '')
    """
    target, match = refresh_target(content, base), _CONTENT.match(content)
    seconds = int((match[1] or "0")[:9]) if match else 0
    if not target or seconds > _TO_READ or _bare(target) == _bare(url):
        return ""
    return target


def moved_to(page: Page) -> str:
    """Where a page sends its reader on at once, "" for a page to be read; what only a browser without scripts obeys does not count."""
    return sent_on(page.refresh, urls.document_base(page.url, page.metadata.base or None), page.url) if page.refresh else ""


def _bare(url: str) -> str:
    """A URL without what tells apart spellings of one page."""
    return url.partition("://")[2].partition("?")[0].removeprefix("www.").rstrip("/")
