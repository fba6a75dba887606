"""Baseline policies for `benchmarks.revisit_simulation`: they choose the articles to revisit; sources are chosen as by Winnow.

`known` is Winnow's policy with the newsroom's true rates, an upper bound of learning. `round-robin` revisits the article with the oldest
visit. `cho` revisits each article at the frequency that maximises average freshness for its estimated rate.

References
----------
.. [1] J. Cho, H. Garcia-Molina: Effective page refresh policies for web crawlers. ACM TODS 28(4), 2003, section 5 (optimal frequencies).
.. [2] J. Cho, H. Garcia-Molina: Estimating frequency of change. ACM TOIT 3(3), 2003.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import exp, inf

import numpy as np
from numpy.typing import NDArray

from demo.newsroom import Newsroom
from indexer.store.url_lifecycle import Life
from workers.clock import DAY, HOUR
from workers.history.planned_request import PlannedRequest, Reason
from workers.history.site_history import KnownPage, PageKind, SiteHistory
from workers.recrawl import run_steps
from workers.revisit import article_revisits
from workers.revisit.age_rates import EDGES, AgeRates
from workers.revisit.change_rate import Interval, RatePrior, rate
from workers.revisit.policy import RevisitPolicyParams
from workers.revisit.purges import Purges

POLICIES = ("winnow", "known", "round-robin", "cho")
_CHANGES_OF_CHANGED = 1.2
"""Mean number of changes of a changed story: a fifth of them change twice."""
_PRIOR = RatePrior(0.5, 100.0)


@contextmanager
def policy_of(name: str, room: Newsroom) -> Iterator[None]:
    """Let runs inside the block use the named policy for articles."""
    learn, choose = article_revisits.learn_experience, run_steps.choose_articles
    try:
        if name == "known":
            article_revisits.learn_experience = lambda *args: _known(room, args[1], learn(*args))  # type: ignore[assignment]
        elif name != "winnow":
            run_steps.choose_articles = {"round-robin": _round_robin, "cho": _cho}[name]
        yield
    finally:
        article_revisits.learn_experience, run_steps.choose_articles = learn, choose


@dataclass(frozen=True, slots=True)
class _Purge(Purges):
    """A purge at a known time, `ago` hours in the past; inf if there is none."""

    ago: float = inf

    @property
    def found(self) -> float:
        return 1e9

    def chance(self, hours: float, _age: float) -> float:
        return 0.5 if hours >= self.ago >= 0 else 0.0


def _known(room: Newsroom, now: float, learned: article_revisits.Experience) -> article_revisits.Experience:
    habits = room.habits
    change = _rates(habits.updated * _CHANGES_OF_CHANGED, habits.update_hours, evenly=habits.evenly)
    deletion = _rates(habits.deleted, habits.delete_hours, evenly=habits.evenly)
    ago = inf if habits.purged is None else (now - room.start.timestamp() - habits.purged * DAY) / HOUR
    purges = _Purge((), (inf,) * len(learned.purges.watched), ago)
    return replace(learned, change=change, deletion=deletion, watched=(inf,) * len(EDGES), purges=purges)  # nothing is left to explore


def _rates(share: float, mean: float, *, evenly: bool) -> AgeRates:
    """Return the events per article and hour by age interval."""
    ends = (*EDGES[1:], 4 * EDGES[-1])
    until = (lambda age: min(age / (2 * mean), 1.0)) if evenly else (lambda age: 1.0 - exp(-age / mean))
    return AgeRates(tuple(share * (until(b) - until(a)) / (b - a) for a, b in zip(EDGES, ends, strict=True)))


def _articles(history: SiteHistory) -> list[KnownPage]:
    return [p for p in history.pages.values() if p.kind is PageKind.ARTICLE and p.life is Life.LIVE and p.visited]


def _first(pages: list[KnownPage], left: float, order: Callable[[KnownPage], float], params: RevisitPolicyParams) -> list[PlannedRequest]:
    ranked = sorted(pages, key=lambda page: (order(page), page.url))
    return [PlannedRequest(page.url, Reason.AGE, 0.0, "") for page in ranked[: max(int(left - params.reserve), 0)]]


def _round_robin(history: SiteHistory, _now: float, left: float, params: RevisitPolicyParams) -> list[PlannedRequest]:
    return _first(_articles(history), left, lambda page: page.visited, params)


def _cho(history: SiteHistory, now: float, left: float, params: RevisitPolicyParams) -> list[PlannedRequest]:
    pages, intervals = _articles(history), defaultdict[str, list[Interval]](list)
    for request in history.requests:
        if request.since and request.at > request.since and request.kind is PageKind.ARTICLE:
            intervals[request.url].append(Interval((request.at - request.since) / HOUR, request.result != "same"))
    rates = np.array([rate(intervals[page.url], _PRIOR) for page in pages])
    recent = [r for r in history.requests if r.at > now - 2 * DAY and r.why != Reason.CRAWL]
    hourly = sum(r.kind is PageKind.ARTICLE and bool(r.since) for r in recent) / 48.0 + max(left - params.reserve, 0.0) / 24.0
    frequency = dict(zip((page.url for page in pages), optimal_frequencies(rates, max(hourly, 0.1)), strict=True))
    return _first(pages, left, lambda page: -float(frequency[page.url]) * (now - page.visited), params)


def optimal_frequencies(
    rates: NDArray[np.float64], total: float, importances: NDArray[np.float64] | float = 1.0
) -> NDArray[np.float64]:
    """Return the visits per unit of time of each page that maximise the average freshness, weighted by importance, for a given sum.

    importance · ∂F/∂f = importance · (1 - exp(-λ/f)(1 + λ/f))/λ is equal for all visited pages; the others change too fast.

    >>> slow, middle, fast = optimal_frequencies(np.array([0.1, 1.0, 50.0]), 1.0)
    >>> round(float(slow + middle + fast), 2), bool(middle > slow > fast)
    (1.0, True)
    """
    grid = np.geomspace(1e-3, 60.0, 400)  # λ/f
    gain = 1.0 - np.exp(-grid) * (1.0 + grid)

    def at(multiplier: float) -> NDArray[np.float64]:
        wanted = multiplier * rates / importances
        found: NDArray[np.float64] = np.where(wanted < gain[-1], rates / np.interp(wanted, gain, grid), 0.0)
        return found

    low, high = 0.0, float(np.max(importances / rates, initial=1.0))
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if float(at(middle).sum()) > total else (low, middle)
    return at(high)
