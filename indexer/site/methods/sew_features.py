"""SEW's six features of a link set, and the choice of the navigation link set by them (section 3.3)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, pvariance
from urllib.parse import urlsplit

from indexer.page.link_nodes import LinkNode
from indexer.site.methods.sew_params import Norms, SewParams
from indexer.urls import resolve

LinkSet = tuple[LinkNode, ...]

RELATIVE, ABSOLUTE, CROSS_SITE, ANCHOR, OTHERS = "relative", "absolute", "cross-site", "anchor", "others"
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Where:
    """The page that contains the link sets.

    Parameters
    ----------
    page : str
        Its URL.
    base : str
        The URL that its links are relative to.
    home : str
        The start page's URL.
    """

    page: str
    base: str
    home: str


def features(links: Sequence[LinkNode], where: Where, params: SewParams) -> tuple[float, ...]:
    """Return the values of the six features of a set of at least one link, in the order of `FEATURES`."""
    lengths = [len(link.name) for link in links]
    types = Counter(url_type(link.href) for link in links)
    folder = _folder(where.page)
    contained = sum((resolve(where.base, link.href) or "").startswith(folder) for link in links)
    return (
        fmean(len(link.name.split()) for link in links),
        fmean(lengths),
        pvariance(lengths),
        max(types.values()) / len(links),
        pvariance([directories(link.href, where, params) for link in links]),
        contained / len(links),
    )


def url_type(href: str) -> str:
    """Return which of the paper's five types of URL a link has.

    >>> [url_type(href) for href in ("a/b.html", "/a", "https://example.org/", "#top", "javascript:go()")]
    ['relative', 'absolute', 'cross-site', 'anchor', 'others']
    """
    scheme = _SCHEME.match(href)
    if scheme:
        return CROSS_SITE if scheme[1].lower() in ("http", "https") else OTHERS
    if href.startswith("//"):
        return CROSS_SITE
    if href.startswith("#"):
        return ANCHOR
    return ABSOLUTE if href.startswith("/") else RELATIVE


def directories(href: str, where: Where, params: SewParams) -> int:
    """Return the directory levels of a link: from the start page's directory for relative ones, else from the root of its host.

    >>> where = Where("https://example.org/a/b/c.html", "https://example.org/a/b/c.html", "https://example.org/a/")
    >>> [directories(href, where, SewParams()) for href in ("d.html", "d/e.html", "/a/b/", "mailto:x@example.org")]
    [1, 2, 2, 1000]
    """
    kind = url_type(href)
    if kind == OTHERS:
        return params.other_directories
    if kind in (RELATIVE, ANCHOR):
        prefix = _levels(_folder(where.page)) - _levels(_folder(where.home)) if kind == RELATIVE or href else 0
        return max(0, prefix) + href.partition("#")[0].partition("?")[0].count("/")
    return _levels(href if kind == CROSS_SITE else "//x" + href)


def _levels(url: str) -> int:
    """Return the number of directories in a URL's path, without the file.

    >>> _levels("https://example.org/a/b/c.html"), _levels("https://example.org/")
    (2, 0)
    """
    try:
        path = urlsplit(url).path
    except ValueError:
        return 0
    return len([part for part in path.rpartition("/")[0].split("/") if part])


def _folder(url: str) -> str:
    """Return a page's directory, with the final slash."""
    path = url.partition("?")[0]
    return path[: path.rfind("/") + 1]


def select(candidates: Sequence[LinkSet], where: Where, norms: Norms, params: SewParams) -> LinkSet:
    """Return the navigation link set among the candidates (SELECTNAVLINKSET, figure 3); () if the best one is unlike all known ones.

    The first of equal candidates wins.
    """
    best: LinkSet = ()
    most = -1.0
    for links in candidates:
        confidence = norms.confidence(features(links, where, params))
        if confidence > most:
            best, most = links, confidence
    return best if best and norms.accepts(most) else ()
