"""Chooses pages to explore: lists and unknown pages that may lead to news although no recent visit shows it.

Each list has a rate of articles that no other source of the run shows. The rate is estimated from the list's own irregular visits,
and before these from its sibling pages: a few tag pages suffice to learn that no tag page brings news.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import expm1, inf

from indexer import urls
from indexer.store.url_lifecycle import Life
from indexer.url_shape import sibling_group
from workers.clock import HOUR
from workers.history.planned_request import PlannedRequest, Reason
from workers.history.site_history import KnownPage, PageKind, SiteHistory
from workers.observations.menu import menu_of
from workers.observations.paging import all_series
from workers.revisit.change_rate import Interval, RatePrior, rate

_SIBLING_WEIGHT = 3.0
"""Maximum weight of the siblings of a menu page, as a multiple of the hours of the prior."""


@dataclass(frozen=True, slots=True)
class ExplorationParams:
    """The priors of lists that were not visited twice, and the probability from which on exploration is worth a request.

    Parameters
    ----------
    front, menu, deep : RatePrior
        For the front page and feeds, for menu pages, and for all other pages: articles that no other source shows, and the hours in
        which they appear.
    least : float
        Minimum probability of such an article.
    """

    front: RatePrior = RatePrior(1.0, 10.0)
    menu: RatePrior = RatePrior(0.5, 14.0)
    deep: RatePrior = RatePrior(0.1, 24.0)
    least: float = 0.3

    def __post_init__(self) -> None:
        if not 0 < self.least < 1:
            raise ValueError("least must lie between 0 and 1")


def choose_exploration(history: SiteHistory, now: float, params: ExplorationParams = ExplorationParams()) -> list[PlannedRequest]:
    """The pages to explore now, by falling expected value: any of the front page, feeds and the menu, and one other page."""
    menu = menu_of(history)
    later_pages = {url for series in all_series(history) for url in series.pages[1:]}
    visits = _visits(history)
    pages = [page for page in history.pages.values() if _is_candidate(page, menu) and page.url not in later_pages]
    own = {page.url: (float(sum(v.changed for v in seen)), sum(v.hours for v in seen)) for page in pages if (seen := visits.get(page.url))}
    groups: dict[str, tuple[float, float]] = defaultdict(lambda: (0.0, 0.0))
    for url, (changes, hours) in own.items():
        group = sibling_group(url)
        groups[group] = groups[group][0] + changes, groups[group][1] + hours
    shallow: list[PlannedRequest] = []
    deep: list[PlannedRequest] = []
    for page in pages:
        hours, prior, is_deep = (now - (page.visited or page.found)) / HOUR, params.front, False
        if not (urls.is_front_page(page.url) or page.kind in (PageKind.FEED, PageKind.SITEMAP)):
            is_deep = page.url not in menu
            whole, part = groups[sibling_group(page.url)], own.get(page.url, (0.0, 0.0))
            changes, hours_watched = whole[0] - part[0], whole[1] - part[1]
            prior = learned_prior(
                params.deep if is_deep else params.menu, changes, hours_watched, inf if is_deep else _SIBLING_WEIGHT
            )
        if not page.visited and not is_deep:
            hours += 1 / prior.mean
        chance = -expm1(-rate(visits.get(page.url, ()), prior) * max(hours, 0.0))
        if chance >= params.least:
            known = "never visited" if not page.visited else f"last visited {hours:,.0f} h ago"
            reason = f"{known}; {chance:.0%} chance of news that no other page shows"
            (deep if is_deep else shallow).append(PlannedRequest(page.url, Reason.EXPLORE, chance / 2 if is_deep else chance, reason))
    lines = [*shallow, *sorted(deep, key=lambda line: (-line.value, line.url))[:1]]
    return sorted(lines, key=lambda line: (-line.value, line.url))


def _is_candidate(page: KnownPage, menu: frozenset[str]) -> bool:
    """Whether a live page is a source, was never visited, or is in the menu (a section may still be empty)."""
    listed = page.kind.source or page.kind is PageKind.NEW or (page.kind is PageKind.OTHER and page.url in menu)
    return page.life is Life.LIVE and listed


def _visits(history: SiteHistory) -> dict[str, list[Interval]]:
    """By page, the intervals between visits, each with whether the second visit found an article that no other source of its run
    showed."""
    found: dict[str, list[Interval]] = defaultdict(list)
    for request in history.requests:
        answered = request.since and request.at > request.since and request.result not in ("gone", "failed")
        if answered and request.kind is not PageKind.ARTICLE:
            found[request.url].append(Interval((request.at - request.since) / HOUR, request.alone > 0))
    return found


def learned_prior(prior: RatePrior, changes: float, hours: float, most: float = inf) -> RatePrior:
    """The prior with the mean that sibling pages suggest, and its own weight.

    Parameters
    ----------
    changes, hours : float
        What the visits of the siblings found, and the hours that they watched.
    most : float
        Maximum weight of the siblings, as a multiple of the hours of the prior.

    >>> learned_prior(RatePrior(0.5, 10.0), 0.0, 30.0), learned_prior(RatePrior(0.5, 10.0), 0.0, 30.0, most=1.0)
    (RatePrior(changes=0.5, hours=40.0), RatePrior(changes=0.5, hours=20.0))
    """
    share = min(most * prior.hours / hours, 1.0) if hours > 0 else 0.0
    return RatePrior(prior.changes, (prior.hours + share * hours) * prior.changes / (prior.changes + share * changes))
