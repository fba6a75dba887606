"""When to visit which page of a site: a plan of requests, each with what it is expected to bring and why.

Asking costs a request whatever comes of it, so requests beyond the new articles' own are counted against the new articles:
sources are asked as news demands, articles again and pages looked at as far as the budget goes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from indexer.store.url_lifecycle import Life
from workers.history.planned_request import PlannedRequest, Reason
from workers.history.site_history import HOUR, PageKind, SiteHistory
from workers.revisit.article_revisits import RevisitParams, choose_revisits
from workers.revisit.exploration import ExplorationParams, choose_exploration
from workers.revisit.sources import SourceParams, choose_sources

_DAY = 24 * HOUR
_AWAY = 6
"""Visits in a row that were sent on, after which an article is not asked for again: two months."""


@dataclass(frozen=True, slots=True)
class RevisitPolicyParams:
    """How a plan is made.

    Parameters
    ----------
    budget : float
        Requests for each new article in all, its own included.
    daily : float
        Requests beyond the new articles' own that a site gets a day, however little it publishes.
    days : float
        Over which the budget is balanced.
    reserve : float
        Requests that visits of articles for their age alone leave to the sources of the next run.
    overdraft : float
        Requests for articles of which something says that they changed, beyond the budget: none is worth more.
    credit : float
        Requests that a new site is given ahead, and pays back over these days.
    """

    budget: float = 2.16
    daily: float = 8.0
    days: float = 14.0
    reserve: float = 10.0
    overdraft: float = 12.0
    credit: float = 10.0
    sources: SourceParams = field(default_factory=SourceParams)
    looks: ExplorationParams = field(default_factory=ExplorationParams)
    revisits: RevisitParams = field(default_factory=RevisitParams)

    def __post_init__(self) -> None:
        if self.budget < 1 or self.daily < 0 or self.days <= 0 or min(self.credit, self.overdraft, self.reserve) < 0:
            raise ValueError("a new article costs its own request at least, and no budget is negative")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be asked for now.

    Parameters
    ----------
    sources, looks, articles : tuple of PlannedRequest
        In the order in which they are asked; articles beyond `balance` wait.
    balance : float
        Requests that the budget has left.
    """

    site: str
    now: float
    sources: tuple[PlannedRequest, ...]
    looks: tuple[PlannedRequest, ...]
    articles: tuple[PlannedRequest, ...]
    balance: float

    @property
    def lines(self) -> tuple[PlannedRequest, ...]:
        """All of them."""
        return (*self.sources, *self.looks, *self.articles)

    def record(self) -> dict[str, Any]:
        """The JSON object that `winnow schedule --json` prints."""
        return {
            "site": self.site,
            "balance": round(self.balance, 1),
            "requests": [line.record() for line in self.lines],
        }


def make_plan(history: SiteHistory, now: float, params: RevisitPolicyParams = RevisitPolicyParams()) -> Plan:
    """What to ask for now."""
    balance = balance_of(history, now, params)
    failed = [line for line in _failed(history, now) if history.pages[line.url].kind.source]
    hinted = sum(bool(page.hint) for page in history.pages.values())
    sources = [*choose_sources(history, now, params.sources, balance - hinted), *failed]
    asked = {line.url for line in sources}
    looks = [line for line in choose_exploration(history, now, params.looks) if line.url not in asked]
    articles = choose_articles(history, now, balance - len(sources) - len(looks), params)
    return Plan(history.site, now, tuple(sources), tuple(looks), tuple(articles), balance)


def choose_articles(
    history: SiteHistory, now: float, left: float, params: RevisitPolicyParams = RevisitPolicyParams()
) -> list[PlannedRequest]:
    """The articles to ask for again with so many requests left; failures come first, since they were due before."""
    failed = [line for line in _failed(history, now) if not history.pages[line.url].kind.source]
    lines: list[PlannedRequest] = [*failed, *choose_revisits(history, now, params.revisits)]
    certain = sum(line.why is not Reason.AGE for line in lines)
    return lines[: max(int(left - params.reserve), min(certain, int(left + params.overdraft)), 0)]


def _failed(history: SiteHistory, now: float) -> list[PlannedRequest]:
    """What did not answer properly and is due again: after twice as long each time, sources once a day at least, others ten times; an
    article that was sent on to another page for the first time after a day, which decides (`workers.indexing.taken_down`)."""
    lines: list[PlannedRequest] = []
    for page in sorted(history.pages.values(), key=lambda page: page.url):
        wait = min(HOUR * 2.0 ** min(page.failures, 10), _DAY if page.kind.source else _DAY * 30)
        if page.life is Life.REDIRECTED and page.failures <= _AWAY and now - page.visited >= _DAY * 2.0 ** max(page.failures - 1, 0):
            lines.append(PlannedRequest(page.url, Reason.RETRY, 1.0, "a redirect sent it on to another page; it may be back"))
        if page.life is Life.FAILING and now - page.visited >= wait and (page.kind.source or page.failures <= 10):
            lines.append(PlannedRequest(page.url, Reason.RETRY, 1.0, f"gave no answer {page.failures} times"))
    return lines


def balance_of(history: SiteHistory, now: float, params: RevisitPolicyParams = RevisitPolicyParams()) -> float:
    """Requests that the budget of the last days has left."""
    begin = now - params.days * _DAY
    recent = [r for r in history.requests if r.at >= begin and r.why != Reason.CRAWL]
    new = sum(r.why == Reason.NEW and r.kind is PageKind.ARTICLE and r.result == "new" for r in recent)
    others = len(recent) - new
    first = min((r.at for r in history.requests), default=now)
    days = min((now - first) / _DAY, params.days)
    credit = params.credit * (1.0 - days / params.days)
    return max((params.budget - 1.0) * new, params.daily * days) + credit - others
