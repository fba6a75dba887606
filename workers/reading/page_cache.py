"""Caches the parsed pages of a run, so that fetching, learning, cleaning and observing parse each page once."""

from __future__ import annotations

import sys

from indexer.article.clean import parse_page
from indexer.errors import PageError
from indexer.outcome import Ending
from indexer.page.page import Page
from indexer.page.raw import RawPage

MOST_BYTES = 256 << 20
"""Maximum bytes of parsed pages in a crawl session: some 330 pages of 440 KB, 1,400 of 17 KB."""
_SMALLEST, _PER_NODE, _PER_LETTER = 32 << 10, 400, 4


class PageCache:
    """Parsed pages, or the endings of pages that cannot be parsed, by the source of their records.

    A run reads its pages again in the order in which it fetched them, so a cache that drops the oldest page would always miss. A full cache
    takes no more pages until the run ends.

    Parameters
    ----------
    most_bytes : int
        0 disables the cache.

    Attributes
    ----------
    held : int
        Its bytes, estimated by `size_of`.

    Notes
    -----
    Not thread-safe: a crawl session works in one thread.
    """

    def __init__(self, most_bytes: int = 0) -> None:
        self._most = most_bytes
        self._pages: dict[str, Page | Ending] = {}
        self._spent = False
        self.held = 0

    def __len__(self) -> int:
        return len(self._pages)

    def parse(self, raw: RawPage) -> Page:
        """Parse a page (`parse_page`), or return it from the cache.

        Raises
        ------
        PageError
            As `parse_page`.
        """
        known = self._pages.get(raw.source)
        if known is None:
            known = parsed(raw)
            self._add(raw.source, known)
        if isinstance(known, Ending):
            raise PageError(known)
        return known

    def begin(self, source: str, page: Page | Ending) -> None:
        """Add a page that was just fetched; the first one of a run clears the pages of the previous run."""
        if self._spent:
            self._pages.clear()
            self._spent, self.held = False, 0
        self._add(source, page)

    def end_run(self) -> None:
        """Mark the run as ended: its pages are dropped when the next run fetches one."""
        self._spent = True

    def _add(self, source: str, page: Page | Ending) -> None:
        size = size_of(page)
        if self.held + size <= self._most:
            self._pages[source] = page
            self.held += size


def parsed(raw: RawPage) -> Page | Ending:
    """The page, or why it cannot be parsed."""
    try:
        return parse_page(raw)
    except PageError as error:
        return error.ending


def size_of(page: Page | Ending) -> int:
    """The estimated bytes of a page with its derived data (evidence, links, tokens); pages of six sites take .54 to .82 of the estimate.

    >>> from indexer.page.parse import parse
    >>> size_of(parse("<p>A story")) // 1024
    32
    """
    if isinstance(page, Ending):
        return _SMALLEST
    tree = page.tree
    parts = _PER_NODE * (len(tree.tag) + len(page.links)) + _PER_LETTER * sum(map(len, tree.text))
    return _SMALLEST + int(1.1 * sys.getsizeof(page.html)) + parts
