"""Resolution of the links of one page: the one module that knows a document's base and its query encoding, with a cache."""

from __future__ import annotations

import re
from functools import lru_cache

from indexer.page.cache_limit import LONGEST
from indexer.page.page import Page
from indexer.urls import document_base, normalise, query_in, resolve

_ORIGIN = re.compile(r"https?://[^/?#]*")
_NOWHERE = "file:///"
"""Base of a page without a URL: its relative links stay distinct and lead to no host."""
_FROM_ROOT = ("/", "https://", "http://")


class LinkResolver:
    """Resolves the references of a page.

    A menu's link is the same on every page of a folder, or of a host if it begins at the root. It is resolved once, against the part of
    the base that it depends on.

    Parameters
    ----------
    page : Page
    url : str
        Where the page was fetched; defaults to the page's own URL.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> to = LinkResolver(parse('<base href="/en/"><p>A', "https://example.org/de/a.html"))
    >>> to("b.html?x=1#top"), to("../c/"), to("//example.com"), to("#top"), to("mailto:a@example.org")
    ('https://example.org/en/b.html?x=1', 'https://example.org/c/', 'https://example.com/', '', '')
    """

    __slots__ = ("_encoding", "_folder", "_root", "base")

    def __init__(self, page: Page, url: str = "") -> None:
        own = normalise(url or page.url)
        self.base = document_base(own if ":" in own else _NOWHERE, page.metadata.base or None)
        self._encoding = page.encoding
        path = self.base.partition("?")[0]
        origin = _ORIGIN.match(self.base)
        self._root = origin[0] if origin else self.base
        self._folder = path[: path.rfind("/") + 1]

    def __call__(self, href: str) -> str:
        """Return the normalised URL of a reference, or "" if it leads to no other page (`indexer.urls.resolve`)."""
        href = href.strip()
        if href.startswith(_FROM_ROOT):
            against = self._root
        elif href.startswith("?") or ":" in href:
            against = self.base
        else:
            against = self._folder
        known = _resolved if len(against) + len(href) <= LONGEST else _resolved.__wrapped__
        return known(against, href if href.isascii() else query_in(href, self._encoding))


@lru_cache(maxsize=1 << 13)
def _resolved(base: str, href: str) -> str:
    return resolve(base, href) or ""
