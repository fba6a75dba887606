"""Cookies of one redirect chain: kept by host, path, Secure and expiry (RFC 6265), sent along the chain and then forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from email.message import Message
from http.cookiejar import Cookie, CookieJar, DefaultCookiePolicy
from typing import Any
from urllib.request import Request

from indexer.urls import site_key
from workers.fetch.fetcher import Response

_LONGEST, _ALL, _MOST = 4_096, 8_192, 50
"""Characters of one cookie and of all that are sent, and cookies kept; browsers allow no more of one host (RFC 6265, 6.1)."""
_KEPT = ("name", "value", "domain", "domain_specified", "path", "secure", "expires")

Kept = Sequence[Sequence[Any]]
"""Cookies as JSON carries them: the values of `_KEPT`, a list each."""


class _Policy(DefaultCookiePolicy):
    """Rules of `http.cookiejar`, and two of today's browsers: no cookie for a public suffix, no Secure one over http."""

    def set_ok(self, cookie: Cookie, request: Request) -> bool:
        if len(cookie.name) + len(cookie.value or "") > _LONGEST or (cookie.secure and request.type != "https"):
            return False
        if cookie.domain_specified and not _within(cookie.domain.lstrip("."), request.full_url):
            return False
        return bool(super().set_ok(cookie, request))


def _within(domain: str, url: str) -> bool:
    """Whether a domain is the registered one of a URL's site, or below it.

    >>> [_within(domain, "https://a.b.co.uk/") for domain in ("b.co.uk", "a.b.co.uk", "co.uk", "evilb.co.uk")]
    [True, True, False, False]
    """
    site = site_key(url).partition(":")[0]
    return domain == site or domain.endswith("." + site)


def cookies(kept: Kept, response: Response) -> list[list[Any]]:
    """The cookies after a response: those kept before, updated with what the response sets for its own site.

    >>> sets = (("Set-Cookie", "b=2; Domain=example.org"), ("Set-Cookie", "c=3; Domain=org"))
    >>> answer = Response("https://www.example.org/", 302, "", sets, b"", "", (), 0.1)
    >>> header(cookies([], answer), "https://m.example.org/x"), header(cookies([], answer), "https://example.com/")
    ('b=2', '')
    """
    jar, set_by = _jar(kept), Message()
    for name, value in response.headers:
        if name.lower() == "set-cookie":
            set_by["Set-Cookie"] = value
    jar.extract_cookies(_Answer(set_by), _request(response.url))  # type: ignore[arg-type]  # it reads info() alone
    found = [[getattr(cookie, name) for name in _KEPT] for cookie in jar]
    return sorted(found, key=lambda values: [str(value) for value in values])[:_MOST]


def header(kept: Kept, url: str) -> str:
    """The Cookie header of a request, or ""."""
    request = _request(url)
    _jar(kept).add_cookie_header(request)
    pairs = str(request.get_header("Cookie") or "").split("; ")
    return "; ".join(_fitting(sorted(filter(None, pairs))))


def _fitting(pairs: Iterable[str]) -> list[str]:
    """As many of them as a header may hold."""
    chosen: list[str] = []
    length = 0
    for pair in pairs:
        length += len(pair) + 2
        if length > _ALL:
            break
        chosen.append(pair)
    return chosen


def _request(url: str) -> Request:
    """A request as `http.cookiejar` asks for it; it is never sent."""
    return Request(url)  # noqa: S310


def _jar(kept: Kept) -> CookieJar:
    jar = CookieJar(_Policy(strict_ns_domain=DefaultCookiePolicy.DomainStrictNonDomain))
    for values in kept:
        jar.set_cookie(_cookie(**dict(zip(_KEPT, values, strict=True))))
    return jar


def _cookie(name: str, value: str, domain: str, path: str, expires: int | None, **flags: bool) -> Cookie:
    return Cookie(
        0, name, value, None, False, domain, flags["domain_specified"], domain.startswith("."), path, True, flags["secure"], expires,  # noqa: FBT003
        expires is None, None, None, {},
    )  # fmt: skip


class _Answer:
    def __init__(self, headers: Message) -> None:
        self._headers = headers

    def info(self) -> Message:
        return self._headers
