"""robots.txt (RFC 9309): the URLs that a host permits this crawler to fetch.

A 4xx response means that there are no rules; no response, 5xx and 429 mean that the rules are unknown, which never permits a request.
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
"""Bytes of a robots.txt that are read (RFC 9309, 2.5 asks for at least 500 kibibytes)."""
_HOPS = 5
"""Redirects that are followed (RFC 9309, 2.3.1.2)."""
_SITEMAPS = 20
"""Maximum number of sitemaps of a robots.txt; the longest list seen has a dozen."""
_NON_ASCII = re.compile(rb"[\x80-\xff]")


class RobotsUnknownError(WinnowError):
    """The rules could not be read, so that no URL of the host may be requested.

    Parameters
    ----------
    ending : Ending
        The ending of the host's URLs: `unreachable` if it gives no response, `robots` if its response does not contain the rules.
    retry_after : str
        The Retry-After header.
    final : bool
        Whether another request is useless.
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
        The product token of the crawler in the groups of rules.
    text : str
        As parsed, for storage.
    """

    rules: Protego
    token: str
    text: str = ""

    @classmethod
    def parse(cls, body: bytes, token: str) -> Robots:
        """Parse any bytes as a robots.txt.

        A byte-order mark would invalidate the first group. Octets beyond ASCII are escaped before decoding, because rules are compared
        with escaped URLs octet by octet.

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
        """Whether the crawler may fetch a URL of the host."""
        return bool(self.rules.can_fetch(url, self.token))

    @property
    def sitemaps(self) -> tuple[str, ...]:
        """The sitemaps as written."""
        return tuple(self.rules.sitemaps)

    def sitemap_urls(self, url: str) -> tuple[str, ...]:
        """The sitemaps as URLs, each once; `url` is any of the host. The protocol requires full URLs, but relative ones occur.

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
        If the host gives no clear answer.
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
    """The rules in the last response (RFC 9309, 2.3.1)."""
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
