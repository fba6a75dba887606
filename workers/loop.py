"""The embedded crawl: from start URLs to an archive, politely, until nothing is left or a limit is reached.

One thread, one request at a time; hosts take turns while others rest. Each URL found ends in exactly one outcome.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from indexer import urls
from indexer.archive.load import load
from indexer.errors import PageError, UsageError
from indexer.outcome import Kind, Outcome
from indexer.page.decode import decode
from workers.crawl_settings import PRODUCT, CrawlSettings
from workers.discover import discover
from workers.fetch import Fetched, Fetcher, Validator
from workers.frontier import Item
from workers.page_store import Known, PageStore
from workers.report import CrawlReport
from workers.robots import Robots
from workers.traps import Traps, shape
from workers.visits import PageText, Visits

_LIMIT_REASON = "the limit of pages was reached"


class Notebook(Protocol):
    """Who remembers what a crawl saw, so that it can be planned when to come again."""

    def page(self, url: str, page: PageText, validator: Validator, at: float) -> None:
        """An HTML page, and when it was fetched (UTC seconds)."""

    def robots(self, url: str, rules: Robots) -> None:
        """The rules of an origin."""

    def written(self, files: Sequence[Path]) -> None:
        """The files of the archive that the crawl began."""


def now_utc() -> datetime:
    """The clock of the world."""
    return datetime.now(UTC)


def crawl(
    start_urls: Sequence[str],
    archive: Path,
    settings: CrawlSettings,
    on_event: Callable[[Outcome], None] = lambda _: None,
    now: Callable[[], datetime] = now_utc,
    notebook: Notebook | None = None,
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
    notebook : Notebook or None
        Is told each page.

    Raises
    ------
    UsageError
        Where a start URL is none, or a contact is missing.
    """
    starts = [start_url(url) for url in start_urls]
    for start in starts:
        settings.check(start)
    with (
        PageStore(archive, settings.user_agent, now) as store,
        Fetcher(settings.user_agent, settings.limits, allow_private=settings.allow_private) as fetcher,
    ):
        known = Known({}, {}) if settings.again else store.known()
        report = _Crawl(settings, store, fetcher, known, on_event, now, notebook).run(starts)
        if notebook is not None:
            notebook.written(store.written)
        return report


def start_url(url: str) -> str:
    """A start URL in full; a bare host is taken as https.

    Raises
    ------
    UsageError
        Where it is none.

    >>> start_url("news.example.org")
    'https://news.example.org/'
    """
    full = url if "://" in url else f"https://{url}"
    resolved = urls.resolve(full, full)
    if resolved is None:
        raise UsageError(f"{url!r} is no http(s) URL; give the site's front page, as in https://example.org/")
    return resolved


class _Crawl:
    """One run's state; every method is a step of `run`, or the visits' answer (`workers.visits.Visitor`)."""

    def __init__(
        self,
        settings: CrawlSettings,
        store: PageStore,
        fetcher: Fetcher,
        known: Known,
        on_event: Callable[[Outcome], None],
        now: Callable[[], datetime],
        notebook: Notebook | None,
    ) -> None:
        self._settings = settings
        self._fetcher = fetcher
        self._known = known
        self._on_event = on_event
        self._now = now
        self._notebook = notebook
        self._visits = Visits(settings, store, fetcher, self, now)
        self._held: deque[Item] = deque()
        self._seen: set[str] = set()
        self._sites: set[str] = set()
        self._traps = Traps()
        self._dead_ends: set[str] = set()
        self._outcomes: list[Outcome] = []
        self._pages = self._already = 0

    def run(self, starts: Sequence[str]) -> CrawlReport:
        begun = time.monotonic()
        for start in starts:
            self._sites.add(urls.site_key(start))
            self._admit(Item(start))
        frontier = self._visits.frontier
        while self._held or len(frontier):
            if self._held:
                self._replay(self._held.popleft())
            elif self._pages >= self._settings.max_pages:
                for item in frontier.drain():
                    self.end(item.url, Kind.SKIPPED, _LIMIT_REASON)
            else:
                self._visits.step()
        return CrawlReport(
            outcomes=tuple(self._outcomes),
            requests=self._fetcher.requests,
            received=self._visits.received,
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
            self.end(item.url, Kind.SKIPPED, trap)
        elif item.depth > self._settings.max_depth:
            self.end(item.url, Kind.SKIPPED, f"deeper than {self._settings.max_depth} links")
        elif item.url in self._known.pages or item.url in self._known.notes:
            self._held.append(item)
        elif first:
            self._visits.frontier.add_first(item)
        else:
            self._visits.frontier.add(item)

    def _replay(self, item: Item) -> None:
        """Follow the links of a page that an earlier run fetched."""
        self._already += 1
        if item.url in self._known.notes:
            self.end(item.url, *self._known.notes[item.url])
            return
        entry = self._known.pages[item.url]
        try:
            page = load(entry)
        except PageError as error:
            self.end(item.url, error.kind, error.reason)
            if error.kind is Kind.REDIRECT:
                self.redirect(item, error.reason.rpartition(" to ")[2], "")
            return
        self.end(item.url, Kind.FETCHED, "in the archive already")
        text = PageText(decode(page.body, page.content_type).text, page.robots)
        if self._notebook is not None and entry.date:
            self._notebook.page(item.url, text, Validator(), datetime.fromisoformat(entry.date).timestamp())
        self._take_links(item, text)

    def refuses(self, item: Item) -> str | None:
        return self._traps.refuses(item.url)

    def validator(self, item: Item) -> Validator | None:  # noqa: ARG002 - a crawl asks for what it has not got
        return None

    def unchanged(self, item: Item, fetched: Fetched) -> None:
        raise AssertionError(f"{item.url}: {fetched.status} without a conditional request")

    def document(self, item: Item, fetched: Fetched, body: bytes) -> bool:  # noqa: ARG002 - of no use, whatever it is
        return False

    def robots(self, url: str, rules: Robots) -> None:
        if self._notebook is not None:
            self._notebook.robots(url, rules)

    def redirect(self, item: Item, location: str, cookie: str) -> None:
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

    def page(self, item: Item, fetched: Fetched, page: PageText) -> None:
        self._pages += 1
        if self._notebook is not None:
            self._notebook.page(item.url, page, fetched.validator, self._now().timestamp())
        self._take_links(item, page)

    def _take_links(self, item: Item, page: PageText) -> None:
        found = discover(page.text, item.url, page.robots, PRODUCT)
        echoes = self._traps.note(item.url, found.fingerprint, item.echoes)
        if self._traps.is_dead_end(echoes):
            self._dead_ends.add(shape(item.url))
            return
        for link in found.links:
            if urls.site_key(link) in self._sites:
                self._admit(Item(link, item.depth + 1, echoes=echoes))

    def end(self, url: str, kind: Kind, reason: str) -> None:
        outcome = Outcome(url, "", kind, reason)
        self._outcomes.append(outcome)
        self._on_event(outcome)
