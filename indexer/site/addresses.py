"""Addresses: which page of its own site a link leads to, at the cost of a look-up.

Page types need all links of every page, some hundreds, and only whether two of them lead to the same page. So a link's target is its
path and query within the site (and its host, where that is not the site's main one), found without taking URLs apart wherever the link is
written in one of the usual ways; the others are resolved in full, as the URL standard has it (`indexer.urls.resolve`).
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import NamedTuple
from urllib.parse import unquote

from indexer.page.blocks import key
from indexer.page.page import Page
from indexer.page.score import Evidence
from indexer.page.tree import Link
from indexer.urls import document_base, host, normalise, resolve, site_key


class PageLink(NamedTuple):
    """An internal link: where it leads (as address), its anchor's key, and the parser's link."""

    target: str
    anchor: str
    link: Link


_page_link = partial(tuple.__new__, PageLink)
"""`PageLink._make`, without a call of Python: pages have hundreds."""


def address(url: str) -> str:
    """A page's address within its site: path and query, one spelling for `index.html` and the folder; pages of other hosts than the
    registered domain and its `www` keep their host.

    >>> address("https://www.example.org/news/index.html?p=2"), address("https://example.org"), address("http://sport.example.org/")
    ('/news?p=2', '/', '//sport.example.org/')
    """
    return _mark(url, site_key(url)) + host_address(url)


def host_address(url: str) -> str:
    """A page's address within its host.

    >>> host_address("http://sport.example.org/index.html"), host_address("http://sport.example.org/myindex.html")
    ('/', '/myindex.html')
    """
    return _tidy(_path_of(normalise(url)))


_BEFORE_PATH = re.compile(r"[^:/?#]*:(?://)?[^/?#]*")


def _path_of(url: str) -> str:
    """Everything behind the host, as written."""
    start = _BEFORE_PATH.match(url)
    return url[start.end() :] if start else url


def _tidy(reference: str) -> str:
    """One spelling of a path with its query."""
    path, mark, query = reference.partition("#")[0].partition("?")
    if "%" in path:
        path = unquote(path)
    if path.endswith("/index.html"):
        path = path[: -len("index.html")]
    return (path.rstrip("/") or "/") + mark + query


def _mark(url: str, site: str) -> str:
    """What an address begins with: nothing on the site's main host."""
    return _host_mark(host(url), site)


def _host_mark(name: str, site: str) -> str:
    return "" if name.removeprefix("www.") in (site, "") else "//" + name


_ORIGIN = re.compile(r"https?://[^/?#]*")
_ROOTED = re.compile(r"/(?!/)[A-Za-z0-9_%~./-]*")
_ABSOLUTE = re.compile(r"https?://([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)(/[A-Za-z0-9_%~./-]*)?")
_PLAIN = re.compile(r"(?:\.\./|\./)*[A-Za-z0-9_%~-][A-Za-z0-9_%~./-]*")
"""A path on the host, a whole URL, a relative reference to a file: without query and fragment, and with nothing to be escaped."""
_FROM_ROOT = ("/", "https://", "http://")
_DOTS = re.compile(r"/\.{1,2}(?:/|$)")
_ESCAPED_DOT = re.compile("%2e", re.IGNORECASE)
"""A dot too, where it is a segment (URL standard, 4.1)."""


def internal_links(e: Evidence, url: str) -> list[PageLink]:
    """The page's links to other pages of its site, in document order.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> page = parse("<a href='../b.html'>B</a> <a href='/a/'>A</a> <a href='https://x.example.org/c?d'>C</a> <a href='//y.org/'>Y</a>")
    >>> [link.target for link in internal_links(gather(page, ScoreParams()), "https://example.org/a/")]
    ['/b.html', '//x.example.org/c?d']
    """
    return e.page.derived.once("internal links", (url,), lambda: _internal_links(e, url))


def _internal_links(e: Evidence, url: str) -> list[PageLink]:
    base = document_base(normalise(url), e.page.metadata.base or None)
    sites, own = (site_key(url), *_other_sites(e.page, url)), address(url)
    whole = base.partition("?")[0]
    origin, folder = _ORIGIN.match(base), whole[: whole.rfind("/") + 1]
    root = origin[0] if origin else base
    found = []
    for link in e.page.links:
        href = link.href.strip()
        # one key for all pages on which the link leads to the same address
        against = root if href.startswith(_FROM_ROOT) else base if href.startswith("?") or ":" in href else folder
        target = _target(against, href, sites)
        if target and target != own:
            found.append(_page_link((target, key(link.text), link)))
    return found


def _other_sites(page: Page, url: str) -> list[str]:
    """Registered domains under which a page says that it is known, with its own path: of a site that has moved, or is a mirror.

    Its links name them too, and lead to pages of its own site.
    """
    path = host_address(url)
    stated = (*page.metadata.canonical, *page.metadata.all("og:url"))
    known = (resolve(url, reference) for reference in stated)
    return sorted({site_key(name) for name in known if name is not None and host_address(name) == path} - {site_key(url)})


@lru_cache(maxsize=1 << 16)
def _target(base: str, href: str, sites: tuple[str, ...]) -> str:
    """The address that a link leads to, "" outside of the site."""
    if "%" in href and _ESCAPED_DOT.search(href):
        return _in_full(base, href, sites)
    if not _DOTS.search(href):
        if _ROOTED.fullmatch(href):
            return _on_host(host(base), href, sites)
        if whole := _ABSOLUTE.fullmatch(href):
            return _on_host(whole[1].lower(), whole[2] or "/", sites)
    if _PLAIN.fullmatch(href):
        return _on_host(host(base), _below(_path_of(base), href), sites)
    return _in_full(base, href, sites)


def _in_full(base: str, href: str, sites: tuple[str, ...]) -> str:
    target = resolve(base, href)
    return _on_host(host(target), _path_of(target), sites) if target is not None else ""


def _on_host(name: str, path: str, sites: tuple[str, ...]) -> str:
    """The address of a path on a host, "" where that is no host of the site."""
    return next((_host_mark(name, site) + _tidy(path) for site in sites if in_site(name, site)), "")


def _below(folder: str, href: str) -> str:
    """A reference to a file resolved against a folder's path (RFC 3986, 5.2)."""
    path, mark, query = href.partition("?")
    parts = folder.rstrip("/").split("/")
    for segment in path.split("/"):
        if segment == "..":
            parts = parts[:-1] or [""]
        elif segment != ".":
            parts.append(segment)
    return ("/".join(parts) or "/") + mark + query


def in_site(name: str, site: str) -> bool:
    """Whether a host's name belongs to a registered domain; no look-up of public suffixes is needed for that.

    >>> in_site("www.example.org", "example.org"), in_site("badexample.org", "example.org")
    (True, False)
    """
    name = name.lower()
    return name == site or name.endswith("." + site)
