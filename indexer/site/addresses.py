"""Addresses: which page of its own site a link leads to, at the cost of a look-up.

Page types need all links of every page, some hundreds, and only whether two of them lead to the same page. So a link's target is its
path and query within the site, found without taking URLs apart wherever the link is written in one of the usual ways; the others
are resolved in full (`indexer.urls.resolve`).
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import NamedTuple
from urllib.parse import unquote

from indexer.page.blocks import key
from indexer.page.score import Evidence
from indexer.page.tree import Link
from indexer.urls import document_base, host, resolve, site_key


class PageLink(NamedTuple):
    """An internal link: where it leads (as address), its anchor's key, and the parser's link."""

    target: str
    anchor: str
    link: Link


_page_link = partial(tuple.__new__, PageLink)
"""`PageLink._make`, without a call of Python: pages have hundreds."""


def address(url: str) -> str:
    """A page's address within its site: path and query, one spelling for `index.html` and the folder.

    >>> address("https://www.example.org/news/index.html?p=2"), address("https://example.org")
    ('/news?p=2', '/')
    """
    return _tidy(_path_of(url))


def _path_of(url: str) -> str:
    """Everything behind the host, as written."""
    _, _, rest = url.partition("://")
    return rest[len(rest.split("/", 1)[0]) :] or "/"


def _tidy(reference: str) -> str:
    """One spelling of a path with its query."""
    path, mark, query = reference.partition("#")[0].partition("?")
    if "%" in path:
        path = unquote(path)
    return (path.removesuffix("index.html").rstrip("/") or "/") + mark + query


_ABSOLUTE = ("http://", "https://")
_ROOTED = ("/", *_ABSOLUTE)
_PLAIN = re.compile(r"(?:\.\./|\./)*[A-Za-z0-9_%~-][A-Za-z0-9_%~./-]*(?:\?[^\s#]*)?")
"""A relative reference to a file, without scheme and fragment."""
_DOTS = re.compile(r"/\.{1,2}(?:/|$)")


def internal_links(e: Evidence, url: str) -> list[PageLink]:
    """The page's links to other pages of its site, in document order.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> page = parse("<a href='../b.html'>B</a> <a href='/a/'>A</a> <a href='https://x.example.org/c?d'>C</a> <a href='//y.org/'>Y</a>")
    >>> [link.target for link in internal_links(gather(page, ScoreParams()), "https://example.org/a/")]
    ['/b.html', '/c?d']
    """
    base = document_base(url, e.page.metadata.base or None)
    folder = base.partition("?")[0]
    folder = folder[: folder.rfind("/") + 1]
    site, own = site_key(url), address(url)
    found = []
    for link in e.page.links:
        href = link.href
        # one key for all pages on which the link leads to the same address
        against = "" if href.startswith(_ROOTED) else base if href[:1] in "?#" else folder
        target = _target(against, href, site)
        if target and target != own:
            found.append(_page_link((target, key(link.text), link)))
    return found


@lru_cache(maxsize=1 << 16)
def _target(base: str, href: str, site: str) -> str:
    """The address that a link leads to, "" outside of the site."""
    if href.startswith(("//", "/\\")):
        href = "http:" + href
    if href.startswith("/") and not _DOTS.search(href):
        return _tidy(href.strip())
    if href.startswith(_ABSOLUTE) and not _DOTS.search(href):
        return address(href.strip()) if in_site(href.split("/", 3)[2].strip(), site) else ""
    if _PLAIN.fullmatch(href) and in_site(host(base), site):
        return _tidy(_below(_path_of(base), href))
    target = resolve(base or f"http://{site}/", href)
    return address(target) if target is not None and in_site(host(target), site) else ""


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
