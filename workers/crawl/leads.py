"""Where an answer leads: a page's links, a feed's entries, a redirect's target, as far as they belong to the site and are no trap."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from indexer import urls
from indexer.outcome import Kind
from workers.crawl.known_hosts import KnownHost, KnownHosts
from workers.fetch.cookies import cookies
from workers.fetch.fetcher import Fetched
from workers.fetch.settings import PRODUCT, CrawlSettings
from workers.frontier.values import Claim, Found, Refused
from workers.reading.answer import Reading
from workers.reading.discover import discover
from workers.reading.feeds import Feed, newest
from workers.reading.traps import Traps, shape

FIRST = -1
"""The priority of what comes before all else of its host: a redirect's target."""
_ENTRIES, _PARTS = 2_000, 20
"""Entries and further sitemaps taken from one file, the newest first."""
_LEVELS = 2
"""Sitemaps below the one that robots.txt names; the protocol allows one, some sites have indexes of indexes."""
_OLD_PRIORITY = 3
"""A sitemap's entries come after what is linked from sections: most of them are old."""


@dataclass(frozen=True, slots=True)
class Led:
    """What an answer leads to.

    Parameters
    ----------
    found : tuple of Found
    refused : tuple of Refused
        URLs that look like parts of a trap.
    moved : str
        Where a page sends its reader on at once; "" for a page to be read.
    dead_end : str
        The shape (`workers.reading.traps`) of a page that says nothing new, as those before it, so that its links are not followed;
        "" otherwise.
    """

    found: tuple[Found, ...] = ()
    refused: tuple[Refused, ...] = ()
    moved: str = ""
    dead_end: str = ""


class Leads:
    """Reads answers for what they lead to.

    Parameters
    ----------
    settings : CrawlSettings
    known : KnownHosts
    """

    def __init__(self, settings: CrawlSettings, known: KnownHosts) -> None:
        self._settings = settings
        self._known = known

    def of(self, claim: Claim, reading: Reading, fetched: Fetched) -> Led:
        """What the answer to a claim leads to; on a watched site nothing but a redirect's target."""
        if reading.location:
            return Led(self._redirect(claim, reading.location, cookies(sent(claim), fetched)))
        known = self._known.of(claim.host)
        if reading.feed is not None:
            return Led() if self._known.watched(claim.host) else _of_feed(claim, reading.feed, known)
        if reading.text is None:
            return Led()
        seen = discover(reading.text, claim.url, fetched.answer.headers.get("x-robots-tag", ""), PRODUCT)
        if seen.moved:
            return Led(self._redirect(claim, seen.moved, cookies(sent(claim), fetched)), moved=seen.moved)
        echoes = int(claim.carry.get("echoes", 0))
        if not claim.visits:  # a page that is visited again says what it said, and is no trap for it
            echoes = known.traps.note(claim.url, seen.fingerprint, echoes)
        if Traps.is_dead_end(echoes):
            self._known.note_dead_end(claim.host, shape(claim.url))
            return Led(dead_end=shape(claim.url))
        if self._known.watched(claim.host):
            return Led()
        depth, carry = claim.depth + 1, {"echoes": echoes} if echoes else {}
        feeds = () if claim.depth else seen.feeds  # those that articles name are their comments
        wanted = [Found(link, depth, depth=depth, carry=carry) for link in (*seen.links, *feeds)]
        return _admitted(wanted, known)

    def cookie_again(self, claim: Claim, reading: Reading, fetched: Fetched) -> Found | None:
        """A redirect back to where its chain has been is followed once more if a cookie was set on the way."""
        target = urls.resolve(claim.url, reading.location) if reading.location else None
        cookie = cookies(sent(claim), fetched)
        chain = [*claim.carry.get("hops", ()), claim.url]
        if target not in chain or cookie == sent(claim) or chain.count(target) > 1 or len(chain) > self._settings.max_redirects:
            return None
        return Found(str(target), FIRST, depth=claim.depth, carry={"hops": chain, "cookie": cookie})

    def _redirect(self, claim: Claim, location: str, cookie: str) -> tuple[Found, ...]:
        """A redirect's target, first of its host; a start page may lead to the site's other name, other pages stay on the site."""
        target = urls.resolve(claim.url, location)
        hops = [*claim.carry.get("hops", ()), claim.url]
        if target is None or len(hops) > self._settings.max_redirects:
            return ()
        key = urls.site_key(target)
        if key not in self._known.of(claim.host).names:
            if claim.depth or not self._settings.may_ask(target):
                return ()
            self._known.add_name(claim.host, key)
        return (Found(target, FIRST, depth=claim.depth, carry={"hops": hops, "cookie": cookie}),)


def sent(claim: Claim) -> str:
    """The cookie that a claim's request carries."""
    return str(claim.carry.get("cookie", ""))


def _of_feed(claim: Claim, feed: Feed, known: KnownHost) -> Led:
    """A feed's entries and the sitemaps that an index names, the newest first."""
    depth = claim.depth + 1
    priority = max(depth, _OLD_PRIORITY) if feed.sitemap else depth
    level = int(claim.carry.get("level", 0)) + 1
    named = newest(feed.parts, _PARTS) if level <= _LEVELS else []
    parts = [Found(part.url, claim.priority, depth=depth, carry={"level": level}) for part in named]
    entries = [Found(entry.url, priority, depth=depth) for entry in newest(feed.entries, _ENTRIES)]
    return _admitted([*parts, *entries], known)


def _admitted(wanted: Iterable[Found], known: KnownHost) -> Led:
    """What belongs to the site, parted from what looks like a trap."""
    found, refused = [], []
    for one in wanted:
        if urls.site_key(one.url) not in known.names:
            continue
        trap = known.traps.refuses(one.url)
        if trap is None:
            found.append(one)
        else:
            refused.append(Refused(one.url, Kind.SKIPPED, trap))
    return Led(tuple(found), tuple(refused))
