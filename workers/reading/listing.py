"""Reads the teasers of a page in document order, their boxes, and the page's own text.

A *teaser* is the largest subtree whose links all have one target: it includes the headline, lead and time of a story, but nothing of its
neighbours. A *box* is its place in the markup; pages of one template share their boxes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from indexer import urls
from indexer.page.elements import HEADINGS
from indexer.page.link_resolver import LinkResolver
from indexer.page.page import Page
from indexer.page.tree import Link
from workers.reading.teaser import Listing, Teaser, text_hash

_DIGITS = re.compile(r"\d+")
_MAX_TEASER = 800
"""Maximum characters of a teaser; a long paragraph with one link is not a teaser."""
_MIN_BLOCK = 20
"""Minimum characters of a block of own text."""
_STEPS = 5
"""Number of ancestors in the name of a box."""
MAX_TEASERS = 2_000
"""Maximum number of teasers of one page; the longest list page seen has 1,100."""
_SEVERAL = "*"


def read_listing(page: Page) -> Listing:
    """Read the teasers and the own text of a page.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> html = ('<main><div><h3><a href="/a">Tram late</a></h3><p>Again.</p></div>'
    ...         '<div><h3><a href="/b">Ice melts</a></h3><p>Soon.</p></div></main>')
    >>> [(teaser.url, teaser.headline, teaser.box) for teaser in read_listing(parse(html, "https://example.org/")).teasers]
    [('https://example.org/a', 'Tram late', 'body>main'), ('https://example.org/b', 'Ice melts', 'body>main')]
    """
    parts = _Parts(page)
    return Listing(tuple(parts.teasers()), parts.own(), page.metadata)


class _Parts:
    """The parts of a page with one link target each. A part is a node, or a single link, which is numbered -1 - index."""

    def __init__(self, page: Page) -> None:
        self._page, self._tree = page, page.tree
        self._parent = page.tree.parent.tolist()
        self._length = page.tree.subtree_sum(np.array([len(text) for text in page.tree.text], np.float64)).tolist()
        self._links = list(_followed(page))
        self._target = self._targets()
        self._part = [self._largest(i, target, link) for i, (target, link) in enumerate(self._links)]

    def _targets(self) -> list[str]:
        """Return the common target of the links in each node: "" without links, `_SEVERAL` for several targets."""
        target = [""] * len(self._parent)
        for url, link in self._links:
            target[link.node] = _common_target(target[link.node], url)
        for node in range(len(target) - 1, 0, -1):
            target[self._parent[node]] = _common_target(target[self._parent[node]], target[node])
        return target

    def _largest(self, number: int, target: str, link: Link) -> int:
        """Return the largest ancestor of a link whose links all have the same target."""
        part, node = -1 - number, link.node
        while node > 0 and self._target[node] == target and self._length[node] <= _MAX_TEASER:
            part, node = node, self._parent[node]
        return part

    def teasers(self) -> Iterator[Teaser]:
        """Yield the teasers in the order of their first links."""
        parts: dict[int, list[tuple[str, Link]]] = {}
        for part, link in zip(self._part, self._links, strict=True):
            parts.setdefault(part, []).append(link)
        seen: set[tuple[str, str]] = set()
        places: dict[str, dict[int, int]] = {}
        for part, links in parts.items():
            target, first = links[0]
            parent = self._parent[part] if part > 0 else first.node
            box, text = self._box(parent), self._text(part)
            place = places.setdefault(box, {}).setdefault(parent, len(places[box]))
            if (target, box) in seen or len(seen) >= MAX_TEASERS:
                continue
            seen.add((target, box))
            headline = max((link.text for _, link in links), key=len)
            heading = any(self._in_heading(link, part) for _, link in links)
            yield Teaser(target, headline[:300], text_hash(text), text_hash(_DIGITS.sub("", text)), box, place, heading)

    def own(self) -> dict[int, int]:
        """Return the text blocks outside teasers that are mostly not link text, as a mapping of hash to length."""
        tree = self._tree
        subjects = np.zeros(len(self._parent), bool)
        parts = zip(self._part, self._links, strict=True)
        subjects[[part for part, (_, link) in parts if part > 0 and self._is_subject(link, part)]] = True
        inside = tree.under(subjects)[tree.node].tolist()
        blocks = ((text, linked) for text, linked, covered in zip(tree.text, tree.link_length.tolist(), inside, strict=True) if not covered)
        return {text_hash(text): len(text) for text, linked in blocks if len(text) >= _MIN_BLOCK and 2 * linked <= len(text)}

    def _is_subject(self, link: Link, part: int) -> bool:
        """Return whether a link is the headline of its part rather than a word in a sentence."""
        text = " ".join(self._blocks(part))
        return self._in_heading(link, part) or 2 * len(link.text) >= len(text) or bool(link.text and text.startswith(link.text))

    def _blocks(self, part: int) -> list[str]:
        """Return the texts of a part."""
        if part < 0:
            return [self._links[-1 - part][1].text]
        return list(self._tree.text[int(self._tree.first[part]) : int(self._tree.last[part])])

    def _text(self, part: int) -> str:
        """Return the text of a part, with the values of its `time` elements."""
        if part < 0:
            return self._blocks(part)[0]
        moments = (moment for node, moment in self._page.moments if part <= node < self._tree.end[part])
        return "\n".join([*self._blocks(part), *moments])

    def _in_heading(self, link: Link, part: int) -> bool:
        """Return whether a heading within the part contains the link, or the link contains a heading."""
        tag, node = self._tree.tag, link.node
        while node >= 0:
            if tag[node] in HEADINGS:
                return True
            if node == part:
                break
            node = self._parent[node]
        if link.block >= len(self._tree.text):
            return False
        holder = int(self._tree.node[link.block])
        return tag[holder] in HEADINGS and link.node <= holder < self._tree.end[link.node]

    def _box(self, node: int) -> str:
        """Return the name of a box: the signatures of the node and its nearest ancestors, outermost first."""
        names: list[str] = []
        while node >= 0 and len(names) < _STEPS:
            names.append(self._tree.signature[node])
            node = self._parent[node]
        return ">".join(reversed(names))[-200:]


def _followed(page: Page) -> Iterator[tuple[str, Link]]:
    """Yield the page's links to other pages of its site with their targets, without `nofollow` links."""
    target_of, own, follow = LinkResolver(page), urls.normalise(page.url), frozenset(page.outlinks)
    for link in page.links:
        target = target_of(link.href) if link.href in follow else ""
        if target.startswith("http") and target != own and urls.same_site(target, own):
            yield target, link


def _common_target(one: str, other: str) -> str:
    """Return the common target of two parts, or `_SEVERAL` if their targets differ."""
    if not one or one == other:
        return other
    return _SEVERAL if other else one
