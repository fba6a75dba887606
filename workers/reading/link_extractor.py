"""Extracts the outlinks of a page and resolves them as a browser does; a page marked `nofollow` has none."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from indexer.article.robots_directives import page_directives
from indexer.page.link_resolver import LinkResolver
from indexer.page.page import Page
from indexer.page.refresh import refresh_redirect, refresh_target

_NO_TEXT = re.compile(r"[\d\s]+")
MAX_LINKS = 5_000
"""Maximum number of distinct links of one page; the largest archive page seen has 1,900."""
MAX_FEEDS = 10
"""Maximum number of feeds of one page."""


@dataclass(frozen=True, slots=True)
class PageLinks:
    """The outlinks of a page.

    Parameters
    ----------
    links : tuple of str
        Normalised URLs in the page's order, each once; none if the page is marked `nofollow`.
    fingerprint : bytes
        A hash of the page's text without digits; equal for pages that differ only in a counter.
    feeds : tuple of str
        Normalised URLs of the feeds that the page names, at most `MAX_FEEDS`.
    moved : str
        The target of an immediate refresh, which makes the page a redirect; "" for other pages.
    """

    links: tuple[str, ...]
    fingerprint: bytes
    feeds: tuple[str, ...] = ()
    moved: str = ""


def extract_links(page: Page, robots_header: str = "") -> PageLinks:
    """Extract the outlinks of a page.

    Parameters
    ----------
    robots_header : str
        All X-Robots-Tag headers, one a line.

    >>> from indexer.page.parse import parse
    >>> extract_links(parse('<base href="/en/"><a href="1.html">One</a><a href="#top">Top</a>', "https://example.org/")).links
    ('https://example.org/en/1.html',)
    >>> extract_links(parse('<meta name="robots" content="NoFollow"><a href="/1.html">One</a>', "https://example.org/")).links
    ()
    """
    target_of = LinkResolver(page)
    refresh = refresh_target(page.refresh, target_of.base)
    links: dict[str, None] = {refresh: None} if refresh else {}
    if not page_directives(page.metadata, robots_header).nofollow:
        for link in _pages(map(target_of, page.outlinks)):
            links[link] = None
            if len(links) >= MAX_LINKS:
                break
    text = page.metadata.title + page.visible_text
    letters = _NO_TEXT.sub("", text).encode("utf-8", "replace")
    feeds = tuple(_pages(map(target_of, page.metadata.feeds[:MAX_FEEDS])))
    return PageLinks(tuple(links), hashlib.blake2b(letters, digest_size=8).digest(), feeds, refresh_redirect(page))


def _pages(targets: Iterable[str]) -> dict[str, None]:
    """Return the HTTP URLs without duplicates, in their order."""
    return dict.fromkeys(url for url in targets if url.startswith("http"))
