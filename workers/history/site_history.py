"""The history of one site, from which revisits are planned.

It consists of the pages with the data of their last responses, the pages that each source showed, and all requests with their reasons.
Values are frozen; the history tracks which ones were replaced, so that only these are saved. Times are UTC seconds, rates are per hour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from indexer.store.url_lifecycle import Life
from workers.fetch.fetcher import Validator


class PageKind(StrEnum):
    """The kind of a page, as the revisit policy distinguishes it."""

    NEW = "new"
    """linked, never fetched"""
    ARTICLE = "article"
    LIST = "list"
    """leads to articles"""
    FEED = "feed"
    SITEMAP = "sitemap"
    OTHER = "other"
    """neither an article nor a list, or not HTML"""

    @property
    def source(self) -> bool:
        """True if new articles may be found there.

        >>> PageKind.FEED.source, PageKind.ARTICLE.source
        (True, False)
        """
        return self in (PageKind.LIST, PageKind.FEED, PageKind.SITEMAP)


@dataclass(frozen=True, slots=True)
class KnownPage:
    """A URL of the site.

    Parameters
    ----------
    found : float
        The time at which its link was first seen, UTC seconds.
    visited : float
        The time of its last response; 0.0 if it was never visited.
    published : float
        The stated time of publication; 0.0 if the page states none.
    blocks : mapping of int to int
        The blocks of its own text: hash to length (`workers.reading.listing`).
    boxes : mapping of str to int
        The number of teasers by box.
    failures : int
        The number of consecutive failures.
    hint : str
        The kind of hint that it has changed since its last visit, followed by `source#box` for each source of the hint, separated by
        spaces; "" without a hint.
    """

    url: str
    kind: PageKind = PageKind.NEW
    found: float = 0.0
    visited: float = 0.0
    published: float = 0.0
    visits: int = 0
    validator: Validator = Validator()
    blocks: Mapping[int, int] = field(default_factory=dict)
    boxes: Mapping[str, int] = field(default_factory=dict)
    life: Life = Life.LIVE
    failures: int = 0
    hint: str = ""

    @property
    def size(self) -> int:
        """The number of characters of its own text."""
        return sum(self.blocks.values())

    @property
    def birth(self) -> float:
        """The time of publication if known, otherwise the time at which it was found."""
        return self.published or self.found


def mark_visited(page: KnownPage, at: float) -> KnownPage:
    """Return the page after a successful visit.

    A deindexed page stays deindexed until cleaning restores it; the failures of a gone page are kept as long.

    >>> page = mark_visited(KnownPage("https://example.org/a", life=Life.GONE, failures=2, hint="date"), 9.0)
    >>> page.life.value, page.failures, page.hint, page.visited
    ('live', 2, '', 9.0)
    """
    life = Life.DEINDEXED if page.life is Life.DEINDEXED else Life.LIVE
    return replace(page, visited=at, life=life, failures=page.failures if page.life is Life.GONE else 0, hint="")


@dataclass(frozen=True, slots=True)
class Sighting:
    """A page as its source last showed it.

    Parameters
    ----------
    first, last : float
        The times of the source's first and last visits at which it was listed.
    rank : int
        Its position on the source.
    headline, text, words : int
        Hashes (`workers.reading.teaser.Teaser`); for an entry of a feed or sitemap, `text` is the hash of its modification date.
    """

    first: float
    last: float
    rank: int
    headline: int
    text: int
    words: int
    box: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """A visit and its result.

    Parameters
    ----------
    kind : PageKind
        The kind of the page.
    why : str
        The policy's reason, a value of `workers.history.planned_request.Reason`.
    since : float
        The time of the previous visit; 0.0 for the first.
    result : str
        `new`, `changed`, `same`, `gone`, `moved`, `failed`, or `deindexed` for a deindexed page (`Life.DEINDEXED`).
    found, alone : int
        The number of new articles found there, and the number of these that no other source of the run showed.
    born : float
        The birth of the page (`KnownPage.birth`).
    hint : str
        The hint that caused the request, in the format of `KnownPage.hint`.
    hoped : float
        The number of new articles that the policy expected on a source (`workers.revisit.sources`).
    """

    url: str
    at: float
    kind: PageKind
    why: str
    since: float = 0.0
    result: str = "new"
    found: int = 0
    alone: int = 0
    born: float = 0.0
    hint: str = ""
    hoped: float = 0.0


class SiteHistory:
    """One site's history in memory.

    Parameters
    ----------
    site : str
        Its key (`indexer.urls.site_key`).

    Attributes
    ----------
    shown : dict of str to dict of str to Sighting
        The sightings by source, then by page.
    requests : list of Request
        The requests, oldest first.
    facts : dict
        Other small JSON values by name.
    version : int
        The number of saves so far.
    since : float or None
        The time at which the first crawl ended and the site joined the revisit schedule; None before.
    next_at : float or None
        The time of the next run; None if none is scheduled.
    derived : dict
        A cache of derived values, by name and arguments; cleared after every change.
    followers : dict of str to callable
        Callbacks by name, called with the old and new value of each changed page, so that an index of pages is updated and not rebuilt.
    """

    def __init__(self, site: str) -> None:
        self.site = site
        self.pages: dict[str, KnownPage] = {}
        self.shown: dict[str, dict[str, Sighting]] = {}
        self.requests: list[Request] = []
        self.facts: dict[str, Any] = {}
        self.version = 0
        self.since: float | None = None
        self.next_at: float | None = None
        self.rewritten = False
        self.amended: set[int] = set()
        self.changed_pages: set[str] = set()
        self.changed_sources: dict[str, set[str]] = {}
        self.derived: dict[tuple[Any, ...], Any] = {}
        self.followers: dict[str, Callable[[KnownPage | None, KnownPage], None]] = {}
        self.stored_requests = 0
        self.stored_facts: dict[str, str] = {}

    def put(self, page: KnownPage) -> None:
        """Store a page, which replaces its previous value."""
        before = self.pages.get(page.url)
        self.pages[page.url] = page
        self.changed_pages.add(page.url)
        self.derived.clear()
        for follow in self.followers.values():
            follow(before, page)

    def record_sightings(self, source: str, sightings: Mapping[str, Sighting]) -> None:
        """Store the sightings of a source."""
        shown, changed = self.shown.setdefault(source, {}), self.changed_sources.setdefault(source, set())
        for url, seen in sightings.items():
            if shown.get(url) != seen:
                shown[url] = seen
                changed.add(url)
        self.derived.clear()

    def log(self, requests: Iterable[Request]) -> None:
        """Append requests, oldest first."""
        self.requests.extend(requests)
        self.derived.clear()

    def amend(self, place: int, result: str) -> None:
        """Correct the result of a request, by its index."""
        self.requests[place] = replace(self.requests[place], result=result)
        self.amended.add(place)
        self.derived.clear()

    @property
    def last(self) -> float:
        """The time of the last request; 0.0 if there is none."""
        return self.requests[-1].at if self.requests else 0.0
