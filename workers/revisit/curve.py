"""What each budget is expected to buy on a site: the shares of changes and deletions that are found, by the rates learned so far.

A visit at age t after one at age b brings G(b, t), the discounted events between the two (`age_rates.discounted`), and costs the price ν of
a request. The best ages follow from J(b) = max(0, max_{t>b} G(b, t) - ν + J(t)): the Lagrangian relaxation of the budget, by which one
price decouples all articles [1]_. Budgets between those of two prices mix their schedules.

References
----------
.. [1] Y. Azar, E. Horvitz, E. Lubetzky, Y. Peres, D. Shahaf: Tractable near-optimal policies for crawling. PNAS 115(32), 2018.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workers.clock import DAY
from workers.history.planned_request import Reason
from workers.history.site_history import PageKind, SiteHistory
from workers.revisit.age_rates import AgeRates, discounted
from workers.revisit.article_revisits import NOT_INDEXED, OLDEST, Experience, learn_experience
from workers.revisit.policy import RevisitPolicyParams

BUDGETS = (1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0)
"""Requests per new article."""
_AGES = 2.0 ** (np.arange(0, 41) / 4)
"""Ages at which a visit may take place, hours."""
_PRICES = np.geomspace(2.0, 0.002, 40)


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """What a budget is expected to buy.

    Parameters
    ----------
    budget : float
        Requests per new article.
    revisits : float
        Visits of an article beyond its first.
    changes, deletions : float
        Shares that hints and revisits find.
    """

    budget: float
    revisits: float
    changes: float
    deletions: float

    def record(self) -> dict[str, Any]:
        """The JSON object that `winnow schedule --curve --json` prints."""
        return {name: round(value, 3) for name, value in asdict(self).items()}


def curve(history: SiteHistory, now: float, params: RevisitPolicyParams) -> list[CurvePoint]:
    """A point for each of `BUDGETS`; sources keep the requests per new article that they have had in the last days.

    >>> points = curve(SiteHistory("example.org"), 0.0, RevisitPolicyParams())
    >>> all(a.changes <= b.changes and a.deletions <= b.deletions for a, b in zip(points, points[1:]))
    True
    """
    known = learn_experience(history, now, params.revisits)
    recent = [r for r in history.requests if r.at >= now - params.days * DAY and r.why != Reason.CRAWL]
    articles = [r for r in recent if r.kind is PageKind.ARTICLE]
    new = max(sum(r.why == Reason.NEW and r.result == "new" for r in articles), 1)
    sources = (len(recent) - len(articles)) / new
    hinted = [r for r in articles if r.hint]
    gains = _gains(known, params.revisits.deleted, params.revisits.life)
    chains = [best_ages(gains, float(price)) for price in _PRICES]
    changes = _found(known.change, chains, sum(r.result == "changed" for r in hinted) / new)
    deletions = _found(known.deletion, chains, sum(r.result in NOT_INDEXED for r in hinted) / new)
    numbers = [float(len(chain)) for chain in chains]
    points: list[CurvePoint] = []
    for budget in BUDGETS:
        revisits = max(budget - 1.0 - sources - len(hinted) / new, 0.0)
        shares = (_mixed(revisits, numbers, each) for each in (changes, deletions))
        points.append(CurvePoint(budget, min(revisits, numbers[-1]), *shares))
    return points


def best_ages(gains: NDArray[np.float64], price: float) -> list[float]:
    """The ages, in hours, of an article's revisits at a price; the first visit is at the first of `_AGES`.

    Parameters
    ----------
    gains : array of shape (ages, ages)
        The value of a visit at an age (column) after one at another (row).
    """
    future, best = np.zeros(len(_AGES)), np.zeros(len(_AGES), dtype=int)
    for at in range(len(_AGES) - 2, -1, -1):
        values = gains[at, at + 1 :] - price + future[at + 1 :]
        choice = int(values.argmax())
        if values[choice] > 0:
            future[at], best[at] = values[choice], at + 1 + choice
    ages, at = list[float](), 0
    while best[at]:
        at = int(best[at])
        ages.append(float(_AGES[at]))
    return ages


def _gains(known: Experience, deleted: float, life: float) -> NDArray[np.float64]:
    found = np.zeros((len(_AGES), len(_AGES)))
    for row, start in enumerate(_AGES):
        for column, end in enumerate(_AGES[row + 1 :], row + 1):
            found[row, column] = discounted(known.change, start, end, life) + deleted * discounted(known.deletion, start, end, life)
    return found


def _found(rates: AgeRates, chains: Sequence[Sequence[float]], hinted: float) -> list[float]:
    """By schedule, the share of the events that it finds; `hinted` events of an article are found by hints alone."""
    whole = rates.expected(0.0, OLDEST) + hinted
    return [(rates.expected(0.0, max(chain, default=0.0)) + hinted) / whole for chain in chains]


def _mixed(revisits: float, numbers: Sequence[float], shares: Sequence[float]) -> float:
    """The share at a number of revisits between those of two schedules."""
    best = {number: max(share for n, share in zip(numbers, shares, strict=True) if n <= number) for number in {0.0, *numbers}}
    return float(np.interp(revisits, sorted(best), [best[number] for number in sorted(best)]))
