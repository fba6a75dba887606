"""Meta refresh (HTML standard, 4.2.5.3) that acts as a redirect because it leaves no time to read the page."""

from __future__ import annotations

import re

from indexer import urls
from indexer.page.page import Page

_CONTENT = re.compile(r"\s*+(\d++)?[\d.]*+\s*+[;,]?\s*+(?:url\s*+=)?\s*+[\"']?([^\"']+)", re.IGNORECASE)
_TO_READ = 5
"""Seconds in which nobody reads a story."""


def refresh_target(content: str, base: str) -> str:
    """Return the target of a refresh, or "" if it only reloads the page.

    >>> refresh_target("0;URL='/target'", "https://example.org/a"), refresh_target("300", "https://example.org/a")
    ('https://example.org/target', '')
    """
    match = _CONTENT.match(content)
    target = urls.resolve(base, match[2]) if match and ("url" in content.lower() or ";" in content) else None
    return target if target and target.startswith("http") else ""


def immediate_redirect(content: str, base: str, url: str) -> str:
    """Return the target of a refresh that fires before the page can be read; "" if it fires later or leads to a spelling of the same URL.

    >>> immediate_redirect("0; url=/tower.html", "https://example.org/moved.html", "https://example.org/moved.html")
    'https://example.org/tower.html'
    >>> page = "https://example.org/a"
    >>> immediate_redirect("60; url=/b", page, page), immediate_redirect("0; url=?x=1", page, page)
    ('', '')
    """
    target, match = refresh_target(content, base), _CONTENT.match(content)
    seconds = int((match[1] or "0")[:9]) if match else 0
    if not target or seconds > _TO_READ or _bare(target) == _bare(url):
        return ""
    return target


def refresh_redirect(page: Page) -> str:
    """Return the target of the page's immediate refresh, or ""; a refresh only for browsers without scripts does not count."""
    return immediate_redirect(page.refresh, urls.document_base(page.url, page.metadata.base or None), page.url) if page.refresh else ""


def _bare(url: str) -> str:
    """Return a URL without the parts in which spellings of one page differ."""
    return url.partition("://")[2].partition("?")[0].removeprefix("www.").rstrip("/")
