"""Extracts the outlinks of a response: links of a page, entries of a feed, or the target of a redirect, on the site and outside traps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from indexer import urls
from indexer.outcome import Kind
from indexer.url_shape import trap_shape
from workers.crawl.host_cache import CachedHost, HostCache
from workers.fetch.cookies import StoredCookies, cookies, header
from workers.fetch.fetcher import Response
from workers.fetch.settings import CrawlSettings
from workers.frontier.values import Claim, CrawlRequest, RejectedUrl
from workers.reading.feeds import Feed, newest
from workers.reading.link_extractor import extract_links
from workers.reading.parsed_response import ParsedResponse
from workers.reading.traps import Traps

NAMED = "named"
"""The key in a request's `carry` that marks a feed or sitemap, to which `--allow` patterns do not apply."""
FIRST = -1
"""The priority of start URLs and redirect targets: before all other URLs of a crawl."""
_ENTRIES, _PARTS = 2_000, 20
"""Maximum numbers of entries and of further sitemaps taken from one file, newest first."""
_LEVELS = 2
"""Maximum levels of sitemaps below the one in robots.txt; the protocol allows one, but some sites nest indexes."""
_OLD_PRIORITY = 3
"""Minimum priority number of a sitemap's entries. Most of them are old, so the links of section pages come first."""


@dataclass(frozen=True, slots=True)
class OutlinkResult:
    """The outlinks of a response.

    Parameters
    ----------
    refused : tuple of RejectedUrl
        URLs that appear to belong to a trap.
    moved : str
        The target of an immediate refresh; "" for other pages.
    dead_end : str
        The shape (`indexer.url_shape.trap_shape`) of a page whose links are not followed because it and the pages that led to it repeat
        known content; "" otherwise.
    """

    found: tuple[CrawlRequest, ...] = ()
    refused: tuple[RejectedUrl, ...] = ()
    moved: str = ""
    dead_end: str = ""


class Outlinks:
    """Extracts the outlinks of responses.

    Attributes
    ----------
    start_targets : dict of str to set of str
        The other registered domains to which start pages have redirected, by that of the start page.
    """

    def __init__(self, settings: CrawlSettings, known: HostCache) -> None:
        self._settings = settings
        self._known = known
        self.start_targets: dict[str, set[str]] = {}

    def of(self, claim: Claim, parsed: ParsedResponse, response: Response) -> OutlinkResult:
        """Return the outlinks of a claim's response; for a site on the revisit schedule, only the target of a redirect."""
        if parsed.ending.kind is Kind.REDIRECT:
            return OutlinkResult(self._redirect(claim, parsed.ending.target, cookies(_chain_cookies(claim), response)))
        known = self._known.of(claim.host)
        if parsed.feed is not None:
            return OutlinkResult() if self._known.is_scheduled(claim.host) else _of_feed(claim, parsed.feed, known)
        if parsed.page is None:
            return OutlinkResult()
        seen = extract_links(parsed.page, response.answer.headers.get("x-robots-tag", ""))
        if seen.moved:
            return OutlinkResult(self._redirect(claim, seen.moved, cookies(_chain_cookies(claim), response)), moved=seen.moved)
        self._known.note_page(claim.host, claim.url, seen.fingerprint)
        echoes = int(claim.carry.get("echoes", 0))
        if not claim.visits:  # a revisited page repeats its own content
            echoes = known.traps.note(claim.url, seen.fingerprint, echoes)
        if Traps.is_dead_end(echoes):
            self._known.note_dead_end(claim.host, trap_shape(claim.url))
            return OutlinkResult(dead_end=trap_shape(claim.url))
        if self._known.is_scheduled(claim.host):
            return OutlinkResult()
        depth, carry = claim.depth + 1, {"echoes": echoes} if echoes else {}
        feeds = () if claim.depth else seen.feeds  # the feeds of other pages contain comments
        wanted = [CrawlRequest(link, depth, depth=depth, carry=carry) for link in seen.links]
        named = declared(feeds, claim, known, self._settings, CrawlRequest("", depth, depth=depth, carry=carry))
        return _admitted([*wanted, *named], known)

    def cookie_again(self, claim: Claim, parsed: ParsedResponse, response: Response) -> CrawlRequest | None:
        """Return the request for a redirect back into its chain, which is followed once if the chain has set a cookie; otherwise None."""
        target, before = parsed.ending.target, _chain_cookies(claim)
        chain, chain_cookies = [*claim.carry.get("hops", ()), claim.url], cookies(before, response)
        if target not in chain or chain_cookies == before or chain.count(target) > 1 or len(chain) > self._settings.max_redirects:
            return None
        return CrawlRequest(target, FIRST, depth=claim.depth, carry={"hops": chain, "cookies": chain_cookies})

    def _redirect(self, claim: Claim, target: str, chain_cookies: StoredCookies) -> tuple[CrawlRequest, ...]:
        """Return the request for a redirect's target, if it may be followed.

        At its first visit, a start page may redirect to another domain, which is a site of its own: a redirect to a site cannot join it.
        Other pages may do so only if the site has moved there (`workers.crawl.moved_sites`).
        """
        hops = [*claim.carry.get("hops", ()), claim.url]
        if not target or len(hops) > self._settings.max_redirects:
            return ()
        key = urls.site_key(target)
        if key not in self._known.of(claim.host).names:
            if claim.depth or claim.visits or not self._settings.may_request(target) or self._known.is_separate(key):
                return ()
            self.start_targets.setdefault(claim.host, set()).add(key)
        first = self._known.of(key).first_url_of(target)
        target = target if first in hops else first
        return (CrawlRequest(target, FIRST, depth=claim.depth, carry={"hops": hops, "cookies": chain_cookies}),)


def declared(
    targets: Iterable[str], claim: Claim, known: CachedHost, settings: CrawlSettings, template: CrawlRequest
) -> list[CrawlRequest]:  # fmt: skip
    """Return requests for the feeds and sitemaps that a site declares as its own, on any domain (sitemaps.org, "cross submits").

    Only their entries that belong to the site are followed.
    """
    return [
        replace(template, url=url, carry={**template.carry, NAMED: True}, host="" if urls.site_key(url) in known.names else claim.host)
        for url in targets
        if urls.site_key(url) in known.names or settings.may_request(url)
    ]


def lies_elsewhere(claim: Claim, known: CachedHost) -> bool:
    """Return whether a claim's feed or sitemap is on another site.

    Its failures do not affect the host, and a page in its place is not archived.
    """
    return urls.site_key(claim.url) not in known.names


def sent_cookie(claim: Claim) -> str:
    """Return the Cookie header of a claim's request."""
    return header(_chain_cookies(claim), claim.url)


def _chain_cookies(claim: Claim) -> StoredCookies:
    """Return the cookies that the claim's redirect chain has set before this request."""
    chain_cookies: StoredCookies = claim.carry.get("cookies", [])
    return chain_cookies


def _of_feed(claim: Claim, feed: Feed, known: CachedHost) -> OutlinkResult:
    """Return the entries of a feed and the sitemaps of an index as outlinks, newest first."""
    depth = claim.depth + 1
    priority = max(depth, _OLD_PRIORITY) if feed.sitemap else depth
    level = int(claim.carry.get("level", 0)) + 1
    named = newest(feed.parts, _PARTS) if level <= _LEVELS else []
    index_site = urls.site_key(claim.url)  # parts of an index are expected on the site of the index
    carry = {"level": level, NAMED: True}
    parts = [
        CrawlRequest(part.url, claim.priority, None, depth, carry, claim.host if urls.site_key(part.url) == index_site else "")
        for part in named
    ]
    entries = [CrawlRequest(entry.url, priority, depth=depth) for entry in newest(feed.entries, _ENTRIES)]
    return _admitted([*parts, *entries], known)


def _admitted(wanted: Iterable[CrawlRequest], known: CachedHost) -> OutlinkResult:
    """Split the requests that belong to the site into admitted URLs and suspected traps."""
    found, refused = [], []
    for one in wanted:
        if not one.host and urls.site_key(one.url) not in known.names:
            continue
        trap = known.traps.refuses(one.url)
        if trap is None:
            found.append(replace(one, url=known.first_url_of(one.url)))
        else:
            refused.append(RejectedUrl(one.url, trap))
    return OutlinkResult(tuple(found), tuple(refused))
