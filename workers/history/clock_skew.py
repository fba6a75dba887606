"""Corrects a history whose times lie in the future, for example if WINNOW_NOW was set only after the crawl."""

from __future__ import annotations

from dataclasses import replace

from workers.history.site_history import SiteHistory

_STEP = 4 * 3600.0
"""Assumed seconds between the last visit and now."""
_TOLERANCE = 60.0


def correct_clock_skew(history: SiteHistory, now: float) -> None:
    """Shift a history from the future, so that its last visit lies a few hours before now; intervals between visits stay the same.

    >>> from workers.history.site_history import KnownPage, PageKind, Request
    >>> history = SiteHistory("example.org")
    >>> history.put(KnownPage("https://example.org/", PageKind.LIST, 900_000.0, 900_000.0))
    >>> history.log([Request("https://example.org/", 900_000.0, PageKind.LIST, "crawl", born=900_000.0)])
    >>> correct_clock_skew(history, 100_000.0)
    >>> history.last, history.pages["https://example.org/"].visited
    (85600.0, 85600.0)
    """
    if history.last <= now + _TOLERANCE:
        return
    back = history.last - (now - _STEP)
    for page in list(history.pages.values()):
        visited = page.visited - back if page.visited else 0.0
        history.put(replace(page, found=page.found - back, visited=visited, published=min(page.published, now)))
    for source, shown in list(history.shown.items()):
        history.record_sightings(source, {url: replace(s, first=s.first - back, last=s.last - back) for url, s in shown.items()})
    for place, request in enumerate(history.requests):
        since = request.since - back if request.since else 0.0
        stated = history.pages[request.url].published if request.url in history.pages else 0.0
        history.requests[place] = replace(request, at=request.at - back, since=since, born=stated or request.born - back)
    history.rewritten = True
    history.facts.pop("robots", None)
