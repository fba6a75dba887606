"""Which pages to look at because too little is known of them: a list may begin to lead to news, a new one may always have.

Each list has a rate at which it shows articles that no other source of the run shows, estimated from its own irregular
visits and, before there are any, from its sisters': fifty tag pages are not asked fifty times to learn that tags bring nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from indexer import urls
from indexer.store.url_lifecycle import Life
from indexer.url_shape import sibling_group
from workers.history.planned_request import PlannedRequest, Reason
from workers.history.site_history import HOUR, KnownPage, PageKind, SiteHistory
from workers.observations.menu import menu_of
from workers.observations.paging import all_series
from workers.revisit.change_rate import Interval, RatePrior, chance, rate, sibling_prior

_SISTERS = 3.0
"""How much the other pages of the menu may say of one beside what is believed of them all, in the hours that this belief weighs."""


@dataclass(frozen=True, slots=True)
class ExplorationParams:
    """What is believed of a list before it was visited twice, and from which chance on a look is worth a request.

    Parameters
    ----------
    front, menu, deep : RatePrior
        Of the front page and feeds, of pages that the front page links to beside other lists, and of all others: finds that no
        other source has, and the hours that they take.
    least : float
        The chance of such a find from which on a page is looked at.
    deep_looks : int
        Looks at other than front page, feeds and menu in one run.
    """

    front: RatePrior = RatePrior(1.0, 10.0)
    menu: RatePrior = RatePrior(0.5, 14.0)
    deep: RatePrior = RatePrior(0.1, 24.0)
    least: float = 0.3
    deep_looks: int = 1

    def __post_init__(self) -> None:
        if not 0 < self.least < 1 or self.deep_looks < 0:
            raise ValueError("a chance lies between 0 and 1, and nothing is looked at less than never")


def choose_exploration(history: SiteHistory, now: float, params: ExplorationParams = ExplorationParams()) -> list[PlannedRequest]:
    """The lists to look at now, the most promising first."""
    menu = menu_of(history)
    later = {url for series in all_series(history) for url in series.pages[1:]}
    pages = [page for page in history.pages.values() if page.life is Life.LIVE and _may_lead(page, menu) and page.url not in later]
    visits = _visits(history)
    watched: dict[str, list[tuple[str, float, float]]] = defaultdict(list)
    for page in pages:
        seen = visits.get(page.url, ())
        if seen:
            watched[sibling_group(page.url)].append((page.url, float(sum(i.changed for i in seen)), sum(i.hours for i in seen)))
    lines: list[PlannedRequest] = []
    for page in sorted(pages, key=lambda page: page.url):
        near = urls.is_front_page(page.url) or page.kind in (PageKind.FEED, PageKind.SITEMAP) or page.url in menu
        prior = _prior(page, menu, watched, params)
        hours = (now - (page.visited or page.found)) / HOUR
        if not page.visited:
            hours += 1 / max(prior.mean, 1e-9) if near else 0.0
        found = chance(rate(visits.get(page.url, ()), prior), max(hours, 0.0))
        if found >= params.least:
            known = "never visited" if not page.visited else f"last visited {hours:,.0f} h ago"
            reason = f"{known}; {found:.0%} chance of news that no other page shows"
            lines.append(PlannedRequest(page.url, Reason.LOOK, found if near else found / 2, reason))
    lines.sort(key=lambda line: (-line.value, line.url))
    return _few_deep(lines, menu, history.pages, params)


def _may_lead(page: KnownPage, menu: frozenset[str]) -> bool:
    """A list, a page never seen, or one in the menu that has not had anything to list yet."""
    return page.kind.source or page.kind is PageKind.NEW or (page.kind is PageKind.OTHER and page.url in menu)


def _few_deep(
    lines: Sequence[PlannedRequest], menu: frozenset[str], pages: Mapping[str, KnownPage], params: ExplorationParams
) -> list[PlannedRequest]:
    kept: list[PlannedRequest] = []
    deep = 0
    for line in lines:
        page = pages[line.url]
        if not (urls.is_front_page(line.url) or line.url in menu or page.kind in (PageKind.FEED, PageKind.SITEMAP)):
            deep += 1
            if deep > params.deep_looks:
                continue
        kept.append(line)
    return kept


def _visits(history: SiteHistory) -> dict[str, list[Interval]]:
    """The intervals between visits by page, and whether the second found what no other source of its run showed."""
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
    return RatePrior(learned.changes * weight, own.hours + (min(hours, _SISTERS * own.hours) if page.url in menu else hours))
