"""Caches parsed pages, so that a page is parsed once for its fetch, the site model, cleaning and the site's history."""

from __future__ import annotations

import sys

from indexer.article.clean import parse_page
from indexer.errors import PageError
from indexer.outcome import Ending
from indexer.page.page import Page
from indexer.page.raw import RawPage

MAX_BYTES = 256 << 20
"""Size of a crawl session's cache in bytes: some 330 pages of 440 KB, or 1,400 of 17 KB."""
_SMALLEST, _PER_NODE, _PER_LETTER = 32 << 10, 400, 4


class PageCache:
    """A cache of parsed pages, keyed by the source of their records; for an unparsable page it holds the ending.

    There is no eviction: a run reads its pages again in the order in which it fetched them, so that an LRU cache would always miss. A full
    cache accepts no page until the run ends.

    Parameters
    ----------
    max_bytes : int
        The capacity; 0 disables the cache.

    Attributes
    ----------
    used_bytes : int
        The size of its pages, estimated by `size_of`.

    Notes
    -----
    Not thread-safe: a crawl session works in one thread.
    """

    def __init__(self, max_bytes: int = 0) -> None:
        self._max_bytes = max_bytes
        self._pages: dict[str, Page | Ending] = {}
        self._spent = False
        self.used_bytes = 0

    def __len__(self) -> int:
        return len(self._pages)

    def parse(self, raw: RawPage) -> Page:
        """Parse a page (`parse_page`), or return it from the cache.

        Raises
        ------
        PageError
            If the page cannot be parsed.
        """
        known = self._pages.get(raw.source)
        if known is None:
            known = parsed(raw)
            self._add(raw.source, known)
        if isinstance(known, Ending):
            raise PageError(known)
        return known

    def begin(self, source: str, page: Page | Ending) -> None:
        """Add a fetched page; the first page of a run evicts the pages of the previous run."""
        if self._spent:
            self._pages.clear()
            self._spent, self.used_bytes = False, 0
        self._add(source, page)

    def end_run(self) -> None:
        """Mark the run as ended; its pages stay until the next run fetches a page."""
        self._spent = True

    def _add(self, source: str, page: Page | Ending) -> None:
        size = size_of(page)
        if self.used_bytes + size <= self._max_bytes:
            self._pages[source] = page
            self.used_bytes += size


def parsed(raw: RawPage) -> Page | Ending:
    """Parse a page; return its ending if it cannot be parsed."""
    try:
        return parse_page(raw)
    except PageError as error:
        return error.ending


def size_of(page: Page | Ending) -> int:
    """Estimate the bytes of a page with its derived data (evidence, links, tokens); pages of six sites take .54 to .82 of the estimate.

    >>> from indexer.page.parse import parse
    >>> size_of(parse("<p>A story")) // 1024
    32
    """
    if isinstance(page, Ending):
        return _SMALLEST
    tree = page.tree
    parts = _PER_NODE * (len(tree.tag) + len(page.links)) + _PER_LETTER * sum(map(len, tree.text))
    return _SMALLEST + int(1.1 * sys.getsizeof(page.html)) + parts
