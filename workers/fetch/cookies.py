"""Stores the cookies of one redirect chain by the rules of RFC 6265; they are discarded at the end of the chain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from email.message import Message
from http.cookiejar import Cookie, CookieJar, DefaultCookiePolicy
from typing import Any
from urllib.request import Request

from indexer.urls import site_key
from workers.fetch.fetcher import Response

_MAX_COOKIE, _MAX_HEADER, _MAX_COOKIES = 4_096, 8_192, 50
"""Maximum characters of a cookie and of a Cookie header, and maximum number of cookies; browsers have similar limits (RFC 6265, 6.1)."""
_FIELDS = ("name", "value", "domain", "domain_specified", "path", "secure", "expires")

StoredCookies = Sequence[Sequence[Any]]
"""Cookies as JSON: a list of the values of `_FIELDS` for each cookie."""


class _Policy(DefaultCookiePolicy):
    """Adds two rules of browsers to `http.cookiejar`: no cookie for a public suffix, and no Secure cookie over http."""

    def set_ok(self, cookie: Cookie, request: Request) -> bool:
        if len(cookie.name) + len(cookie.value or "") > _MAX_COOKIE or (cookie.secure and request.type != "https"):
            return False
        if cookie.domain_specified and not _within(cookie.domain.lstrip("."), request.full_url):
            return False
        return bool(super().set_ok(cookie, request))


def _within(domain: str, url: str) -> bool:
    """Return whether a domain is the registered domain of a URL, or a subdomain of it.

    >>> [_within(domain, "https://a.b.co.uk/") for domain in ("b.co.uk", "a.b.co.uk", "co.uk", "evilb.co.uk")]
    [True, True, False, False]
    """
    site = site_key(url).partition(":")[0]
    return domain == site or domain.endswith("." + site)


def cookies(previous: StoredCookies, response: Response) -> list[list[Any]]:
    """Return the cookies after a response: the previous ones, updated with those that the response sets for its site.

    >>> sets = (("Set-Cookie", "b=2; Domain=example.org"), ("Set-Cookie", "c=3; Domain=org"))
    >>> answer = Response("https://www.example.org/", 302, "", sets, b"", "", (), 0.1)
    >>> header(cookies([], answer), "https://m.example.org/x"), header(cookies([], answer), "https://example.com/")
    ('b=2', '')
    """
    jar, set_by = _jar(previous), Message()
    for name, value in response.headers:
        if name.lower() == "set-cookie":
            set_by["Set-Cookie"] = value
    jar.extract_cookies(_Answer(set_by), _request(response.url))  # type: ignore[arg-type]  # it reads info() alone
    found = [[getattr(cookie, name) for name in _FIELDS] for cookie in jar]
    return sorted(found, key=lambda values: [str(value) for value in values])[:_MAX_COOKIES]


def header(previous: StoredCookies, url: str) -> str:
    """Return the Cookie header of a request; "" without cookies."""
    request = _request(url)
    _jar(previous).add_cookie_header(request)
    pairs = str(request.get_header("Cookie") or "").split("; ")
    return "; ".join(_fitting(sorted(filter(None, pairs))))


def _fitting(pairs: Iterable[str]) -> list[str]:
    """Return the first cookie pairs that fit into one header."""
    chosen: list[str] = []
    length = 0
    for pair in pairs:
        length += len(pair) + 2
        if length > _MAX_HEADER:
            break
        chosen.append(pair)
    return chosen


def _request(url: str) -> Request:
    """Return the request object that `http.cookiejar` needs; it is never sent."""
    return Request(url)  # noqa: S310


def _jar(previous: StoredCookies) -> CookieJar:
    jar = CookieJar(_Policy(strict_ns_domain=DefaultCookiePolicy.DomainStrictNonDomain))
    for values in previous:
        jar.set_cookie(_cookie(**dict(zip(_FIELDS, values, strict=True))))
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
