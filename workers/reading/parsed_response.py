"""What an answer means: how its visit ends, the page where it is one, where it points, how long its server wants to be left alone."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from indexer.archive import http
from indexer.errors import PageError
from indexer.outcome import Kind
from indexer.page.decode import decode
from indexer.page.sniff import sniff
from workers.fetch.fetcher import FetchLimits, Response
from workers.fetch.politeness import seconds_of
from workers.reading.feeds import Feed, read_feed

FEED, SITEMAP = "a feed", "a sitemap"
"""Reasons of answers that bring no page, but lists of pages."""
UNCHANGED = "unchanged"
"""The reason of an answer that brings nothing, since all is as it was."""


@dataclass(frozen=True, slots=True)
class ParsedResponse:
    """An answer that was read.

    Parameters
    ----------
    kind : Kind
    reason : str
    text : str or None
        The page, decoded; None where the answer brought none.
    content_hash : str
        Of what the answer says (its body as expanded, where it points), in hexadecimal digits; "" where another may say something else.
    feed : Feed or None
        What a feed or sitemap lists.
    location : str
        Where a redirect points, as written.
    archivable : bool
        Whether the archive should have the answer: it says something about the page.
    retryable : bool
        Whether another try may bring another answer.
    retry_after : float
        Seconds for which the server asks to be left alone.
    """

    kind: Kind
    reason: str = ""
    text: str | None = None
    content_hash: str = ""
    feed: Feed | None = None
    location: str = ""
    archivable: bool = False
    retryable: bool = False
    retry_after: float = 0.0


def read(response: Response, limits: FetchLimits, now: datetime) -> ParsedResponse:
    """What an answer means, by its status (RFC 9110, 15) and, for a page, by its body.

    >>> from workers.fetch.fetcher import FetchLimits
    >>> gone = Response("https://example.org/", 410, "Gone", (), b"", "", (), 0.1)
    >>> read(gone, FetchLimits(), datetime(2026, 1, 1)).kind.value
    'gone'
    """
    status = response.status
    location = response.header("location")
    if 200 <= status < 300:
        return _page(response, limits)
    if status == 304 and any(name.startswith("If-") for name, _ in response.request_headers):
        return ParsedResponse(Kind.FETCHED, UNCHANGED)
    if 300 <= status < 400 and location:
        reason = f"status {status} to {location[:500]}"
        content = _digest(f"{status} {location}".encode())
        return ParsedResponse(Kind.REDIRECT, reason, content_hash=content, location=location, archivable=True)
    if status in (404, 410):
        return ParsedResponse(Kind.GONE, f"status {status}", content_hash=_digest(str(status).encode()), archivable=True)
    retry_after = seconds_of(response.header("retry-after"), now) or 0.0
    return ParsedResponse(Kind.HTTP_ERROR, f"status {status}", retryable=True, retry_after=retry_after)


def _page(response: Response, limits: FetchLimits) -> ParsedResponse:
    if response.truncated == "time":
        return ParsedResponse(Kind.FETCH_FAILED, f"the answer was not complete within {limits.total_seconds:g} s", retryable=True)
    if response.truncated == "length":
        return _too_large(response, f"over {limits.page_bytes:,} bytes")
    try:
        body, cut = http.decoded_body(response.answer, limits.page_bytes)
    except PageError as error:
        kind = error.ending.kind
        return _too_large(response, str(error)) if kind is Kind.TOO_LARGE else ParsedResponse(kind, str(error))
    said = response.header("content-type")
    other = sniff(body, said)
    content = _digest(body)
    if other is not None:
        feed = read_feed(body, response.url)
        if feed is not None:
            return ParsedResponse(Kind.FETCHED, name_of(feed), content_hash=content, feed=feed, archivable=True)
        return ParsedResponse(Kind.NOT_HTML, f"{other}, sent as {(said or 'nothing')[:80]}")
    reason = "the server cut the answer short" if cut or response.truncated else ""
    return ParsedResponse(Kind.FETCHED, reason, decode(body, said).text, content, archivable=True)


def _too_large(response: Response, reason: str) -> ParsedResponse:
    """Of a sitemap that is too large the begin is of use all the same."""
    feed = read_feed(response.body, response.url)
    if feed is None or not (feed.entries or feed.parts):
        return ParsedResponse(Kind.TOO_LARGE, reason)
    return ParsedResponse(Kind.FETCHED, name_of(feed), content_hash=_digest(response.body), feed=feed, archivable=True)


def name_of(feed: Feed) -> str:
    """What a feed is called as a reason."""
    return SITEMAP if feed.sitemap else FEED


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()
