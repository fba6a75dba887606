"""The parsed pages of a run, so that fetching, learning, cleaning and observing parse each page once."""

from __future__ import annotations

import sys

from indexer.article.clean import parse_page
from indexer.errors import PageError
from indexer.outcome import Ending
from indexer.page.page import Page
from indexer.page.raw import RawPage

MOST_BYTES = 256 << 20
"""Bytes of parsed pages that a crawl session holds: some 330 pages of 440 KB, 1,400 of 17 KB."""
_SMALLEST, _PER_NODE, _PER_LETTER = 32 << 10, 400, 4


class PageCache:
    """Parsed pages, or why a page cannot be parsed, by the source of its record.

    A run reads its pages again in the order in which it fetched them: a cache that drops the oldest would hold none that is asked for. A
    full cache takes no more pages until the run's pages are spent.

    Parameters
    ----------
    most_bytes : int
        0 to keep none.

    Attributes
    ----------
    held : int
        Bytes, by the estimate of `size_of`.

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
        """A page as `parse_page` gives it, parsed only if it is not here.

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
        """Keep a page that was just fetched; the first one of a run replaces the pages of the run before."""
        if self._spent:
            self._pages.clear()
            self._spent, self.held = False, 0
        self._add(source, page)

    def spend(self) -> None:
        """The run's pages were cleaned: they are here until the next run fetches one."""
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
    """Bytes that a page takes with all that is derived from it (evidence, links, tokens), rounded up: six sites take .54 to .82 of them.

    >>> from indexer.page.parse import parse
    >>> size_of(parse("<p>A story")) // 1024
    32
    """
    if isinstance(page, Ending):
        return _SMALLEST
    tree = page.tree
    parts = _PER_NODE * (len(tree.tag) + len(page.links)) + _PER_LETTER * sum(map(len, tree.text))
    return _SMALLEST + int(1.1 * sys.getsizeof(page.html)) + parts
