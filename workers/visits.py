"""Visits carried out politely: robots.txt first, one request at a time to a host, patience with busy servers.

Which URLs are visited, and what follows from an answer, is the business of a `Visitor`: a crawl follows every link, a
recrawl its plan.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from indexer import urls
from indexer.archive import http
from indexer.errors import PageError
from indexer.outcome import Kind
from indexer.page.decode import decode
from indexer.page.sniff import sniff
from workers.addresses import RefusedAddressError
from workers.cookies import cookies
from workers.crawl_settings import PRODUCT, CrawlSettings
from workers.fetch import Fetched, Fetcher, Validator
from workers.frontier import Frontier, Item
from workers.page_store import PageStore
from workers.politeness import seconds_of
from workers.robots import Robots, RobotsUnknownError, read_robots

_ROBOTS_TRIES = 3
"""Requests for a robots.txt before its host is left for another run."""


@dataclass(frozen=True, slots=True)
class PageText:
    """An HTML page as a visit found it.

    Parameters
    ----------
    text : str
        Decoded.
    robots : str
        All X-Robots-Tag headers, one a line.
    """

    text: str
    robots: str = ""


class Visitor(Protocol):
    """Who decides what an answer means. Each item ends in exactly one call of `end`, `page` included."""

    def refuses(self, item: Item) -> str | None:
        """Why an item is not to be asked for after all, or None."""

    def validator(self, item: Item) -> Validator | None:
        """What the server said by which its last answer can be recognised."""

    def page(self, item: Item, fetched: Fetched, page: PageText) -> None:
        """An HTML page came; it is in the archive."""

    def unchanged(self, item: Item, fetched: Fetched) -> None:
        """The server says that the page is as it was."""

    def document(self, item: Item, fetched: Fetched, body: bytes) -> bool:
        """Something else than HTML came; False where it is of no use."""

    def redirect(self, item: Item, location: str, cookie: str) -> None:
        """The server points elsewhere."""

    def robots(self, url: str, rules: Robots) -> None:
        """The rules of an origin were read."""

    def end(self, url: str, kind: Kind, reason: str) -> None:
        """How an item ended."""


class Visits:
    """A frontier in memory and the one thread that works it off.

    Parameters
    ----------
    settings : CrawlSettings
    store : PageStore
    fetcher : Fetcher
    visitor : Visitor
    now : callable
        The clock for Retry-After.

    Attributes
    ----------
    frontier : Frontier
    known_robots : dict of str to Robots
        By origin.
    received : int
        Bytes of bodies.
    """

    def __init__(
        self, settings: CrawlSettings, store: PageStore, fetcher: Fetcher, visitor: Visitor, now: Callable[[], datetime]
    ) -> None:
        self._settings = settings
        self._store = store
        self._fetcher = fetcher
        self._visitor = visitor
        self._now = now
        self._robots_tries: dict[str, int] = {}
        self.frontier = Frontier()
        self.known_robots: dict[str, Robots] = {}
        self.received = 0

    def step(self) -> None:
        """One request, or a pause until a host may be asked again."""
        due = self.frontier.pop(time.monotonic())
        if due is None:
            time.sleep(max((self.frontier.wakes_at() or 0.0) - time.monotonic(), 0.0))
        else:
            self._visit(due)

    def _visit(self, item: Item) -> None:
        """One request, for the page or first for its host's robots.txt."""
        robots = self.known_robots.get(urls.origin(item.url))
        if robots is None:
            self.frontier.add_first(item)
            self._read_robots(item.url)
            return
        reason = self._visitor.refuses(item)
        if reason:
            self._visitor.end(item.url, Kind.SKIPPED, reason)
        elif not robots.allows(item.url):
            self._visitor.end(item.url, Kind.ROBOTS, "robots.txt forbids it")
        else:
            self._fetch(replace(item, tries=item.tries + 1), robots)

    def _read_robots(self, url: str) -> None:
        """Learn a host's rules, or leave it alone for a while, at last for good."""
        name = urls.origin(url)
        tries = self._robots_tries[name] = self._robots_tries.get(name, 0) + 1
        try:
            robots = self.known_robots[name] = read_robots(self._fetcher, url, PRODUCT)
        except RobotsUnknownError as error:
            wait = self._settings.politeness.retry_in(503, tries, error.retry_after, self._now())
            if tries < _ROBOTS_TRIES and wait is not None and not error.final:
                self._rest(url, wait)
            else:
                self._close_host(url, Kind.ROBOTS, f"{error.reason}; what it allows is unknown")
            return
        self._visitor.robots(url, robots)
        pause = self._settings.politeness.pause(robots.crawl_delay)
        if pause > self._settings.politeness.patience:
            limit = self._settings.politeness.patience
            self._close_host(url, Kind.ROBOTS, f"robots.txt asks for {pause:,.0f} s a request, over {limit:,.0f}")
        else:
            self._rest(url, pause)

    def _close_host(self, url: str, kind: Kind, reason: str) -> None:
        for item in self.frontier.close(url):
            self._visitor.end(item.url, kind, reason)

    def _fetch(self, item: Item, robots: Robots) -> None:
        try:
            fetched = self._fetcher.get(item.url, item.cookie, self._visitor.validator(item))
        except PageError as error:
            self._rest(item.url, self._settings.politeness.pause(robots.crawl_delay))
            if isinstance(error, RefusedAddressError):
                self._visitor.end(item.url, error.kind, error.reason)
            else:
                self._retry_or_end(item, 0, "", error.kind, error.reason)
            return
        self.received += len(fetched.body)
        self._rest(item.url, self._settings.politeness.pause(robots.crawl_delay))
        self._take_answer(item, fetched)

    def _take_answer(self, item: Item, fetched: Fetched) -> None:
        """What an answer means, by its status."""
        status = fetched.status
        location = fetched.header("location")
        if 200 <= status < 300:
            self._take_page(item, fetched)
        elif status == 304 and any(name.startswith("If-") for name, _ in fetched.request_headers):
            self._store.revisit(fetched)
            self._visitor.unchanged(item, fetched)
            self._visitor.end(item.url, Kind.FETCHED, "unchanged")
        elif 300 <= status < 400 and location:
            self._store.keep(fetched)
            self._visitor.end(item.url, Kind.REDIRECT, f"status {status} to {location[:500]}")
            self._visitor.redirect(item, location, cookies(item.cookie, fetched))
        elif status in (404, 410):
            self._store.keep(fetched)
            self._visitor.end(item.url, Kind.GONE, f"status {status}")
        else:
            self._retry_or_end(item, status, fetched.header("retry-after"), Kind.HTTP_ERROR, f"status {status}")

    def _retry_or_end(self, item: Item, status: int, retry_after: str, kind: Kind, reason: str) -> None:
        """Another try for a failure that may pass; a host that wants more patience than there is gets none."""
        politeness = self._settings.politeness
        asked = seconds_of(retry_after, self._now()) or 0.0
        wait = politeness.retry_in(status, item.tries, retry_after, self._now())
        self._rest(item.url, min(wait or asked, politeness.patience))
        if wait is not None:
            self.frontier.add_first(item)
            return
        self._visitor.end(item.url, kind, f"{reason} after {item.tries} tries" if item.tries > 1 else reason)
        if asked > politeness.patience:
            reason = f"{urls.host(item.url)} asks to be left alone for {asked:,.0f} s; crawl again later"
            self._close_host(item.url, Kind.FETCH_FAILED, reason)

    def _take_page(self, item: Item, fetched: Fetched) -> None:
        """Keep an HTML page; note anything else that nobody wants."""
        try:
            body, cut = self._whole(fetched)
            other = sniff(body, fetched.header("content-type"))
            if other is not None and self._visitor.document(item, fetched, body):
                self._visitor.end(item.url, Kind.FETCHED, other)
                return
            if other is not None:
                said = fetched.header("content-type") or "nothing"
                raise PageError(Kind.NOT_HTML, f"{other}, sent as {said[:80]}")
        except PageError as error:
            self._store.note(item.url, error.kind, error.reason)
            self._visitor.end(item.url, error.kind, error.reason)
            return
        self._store.keep(fetched)
        self._visitor.end(item.url, Kind.FETCHED, "the server cut the answer short" if cut or fetched.truncated else "")
        text = decode(body, fetched.header("content-type")).text
        self._visitor.page(item, fetched, PageText(text, fetched.answer.headers.get("x-robots-tag", "")))

    def _whole(self, fetched: Fetched) -> tuple[bytes, bool]:
        """The decoded body within the limits, and whether the server cut it short.

        Raises
        ------
        PageError
        """
        limits = self._settings.limits
        if fetched.truncated == "time":
            raise PageError(Kind.FETCH_FAILED, f"the answer was not complete within {limits.total_seconds:g} s")
        if fetched.truncated == "length":
            raise PageError(Kind.TOO_LARGE, f"over {limits.page_bytes:,} bytes")
        return http.decoded_body(fetched.answer, limits.page_bytes)

    def _rest(self, url: str, seconds: float) -> None:
        self.frontier.rest(url, time.monotonic() + seconds)
