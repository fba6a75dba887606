"""Chooses pages to explore: lists and unknown pages that may lead to news although no recent visit shows it.

Each list has a rate of articles that no other source of the run shows. The rate is estimated from the list's own irregular visits,
and before these from its sibling pages: a few tag pages suffice to learn that no tag page brings news.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from indexer import urls
from indexer.store.url_lifecycle import Life
from indexer.url_shape import sibling_group
from workers.clock import HOUR
from workers.history.planned_request import PlannedRequest, Reason
from workers.history.site_history import KnownPage, PageKind, SiteHistory
from workers.observations.menu import menu_of
from workers.observations.paging import all_series
from workers.revisit.change_rate import Interval, RatePrior, chance, rate, sibling_prior

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
    most_deep : int
        Pages other than the front page, feeds and the menu that one run explores.
    """

    front: RatePrior = RatePrior(1.0, 10.0)
    menu: RatePrior = RatePrior(0.5, 14.0)
    deep: RatePrior = RatePrior(0.1, 24.0)
    least: float = 0.3
    most_deep: int = 1

    def __post_init__(self) -> None:
        if not 0 < self.least < 1 or self.most_deep < 0:
            raise ValueError("least must lie between 0 and 1, and most_deep must not be negative")


def choose_exploration(history: SiteHistory, now: float, params: ExplorationParams = ExplorationParams()) -> list[PlannedRequest]:
    """The pages to explore now, by falling expected value."""
    menu = menu_of(history)
    later_pages = {url for series in all_series(history) for url in series.pages[1:]}
    live = (page for page in history.pages.values() if page.life is Life.LIVE)
    pages = [page for page in live if _is_candidate(page, menu) and page.url not in later_pages]
    visits = _visits(history)
    watched: dict[str, list[tuple[str, float, float]]] = defaultdict(list)
    for page in pages:
        seen = visits.get(page.url, ())
        if seen:
            watched[sibling_group(page.url)].append((page.url, float(sum(i.changed for i in seen)), sum(i.hours for i in seen)))
    lines: list[PlannedRequest] = []
    for page in sorted(pages, key=lambda page: page.url):
        shallow = urls.is_front_page(page.url) or page.kind in (PageKind.FEED, PageKind.SITEMAP) or page.url in menu
        prior = _prior(page, menu, watched, params)
        hours = (now - (page.visited or page.found)) / HOUR
        if not page.visited:
            hours += 1 / max(prior.mean, 1e-9) if shallow else 0.0
        found = chance(rate(visits.get(page.url, ()), prior), max(hours, 0.0))
        if found >= params.least:
            known = "never visited" if not page.visited else f"last visited {hours:,.0f} h ago"
            reason = f"{known}; {found:.0%} chance of news that no other page shows"
            lines.append(PlannedRequest(page.url, Reason.EXPLORE, found if shallow else found / 2, reason))
    lines.sort(key=lambda line: (-line.value, line.url))
    return _limit_deep(lines, menu, history.pages, params)


def _is_candidate(page: KnownPage, menu: frozenset[str]) -> bool:
    """Whether a page is a source, was never visited, or is in the menu (a section may still be empty)."""
    return page.kind.source or page.kind is PageKind.NEW or (page.kind is PageKind.OTHER and page.url in menu)


def _limit_deep(
    lines: Sequence[PlannedRequest], menu: frozenset[str], pages: Mapping[str, KnownPage], params: ExplorationParams
) -> list[PlannedRequest]:
    kept: list[PlannedRequest] = []
    deep = 0
    for line in lines:
        page = pages[line.url]
        if not (urls.is_front_page(line.url) or line.url in menu or page.kind in (PageKind.FEED, PageKind.SITEMAP)):
            deep += 1
            if deep > params.most_deep:
                continue
        kept.append(line)
    return kept


def _visits(history: SiteHistory) -> dict[str, list[Interval]]:
    """By page, the intervals between visits, each with whether the second visit found an article that no other source of its run
    showed."""
    found: dict[str, list[Interval]] = defaultdict(list)
    for request in history.requests:
        answered = request.since and request.at > request.since and request.result not in ("gone", "failed")
        if answered and request.kind is not PageKind.ARTICLE:
            found[request.url].append(Interval((request.at - request.since) / HOUR, request.alone > 0))
    return found


def _prior(
    page: KnownPage, menu: frozenset[str], watched: Mapping[str, Sequence[tuple[str, float, float]]], params: ExplorationParams
) -> RatePrior:
    if urls.is_front_page(page.url) or page.kind in (PageKind.FEED, PageKind.SITEMAP):
        return params.front
    own = params.menu if page.url in menu else params.deep
    siblings = [(changes, hours) for url, changes, hours in watched.get(sibling_group(page.url), ()) if url != page.url]
    learned = sibling_prior(siblings)
    if not learned.hours:
        return own
    weight = own.changes / max(learned.changes, own.changes)
    hours = learned.hours * weight
    return RatePrior(learned.changes * weight, own.hours + (min(hours, _SIBLING_WEIGHT * own.hours) if page.url in menu else hours))
