"""Records the pages of a site's first crawl and of other unplanned visits.

These visits are recorded together, because pages are classified best when all of them are known.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from indexer import urls
from indexer.outcome import Kind
from indexer.page.link_resolver import LinkResolver
from indexer.page.page import Page
from workers.clock import DAY
from workers.fetch.fetcher import Validator
from workers.history.planned_request import Reason
from workers.history.site_history import KnownPage, PageKind, Request, Sighting, SiteHistory, mark_visited
from workers.observations.page_kinds import KindModel, PageFeatures, combined, features_of, kind_of, learn_kinds
from workers.observations.sightings import sightings_of, stated_time
from workers.reading.captured_page import CapturedPage
from workers.reading.listing import read_listing

PageClassifier = Callable[[Page], PageKind | None]
"""Returns the kind of a page by the site's model, None if unknown (`workers.observations.page_types`)."""
_ARTICLES = frozenset({Kind.INDEXED, Kind.DUPLICATE})
_UNDATED_AGE, _FRONT_AGE = 7 * DAY, DAY / 2
"""The assumed age of an undated article, and of one on the front page, in seconds."""
_FEED_PLACES = ("/sitemap.xml", "/feed/", "/rss.xml")
"""Common paths of feeds and sitemaps; each is requested once on a site that names none."""


@dataclass(frozen=True, slots=True)
class PageObservation:
    """A page as observed at a visit.

    Parameters
    ----------
    kind : PageKind or None
        The kind by the site's model; None if unknown.
    at : float
        The time of the visit.
    published : float
        The stated publication time; 0.0 if it states none.
    feeds : tuple of str
        The feeds that it names.
    sightings : mapping of str to Sighting
        The pages that it shows.
    """

    features: PageFeatures
    kind: PageKind | None
    validator: Validator
    at: float
    published: float
    feeds: tuple[str, ...]
    sightings: Mapping[str, Sighting]


def classifier_for(kind: Kind, classify: PageClassifier) -> PageClassifier:
    """Return the classifier for a page with this outcome: cleaning has classified an article already, so its kind is fixed.

    >>> from indexer.page.parse import parse
    >>> classifier_for(Kind.INDEXED, lambda page: PageKind.OTHER)(parse("<p>A story")).value
    'article'
    """
    return _article if kind in _ARTICLES else classify


def _article(_page: Page) -> PageKind:
    return PageKind.ARTICLE


def observe(url: str, page: CapturedPage, validator: Validator, at: float, classify: PageClassifier) -> PageObservation:
    """Extract the observation of a page."""
    listing = read_listing(page.page)
    published = stated_time(listing.metadata, url, at)
    kind, sightings = classify(page.page), sightings_of(listing.teasers, at)
    feeds = tuple(filter(None, map(LinkResolver(page.page), listing.metadata.feeds)))
    return PageObservation(features_of(listing, url), kind, validator, at, published, feeds, sightings)


def record_observations(history: SiteHistory, observations: Mapping[str, PageObservation]) -> None:
    """Record pages with their kinds, and lists with their sightings; a page with a later visit stays unchanged."""
    fresh = {url: seen for url, seen in observations.items() if url not in history.pages or history.pages[url].visited < seen.at}
    if not fresh:
        return
    pages = [KnownPage(url, visited=seen.at, blocks=seen.features.blocks, boxes=seen.features.boxes) for url, seen in fresh.items()]
    model = learn_kinds([*pages, *history.pages.values()])
    young = {target for url, seen in fresh.items() if urls.is_front_page(url) for target in seen.sightings}
    for url, seen in sorted(fresh.items()):
        _record_page(history, url, seen, _kind(seen, model), young=url in young)
    history.requests.sort(key=lambda request: (request.at, request.url))
    history.rewritten = True
    now = max(seen.at for seen in fresh.values())
    for feed in _feeds(fresh):
        if feed not in history.pages and any(urls.same_site(feed, url) for url in fresh):
            history.put(KnownPage(feed, PageKind.FEED, found=now))


def guess_feeds(history: SiteHistory, now: float) -> None:
    """Add the common paths of feeds if the site names neither feed nor sitemap."""
    if any(page.kind in (PageKind.FEED, PageKind.SITEMAP) for page in history.pages.values()) or not history.pages:
        return
    start = min(history.pages, key=lambda url: (len(url), url))
    for path in _FEED_PLACES:
        feed = urls.resolve(start, path)
        if feed is not None and feed not in history.pages:
            kind = PageKind.SITEMAP if "sitemap" in path else PageKind.FEED
            history.put(KnownPage(feed, kind, found=now))


def _record_page(history: SiteHistory, url: str, seen: PageObservation, kind: PageKind, *, young: bool) -> None:
    known = history.pages.get(url)
    visits = known.visits if known is not None else 0
    if known is not None and visits:
        kind = known.kind
    guessed = seen.at - (_FRONT_AGE if young else _UNDATED_AGE)
    found = known.found if known is not None else guessed if kind is PageKind.ARTICLE else seen.at
    page = KnownPage(url, kind, found, 0.0, seen.published, visits + 1, seen.validator, seen.features.blocks, seen.features.boxes)
    if known is not None:
        page = replace(page, life=known.life, failures=known.failures)
    history.put(mark_visited(page, seen.at))
    since = known.visited if known is not None else 0.0
    history.log([Request(url, seen.at, kind, Reason.CRAWL, since, "same" if known else "new", born=page.birth)])
    if kind is PageKind.LIST:
        history.record_sightings(url, seen.sightings)


def _kind(seen: PageObservation, model: KindModel) -> PageKind:
    if urls.is_front_page(seen.features.url):
        return PageKind.LIST
    return combined(seen.kind, kind_of(seen.features, model))


def _feeds(observations: Mapping[str, PageObservation]) -> Iterable[str]:
    """Return the feeds that several pages name; a feed that one article names contains its comments."""
    named: dict[str, int] = defaultdict(int)
    for seen in observations.values():
        for feed in seen.feeds:
            named[feed] += 1
    return sorted(feed for feed, number in named.items() if number > 1 or len(observations) < 3)
