"""The path of a page within its site, by which links of the site are compared: all spellings of a page's URL have one path."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import NamedTuple
from urllib.parse import unquote

from indexer.page.blocks import key
from indexer.page.cache_limit import LONGEST
from indexer.page.link_resolver import LinkResolver
from indexer.page.page import Page
from indexer.page.score import Evidence
from indexer.page.tree import Link
from indexer.urls import host, normalise, resolve, site_key


class PageLink(NamedTuple):
    """An internal link: its target (`site_path`), its anchor's key, and the parser's link."""

    target: str
    anchor: str
    link: Link


_page_link = partial(tuple.__new__, PageLink)
"""`PageLink._make` without a Python call: pages have hundreds of links."""


def site_path(url: str) -> str:
    """Return path and query of a page, with one spelling for `index.html` and its folder. Hosts other than the registered domain and its
    `www` stay in the result.

    >>> site_path("https://www.example.org/news/index.html?p=2"), site_path("https://example.org"), site_path("http://sport.example.org/")
    ('/news?p=2', '/', '//sport.example.org/')
    """
    return _mark(url, site_key(url)) + host_path(url)


def host_path(url: str) -> str:
    """Return the path and query without any host.

    >>> host_path("http://sport.example.org/index.html"), host_path("http://sport.example.org/myindex.html")
    ('/', '/myindex.html')
    """
    return _tidy(_path_of(normalise(url)))


_BEFORE_PATH = re.compile(r"[^:/?#]*:(?://)?[^/?#]*")


def _path_of(url: str) -> str:
    """Return everything after the host, as written."""
    start = _BEFORE_PATH.match(url)
    return url[start.end() :] if start else url


def _tidy(reference: str) -> str:
    """Return the canonical spelling of a path with its query."""
    path, mark, query = reference.partition("#")[0].partition("?")
    if "%" in path:
        path = unquote(path)
    if path.endswith("/index.html"):
        path = path[: -len("index.html")]
    return (path.rstrip("/") or "/") + mark + query


def _mark(url: str, site: str) -> str:
    """Return the prefix of a path: nothing on the site's main host."""
    return _host_mark(host(url), site)


def _host_mark(name: str, site: str) -> str:
    return "" if name.removeprefix("www.") in (site, "") else "//" + name


def internal_links(e: Evidence, url: str) -> list[PageLink]:
    """Return the page's links to other pages of its site, in document order.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> page = parse("<a href='../b.html'>B</a> <a href='/a/'>A</a> <a href='https://x.example.org/c?d'>C</a> <a href='//y.org/'>Y</a>")
    >>> [link.target for link in internal_links(gather(page, ScoreParams()), "https://example.org/a/")]
    ['/b.html', '//x.example.org/c?d']
    """
    return e.page.derived.once("internal links", (url,), lambda: _internal_links(e, url))


def _internal_links(e: Evidence, url: str) -> list[PageLink]:
    target_of = LinkResolver(e.page, url)
    sites, own = (site_key(url), *_other_sites(e.page, url)), site_path(url)
    found = []
    for link in e.page.links:
        target = path_within(target_of(link.href), sites)
        if target and target != own:
            found.append(_page_link((target, key(link.text), link)))
    return found


def outward_blocks(e: Evidence, url: str) -> set[int]:
    """Return the blocks with a link to another site.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> page = parse("<p><a href=/b>B</a></p><p><a href=https://y.org/>Y</a></p><p><a href='#top'>Up</a></p>")
    >>> outward_blocks(gather(page, ScoreParams()), "https://example.org/a/")
    {1}
    """
    target_of = LinkResolver(e.page, url)
    sites = (site_key(url), *_other_sites(e.page, url))
    return {link.block for link in e.page.links if (target := target_of(link.href)) and not path_within(target, sites)}


def _other_sites(page: Page, url: str) -> list[str]:
    """Return the registered domains of a page's declared URLs with its own path: the site has moved, or is a mirror.

    Its links use these domains too and lead to pages of its own site.
    """
    path = host_path(url)
    stated = (*page.metadata.canonical, *page.metadata.all("og:url"))
    known = (resolve(url, reference) for reference in stated)
    return sorted({site_key(name) for name in known if name is not None and host_path(name) == path} - {site_key(url)})


def path_within(url: str, sites: tuple[str, ...]) -> str:
    """Return the path of a page (normalised URL) within the site, "" outside of it."""
    return (_known_path if len(url) <= LONGEST else _path_within)(url, sites)


def _path_within(url: str, sites: tuple[str, ...]) -> str:
    if not url:
        return ""
    name = host(url)
    return next((_host_mark(name, site) + _tidy(_path_of(url)) for site in sites if in_site(name, site)), "")


_known_path = lru_cache(maxsize=1 << 13)(_path_within)


def in_site(name: str, site: str) -> bool:
    """Return whether a host's name belongs to a registered domain, without a look-up of public suffixes.

    >>> in_site("www.example.org", "example.org"), in_site("badexample.org", "example.org")
    (True, False)
    """
    name = name.lower()
    return name == site or name.endswith("." + site)
