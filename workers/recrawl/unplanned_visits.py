"""Records visits that no run has planned, which are those of crawls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from indexer.archive.http import GONE
from indexer.archive.load import RecordUnavailableError
from indexer.outcome import Kind
from indexer.store.url_lifecycle import Life
from workers.frontier.unprocessed_visits import Visited
from workers.history.planned_request import Reason
from workers.history.site_history import Request, SiteHistory
from workers.observations.cleaning_results import moved_life
from workers.observations.observer import Observer
from workers.observations.page_observations import (
    PageClassifier,
    PageObservation,
    classifier_for,
    guess_feeds,
    observe,
    record_observations,
)
from workers.reading.captured_page import CapturedPage
from workers.reading.feeds import Feed
from workers.recrawl.run_steps import LoadResponse

_PAGES = frozenset({
    Kind.FETCHED, Kind.CLEANED, Kind.INDEXED, Kind.NOT_ARTICLE, Kind.DUPLICATE, Kind.NOINDEX, Kind.TRUNCATED, Kind.EMPTY,
})  # fmt: skip


def record_unplanned_visits(
    history: SiteHistory, visits: Sequence[Visited], load_response: LoadResponse, classify: PageClassifier
) -> list[Visited]:
    """Record pages, feeds and missing pages; return the visits whose responses cannot be read now."""
    left: list[Visited] = []
    observations: dict[str, PageObservation] = {}
    feeds: list[tuple[Visited, Feed]] = []
    for visited in visits:
        if visited.status in GONE or visited.ending.kind in (Kind.GONE, Kind.REDIRECT):
            _record_missing(history, visited)
        elif visited.ending.kind in _PAGES and visited.status:
            try:
                _observe(visited, load_response(visited), observations, feeds, classify)
            except RecordUnavailableError:
                left.append(visited)
    record_observations(history, observations)
    if feeds:
        _record_feeds(history, feeds)
    if observations:
        guess_feeds(history, max(observation.at for observation in observations.values()))
    return left


def _observe(
    visited: Visited,
    response: CapturedPage | Feed | None,
    observations: dict[str, PageObservation],
    feeds: list[tuple[Visited, Feed]],
    classify: PageClassifier,
) -> None:  # fmt: skip
    if isinstance(response, CapturedPage):
        classifier = classifier_for(visited.ending.kind, classify)
        observations[visited.url] = observe(visited.url, response, visited.validator, visited.at, classifier)
    elif isinstance(response, Feed):
        feeds.append((visited, response))


def _record_missing(history: SiteHistory, visited: Visited) -> None:
    """Record that a known page is gone or redirected."""
    page = history.pages.get(visited.url)
    if page is not None:
        life = moved_life(page, visited.ending) if visited.ending.kind is Kind.REDIRECT else Life.GONE
        history.put(replace(page, life=life, visited=visited.at, failures=page.failures + 1, hint=""))


def _record_feeds(history: SiteHistory, feeds: Sequence[tuple[Visited, Feed]]) -> None:
    observer = Observer(history, max(visited.at for visited, _ in feeds))
    for visited, feed in feeds:
        before = history.pages.get(visited.url)
        observer.feed(visited.url, feed, visited.validator)
        after = history.pages[visited.url]
        since = before.visited if before is not None and before.visits else 0.0
        history.log([Request(visited.url, visited.at, after.kind, Reason.CRAWL, since, "same" if since else "new", born=after.birth)])
