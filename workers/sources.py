"""Which lists, feeds and sitemaps to ask now: the fewest that together show what is expected to be new.

Sources repeat each other: the front page shows what the section's page shows, the feed both. So a source is worth what it
shows that no source asked in the same run shows. Past arrivals say which sources show what: each article of the last days
stands for one such article in as many days, due at any source that showed it in time, since the last visit of any of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from workers.plan_line import Line, Why
from workers.site_memory import HOUR, Life, PageKind, Request, SiteMemory
from workers.tidings import expected_tidings

_DAY = 24 * HOUR


@dataclass(frozen=True, slots=True)
class SourceParams:
    """How sources are chosen.

    Parameters
    ----------
    days : float
        Of past arrivals that are looked at.
    missed : float
        Share of the articles expected now that may wait for another run.
    overdrawn : float
        How many times more may wait where the budget is spent.
    least : float
        New articles that a request must promise to be made for that share.
    plenty : float
        What a request must promise to be made in any case.
    change, deletion : float
        What it is worth to be told of a change, and of a deletion, beside a new article.
    own : int
        New articles found by recrawls from which on those of the crawl are not looked at.
    """

    days: float = 5.0
    missed: float = 0.06
    overdrawn: float = 2.0
    least: float = 0.12
    plenty: float = 0.3
    change: float = 1.0
    deletion: float = 3.5
    own: int = 30

    def __post_init__(self) -> None:
        if self.days <= 0 or not 0 <= self.missed < 1 or min(self.least, self.plenty, self.overdrawn, self.change, self.deletion) <= 0:
            raise ValueError("days and promises are positive, a share lies between 0 and 1")


@dataclass(frozen=True, slots=True)
class History:
    """Of each article that arrived the sources that showed it in time, and in how many hours they arrived."""

    arrivals: tuple[frozenset[str], ...]
    hours: float


def history(memory: SiteMemory, now: float, params: SourceParams = SourceParams()) -> History:
    """The arrivals of the last days.

    Before the first recrawl there are only articles that the crawl found; those that state to be of the day before it count.
    """
    begin = now - params.days * _DAY
    shown_by = memory.sources_of()
    visits: dict[str, list[float]] = defaultdict(list)
    for request in memory.requests:
        visits[request.url].append(request.at)
    own = sum(r.why == Why.NEW and r.kind is PageKind.ARTICLE for r in memory.requests) >= params.own
    arrivals: list[frozenset[str]] = []
    for request in memory.requests:
        if request.kind is not PageKind.ARTICLE or (own and request.why == Why.CRAWL) or not _is_recent(request, memory, begin):
            continue
        if request.result == "new":
            arrivals.append(frozenset(_timely(request.url, request.at, shown_by.get(request.url, ()), memory, visits)))
    return History(tuple(arrivals), max((now - max(begin, _first(memory, own=own))) / HOUR, 1.0))


def _is_recent(request: Request, memory: SiteMemory, begin: float) -> bool:
    """Whether an article was news when it came; of a crawl's articles those count that state to be of the day before it."""
    if request.result == "new" and request.why == Why.CRAWL:
        page = memory.pages.get(request.url)
        stated = page is not None and page.published > 0
        return stated and request.born >= max(request.at - _DAY, begin)
    return request.at >= begin and request.born >= request.at - 3 * _DAY


def _first(memory: SiteMemory, *, own: bool) -> float:
    """Since when arrivals are known: the day before the crawl, or the crawl itself, but a day before the first recrawl at most."""
    crawled = [request.at for request in memory.requests if request.why == Why.CRAWL]
    again = next((request.at for request in memory.requests if request.why != Why.CRAWL), 0.0)
    if not crawled:
        return again
    return max(again - _DAY, crawled[-1]) if own else crawled[0] - _DAY


def _timely(
    url: str, found: float, sources: Iterable[str], memory: SiteMemory, visits: Mapping[str, Sequence[float]]
) -> Iterable[str]:
    """The sources that showed an article at their first visit since it was found: a list's second page shows it days later."""
    for source in sources:
        first = memory.shown[source][url].first
        if not any(found <= at < first for at in visits.get(source, ())):
            yield source


def choose_sources(memory: SiteMemory, now: float, params: SourceParams = SourceParams(), left: float = inf) -> list[Line]:
    """The sources to ask now, the most promising first.

    Parameters
    ----------
    memory : SiteMemory
    now : float
    params : SourceParams
    left : float
        Requests that the budget has left. Beyond them nothing is asked for word of changes, and more articles may wait.

    Returns
    -------
    list of Line
        Each with what it adds to those before it.

    Notes
    -----
    The greedy choice of maximum coverage, within 1 - 1/e of the best. O(sources · arrivals) a step.
    """
    past = history(memory, now, params)
    visited = {url: page.visited for url, page in memory.pages.items() if page.kind.source and page.life is Life.LIVE}
    kept = _kept_promises(memory)
    news = [(sources, _waiting(sources, visited, now) / past.hours) for sources in past.arrivals]
    open_ = [_Due(sources & visited.keys(), due, 0.0) for sources, due in news if due > 0]
    open_ += [_Due(t.sources & visited.keys(), 0.0, t.worth) for t in expected_tidings(memory, now, params.change, params.deletion)]
    since = (now - memory.last) / HOUR if memory.requests else 0.0
    expected = len(past.arrivals) * min(since, past.hours) / past.hours
    missed = params.missed * (1.0 if left > 0 else params.overdrawn)
    chosen: list[Line] = []
    while open_:
        fresh: dict[str, float] = defaultdict(float)
        told: dict[str, float] = defaultdict(float)
        for due in open_:
            for source in due.sources:
                fresh[source] += due.news * kept.get(source, 1.0)
                told[source] += due.tidings
        if not fresh:
            break
        best = min(fresh, key=lambda url: (-round(fresh[url] + told[url], 9), len(url), url))
        due_news = sum(due.news for due in open_)
        needed = due_news > missed * expected and fresh[best] >= params.least
        if not needed and (fresh[best] + told[best] < params.plenty or len(chosen) >= left):
            break
        others = " that no source above shows" if chosen else ""
        reason = f"{fresh[best]:.1f} new articles, and word of changes worth {told[best]:.1f}, expected since its last visit{others}"
        chosen.append(Line(best, Why.NEWS, fresh[best] + told[best], reason))
        open_ = [due for due in open_ if best not in due.sources]
    return chosen


@dataclass(frozen=True, slots=True)
class _Due:
    """What some sources may show now: a share of a new article, or what there is to tell of a known one."""

    sources: frozenset[str]
    news: float
    tidings: float


def _kept_promises(memory: SiteMemory) -> dict[str, float]:
    """What each source brought of what was expected of it: yesterday's archive showed all of yesterday's news, and none of today's."""
    brought: dict[str, float] = defaultdict(float)
    hoped: dict[str, float] = defaultdict(float)
    for request in memory.requests:
        if request.hoped:
            brought[request.url] += request.found
            hoped[request.url] += request.hoped
    return {url: min((brought[url] + 1.0) / (hoped[url] + 1.0), 1.0) for url in hoped}


def _waiting(sources: frozenset[str], visited: Mapping[str, float], now: float) -> float:
    """Hours since any source that shows such an article was asked; 0 where there is no such source any more."""
    last = [visited[source] for source in sources if source in visited]
    return max(now - max(last), 0.0) / HOUR if last else 0.0
