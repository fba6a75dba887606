"""Builder of a link graph from pages and links one at a time; the result does not depend on their order."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache
from urllib.parse import unquote

import numpy as np

from indexer.algorithms.link_entropy import AnchorTerms, anchor_entropies, anchor_term_entropies
from indexer.arrays import Bools, Ints
from indexer.site.links.content_blocks import features_of
from indexer.site.links.graph import LinkGraph
from indexer.urls import site_key

_LONGEST_ANCHOR = 500
"""Maximum length in characters of an anchor text; longer ones are no anchors but texts with a link around them."""
_NOWHERE = -1


@lru_cache(maxsize=1 << 13)  # menus come back on each page
def page_key(url: str) -> str:
    """Return the part of a normalised URL that all URLs of the same page share.

    >>> page_key("https://www.example.org/news/index.html"), page_key("http://example.org/news/"), page_key("P0")
    ('example.org/news', 'example.org/news', 'P0')
    >>> page_key("file:///site/a%3Fid=1.html") == page_key("file:///site/a?id=1.html")  # how files are named that were fetched
    True
    """
    scheme, mark, rest = url.partition("://")
    if not mark:
        return url
    if scheme == "file":
        return unquote(rest).removesuffix("/index.html").rstrip("/")
    path, mark, query = rest.removeprefix("www.").partition("?")
    return path.removesuffix("/index.html").rstrip("/") + mark + query


class GraphBuilder:
    """A site's links as read so far: 16 bytes per link, and each distinct URL and anchor text once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}  # page key to the number of its place
        self._urls: list[str] = []  # the smallest spelling by number
        self._fetched = bytearray()
        self._declared: list[tuple[int, int]] = []  # a canonical URL's number, and that of the page that declares it
        self._anchors: dict[str, int] = {}
        self._page, self._target, self._anchor, self._block = array("i"), array("i"), array("i"), array("i")

    def page(self, url: str, canonical: str = "") -> int:
        """Add an available page and return its number for `link`.

        Parameters
        ----------
        url : str
            Normalised.
        canonical : str
            Its canonical URL, normalised: links to it count as links to this page, unless it is itself an available page.
        """
        number = self._number(url)
        if not self._fetched[number] or url < self._urls[number]:
            self._urls[number] = url
        self._fetched[number] = True
        if canonical and canonical != url:
            self._declared.append((self._number(canonical), number))
        return number

    def link(self, page: int, url: str, anchor: str, block: int = 0) -> None:
        """Add a page's link to a normalised URL, with its anchor text and its content block."""
        self._page.append(page)
        self._target.append(self._number(url))
        self._anchor.append(self._anchors.setdefault(anchor[:_LONGEST_ANCHOR], len(self._anchors)))
        self._block.append(block)

    def _number(self, url: str) -> int:
        key = page_key(url)
        number = self._numbers.setdefault(key, len(self._urls))
        if number == len(self._urls):
            self._urls.append(url)
            self._fetched.append(False)
        elif not self._fetched[number] and url < self._urls[number]:
            self._urls[number] = url
        return number

    def graph(self, words: int, *, unfetched: bool) -> LinkGraph:
        """Return the graph of the links read; for the parameters see `indexer.site.links.pages.link_graph`."""
        node, urls, fetched = self._nodes(unfetched=unfetched)
        anchors, order = _sorted(list(self._anchors))
        said = _anchor_terms(anchors, words)
        page, target = node[np.asarray(self._page, np.int64)], node[np.asarray(self._target, np.int64)]
        anchor, block = order[np.asarray(self._anchor, np.int64)], np.asarray(self._block, np.int64)
        entropy = anchor_entropies(said, anchor_term_entropies(page, anchor, said, fetched))
        linked = (target != _NOWHERE) & (target != page)
        hub_page, source, target, anchor = _different(page[linked], block[linked], target[linked], anchor[linked], said.counts)
        return LinkGraph(
            urls=urls,
            fetched=fetched,
            hub_page=hub_page,
            source=source,
            target=target,
            anchor=anchor,
            anchors=anchors,
            entropy=entropy,
            terms=said.counts,
        )

    def _nodes(self, *, unfetched: bool) -> tuple[Ints, tuple[str, ...], int]:
        """Return the node of each number, or _NOWHERE; the nodes' URLs; and the number of available pages."""
        here = np.frombuffer(self._fetched, np.bool_) if self._fetched else np.zeros(0, np.bool_)
        at_hand = sorted(np.flatnonzero(here).tolist(), key=self._urls.__getitem__)
        copies = self._copies(here)
        others = self._others(here, copies) if unfetched else []
        node = np.full(len(self._urls), _NOWHERE, np.int64)
        node[np.array(at_hand + others, np.int64)] = np.arange(len(at_hand) + len(others))
        for canonical, page in copies.items():
            node[canonical] = node[page]
        return node, tuple(self._urls[number] for number in at_hand + others), len(at_hand)

    def _copies(self, here: Bools) -> dict[int, int]:
        """Return unavailable canonical URLs with the available page that declares them; the first of several."""
        declared = sorted(self._declared, key=lambda pair: self._urls[pair[1]], reverse=True)
        return {canonical: page for canonical, page in declared if not here[canonical]}

    def _others(self, here: Bools, copies: Mapping[int, int]) -> list[int]:
        """Return the site's pages that are linked to but not available."""
        sites = {_site_of(self._urls[number]) for number in np.flatnonzero(here).tolist()}
        missing = (number for number in np.flatnonzero(~here).tolist() if number not in copies)
        return sorted((number for number in missing if _site_of(self._urls[number]) in sites), key=self._urls.__getitem__)


def _site_of(url: str) -> str:
    scheme, mark, rest = url.partition("://")
    return _site(f"{scheme}{mark}{rest.partition('/')[0]}/") if mark else ""


@lru_cache(maxsize=4096)
def _site(origin: str) -> str:
    return site_key(origin)


def _sorted(texts: list[str]) -> tuple[tuple[str, ...], Ints]:
    """Return the texts in order, and the new position of each."""
    old = sorted(range(len(texts)), key=texts.__getitem__)
    place = np.empty(len(texts), np.int64)
    place[np.array(old, np.int64)] = np.arange(len(texts))
    return tuple(texts[i] for i in old), place


def _anchor_terms(anchors: Sequence[str], words: int) -> AnchorTerms:
    numbers: dict[str, int] = {}
    term, offsets = array("q"), array("q", [0])
    for text in anchors:
        term.extend(sorted({numbers.setdefault(feature, len(numbers)) for feature in features_of(text, words)}))
        offsets.append(len(term))
    return AnchorTerms(np.asarray(term, np.int64), np.asarray(offsets, np.int64), len(numbers))


def _different(page: Ints, block: Ints, target: Ints, anchor: Ints, length: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Return the hubs' pages, and each distinct link from a hub to a page with the longest of its anchors (the first of equal ones)."""
    order = np.lexsort((anchor, -length[anchor], target, block, page))
    page, block, target, anchor = page[order], block[order], target[order], anchor[order]
    new_hub = _starts(page, block)
    new_link = new_hub | _starts(target)
    source = np.cumsum(new_hub) - 1
    return page[new_hub], source[new_link], target[new_link], anchor[new_link]


def _starts(*columns: Ints) -> Bools:
    """Return where a row differs from the previous one in any column."""
    start = np.ones(len(columns[0]), np.bool_)
    if len(start):
        start[1:] = np.logical_or.reduce([column[1:] != column[:-1] for column in columns])
    return start
