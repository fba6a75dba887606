"""Chooses the lists, feeds and sitemaps to request now: the fewest that together show the expected new articles.

Sources overlap: the front page shows the articles of the section pages, the feed shows both. The value of a source is therefore what it
shows beyond the other sources of the run. Past arrivals show which sources overlap: each article of the last days stands for one future
article in as many days, which any source that showed the past one in time will show. It is due since the last visit of any such source.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from indexer.store.url_lifecycle import Life
from workers.clock import DAY, HOUR
from workers.history.planned_request import PlannedRequest, Reason
from workers.history.site_history import PageKind, Request, SiteHistory
from workers.revisit.expected_changes import Worth, expected_changes
from workers.revisit.run_interval import usual_interval


@dataclass(frozen=True, slots=True)
class SourceParams:
    """The parameters of the choice.

    Parameters
    ----------
    days : float
        Days of past arrivals that are considered.
    missed : float
        Share of the expected articles that may be left for the next run.
    overdrawn : float
        Factor by which this share grows if the budget is spent.
    least : float
        Minimum expected new articles of a request while more than this share is left.
    plenty : float
        Minimum expected new articles of a request otherwise.
    worth : Worth
        The value of a hint at a change and at a deletion, in new articles.
    price : float
        Opportunity cost of a request: its value if it revisited an article by age instead.
    own : int
        New articles found by recrawls from which on the articles of the crawl are ignored.
    """

    days: float = 5.0
    missed: float = 0.06
    overdrawn: float = 2.0
    least: float = 0.12
    plenty: float = 0.5
    worth: Worth = Worth(1.0, 12.0, 72.0)
    price: float = 0.4
    own: int = 30

    def __post_init__(self) -> None:
        if self.days <= 0 or not 0 <= self.missed < 1 or min(self.least, self.plenty, self.overdrawn, self.price) <= 0:
            raise ValueError("missed must lie between 0 and 1; days, overdrawn, least, plenty and price must be positive")


@dataclass(frozen=True, slots=True)
class ArrivalHistory:
    """For each arrived article, the sources that showed it in time; and the hours over which the articles arrived."""

    arrivals: tuple[frozenset[str], ...]
    hours: float


def arrival_history(history: SiteHistory, now: float, params: SourceParams = SourceParams()) -> ArrivalHistory:
    """The arrivals of the last days.

    Before the first recrawl only the crawl has found articles; those with a stated date within the day before it count.
    """
    begin = now - params.days * DAY
    shown_by = _sources_of(history)
    visits: dict[str, list[float]] = defaultdict(list)
    for request in history.requests:
        visits[request.url].append(request.at)
    own = sum(r.why == Reason.NEW and r.kind is PageKind.ARTICLE for r in history.requests) >= params.own
    arrivals: list[frozenset[str]] = []
    for request in history.requests:
        if request.kind is not PageKind.ARTICLE or (own and request.why == Reason.CRAWL) or not _is_recent(request, history, begin):
            continue
        if request.result == "new":
            arrivals.append(frozenset(_timely(request.url, request.at, shown_by.get(request.url, ()), history, visits)))
    return ArrivalHistory(tuple(arrivals), max((now - max(begin, _first(history, own=own))) / HOUR, 1.0))


def _sources_of(history: SiteHistory) -> dict[str, list[str]]:
    """By page, the sources that have shown it."""
    found: dict[str, list[str]] = defaultdict(list)
    for source, sightings in history.shown.items():
        for url in sightings:
            found[url].append(source)
    return found


def _is_recent(request: Request, history: SiteHistory, begin: float) -> bool:
    """Whether an article was news when it was found; an article of the crawl needs a stated date within the day before the crawl."""
    if request.result == "new" and request.why == Reason.CRAWL:
        page = history.pages.get(request.url)
        stated = page is not None and page.published > 0
        return stated and request.born >= max(request.at - DAY, begin)
    return request.at >= begin and request.born >= request.at - 3 * DAY


def _first(history: SiteHistory, *, own: bool) -> float:
    """The time from which on arrivals are known: a day before the crawl; for `own` arrivals the end of the crawl, but at most a day
    before the first recrawl."""
    crawled = [request.at for request in history.requests if request.why == Reason.CRAWL]
    again = next((request.at for request in history.requests if request.why != Reason.CRAWL), 0.0)
    if not crawled:
        return again
    return max(again - DAY, crawled[-1]) if own else crawled[0] - DAY


def _timely(
    url: str, found: float, sources: Iterable[str], history: SiteHistory, visits: Mapping[str, Sequence[float]]
) -> Iterable[str]:
    """The sources that showed an article at their first visit after it was found; a list's second page shows it days later."""
    for source in sources:
        first = history.shown[source][url].first
        if not any(found <= at < first for at in visits.get(source, ())):
            yield source


def choose_sources(history: SiteHistory, now: float, params: SourceParams = SourceParams(), left: float = inf) -> list[PlannedRequest]:
    """The sources to request now, by falling expected value.

    Parameters
    ----------
    left : float
        Requests left in the budget. Beyond them no source is requested for its hints alone, and more articles may wait.

    Returns
    -------
    list of PlannedRequest
        Each with its value beyond the requests before it.

    Notes
    -----
    The greedy choice of maximum coverage, within 1 - 1/e of the best. O(sources · arrivals) a step.
    """
    past = arrival_history(history, now, params)
    next_run = now + usual_interval(history) * HOUR
    visited = {url: page.visited for url, page in history.pages.items() if page.kind.source and page.life is Life.LIVE}
    yield_ratios = _yield_ratios(history)
    open_ = [
        _Due(sources & visited.keys(), due / past.hours, 0.0, 0.0)
        for sources in past.arrivals
        if (due := _hours_unvisited(sources, visited, now)) > 0
    ]
    open_ += [_Due(t.sources & visited.keys(), 0.0, t.worth, t.next_worth) for t in expected_changes(history, now, next_run, params.worth)]
    since = (now - history.last) / HOUR if history.requests else 0.0
    expected = len(past.arrivals) * min(since, past.hours) / past.hours
    missed = expected * params.missed * (1.0 if left > 0 else params.overdrawn)
    chosen: list[PlannedRequest] = []
    while open_:
        offers = _offers(open_, yield_ratios)
        enough = params.least if sum(due.news for due in open_) > missed else params.plenty
        wanted = {url: offer for url, offer in offers.items() if offer.news >= min(enough, params.plenty)}
        if not wanted and len(chosen) < left:
            wanted = {url: offer for url, offer in offers.items() if offer.is_ripe(now - visited[url], next_run - now, params.price)}
        if not wanted:
            break
        best = min(wanted, key=lambda url: (-round(wanted[url].worth, 9), len(url), url))
        chosen.append(wanted[best].line(best, " that no source above shows" if chosen else ""))
        open_ = [due for due in open_ if best not in due.sources]
    return chosen


@dataclass(slots=True)
class _Offer:
    """The expected value of a source: its new articles, its hints now, and its hints at the next run."""

    news: float = 0.0
    hints: float = 0.0
    later: float = 0.0

    @property
    def worth(self) -> float:
        return self.news + self.hints

    def is_ripe(self, since: float, step: float, price: float) -> bool:
        """Whether the net value per hour since the last visit would fall until the next run.

        A visit at this time maximises the long-run average value, as in age replacement (Barlow & Proschan, Mathematical Theory of
        Reliability, 1965, chapter 3).
        """
        if self.worth <= price or since <= 0:
            return False
        grown = self.news * (since + step) / since + self.later
        return (self.worth - price) / since >= (grown - price) / (since + step)

    def line(self, url: str, suffix: str) -> PlannedRequest:
        reason = f"{self.news:.1f} new articles, and hints worth {self.hints:.1f}, expected since its last visit{suffix}"
        return PlannedRequest(url, Reason.NEWS, self.worth, reason, self.news)


def _offers(open_: Iterable[_Due], yield_ratios: Mapping[str, float]) -> dict[str, _Offer]:
    """By source, its expected value."""
    offers: dict[str, _Offer] = defaultdict(_Offer)
    for due in open_:
        for source in due.sources:
            offer = offers[source]
            offer.news += due.news * yield_ratios.get(source, 1.0)
            offer.hints += due.hints
            offer.later += due.later
    return offers


@dataclass(frozen=True, slots=True)
class _Due:
    """What any of some sources would show now: a fraction of a new article, or hints about a known one."""

    sources: frozenset[str]
    news: float
    hints: float
    later: float


def _yield_ratios(history: SiteHistory) -> dict[str, float]:
    """By source, the share of its expected articles that it brought. Yesterday's archive page showed all of yesterday's news and shows
    none of today's."""
    brought: dict[str, float] = defaultdict(float)
    hoped: dict[str, float] = defaultdict(float)
    for request in history.requests:
        if request.hoped:
            brought[request.url] += request.found
            hoped[request.url] += request.hoped
    return {url: min((brought[url] + 1.0) / (hoped[url] + 1.0), 1.0) for url in hoped}


def _hours_unvisited(sources: frozenset[str], visited: Mapping[str, float], now: float) -> float:
    """Hours since the last visit of any source that shows such an article; 0 if no such source is left."""
    last = [visited[source] for source in sources if source in visited]
    return max(now - max(last), 0.0) / HOUR if last else 0.0
