"""Recognises soft 404s: URLs for which a server responds with status 200 and its "not found" page.

The evidence is pages of dissimilar URLs that all show the same few words and nothing else (`indexer.site.bare_page`). It needs no extra
request and no words of any language. If a large part of a site shows the same words, they are not a "not found" page but a wall (a log-in,
a robot check): the pages still exist behind it, and their documents stay in the index.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from indexer.article.cleaned import Cleaned
from indexer.article.learned import LearnedSite
from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.page.page import Page
from indexer.site.bare_page import bare_page
from indexer.store.bare_pages import BarePages
from indexer.store.database import Database
from indexer.store.requeue import requeue
from indexer.urls import is_front_page
from workers.frontier.pending import StoredPage

_JUDGED = (Kind.CLEANED, Kind.NOT_ARTICLE)
_CAUSES = {Kind.GONE: Cause.SOFT_404, Kind.EMPTY: Cause.WALL}


@dataclass(frozen=True, slots=True)
class Soft404Params:
    """The parameters by which a few words count as a "not found" page.

    Parameters
    ----------
    least : int
        Minimum number of dissimilar URLs that show them. Real sites had at most two such pages by chance (12 sites, 2,217 pages).
    most : float
        Maximum share of the site's pages that show them.
    """

    least: int = 3
    most: float = 0.25

    def __post_init__(self) -> None:
        if self.least < 2 or not 0 < self.most <= 1:
            raise ValueError("least must be at least 2, and most a share above 0 and up to 1")


class Soft404:
    """Judges the pages of one batch.

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
        self._pages: int | None = None  # pages of the site, counted on first use, which is rare
        self._alike: dict[Kind, set[int]] = {Kind.GONE: set(), Kind.EMPTY: set()}

    def judge(self, page: StoredPage, read: Page, learned: LearnedSite, cleaned: Cleaned) -> Cleaned:
        """The page as cleaned; gone for a soft 404; empty behind a wall, so that its documents stay."""
        judged = cleaned.outcome.kind in _JUDGED and not is_front_page(page.url)
        bare = bare_page(read, page.url, learned.at(cleaned.fetched).model) if judged else None
        before = self._before.get(page.id)
        if bare is None:
            if before is not None:
                self._store.forget(page.id)
            return cleaned
        if bare != before:
            self._store.put(page.id, bare)
        alike = self._store.sharing(bare.mark)
        if len({shape for _, shape in alike}) < self._params.least:
            return cleaned
        if self._pages is None:
            self._pages = self._store.pages()
        kind = Kind.GONE if len(alike) <= self._params.most * self._pages else Kind.EMPTY
        self._alike[kind].update(number for number, _ in alike)
        return cleaned.ended(Ending(kind, _CAUSES[kind], count=len(alike) - 1))

    def release(self) -> int:
        """Requeue pages with another outcome from less evidence; call it after the batch is settled. Returns their number."""
        return sum(requeue(self._database, pages, kind) for kind, pages in self._alike.items() if pages)
