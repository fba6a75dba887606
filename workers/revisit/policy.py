"""The revisit policy: plans a site's next requests, each with its expected value and its reason.

Every request has the same cost. The budget is therefore a number of requests per new article: sources are requested as often as they
bring news, articles are revisited and pages explored within the rest of the budget.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from indexer.store.url_lifecycle import Life
from workers.clock import DAY, HOUR
from workers.history.planned_request import PlannedRequest, Reason
from workers.history.site_history import PageKind, SiteHistory
from workers.revisit.article_revisits import RevisitParams, choose_revisits
from workers.revisit.exploration import ExplorationParams, choose_exploration
from workers.revisit.run_interval import usual_interval
from workers.revisit.sources import SourceParams, choose_sources

_SPREAD = 24.0
"""Hours over which the requests that the budget has left are spread."""
_MAX_REDIRECTED = 6
"""Redirected visits in a row after which an article is not requested again: two months."""


@dataclass(frozen=True, slots=True)
class RevisitPolicyParams:
    """The parameters of the revisit policy.

    Parameters
    ----------
    budget : float
        Total requests per new article, its own request included.
    daily : float
        Minimum requests per day beyond those for new articles, on a site that publishes little.
    daily_limit, overall_limit : float or None
        The most requests in 24 hours for a site, and for all sites together; None for no limit. New articles are requested beyond a limit,
        and as many fewer other requests follow.
    days : float
        Days over which the budget is balanced.
    reserve : float
        Requests that are kept for the sources of the next run; articles are not revisited for their age with these.
    overdraft : float
        Requests beyond the budget for articles with a hint: these requests have the highest value.
    credit : float
        Requests that a new site receives in advance; the credit falls to 0 over `days`.
    """

    budget: float = 2.16
    daily: float = 8.0
    daily_limit: float | None = None
    overall_limit: float | None = None
    days: float = 14.0
    reserve: float = 10.0
    overdraft: float = 12.0
    credit: float = 10.0
    sources: SourceParams = field(default_factory=SourceParams)
    exploration: ExplorationParams = field(default_factory=ExplorationParams)
    revisits: RevisitParams = field(default_factory=RevisitParams)

    def __post_init__(self) -> None:
        if self.budget < 1 or self.daily < 0 or self.days <= 0 or min(self.credit, self.overdraft, self.reserve) < 0:
            raise ValueError("budget must be at least 1, days positive, and daily, credit, overdraft and reserve not negative")


@dataclass(frozen=True, slots=True)
class Plan:
    """The requests that are due now.

    Parameters
    ----------
    sources, exploration, articles : tuple of PlannedRequest
        In the order of their requests; articles beyond `balance` are left for a later run.
    balance : float
        Requests left in the budget.
    """

    site: str
    now: float
    sources: tuple[PlannedRequest, ...]
    exploration: tuple[PlannedRequest, ...]
    articles: tuple[PlannedRequest, ...]
    balance: float

    @property
    def lines(self) -> tuple[PlannedRequest, ...]:
        """All planned requests."""
        return (*self.sources, *self.exploration, *self.articles)

    def record(self) -> dict[str, Any]:
        """The JSON object that `winnow schedule --json` prints."""
        return {
            "site": self.site,
            "balance": round(self.balance, 1),
            "requests": [line.record() for line in self.lines],
        }


def make_plan(history: SiteHistory, now: float, params: RevisitPolicyParams = RevisitPolicyParams()) -> Plan:
    """Plan the requests that are due now."""
    balance = balance_of(history, now, params)
    failed = [line for line in _failed(history, now) if history.pages[line.url].kind.source]
    hinted = sum(bool(page.hint) for page in history.pages.values())
    sources = [*choose_sources(history, now, params.sources, balance - hinted), *failed]
    chosen = {line.url for line in sources}
    exploration = [line for line in choose_exploration(history, now, params.exploration) if line.url not in chosen]
    if params.daily_limit is not None:
        sources = sources[: max(int(balance), 0)]
        exploration = exploration[: max(int(balance) - len(sources), 0)]
    articles = choose_articles(history, now, balance - len(sources) - len(exploration), params)
    return Plan(history.site, now, tuple(sources), tuple(exploration), tuple(articles), balance)


def choose_articles(
    history: SiteHistory, now: float, left: float, params: RevisitPolicyParams = RevisitPolicyParams()
) -> list[PlannedRequest]:
    """The articles to revisit with `left` requests; failed ones come first, because they were due earlier."""
    failed = [line for line in _failed(history, now) if not history.pages[line.url].kind.source]
    spare = (left - params.reserve) * usual_interval(history) / _SPREAD
    lines: list[PlannedRequest] = [*failed, *choose_revisits(history, now, params.revisits, spare - len(failed))]
    certain = sum(line.why in (Reason.HINT, Reason.RETRY) for line in lines)
    if params.daily_limit is not None:
        return lines[: max(int(min(left, max(left - params.reserve, certain))), 0)]
    return lines[: max(int(left - params.reserve), min(certain, int(left + params.overdraft)), 0)]


def _failed(history: SiteHistory, now: float) -> list[PlannedRequest]:
    """Retries that are due. The delay doubles with each failure; sources are retried at least once a day, other pages up to ten times.

    A redirected article is retried first after a day; that response decides whether it was taken down (`workers.indexing.taken_down`).
    """
    lines: list[PlannedRequest] = []
    for page in sorted(history.pages.values(), key=lambda page: page.url):
        wait = min(HOUR * 2.0 ** min(page.failures, 10), DAY if page.kind.source else DAY * 30)
        waited = now - page.visited
        if page.life is Life.REDIRECTED and page.failures <= _MAX_REDIRECTED and waited >= DAY * 2.0 ** max(page.failures - 1, 0):
            lines.append(PlannedRequest(page.url, Reason.RETRY, 1.0, "it redirected to another page; it may be back"))
        if page.life is Life.FAILING and waited >= wait and (page.kind.source or page.failures <= 10):
            lines.append(PlannedRequest(page.url, Reason.RETRY, 1.0, f"no response {page.failures} times in a row"))
    return lines


def balance_of(
    history: SiteHistory, now: float, params: RevisitPolicyParams = RevisitPolicyParams(), new_of_run: int = 0, requests_of_run: int = 0
) -> float:
    """Requests left in the budget of the last days.

    Parameters
    ----------
    new_of_run, requests_of_run : int
        New articles and requests of a run that the history does not have yet.
    """
    begin = now - params.days * DAY
    recent = [r for r in history.requests if r.at >= begin and r.why != Reason.CRAWL]
    new = new_of_run + sum(r.why == Reason.NEW and r.kind is PageKind.ARTICLE and r.result == "new" for r in recent)
    others = len(recent) + requests_of_run - new
    first = min((r.at for r in history.requests), default=now)
    days = min((now - first) / DAY, params.days)
    credit = params.credit * (1.0 - days / params.days)
    left = max((params.budget - 1.0) * new, params.daily * days) + credit - others
    if params.daily_limit is None:
        return left
    return min(left, params.daily_limit - requests_of_run - sum(r.at > now - DAY for r in recent))
