"""Applies cleaning results to a site's history: a page's kind, whether it exists, and whether it belongs in the index.

Cleaning has more evidence than the revisit policy and runs independently of it: before a visit is recorded, long after it, or again on
new evidence. `UnprocessedVisits.cleaning_results` therefore returns its results separately. Applying a result is idempotent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from indexer import urls
from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.store.url_lifecycle import Life
from workers.history.site_history import KnownPage, PageKind, SiteHistory
from workers.observations.page_kinds import combined

_TYPES = frozenset({PageKind.ARTICLE, PageKind.LIST, PageKind.OTHER, PageKind.NEW})
_HIDDEN = frozenset({Life.GONE, Life.DEINDEXED})
"""The life states of pages that are not in the index. A request that finds such a page has the state's name as its result."""
Amend = Callable[[str, str, str], bool]
"""Corrects the result of a request of the run in progress (`workers.recrawl.run_state.RunState.amend`)."""


class CleaningResults:
    """Applies results of cleaning.

    Parameters
    ----------
    history : SiteHistory
        Its pages, and the results of their last requests, from which the revisit policy learns, are updated in place.
    amend : callable or None
        Corrects requests of the run in progress; None if there is no run.
    """

    def __init__(self, history: SiteHistory, amend: Amend | None) -> None:
        self._history = history
        self._amend_run = amend
        self._last: dict[str, int] | None = None

    def apply(self, url: str, ending: Ending) -> None:
        """Apply one result.

        Examples
        --------
        >>> history = SiteHistory("example.org")
        >>> history.put(KnownPage("https://example.org/a", PageKind.LIST, visited=1.0, visits=1))
        >>> CleaningResults(history, None).apply("https://example.org/a", Ending(Kind.INDEXED))
        >>> history.pages["https://example.org/a"].kind.value
        'article'
        """
        page = self._history.pages.get(url)
        if page is None or not page.visited or urls.is_front_page(url):
            return
        after = _applied(page, ending)
        if after == page:
            return
        self._history.put(after)
        if after.life in _HIDDEN and after.life is not page.life:
            self._amend(url, after.life.value)
        elif page.life in _HIDDEN and after.life is Life.LIVE:
            self._amend(url, "changed", page.life.value)

    def _amend(self, url: str, result: str, only: str = "") -> None:
        """Correct the result of a page's last request; if `only` is given, only that result is corrected."""
        if self._amend_run is not None and self._amend_run(url, result, only):
            return
        if self._last is None:
            self._last = {request.url: place for place, request in enumerate(self._history.requests)}
        place = self._last.get(url)
        if place is not None and (not only or self._history.requests[place].result == only):
            self._history.amend(place, result)


def moved_life(page: KnownPage, ending: Ending) -> Life:
    """Return the life state of a redirected page. An article may return from a temporary redirect, unless it was gone before."""
    if page.kind is not PageKind.ARTICLE or not page.visits or ending.moved:
        return Life.MOVED
    return Life.GONE if page.life is Life.GONE else Life.REDIRECTED


def _applied(page: KnownPage, ending: Ending) -> KnownPage:
    kind = ending.kind
    if kind is Kind.GONE:
        return page if page.life is Life.GONE else replace(page, life=Life.GONE, failures=page.failures + 1, hint="")
    if kind is Kind.REDIRECT and page.life is Life.GONE:  # a login wall also redirects pages that exist
        return replace(page, life=moved_life(replace(page, life=Life.LIVE), ending))
    if kind is Kind.NOINDEX:  # a list with noindex still leads to news
        return _deindexed(page) if page.kind is PageKind.ARTICLE else _present(page, page.kind)
    if kind is Kind.EMPTY:  # it may be behind a paywall; its kind stays
        return _present(page, page.kind)
    if kind is Kind.NOT_ARTICLE and page.kind in _TYPES:
        found = PageKind.LIST if ending.cause is Cause.TOC else PageKind.OTHER
        if found is PageKind.OTHER and page.kind is PageKind.ARTICLE and page.visits > 1:
            return _deindexed(page)  # it was a story at earlier visits and may become one again
        return _present(page, combined(found, page.kind))
    if kind in (Kind.CLEANED, Kind.INDEXED, Kind.DUPLICATE) and page.kind in _TYPES:  # lists may link only to the duplicate
        return _present(page, PageKind.ARTICLE)
    return page


def _deindexed(page: KnownPage) -> KnownPage:
    return replace(page, life=Life.DEINDEXED, hint="")


def _present(page: KnownPage, kind: PageKind) -> KnownPage:
    if page.life not in _HIDDEN:
        return replace(page, kind=kind)
    return replace(page, kind=kind, life=Life.LIVE, visits=max(page.visits, 1), failures=0)
