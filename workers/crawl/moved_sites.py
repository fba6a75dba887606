"""Recognises sites that have moved to another registered domain: the whole old host redirects there permanently.

Only responses of the old host are evidence for a move. If a known page redirects permanently to another domain, one more request decides:
to the front page or, if the front page redirected, to another known page. The page's visit is not finished before, so that no page of a
moved site is lost because it was visited before the move was recognised.
"""

from __future__ import annotations

from indexer import urls
from indexer.archive import http
from indexer.errors import PageError
from indexer.events import event
from indexer.outcome import Ending
from indexer.store.crawled_pages import latest_page
from indexer.store.database import Database
from workers.clock import DAY, Clock
from workers.crawl.host_cache import HostCache
from workers.fetch.fetcher import Fetcher
from workers.fetch.robots import Robots
from workers.fetch.settings import CrawlSettings
from workers.frontier.values import Claim

_MAX_CHECKS = 3
"""Maximum number of domains checked per host and day; articles may redirect to many partner sites."""


class MovedSites:
    """Recognises sites that have moved.

    Attributes
    ----------
    found : dict of str to str
        The new registered domain by the old one.
    """

    def __init__(self, database: Database, fetcher: Fetcher, settings: CrawlSettings, known: HostCache, clock: Clock) -> None:
        self._database = database
        self._fetcher = fetcher
        self._settings = settings
        self._known = known
        self._clock = clock
        self._checked: dict[str, dict[str, float]] = {}
        self._open_checks: dict[str, tuple[str, str]] = {}
        self.found: dict[str, str] = {}

    def suspects(self, claim: Claim, ending: Ending) -> bool:
        """Return whether a response suggests that the site has moved; if so, the next request to its host decides."""
        if not (ending.moved and claim.visits and self._is_candidate(claim.host, ending.target)):
            return False
        front = urls.origin(claim.url) + "/"
        page = latest_page(self._database, claim.host, front)
        if not page:  # nothing that could have moved
            return False
        self._open_checks[claim.host] = (urls.site_key(ending.target), page if claim.url == front else front)
        return True

    def check(self, claim: Claim, robots: Robots) -> bool:
        """Make the deciding request in place of a claim's own; return False if none was made."""
        new, url = self._open_checks.get(claim.host, ("", ""))
        if not new or urls.origin(url) != urls.origin(claim.url):
            return False
        del self._open_checks[claim.host]
        self._checked.setdefault(claim.host, {})[new] = self._clock()
        if not robots.allows(url):
            return False
        if self._permanent_target(url) == new:
            self._known.add_name(claim.host, new)
            self.found[claim.host] = new
            event("site-moved", site=claim.host, to=new)
        return True

    def _is_candidate(self, host: str, target: str) -> bool:
        """Return whether another domain may be the site's new domain and was not checked in the last day.

        A domain that was crawled as a site of its own stays separate.
        """
        new, since = urls.site_key(target), self._clock() - DAY
        recent = {key: at for key, at in self._checked.get(host, {}).items() if at > since}
        self._checked[host] = recent
        if not new or new in recent or len(recent) >= _MAX_CHECKS or new in self._known.of(host).names:
            return False
        return self._settings.may_request(target) and not self._known.is_separate(new)

    def _permanent_target(self, url: str) -> str:
        """Return the registered domain to which a URL redirects permanently; "" for any other response."""
        try:
            response = self._fetcher.get(url)
        except PageError:
            return ""
        ending = http.refusal(url, response.status, response.header("location"))
        return urls.site_key(ending.target) if ending is not None and ending.moved else ""
