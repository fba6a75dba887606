"""Recognises soft 404s: URLs for which a server responds with status 200 and its "not found" page.

The evidence is that pages of dissimilar URLs all show the same few words and nothing else (`indexer.site.bare_page`). It needs no extra
request and no dictionary. If a large part of a site shows the same words, or most pages visited since they appeared, they are not a "not
found" page but a wall (a log-in, a robot check): the pages still exist behind it, and their documents stay in the index. A batch is judged
after all its pages are read, so that no page is deleted because of a wall that a later page reveals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from indexer.article.cleaned import Cleaned
from indexer.article.learned import LearnedSite
from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.page.page import Page
from indexer.site.bare_page import BarePage, bare_page
from indexer.store.bare_pages import BarePages
from indexer.store.database import Database
from indexer.store.requeue import requeue
from indexer.urls import is_front_page
from workers.frontier.pending import StoredPage

_JUDGED = (Kind.CLEANED, Kind.NOT_ARTICLE)
_CAUSES = {Kind.GONE: Cause.SOFT_404, Kind.EMPTY: Cause.WALL}


@dataclass(frozen=True, slots=True)
class Soft404Params:
    """The parameters by which pages with the same few words count as "not found" pages.

    Parameters
    ----------
    min_urls : int
        Minimum number of such pages with dissimilar URLs. Real sites had at most two by chance (12 sites, 2,217 pages).
    max_share : float
        Maximum share of such pages among the site's pages; above it they are behind a wall.
    min_wall : int
        Minimum number of such pages that count as behind a wall because they outnumber all other pages visited since the first of them.
    """

    min_urls: int = 3
    max_share: float = 0.25
    min_wall: int = 8

    def __post_init__(self) -> None:
        if self.min_urls < 2 or not 0 < self.max_share <= 1 or self.min_wall < self.min_urls:
            raise ValueError("min_urls must be at least 2, max_share above 0 and at most 1, min_wall at least min_urls")


class Soft404:
    """Judges the pages of one batch for soft 404s.

    Parameters
    ----------
    at : float
        The current time, UTC seconds.
    pages : sequence of StoredPage
        The batch.
    """

    def __init__(self, database: Database, host: str, at: float, pages: Sequence[StoredPage], params: Soft404Params | None = None) -> None:
        self._database = database
        self._store = BarePages(database, host, at)
        self._before = self._store.known([page.id for page in pages])
        self._params = params or Soft404Params()
        self._bare: dict[int, BarePage] = {}
        self._others = 0
        self._judged: dict[bytes, tuple[Ending, list[int]] | None] = {}
        self._alike: dict[Kind, set[int]] = {Kind.GONE: set(), Kind.EMPTY: set()}

    def note(self, page: StoredPage, read: Page, learned: LearnedSite, cleaned: Cleaned) -> None:
        """Note what a page shows; call it for all pages of the batch before `judge`."""
        judged = cleaned.outcome.kind in _JUDGED and not is_front_page(page.url)
        bare = bare_page(read, page.url, learned.at(cleaned.fetched).model) if judged else None
        before = self._before.get(page.id)
        if bare is None:
            self._others += 1
            if before is not None:
                self._store.forget(page.id)
            return
        self._bare[page.id] = bare
        if bare != before:
            self._store.put(page.id, bare)

    def judge(self, page: StoredPage, cleaned: Cleaned) -> Cleaned:
        """Return the result of cleaning, or `gone` for a soft 404, or `empty` for a page behind a wall, whose documents stay."""
        bare = self._bare.get(page.id)
        if bare is None:
            return cleaned
        if bare.mark not in self._judged:
            self._judged[bare.mark] = self._judgement(bare.mark)
        found = self._judged[bare.mark]
        if found is None:
            return cleaned
        ending, pages = found
        self._alike[ending.kind].update(pages)
        return cleaned.ended(ending)

    def _judgement(self, mark: bytes) -> tuple[Ending, list[int]] | None:
        """Return the ending of the pages with this mark, and their ids; None if they are too few to be no coincidence."""
        alike = self._store.sharing(mark)
        if len({shape for _, shape in alike}) < self._params.min_urls:
            return None
        pages = [number for number, _ in alike]
        wall = len(pages) > self._params.max_share * self._store.pages()
        if not wall and len(pages) >= self._params.min_wall:
            wall = len(pages) > self._others + self._store.others_since(pages)
        kind = Kind.EMPTY if wall else Kind.GONE
        return Ending(kind, _CAUSES[kind], count=len(pages) - 1), pages

    def release(self) -> int:
        """Requeue pages that less evidence gave another outcome; return their number. Call it after the batch is settled."""
        return sum(requeue(self._database, pages, kind) for kind, pages in self._alike.items() if pages)
