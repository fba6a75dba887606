"""The embedded crawl: from start URLs to an archive, politely, until nothing is left or a limit is reached.

One thread, one request at a time; hosts take turns while others rest. Each URL found ends in exactly one outcome.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from indexer import urls
from indexer.archive import http
from indexer.archive.load import load
from indexer.errors import PageError, UsageError
from indexer.outcome import Kind, Outcome
from indexer.page.decode import decode
from indexer.page.sniff import sniff
from workers.addresses import RefusedAddressError
from workers.crawl_settings import PRODUCT, CrawlSettings
from workers.discover import discover
from workers.fetch import Fetched, Fetcher
from workers.frontier import Frontier, Item
from workers.page_store import Known, PageStore
from workers.politeness import seconds_of
from workers.report import CrawlReport
from workers.robots import Robots, RobotsUnknownError, read_robots
from workers.traps import Traps, shape

_ROBOTS_TRIES = 3
"""Requests for a robots.txt before its host is left for another run."""
_LIMIT_REASON = "the limit of pages was reached"


def now_utc() -> datetime:
    """The clock of the world."""
    return datetime.now(UTC)


def crawl(
    start_urls: Sequence[str],
    archive: Path,
    settings: CrawlSettings,
    on_event: Callable[[Outcome], None] = lambda _: None,
    now: Callable[[], datetime] = now_utc,
) -> CrawlReport:
    """Fetch the sites of the start URLs into the archive.

    Parameters
    ----------
    start_urls : sequence of str
    archive : Path
        The folder of WARC files; what it holds already is not asked for again, but its links are followed.
    settings : CrawlSettings
    on_event : callable
        Is told each URL's outcome as it ends.
    now : callable
        The clock for the archive's dates and for Retry-After.

    Raises
    ------
    UsageError
        Where a start URL is none, or a contact is missing.
    """
    starts = [_start(url) for url in start_urls]
    for start in starts:
        settings.check(start)
    with (
        PageStore(archive, settings.user_agent, now) as store,
        Fetcher(settings.user_agent, settings.limits, allow_private=settings.allow_private) as fetcher,
    ):
        known = Known({}, {}) if settings.again else store.known()
        return _Crawl(settings, store, fetcher, known, on_event, now).run(starts)


def _start(url: str) -> str:
    """A start URL in full; a bare host is taken as https."""
    full = url if "://" in url else f"https://{url}"
    resolved = urls.resolve(full, full)
    if resolved is None:
        raise UsageError(f"{url!r} is no http(s) URL; give the site's front page, as in https://example.org/")
    return resolved


class _Crawl:
    """One run's state; every method is a step of `run`."""

    def __init__(
        self,
        settings: CrawlSettings,
        store: PageStore,
        fetcher: Fetcher,
        known: Known,
        on_event: Callable[[Outcome], None],
        now: Callable[[], datetime],
    ) -> None:
        self._settings = settings
        self._store = store
        self._fetcher = fetcher
        self._known = known
        self._on_event = on_event
        self._now = now
        self._frontier = Frontier()
        self._held: deque[Item] = deque()
        self._seen: set[str] = set()
        self._sites: set[str] = set()
        self._robots: dict[str, Robots] = {}
        self._robots_tries: dict[str, int] = {}
        self._traps = Traps()
        self._dead_ends: set[str] = set()
        self._outcomes: list[Outcome] = []
        self._pages = self._received = self._already = 0

    def run(self, starts: Sequence[str]) -> CrawlReport:
        begun = time.monotonic()
        for start in starts:
            self._sites.add(urls.site_key(start))
            self._admit(Item(start))
        while self._held or len(self._frontier):
            if self._held:
                self._replay(self._held.popleft())
            elif self._pages >= self._settings.max_pages:
                for item in self._frontier.drain():
                    self._end(item.url, Kind.SKIPPED, _LIMIT_REASON)
            elif due := self._frontier.pop(time.monotonic()):
                self._visit(due)
            else:
                time.sleep(max((self._frontier.wakes_at() or 0.0) - time.monotonic(), 0.0))
        return CrawlReport(
            outcomes=tuple(self._outcomes),
            requests=self._fetcher.requests,
            received=self._received,
            already=self._already,
            seconds=time.monotonic() - begun,
            dead_ends=tuple(sorted(self._dead_ends)),
        )

    def _admit(self, item: Item, *, first: bool = False) -> None:
        """Take a URL in, once; what the archive holds needs no request."""
        if item.url in self._seen:
            return
        self._seen.add(item.url)
        trap = self._traps.refuses(item.url)
        if trap:
            self._end(item.url, Kind.SKIPPED, trap)
        elif item.depth > self._settings.max_depth:
            self._end(item.url, Kind.SKIPPED, f"deeper than {self._settings.max_depth} links")
        elif item.url in self._known.pages or item.url in self._known.notes:
            self._held.append(item)
        elif first:
            self._frontier.add_first(item)
        else:
            self._frontier.add(item)

    def _replay(self, item: Item) -> None:
        """Follow the links of a page that an earlier run fetched."""
        self._already += 1
        if item.url in self._known.notes:
            self._end(item.url, *self._known.notes[item.url])
            return
        entry = self._known.pages[item.url]
        try:
            page = load(entry)
        except PageError as error:
            self._end(item.url, error.kind, error.reason)
            if error.kind is Kind.REDIRECT:
                self._follow(item, error.reason.rpartition(" to ")[2], "")
            return
        self._end(item.url, Kind.FETCHED, "in the archive already")
        self._take_links(item, decode(page.body, page.content_type).text, page.robots)

    def _visit(self, item: Item) -> None:
        """One request, for the page or first for its host's robots.txt."""
        robots = self._robots.get(urls.origin(item.url))
        if robots is None:
            self._frontier.add_first(item)
            self._read_robots(item.url)
            return
        trap = self._traps.refuses(item.url)
        if trap:
            self._end(item.url, Kind.SKIPPED, trap)
        elif not robots.allows(item.url):
            self._end(item.url, Kind.ROBOTS, "robots.txt forbids it")
        else:
            self._fetch(replace(item, tries=item.tries + 1), robots)

    def _read_robots(self, url: str) -> None:
        """Learn a host's rules, or leave it alone for a while, at last for good."""
        name = urls.origin(url)
        tries = self._robots_tries[name] = self._robots_tries.get(name, 0) + 1
        try:
            robots = self._robots[name] = read_robots(self._fetcher, url, PRODUCT)
        except RobotsUnknownError as error:
            wait = self._settings.politeness.retry_in(503, tries, error.retry_after, self._now())
            if tries < _ROBOTS_TRIES and wait is not None and not error.final:
                self._rest(url, wait)
            else:
                self._close_host(url, Kind.ROBOTS, f"{error.reason}; what it allows is unknown")
            return
        pause = self._settings.politeness.pause(robots.crawl_delay)
        if pause > self._settings.politeness.patience:
            limit = self._settings.politeness.patience
            self._close_host(url, Kind.ROBOTS, f"robots.txt asks for {pause:,.0f} s a request, over {limit:,.0f}")
        else:
            self._rest(url, pause)

    def _close_host(self, url: str, kind: Kind, reason: str) -> None:
        for item in self._frontier.close(url):
            self._end(item.url, kind, reason)

    def _fetch(self, item: Item, robots: Robots) -> None:
        try:
            fetched = self._fetcher.get(item.url, item.cookie)
        except PageError as error:
            self._rest(item.url, self._settings.politeness.pause(robots.crawl_delay))
            if isinstance(error, RefusedAddressError):
                self._end(item.url, error.kind, error.reason)
            else:
                self._retry_or_end(item, 0, "", error.kind, error.reason)
            return
        self._received += len(fetched.body)
        self._rest(item.url, self._settings.politeness.pause(robots.crawl_delay))
        self._take_answer(item, fetched)

    def _take_answer(self, item: Item, fetched: Fetched) -> None:
        """What an answer means, by its status."""
        status = fetched.status
        location = fetched.header("location")
        if 200 <= status < 300:
            self._take_page(item, fetched)
        elif 300 <= status < 400 and location:
            self._store.keep(fetched)
            self._end(item.url, Kind.REDIRECT, f"status {status} to {location[:500]}")
            self._follow(item, location, _cookie(item, fetched))
        elif status in (404, 410):
            self._store.keep(fetched)
            self._end(item.url, Kind.GONE, f"status {status}")
        else:
            self._retry_or_end(item, status, fetched.header("retry-after"), Kind.HTTP_ERROR, f"status {status}")

    def _retry_or_end(self, item: Item, status: int, retry_after: str, kind: Kind, reason: str) -> None:
        """Another try for a failure that may pass; a host that wants more patience than there is gets none."""
        politeness = self._settings.politeness
        asked = seconds_of(retry_after, self._now()) or 0.0
        wait = politeness.retry_in(status, item.tries, retry_after, self._now())
        self._rest(item.url, min(wait or asked, politeness.patience))
        if wait is not None:
            self._frontier.add_first(item)
            return
        self._end(item.url, kind, f"{reason} after {item.tries} tries" if item.tries > 1 else reason)
        if asked > politeness.patience:
            reason = f"{urls.host(item.url)} asks to be left alone for {asked:,.0f} s; crawl again later"
            self._close_host(item.url, Kind.FETCH_FAILED, reason)

    def _follow(self, item: Item, location: str, cookie: str) -> None:
        """Queue a redirect's target; one back to a page of its own chain only if a cookie was set on the way."""
        target = urls.resolve(item.url, location)
        chain = (*item.hops, item.url)
        if target is None or len(chain) > self._settings.max_redirects:
            return
        if not item.depth and self._settings.may_ask(target):
            self._sites.add(urls.site_key(target))
        if urls.site_key(target) not in self._sites:
            return
        if cookie and target in chain and chain.count(target) < 2 and cookie != item.cookie:
            self._seen.discard(target)
            self._outcomes = [o for o in self._outcomes if o.url != target]
        self._admit(Item(target, item.depth, chain, 0, cookie, item.echoes), first=True)

    def _take_page(self, item: Item, fetched: Fetched) -> None:
        """Keep an HTML page and follow its links; note anything else."""
        try:
            if fetched.truncated in ("length", "time"):
                limits = self._settings.limits
                if fetched.truncated == "time":
                    raise PageError(Kind.FETCH_FAILED, f"the answer was not complete within {limits.total_seconds:g} s")
                raise PageError(Kind.TOO_LARGE, f"over {limits.page_bytes:,} bytes")
            body, cut = http.decoded_body(fetched.answer, self._settings.limits.page_bytes)
            other = sniff(body, fetched.header("content-type"))
            if other is not None:
                said = fetched.header("content-type") or "nothing"
                raise PageError(Kind.NOT_HTML, f"{other}, sent as {said[:80]}")
        except PageError as error:
            self._store.note(item.url, error.kind, error.reason)
            self._end(item.url, error.kind, error.reason)
            return
        self._store.keep(fetched)
        self._pages += 1
        self._end(item.url, Kind.FETCHED, "the server cut the answer short" if cut or fetched.truncated else "")
        text = decode(body, fetched.header("content-type")).text
        self._take_links(item, text, fetched.answer.headers.get("x-robots-tag", ""))

    def _take_links(self, item: Item, text: str, robots_header: str) -> None:
        found = discover(text, item.url, robots_header, PRODUCT)
        echoes = self._traps.note(item.url, found.fingerprint, item.echoes)
        if self._traps.is_dead_end(echoes):
            self._dead_ends.add(shape(item.url))
            return
        for link in found.links:
            if urls.site_key(link) in self._sites:
                self._admit(Item(link, item.depth + 1, echoes=echoes))

    def _rest(self, url: str, seconds: float) -> None:
        self._frontier.rest(url, time.monotonic() + seconds)

    def _end(self, url: str, kind: Kind, reason: str) -> None:
        outcome = Outcome(url, "", kind, reason)
        self._outcomes.append(outcome)
        self._on_event(outcome)


def _cookie(item: Item, fetched: Fetched) -> str:
    """The cookies that a redirect sets, to be sent on this chain of redirects alone."""
    jar = dict(pair.split("=", 1) for pair in item.cookie.split("; ") if "=" in pair)
    for name, value in fetched.headers:
        pair = value.partition(";")[0].strip()
        if name.lower() == "set-cookie" and "=" in pair and len(pair) < 4096:
            key, _, content = pair.partition("=")
            jar[key] = content
    return "; ".join(f"{name}={value}" for name, value in sorted(jar.items()))[:8192]
