"""Parses a response: its page or feed, the ending of its visit with any redirect target, and the server's Retry-After."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from indexer.archive import http
from indexer.cause import Cause
from indexer.errors import PageError
from indexer.outcome import Ending, Kind
from indexer.page.page import Page
from indexer.page.raw import RawPage
from workers.fetch.fetcher import FetchLimits, Response
from workers.fetch.politeness import retry_after_seconds
from workers.reading.captured_page import unreadable_page
from workers.reading.feeds import Feed, feed_in, read_feed
from workers.reading.page_cache import parsed


@dataclass(frozen=True, slots=True)
class ParsedResponse:
    """A parsed response.

    Parameters
    ----------
    ending : Ending
        The ending of the visit so far; cleaning may change it.
    page : Page or None
        The parsed page; None if the response is not a page, an empty page if it cannot be parsed.
    unreadable : Ending or None
        The cleaning result of a page that cannot be parsed.
    content_hash : str
        A hash of the decoded body, or of status and target, in hexadecimal digits; "" for an inconclusive response.
    feed : Feed or None
        The parsed feed or sitemap.
    archivable : bool
        Whether the response is conclusive, so that the archive keeps it.
    retryable : bool
        Whether a retry may give another response.
    retry_after : float
        The server's Retry-After in seconds; 0.0 without one.
    """

    ending: Ending
    page: Page | None = None
    unreadable: Ending | None = None
    content_hash: str = ""
    feed: Feed | None = None
    archivable: bool = False
    retryable: bool = False
    retry_after: float = 0.0


def parse_response(response: Response, limits: FetchLimits, now: datetime) -> ParsedResponse:
    """Parse a response by its status (RFC 9110, 15) and, for a page, by its body.

    >>> from workers.fetch.fetcher import FetchLimits
    >>> gone = Response("https://example.org/", 410, "Gone", (), b"", "", (), 0.1)
    >>> parse_response(gone, FetchLimits(), datetime(2026, 1, 1)).ending.kind.value
    'gone'
    """
    status = response.status
    location = response.header("location")
    if status == 304 and any(name.startswith("If-") for name, _ in response.request_headers):
        return ParsedResponse(Ending(Kind.FETCHED, Cause.NOT_MODIFIED, status=status))
    ending = http.refusal(response.url, status, location)
    if ending is None:
        return _page(response, limits)
    if ending.kind is Kind.HTTP_ERROR:
        return ParsedResponse(ending, retryable=True, retry_after=retry_after_seconds(response.header("retry-after"), now) or 0.0)
    described = f"{status} {location}" if ending.kind is Kind.REDIRECT else str(status)
    return ParsedResponse(ending, content_hash=_digest(described.encode()), archivable=True)


def _page(response: Response, limits: FetchLimits) -> ParsedResponse:
    if response.truncated == "time":
        return _with_status(response, Ending(Kind.FETCH_FAILED, Cause.INCOMPLETE, limit=limits.total_seconds), retryable=True)
    if response.truncated == "length":
        return _too_large(response, Ending(Kind.TOO_LARGE, Cause.OVERSIZE, limit=limits.page_bytes))
    try:
        body, cut = http.decoded_body(response.answer, limits.page_bytes)
    except PageError as error:
        return _too_large(response, error.ending) if error.ending.kind is Kind.TOO_LARGE else _with_status(response, error.ending)
    described = response.header("content-type")
    content = _digest(body)
    feed = feed_in(body, described, response.url)
    if feed is not None:
        return _with_status(response, of_feed(feed), content_hash=content, feed=feed, archivable=True)
    ending = Ending(Kind.FETCHED, Cause.CUT_SHORT if cut or response.truncated else Cause.NONE)
    page = parsed(RawPage(response.url, body, "", described))
    if isinstance(page, Page):
        return _with_status(response, ending, page=page, content_hash=content, archivable=True)
    if page.kind is Kind.NOT_HTML:
        return _with_status(response, replace(page, detail=f"{page.detail}, sent as {(described or 'nothing')[:80]}"))
    return _with_status(response, ending, page=unreadable_page(response.url), unreadable=page, content_hash=content, archivable=True)


def _too_large(response: Response, ending: Ending) -> ParsedResponse:
    """Parse the beginning of an oversized response if it is a feed or sitemap; otherwise reject it."""
    feed = read_feed(response.body, response.url)
    if feed is None or not (feed.entries or feed.parts):
        return _with_status(response, ending)
    return _with_status(response, of_feed(feed), content_hash=_digest(response.body), feed=feed, archivable=True)


def _with_status(response: Response, ending: Ending, **known: Any) -> ParsedResponse:
    return ParsedResponse(replace(ending, status=response.status), **known)


def of_feed(feed: Feed) -> Ending:
    """Return the ending of a visit that received a feed or sitemap."""
    return Ending(Kind.FETCHED, Cause.SITEMAP if feed.sitemap else Cause.FEED)


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()
