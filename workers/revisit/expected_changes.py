"""Estimates the value of a source's hints: the expected changes and deletions of its articles since its last visit.

A list does not bring new articles alone: it also shows which teasers changed and which articles are missing. The share of events that
hints reveal is learned from the events found with and without a hint; the rate of events is learned from both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from indexer.store.url_lifecycle import Life
from workers.clock import HOUR
from workers.history.planned_request import Reason
from workers.history.site_history import KnownPage, PageKind, Request, SiteHistory
from workers.observations.paging import expected_shown
from workers.observations.sightings import last_seen
from workers.revisit.age_rates import CHANGES, DELETIONS, AgeRates, Watch, discounted, learn_rates

_DAYS = 7.0
_OLDEST = 10 * 24.0
_SOON = 36.0
"""Hours of age by which articles are revisited for their age, on sites whose budget allows it."""
_STORIES = 30.0
"""Weight of the prior rates as a number of stories."""
_HINTED_CHANGES, _HINTED_DELETIONS = (1.0, 1.0), (4.0, 1.0)
"""Pseudo-counts of events with and without a hint. Lists drop most deleted articles."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The value of a hint at a change and at a deletion, in new articles.

    Parameters
    ----------
    life : float
        Hours in which the value of an undetected event falls to 1/e.
    """

    change: float
    deletion: float
    life: float


@dataclass(frozen=True, slots=True)
class ExpectedChange:
    """The expected hints about one article.

    Parameters
    ----------
    sources : frozenset of str
        The sources that show the article.
    worth : float
        Weighted number of changes and deletions at which they would hint.
    next_worth : float
        The same at the next run; 0 if the article will have left the lists by then.
    """

    sources: frozenset[str]
    worth: float
    next_worth: float


@dataclass(frozen=True, slots=True)
class _Events:
    """One kind of event: its rate by age, the share with a hint, and the value of a hint."""

    rates: AgeRates
    hinted_share: float
    worth: float
    life: float

    def expected(self, start: float, end: float) -> float:
        return discounted(self.rates, start, end, self.life) * self.hinted_share * self.worth


def expected_changes(history: SiteHistory, now: float, next_run: float, worth: Worth) -> list[ExpectedChange]:
    """The expected hints about each article that a source should show.

    Parameters
    ----------
    now, next_run : float
        This run and the next, UTC seconds.
    """
    seen = last_seen(history)
    events = [_changes(history, seen, now, worth), _deletions(history, seen, now, worth)]
    next_shown = expected_shown(history, next_run)
    shows: dict[str, list[str]] = defaultdict(list)
    for source, articles in expected_shown(history, now).items():
        for url in articles:
            shows[url].append(source)
    pending = _pending(history, now)
    found: list[ExpectedChange] = []
    for url, sources in shows.items():
        page = history.pages.get(url)
        if page is None or page.kind is not PageKind.ARTICLE or page.life is not Life.LIVE or page.hint:
            continue
        checked = max(page.visited, seen.get(url, 0.0))
        start, age, next_age = (_age(at, page) for at in (checked, now, next_run))
        if start < age <= _OLDEST:
            share = 1.0 - pending if page.visits < 2 and age < _SOON else 1.0
            stays = any(url in next_shown.get(source, ()) for source in sources)
            value = sum(event.expected(start, age) for event in events)
            next_value = sum(event.expected(start, next_age) for event in events) if stays else 0.0
            found.append(ExpectedChange(frozenset(sources), share * value, share * next_value))
    return found


def _pending(history: SiteHistory, now: float) -> float:
    """The share of articles that are revisited for their age; hints about these have no value, because the revisit finds the event."""
    ages = [page for page in history.pages.values() if page.kind is PageKind.ARTICLE and _SOON < (now - page.birth) / HOUR <= _DAYS * 24.0]
    return sum(page.visits > 1 for page in ages) / (len(ages) + 1.0)


def _changes(history: SiteHistory, seen: Mapping[str, float], now: float, worth: Worth) -> _Events:
    """The rate of changes, as a multiple of the prior, and the share with a hint."""
    recent = _recent(history, now)
    changed = [r for r in recent if r.since and r.result == "changed"]
    born = [r for r in recent if r.result == "new"]
    expected = sum(CHANGES.expected(max((r.at - r.born) / HOUR, 0.0), max((now - r.born) / HOUR, 0.0)) for r in born)
    weight = CHANGES.expected(0.0, _OLDEST) * _STORIES
    scale = (_count(changed, born) + weight) / (expected + weight)
    return _Events(CHANGES.scaled(scale), _hinted_share(changed, seen, _HINTED_CHANGES), worth.change, worth.life)


def _deletions(history: SiteHistory, seen: Mapping[str, float], now: float, worth: Worth) -> _Events:
    """The rate of deletions and the share with a hint. An article that a list shows still exists."""
    gone = [r for r in _recent(history, now) if r.since and r.result == "gone"]
    watches: list[Watch] = []
    ended = {r.url: r for r in gone}
    for url, page in history.pages.items():
        if page.kind is not PageKind.ARTICLE or page.birth < now - _DAYS * 24 * HOUR:
            continue
        end = ended.get(url)
        last = max(seen.get(url, 0.0), page.visited if end is None else end.since)
        watches.append(Watch(_age(page.found, page), _age(last, page), happened=False))
        if end is not None:
            watches.append(Watch(_age(last, page), _age(end.at, page), happened=True))
    rates = learn_rates(watches, DELETIONS, _STORIES)
    return _Events(rates, _hinted_share(gone, seen, _HINTED_DELETIONS), worth.deletion, worth.life)


def _age(at: float, page: KnownPage) -> float:
    return max((at - page.birth) / HOUR, 0.0)


def _recent(history: SiteHistory, now: float) -> list[Request]:
    """The requests for articles in the last days."""
    return [r for r in history.requests if r.kind is PageKind.ARTICLE and r.at >= now - _DAYS * 24 * HOUR and r.why != Reason.CRAWL]


def _hinted_share(events: Iterable[Request], seen: Mapping[str, float], believed: tuple[float, float]) -> float:
    """The share of the events with a hint."""
    hinted_share, unhinted = believed
    for request in events:
        if request.hint:
            hinted_share += 1.0
        else:
            unhinted += _unhinted_probability(request, seen.get(request.url, 0.0), CHANGES)
    return hinted_share / (hinted_share + unhinted)


def _unhinted_probability(request: Request, seen: float, rates: AgeRates) -> float:
    """The probability that the event preceded the last sighting of the article, which gave no hint."""
    if seen >= request.at:
        return 1.0
    if request.result == "gone":
        return 0.0
    start, shown, end = (max((at - request.born) / HOUR, 0.0) for at in (request.since, seen, request.at))
    whole = rates.expected(start, end)
    return rates.expected(start, shown) / whole if whole > 0 and shown > start else 0.0


def _count(events: Iterable[Request], born: Sequence[Request]) -> int:
    """The number of events of articles that were found in the same days."""
    urls = {request.url for request in born}
    return sum(request.url in urls for request in events)
