"""Reads robots.txt (RFC 9309), which states the URLs that a crawler may fetch from a host.

A 4xx response other than 429 means that there are no rules. Without a response, or with 429 or 5xx, the rules are unknown, and no page of
the host may be requested.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass

from protego import Protego

from indexer import urls
from indexer.archive import http
from indexer.cause import Cause
from indexer.errors import PageError, WinnowError
from indexer.outcome import Ending, Kind
from workers.fetch.addresses import RefusedAddressError
from workers.fetch.fetcher import Fetcher, Response

_LIMIT = 500 * 1024
"""Maximum bytes of a robots.txt that are read (RFC 9309, 2.5 requires at least 500 kibibytes)."""
_HOPS = 5
"""Maximum number of redirects that are followed (RFC 9309, 2.3.1.2)."""
_SITEMAPS = 20
"""Maximum number of sitemaps of a robots.txt; the longest list seen has a dozen."""
_NON_ASCII = re.compile(rb"[\x80-\xff]")


class RobotsUnknownError(WinnowError):
    """The rules of a host cannot be read, so that none of its URLs may be requested.

    Parameters
    ----------
    ending : Ending
        The ending for the host's URLs: `unreachable` if the host does not respond, `robots` if its response has no usable rules.
    retry_after : str
        The value of the Retry-After header; "" without one.
    final : bool
        Whether a retry is pointless.
    """

    def __init__(self, ending: Ending, retry_after: str = "", *, final: bool = False) -> None:
        super().__init__(ending.reason)
        self.ending = ending
        self.retry_after = retry_after
        self.final = final


@dataclass(frozen=True, slots=True)
class Robots:
    """The rules of one host for one crawler.

    Parameters
    ----------
    token : str
        The product token by which rule groups name the crawler.
    text : str
        The parsed text, for storage.
    """

    rules: Protego
    token: str
    text: str = ""

    @classmethod
    def parse(cls, body: bytes, token: str) -> Robots:
        """Parse arbitrary bytes as a robots.txt.

        A byte-order mark is removed, since it would invalidate the first group. Non-ASCII octets are percent-encoded, because rules are
        compared with encoded URLs octet by octet.

        >>> robots = Robots.parse("\\ufeffUser-agent: *\\nDisallow: /bücher/".encode(), "winnow")
        >>> robots.allows("https://example.org/b%C3%BCcher/1"), robots.allows("https://example.org/")
        (False, True)
        >>> Robots.parse("User-agent: *\\nDisallow: /a".encode("utf-16"), "winnow").allows("https://example.org/a")
        False
        """
        text = body[:_LIMIT]
        if text.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):  # some editors save it so, although RFC 9309 requires UTF-8
            text = text.decode("utf-16", "replace").encode("utf-8", "replace")
        text = text.removeprefix(BOM_UTF8).replace(b"\0", b"")
        text = _NON_ASCII.sub(lambda match: b"%%%02X" % match[0][0], text)
        return cls(Protego.parse(text.decode("ascii")), token, text.decode("ascii"))

    def allows(self, url: str) -> bool:
        """Return whether the crawler may fetch a URL of the host."""
        return bool(self.rules.can_fetch(url, self.token))

    @property
    def sitemaps(self) -> tuple[str, ...]:
        """The sitemaps as written."""
        return tuple(self.rules.sitemaps)

    def sitemap_urls(self, url: str) -> tuple[str, ...]:
        """Return the sitemaps as absolute URLs without duplicates; `url` is any URL of the host.

        The protocol requires absolute URLs, but relative ones occur.

        >>> Robots.parse(b"Sitemap: /map.xml", "winnow").sitemap_urls("https://example.org/a/b")
        ('https://example.org/map.xml',)
        """
        base = urls.resolve(url, "/robots.txt") or url
        found = (urls.resolve(base, written) for written in self.sitemaps)
        return tuple(dict.fromkeys(one for one in found if one and one.startswith("http")))[:_SITEMAPS]

    @property
    def crawl_delay(self) -> float | None:
        """The Crawl-delay in seconds; None if there is none."""
        return self.rules.crawl_delay(self.token)


def read_robots(fetcher: Fetcher, url: str, token: str) -> Robots:
    """Fetch the rules of the host of `url`.

    Raises
    ------
    RobotsUnknownError
        If the host does not respond, or its response has no usable rules.
    """
    target = urls.resolve(url, "/robots.txt")
    assert target is not None
    for _ in range(_HOPS + 1):
        try:
            response = fetcher.get(target)
        except PageError as error:
            final = isinstance(error, RefusedAddressError)
            known = final or error.ending.kind is Kind.UNREACHABLE
            raise RobotsUnknownError(error.ending if known else _unknown(f"{error}"), final=final) from error
        location = urls.resolve(target, response.header("location")) if 300 <= response.status < 400 else None
        if location is None:
            return _judge(response, token)
        target = location
    return Robots.parse(b"", token)


def _judge(response: Response, token: str) -> Robots:
    """Return the rules in the response after all redirects (RFC 9309, 2.3.1)."""
    status = response.status
    if status == 429 or status >= 500:
        raise RobotsUnknownError(_unknown(f"status {status}"), response.header("retry-after"))
    if not 200 <= status < 300:
        return Robots.parse(b"", token)
    if response.truncated in ("time", "disconnect"):
        raise RobotsUnknownError(_unknown("cut off by the server"))
    try:
        body, _ = http.decoded_body(response.answer, 16 * _LIMIT)
    except PageError as error:
        if error.ending.kind is not Kind.TOO_LARGE:
            raise RobotsUnknownError(_unknown(f"{error}")) from error
        body = response.body if not response.header("content-encoding") else b""
    return Robots.parse(body, token)


def _unknown(detail: str) -> Ending:
    return Ending(Kind.ROBOTS, Cause.ROBOTS_UNKNOWN, detail=detail)
